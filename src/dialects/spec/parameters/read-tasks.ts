/** `[[tasks]]`, their steps and backups, and `[[speclets]]` of a parameters file (FORMATS section 6). */

import type { Text } from '../../../plan/draft.ts'
import { oneLine } from '../../../plan/one-line.ts'
import type { Span } from '../../../plan/source.ts'
import { decode } from '../../scan/bytes.ts'
import { sameWords } from '../same-words.ts'
import { nameOfTitle } from '../speclet-name.ts'
import type { Told, ToldBackup, ToldSpeclet, ToldStep, ToldTask } from '../told.ts'
import { criteriaKeys } from './read-criteria.ts'
import { readVerification } from './read-verification.ts'
import {
  entriesOf,
  entryOf,
  extentOf,
  flagOf,
  isTable,
  scalarText,
  spanOf,
  tableOf,
  tablesOf,
  textOf,
  textsOf,
  wholeOf,
  wrong,
  type Entry,
  type Table,
} from './table.ts'

/** Most retries that a plan may ask for (RELIABILITY 7, MW508). */
const retries = { least: 0, most: 100 } as const

const titles = ['name', 'title', 'description', 'purpose'] as const
const flags = ['id', 'critical', 'critical_flag'] as const
/** Names whose entries have a meaning of their own; whatever else a task or step holds is kept as a note. */
const known = {
  speclet: [...flags, 'depends_on', 'dependencies', 'tasks', 'parallel_allowed', ...criteriaKeys],
  task: [...flags, 'mode', 'max_retries', 'steps', 'research_enabled', 'research_sources'],
  method: ['action', 'primary_method', 'method'],
  step: [...flags, 'mode', 'max_retries', 'expected_output', 'backups', 'backup_methods', 'verification'],
  backup: [
    'id',
    'trigger_condition',
    'trigger',
    'execution_method',
    'type',
    'tool_path',
    'tool',
    'script',
    'tool_args',
  ],
} as const

/** The tasks of a file, or of a SPECLet whose tasks stand within it. @param speclet its id */
export function readTasks(table: Table, speclet: string | null): readonly ToldTask[] {
  const tables = tablesOf(table, ['tasks'], (entry) => singleTable(table, entry, 'tasks'))
  return tables.flatMap((it) => readTask(it, speclet) ?? [])
}

/** The SPECLets of a file, each with the tasks that stand within it. */
export function readSpeclets(
  table: Table,
): readonly { readonly speclet: ToldSpeclet; readonly tasks: readonly ToldTask[] }[] {
  const tables = tablesOf(table, ['speclets', 'SPECLets', 'spec_lets'], (entry) => {
    const help = 'write [[speclets]] with two brackets, and an id in each'
    table.of.findings.add('MW513', 'error', extentOf(entry.key), '[speclets] is a table, not a list of tables', help)
    return false
  })
  const found = tables.flatMap((it) => {
    const id = idOf(it, 'SPECLet')
    return id === null ? [] : [{ table: it, id }]
  })
  const ids = new Set(found.map(({ id }) => id.text))
  // Where ids are numbers, SPECLets are also called by their names.
  const named = new Map(
    found.flatMap(({ table: it, id }) => {
      const { name } = it.value
      return typeof name === 'string' ? [[nameOfTitle(name), id.text] as const] : []
    }),
  )
  const idFor = (told: Text): Text => ({
    ...told,
    text: ids.has(told.text) ? told.text : (named.get(nameOfTitle(told.text)) ?? told.text),
  })
  return found.map(({ table: it, id }) => {
    const dependencies = ['depends_on', 'dependencies']
    const title = textOf(it, 'description') ?? textOf(it, 'name', 'title', 'purpose')
    return {
      speclet: {
        id: id.text,
        span: id.span,
        title,
        dependsOn: textsOf(it, ...dependencies)
          .map(plainId)
          .map(idFor),
        saysDependencies: entryOf(it, dependencies)?.span ?? null,
        tasks: hasInlineTasks(it) ? [] : textsOf(it, 'tasks').map(plainId),
        saysTasks: hasInlineTasks(it) ? null : (entryOf(it, ['tasks'])?.span ?? null),
        parallel: flagOf(it, 'parallel_allowed'),
        critical: criticalOf(it),
        notes: notesOf(it, known.speclet, [title]),
      },
      tasks: hasInlineTasks(it) ? readTasks(it, id.text) : [],
    }
  })
}

