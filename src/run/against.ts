/** What the gates have against a draft that a person is to decide about, or has taken all the same. */

import type { Evidence } from './outcome.ts'
import { testName } from './red-tests.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'
import { gatesOf } from './task-status.ts'
import { forgivenTo, holds, isKnownRed, redIn } from './verdict.ts'

/** The last verdict of each gate, in the order in which they were first asked. */
export function lastVerdicts({ verdicts }: Pick<StepRun, 'verdicts'>): StepRun['verdicts'] {
  return [...new Map(verdicts.map((it) => [it.gate, it])).values()]
}

/**
 * Whether a gate was red before a task in the way in which it is red of its draft, so that nobody holds that against it. What
 * was overridden of the task itself is told as that.
 */
export function isForgiven(state: RunState, task: TaskRun, evidence: Evidence): boolean {
  const known = task.proof === null ? forgivenTo(state, task) : task.forgiven
  const isMerged = task.merge?.evidenceTree === evidence.tree && evidence.tree !== null
  return (
    task.overridden === null && (isKnownRed(known, evidence) || (isMerged && isKnownRed(state.knownRedOnTip, evidence)))
  )
}

/** What a gate that has passed is worth nothing for, in words: something that it needs is red on the same files. Empty where nothing is. */
export function worthlessFor({ result, without }: Pick<Evidence, 'result' | 'without'>): string {
  return result !== 'passed' || without === undefined
    ? ''
    : `gate ${without}, which it needs, is red: that proves nothing`
}

/** The gates of a step that have not looked at its draft: none where nobody works on it, or there is none. */
export function notRun(task: TaskRun, step: StepRun): readonly string[] {
  const { spec, draft, verdicts } = step
  if (spec.methods.length === 0 || draft === null) return []
  return gatesOf(task, step).filter((gate) => !verdicts.some((it) => it.gate === gate))
}

/**
 * What of a question is told by the gates beside the failure that it begins with: which are red, where there are several, and
 * which have not looked. Each is part of a sentence.
 */
export function gatePoints(state: RunState, task: TaskRun, step: StepRun): readonly string[] {
  const known = forgivenTo(state, task)
  const red = lastVerdicts(step).filter((it) => gatesOf(task, step).includes(it.gate) && !holds(known, step, it))
  const open = notRun(task, step)
  return [
    ...(red.length > 1 ? [`red: ${red.map(({ gate }) => gate).join(', ')}`] : []),
    ...(open.length > 0 ? [`not run on this draft: ${open.join(', ')}`] : []),
  ]
}

/** Who let a task pass although something was red, what they said, and the gates that were; none where it was its attempt that failed. */
export interface Overruling {
  readonly by: string
  readonly text: string
  readonly gates: readonly string[]
}

/** The same of a run of which there is no journal here: what everybody has who has the work. */
export interface FormerOverruling {
  /** Full name of the commit that says so. */
  readonly commit: string
  /** The gates that were red, or what else was let pass, as the commit says it. */
  readonly red: string
}

/** @returns null where nobody did; a task that was done with its phase was let pass with that */
export function overruling(task: TaskRun): Overruling | null {
  const said = task.proof === 'overridden' ? task.overridden : null
  return said === null ? null : { ...said, gates: redIn(task.evidence).map(testName) }
}
