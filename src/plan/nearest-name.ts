/** The name somebody probably meant. */

/** Longer names are not compared: nobody mistypes one into another, and it would cost the square of the length. */
const longest = 64

/**
 * The candidate that differs least from `name`, upper and lower case taken alike, counting inserted, left out and changed
 * characters; the first of several. Null where none is near: more than a third of the name differs, or more than 3
 * characters (one is always allowed).
 */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  if (name === '' || name.length > longest) return null
  const low = name.toLowerCase()
  let limit = Math.max(1, Math.min(3, Math.floor(name.length / 3)))
  let best: string | null = null
  for (const candidate of candidates) {
    const distance = editDistance(low, candidate.toLowerCase(), limit)
    if (distance > limit || (best !== null && distance === limit)) continue
    best = candidate
    if (distance === 0) break
    limit = distance
  }
  return best
}

/** Levenshtein's distance row by row; anything above `limit` is told as `limit + 1`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || a.length > longest || b.length > longest) return limit + 1
  let above = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 0; i < a.length; i += 1) {
    const row = [i + 1]
    for (let j = 0; j < b.length; j += 1) {
      const changed = (above[j] ?? 0) + (a[i] === b[j] ? 0 : 1)
      row.push(Math.min(changed, (above[j + 1] ?? 0) + 1, (row[j] ?? 0) + 1))
    }
    if (Math.min(...row) > limit) return limit + 1
    above = row
  }
  return above[b.length] ?? 0
}
