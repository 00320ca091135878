/** What is told where a stage of SPECLets begins and ends (seed 004 §2.0b 2): lines of a run, as `runLines` gives them. */

import { safeLine } from '../../plan/safe-text.ts'
import type { Speclet } from '../../plan/spec.ts'
import type { RunEvent } from '../../run/event.ts'
import { areOver, tasksOfSpeclet } from '../../run/speclets/status.ts'
import type { RunState } from '../../run/state.ts'
import { outlookOf } from '../../run/task-status.ts'
import { specletView, stageRows } from './speclet-view.ts'

export interface StageOptions {
  /** What was told already; changed by what is told now. */
  readonly told: Set<string>
  /** Whether somebody watches a terminal: the whole view stands above each stage that begins. */
  readonly isWatched: boolean
}

/**
 * The lines of an event with those of the stage that begins or ends with it.
 *
 * A stage is told as parallel where several of its SPECLets may begin and the run works on several tasks at once; else each of
 * its SPECLets is told by itself.
 *
 * @param state after the event
 * @param lines what the event is worth otherwise
 */
export function withStages(
  event: RunEvent,
  state: RunState,
  lines: readonly string[],
  options: StageOptions,
): readonly string[] {
  const speclets = state.spec?.spec.speclets ?? []
  const task = event.subject === null ? undefined : state.tasks.get(event.subject.task)
  if (speclets.length === 0 || task === undefined) return lines
  const speclet = speclets.find(({ tasks }) => tasks.includes(task.spec.key))
  if (speclet === undefined) return lines
  const within = speclets.filter(({ stage }) => stage === speclet.stage)
  const { body } = event
  if (body.type === 'effect-requested' && body.effect.is === 'start-attempt')
    return [...begins(speclet, within, state, options), ...lines]
  return body.type === 'step-moved' ? [...lines, ...ends(speclet.stage, within, state, options)] : lines
}

function begins(
  speclet: Speclet,
  within: readonly Speclet[],
  state: RunState,
  { told, isWatched }: StageOptions,
): readonly string[] {
  const stage = `Stage ${speclet.stage}`
  const ready = within.filter((it) => it.parallelAllowed && mayBegin(it, state))
  const isParallel = speclet.parallelAllowed && ready.length > 1 && state.policy.jobs > 1
  const line = isParallel
    ? `${stage}: Executing ${ready.length} SPECLets in parallel`
    : `${stage}: Executing SPECLet ${safeLine(speclet.id)} sequentially`
  // Of several side by side the first tells of all.
  const keys = [beginKey(speclet), ...(isParallel ? ready.map(beginKey) : [])]
  const isFirst = within.every((it) => !told.has(beginKey(it)))
  if (told.has(beginKey(speclet))) return []
  for (const key of keys) told.add(key)
  return isWatched && isFirst ? ['', ...specletView(state), '', line] : [line]
}

function beginKey({ id, stage }: Speclet): string {
  return `SPECLet ${stage} ${id} begins`
}

/** Whether nothing of it has come to an end that it could not begin from. */
function mayBegin(speclet: Speclet, state: RunState): boolean {
  return tasksOfSpeclet(state, speclet).some((task) => outlookOf(state, task) === 'open')
}

function ends(stage: number, within: readonly Speclet[], state: RunState, { told }: StageOptions): readonly string[] {
  const key = `Stage ${stage} ends`
  const before = (state.spec?.spec.speclets ?? []).filter((it) => it.stage < stage)
  if (!areOver(state, [...before, ...within])) {
    // What is opened again comes to its end anew.
    told.delete(key)
    return []
  }
  if (told.has(key) || !within.some((it) => told.has(beginKey(it)))) return []
  told.add(key)
  return [`Stage ${stage} ended: ${stageRows(state, stage).join(', ')}`]
}
