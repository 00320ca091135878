/** How progress files of other tools name tasks, steps and SPECLets, and where they list them (FORMATS section 6). */

import { valueAt, type JsonNode } from '../../json/tree.ts'
import { kept } from './status-word.ts'

/** Something that a file lists: by its name, and what stands there. */
export interface Listed {
  /** Without what only says what it is: `task_1`, `Task [1]` and `1` are `1`; null where it has no name. */
  readonly id: string | null
  readonly title: string | null
  /** Null where it is named and nothing is said of it. */
  readonly node: JsonNode | null
  /** Whether the name alone says that it is meant: it is an object with an id, or a name with a number in it. */
  readonly isSure: boolean
}

const leads = /^(?:task|step|speclet|stage)(?=[\s_\-#:[(\d])/i

/** `task_1`, `Task [1.1]`, `#1` → `1`, `1.1`, `1`. */
function bare(text: string): string {
  const own = text.replace(leads, '')
  let from = 0
  let to = own.length
  while (from < to && ' _-#:[('.includes(own.charAt(from))) from += 1
  while (to > from && ' _-:])'.includes(own.charAt(to - 1))) to -= 1
  return own.slice(from, to)
}

function idIn(node: JsonNode | undefined): string | null {
  if (node?.is === 'number' && Number.isFinite(node.value)) return String(node.value)
  if (node?.is !== 'string') return null
  const id = bare(kept(node.text))
  return id === '' ? null : id
}

function textIn(node: JsonNode | undefined): string | null {
  return node?.is === 'string' && node.text.trim() !== '' ? kept(node.text) : null
}

function firstOf<T>(
  names: readonly string[],
  node: JsonNode,
  read: (node: JsonNode | undefined) => T | null,
): T | null {
  for (const name of names) {
    const found = read(valueAt(node, name))
    if (found !== null) return found
  }
  return null
}

/**
 * What a list or a dictionary lists.
 * @param kind what its items are: by that their ids are called
 */
export function listedIn(node: JsonNode | undefined, kind: 'task' | 'step' | 'speclet'): readonly Listed[] {
  const ids = [`${kind}_id`, 'id', kind, `${kind}_number`, 'number', ...(kind === 'speclet' ? ['name'] : [])]
  const titles = ['name', 'title', 'description']
  if (node?.is === 'list')
    return node.items.map((item) => {
      const id = item.is === 'object' ? firstOf(ids, item, idIn) : idIn(item)
      return { id, title: firstOf(titles, item, textIn), node: item.is === 'object' ? item : null, isSure: true }
    })
  if (node?.is !== 'object') return []
  return [...node.members.values()].flatMap(({ name, value }) => {
    if (value.is === 'number' || value.is === 'list') return []
    const own = value.is === 'object' ? firstOf(ids.slice(0, 2), value, idIn) : null
    const named = bare(kept(name))
    const id = own ?? (named === '' ? null : named)
    return [{ id, title: firstOf(titles, value, textIn), node: value, isSure: own !== null || /\d/.test(name) }]
  })
}

/** A whole number that is not negative; null of anything else. */
function countIn(node: JsonNode | undefined): number | null {
  return node?.is === 'number' && Number.isSafeInteger(node.value) && node.value >= 0 ? node.value : null
}

/** How many steps an object counts, in the spellings that are usual; null where it counts none. */
export function countedIn(node: JsonNode | null): { readonly done: number; readonly total: number | null } | null {
  if (node?.is !== 'object') return null
  const steps = valueAt(node, 'steps')
  const done =
    firstOf(['steps_completed', 'completed_steps', 'steps_done'], node, (it) => countIn(it) ?? lengthOf(it)) ??
    (steps === undefined ? null : firstOf(['completed', 'done', 'steps_completed'], steps, countIn))
  if (done === null) return null
  const total =
    firstOf(['steps_total', 'total_steps', 'step_count'], node, countIn) ??
    countIn(steps) ??
    (steps === undefined ? null : firstOf(['total', 'steps_total', 'count'], steps, countIn))
  return { done, total }
}

function lengthOf(node: JsonNode | undefined): number | null {
  return node?.is === 'list' ? node.items.length : null
}
