/** `atdd-checklist.json`: acceptance criteria with their tests, in the spellings that projects use (FORMATS section 2, seed 000 §5). */

import { criterionKey, type Criterion, type CriterionStatus } from '../../plan/criterion.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import { classifyPath } from '../../plan/path-safety.ts'
import { oneLine } from '../../plan/one-line.ts'
import type { Source } from '../../plan/source.ts'
import { membersOf, readJsonTree, valueAt, type JsonNode, type JsonTree } from './json-tree.ts'

export interface ListedCriterion extends Criterion {
  readonly node: JsonNode
  /** Whether it says how far it is, in whatever form. */
  readonly says: boolean
  /** The text that does; null where there is none. */
  readonly statusNode: JsonNode | null
}

export interface Checklist {
  readonly criteria: readonly ListedCriterion[]
  /** An error among them: nothing of the file may be used. */
  readonly diagnostics: readonly Diagnostic[]
  readonly tree: JsonTree
}

/** Keys below which a file that is a table may have its list. */
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
export function readChecklist(source: Pick<Source, 'path' | 'bytes'>): Checklist {
  const tree = readJsonTree(source)
  const found: Diagnostic[] = [...tree.diagnostics]
  const tell = (severity: Diagnostic['severity'], message: string, help: string, node: JsonNode): void =>
    void found.push({
      code: severity === 'error' ? 'MW407' : 'MW612',
      severity,
      message,
      help,
      span: tree.spanOf(node),
      related: [],
    })
  if (tree.root === null) return { criteria: [], diagnostics: found, tree }
  const entries = entriesOf(tree.root)
  if (entries === null)
    tell(
      'error',
      'it is no list of criteria',
      'Write a list, or a table with the list below `criteria`',
      tree.root,
    )
  const criteria: ListedCriterion[] = []
  const seen = new Set<string>()
  for (const [key, node] of (entries ?? []).slice(0, mostCriteria)) {
    const id = key ?? textAt(node, idKeys)
    if (node.type !== 'object' || id === null || !isId(id)) {
      tell('warning', `it is no criterion: ${what(node)}`, 'Give it an `id` such as "AC-05a"; it is passed over', node)
      continue
    }
    if (seen.has(criterionKey(id))) {
      tell('warning', `criterion ${id} is listed twice`, 'Only the first one is used', node)
      continue
    }
    seen.add(criterionKey(id))
    criteria.push(criterionOf(id, node, tell))
  }
  if (entries !== null && entries.length > mostCriteria)
    tell('error', `it lists more than ${mostCriteria} criteria`, 'Divide it', tree.root)
  return { criteria, diagnostics: found, tree }
}

/** Each entry, with its id where that is its key. */
function entriesOf(root: JsonNode): readonly (readonly [string | null, JsonNode])[] | null {
  if (root.type === 'array') return (root.children ?? []).map((it) => [null, it] as const)
  if (root.type !== 'object') return null
  for (const key of listKeys) {
    const value = valueAt(root, key)
    if (value?.type === 'array' || value?.type === 'object') return entriesOf(value)
  }
  return membersOf(root).filter(([key, value]) => value.type === 'object' && isId(key) && /\d/.test(key))
}

type Tell = (severity: 'warning', message: string, help: string, node: JsonNode) => void

function criterionOf(id: string, node: JsonNode, tell: Tell): ListedCriterion {
  const first = (keys: readonly string[]): JsonNode | null =>
    keys.map((key) => valueAt(node, key)).find((it) => it !== undefined && it.type !== 'null') ?? null
  /** A text that goes into a command line as it is. */
  const plain = (keys: readonly string[], isFine: (text: string) => boolean, says: string): string | null => {
    const value = first(keys)
    if (value === null || value.value === '') return null
    if (typeof value.value === 'string' && isPlainValue(value.value) && isFine(value.value)) return value.value
    tell('warning', `${keys[0] ?? ''} of ${id} is ${says}`, 'Correct it; until then its test is looked for by its id', value)
    return null
  }
  const statusNode = first(['status', 'state'])
  const status = statusOf(statusNode)
  if (statusNode !== null && status === null)
    tell(
      'warning',
      `status of ${id} is ${what(statusNode)}`,
      'It is one of skip, red and green; what is not known is left as it is',
      statusNode,
    )
  const priority = first(['priority'])
  const rank = priority === null ? null : /^P?(\d{1,3})$/i.exec(String(priority.value).trim())
  if (priority !== null && rank === null)
    tell('warning', `priority of ${id} is ${what(priority)}`, 'Write P0, P1, P2 or P3; it comes last', priority)
  return {
    id,
    priority: rank === null ? null : Number(rank[1]),
    text: wordsOf(node),
    file: plain(fileKeys, (it) => classifyPath(it).kind === 'safe', 'no path inside the repository'),
    name: plain(nameKeys, (it) => it.length <= 500, 'no name that can be looked for'),
    status,
    says: valueAt(node, 'status') !== undefined || valueAt(node, 'state') !== undefined,
    statusNode: statusNode?.type === 'string' ? statusNode : null,
    node,
  }
}

/** Whether a value can be one argument of a command, and nothing else: no option, no second line. */
function isPlainValue(text: string): boolean {
  return !text.startsWith('-') && text.trim() === text && !/\p{Cc}/u.test(text)
}

function isId(text: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9._ -]{0,63}$/.test(text) && text.trim() === text
}

function statusOf(node: JsonNode | null): CriterionStatus | null {
  const word = typeof node?.value === 'string' ? node.value.trim().toLowerCase() : ''
  return (Object.keys(statusWords) as CriterionStatus[]).find((it) => statusWords[it].includes(word)) ?? null
}

/** What a criterion says: given, when and then, each in a line, else its text. */
function wordsOf(node: JsonNode): string {
  const lines = ['given', 'when', 'then'].flatMap((key) => {
    const value = valueAt(node, key)
    const parts = value?.type === 'array' ? (value.children ?? []).map((it) => it.value as unknown) : [value?.value]
    const text = parts.filter((it) => typeof it === 'string').join('; and ')
    return text === '' ? [] : [`${key[0]?.toUpperCase() ?? ''}${key.slice(1)} ${oneLine(text)}`]
  })
  const text = lines.length > 0 ? lines.join('\n') : oneLine(textAt(node, textKeys) ?? '')
  return text.slice(0, longestText)
}

function textAt(node: JsonNode, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = valueAt(node, key)?.value as unknown
    if (typeof value === 'string') return value
  }
  return null
}

function what(node: JsonNode): string {
  const value = node.value as unknown
  if (value === undefined) return node.type === 'array' ? 'a list' : 'a table'
  return JSON.stringify(value).slice(0, 60)
}
