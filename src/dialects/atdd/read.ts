/** `atdd-checklist.json`: acceptance criteria with their tests, in the spellings that projects use (FORMATS section 2, seed 000 §5). */

import { criterionKey, type Criterion, type CriterionStatus } from '../../plan/criterion.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import { oneLine } from '../../plan/one-line.ts'
import { classifyPath } from '../../plan/path-safety.ts'
import type { Source } from '../../plan/source.ts'
import { findingsOf, type Findings } from '../findings.ts'
import { readJson } from '../json/read-json.ts'
import { isNull, kindOfNode, valueAt, type JsonNode, type JsonObject, type JsonString } from '../json/tree.ts'

export interface ListedCriterion extends Criterion {
  readonly node: JsonObject
  /** Whether it says how far it is, in whatever form. */
  readonly says: boolean
  /** The text that does; null where there is none. */
  readonly statusNode: JsonString | null
}

export interface Checklist {
  readonly criteria: readonly ListedCriterion[]
  /** With an error among them nothing of the file may be used. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Keys below which a file that is an object may have its list. */
const listKeys = ['criteria', 'acceptance_criteria', 'acceptanceCriteria', 'checklist', 'items', 'tests'] as const
const idKeys = ['id', 'ac', 'ac_id', 'acId', 'criterion_id', 'criterion'] as const
const fileKeys = ['test_file', 'testFile', 'file'] as const
const nameKeys = ['test_name', 'testName', 'test'] as const
const textKeys = ['text', 'description', 'title', 'criterion'] as const

/** Words by which files say how far a test is. */
const statusWords: Readonly<Record<CriterionStatus, readonly string[]>> = {
  skip: ['skip', 'skipped', 'pending', 'todo'],
  red: ['red', 'fail', 'failing', 'failed'],
  green: ['green', 'pass', 'passing', 'passed', 'done'],
}

const mostCriteria = 10_000
const longestText = 4_000

/** Reads a checklist. It never throws; what it does not understand is a diagnostic with its place. */
export function readChecklist(source: Source): Checklist {
  const { root, diagnostics } = readJson(source)
  if (root === null) return { criteria: [], diagnostics }
  const findings = findingsOf(source)
  const entries = entriesOf(root)
  if (entries === null || entries.length > mostCriteria) {
    const message =
      entries === null ? `${kindOfNode(root)} is no list of criteria` : `it lists more than ${mostCriteria} criteria`
    findings.add('MW407', 'error', root, message, 'write a list, or an object with the list below "criteria"')
  }
  const criteria = new Map<string, ListedCriterion>()
  for (const [key, node] of (entries ?? []).slice(0, mostCriteria)) {
    const id = key ?? textAt(node, idKeys)
    if (node.is !== 'object' || id === null || !isId(id))
      findings.add('MW631', 'warning', node, `${kindOfNode(node)} without the id of a criterion`, passedOver)
    else if (criteria.has(criterionKey(id)))
      findings.add('MW631', 'warning', node, `criterion ${id} is listed twice`, 'take one out; the first one is used')
    else criteria.set(criterionKey(id), criterionOf(id, node, findings))
  }
  findings.finish()
  return { criteria: [...criteria.values()], diagnostics: [...diagnostics, ...findings.found] }
}

const passedOver = 'give it an "id" such as "AC-05a"; it is passed over'

/** Each entry, with its id where that is its key. */
function entriesOf(root: JsonNode): readonly (readonly [string | null, JsonNode])[] | null {
  if (root.is === 'list') return root.items.map((it) => [null, it] as const)
  if (root.is !== 'object') return null
  for (const key of listKeys) {
    const value = valueAt(root, key)
    if (value?.is === 'list') return entriesOf(value)
    if (value?.is === 'object') return membersOf(value)
  }
  return membersOf(root).filter(([key, value]) => value.is === 'object' && /\d/.test(key))
}

function membersOf({ members }: JsonObject): readonly (readonly [string, JsonNode])[] {
  return [...members.values()].map(({ name, value }) => [name, value] as const)
}

function criterionOf(id: string, node: JsonObject, findings: Findings): ListedCriterion {
  const first = (keys: readonly string[]): JsonNode | null =>
    keys.map((key) => valueAt(node, key)).find((it) => it !== undefined && !isNull(it)) ?? null
  /** A text that becomes an argument of a command. */
  const argument = (keys: readonly string[], isFine: (text: string) => boolean, what: string): string | null => {
    const value = first(keys)
    if (value === null || (value.is === 'string' && value.text === '')) return null
    if (value.is === 'string' && isPlainValue(value.text) && isFine(value.text)) return value.text
    const help = 'correct it; until then the test is looked for by the id of its criterion'
    findings.add('MW631', 'warning', value, `${keys[0] ?? ''} of ${id} is no ${what}: ${shown(value)}`, help)
    return null
  }
  const statusNode = first(['status', 'state'])
  const status = statusOf(statusNode)
  if (statusNode !== null && status === null) {
    const help = 'write skip, red or green; what is not known is never written over'
    findings.add('MW631', 'warning', statusNode, `status of ${id} is ${shown(statusNode)}`, help)
  }
  const priority = first(['priority'])
  const rank = priority === null ? null : rankOf(priority)
  if (priority !== null && rank === null) {
    const help = 'write P0, P1, P2 or P3; until then it comes last'
    findings.add('MW631', 'warning', priority, `priority of ${id} is ${shown(priority)}`, help)
  }
  return {
    id,
    priority: rank,
    text: wordsOf(node),
    file: argument(fileKeys, (it) => classifyPath(it).kind === 'safe', 'path inside the repository'),
    name: argument(nameKeys, (it) => it.length <= 500, 'name of a test'),
    status,
    node,
    says: valueAt(node, 'status') !== undefined || valueAt(node, 'state') !== undefined,
    statusNode: statusNode?.is === 'string' ? statusNode : null,
  }
}

/** Whether a value can be one argument of a command and nothing else: no option, no second line. */
function isPlainValue(text: string): boolean {
  return !text.startsWith('-') && text.trim() === text && !/[\p{Cc}\u2028\u2029]/u.test(text)
}

function isId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._ -]{0,63}$/.test(text) && text.trim() === text
}

