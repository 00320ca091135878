/** What a parameters file says has to hold at the end: `[completion_criteria]` and `[definition_of_complete]` (seed 004 §1.1a, §6.4). */

import { oneLine } from '../../../plan/one-line.ts'
import { isNameOfOptional } from '../../../plan/optional-criterion.ts'
import { meantBy } from '../key-slips.ts'
import { isCriteriaKey, sortsCriteria } from '../markdown/section.ts'
import type { ToldCriterion } from '../told.ts'
import { entriesOf, entryOf, extentOf, isTable, scalarText, tableOf, textsOf, type Entry, type Table } from './table.ts'

/** Tables of criteria, or lists of them; beside the format's own two as people call them elsewhere: none is left aside for its name. */
const names: readonly string[] = [
  'completion_criteria',
  'definition_of_complete',
  'definition_of_done',
  'success_criteria',
  'acceptance_criteria',
  'exit_criteria',
  'done_criteria',
  'goal_achievement_criteria',
  'quality_standards',
  'verification_method',
  'completion_checklist',
  'quality_criteria',
  'validation_criteria',
  'verification_criteria',
  'completeness_criteria',
  'acceptance_tests',
  'acceptance_checklist',
  'done_when',
  'complete_when',
  'completed_when',
]
/** In tables of the file people write the same, and `criteria`, or what is to be delivered, too; not in these, where it would be something else. */
export const criteriaKeys: readonly string[] = [
  ...names,
  'criteria',
  'primary_deliverable',
  'primary_deliverables',
  'deliverables',
  'final_deliverables',
]
/** In the table of the goal. */
const ofGoal: readonly string[] = ['success', 'expected_outcome', 'expected_outcomes', 'outcomes']
/** Tables about the whole: in others a key that is called like criteria may be a setting. */
const ofPlan: ReadonlySet<string> = new Set(['goal', 'project', 'spec', 'plan', 'quality', 'metadata'])
const elsewhere: ReadonlySet<string> = new Set(['tasks', 'constraints', 'components', 'software_stack', 'mcp_tools'])

/**
 * Tables that may say what has to hold at the end, and may hold settings as well: of them the keys that surely do, and of others it is
 * told that they are not read (MW528).
 */
const half: Readonly<Record<string, readonly string[]>> = {
  completion: [
    ...criteriaKeys,
    ...['quality', 'conditions', 'requirements', 'checklist', 'checks', 'tests', 'definition', 'deliverable', 'when'],
    ...['verification', 'verification_methods', 'acceptance'],
  ],
  acceptance: [...criteriaKeys, 'conditions', 'requirements', 'checklist', 'checks', 'tests'],
  quality: [...criteriaKeys, 'standards', 'gates'],
  verification: [...criteriaKeys, 'method', 'methods', 'conditions', 'checks', 'checklist', 'tests'],
}

/** Names of a table's entries of which the words are read as criteria, or told to be none. */
export function namesOfCriteria(table: Table): ReadonlySet<string> {
  const own = Object.keys(table.value).filter(
    (it) => criteriaKeys.includes(it) || Object.hasOwn(half, it) || criteriaMeant(it),
  )
  return new Set([...own, ...namedAlike(table), ...(table.path.join('.') === 'goal' ? ofGoal : [])])
}

interface Place {
  readonly table: Table
  readonly entry: Entry
}

/** Keys of a table that are called as headings of criteria are in the Markdown: `success_metrics`, `DoD`. */
function namedAlike(table: Table): readonly string[] {
  return Object.keys(table.value).filter(
    (name) => !criteriaKeys.includes(name) && !Object.hasOwn(half, name) && isCriteriaKey(name),
  )
}

/** Whether a table of the file is meant for one of these, and misspelt: what it says counts all the same. */
export function criteriaMeant(name: string): boolean {
  return !names.includes(name) && names.includes(meantBy(name.toLowerCase(), names) ?? '')
}

