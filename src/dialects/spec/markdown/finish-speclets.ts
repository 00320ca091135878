/** SPECLets as they are told: an overview and the section with the tasks are one, and names of others become their ids. */

import type { Text } from '../../../plan/draft.ts'
import type { Span } from '../../../plan/source.ts'
import { exceeded, limits } from '../../limits.ts'
import { decode } from '../../scan/bytes.ts'
import { nameOfTitle } from '../speclet-name.ts'
import type { Told, ToldSpeclet } from '../told.ts'
import { firstLine } from './task-builder.ts'
import { inOrder, keptText, noteOf, partsBetween, usedText, type From } from './finish-task.ts'
import { sayMisspelt, type FieldKey } from './field.ts'
import { extentOfList, readList } from './list-value.ts'
import { isPlaceholderAt, sayPlaceholder } from './placeholder.ts'
import type { FieldBuilder, Reading, SpecletBuilder } from './reading.ts'
import { readFlag } from './value.ts'

/** The SPECLets of a document, in the order in which they are first told. */
export function finishSpeclets(from: From, reading: Reading): readonly ToldSpeclet[] {
  const { speclets, document, header, tasks } = reading
  const all = document === null ? speclets : [{ ...document, fields: header }, ...speclets]
  const parts = apart(all)
  const names = parts.map(([first]) => ({
    id: first?.id ?? '',
    name: nameOfTitle(first === undefined ? '' : decode(from.bytes, first.title.start, first.title.end)),
  }))
  const ids = idsOf(names)
  const within = new Set(tasks.map(({ speclet, head }) => `${speclet ?? ''}/${head?.id ?? ''}`))
  const others: Others = { names, ids, within, left: { names: limits.blockersOfRanges } }
  return parts.map((told, at) => finishSpeclet(from, told, at, others))
}

/**
 * What is told of each SPECLet. One that is told again is the same one, unless it has tasks both times: then it is
 * another with the same id.
 */
function apart(all: readonly SpecletBuilder[]): readonly (readonly SpecletBuilder[])[] {
  const parts: SpecletBuilder[][] = []
  const byId = new Map<string, SpecletBuilder[]>()
  for (const speclet of all) {
    const known = byId.get(speclet.id)
    if (known === undefined || (speclet.tasks > 0 && known.some(({ tasks }) => tasks > 0))) {
      const part = [speclet]
      parts.push(part)
      byId.set(speclet.id, part)
    } else known.push(speclet)
  }
  return parts
}

interface Others {
  readonly names: readonly { readonly id: string; readonly name: string }[]
  /** Ids by id and by name. */
  readonly ids: ReadonlyMap<string, string>
  /** `speclet/task` of the tasks that stand in a SPECLet. */
  readonly within: ReadonlySet<string>
  /** How many names `all previous SPECLets` may still stand for: a few bytes name many. */
  readonly left: { names: number }
}

function idsOf(names: readonly { readonly id: string; readonly name: string }[]): ReadonlyMap<string, string> {
  const ids = new Map<string, string>()
  for (const { id, name } of names) if (name !== '' && !ids.has(name)) ids.set(name, id)
  for (const { id } of names) ids.set(id, id)
  return ids
}

/** @param at which of the SPECLets it is */
function finishSpeclet(from: From, told: readonly SpecletBuilder[], at: number, others: Others): ToldSpeclet {
  const { findings } = from
  const fields = told.flatMap((it) => it.fields)
  const [first] = told
  for (const { field } of fields) sayMisspelt(from.bytes, findings, field)
  const saying = (wanted: FieldKey): readonly FieldBuilder[] =>
    fields.filter(({ key, lines }) => key === wanted && lines.some(({ start, end }) => end > start))
  const [said, listed] = [saying('dependencies'), saying('tasks')]
  const dependencies = said.map((field) => dependenciesOf(from, field, at, others))
  sayDifferent(from, said, dependencies)
  return {
    id: first?.id ?? '',
    span: findings.span(first?.place ?? { start: 0, end: 0 }),
    title: told.map(({ title }) => usedText(from, [{ ...title, width: 0 }])).find((it) => it !== null) ?? null,
    dependsOn: unique(dependencies.flat()),
    saysDependencies: listPlace(from, said),
    tasks: tasksOf(from, first?.id ?? '', listed, others),
    saysTasks: listPlace(from, listed),
    parallel: flagOf(from, fields, 'parallel'),
    critical: flagOf(from, fields, 'critical') ?? criticalOf(from, told),
    notes: notesOf(from, told),
  }
}

