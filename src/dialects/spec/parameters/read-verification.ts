/** `verification` of a step: words, or ways to verify it that are run and looked at (seed 004 §4.1). What is none of them is told (MW525). */

import type { Text } from '../../../plan/draft.ts'
import { nearest } from '../../../plan/nearest-name.ts'
import { oneLine } from '../../../plan/one-line.ts'
import { classifyPath, protectedBy } from '../../../plan/path-safety.ts'
import { unsafePathFinding } from '../../../plan/rules/unsafe-paths.ts'
import { noWordsText, splitWords } from '../../../plan/split-words.ts'
import { readPattern } from '../../../plan/values/pattern.ts'
import { mostVerifications, type Verification } from '../../../plan/verification.ts'
import type { ToldWay } from '../told.ts'
import { entriesOf, entryOf, extentOf, spanOf, textOf, type Entry, type Table } from './table.ts'

/** What a step says of how it is verified. */
export interface ToldVerification {
  /** In words; null where it says nothing, or says it in ways that are run. */
  readonly words: Text | null
  readonly ways: readonly ToldWay[]
}

const forms = {
  command: ['command', 'exit_code', 'output'],
  file: ['file', 'pattern', 'schema'],
} as const
const allKeys: readonly string[] = [...forms.command, ...forms.file]

const example = 'write verification = { command = "npm test" } or { file = "data/a.csv" }, or words in quotes'

/** Exit codes that a program can end with. */
const highestExitCode = 255

/** @param step the table of a step */
export function readVerification(step: Table): ToldVerification {
  const entry = entryOf(step, ['verification'])
  if (entry === null) return { words: null, ways: [] }
  if (typeof entry.value === 'string') return { words: textOf(step, 'verification'), ways: [] }
  const listed: readonly unknown[] = Array.isArray(entry.value) ? entry.value : [entry.value]
  const tables = listed.map((value, at) => tableAt(step, entry, value, Array.isArray(entry.value) ? at : null))
  const ways = tables.flatMap((it) => (it === null ? [] : (readWay(it) ?? [])))
  if (ways.length > mostVerifications)
    tell(step, entry.span, `more than ${mostVerifications} verifications of one step`, 'put them into one command')
  return { words: null, ways: ways.slice(0, mostVerifications) }
}

/** A table of the list; null for what is none. @param at its place; null where it stands alone */
function tableAt(step: Table, entry: Entry, value: unknown, at: number | null): Table | null {
  const path = at === null ? entry.path : [...entry.path, at]
  const isTable = typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  const table: Table = { value: isTable ? (value as Table['value']) : {}, path, of: step.of }
  if (isTable) return table
  tell(step, spanOf(table), 'a verification must be a text or a table', example)
  return null
}

function readWay(table: Table): ToldWay | null {
  const isCommand = entryOf(table, ['command']) !== null
  if (!isCommand && entryOf(table, ['file']) === null) {
    const isMeant = ['pattern', 'schema'].some((it) => entryOf(table, [it]) !== null)
    const help = isMeant ? 'name the file that it is about: file = "data/a.csv"' : example
    tell(table, spanOf(table), 'a verification names neither a command nor a file', help)
    return null
  }
  if (!hasKnownKeys(table, isCommand)) return null
  const value = isCommand ? readCommand(table) : readFile(table)
  if (value === null) return null
  const names = (isCommand ? ['command'] : ['file', 'schema']).flatMap((name) => {
    const entry = entryOf(table, [name])
    return entry === null ? [] : [{ text: [entry.value].flat().join(' '), span: entry.span }]
  })
  return { value, span: spanOf(table), names }
}

/** Whether a way has only the keys of its form: of one that is misspelt nobody knows what it would have demanded. */
function hasKnownKeys(table: Table, isCommand: boolean): boolean {
  const known: readonly string[] = isCommand ? forms.command : forms.file
  const others = entriesOf(table).filter(({ name }) => !known.includes(name))
  for (const { name, key } of others) {
    const isElsewhere = allKeys.includes(name)
    const meant = isElsewhere ? null : nearest(name, known)
    const what = isElsewhere
      ? `${name} does not go with ${isCommand ? 'a command' : 'a file'}`
      : `a verification has no ${oneLine(name)}${meant === null ? '' : `; did you mean ${meant}?`}`
    tell(
      table,
      key,
      what,
      isElsewhere ? 'make two of it: [[tasks.steps.verification]]' : `it may have ${known.join(', ')}`,
    )
  }
  return others.length === 0
}

