/**
 * Whether a plan may stand there half written: it has become shorter, and its last line is not ended and the beginning of what
 * was a longer one. Nobody can tell for sure: somebody may mean it so.
 */

/**
 * A mark of ours, one byte, may have come between the two: the sign in a box makes no difference.
 * @param before the plan as it was read last
 * @param now the same file now
 */
export function isHalfWritten(before: Uint8Array, now: Uint8Array): boolean {
  if (now.length >= before.length) return false
  const [old, present] = [before, now].map((it) => Buffer.from(it).toString('latin1'))
  const piece = present?.slice(present.lastIndexOf('\n') + 1) ?? ''
  if (piece.trim() === '' || old === undefined) return false
  return old.split('\n').some((line) => line.trimEnd().length > piece.length && begins(line, piece))
}

function begins(line: string, piece: string): boolean {
  return line.startsWith(piece) || unmarked(line).startsWith(unmarked(piece))
}

/** A line as it is without the sign in its box. */
function unmarked(line: string): string {
  return line.replace(/^(\s*[-*+] \[)[^\]](?=\])/, '$1 ')
}
