/** Putting the difference of two trees onto a third one, whole files at a time. */

import type { Objects } from './objects.ts'
import { readTree, treeBytes, type TreeEntry } from './trees.ts'

export interface Carried {
  /** Id of the third tree with the difference. */
  readonly tree: string
  /** Whether the third tree had something else somewhere than either of the two; the second one's was taken there. */
  readonly clashes: boolean
}

/**
 * Carries what differs from one tree to another onto a third. Folders that are the same are not looked into.
 * @param trees ids of trees that are stored, with all that is below them
 */
export async function carry(
  objects: Objects,
  trees: { readonly from: string; readonly to: string; readonly onto: string },
): Promise<Carried> {
  let clashes = false
  const below = async (from: Entry, to: Entry, onto: Entry): Promise<Entry> => {
    if (isSame(from, to) || isSame(to, onto)) return onto
    if (isSame(from, onto)) return to
    if (![from, to, onto].every(isFolderOrNothing)) {
      clashes = true
      return to
    }
    const [was, is, other] = await Promise.all([from, to, onto].map((it) => entriesOf(objects, it)))
    const entries = new Map<string, TreeEntry>()
    for (const name of new Set([...(is?.keys() ?? []), ...(other?.keys() ?? [])])) {
      const entry = await below(was?.get(name) ?? null, is?.get(name) ?? null, other?.get(name) ?? null)
      if (entry !== null) entries.set(name, entry)
    }
    return entries.size === 0 ? null : folder(objects.write('tree', treeBytes(entries)))
  }
  const carried = await below(folder(trees.from), folder(trees.to), folder(trees.onto))
  return { tree: carried?.id ?? objects.write('tree', new Uint8Array()), clashes }
}

type Entry = TreeEntry | null

function folder(id: string): TreeEntry {
  return { mode: '40000', id }
}

function isSame(one: Entry, other: Entry): boolean {
  return one?.id === other?.id && one?.mode === other?.mode
}

function isFolderOrNothing(entry: Entry): boolean {
  return entry === null || entry.mode === '40000'
}

async function entriesOf(objects: Objects, entry: Entry): Promise<ReadonlyMap<string, TreeEntry>> {
  return entry === null ? new Map() : readTree(objects, entry.id)
}