const read: ReadonlySet<FieldKey | null> = new Set<FieldKey>(['dependencies', 'tasks', 'parallel', 'critical'])

/** Fields that say nothing to the executor, and words, in the order of the file. */
function notesOf(from: From, told: readonly SpecletBuilder[]): readonly Text[] {
  // What stands in the head of a document is about the document.
  const fields = told.filter(({ isDocument }) => !isDocument).flatMap((it) => it.fields)
  const notes = fields.filter(({ key }) => !read.has(key)).map((field) => noteOf(from, field))
  const words = told.flatMap(({ prose }) => partsBetween(prose, notes))
  return inOrder([...notes, ...words.flatMap((it) => keptText(from, it) ?? [])])
}

function dependenciesOf(from: From, field: FieldBuilder, at: number, { names, ids, left }: Others): readonly Text[] {
  const { bytes, findings } = from
  const { extent } = firstLine(bytes, field)
  if (isSentence(decode(bytes, extent.start, extent.end)) && isPlaceholderAt(bytes, extent)) {
    sayPlaceholder(findings, extent)
    return []
  }
  return readList(bytes, field.lines, findings).flatMap(({ text, span }) => {
    if (allBefore.has(text.toLowerCase())) {
      if (at > left.names) {
        const limit = `${limits.blockersOfRanges} names`
        findings.found.push(exceeded('what "all previous SPECLets" stands for', limit, `${at} more`, span))
        return []
      }
      left.names -= at
      return names.slice(0, at).map(({ id }) => ({ text: id, span }))
    }
    return [{ text: ids.get(text) ?? ids.get(nameOfTitle(text)) ?? text, span }]
  })
}

const allBefore: ReadonlySet<string> = new Set([
  'all previous speclets',
  'all previous',
  'all',
  'all speclets',
  'all others',
])

/** `[list of SPECLet IDs this depends on]` is no list of ids. */
function isSentence(text: string): boolean {
  return text.split(',', 1)[0]?.trim().includes(' ') === true && text.includes('[')
}

/** MW505 where one SPECLet says in two places that it depends on different ones. */
function sayDifferent(
  { findings }: From,
  said: readonly FieldBuilder[],
  dependencies: readonly (readonly Text[])[],
): void {
  const [first] = said
  const key = (texts: readonly Text[] | undefined): string =>
    JSON.stringify(texts?.map(({ text }) => text).sort() ?? [])
  const other = said.find((_, at) => key(dependencies[at]) !== key(dependencies[0]))
  if (first === undefined || other === undefined) return
  const message = 'this SPECLet says here that it depends on others than above; it waits for all of them'
  findings.add('MW505', 'warning', other.field.name, message, 'let both places say the same', [
    { message: 'the other place', span: findings.span(first.field.name) },
  ])
}

/** Where the first of these has its list. */
function listPlace({ bytes, findings }: From, [field]: readonly FieldBuilder[]): Span | null {
  return field === undefined ? null : findings.span(extentOfList(bytes, field.lines))
}

function unique(texts: readonly Text[]): readonly Text[] {
  const seen = new Set<string>()
  return texts.filter(({ text }) => {
    const isNew = !seen.has(text)
    seen.add(text)
    return isNew
  })
}

/** The listed tasks; those that are numbered within the SPECLet and stand in it are told by that. */
function tasksOf(
  { bytes, findings }: From,
  id: string,
  fields: readonly FieldBuilder[],
  { within }: Others,
): readonly Text[] {
  return fields
    .flatMap(({ lines }) => readList(bytes, lines, findings))
    .filter(({ text }) => {
      const dot = text.indexOf('.')
      return dot < 0 || text.slice(0, dot) !== id || !within.has(`${id}/${text.slice(text.lastIndexOf('.') + 1)}`)
    })
}

function flagOf({ bytes, findings }: From, fields: readonly FieldBuilder[], key: FieldKey): Told<boolean> | null {
  for (const field of fields) {
    if (field.key !== key) continue
    const flag = readFlag(bytes, firstLine(bytes, field).extent, findings)
    if (flag !== null) return flag
  }
  return null
}

function criticalOf({ findings }: From, told: readonly SpecletBuilder[]): Told<boolean> | null {
  const critical = told.find((it) => it.critical !== null)?.critical ?? null
  return critical === null ? null : { value: critical.value, span: findings.span(critical.place) }
}
