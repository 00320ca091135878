/** Ids for tasks that join a plan: the next free numbers, written as the plan writes its own. */

/** More digits are no number that is counted on. */
const mostDigits = 9

interface Parts {
  readonly prefix: string
  readonly digits: string
}

function partsOf(id: string): Parts | null {
  let start = 0
  while (start < id.length && !isDigit(id, start)) start += 1
  let end = start
  while (end < id.length && isDigit(id, end)) end += 1
  // A letter that only looks like `T` is no pattern to go on with.
  const isPlain = Array.from(id.slice(0, start)).every((it) => it > ' ' && it <= '~')
  return !isPlain || end === start || end - start > mostDigits
    ? null
    : { prefix: id.slice(0, start), digits: id.slice(start, end) }
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code >= 48 && code <= 57
}

/**
 * Ids that nothing in `taken` uses: the prefix and width that most ids have (of equals the one used last), and numbers
 * behind the highest one, whatever stands behind a number. `T001` where no id holds a number.
 *
 * @param taken all ids and names that may not be used again
 * @param count how many are wanted
 * @param like an id whose prefix and width they are to have, where it has a number
 */
export function nextIds(taken: readonly string[], count: number, like: string | null = null): readonly string[] {
  const used = new Set(taken)
  const patterns = new Map<string, { readonly parts: Parts; count: number }>()
  let best: { readonly parts: Parts; count: number } = { parts: { prefix: 'T', digits: '000' }, count: 0 }
  for (const id of taken) {
    const parts = partsOf(id)
    if (parts === null) continue
    const name = `${parts.digits.length} ${parts.prefix}`
    const pattern = patterns.get(name) ?? { parts, count: 0 }
    pattern.count += 1
    patterns.set(name, pattern)
    if (pattern.count >= best.count) best = pattern
  }
  const { prefix, digits } = (like === null ? null : partsOf(like)) ?? best.parts
  let last = 0
  for (const id of taken) {
    const parts = partsOf(id)
    if (parts?.prefix === prefix) last = Math.max(last, Number(parts.digits))
  }
  const ids: string[] = []
  while (ids.length < count) {
    last += 1
    const id = `${prefix}${String(last).padStart(digits.length, '0')}`
    if (!used.has(id)) ids.push(id)
  }
  return ids
}
