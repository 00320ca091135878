/** Finds any of many byte strings in one pass over bytes that come in parts (Aho and Corasick 1975): each byte is looked at once. */

export interface Finder {
  /** How many kinds of bytes are told apart. */
  readonly width: number
  /** The kind of each byte; all that stand in no spelling are one kind. */
  readonly kinds: Uint8Array
  /** The next state, by state and kind of byte. */
  readonly next: Int32Array
  /** By state: the length of the longest spelling that ends here, or 0. */
  readonly ends: Int32Array
  /** By state: how many of the last bytes may be the beginning of one. */
  readonly open: Int32Array
}

/** Spellings as a tree: a state is what was read of one or several. */
interface Tree {
  readonly count: number
  /** By state: the kind of byte that leads to it. */
  readonly kind: Int32Array
  /** By state: the youngest of those that go on from it, and of its elder brothers the next; 0 for none. */
  readonly child: Int32Array
  readonly brother: Int32Array
  readonly ends: Int32Array
}

/** Makes what finds these; none of them is empty. */
export function newFinder(spellings: readonly string[]): Finder {
  const sorted = spellings.map((it) => Buffer.from(it)).sort((a, b) => Buffer.compare(a, b))
  const kinds = new Uint8Array(256)
  let width = 1
  for (const it of sorted) for (const byte of it) if (kinds[byte] === 0) kinds[byte] = width++
  return leadOn(newTree(sorted, kinds), kinds, width)
}

function newTree(sorted: readonly Uint8Array[], kinds: Uint8Array): Tree {
  const most = sorted.reduce((sum, it) => sum + it.length, 1)
  const [kind, child, brother, ends] = [0, 0, 0, 0].map(() => new Int32Array(most)) as ArrayOf4
  let count = 1
  for (const it of sorted) {
    let state = 0
    for (const byte of it) {
      const youngest = child[state] ?? 0
      // They are sorted: what begins as an earlier one begins as the last one did.
      if (youngest !== 0 && kind[youngest] === kinds[byte]) {
        state = youngest
        continue
      }
      kind[count] = kinds[byte] ?? 0
      brother[count] = youngest
      child[state] = count
      state = count++
    }
    ends[state] = it.length
  }
  return { count, kind, child, brother, ends }
}

type ArrayOf4 = [Int32Array, Int32Array, Int32Array, Int32Array]

/** Where a spelling does not go on, the longest ending of what was read that begins one does: by depth, the shorter are known. */
function leadOn({ count, kind, child, brother, ends }: Tree, kinds: Uint8Array, width: number): Finder {
  const next = new Int32Array(count * width)
  const open = new Int32Array(count)
  const [shorter, depth, order] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)]
  let known = 1
  for (let at = 0; at < known; at++) {
    const state = order[at] ?? 0
    const back = shorter[state] ?? 0
    const [row, backRow] = [state * width, back * width]
    if (state !== 0) next.copyWithin(row, backRow, backRow + width)
    for (let to = child[state] ?? 0; to !== 0; to = brother[to] ?? 0) {
      const place = row + (kind[to] ?? 0)
      shorter[to] = next[place] ?? 0
      depth[to] = (depth[state] ?? 0) + 1
      next[place] = to
      order[known++] = to
    }
    if (ends[state] === 0) ends[state] = ends[back] ?? 0
    open[state] = child[state] === 0 ? (open[back] ?? 0) : (depth[state] ?? 0)
  }
  return { width, kinds, next, ends, open }
}