function rankOf(node: JsonNode): number | null {
  if (node.is === 'number') return Number.isInteger(node.value) && node.value >= 0 ? node.value : null
  const found = node.is === 'string' ? /^P?(\d{1,3})$/i.exec(node.text.trim()) : null
  return found === null ? null : Number(found[1])
}

function statusOf(node: JsonNode | null): CriterionStatus | null {
  const word = node?.is === 'string' ? node.text.trim().toLowerCase() : ''
  return (Object.keys(statusWords) as CriterionStatus[]).find((it) => statusWords[it].includes(word)) ?? null
}

/** What a criterion says: given, when and then, each in a line, else its text. */
function wordsOf(node: JsonObject): string {
  const lines = ['given', 'when', 'then'].flatMap((key) => {
    const value = valueAt(node, key)
    const parts = value?.is === 'list' ? value.items : value === undefined ? [] : [value]
    const text = parts.flatMap((it) => (it.is === 'string' ? [it.text] : [])).join('; and ')
    return text === '' ? [] : [`${key.charAt(0).toUpperCase()}${key.slice(1)} ${oneLine(text)}`]
  })
  const text = lines.length > 0 ? lines.join('\n') : oneLine(textAt(node, textKeys) ?? '')
  return text.slice(0, longestText)
}

function textAt(node: JsonNode, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = valueAt(node, key)
    if (value?.is === 'string') return value.text
  }
  return null
}

function shown(node: JsonNode): string {
  return node.is === 'string' ? JSON.stringify(node.text.slice(0, 60)) : kindOfNode(node)
}