function placesOf(root: Table): readonly Place[] {
  const within = (table: Table, own: readonly string[]): readonly Place[] =>
    own.flatMap((name) => {
      const entry = entryOf(table, [name])
      // `done_when = true` says nothing that could hold.
      const saysNone = entry !== null && ofTime.test(name) && !isListed(entry.value) && !isTable(entry.value)
      return entry === null || saysNone ? [] : [{ table, entry }]
    })
  const alike = new Set(namedAlike(root))
  // Settings may be called like criteria: only sentences are some.
  const sentences = (table: Table, own: readonly string[]): readonly Place[] =>
    within(table, own).flatMap(({ entry }): readonly Place[] => {
      const inner = tableIn(table, entry.name)
      if (inner === null) return holdsWords(entry.value) ? [{ table, entry }] : []
      return entriesOf(inner).flatMap((it) => (holdsWords(it.value) ? [{ table: inner, entry: it }] : []))
    })
  const lower = entriesOf(root).flatMap(({ name, value, path }): readonly Place[] => {
    if (elsewhere.has(name) || names.includes(name) || alike.has(name)) return []
    if (isTable(value)) {
      const table = { value, path, of: root.of }
      const own = ofPlan.has(name) ? sentences(table, namedAlike(table)) : []
      return [...within(table, [...criteriaKeys, ...(name === 'goal' ? ofGoal : [])]), ...own]
    }
    // SPECLets, one by one.
    const tables = Array.isArray(value) ? value.map((it: unknown, at) => ({ it, at })) : []
    return tables.flatMap(({ it, at }) =>
      isTable(it) ? within({ value: it, path: [...path, at], of: root.of }, criteriaKeys) : [],
    )
  })
  const halves = halvesOf(root).flatMap(({ table, name }) =>
    entriesOf(table).flatMap((entry): readonly Place[] =>
      // Lists of these names are read in any table of the file.
      isSure(name, entry) && !(table.path.length === 1 && criteriaKeys.includes(entry.name)) ? [{ table, entry }] : [],
    ),
  )
  const whole = Object.keys(half).flatMap((name) =>
    [root, tableIn(root, 'goal')].flatMap((table): readonly Place[] => {
      const entry = table === null ? null : entryOf(table, [name])
      return table !== null && entry !== null && isListed(entry.value) ? [{ table, entry }] : []
    }),
  )
  const slips = entriesOf(root).flatMap(({ name }) => (criteriaMeant(name) ? [name] : []))
  return [...within(root, [...criteriaKeys, ...slips]), ...sentences(root, [...alike]), ...lower, ...whole, ...halves]
}

/** A table below a name, in silence where it is none. */
function tableIn({ value, path, of }: Table, name: string): Table | null {
  const inner = value[name]
  return isTable(inner) ? { value: inner, path: [...path, name], of } : null
}

/** `[completion]`, `[goal.completion]`, `[verification]` … */
function halvesOf(root: Table): readonly { readonly table: Table; readonly name: string }[] {
  return Object.keys(half).flatMap((name) =>
    [root, tableIn(root, 'goal')].flatMap((above) => {
      const table = above === null ? null : tableIn(above, name)
      return table === null ? [] : [{ table, name }]
    }),
  )
}

function isSure(name: string, { name: key, value }: Entry): boolean {
  return half[name]?.includes(key) === true && (isListed(value) || isTable(value))
}

/** MW528 for words in a table that may say what has to hold at the end, by keys that do not say so. */
export function sayHalf(root: Table): void {
  const alike = namedAlike(root).flatMap((name) => tableIn(root, name) ?? [])
  for (const table of alike)
    for (const entry of entriesOf(table))
      if (!holdsWords(entry.value) && typeof entry.value !== 'boolean') sayNotRead(table, entry)
  for (const { table, name } of halvesOf(root))
    for (const entry of entriesOf(table)) {
      if (isSure(name, entry) || !holdsWords(entry.value)) continue
      sayNotRead(table, entry)
    }
}

function sayNotRead(table: Table, { path: parts, key }: Entry): void {
  const path = parts.map(String).join('.')
  const message = `${oneLine(path)} is not read: what it says is no criterion`
  const help = 'write what has to hold at the end below [completion_criteria], as a list of texts'
  table.of.findings.once('MW528', 'warning', path, extentOf(key), message, help)
}

/** Whether a text of more than one word stands in a value. */
function holdsWords(value: unknown): boolean {
  if (typeof value === 'string') return /\S\s+\S/.test(value.trim())
  return Array.isArray(value) ? value.some(holdsWords) : isTable(value) && Object.values(value).some(holdsWords)
}

/** Of the definition of a parameters file these are read by their names (`readSettings`). */
const named: ReadonlySet<string> = new Set(['primary_deliverable', 'quality_standards', 'verification_method'])

/**
 * All that these say in words and numbers; a key stands above its texts as a heading does.
 * @param isParameters whether the file is that of the parameters, of whose definition others read a part
 */
