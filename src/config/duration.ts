/** Lengths of time as people write them in a configuration. */

/** Longest limit of any kind: a day. */
export const longestMs = 24 * 60 * 60_000

/** By the word behind the number; a map, since an object knows words of its own. */
const units: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['min', 60_000],
  ['h', 60 * 60_000],
])

/**
 * Reads `90s`, `20m`, `1h`, `500ms`, `1.5h`, or a bare number of seconds.
 *
 * @returns milliseconds, whole; null where it is none of these
 */
export function durationMs(written: string | number): number | null {
  if (typeof written === 'number') return Number.isFinite(written) ? Math.round(written * 1000) : null
  const text = written.trim()
  let end = 0
  while (end < text.length && '0123456789.-'.includes(text[end] ?? '')) end++
  const count = Number(text.slice(0, end))
  const unit = units.get(text.slice(end).trim())
  if (end === 0 || unit === undefined || !Number.isFinite(count)) return null
  return Math.round(count * unit)
}
