/** The ready tasks by priority: a binary heap, so that taking and adding one costs O(log n). */

export interface ReadyQueue {
  readonly items: { readonly priority: number; readonly uid: string }[]
}

export function newReadyQueue(): ReadyQueue {
  return { items: [] }
}

function before(queue: ReadyQueue, a: number, b: number): boolean {
  const left = queue.items[a]
  const right = queue.items[b]
  if (!left || !right) return false
  return left.priority !== right.priority ? left.priority < right.priority : isEarlier(left.uid, right.uid)
}

/** Whether a uid was given before another one: `u9` before `u10`. */
function isEarlier(one: string, other: string): boolean {
  return one.length !== other.length ? one.length < other.length : one < other
}

function swap(queue: ReadyQueue, a: number, b: number): void {
  const left = queue.items[a]
  const right = queue.items[b]
  if (!left || !right) return
  queue.items[a] = right
  queue.items[b] = left
}

/** Adds a task; the lowest priority number comes out first, ties in the order in which their uids were given. */
export function pushReady(queue: ReadyQueue, uid: string, priority: number): void {
  queue.items.push({ priority, uid })
  let at = queue.items.length - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    if (!before(queue, at, parent)) return
    swap(queue, at, parent)
    at = parent
  }
}

/** The task that comes out next; null when none is ready. */
export function nextReady(queue: ReadyQueue): string | null {
  return queue.items[0]?.uid ?? null
}

/** Takes the first task out, or returns null when none is ready. */
export function popReady(queue: ReadyQueue): string | null {
  const first = queue.items[0]
  const last = queue.items.pop()
  if (!first || !last) return null
  if (queue.items.length > 0) {
    queue.items[0] = last
    let at = 0
    for (;;) {
      const left = 2 * at + 1
      const smaller = before(queue, left + 1, left) ? left + 1 : left
      if (!before(queue, smaller, at)) break
      swap(queue, at, smaller)
      at = smaller
    }
  }
  return first.uid
}
