/**
 * Changes of what defines a gate or the set-up of workspaces: by a draft they are reviewed, by commits of others the run
 * waits until they are trusted.
 */

import type { Outcome, Redefined } from './effect.ts'
import { taskOf, taskStatus, type RunState, type StepRun, type TaskRun } from './state.ts'
import { isEnd } from './step-status.ts'
import { covers } from './path-pattern.ts'
import { emit, type Turn } from './turn.ts'

const configuration = 'millwright.toml'

export interface Rewritten {
  /** What they define. */
  readonly of: string
  readonly names: readonly string[]
}

/**
 * What a draft changes, undeclared, of that by which gates and the set-up are defined (DESIGN, Agents; RELIABILITY P15).
 *
 * @returns names for people, each once, with what they define
 */
export function rewrittenGates(state: RunState, task: TaskRun, step: StepRun): Rewritten | null {
  // A task that stands for others may do what they declare.
  const tasks = [task, ...(task.spec.covers ?? []).flatMap((key) => covered(state, key))]
  const written = tasks.flatMap((it) => it.mayWrite.filter((file) => file.action !== 'read'))
  const configured = (step.draft?.changes ?? [])
    .flatMap((change) => (change.from === null ? [change.path] : [change.path, change.from]))
    .filter((path) => path === configuration)
    .map((path) => ({ what: path, path }))
  const redefined = step.draft?.redefined ?? []
  const found = [
    { of: 'a gate', changed: [...configured, ...redefined.filter((it) => it.gate !== null)] },
    { of: 'the set-up', changed: redefined.filter((it) => it.gate === null) },
  ].flatMap(({ of, changed }) => {
    const undeclared = changed.filter(({ path }) => !written.some((file) => covers(file, path)))
    return undeclared.length === 0 ? [] : [{ of, names: namesOf(undeclared) }]
  })
  if (found.length === 0) return null
  return {
    of: found.map((it) => it.of).join(' and '),
    names: [...new Set(found.flatMap((it) => it.names))],
  }
}

function covered(state: RunState, key: string): TaskRun[] {
  const uid = state.byKey.get(key)
  return uid === undefined ? [] : [taskOf(state, uid)]
}

function namesOf(changed: readonly Pick<Redefined, 'what'>[]): readonly string[] {
  return [...new Set(changed.map((it) => it.what))]
}

/**
 * Commits of others that change what defines a gate of the repository, or the set-up, are executed only after a person
 * trusts them (RELIABILITY S1): the run stops where it still needs it, and the next call asks. Attempts that are under way end
 * by themselves.
 */
export function noteRedefined(turn: Turn, outcome: Extract<Outcome, { of: 'publish' }>): void {
  const { state } = turn
  const redefined = outcome.is === 'diverged' ? [] : (outcome.redefined ?? [])
  if (redefined.length === 0 || !isNeeded(state, new Set(redefined.map((it) => it.gate)))) return
  const gates = [...new Set(redefined.flatMap((it) => it.gate ?? []))]
  const defined = [
    ...(gates.length === 0 ? [] : [`${gates.length === 1 ? 'gate' : 'gates'} ${gates.join(', ')}`]),
    ...(redefined.some((it) => it.gate === null) ? ['the set-up'] : []),
  ]
  const text = `commits that were brought in change what defines ${defined.join(' and ')}: ${namesOf(redefined).join(', ')}; look at it, then run \`millwright trust\` and \`millwright resume\``
  emit(turn, { type: 'finding', kind: 'gate-changed', text })
  if (state.status === 'running' || state.status === 'pausing' || state.status === 'closing')
    emit(turn, { type: 'run-moved', to: 'stopping' })
}

/**
 * Whether one of these is still to be run: a gate for a task that has no end yet, or once more on the last tip; the set-up
 * (null) for a task that has no end yet.
 */
function isNeeded(state: RunState, commands: ReadonlySet<string | null>): boolean {
  const merged = new Set(state.merged)
  return state.order.some((uid) => {
    const task = taskOf(state, uid)
    const open = task.selected && !isEnd(taskStatus(task))
    if (open && commands.has(null)) return true
    return (open || merged.has(uid)) && task.steps.some((step) => step.spec.gates.some((gate) => commands.has(gate)))
  })
}
