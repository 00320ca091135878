/** An order of tasks that keeps their edges, and whether one task comes before another, for many pairs at once. */

import { adjacencyOfLinks } from '../graph/adjacency.ts'

interface Pair {
  readonly from: number
  readonly to: number
}

/** Numbers from 0 on in the order of what each stands for in `keys`, which are from 0 on themselves; the same keep theirs. */
function sortedBy(keys: Int32Array): Int32Array {
  const most = keys.reduce((highest, key) => Math.max(highest, key), 0)
  const places = new Int32Array(most + 2)
  keys.forEach((key) => (places[key + 1] = (places[key + 1] ?? 0) + 1))
  for (let key = 0; key <= most; key++) places[key + 1] = (places[key + 1] ?? 0) + (places[key] ?? 0)
  const sorted = new Int32Array(keys.length)
  keys.forEach((key, number) => {
    const place = places[key] ?? 0
    sorted[place] = number
    places[key] = place + 1
  })
  return sorted
}

/**
 * A number for each of `size` tasks that rises along every one of `links`, which have no cycle; otherwise lower tasks
 * come first as far as their blockers let them.
 */
export function rankTasks(size: number, links: readonly Pair[]): Int32Array {
  const { first, next, entering: unmet } = adjacencyOfLinks(size, links)
  const rank = new Int32Array(size)
  const order: number[] = []
  for (let task = 0; task < size; task++) if (unmet[task] === 0) order.push(task)
  for (let at = 0; at < order.length; at++) {
    const task = order[at] ?? 0
    rank[task] = at
    for (let link = first[task] ?? 0; link < (first[task + 1] ?? 0); link++) {
      const target = next[link] ?? 0
      const left = (unmet[target] ?? 0) - 1
      unmet[target] = left
      if (left === 0) order.push(target)
    }
  }
  return rank
}

/**
 * For each of `pairs` whether `links` lead from its `from` to its `to`. `rank` rises along every link (links that do
 * not rise are left out). Pairs are answered 32 starts at a time, one bit each, sweeping only the ranks between the
 * first start and the last end: memory is linear, and a pair of neighbours costs next to nothing.
 */
export function reachable(rank: Int32Array, links: readonly Pair[], pairs: readonly Pair[]): boolean[] {
  const size = rank.length
  const rising = links.filter(({ from, to }) => (rank[from] ?? 0) < (rank[to] ?? 0))
  const { first, next } = adjacencyOfLinks(size, rising)
  const order = sortedBy(rank)
  const placeOf = new Int32Array(size)
  order.forEach((task, at) => (placeOf[task] = at))

  const answers = new Array<boolean>(pairs.length).fill(false)
  const startPlaces = new Int32Array(pairs.length)
  pairs.forEach(({ from }, at) => (startPlaces[at] = placeOf[from] ?? 0))
  const byStart = sortedBy(startPlaces)
  const startOf = (pair: number): number => pairs[pair]?.from ?? 0

  // By place: what a batch leaves behind is one stretch, and a plan of any size is swept as fast as its neighbours are near.
  const bits = new Int32Array(size)
  for (let at = 0; at < byStart.length;) {
    const starts = new Map<number, number>()
    const batch: number[] = []
    let end = 0
    for (; at < byStart.length; at++) {
      const pair = byStart[at] ?? 0
      const start = startOf(pair)
      if (!starts.has(start) && starts.size === 32) break
      if (!starts.has(start)) starts.set(start, 1 << starts.size)
      batch.push(pair)
      end = Math.max(end, placeOf[start] ?? 0, placeOf[pairs[pair]?.to ?? 0] ?? 0)
    }
    const begin = placeOf[startOf(batch[0] ?? 0)] ?? 0
    starts.forEach((bit, start) => (bits[placeOf[start] ?? 0] = bit))
    for (let place = begin; place < end; place++) {
      const carried = bits[place] ?? 0
      if (carried === 0) continue
      const task = order[place] ?? 0
      for (let link = first[task] ?? 0; link < (first[task + 1] ?? 0); link++) {
        const target = placeOf[next[link] ?? 0] ?? 0
        if (target <= end) bits[target] = (bits[target] ?? 0) | carried
      }
    }
    batch.forEach((pair) => {
      const from = startOf(pair)
      const to = pairs[pair]?.to ?? 0
      answers[pair] = from === to || ((bits[placeOf[to] ?? 0] ?? 0) & (starts.get(from) ?? 0)) !== 0
    })
    bits.fill(0, begin, end + 1)
  }
  return answers
}
