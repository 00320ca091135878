/** A failure that was there before, and what is left of it once some of it was mended. */

/** A fingerprint that lists its lines: a digest of all, how it ended, and each line's digest with its count. */
const listed = /^[0-9a-f]{16} exit\d+(?: [0-9a-f]{8}x\d+)+$/

/**
 * Whether a failure is a known one, or a part of some: it says nothing that these did not say, nor more often, and exits no
 * higher: some runners exit with how many failed.
 *
 * @param failure fingerprint of what failed now
 * @param known fingerprints of what was let pass
 */
export function isPartOf(failure: string, ...known: readonly string[]): boolean {
  if (known.includes(failure)) return true
  const parts = known.filter((it) => listed.test(it)).map((it) => it.split(' ').slice(1))
  if (!listed.test(failure) || parts.length === 0) return false
  const [, end, ...lines] = failure.split(' ')
  const counts = new Map<string, number>()
  for (const [line, count] of parts.flatMap(([, ...its]) => its).map(countOf))
    counts.set(line, (counts.get(line) ?? 0) + count)
  return (
    exitOf(end) <= Math.max(...parts.map(([knownEnd]) => exitOf(knownEnd))) &&
    lines.map(countOf).every(([line, count]) => count <= (counts.get(line) ?? 0))
  )
}

function countOf(entry: string): readonly [line: string, count: number] {
  const at = entry.indexOf('x')
  return [entry.slice(0, at), Number(entry.slice(at + 1))]
}

function exitOf(end = ''): number {
  return Number(end.slice('exit'.length))
}