function readCommand(table: Table): Verification | null {
  const argv = readWords(table)
  const output = readExpression(table, 'output')
  const exitCode = readExitCode(table)
  if (argv === null || exitCode === null || output === null) return null
  return { is: 'command', argv, exitCode, output: output.text }
}

/** A line that is split as a shell does and never given to one, or a list of words. */
function readWords(table: Table): readonly string[] | null {
  const entry = entryOf(table, ['command'])
  if (entry === null) return null
  const { value, span } = entry
  const list = Array.isArray(value) && value.every((it): it is string => typeof it === 'string') ? value : null
  if (typeof value !== 'string' && list === null) {
    tell(table, span, 'command must be a text, or a list of texts', 'write command = "npm test"')
    return null
  }
  const words = typeof value === 'string' ? splitWords(value) : { is: 'words' as const, words: list ?? [] }
  if (words.is !== 'words') {
    tell(table, span, `the command ${noWordsText(words)}`, 'put the line into a script and name that')
    return null
  }
  if ((words.words[0] ?? '') === '' || words.words.some((it) => it.includes('\0'))) {
    tell(table, span, 'the command names no program', 'write command = "npm test"')
    return null
  }
  return words.words
}

function readExitCode(table: Table): number | null {
  const entry = entryOf(table, ['exit_code'])
  if (entry === null) return 0
  const { value, span } = entry
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= highestExitCode) return value
  tell(table, span, `exit_code must be an integer 0..${highestExitCode}`, 'correct the value, or take the key out')
  return null
}

function readFile(table: Table): Verification | null {
  const file = readPath(table, 'file')
  const pattern = readExpression(table, 'pattern')
  const isOfSchema = entryOf(table, ['schema']) !== null
  const schema = isOfSchema ? readPath(table, 'schema') : null
  if (file === null || pattern === null || (isOfSchema && schema === null)) return null
  if (pattern.text !== null && schema !== null) {
    tell(
      table,
      spanOf(table),
      'a verification has a pattern and a schema',
      'make two of it: [[tasks.steps.verification]]',
    )
    return null
  }
  if (pattern.text === null && schema === null) return { is: 'file', file }
  if (file.endsWith('/')) {
    tell(table, spanOf(table), 'a folder has no text that could be looked at', 'name a file in it')
    return null
  }
  return schema === null ? { is: 'pattern', file, pattern: pattern.text ?? '' } : { is: 'schema', file, schema }
}

/** A path inside the repository, with a `/` behind a folder; null where it is none, which is told. */
function readPath(table: Table, name: 'file' | 'schema'): string | null {
  const entry = entryOf(table, [name])
  if (entry === null) return null
  const { value, span } = entry
  if (typeof value !== 'string' || value.trim() === '') {
    tell(table, span, `${name} must be a path`, `write ${name} = "data/a.json", relative to the root of the repository`)
    return null
  }
  const verdict = classifyPath(value.trim())
  if (verdict.kind === 'unsafe') {
    const { message, help } = unsafePathFinding(verdict.why)
    tell(table, span, `${name}: ${message}`, help)
    return null
  }
  const isFolder = name === 'file' && /[/\\]$/.test(value.trim())
  const guarded = protectedBy(verdict.path, [])
  if (guarded !== null || verdict.path === '.' || /[*?{]/.test(verdict.path)) {
    const help = 'name one file of the repository'
    tell(table, span, guarded === null ? `${name} names no single file` : `${name} lies in ${guarded}`, help)
    return null
  }
  return isFolder ? `${verdict.path}/` : verdict.path
}

/** An expression of RE2, with no text where there is none; null where it is wrong, which is told. */
function readExpression(table: Table, name: 'output' | 'pattern'): { readonly text: string | null } | null {
  const entry = entryOf(table, [name])
  if (entry === null) return { text: null }
  const { value, span } = entry
  const read = typeof value === 'string' && value !== '' ? readPattern(value) : { fault: 'it must be a text' }
  if (typeof value === 'string' && !('fault' in read)) return { text: value }
  const why = 'fault' in read ? read.fault : ''
  tell(table, span, `${name} is no pattern: ${oneLine(why)}`, 'write an expression as RE2 has it, in single quotes')
  return null
}

/** MW525: it verifies nothing. */
function tell({ of }: Table, span: Entry['span'], what: string, help: string): void {
  of.findings.add('MW525', 'error', extentOf(span), what, help)
}