export function readCriteria(root: Table, isParameters: boolean): readonly ToldCriterion[] {
  return placesOf(root).flatMap(({ table, entry }) => {
    const above = table === root ? [] : sortingIn(table)
    if (isListed(entry.value)) return criteriaOf(table, entry, above)
    const own = tableOf(table, entry.name)
    if (own === null) return []
    const isRead = isParameters && table === root && entry.name === 'definition_of_complete'
    return criteriaIn(own, [...above, ...sortingIn(own)], (it) => !isRead || !named.has(it.name))
  })
}

/** A key as it stands above its texts. */
function headingOf(name: string): string {
  return name.replaceAll('_', ' ')
}

/** The name of a table that says of what kind its criteria are, as a heading above them. */
function sortingIn({ path }: Table): readonly string[] {
  const name = headingOf(String(path.at(-1) ?? ''))
  return sortsCriteria(name.toLowerCase()) ? [name] : []
}

function isListed(value: unknown): boolean {
  return typeof value === 'string' || Array.isArray(value)
}

function criteriaOf(table: Table, entry: Entry, above: readonly string[]): readonly ToldCriterion[] {
  const { name, value, span } = entry
  const heading = headingOf(name)
  if (typeof value === 'boolean') {
    // Of a flag that need not be true nothing else is told.
    const isTold = value && above.some(isNameOfOptional)
    return isTold ? [{ text: { text: heading, span }, under: above, ticked: null, isWords: false }] : []
  }
  const under = ofTime.test(name) ? above : [...above, heading]
  if (Array.isArray(value) && value.some(isTable)) return value.flatMap((it: unknown) => ofTable(it, span, under))
  if (typeof value === 'string' || Array.isArray(value))
    return textsOf(table, name).map((text) => ({ text, under, ticked: null, isWords: false }))
  const number = scalarText(value)
  if (number !== null)
    return [{ text: { text: `${heading}: ${number}`, span }, under: above, ticked: null, isWords: false }]
  const inner = tableOf(table, name)
  return inner === null ? [] : criteriaIn(inner, under)
}

/** All that a table says; with `optional = true` or `required = false` of what need not hold. */
function criteriaIn(
  table: Table,
  above: readonly string[],
  isWanted: (entry: Entry) => boolean = () => true,
): readonly ToldCriterion[] {
  const isAside = table.value['optional'] === true || table.value['required'] === false
  const under = isAside ? [...above, 'optional'] : above
  return entriesOf(table)
    .filter((it) => isWanted(it) && !(isAside && (it.name === 'optional' || it.name === 'required')))
    .flatMap((it) => criteriaOf(table, it, under))
}

/** Of a list of tables each is one criterion: `name: Tides; expects: 365 pages`. */
function ofTable(value: unknown, span: Entry['span'], under: readonly string[]): readonly ToldCriterion[] {
  const texts = isTable(value)
    ? Object.entries(value).flatMap(([key, it]) => {
        const text =
          (Array.isArray(it) ? it.flatMap((each) => scalarText(each) ?? []).join(', ') : scalarText(it)) ?? ''
        return text.trim() === '' ? [] : [Object.keys(value).length === 1 ? text : `${key}: ${text}`]
      })
    : [scalarText(value) ?? '']
  const text = texts.join('; ').trim()
  const needNot = isTable(value) && (value['optional'] === true || value['required'] === false) ? ['optional'] : []
  return text === '' ? [] : [{ text: { text, span }, under: [...under, ...needNot], ticked: null, isWords: false }]
}

/** `done_when`: what it stands above says itself what has to hold. */
const ofTime = /(?:^|_)when$/

/** Truth values of these tables, and of tables in them but for what need not hold, by their names; of two of one name the one that is true counts. */
export function readFlags(root: Table): Readonly<Record<string, boolean>> {
  const flags = placesOf(root).flatMap(({ table, entry }) => {
    const own = isListed(entry.value) ? null : tableOf(table, entry.name)
    return own === null ? [] : flagsIn(own)
  })
  return Object.fromEntries([...flags.filter(([, value]) => !value), ...flags.filter(([, value]) => value)])
}

function flagsIn(table: Table): readonly (readonly [string, boolean])[] {
  return entriesOf(table).flatMap(({ name, value }) => {
    if (typeof value === 'boolean') return [[name, value] as const]
    if (Array.isArray(value) || scalarText(value) !== null || isNameOfOptional(headingOf(name))) return []
    const inner = tableOf(table, name)
    return inner === null ? [] : flagsIn(inner)
  })
}
