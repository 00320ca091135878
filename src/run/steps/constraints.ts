/** What the parameters of a spec demand of all that is done, and whether it held for a step (seed 004 §4.1). */

import { isVerification } from '../../plan/verification.ts'
import type { Constraint } from '../../plan/spec.ts'
import { filesGate } from '../files-gate.ts'
import type { RunState, StepRun } from '../state.ts'

/** A gate that is called like a constraint judges it: `max-files` stands for `max_files`. */
function called(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]+/g, '-')
}

/** More of them are no list that anybody judges. */
const most = 50

/** Constraints of the plan that no gate of the step judges: an agent is asked about them where one judges outputs. */
export function unjudgedConstraints(
  { spec }: Pick<RunState, 'spec'>,
  step: Pick<StepRun, 'spec'>,
): readonly Constraint[] {
  const gates = new Set(step.spec.gates.map(called))
  return (spec?.spec.constraints ?? []).filter(({ name }) => !gates.has(called(name))).slice(0, most)
}

/**
 * By name whether it held, as far as anything is known: by the verdicts of gates, else by what an agent holds. Of a step that was left out
 * those on its own draft count, and not what was merged without it.
 */
export function constraintsHeld({
  verdicts,
  judged,
  cause,
  draft,
}: Pick<StepRun, 'verdicts' | 'judged' | 'cause' | 'draft'>): Readonly<Record<string, boolean>> {
  const own = cause === null ? verdicts : verdicts.filter(({ tree }) => tree === (draft?.tree ?? null))
  const gates = own.filter(({ gate }) => gate !== filesGate && !isVerification(gate))
  const known = new Set(gates.map(({ gate }) => called(gate)))
  const told = Object.entries(judged?.constraints ?? {}).flatMap(([name, holds]) =>
    holds === null || known.has(called(name)) ? [] : [[name, holds] as const],
  )
  return Object.fromEntries([...told, ...gates.map(({ gate, result }) => [gate, result === 'passed'] as const)])
}

export type ConstraintStatus = 'pass' | 'fail' | 'not_verified'

/**
 * How each constraint stood at the end of a step, those of the plan among them.
 * @param held of its record (`constraintsHeld`)
 */
export function constraintStatus(
  held: Readonly<Record<string, boolean>>,
  constraints: readonly Constraint[],
): Readonly<Record<string, ConstraintStatus>> {
  const word = (holds: boolean | undefined): ConstraintStatus =>
    holds === undefined ? 'not_verified' : holds ? 'pass' : 'fail'
  const byName = new Map(Object.keys(held).map((it) => [called(it), it]))
  const named = new Set(constraints.map(({ name }) => called(name)))
  return Object.fromEntries([
    ...constraints.map(({ name }) => [name, word(held[byName.get(called(name)) ?? ''])] as const),
    ...Object.entries(held).flatMap(([name, holds]) => (named.has(called(name)) ? [] : [[name, word(holds)] as const])),
  ])
}
