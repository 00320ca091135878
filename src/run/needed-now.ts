/** What has to have run where a gate is about to look, and what may be red of it. */

import type { Effect, GateSpec } from './effect.ts'
import { needsOf } from './gate-needs.ts'
import type { Evidence } from './outcome.ts'
import { currentStep } from './task-status.ts'
import type { RunState, TaskRun } from './state.ts'
import { forgivenTo, isKnownRed, isKnownRedOnTip, isWaived } from './verdict.ts'

type Look = Pick<Extract<Effect, { is: 'run-gate' }>, 'workspace' | 'purpose'>

/**
 * What a gate needs where it looks, in the order in which that runs. Of the tests of criteria none needs another one.
 * @param asked the gate that is to look: the one itself, or one that needs it
 */
export function neededNow(state: RunState, gate: GateSpec, look: Look, asked = gate): readonly GateSpec[] {
  const all = [...state.gates.values()].filter((it) => it.test === undefined || it === gate)
  // It costs the plan, and most gates need nothing of it.
  let own: ReadonlySet<string> | null = null
  const isOwn = ({ name }: GateSpec): boolean => (own ??= gatesOf(judged(state, asked, look))).has(name)
  return needsOf(gate, { all, isOwn, isLook: true, mayMake: makersOf(state) })
}

/**
 * Which gates may leave something that others need: in worktrees those behind which something lay in ignored paths. In a person's
 * folder nobody can tell, and what lies there may be of other files.
 */
export function makersOf({ policy, makers }: RunState): (gate: GateSpec) => boolean {
  return ({ name }) => policy.workspace !== 'worktree' || makers.has(name)
}

/**
 * What the gates of a task need beside them, as builds of some paths: where that is red before the task begins, it is nobody's
 * fault either.
 * @returns a function that is asked for many tasks: names of gates → with those that they need
 */
export function neededByGates({ gates }: Pick<RunState, 'gates'>): (names: readonly string[]) => readonly string[] {
  const all = [...gates.values()].filter((it) => it.test === undefined)
  const known = new Map<string, readonly string[]>()
  return (names) => {
    const key = names.join('\n')
    const own = new Set(names)
    const of = { all, isOwn: (it: GateSpec) => own.has(it.name), isLook: true } as const
    const found = known.get(key) ?? [
      ...new Set([...names, ...all.filter(of.isOwn).flatMap((it) => needsOf(it, of).map(({ name }) => name))]),
    ]
    known.set(key, found)
    return found
  }
}

/** Whether a failure of what a gate needs is let pass where it looks, so that it looks all the same. */
export function isLetPassNow(state: RunState, gate: GateSpec, look: Look, evidence: Evidence): boolean {
  if (look.purpose === 'draft' ? isKnownRed(state.knownRed, evidence) : isKnownRedOnTip(state, evidence)) return true
  return judged(state, gate, look).some(
    (task) => isKnownRed(forgivenTo(state, task), evidence) || isWaived(state, currentStep(task), evidence),
  )
}

function gatesOf(tasks: Iterable<TaskRun>): ReadonlySet<string> {
  return new Set([...tasks].flatMap(({ steps }) => steps.flatMap(({ spec }) => spec.gates)))
}

/** The tasks whose work is looked at: of a draft its task, of a merge what is merged together, else all that the gate is for. */
function judged(state: RunState, gate: GateSpec, { workspace, purpose }: Look): readonly TaskRun[] {
  if (purpose === 'merged') return state.integrating.flatMap((uid) => state.tasks.get(uid) ?? [])
  if (purpose === 'draft')
    return [...state.active].flatMap((uid) => {
      const task = state.tasks.get(uid)
      return task?.workspace === workspace ? [task] : []
    })
  const isFor = (task: TaskRun): boolean => task.steps.some(({ spec }) => spec.gates.includes(gate.name))
  return [...state.tasks.values()].filter((task) => gate.integration !== undefined || isFor(task))
}
