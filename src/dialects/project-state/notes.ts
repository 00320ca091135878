/** What a task says beside the members that have a meaning of their own: kept, and told to whoever works on it. */

import type { Note } from '../../plan/draft.ts'
import { oneLine } from '../../plan/one-line.ts'
import type { Findings } from '../findings.ts'
import type { JsonNode, JsonObject } from '../json/tree.ts'
import { decode } from '../scan/bytes.ts'
import { bookkeeping } from './words.ts'

export interface Notes {
  /** Words of the task. */
  readonly notes: readonly Note[]
  /** What others did with it: told, and no part of its words. */
  readonly kept: readonly Note[]
}

/** Members that are not in `read`, with a value that says anything. */
export function notesOf(bytes: Uint8Array, task: JsonObject, read: ReadonlySet<string>, findings: Findings): Notes {
  const notes: Note[] = []
  const kept: Note[] = []
  for (const { name, value, start, end } of task.members.values()) {
    const said = read.has(name) ? '' : saidBy(bytes, value)
    if (said === '') continue
    const note = { key: oneLine(name), value: said, span: findings.span({ start, end }) }
    if (bookkeeping.has(name)) kept.push(note)
    else notes.push(note)
  }
  return { notes, kept }
}

/** A value in one line; empty where it says nothing. */
function saidBy(bytes: Uint8Array, node: JsonNode): string {
  switch (node.is) {
    case 'string':
      return oneLine(node.text)
    case 'number':
      return oneLine(decode(bytes, node.start, node.end))
    case 'literal':
      return node.value === null ? '' : String(node.value)
    case 'list':
      if (node.items.every(({ is }) => is === 'string' || is === 'number'))
        return oneLine(node.items.map((item) => saidBy(bytes, item)).join(', '))
      return oneLine(decode(bytes, node.start, node.end))
    case 'object':
      return node.members.size === 0 ? '' : oneLine(decode(bytes, node.start, node.end))
  }
}
