/** One entry of a list of tasks becomes a task of the draft. */

import type { DraftTask, Reference, Text } from '../../plan/draft.ts'
import type { MarkState } from '../../plan/model.ts'
import { nearest } from '../../plan/nearest-name.ts'
import { oneLine } from '../../plan/one-line.ts'
import { looksLike } from '../encoding/characters.ts'
import type { Findings } from '../findings.ts'
import { isNull, pointer, valueAt, type JsonObject, type JsonString } from '../json/tree.ts'
import { stringOf, stringsOf, textIn, wrongType, type Steps } from '../json/typed.ts'
import { byte } from '../scan/bytes.ts'
import { readFile } from './files.ts'
import { notesOf } from './notes.ts'
import { readStatus } from './statuses.ts'
import { kindOf, knownWords, names } from './words.ts'

/** What reading a file collects beside its tasks. */
export interface Reading {
  readonly bytes: Uint8Array
  readonly findings: Findings
  /** What names something: ids, references, paths, commands. */
  readonly used: JsonString[]
  /** Titles and descriptions. */
  readonly texts: JsonString[]
  /** Keys of tasks so far, over all files of the plan. */
  readonly taskKeys: Map<string, number>
}

const readMembers: ReadonlySet<string> = new Set<string>([
  'id',
  'title',
  'description',
  'status',
  'layer',
  'type',
  'specialist',
  'gates',
  'blocks',
  'spec_doc',
  ...names.dependencies,
  ...names.criteria,
  ...names.files,
])

/** States of tasks that somebody may have to work on. */
const workable: ReadonlySet<MarkState> = new Set<MarkState>(['todo', 'running', 'blocked'])

/**
 * Reads a task. What has the wrong type is said and left out (MW407); a task without an id is read under a generated key
 * (MW104), one that says nothing is MW105.
 */
export function readTask(
  task: JsonObject,
  at: Steps,
  of: { readonly group: string; readonly fallback: MarkState },
  reading: Reading,
): DraftTask {
  const { bytes, findings } = reading
  const id = readId(task, at, reading)
  const description = textOf(task, at, 'description', reading)
  const title = titleOf(task, at, id, description, reading)
  const files = fromAny(task, names.files, at, reading).flatMap(({ node }) => {
    reading.used.push(node)
    return readFile(node, findings) ?? []
  })
  const mark = readStatus(bytes, task, at, of.fallback, findings)
  const saysNothing = title.text === '' || (description === null && title === id && files.length === 0)
  if (saysNothing && workable.has(mark.state)) sayEmpty(task, id, findings)
  const { notes, kept } = notesOf(bytes, task, readMembers, findings)
  const told = [
    ...(description === null ? [] : [description.text]),
    ...[...notes, ...kept].map((it) => `${it.key}: ${it.value}`),
  ]
  const block = findings.span(task)
  const gates = namesAt(task, at, 'gates', reading)
  const criteria = fromAny(task, names.criteria, at, reading).map(({ node }) => textIn(node, node.text, findings))
  return {
    key: keyFor(reading.taskKeys, id?.text ?? generatedKey(of.group, title.text)),
    id,
    title,
    mark,
    group: of.group,
    section: null,
    parent: null,
    parallel: false,
    blockedBy: references(task, names.dependencies, at, reading),
    blocks: references(task, ['blocks'], at, reading),
    files,
    declaresFiles: names.files.some((it) => valueAt(task, it) !== undefined) && files.length > 0,
    traces: [],
    description: description?.text ?? null,
    reason: null,
    otherReason: null,
    tests: [],
    notes,
    checklist: [],
    told: notes.length + kept.length === 0 ? [] : told.map((text) => ({ text, state: null })),
    steps: [],
    line: { ...block, length: lineLength(bytes, task) },
    block,
    indent: '',
    ...worded('layer', decidingWordAt(task, at, 'layer', reading)),
    ...worded('kind', kindAt(task, at, reading)),
    ...worded('role', wordAt(task, at, 'specialist', reading)),
    ...worded('document', wordAt(task, at, 'spec_doc', reading)),
    ...(isCritical(task) ? { isCritical: true as const } : {}),
    ...(criteria.length === 0 ? {} : { criteria }),
    ...(gates.length === 0 ? {} : { gates }),
  }
}

/** Words by which a plan says that much hangs on a task. */
const critical: ReadonlySet<string> = new Set(['high', 'critical', 'very high', 'p0'])

function isCritical(task: JsonObject): boolean {
  return ['risk_level', 'priority'].some((name) => {
    const node = valueAt(task, name)
    return node?.is === 'string' && critical.has(node.text.trim().toLowerCase())
  })
}

function worded<K extends string>(name: K, text: Text | null): Partial<Record<K, Text>> {
  return (text === null ? {} : { [name]: text }) as Partial<Record<K, Text>>
}

/** The id as text; numbers are ids as well. */
function readId(task: JsonObject, at: Steps, { findings, used }: Reading): Text | null {
  const node = valueAt(task, 'id')
  if (node?.is === 'number') return Number.isSafeInteger(node.value) ? textIn(node, String(node.value), findings) : null
  const id = stringOf(node, [...at, 'id'], findings)
  if (id === null || id.text.trim() === '') {
    const help = 'give it an id, so that other tasks and marks can refer to it'
    const place = { start: task.start, end: task.start + 1 }
    if (node === undefined || node.is === 'string' || isNull(node))
      findings.add('MW104', 'warning', place, `${pointer(...at)} has no id; read under a generated key`, help)
    return null
  }
  used.push(id)
  sayLookAlike(id, findings)
  return textIn(id, id.text, findings)
}

