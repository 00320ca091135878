/**
 * An integration test as an object of JSON, wherever it stands: in the `integration_tests` of a project state, or in a file of
 * its own (seed 003 §4, DESIGN 'Configuration').
 */

import type { DraftIntegration, Reference, Text } from '../../plan/draft.ts'
import { nearest } from '../../plan/nearest-name.ts'
import { noWordsText, splitWords } from '../../plan/split-words.ts'
import type { Findings } from '../findings.ts'
import { kindOfNode, pointer, valueAt, type JsonNode, type JsonObject, type JsonString } from '../json/tree.ts'
import { listOf, objectOf, stringOf, stringsOf, textIn, wrongType, type Steps } from '../json/typed.ts'

/** What is collected while tests are read. */
export interface TestReading {
  readonly findings: Findings
  /** What names something: ids, references, commands. */
  readonly used: JsonString[]
  /** Whether other tools write this form, too: a member that is not known may be theirs. */
  readonly isShared: boolean
}

const members = ['id', 'description', 'layer', 'tasks_covered', 'command', 'reference'] as const

/** What the same is called where a configuration says it. */
const elsewhere: ReadonlyMap<string, (typeof members)[number]> = new Map([
  ['covers', 'tasks_covered'],
  ['milestone', 'layer'],
  ['run', 'command'],
  ['values', 'reference'],
])

/** The member of an object that lists tests. */
export const listName = 'integration_tests'

/** The tests of such an object; null where it has no list of them. What cannot be used is said with its place, and left out. */
export function readListed(root: JsonNode | null, reading: TestReading): readonly DraftIntegration[] | null {
  const list = listOf(valueAt(root, listName), [listName], reading.findings)
  return list === null ? null : readTests(list.items, [listName], reading)
}

/** Each item of a list that is a test. */
export function readTests(items: readonly JsonNode[], at: Steps, reading: TestReading): readonly DraftIntegration[] {
  return items.flatMap((item, index) => {
    const steps = [...at, index]
    const object = objectOf(item, steps, reading.findings)
    return object === null ? [] : (readTest(object, steps, reading) ?? [])
  })
}

/** One test; null where it cannot be used, which is said. */
export function readTest(test: JsonObject, at: Steps, reading: TestReading): DraftIntegration | null {
  const { findings, used } = reading
  sayUnknown(test, at, reading)
  const id = readId(test, at, reading)
  const command = readCommand(test, at, reading)
  const covers = readCovers(test, at, reading)
  const layer = stringOf(valueAt(test, 'layer'), [...at, 'layer'], findings)
  const description = stringOf(valueAt(test, 'description'), [...at, 'description'], findings)
  const reference = readReference(valueAt(test, 'reference'), [...at, 'reference'], findings)
  if (layer !== null) used.push(layer)
  if (id === null || command === null) return null
  const named = layer?.text.trim() ?? ''
  return {
    id,
    description: description?.text ?? '',
    layer: layer === null || named === '' ? null : textIn(layer, named, findings),
    covers,
    ...command,
    reference,
  }
}

/** What stands under another name would not be looked at, and nobody would see that nothing is compared. */
function sayUnknown(test: JsonObject, at: Steps, { findings, isShared }: TestReading): void {
  for (const { name, key } of test.members.values()) {
    if (members.some((it) => it === name)) continue
    const meant = elsewhere.get(name.toLowerCase()) ?? nearest(name, members)
    if (meant === null && isShared) continue
    const message = `${pointer(...at, name)} is not looked at${meant === null ? '' : `; did you mean ${meant}?`}`
    findings.add('MW408', 'warning', key, message, `known here: ${members.join(', ')}`)
  }
}

/** The id as text; numbers are ids as well, as they are of tasks. */
function readId(test: JsonObject, at: Steps, { findings, used }: TestReading): Text | null {
  const node = valueAt(test, 'id')
  if (node?.is === 'number' && Number.isSafeInteger(node.value)) return textIn(node, String(node.value), findings)
  const id = stringOf(node, [...at, 'id'], findings)
  if (id !== null && id.text.trim() !== '') {
    used.push(id)
    return textIn(id, id.text, findings)
  }
  if (id !== null || node === undefined || node.is === 'literal') wrongType(test, at, 'an object with an id', findings)
  return null
}

