/** What a brief says of the spec that its task is a part of: the goal, and the rules that hold for all of it (seed 004 §1.4, §1.9). */

import { oneLine } from '../plan/one-line.ts'
import { constraintLine, type Component, type Spec } from '../plan/spec.ts'
import { section, stacked, type Room } from './brief-room.ts'
import { specWords } from './templates.ts'

/** What of a spec an agent is told. */
export type SpecBrief = Pick<
  Spec,
  | 'goal'
  | 'constraints'
  | 'components'
  | 'prohibited'
  | 'speclets'
  | 'stack'
  | 'userInterface'
  | 'deployment'
  | 'completion'
  | 'told'
>

/** Most bytes of each part. */
const most = {
  goal: 4_000,
  rules: 12_000,
  components: 4_000,
  speclet: 8_000,
  stack: 2_000,
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

/** What the parameters say that it is built with, for whom, and where it is to run: a line for each. */
function stackLines({ stack, userInterface, deployment }: SpecBrief): string {
  const named = [
    stack?.deploymentType,
    stack?.primaryLanguage,
    stack?.framework,
    stack?.uiLibrary,
    stack?.packagingMethod,
  ]
  const [type, language, framework, library, packaging] = named
  const others = stack?.technologies.filter((it) => !named.includes(it)) ?? []
  const lines: readonly (readonly [name: string, value: string | null | undefined])[] = [
    ['deployment type', type],
    ['primary language', language],
    ['framework', framework],
    ['UI library', library],
    ['packaging', packaging],
    ['with', others.join(', ')],
    ['interface', userInterface?.interfaceType],
    ['users', userInterface?.targetUsers],
    ['their skill level', userInterface?.skillLevel],
    ['target platform', deployment?.targetPlatform],
    ['installation', deployment?.installationType],
    ['started by', deployment?.startupMethod],
  ]
  return lines.flatMap(([name, value]) => (value ? [`- ${name}: ${oneLine(value)}`] : [])).join('\n')
}

/** What the plan says of the end of the whole, a line for each; below its headings. */
function criteriaLines({ completion: { deliverable, criteria, quality, verificationMethod } }: SpecBrief): string {
  const said = criteria.map(({ text, under }) => [...under.slice(-1), text].map((it) => oneLine(it)).join(': '))
  const own = [deliverable ?? '', ...quality, verificationMethod ?? ''].filter((it) => it.trim() !== '')
  return [...own.map((it) => oneLine(it)), ...said].map((it) => `- ${it}`).join('\n')
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
  const stack = room.take(stackLines(of), most.stack)
  const told = room.prose(of.told ?? '', most.told)
  return stacked(
    section('The goal of the whole', goal),
    section('Rules of the whole', rules === '' ? '' : stacked(specWords.rules, rules)),
    section('What is said of its SPECLet', speclet),
    section('Components of the whole', components === '' ? '' : stacked(specWords.components, components)),
    section('What it is built with', stack),
    section('What has to hold once all tasks are done', criteria === '' ? '' : stacked(specWords.criteria, criteria)),
    section('What else is said of the whole', told === '' ? '' : stacked(specWords.told, told)),
  )
}
