/** Ids of tasks as a state writes its own. */

import { valueAt, type JsonNode } from '../json/tree.ts'
import { taskListsOf } from './task-lists.ts'

/** How an id is written: as a number where all ids of the file are numbers and it is one. */
export function idsIn(root: JsonNode | null): (id: string) => string | number {
  const tasks = taskListsOf(root).flatMap(({ list }) => list.items.filter((it) => it.is === 'object'))
  const areNumbers = tasks.length > 0 && tasks.every((it) => valueAt(it, 'id')?.is === 'number')
  return (id) => (areNumbers && Number.isFinite(Number(id)) && String(Number(id)) === id ? Number(id) : id)
}

/** The text of an id that is a text or a number; null where it is neither. */
export function idText(node: JsonNode | undefined): string | null {
  if (node?.is === 'string') return node.text
  return node?.is === 'number' && Number.isFinite(node.value) ? String(node.value) : null
}
