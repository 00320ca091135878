/** Work in parallel, a few at a time. */

/** Calls `work` for each item with at most so many under way, and waits for all. */
export async function eachOf<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items]
  const lane = async (): Promise<void> => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, lane))
}

/** Cuts a list into as many parts of about the same length. */
export function shares<T>(items: readonly T[], count: number): readonly (readonly T[])[] {
  const size = Math.max(1, Math.ceil(items.length / count))
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))
}