/** MW006: every letter of an id that is not ASCII looks like one that is, so that nobody sees which id it is. */
function sayLookAlike(id: JsonString, findings: Findings): void {
  const strange = Array.from(id.text).filter((it) => it > '~')
  const plain = strange.map(looksLike)
  if (strange.length === 0 || plain.includes(null)) return
  const point = (strange[0]?.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const meant = Array.from(id.text)
    .map((it) => (it > '~' ? (looksLike(it) ?? it) : it))
    .join('')
  const message = `'${strange[0] ?? ''}' in the id is U+${point}, not '${plain[0] ?? ''}'; did you mean ${oneLine(meant)}?`
  findings.add('MW006', 'error', id, message, 'type the id again')
}

function titleOf(task: JsonObject, at: Steps, id: Text | null, description: JsonString | null, reading: Reading): Text {
  const { findings } = reading
  const title = textOf(task, at, 'title', reading)
  if (title !== null) return textIn(title, oneLine(title.text), findings)
  if (description !== null)
    return textIn(description, oneLine(description.text.split('\n', 1)[0] ?? '').slice(0, 200), findings)
  return id ?? { text: '', span: findings.span({ start: task.start, end: task.start + 1 }) }
}

function sayEmpty(task: JsonObject, id: Text | null, findings: Findings): void {
  const place = id === null ? task : { start: id.span.offset, end: id.span.offset + id.span.length }
  const called = id === null ? 'this task' : `task ${oneLine(id.text)}`
  findings.add('MW105', 'error', place, `${called} has no title, no description and no files`, 'say what is to be done')
}

function textOf(task: JsonObject, at: Steps, name: string, { findings, texts }: Reading): JsonString | null {
  const node = stringOf(valueAt(task, name), [...at, name], findings)
  if (node === null || node.text.trim() === '') return null
  texts.push(node)
  return node
}

function wordAt(task: JsonObject, at: Steps, name: string, { findings, used }: Reading): Text | null {
  const node = stringOf(valueAt(task, name), [...at, name], findings)
  if (node === null || node.text.trim() === '') return null
  used.push(node)
  return textIn(node, node.text.trim(), findings)
}

/** A word that decides what a task is checked by: one that is nearly one of those that are known is probably meant to be that. */
function decidingWordAt(task: JsonObject, at: Steps, name: 'layer' | 'type', reading: Reading): Text | null {
  const word = wordAt(task, at, name, reading)
  const known: readonly string[] = knownWords[name]
  if (word === null || known.includes(word.text.toLowerCase())) return word
  const near = nearest(word.text, known)
  const node = valueAt(task, name)
  if (near !== null && node?.is === 'string') {
    const message = `${name} "${oneLine(word.text)}" is none that is known, and is kept as it is`
    reading.findings.add('MW407', 'warning', node, message, `did you mean ${near}?`)
  }
  return word
}

function kindAt(task: JsonObject, at: Steps, reading: Reading): Text | null {
  const type = decidingWordAt(task, at, 'type', reading)
  return type === null ? null : { ...type, text: kindOf(type.text) }
}

const shouted = /^[A-Z_]+$/

/** Names of gates; those in capitals, as some states write their words, in lower case. */
function namesAt(task: JsonObject, at: Steps, name: string, { findings, used }: Reading): readonly Text[] {
  return stringsOf(valueAt(task, name), [...at, name], findings).flatMap(({ node }) => {
    used.push(node)
    const text = node.text.trim()
    return text === '' ? [] : [textIn(node, shouted.test(text) ? text.toLowerCase() : text, findings)]
  })
}

/** Strings of a member that has several names. Two names that both say something are both read. */
function fromAny(
  task: JsonObject,
  called: readonly string[],
  at: Steps,
  { findings }: Reading,
): readonly { readonly node: JsonString; readonly at: Steps }[] {
  return called.flatMap((name) => stringsOf(valueAt(task, name), [...at, name], findings))
}

function references(task: JsonObject, called: readonly string[], at: Steps, reading: Reading): readonly Reference[] {
  const { findings, used } = reading
  return called.flatMap((name) => {
    const value = valueAt(task, name)
    const steps = [...at, name]
    if (value === undefined || isNull(value)) return []
    if (value.is !== 'list' && value.is !== 'string') {
      wrongType(value, steps, 'a list of ids', findings)
      return []
    }
    const items = value.is === 'string' ? [value] : value.items
    return items.flatMap((item, index): readonly Reference[] => {
      if (item.is === 'number' && Number.isSafeInteger(item.value))
        return [{ id: String(item.value), span: findings.span(item) }]
      if (item.is !== 'string') {
        wrongType(item, [...steps, index], 'an id', findings)
        return []
      }
      if (item.text.trim() === '') return []
      used.push(item)
      return [{ id: item.text, span: findings.span(item) }]
    })
  })
}

function lineLength(bytes: Uint8Array, { start, end }: JsonObject): number {
  const feed = bytes.indexOf(byte.lineFeed, start)
  const behind = feed < 0 || feed > end ? end : bytes[feed - 1] === byte.carriageReturn ? feed - 1 : feed
  return behind - start
}

function keyFor(taskKeys: Map<string, number>, wanted: string): string {
  const count = (taskKeys.get(wanted) ?? 0) + 1
  taskKeys.set(wanted, count)
  return count === 1 ? wanted : `${wanted}#${count}`
}

/** A key for a task without an id: the same title in the same group always gets the same one (FORMATS R14). */
function generatedKey(group: string, title: string): string {
  let hash = 0x811c9dc5
  const mixed = `${group}\n${title}`
  for (let at = 0; at < mixed.length; at += 1) hash = Math.imul(hash ^ mixed.charCodeAt(at), 0x01000193)
  return `task-${(hash >>> 0).toString(16).padStart(8, '0')}`
}
