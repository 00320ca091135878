/** Faults of a JSON file's bytes: its lines may be as long as the file, and none of them is code or a comment. */

import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Source, Span } from '../../plan/source.ts'
import { encodingFindings, type ByteLines, type Used } from '../encoding.ts'
import { codePointName, invisibleName } from '../encoding/characters.ts'
import type { Findings } from '../findings.ts'
import { isConflict } from '../scanner.ts'
import { byte, standsAt } from '../scan/bytes.ts'
import { splitLines } from '../scan/split.ts'
import type { JsonString } from './tree.ts'

const nothingUsed: Used = { names: [], structure: [], texts: [] }

/** MW010 for each conflict of git that nobody has resolved. */
export function mergeMarkersIn(source: Source): readonly Diagnostic[] {
  const lines = linesOf(source)
  return lines.conflicts.length === 0
    ? []
    : encodingFindings(lines, () => nothingUsed).filter(({ code }) => code === 'MW010')
}

/**
 * MW001, MW003, MW004, MW005 and MW014 of a JSON file.
 * @param used what was read of it; asked for only where a fault needs it
 */
export function bytesFindings(source: Source, used: () => Used): readonly Diagnostic[] {
  return encodingFindings(linesOf(source), used)
}

function linesOf(source: Source): ByteLines {
  const { bytes } = source
  const split = splitLines(bytes, standsAt(bytes, 0, '\u00ef\u00bb\u00bf') ? 3 : 0, Infinity)
  const start = (line: number): number => split.starts[line] ?? bytes.length
  const next = (line: number): number => split.starts[line + 1] ?? bytes.length
  const end = (line: number): number => {
    const behind = next(line)
    if (behind <= start(line) || bytes[behind - 1] !== byte.lineFeed) return behind
    return behind - 2 >= start(line) && bytes[behind - 2] === byte.carriageReturn ? behind - 2 : behind - 1
  }
  const conflicts: number[] = []
  for (let line = 0; line < split.count; line += 1) if (isConflict(bytes, start(line), end(line))) conflicts.push(line)
  return { source, bytes, split, start, end, next, kind: () => 'text', conflicts }
}

/** MW003 and MW005 for names whose escapes hide something. */
export function sayHidden({
  used,
  findings,
}: {
  readonly used: readonly JsonString[]
  readonly findings: Findings
}): void {
  for (const node of used) {
    const hidden = hiddenInName(node, findings.span(node))
    if (hidden !== null) findings.add(hidden.code, hidden.severity, node, hidden.message, hidden.help)
  }
}

/**
 * MW003 and MW005 for what an escape hides in a name: an id, a path or a command that does not look like what it is. What
 * stands in its bytes is found with them.
 */
function hiddenInName({ text, escaped }: JsonString, span: Span): Diagnostic | null {
  if (!escaped) return null
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    const name = invisibleName(point)
    const isControl = point < 0x20 || (point >= 0x7f && point < 0xa0)
    if (name === null && !isControl) continue
    const what = name === null ? 'control character' : 'invisible character'
    const called = name === null ? codePointName(point) : `${codePointName(point)} (${name})`
    const message = `${what} ${called} in an id, a path or a command, written as an escape`
    const code = name === null ? 'MW003' : 'MW005'
    return { code, severity: 'error', message, help: 'take the character out', span, related: [] }
  }
  return null
}