/** Ids of tasks, in a list or one alone. */
function readCovers(test: JsonObject, at: Steps, { findings, used }: TestReading): readonly Reference[] {
  const value = valueAt(test, 'tasks_covered')
  const steps = [...at, 'tasks_covered']
  const items = value?.is === 'string' || value?.is === 'number' ? [value] : listOf(value, steps, findings)?.items
  return (items ?? []).flatMap((item, index): readonly Reference[] => {
    if (item.is === 'number' && Number.isSafeInteger(item.value))
      return [{ id: String(item.value), span: findings.span(item) }]
    if (item.is !== 'string') {
      wrongType(item, [...steps, index], 'the id of a task', findings)
      return []
    }
    used.push(item)
    return [{ id: item.text, span: findings.span(item) }]
  })
}

/** The command, as a line or as words. One that takes a shell is kept as it is, and never run (MW600): it is asked about. */
function readCommand(
  test: JsonObject,
  at: Steps,
  { findings, used }: TestReading,
): Pick<DraftIntegration, 'command' | 'argv'> | null {
  const node = valueAt(test, 'command')
  const steps = [...at, 'command']
  if (node?.is === 'list') {
    const words = stringsOf(node, steps, findings).map(({ node: word }) => word)
    used.push(...words)
    if (words.length === 0 || words[0]?.text === '') return noCommand(node, steps, findings)
    return {
      command: textIn(node, words.map(({ text }) => text).join(' '), findings),
      argv: words.map(({ text }) => text),
    }
  }
  const line: JsonString | null = stringOf(node, steps, findings)
  if (line === null) return node === undefined || node.is === 'literal' ? noCommand(test, steps, findings) : null
  used.push(line)
  const command = textIn(line, line.text, findings)
  const words = splitWords(line.text)
  if (words.is === 'words')
    return words.words.length === 0 ? noCommand(line, steps, findings) : { command, argv: words.words }
  const help = 'put the line into a script and name that, or write the command as a list of words'
  const message = `${pointer(...steps)} ${noWordsText(words)}; the test cannot run, and a person is asked about it`
  findings.add('MW600', 'warning', line, message, help)
  return { command, argv: null }
}

function noCommand(node: JsonNode, steps: Steps, findings: Findings): null {
  const help = 'write the program and its arguments, for instance "python3 tests/all.py"'
  findings.add('MW602', 'error', node, `${pointer(...steps)} names no program`, help)
  return null
}

/** Values with their tolerances: `{ value, atol, rtol }`, or a number alone, which has to be met exactly (MW603). */
function readReference(node: JsonNode | undefined, at: Steps, findings: Findings): DraftIntegration['reference'] {
  const reference = objectOf(node, at, findings)
  if (reference === null) return []
  return [...reference.members.values()].flatMap(({ name, value: given }) => {
    const steps = [...at, name]
    const value =
      given.is === 'object'
        ? numberOf(given.members.get('value')?.value, given, [...steps, 'value'], findings)
        : numberOf(given, given, steps, findings)
    const tolerance = (kind: 'atol' | 'rtol'): number | null => {
      const found = valueAt(given, kind)
      if (found === undefined || (found.is === 'literal' && found.value === null)) return 0
      const read = numberOf(found, found, [...steps, kind], findings)
      if (read === null || read >= 0) return read
      findings.add(
        'MW603',
        'error',
        found,
        `${pointer(...steps, kind)} is negative`,
        'write 0 or more: how far a value may be off',
      )
      return null
    }
    const [atol, rtol] = [tolerance('atol'), tolerance('rtol')]
    sayStrangeTolerance(given, steps, findings)
    return value === null || atol === null || rtol === null
      ? []
      : [{ name, value, atol, rtol, span: findings.span(given) }]
  })
}

/** A tolerance by another name would be none: the value would have to be met exactly, and nobody would see why. */
function sayStrangeTolerance(value: JsonNode, at: Steps, findings: Findings): void {
  if (value.is !== 'object') return
  for (const { name, key } of value.members.values()) {
    if (name === 'atol' || name === 'rtol' || !/tol/i.test(name)) continue
    const message = `${pointer(...at, name)} is not looked at; tolerances are atol and rtol`
    findings.add('MW603', 'warning', key, message, 'write atol for an absolute tolerance, rtol for a relative one')
  }
}

/** @param where what is pointed at where there is no value */
function numberOf(node: JsonNode | undefined, where: JsonNode, at: Steps, findings: Findings): number | null {
  if (node?.is === 'number') return Number.isFinite(node.value) ? node.value : null
  const what = node === undefined ? 'is missing' : `is ${kindOfNode(node)}`
  findings.add(
    'MW603',
    'error',
    node ?? where,
    `${pointer(...at)} ${what}; a number is expected`,
    'write the number that the test has to find',
  )
  return null
}
