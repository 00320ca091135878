/** What a brief says of the spec that its task is a part of: the goal, and the rules that hold for all of it (seed 004 §1.4, §1.9). */

import { oneLine } from '../plan/one-line.ts'
import { constraintLine, type Component, type Spec } from '../plan/spec.ts'
import { section, stacked, type Room } from './brief-room.ts'
import { specWords } from './templates.ts'

/** What of a spec an agent is told. */
export type SpecBrief = Pick<Spec, 'goal' | 'constraints' | 'components' | 'prohibited' | 'speclets'>

/** Most bytes of each part. */
const most = { goal: 4_000, rules: 12_000, components: 4_000, speclet: 8_000 } as const

/** A line for each, below the names of the lists that it stands in. */
function componentLines(components: readonly Component[]): string {
  let before = ''
  return components
    .flatMap(({ name, said, under }) => {
      const list = under.map((it) => oneLine(it)).join(': ')
      const head = list === before || list === '' ? [] : [`- ${list}:`]
      before = list
      const line = said === '' ? oneLine(name) : `${oneLine(name)}: ${oneLine(said)}`
      return [...head, `${list === '' ? '' : '  '}- ${line}`]
    })
    .join('\n')
}

/** @param of null where the plan is no spec @param group id of the SPECLet that the task is in; null where it is in none */
export function specPart(of: SpecBrief | null, group: string | null, room: Room): string {
  if (of === null) return ''
  // Of a rule that is left out nobody knows: they take their room first.
  const own = room.within(most.rules)
  const prohibited = own.take(of.prohibited.map((it) => `- ${oneLine(it)}`).join('\n'), most.rules)
  const constraints = own.take(of.constraints.map((it) => `- ${constraintLine(it)}`).join('\n'), most.rules)
  const rules = stacked(
    prohibited === '' ? '' : stacked(specWords.prohibited, prohibited),
    constraints === '' ? '' : stacked(specWords.constraints, constraints),
  )
  const goal = room.prose(of.goal ?? '', most.goal)
  const speclet = room.prose(of.speclets.find(({ id }) => id === group)?.told ?? '', most.speclet)
  const components = room.take(componentLines(of.components), most.components)
  return stacked(
    section('The goal of the whole', goal),
    section('Rules of the whole', rules === '' ? '' : stacked(specWords.rules, rules)),
    section('What is said of its SPECLet', speclet),
    section('Components of the whole', components === '' ? '' : stacked(specWords.components, components)),
  )
}
