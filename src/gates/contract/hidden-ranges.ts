/** Which parts of a file declare nothing for others: bodies, private parts, and what stands behind `private:`. */

/** Half open, in characters. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A block whose members are shown or hidden from a word on. */
export interface Members extends Range {
  readonly isHidden: boolean
}

export interface Switch {
  readonly at: number
  readonly hides: boolean
}

/**
 * Ranges of blocks in which members are hidden, each from the word that hides them to the one that shows them again.
 * A word is of the innermost block around it.
 */
export function hiddenMembers(blocks: readonly Members[], switches: readonly Switch[]): readonly Range[] {
  const found: Range[] = []
  const open: { readonly end: number; since: number | null }[] = []
  const close = (before: number): void => {
    for (let last = open.at(-1); last !== undefined && last.end <= before; last = open.at(-1)) {
      if (last.since !== null) found.push({ start: last.since, end: last.end })
      open.pop()
    }
  }
  const words = switches.toSorted((one, other) => one.at - other.at)
  let next = 0
  const turn = (before: number): void => {
    for (let word = words[next]; word !== undefined && word.at < before; word = words[(next += 1)]) {
      close(word.at)
      const block = open.at(-1)
      if (block === undefined) continue
      if (word.hides) block.since ??= word.at
      else if (block.since !== null) {
        found.push({ start: block.since, end: word.at })
        block.since = null
      }
    }
  }
  for (const block of blocks.toSorted((one, other) => one.start - other.start)) {
    turn(block.start)
    close(block.start)
    open.push({ end: block.end, since: block.isHidden ? block.start : null })
  }
  turn(Infinity)
  close(Infinity)
  return found
}

/** Tells of places whether they lie in one of many ranges. */
export function insideOf(ranges: readonly Range[]): (at: number) => boolean {
  const merged: { readonly start: number; end: number }[] = []
  for (const { start, end } of ranges.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return (at) => {
    let [low, high] = [0, merged.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((merged[middle]?.end ?? 0) <= at) low = middle + 1
      else high = middle
    }
    return (merged[low]?.start ?? Infinity) <= at
  }
}
