/**
 * Who leads to whom, by position and in flat arrays: ten thousand tasks cost a few arrays instead of a list each. Here and
 * in the rules long lists are walked with `forEach`, which makes nothing for each element even the first time it runs.
 */

export interface Adjacency {
  /** The targets of a position are `next[first[p]]` up to, not including, `next[first[p + 1]]`, in the order given. */
  readonly first: Int32Array
  readonly next: Int32Array
  /** How many links lead to each position; doubles count. */
  readonly entering: Int32Array
}

/** The links among `size` positions; one with an end outside is passed over. Linear. */
function adjacencyOf(size: number, from: Int32Array, to: Int32Array): Adjacency {
  const first = new Int32Array(size + 1)
  const entering = new Int32Array(size)
  let inside = 0
  for (let link = 0; link < from.length; link += 1) {
    const a = from[link] ?? -1
    const b = to[link] ?? -1
    if (a < 0 || b < 0 || a >= size || b >= size) continue
    first[a + 1] = (first[a + 1] ?? 0) + 1
    entering[b] = (entering[b] ?? 0) + 1
    inside += 1
  }
  for (let at = 0; at < size; at += 1) first[at + 1] = (first[at + 1] ?? 0) + (first[at] ?? 0)
  const free = first.slice(0, size)
  const next = new Int32Array(inside)
  for (let link = 0; link < from.length; link += 1) {
    const a = from[link] ?? -1
    const b = to[link] ?? -1
    if (a < 0 || b < 0 || a >= size || b >= size) continue
    const place = free[a] ?? 0
    next[place] = b
    free[a] = place + 1
  }
  return { first, next, entering }
}

/** The same for links that know the positions of their ends. */
export function adjacencyOfLinks(
  size: number,
  links: readonly { readonly from: number; readonly to: number }[],
): Adjacency {
  const from = new Int32Array(links.length)
  const to = new Int32Array(links.length)
  links.forEach((link, at) => {
    from[at] = link.from
    to[at] = link.to
  })
  return adjacencyOf(size, from, to)
}

/** The same for links between names; `positions` says where each name stands. */
export function adjacencyOfNames<K>(
  positions: ReadonlyMap<K, number>,
  links: readonly { readonly from: K; readonly to: K }[],
): Adjacency {
  const from = new Int32Array(links.length)
  const to = new Int32Array(links.length)
  links.forEach((link, at) => {
    from[at] = positions.get(link.from) ?? -1
    to[at] = positions.get(link.to) ?? -1
  })
  return adjacencyOf(positions.size, from, to)
}

/** Whether nothing leads back to itself: taking away what nothing leads to leaves nothing over. */
export function isAcyclic({ first, next, entering }: Adjacency): boolean {
  const unmet = entering.slice()
  const open = new Int32Array(unmet.length)
  let count = 0
  for (let at = 0; at < unmet.length; at += 1) if (unmet[at] === 0) open[count++] = at
  for (let done = 0; done < count; done += 1) {
    const at = open[done] ?? 0
    for (let link = first[at] ?? 0; link < (first[at + 1] ?? 0); link += 1) {
      const target = next[link] ?? 0
      const left = (unmet[target] ?? 0) - 1
      unmet[target] = left
      if (left === 0) open[count++] = target
    }
  }
  return count === unmet.length
}

/** Where each name stands; of doubles the first place among the names without doubles. */
export function positionsOf<K>(names: readonly K[]): ReadonlyMap<K, number> {
  const positions = new Map<K, number>()
  names.forEach((name) => {
    if (!positions.has(name)) positions.set(name, positions.size)
  })
  return positions
}
