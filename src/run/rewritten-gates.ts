/** Changes of what defines a gate: by a draft they are reviewed, by commits of others the run waits until they are trusted. */

import type { Outcome, Redefined } from './effect.ts'
import { taskOf, taskStatus, type RunState, type StepRun, type TaskRun } from './state.ts'
import { isEnd } from './step-status.ts'
import { covers } from './path-pattern.ts'
import { emit, type Turn } from './turn.ts'

const configuration = 'millwright.toml'

/**
 * What a draft changes, undeclared, of that by which gates are defined (DESIGN, Agents; RELIABILITY P15).
 *
 * @returns names for people, each once
 */
export function rewrittenGates(state: RunState, task: TaskRun, step: StepRun): readonly string[] {
  // A task that stands for others may do what they declare.
  const specs = [task, ...(task.spec.covers ?? []).flatMap((key) => covered(state, key))].map((it) => it.spec)
  const written = specs.flatMap((spec) => spec.files.filter((file) => file.action !== 'read'))
  const configured = (step.draft?.changes ?? [])
    .flatMap((change) => (change.from === null ? [change.path] : [change.path, change.from]))
    .filter((path) => path === configuration)
    .map((path) => ({ what: path, path }))
  return namesOf(
    [...configured, ...(step.draft?.redefined ?? [])].filter(({ path }) => !written.some((file) => covers(file, path))),
  )
}

function covered(state: RunState, key: string): TaskRun[] {
  const uid = state.byKey.get(key)
  return uid === undefined ? [] : [taskOf(state, uid)]
}

function namesOf(changed: readonly Pick<Redefined, 'what'>[]): readonly string[] {
  return [...new Set(changed.map((it) => it.what))]
}

/**
 * Commits of others that change what defines a gate of the repository are executed only after a person trusts them
 * (RELIABILITY S1): the run stops where it still needs such a gate, and the next call asks. Attempts that are under way end
 * by themselves.
 */
export function noteRedefined(turn: Turn, outcome: Extract<Outcome, { of: 'publish' }>): void {
  const { state } = turn
  const redefined = outcome.is === 'diverged' ? [] : (outcome.redefined ?? [])
  if (redefined.length === 0 || !isNeeded(state, new Set(redefined.map((it) => it.gate)))) return
  const gates = [...new Set(redefined.map((it) => it.gate))]
  const text = `commits that were brought in change what defines ${gates.length === 1 ? 'gate' : 'gates'} ${gates.join(', ')}: ${namesOf(redefined).join(', ')}; look at it, then run \`millwright trust\` and \`millwright resume\``
  emit(turn, { type: 'finding', kind: 'gate-changed', text })
  if (state.status === 'running' || state.status === 'pausing' || state.status === 'closing')
    emit(turn, { type: 'run-moved', to: 'stopping' })
}

/** Whether one of these gates is still to be run: for a task that has no end yet, or once more on the last tip. */
function isNeeded(state: RunState, gates: ReadonlySet<string>): boolean {
  const merged = new Set(state.mergedSinceGreen)
  return state.order.some((uid) => {
    const task = taskOf(state, uid)
    const open = task.selected && !isEnd(taskStatus(task))
    return (open || merged.has(uid)) && task.steps.some((step) => step.spec.gates.some((gate) => gates.has(gate)))
  })
}
