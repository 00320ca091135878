/** The numbers of enumerators: others are compiled with them, whether somebody wrote them or not. */

import type { Range } from './hidden-ranges.ts'

/** An enumerator where it stands. */
export interface Counted {
  /** Of its node. */
  readonly id: number
  readonly name: string
  readonly start: number
  /** As it is written; null where it is the next one. */
  readonly number: string | null
  /** What it stands in: an enumeration, or a condition inside of one. */
  readonly list: Range & { readonly id: number }
}

/**
 * What has to be written behind each enumerator without a number, so that it says which one it has: `= 3`, or `= Other + 1`
 * where that is no plain number or depends on a condition.
 *
 * @returns by the ids of their nodes
 */
export function numbersOf(counted: readonly Counted[]): ReadonlyMap<number, string> {
  const numbers = new Map<number, string>()
  let around: Range | null = null
  let last: Counted | null = null
  let base: bigint | string = 0n
  let steps = 0n
  for (const it of counted.toSorted((one, other) => one.start - other.start)) {
    const isOther = around === null || (it.start >= around.end && it.list.start > around.start)
    if (isOther || last === null) [around, base, steps] = [it.list, 0n, 0n]
    else {
      if (around !== null && it.list.start <= around.start) around = it.list
      steps += 1n
      if (it.list.id !== last.list.id) [base, steps] = [last.name, 1n]
    }
    if (it.number !== null) [base, steps] = [plainNumber(it.number) ?? it.name, 0n]
    else numbers.set(it.id, `= ${typeof base === 'bigint' ? base + steps : `${base} + ${steps}`}`)
    last = it
  }
  return numbers
}

/** A number that is written in ten or sixteen digits; one that begins with 0 may be of eight. */
function plainNumber(text: string): bigint | null {
  const [, sign, digits] = /^(-?)\s*(0x[\da-f]{1,16}|0|[1-9]\d{0,18})[ul]{0,3}$/i.exec(text) ?? []
  return digits === undefined ? null : BigInt(digits) * (sign === '-' ? -1n : 1n)
}
