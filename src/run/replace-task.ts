/** The tasks that a person accepts in place of one that was rejected (seed 003 §2, DESIGN States). */

import { findCycles } from '../plan/graph/cycles.ts'
import type { Edge, TaskSpec } from '../plan/model.ts'
import { joinPlan, place } from './added-tasks.ts'
import { isMoot, workLike } from './decompose.ts'
import { sortProposal } from './proposed-tasks.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'
import { move, type Turn } from './turn.ts'

/** What a proposal makes of the plan, once it is accepted. */
export interface Replacement {
  readonly rejected: TaskRun
  readonly tasks: readonly TaskSpec[]
  /** Those among them, and of who waited for the rejected task towards the last of them. */
  readonly edges: readonly Edge[]
  /** Who waited for the rejected task, in the order of the plan. */
  readonly waiting: readonly TaskRun[]
}

/**
 * What the step of a task that `replaces` another one proposes in its place, as it would join the plan now.
 * @returns in words for whoever proposed it why that cannot be, where it cannot
 */
export function replacementOf(state: RunState, task: TaskRun, step: StepRun): Replacement | { readonly wrong: string } {
  const rejected = state.tasks.get(state.byKey.get(task.spec.replaces ?? '') ?? '')
  if (rejected === undefined || isMoot(state, task)) return { wrong: 'the task is not rejected any more' }
  const proposal = step.said?.proposal ?? null
  if (proposal === null || (proposal.tasks.length === 0 && proposal.left === undefined))
    return { wrong: 'it proposes no tasks (`addTasks`)' }
  const { key, group, layer, kind, role, isCritical, namedGates } = rejected.spec
  const sorted = sortProposal(state, proposal, key)
  const there = [...sorted.known.values()].map((it) => `it proposes ${it}, which is in the plan already`)
  const own = sorted.fit.some(({ it }) => it.blockedBy.includes(key))
    ? [`a task that takes the place of ${key} cannot wait for it`]
    : []
  const wrong = [...sorted.wrong, ...sorted.left, ...there, ...own]
  if (wrong.length > 0) return { wrong: wrong.join('; ') }
  const like = {
    ...{ group, role },
    ...(layer === undefined ? {} : { layer }),
    ...(kind === undefined ? {} : { kind }),
    ...(isCritical === undefined ? {} : { isCritical }),
    ...(namedGates === undefined ? {} : { namedGates }),
    steps: [workLike(rejected)],
  }
  const placed = place(state, sorted, { like, by: key, replaces: key })
  const waiting = [...new Set((state.dependants.get(rejected.uid) ?? []).map(({ uid }) => uid))]
    .flatMap((uid) => state.tasks.get(uid) ?? [])
    .filter(({ spec, left }) => spec.origin === 'plan' && !left)
    .sort((a, b) => a.place - b.place)
  const edges = [...placed.edges, ...inItsPlace(placed, rejected, { state, waiting })]
  const nodes = [...state.byKey.keys(), ...placed.tasks.map((it) => it.key)]
  if (
    findCycles(nodes, [...state.edges, ...edges]).some(({ members }) =>
      placed.tasks.some((it) => members.includes(it.key)),
    )
  )
    return { wrong: `it waits for what waits for ${key}` }
  const blocks = waiting.map(({ spec }) => spec.key)
  const tasks = placed.tasks.map((spec): TaskSpec => {
    const isLast = !placed.edges.some(({ from }) => from === spec.key)
    return isLast && spec.added !== undefined ? { ...spec, added: { ...spec.added, blocks } } : spec
  })
  return { rejected, tasks, edges, waiting }
}

/** The new tasks wait for what the old one waited for, and who waited for it waits for the last of them. */
function inItsPlace(
  { tasks, edges }: { readonly tasks: readonly TaskSpec[]; readonly edges: readonly Edge[] },
  { spec }: TaskRun,
  { state, waiting }: { readonly state: RunState; readonly waiting: readonly TaskRun[] },
): readonly Edge[] {
  const before = state.edges.filter((it) => it.to === spec.key && it.basis === 'explicit').map(({ from }) => from)
  const first = tasks.filter(({ key }) => !edges.some((it) => it.to === key))
  const last = tasks.filter(({ key }) => !edges.some((it) => it.from === key))
  return [
    ...first.flatMap(({ key: to }) => before.map((from): Edge => ({ from, to, basis: 'explicit', needs: 'done' }))),
    ...last.flatMap(({ key: from }) =>
      waiting.map((it): Edge => ({ from, to: it.spec.key, basis: 'engine', needs: 'done' })),
    ),
  ]
}

/**
 * Why a person need not be asked about what an attempt to propose tasks has left: it is nothing that could be accepted.
 * @returns null where it can be, and for an attempt of another kind
 */
export function unfitProposal(state: RunState, task: TaskRun, step: StepRun): string | null {
  if (task.spec.replaces === undefined) return null
  const changed = step.draft?.changes.map(({ path }) => path) ?? []
  if (changed.length > 0)
    return `it was to propose tasks and to change no file, and changed ${changed.slice(0, 5).join(', ')}`
  const replacement = replacementOf(state, task, step)
  return 'wrong' in replacement ? replacement.wrong : null
}

/**
 * Takes an accepted proposal into the plan. The rejected task is set aside.
 * @returns null when it was taken, else why not, in words for whoever proposed it
 */
export function replaceRejected(turn: Turn, task: TaskRun, step: StepRun): string | null {
  const { state } = turn
  const replacement = replacementOf(state, task, step)
  if ('wrong' in replacement) return replacement.wrong
  const { rejected, tasks, edges } = replacement
  const by = `${task.spec.key}/${step.spec.id}`
  joinPlan(turn, { task: rejected, by, attempt: step.attempts, isWanted: true }, { tasks, edges })
  const cause = { is: 'replaced', by: tasks.map(({ key }) => key) } as const
  for (const old of rejected.steps)
    if (old.status === 'failed' || old.status === 'pending')
      move(turn, rejected, old, { to: 'skipped', because: 'replaced', cause })
  return null
}
