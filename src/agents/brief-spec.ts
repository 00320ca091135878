/** What a brief says of the spec that its task is a part of: the goal, and the rules that hold for all of it (seed 004 §1.4, §1.9). */

import { oneLine } from '../plan/one-line.ts'
import { isOptional } from '../plan/optional-criterion.ts'
import { constraintLine, type Component, type Spec } from '../plan/spec.ts'
import { section, stacked, type Room } from './brief-room.ts'
import { specWords } from './templates.ts'

/** What of a spec an agent is told. */
export type SpecBrief = Pick<
  Spec,
  'goal' | 'constraints' | 'components' | 'prohibited' | 'speclets' | 'completion' | 'told'
>

/** Most bytes of each part. */
const most = {
  goal: 4_000,
  rules: 12_000,
  components: 4_000,
  speclet: 8_000,
  criteria: 4_000,
  told: 6_000,
} as const

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

/** What the plan says of the end of the whole, a line for each; below its headings. */
function criteriaLines({ completion: { deliverable, criteria, quality, verificationMethod } }: SpecBrief): string {
  const own = [deliverable ?? '', ...quality, verificationMethod ?? ''].filter((it) => it.trim() !== '')
  const all = [...own.map((text) => ({ text, under: [] })), ...criteria].filter((it) => !isOptional(it))
  // The same in both files is said once.
  const each = new Map(all.map((it) => [oneLine(it.text), it]))
  return [...each]
    .map(([text, { under }]) => `- ${[...under.slice(-1).map((it) => oneLine(it)), text].join(': ')}`)
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
  const criteria = room.take(criteriaLines(of), most.criteria)
  const told = room.prose(of.told ?? '', most.told)
  return stacked(
    section('The goal of the whole', goal),
    section('Rules of the whole', rules === '' ? '' : stacked(specWords.rules, rules)),
    section('What is said of its SPECLet', speclet),
    section('Components of the whole', components === '' ? '' : stacked(specWords.components, components)),
    section('What has to hold once all tasks are done', criteria === '' ? '' : stacked(specWords.criteria, criteria)),
    section('What else is said of the whole', told === '' ? '' : stacked(specWords.told, told)),
  )
}
