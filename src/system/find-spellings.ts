/** Finds any of many byte strings in one pass over bytes that come in parts: the work grows with the bytes alone (Aho and Corasick 1975). */

export interface Finder {
  /** The state that a byte leads to from another one; 0 is that of the beginning. */
  readonly after: (state: number, byte: number) => number
  /** By state: the length of the longest spelling that ends here, or 0. */
  readonly ends: Int32Array
  /** By state: how many of the last bytes may be the beginning of one. */
  readonly open: Int32Array
}

/** Spellings as a tree: a state is what was read of one or several. */
interface Tree {
  readonly count: number
  /** By state: the kind of byte that leads to it. */
  readonly kind: Uint8Array
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
  const kind = new Uint8Array(most)
  const [child, brother, ends] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)]
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

/** Of a state from which more go on, all next states stand in one row; of others the few are looked through. */
const fewest = 4

/**
 * Where a spelling does not go on, the longest ending of what was read that begins one does: by depth, the shorter are known.
 * A whole row for each state would be quicker by little, and of forty long values take gigabytes.
 */
function leadOn({ count, kind, child, brother, ends }: Tree, kinds: Uint8Array, width: number): Finder {
  const open = new Int32Array(count)
  const [shorter, depth, order] = [new Int32Array(count), new Int32Array(count), new Int32Array(count)]
  const branches = new Int32Array(count)
  for (let state = 0; state < count; state++)
    for (let to = child[state] ?? 0; to !== 0; to = brother[to] ?? 0) branches[state] = (branches[state] ?? 0) + 1
  const hasRow = (state: number): boolean => state === 0 || (branches[state] ?? 0) > fewest
  /** By state: where its row begins, or -1. */
  const rowAt = new Int32Array(count).fill(-1)
  const rows = new Int32Array(branches.reduce((sum, _, state) => sum + (hasRow(state) ? width : 0), 0))

  const onward = (from: number, sign: number): number => {
    for (let state = from; ; state = shorter[state] ?? 0) {
      const row = rowAt[state] ?? 0
      if (row >= 0) return rows[row + sign] ?? 0
      let next = child[state] ?? 0
      while (next !== 0 && kind[next] !== sign) next = brother[next] ?? 0
      if (next !== 0) return next
    }
  }
  let rowsEnd = 0
  const writeRow = (state: number, back: number): void => {
    if (state !== 0) for (let sign = 1; sign < width; sign++) rows[rowsEnd + sign] = onward(back, sign)
    for (let to = child[state] ?? 0; to !== 0; to = brother[to] ?? 0) rows[rowsEnd + (kind[to] ?? 0)] = to
    rowAt[state] = rowsEnd
    rowsEnd += width
  }

  let known = 1
  for (let at = 0; at < known; at++) {
    const state = order[at] ?? 0
    const back = shorter[state] ?? 0
    for (let to = child[state] ?? 0; to !== 0; to = brother[to] ?? 0) {
      shorter[to] = state === 0 ? 0 : onward(back, kind[to] ?? 0)
      depth[to] = (depth[state] ?? 0) + 1
      order[known++] = to
    }
    if (hasRow(state)) writeRow(state, back)
    if (ends[state] === 0) ends[state] = ends[back] ?? 0
    open[state] = child[state] === 0 ? (open[back] ?? 0) : (depth[state] ?? 0)
  }
  return { after: (state, byte) => onward(state, kinds[byte] ?? 0), ends, open }
}