/** Ids are listed as `1`, `"1"` or `"task_1"`. */
function plainId(listed: Text): Text {
  return { ...listed, text: listed.text.trim().replace(/^task[_-]/i, '') }
}

function hasInlineTasks({ value }: Table): boolean {
  const { tasks } = value
  return Array.isArray(tasks) ? tasks.some((it) => typeof it === 'object' && it !== null) : typeof tasks === 'object'
}

function singleTable(table: Table, { key }: Entry, name: string): boolean {
  const message = `[${name}] is a table; it is read as a list of one`
  table.of.findings.add('MW513', 'warning', extentOf(key), message, `write [[${name}]] with two brackets`)
  return true
}

/**
 * An integer or a text; null where there is none, which is told.
 * @param within ids of what it stands in, the outermost first: `1.2` in task 1 is its step 2
 */
function idOf(table: Table, what: 'task' | 'step' | 'SPECLet', within: readonly string[] = []): Text | null {
  const entry = entryOf(table, ['id'])
  if (entry === null) {
    const message = `a ${what} without an id`
    table.of.findings.add('MW506', 'error', extentOf(spanOf(table)), message, 'give it an id that no other one has')
    return null
  }
  const { value, span } = entry
  if (typeof value === 'number' && Number.isSafeInteger(value)) return { text: String(value), span }
  if (typeof value === 'string' && value.trim() !== '') {
    const text = value.trim()
    if (what === 'SPECLet') return { text, span }
    const own = ownId(what === 'task' ? text.replace(/^task[_-](?=\d)/i, '') : text, within)
    sayUnusual(table, what, span, 'a text', text === own ? 'write it without quotes' : `write ${own}`)
    return { text: own, span }
  }
  if (typeof value === 'number' && what !== 'SPECLet') {
    // As it is written: `1.10` is not `1.1`.
    const text = decode(table.of.source.bytes, span.offset, span.offset + span.length)
    const own = ownId(text, within)
    if (own !== text) {
      sayUnusual(table, what, span, 'a decimal number', `write ${own}`)
      return { text: own, span }
    }
  }
  wrong(table, entry, what === 'SPECLet' ? 'a text or an integer' : 'an integer')
  return null
}

function sayUnusual(table: Table, what: 'task' | 'step', span: Span, is: string, help: string): void {
  const message = `the id of a ${what} is ${is}; an integer is usual`
  table.of.findings.once('MW513', 'warning', what, extentOf(span), message, help)
}

/** The last number of one that begins with the ids of what it stands in, as titles of the Markdown have it. */
function ownId(text: string, within: readonly string[]): string {
  const parts = text.split('.')
  const before = parts.slice(0, -1)
  const around = within.flatMap((id) => id.split('.')).slice(-before.length)
  const isWithin = before.length > 0 && before.every((part, at) => part === around[at])
  return isWithin && parts.every((part) => /^\d+$/.test(part)) ? (parts.at(-1) ?? text) : text
}

function readTask(table: Table, speclet: string | null): ToldTask | null {
  const around = speclet === null ? [] : [speclet]
  const id = idOf(table, 'task', around)
  if (id === null) return null
  const title = textOf(table, ...titles.slice(0, 2)) ?? textOf(table, ...titles.slice(2))
  const said = textOf(table, 'description', 'purpose')
  const steps = tablesOf(table, ['steps'], (entry) => singleTable(table, entry, 'tasks.steps'))
  const isInWords = typeof entryOf(table, ['verification'])?.value === 'string'
  const verification = isInWords ? textOf(table, 'verification') : null
  return {
    id: id.text,
    speclet,
    span: id.span,
    title,
    description: said !== null && !sameWords(said.text, title?.text ?? '') ? said : null,
    steps: steps.flatMap((it) => readStep(it, [...around, id.text]) ?? []),
    critical: criticalOf(table),
    mode: textOf(table, 'mode'),
    retries: wholeOf(table, retries, 'max_retries'),
    research: flagOf(table, 'research_enabled'),
    researchSources: textsOf(table, 'research_sources'),
    verification,
    notes: notesOf(table, known.task, [title, said, verification]),
    block: spanOf(table),
  }
}

