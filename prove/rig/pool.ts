/** Does many things, a few at a time, in their order. */

/** @param work gets each item; what it throws ends the whole */
export async function inPool<Item>(
  items: readonly Item[],
  workers: number,
  work: (item: Item, at: number) => Promise<void>,
): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    for (let at = next++; at < items.length; at = next++) {
      const item = items[at]
      if (item !== undefined) await work(item, at)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, workers) }, worker))
}

/** So many of the items, chosen by chance and kept in their order. */
export function sampleOf<Item>(
  items: readonly Item[],
  count: number,
  random: { below(limit: number): number },
): readonly Item[] {
  if (count >= items.length) return items
  const left = items.map((_, at) => at)
  const chosen: number[] = []
  while (chosen.length < count) chosen.push(...left.splice(random.below(left.length), 1))
  return chosen.sort((a, b) => a - b).flatMap((at) => items[at] ?? [])
}
