/** Times for people. */

/**
 * Milliseconds in the shortest form that still tells: `80 ms`, `1.4 s`, `3 min 5 s`, `2 h 4 min`.
 * @param given less than nothing where somebody has set the clock back: that is told as nothing
 */
export function durationText(given: number): string {
  const ms = Math.max(0, given)
  if (ms < 1_000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`
  const seconds = Math.round(ms / 1_000)
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
