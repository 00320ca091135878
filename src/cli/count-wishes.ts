/** How often somebody has asked a run to end, by the signals that came. */

/** Signals that come closer together are one wish: `timeout` sends each to the program and to its group. */
const oneWishMs = 200

/** @returns for the time of each signal, in milliseconds, the number of the wish that it is; null where it is none of its own */
export function countWishes(): (at: number) => number | null {
  let count = 0
  let last = -Infinity
  return (at) => {
    if (at - last < oneWishMs) return null
    last = at
    count += 1
    return count
  }
}
