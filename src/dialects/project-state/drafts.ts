/** What a state keeps of the drafts of its tasks (seed 003 §1 and §6), in the shapes that tools write. */

import type { KeptDraft, KeptFile } from '../../plan/kept-draft.ts'
import { oneLine } from '../../plan/one-line.ts'
import type { Source } from '../../plan/source.ts'
import { readJson } from '../json/read-json.ts'
import { valueAt, type JsonNode } from '../json/tree.ts'
import { withoutNote } from './files.ts'
import { idText } from './ids.ts'

/** More of one draft is not told to anybody. */
const most = { explanation: 8_000, code: 16_000, files: 200, path: 1_000, word: 40 } as const

/** Members that name files, with what they say is done to them. */
const fileMembers = [
  ['files', ''],
  ['files_changed', ''],
  ['files_touched', ''],
  ['files_modified', 'modified'],
  ['files_created', 'created'],
] as const

/** Members that hold what was written: a text, or an object with a text for each path. */
const codeMembers = ['code', 'test', 'tests'] as const

/**
 * The drafts of a file by the ids of their tasks: members of an object, or entries of a list that name their task. What has
 * another shape says nothing, and of several for one task the last one counts. Linear in the number of bytes; never throws.
 */
export function readDrafts(source: Source): ReadonlyMap<string, KeptDraft> {
  const container = valueAt(readJson(source).root, 'drafts')
  const found = new Map<string, KeptDraft>()
  const keep = (id: string, node: JsonNode): void => {
    const draft = draftOf(node)
    if (draft !== null) found.set(id, draft)
  }
  if (container?.is === 'object') for (const { name, value } of container.members.values()) keep(name, value)
  else if (container?.is === 'list')
    for (const item of container.items) {
      const [id] = ['task_id', 'task', 'id'].flatMap((name) => idText(valueAt(item, name)) ?? [])
      if (id !== undefined) keep(id, item)
    }
  return found
}

/** One draft; of rounds in a list the last one. Null where nothing is said of it. */
function draftOf(node: JsonNode): KeptDraft | null {
  if (node.is === 'list') {
    const last = node.items.at(-1)
    return last === undefined || last.is === 'list' ? null : draftOf(last)
  }
  const explanation = ['explanation', 'summary'].map((name) => textAt(node, name)).find((it) => it !== '') ?? ''
  const files = fileMembers.flatMap(([name, change]) => filesOf(valueAt(node, name), change))
  const code = codeMembers.flatMap((name) => codeOf(valueAt(node, name))).join('\n\n')
  const written = codeMembers.flatMap((name) => pathsOf(valueAt(node, name)))
  if (explanation === '' && files.length === 0 && code === '') return null
  return {
    explanation: explanation.slice(0, most.explanation),
    files: withoutDoubles([...files, ...written]).slice(0, most.files),
    code: code.slice(0, most.code),
  }
}

function textAt(node: JsonNode, name: string): string {
  const value = valueAt(node, name)
  return value?.is === 'string' ? value.text.trim() : ''
}

/** Paths in a list, or as the names of members: their contents stand in the tree. */
function filesOf(node: JsonNode | undefined, change: string): readonly KeptFile[] {
  if (node?.is === 'object') return pathsOf(node).map((it) => ({ ...it, change }))
  if (node?.is !== 'list') return []
  return node.items.slice(0, most.files).flatMap((item) => {
    if (item.is === 'string') return fileOf(item.text, change)
    const path = ['path', 'file', 'name'].map((name) => textAt(item, name)).find((it) => it !== '') ?? ''
    const said = ['change', 'action', 'status'].map((name) => textAt(item, name)).find((it) => it !== '')
    return fileOf(path, said ?? change)
  })
}

function fileOf(path: string, change: string): readonly KeptFile[] {
  const { path: written, note } = withoutNote(path.trim())
  if (written === '' || written.length > most.path) return []
  return [{ path: written, change: oneLine(change === '' ? (note ?? '') : change).slice(0, most.word) }]
}

function pathsOf(node: JsonNode | undefined): readonly KeptFile[] {
  return node?.is === 'object' ? [...node.members.keys()].slice(0, most.files).flatMap((path) => fileOf(path, '')) : []
}

function codeOf(node: JsonNode | undefined): readonly string[] {
  if (node?.is === 'string') return node.text.trim() === '' ? [] : [node.text]
  if (node?.is !== 'object') return []
  return [...node.members.values()]
    .slice(0, most.files)
    .flatMap(({ name, value }) => (value.is === 'string' ? [`${name}:\n${value.text}`] : []))
}

function withoutDoubles(files: readonly KeptFile[]): readonly KeptFile[] {
  return [...new Map(files.toReversed().map((it) => [it.path, it])).values()].reverse()
}