function readStep(table: Table, within: readonly string[]): ToldStep | null {
  const id = idOf(table, 'step', within)
  if (id === null) return null
  const { words, ways } = readVerification(table)
  const title = textOf(table, 'description', 'name', 'title')
  const method = textOf(table, 'action') ?? methodOf(table)
  return {
    id: id.text,
    span: id.span,
    title,
    method,
    methodNotes: notesOf(table, known.method, [title, method], 'alone'),
    backups: readBackups(table),
    expected: textOf(table, 'expected_output'),
    critical: criticalOf(table),
    mode: textOf(table, 'mode'),
    retries: wholeOf(table, retries, 'max_retries'),
    verification: words,
    verifications: ways,
    notes: notesOf(table, [...known.step, ...known.method], [title, method]),
  }
}

/** Of both names the stricter one counts where they say opposite things, which is told (MW520). */
function criticalOf(table: Table): Told<boolean> | null {
  const [flag, plain] = [flagOf(table, 'critical_flag'), flagOf(table, 'critical')]
  if (flag === null || plain === null || flag.value === plain.value) return flag ?? plain
  const [strict, other, name] = flag.value ? [flag, plain, 'critical'] : [plain, flag, 'critical_flag']
  const place = { start: other.span.offset, end: other.span.offset + other.span.length }
  const message = `${name} says false, and beside it ${flag.value ? 'critical_flag' : 'critical'} says true: that counts`
  table.of.findings.add('MW520', 'warning', place, message, 'let both say the same, or take one of them out', [
    { message: 'the other one', span: strict.span },
  ])
  return strict
}

/** `method = "primary"` only says which of the methods it means. */
function methodOf(table: Table): Text | null {
  const primary = textOf(table, 'primary_method')
  if (primary !== null) return primary
  const method = textOf(table, 'method')
  return method === null || /^primary$/i.test(method.text.trim()) ? null : method
}

/** As tables, as `backup_1`, `backup_2` …, or as a list of texts. */
function readBackups(table: Table): readonly ToldBackup[] {
  const { value } = table
  const isListed = Array.isArray(value['backups']) && value['backups'].every((it) => typeof it === 'string')
  const byNumber = numberedBackups(table)
  if (byNumber !== null) return byNumber
  const tables = isListed
    ? []
    : tablesOf(table, ['backups'], (entry) => singleTable(table, entry, 'tasks.steps.backups'))
  const numbered = entriesOf(table).filter(({ name }) => /^backup_\d+$/.test(name))
  const listed = [...(isListed ? textsOf(table, 'backups') : []), ...textsOf(table, 'backup_methods')]
  for (const name of isListed ? ['backups', 'backup_methods'] : ['backup_methods']) sayBlankIn(table, name)
  return [
    ...tables.map((it, at) => readBackup(it, at)),
    ...numbered.flatMap(({ name, key }) => {
      const text = backupText(table, name)
      return text === null ? [] : [bareBackup(name.slice('backup_'.length), key, text)]
    }),
    ...listed.map((text, at) => bareBackup(String(at + 1), text.span, text)),
  ]
}

/** `[tasks.steps.backups]` with a key for each: `1 = "text"`, `backup_2 = { … }`; null where they are told otherwise. */
function numberedBackups(table: Table): readonly ToldBackup[] | null {
  const inner = isTable(table.value['backups']) ? tableOf(table, 'backups') : null
  const entries = inner === null ? [] : entriesOf(inner)
  if (inner === null || entries.length === 0 || !entries.every(({ name }) => /^(?:backup_?)?\d+$/.test(name)))
    return null
  return entries.flatMap(({ name, key, value, path }, at) => {
    const id = name.replace(/^backup_?/, '')
    if (isTable(value)) return [{ ...readBackup({ value, path, of: table.of }, at), id }]
    const text = backupText(inner, name)
    return text === null ? [] : [bareBackup(id, key, text)]
  })
}

