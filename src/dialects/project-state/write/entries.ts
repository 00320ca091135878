/** Entries of a run in the lists and objects in which a state keeps what happened: each once, and those of others untouched. */

import type { Edit } from '../../../plan/source.ts'
import { says } from '../../json/equal.ts'
import type { JsonList, JsonNode, JsonObject } from '../../json/tree.ts'
import { addItems, addMembers, replaceNode, type JsonValue, type Layout } from '../../json/write.ts'

/** By this member an entry is known as ours: what others wrote is never changed. */
const owner = { name: 'recorded_by', text: 'millwright' } as const

export type Fields = Readonly<Record<string, JsonValue>>

export interface Entry {
  /** Id of the task, or of the test, that it is about. */
  readonly of: string
  /** Fields by which it is told from our other entries about the same. */
  readonly identity: Fields
  readonly said: Fields
}

/** What an entry looks like in the file. @param about name of the member that tells what it is about; null where its place does */
function valueOf({ of, identity, said }: Entry, about: string | null): Fields {
  return { ...(about === null ? {} : { [about]: of }), ...identity, ...said, [owner.name]: owner.text }
}

/**
 * The edits after which a container holds the entries, in the shape that it has: a list of all, or an object with a member for
 * each thing they are about. An entry of ours that says something else by now is replaced, a new one is put at the end.
 *
 * @param about name of the member of a list's entry that tells what it is about
 * @param each whether in an object each member holds one entry, and not a list of them
 */
export function entryEdits(
  container: JsonNode | undefined,
  entries: readonly Entry[],
  { about, each, layout }: { readonly about: string; readonly each: boolean; readonly layout: Layout },
): readonly Edit[] {
  if (container?.is === 'list') return listEdits(container, entries, about, layout)
  if (container?.is !== 'object') return []
  const edits: Edit[] = []
  const fresh: [string, JsonValue][] = []
  for (const [of, own] of groupsOf(entries)) {
    const present = container.members.get(of)?.value
    const last = own.at(-1)
    if (last === undefined) continue
    if (present === undefined) fresh.push([of, each ? valueOf(last, null) : own.map((it) => valueOf(it, null))])
    else if (each) edits.push(...replaced(present, last, null, layout))
    // What stands there in another shape is somebody else's.
    else if (present.is === 'list') edits.push(...listEdits(present, own, null, layout))
  }
  const added = addMembers(container, fresh, layout)
  return added === null ? edits : [...edits, added]
}

function groupsOf(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>()
  for (const entry of entries) {
    const known = groups.get(entry.of)
    if (known === undefined) groups.set(entry.of, [entry])
    else known.push(entry)
  }
  return groups
}

function listEdits(list: JsonList, entries: readonly Entry[], about: string | null, layout: Layout): readonly Edit[] {
  const present = new Map<string, JsonObject>()
  for (const item of list.items)
    if (item.is === 'object' && isOurs(item))
      for (const entry of namesOf(item, entries, about)) present.set(entry, item)
  const edits: Edit[] = []
  const fresh: JsonValue[] = []
  for (const entry of entries) {
    const own = present.get(nameOf(entry))
    if (own === undefined) fresh.push(valueOf(entry, about))
    else edits.push(...replaced(own, entry, about, layout))
  }
  const added = addItems(list, fresh, layout)
  return added === null ? edits : [...edits, added]
}

/** The name of the entry that an item is, by the fields that identity has; of all entries these are the same. */
function namesOf(item: JsonObject, entries: readonly Entry[], about: string | null): readonly string[] {
  const [first] = entries
  if (first === undefined) return []
  const value = (name: string): JsonValue => {
    const node = item.members.get(name)?.value
    return node?.is === 'string' ? node.text : node?.is === 'number' || node?.is === 'literal' ? node.value : null
  }
  const of = about === null ? first.of : value(about)
  return [JSON.stringify([of, ...Object.keys(first.identity).map(value)])]
}

function nameOf({ of, identity }: Entry): string {
  return JSON.stringify([of, ...Object.values(identity)])
}

function replaced(node: JsonNode, entry: Entry, about: string | null, layout: Layout): readonly Edit[] {
  if (node.is !== 'object' || !isOurs(node)) return []
  const value = valueOf(entry, about)
  return says(node, value) ? [] : [replaceNode(node, value, layout)]
}

function isOurs({ members }: JsonObject): boolean {
  const node = members.get(owner.name)?.value
  return node?.is === 'string' && node.text === owner.text
}
