/**
 * A part of a whole from 0 to 1, with two decimals as the seed prints them (`0.17`); 0 where the whole is nothing.
 * For people and documents only: whether a threshold is reached is decided by the counts.
 */
export function ratio(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 100) / 100
}