/** The text of a backup; of a blank one nothing is done, which is told (seed 004 §1.7). */
function backupText(table: Table, name: string): Text | null {
  const entry = entryOf(table, [name])
  if (entry !== null && isBlank(entry.value)) sayBlank(table, entry.span)
  return textOf(table, name)
}

function sayBlankIn(table: Table, name: string): void {
  const entry = entryOf(table, [name])
  const values: readonly unknown[] = Array.isArray(entry?.value) ? entry.value : [entry?.value]
  if (entry !== null && values.some(isBlank)) sayBlank(table, entry.span)
}

function isBlank(value: unknown): boolean {
  return typeof value === 'string' && value.trim() === ''
}

function sayBlank(table: Table, span: Span): void {
  const message = 'a backup that says nothing is none'
  table.of.findings.add('MW509', 'warning', extentOf(span), message, 'say what it does, or take it out')
}

function bareBackup(id: string, span: Span, text: Text): ToldBackup {
  return { id, span, text, trigger: null, kind: null, tool: null, toolArguments: null, notes: [] }
}

/** `backup-1`, `b1` and, with the number of its step before it, `1.2.1` are the Backup 1 of the Markdown. */
function backupNumber(id: string): string {
  return /^(?:(?:backup|b)[-_. ]?|[\d.]+\.)0*(\d+)$/i.exec(id.trim())?.[1] ?? id
}

function readBackup(table: Table, at: number): ToldBackup {
  const entry = entryOf(table, ['id'])
  const id = entry === null ? null : scalarText(entry.value)
  const text = textOf(table, 'description', 'method', 'action', 'name')
  return {
    id: id === null ? String(at + 1) : backupNumber(id),
    span: entry?.span ?? spanOf(table),
    text,
    trigger: textOf(table, 'trigger_condition', 'trigger'),
    kind: textOf(table, 'execution_method', 'type'),
    tool: textOf(table, 'tool_path', 'tool', 'script'),
    toolArguments: argumentsOf(table),
    notes: notesOf(table, known.backup, [text]),
  }
}

/** One text, or a list that is put together as it would be typed. */
function argumentsOf(table: Table): Text | null {
  if (!Array.isArray(table.value['tool_args'])) return textOf(table, 'tool_args')
  const words = textsOf(table, 'tool_args')
  const [first] = words
  const last = words.at(-1)
  if (first === undefined || last === undefined) return null
  const length = last.span.offset + last.span.length - first.span.offset
  return { text: words.map(({ text }) => quoted(text)).join(' '), span: { ...first.span, length } }
}

function quoted(word: string): string {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}

/**
 * What is kept and has no meaning of its own to the executor: `mode_specific = "A"`, also within tables of its own.
 * @param named keys that have one
 * @param said texts that are told as what they are
 * @param kept what is kept: all but what is named, or that alone
 */
function notesOf(
  table: Table,
  named: readonly string[],
  said: readonly (Text | null)[],
  kept: 'others' | 'alone' = 'others',
): readonly Text[] {
  return entriesOf(table).flatMap(({ name, value, span }) => {
    if (named.includes(name) === (kept === 'others') || /^backup_\d+$/.test(name)) return []
    if (typeof value === 'string' && said.some((it) => it !== null && sameWords(it.text, value))) return []
    // `method = "primary"` only says which of the methods it means.
    if (name === 'method' && /^primary$/i.test(String(value).trim())) return []
    return linesOf(oneLine(name), value).map((text) => ({ text, span }))
  })
}

/** `name: value`; of a table in it a line for each of its keys. */
function linesOf(name: string, value: unknown): readonly string[] {
  const text = scalarText(value)?.trim()
  if (text !== undefined) return text === '' ? [] : [`${name}: ${text}`]
  if (isTable(value)) return Object.entries(value).flatMap(([key, it]) => linesOf(`${name}.${oneLine(key)}`, it))
  if (!Array.isArray(value)) return []
  const words = value.map(scalarText)
  if (words.every((it) => it !== null)) return words.length === 0 ? [] : [`${name}: ${words.join(', ')}`]
  return value.flatMap((it: unknown, at) => linesOf(`${name} ${at + 1}`, it))
}
