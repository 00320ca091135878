/** What an agent is told in ATDD mode: the half of a criterion that is its own, or the rules for a whole phase (seed 000 §5). */

import type { Criterion } from '../plan/criterion.ts'
import { printable } from '../run/excerpt.ts'

/** Where the test of a criterion is, or what it has to be called. */
export type TestPlace = Pick<Criterion, 'id' | 'priority' | 'text' | 'file' | 'name'> & {
  /** What its name has to contain; null where the criterion names it. */
  readonly token: string | null
}

/** The half in which the test is written. */
export function redWords(test: TestPlace): string {
  return [
    `ATDD, first half of ${named(test)}: write its test, or take the skip off it, and nothing else.`,
    ...meaning(test),
    placeOf(test),
    'The test has to run and to fail, because what it asks for is missing. One that cannot be read, or that is not found, is not red: where it needs a module or a function that does not exist yet, make an empty one, so that the test reaches its own assertion. Do not do the work: another step does. Leave the tests of other criteria, and what they are written with, as they are.',
  ].join('\n\n')
}

/** The half in which it is made to pass. */
export function greenWords(test: TestPlace): string {
  return [
    `ATDD, second half of ${named(test)}: its test is red. Do the work that makes it pass.`,
    ...meaning(test),
    placeOf(test),
    'Leave that test as it is, and those of other criteria: they were seen red, and one that is changed proves nothing any more and is told to people as a departure from the plan. All of them are run on what you leave.',
  ].join('\n\n')
}

/** The rules for an agent that decomposes a phase by itself. @param tests in the order of their priorities */
export function phaseWords(tests: readonly TestPlace[]): string {
  return [
    'ATDD: for each acceptance criterion, one after the other in this order, write its test or take the skip off it, run it and see it fail for what is missing; then do the work that makes it pass, without changing the test; then go on with the next one.',
    ...(tests.length === 0 ? [] : [tests.map((it) => `- ${named(it)}: ${oneOf(it)}`).join('\n')]),
  ].join('\n\n')
}

function named({ id, priority }: TestPlace): string {
  return priority === null ? id : `${id} (P${priority})`
}

/** What a plan or a checklist says is quoted: it takes no line of ours. */
function meaning({ text }: TestPlace): readonly string[] {
  if (text === '') return []
  const lines = printable(text).split('\n')
  return [lines.map((line) => `> ${line}`).join('\n')]
}

function placeOf({ id, file, name, token }: TestPlace): string {
  const where = file === null ? '' : ` in \`${plain(file)}\``
  if (name !== null) return `The test of ${id} is called \`${plain(name)}\`${where}.`
  return `The name of the test of ${id}${where} has to contain \`${plain(token ?? id)}\`: by that it is found.`
}

function oneOf(test: TestPlace): string {
  const text = printable(test.text).replaceAll('\n', '; ')
  const where = [test.name, test.file].flatMap((it) => (it === null ? [] : [`\`${plain(it)}\``])).join(' in ')
  return [text, where].filter((it) => it !== '').join(' — ') || 'its test has the id in its name'
}

function plain(text: string): string {
  return printable(text).replaceAll(/[`\n]/g, '')
}
