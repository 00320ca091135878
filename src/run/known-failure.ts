/** A failure that was there before, and what is left of it once some of it was mended. */

/** A fingerprint that lists its lines: a digest of all, how it ended, and each line's digest with its count. */
const listed = /^[0-9a-f]{16} exit\d+(?: [0-9a-f]{8}x\d+)+$/

/**
 * Whether a failure is a known one, or a part of it: it says nothing that the known one did not say, nor more often,
 * and exits no higher: some runners exit with how many failed.
 *
 * @param failure fingerprint of what failed now
 * @param known fingerprint of what was let pass
 */
export function isPartOf(failure: string, known: string): boolean {
  if (failure === known) return true
  if (!listed.test(failure) || !listed.test(known)) return false
  const [, end, ...lines] = failure.split(' ')
  const [, knownEnd, ...knownLines] = known.split(' ')
  const counts = new Map(knownLines.map(countOf))
  return (
    exitOf(end) <= exitOf(knownEnd) && lines.map(countOf).every(([line, count]) => count <= (counts.get(line) ?? 0))
  )
}

function countOf(entry: string): readonly [line: string, count: number] {
  const at = entry.indexOf('x')
  return [entry.slice(0, at), Number(entry.slice(at + 1))]
}

function exitOf(end = ''): number {
  return Number(end.slice('exit'.length))
}
