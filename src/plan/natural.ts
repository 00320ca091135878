/** The natural order of ids: numbers inside them count as numbers (`T9` before `T10`). */

/**
 * Compares two ids for sorting (FORMATS R15): runs of ASCII digits by their value, everything else by UTF-16 code unit, a
 * prefix before what it begins (`FE-205` before `FE-205-1`, `T005` before `T005A`). Ids that differ only in leading
 * zeros are told apart at last by code units, so this is a total order on any strings: 0 only for equal ones.
 * Returns a negative number, 0 or a positive number.
 */
export function compareNatural(a: string, b: string): number {
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const left = a.charCodeAt(i)
    const right = b.charCodeAt(j)
    if (isDigit(left) && isDigit(right)) {
      const endOfLeft = endOfDigits(a, i)
      const endOfRight = endOfDigits(b, j)
      const difference = compareDigits(a, i, endOfLeft, b, j, endOfRight)
      if (difference !== 0) return difference
      i = endOfLeft
      j = endOfRight
      continue
    }
    if (left !== right) return left - right
    i += 1
    j += 1
  }
  const rest = a.length - i - (b.length - j)
  if (rest !== 0) return rest
  return a < b ? -1 : a > b ? 1 : 0
}

const zero = 48
const nine = 57

function isDigit(unit: number): boolean {
  return unit >= zero && unit <= nine
}

function endOfDigits(text: string, from: number): number {
  let end = from
  while (end < text.length && isDigit(text.charCodeAt(end))) end += 1
  return end
}

/** By value, without making numbers of them: an id may hold more digits than a number can. */
function compareDigits(a: string, from: number, end: number, b: string, fromB: number, endB: number): number {
  let i = from
  let j = fromB
  while (i < end - 1 && a.charCodeAt(i) === zero) i += 1
  while (j < endB - 1 && b.charCodeAt(j) === zero) j += 1
  const length = end - i - (endB - j)
  if (length !== 0) return length
  for (; i < end; i += 1, j += 1) {
    const difference = a.charCodeAt(i) - b.charCodeAt(j)
    if (difference !== 0) return difference
  }
  return 0
}
