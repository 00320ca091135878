/** What a brief says of the spec that its task is a part of: the goal, and the rules that hold for all of it (seed 004 §1.4, §1.9). */

import { oneLine } from '../plan/one-line.ts'
import type { Constraint, Spec } from '../plan/spec.ts'
import { section, stacked, type Room } from './brief-room.ts'
import { specWords } from './templates.ts'

/** What of a spec an agent is told. */
export type SpecBrief = Pick<Spec, 'goal' | 'constraints' | 'prohibited'>

/** Most bytes of each part. */
const most = { goal: 4_000, rules: 8_000 } as const

function constraintLine({ name, value }: Constraint): string {
  const told = typeof value === 'object' ? value.join(', ') : String(value)
  return `- ${oneLine(name)}: ${oneLine(told)}`
}

/** @param of null where the plan is no spec */
export function specPart(of: SpecBrief | null, room: Room): string {
  if (of === null) return ''
  // Of a rule that is left out nobody knows: they take their room first.
  const own = room.within(most.rules)
  const prohibited = own.take(of.prohibited.map((it) => `- ${oneLine(it)}`).join('\n'), most.rules)
  const constraints = own.take(of.constraints.map(constraintLine).join('\n'), most.rules)
  const rules = stacked(
    prohibited === '' ? '' : stacked(specWords.prohibited, prohibited),
    constraints === '' ? '' : stacked(specWords.constraints, constraints),
  )
  return stacked(
    section('The goal of the whole', room.prose(of.goal ?? '', most.goal)),
    section('Rules of the whole', rules === '' ? '' : stacked(specWords.rules, rules)),
  )
}
