/**
 * Changes of what defines a gate, an agent or the set-up of workspaces: by a draft they are reviewed, by commits of others
 * the run waits until they are trusted.
 */

import { safeLine } from '../plan/safe-text.ts'
import type { Defined, Outcome, Redefined } from './outcome.ts'
import { filesGate } from './files-gate.ts'
import { definedName, isAtWork, taskOf, type RunState, type StepRun, type TaskRun } from './state.ts'
import { taskStatus } from './task-status.ts'
import { isEnd } from './step-status.ts'
import { covers } from './path-pattern.ts'
import { toolsOf } from '../plan/tools.ts'
import { emit, type Turn } from './turn.ts'

const configuration = 'millwright.toml'

export interface Rewritten {
  /** What they define. */
  readonly of: string
  readonly names: readonly string[]
  /** Whether the plan declares all of it now: that came while agents were at work, and nobody knows whose word it is. */
  readonly declaredSince: boolean
}

/**
 * What a draft changes, undeclared, of that by which gates, agents and the set-up are defined (DESIGN, Agents; RELIABILITY
 * P15, S1).
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
  const of = (is: Defined['is']): readonly Redefined[] => redefined.filter((it) => it.of.is === is)
  const declared = tasks.flatMap((it) => it.spec.files.filter((file) => file.action !== 'read'))
  const found = [
    { of: 'a gate', changed: [...configured, ...of('gate')] },
    { of: 'the agent', changed: of('agent') },
    { of: 'the integration tests', changed: of('tests') },
    { of: 'the set-up', changed: of('set-up') },
    { of: 'how plans are run', changed: of('mode') },
    { of: 'what agents are told', changed: of('prompt') },
  ].flatMap(({ of, changed }) => {
    const undeclared = changed.filter(({ path }) => !written.some((file) => covers(file, path)))
    const declaredSince = undeclared.every(({ path }) => declared.some((file) => covers(file, path)))
    return undeclared.length === 0 ? [] : [{ of, names: namesOf(undeclared), declaredSince }]
  })
  if (found.length === 0) return null
  return {
    of: found.map((it) => it.of).join(' and '),
    names: [...new Set(found.flatMap((it) => it.names))],
    declaredSince: found.every((it) => it.declaredSince),
  }
}

/**
 * What a draft changes of the programs that the plan names as ways to do its steps. That the plan lets the task write such a
 * file is no word on what is in it: it is run, and a person looks at it first (RELIABILITY S1).
 *
 * @returns names for people, each once
 */
export function rewrittenTools({ draft }: StepRun): readonly string[] {
  return namesOf((draft?.redefined ?? []).filter((it) => it.of.is === 'tool'))
}

function covered(state: RunState, key: string): TaskRun[] {
  const uid = state.byKey.get(key)
  return uid === undefined ? [] : [taskOf(state, uid)]
}

function namesOf(changed: readonly Pick<Redefined, 'what'>[]): readonly string[] {
  return [...new Set(changed.map((it) => safeLine(it.what)))]
}

/**
 * Commits of others that change what defines a gate or an agent of the repository, or the set-up, are executed only after a
 * person trusts them (RELIABILITY S1): the run stops where it still needs it, and the next call asks. Attempts that are under
 * way end by themselves.
 */
export function noteRedefined(turn: Turn, outcome: Extract<Outcome, { of: 'publish' }>): void {
  const { state } = turn
  const redefined = outcome.is === 'diverged' ? [] : (outcome.redefined ?? [])
  if (!redefined.some((it) => isNeeded(state, it.of))) return
  const commands = [...new Set(redefined.map((it) => definedName(it.of)))]
  const text = `commits that were brought in change what defines ${commands.join(', ')}: ${namesOf(redefined).join(', ')}; look at it, then run \`millwright trust\` and \`millwright resume\``
  emit(turn, { type: 'finding', kind: 'gate-changed', text })
  if (isAtWork(state)) emit(turn, { type: 'run-moved', to: 'stopping' })
}

/**
 * Whether it is still to be run: for a task that has no end yet, or, what is no agent, for a gate once more on the last tip.
 */
function isNeeded(state: RunState, command: Defined): boolean {
  const merged = new Set(state.merged)
  return state.order.some((uid) => {
    const task = taskOf(state, uid)
    const open = task.selected && !isEnd(taskStatus(task))
    const gates = open || merged.has(uid) ? task.steps.flatMap((step) => step.spec.gates) : []
    switch (command.is) {
      case 'gate':
        return gates.includes(command.name)
      case 'set-up':
        return open || gates.some((gate) => gate !== filesGate)
      // A run goes on as it began.
      case 'mode':
      case 'prompt':
      case 'tests':
        return false
      case 'tool':
        return open && toolsOf([task.spec]).some(({ name }) => name === command.name)
      case 'agent':
        return open && task.steps.some((it) => it.spec.methods.some((by) => (by.agent ?? state.agent) === command.name))
      default:
        return command satisfies never
    }
  })
}
