/** Tests of whole layers that a project state names: `integration_tests` (seed 003 §4, DESIGN 'Configuration'). */

import type { DraftIntegration } from '../../plan/draft.ts'
import { splitWords } from '../../plan/split-words.ts'
import type { Findings } from '../findings.ts'
import { kindOfNode, pointer, valueAt, type JsonNode, type JsonObject, type JsonString } from '../json/tree.ts'
import { listOf, objectOf, stringOf, stringsOf, wrongType, type Steps } from '../json/typed.ts'
import { textIn, type Reading } from './read-task.ts'

const member = 'integration_tests'

/** Reads them; null where the state has no such list. What cannot be used is said with its place, and left out. */
export function readIntegrations(root: JsonNode | null, reading: Reading): readonly DraftIntegration[] | null {
  const value = valueAt(root, member)
  const list = listOf(value, [member], reading.findings)
  if (list === null) return null
  return list.items.flatMap((item, index) => {
    const at = [member, index]
    const object = objectOf(item, at, reading.findings)
    return object === null ? [] : (readIntegration(object, at, reading) ?? [])
  })
}

function readIntegration(test: JsonObject, at: Steps, reading: Reading): DraftIntegration | null {
  const { findings, used } = reading
  const id = stringOf(valueAt(test, 'id'), [...at, 'id'], findings)
  const command = readCommand(test, at, reading)
  const covers = stringsOf(valueAt(test, 'tasks_covered'), [...at, 'tasks_covered'], findings)
  const layer = stringOf(valueAt(test, 'layer'), [...at, 'layer'], findings)
  const description = stringOf(valueAt(test, 'description'), [...at, 'description'], findings)
  const reference = readReference(valueAt(test, 'reference'), [...at, 'reference'], findings)
  for (const { node } of covers) used.push(node)
  if (id === null) {
    if (!test.members.has('id')) wrongType(test, at, 'an object with an id', findings)
    return null
  }
  used.push(id)
  if (command === null) return null
  return {
    id: textIn(id, id.text, findings),
    description: description?.text ?? '',
    layer: layer === null ? null : textIn(layer, layer.text, findings),
    covers: covers.map(({ node }) => ({ id: node.text, span: findings.span(node) })),
    ...command,
    reference,
  }
}

/** The command, as a line or as words. One that takes a shell is kept as it is, and never run (MW600). */
function readCommand(
  test: JsonObject,
  at: Steps,
  { findings, used }: Reading,
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
  const why =
    words.is === 'unclosed'
      ? `has a ${words.quote} that is never closed`
      : `needs a shell (${words.use.operators.join(', ')})`
  const help = 'put the line into a script and name that, or write the command as a list of words'
  findings.add('MW600', 'warning', line, `${pointer(...steps)} ${why}; the test is not run`, help)
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
    return value === null || atol === null || rtol === null
      ? []
      : [{ name, value, atol, rtol, span: findings.span(given) }]
  })
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
