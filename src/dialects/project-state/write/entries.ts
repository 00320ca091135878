/** Entries of a run in the lists and objects in which a state keeps what happened: each once, and those of others untouched. */

import { compareNatural } from '../../../plan/natural.ts'
import type { Edit } from '../../../plan/source.ts'
import { says } from '../../json/equal.ts'
import type { JsonList, JsonNode, JsonObject, JsonValue } from '../../json/tree.ts'
import { addItems, addMembers, replaceMembers, type Layout, type Part, type Spot } from '../../json/write.ts'
import { idText } from '../ids.ts'

/** By this member an entry is known as ours: what others wrote is never changed. */
const owner = { name: 'recorded_by', text: 'millwright' } as const

export type Fields = Readonly<Record<string, JsonValue>>

/** What an entry is about. */
export interface Name {
  /** Id of the task, or of the test, that it is about. */
  readonly of: string
  /** Fields by which it is told from our other entries about the same. */
  readonly identity: Fields
}

export interface Entry extends Name {
  readonly said: Fields
}

/** The member of a list's entry that tells what it is about: what it is called, and how it is written. */
interface About {
  readonly name: string
  readonly write: (of: string) => JsonValue
}

/** How the entries of a container are told and ordered. */
export interface Kept {
  readonly about: About
  /** Whether in an object each member holds one entry, and not a list of them. */
  readonly each: boolean
  /** Which of two entries of ours stands first in a list; null: in the order in which they are given, to which only later ones join. */
  readonly order: ((a: Name, b: Name) => number) | null
  readonly layout: Layout
}

/** What an entry looks like in the file. @param about null where its place tells what it is about */
function valueOf({ of, identity, said }: Entry, about: About | null): Fields {
  return {
    ...(about === null ? {} : { [about.name]: about.write(of) }),
    ...identity,
    ...said,
    [owner.name]: owner.text,
  }
}

/**
 * The edits after which a container holds the entries, in the shape that it has: a list of all, or an object with a member for
 * each thing they are about. An entry of ours that says something else by now is replaced. A new one is put next to those that
 * are before and behind it in the order of the container, and at its end where there are none; nothing is moved. So a file gets
 * the same bytes whether the entries come one by one or at once, as they do into a working file and into a commit.
 */
export function entryEdits(
  container: JsonNode | undefined,
  entries: readonly Entry[],
  { about, each, order, layout }: Kept,
): readonly Edit[] {
  if (container?.is === 'list') return listEdits(container, entries, { about, order, layout })
  if (container?.is !== 'object') return []
  const groups = groupsOf(entries)
  const edits = [...groups].flatMap(([of, own]) => {
    const present = container.members.get(of)?.value
    const last = own.at(-1)
    if (present === undefined || last === undefined) return []
    if (each) return replaced(present, last, null, layout)
    // What stands there in another shape is somebody else's.
    return present.is === 'list' ? listEdits(present, own, { about: null, order, layout }) : []
  })
  const members = [...container.members.values()].map((it) => ({ name: it.name, present: it }))
  const fresh = [...groups].flatMap(([name, own]) => {
    const values = inOrder(own, order).map((it) => valueOf(it, null))
    const value = each ? values.at(-1) : values
    return value === undefined || container.members.has(name) ? [] : [{ name, value: [name, value] as const }]
  })
  const all = fresh.length === 0 ? [] : [...members, ...fresh].sort((a, b) => compareNatural(a.name, b.name))
  const added = spotsOf<readonly [string, JsonValue]>(all).map(({ values, spot }) =>
    addMembers(container, values, layout, spot),
  )
  return [...edits, ...added]
}

function inOrder<T extends Name>(names: readonly T[], order: Kept['order']): readonly T[] {
  return order === null ? names : names.toSorted(order)
}

/** What is not there yet, by the spot that its neighbours give it. @param all what is to stand in a container, in its order */
function spotsOf<T>(
  all: readonly ({ readonly present: Part } | { readonly present?: never; readonly value: T })[],
): readonly { readonly values: readonly T[]; readonly spot: Spot }[] {
  const found: { values: T[]; spot: Spot }[] = []
  let behind: Part | undefined
  let together: T[] | null = null
  for (const one of all) {
    if (one.present !== undefined) {
      const [first] = found
      if (behind === undefined && first !== undefined)
        first.spot = { before: one.present, isSaidOf: !isWhollyOurs(one.present) }
      behind = one.present
      together = null
    } else if (together === null) {
      together = [one.value]
      found.push({ values: together, spot: behind === undefined ? {} : { behind } })
    } else together.push(one.value)
  }
  return found
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

function listEdits(
  list: JsonList,
  entries: readonly Entry[],
  { about, order, layout }: Omit<Kept, 'about' | 'each'> & { readonly about: About | null },
): readonly Edit[] {
  const present = new Map<string, Name & { readonly present: JsonObject }>()
  for (const item of list.items)
    if (item.is === 'object' && isOurs(item))
      for (const name of namesOf(item, entries, about)) present.set(textOf(name), { ...name, present: item })
  const edits = entries.flatMap((entry) => {
    const own = present.get(textOf(entry))
    return own === undefined ? [] : replaced(own.present, entry, about, layout)
  })
  const placed = entries.map((it) => present.get(textOf(it)) ?? { ...it, value: valueOf(it, about) })
  const known = order === null ? placed : [...new Set([...present.values(), ...placed])]
  const added = spotsOf<JsonValue>(inOrder(known, order)).map(({ values, spot }) =>
    addItems(list, values, layout, spot),
  )
  return [...edits, ...added]
}

/** The name of the entry that an item is, by the fields that identity has; of all entries these are the same. */
function namesOf(item: JsonObject, [first]: readonly Entry[], about: About | null): readonly Name[] {
  if (first === undefined) return []
  const value = (name: string): JsonValue => {
    const node = item.members.get(name)?.value
    return node?.is === 'string' ? node.text : node?.is === 'number' || node?.is === 'literal' ? node.value : null
  }
  // Written as a text or as a number it is the same id.
  const of = about === null ? first.of : idText(item.members.get(about.name)?.value)
  if (of === null) return []
  return [{ of, identity: Object.fromEntries(Object.keys(first.identity).map((name) => [name, value(name)])) }]
}

function textOf({ of, identity }: Name): string {
  return JSON.stringify([of, ...Object.values(identity)])
}

function replaced(node: JsonNode, entry: Entry, about: About | null, layout: Layout): readonly Edit[] {
  if (node.is !== 'object' || !isOurs(node)) return []
  const value = valueOf(entry, about)
  return says(node, value) ? [] : replaceMembers(node, value, layout)
}

/** Whether all that stands there was written by a run. A list that is empty may be filled by one: nobody can tell later. */
function isWhollyOurs(part: Part): boolean {
  const node = 'value' in part && 'key' in part ? part.value : part
  if (!('is' in node)) return false
  if (node.is === 'list') return node.items.every(isWhollyOurs)
  return node.is === 'object' && isOurs(node)
}

function isOurs({ members }: JsonObject): boolean {
  const node = members.get(owner.name)?.value
  return node?.is === 'string' && node.text === owner.text
}
