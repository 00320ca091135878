/** The `[DEVIATION]` blocks of a task refinement log, as text. */

import type { Edit, Source } from '../../../plan/source.ts'
import type { LoggedDeviation } from '../../dialect.ts'
import { oneLine } from '../../../plan/one-line.ts'
import { safeLine } from '../../../plan/safe-text.ts'

const notSaid = 'not stated'

/** One line, in which the name of a file is still told from others: what `oneLine` would take for a gap is spelled out. */
function line(text: string): string {
  return text.trim() === '' ? notSaid : oneLine(safeLine(text).replaceAll(/^ | (?= )| $/g, '\\x20'))
}

/** The four lines of a deviation, without a line end behind the last one (seed 000 §4.3). */
export function deviationLines(deviation: LoggedDeviation): readonly string[] {
  return [
    `[DEVIATION] ${line(deviation.task)}: ${line(deviation.what)}`,
    `  Reason: ${line(deviation.reason)}`,
    `  Action taken: ${line(deviation.action)}`,
    `  Impact: ${line(deviation.impact)}`,
  ]
}

/**
 * The edit that appends deviations to `task-refinement-log.md`, each behind an empty line, with the log's own line ends;
 * an empty log gets a heading first. A block that stands there already is not written again, so that an append which was
 * interrupted can be repeated. Empty where nothing is left to write. What is in the log is never changed.
 */
export function appendDeviations(
  log: Pick<Source, 'path' | 'bytes'>,
  deviations: readonly LoggedDeviation[],
): readonly Edit[] {
  const present = new TextDecoder().decode(log.bytes)
  const crlf = present.indexOf('\r\n')
  const eol = crlf >= 0 && crlf === present.indexOf('\n') - 1 ? '\r\n' : '\n'
  const known = `\n${present.replaceAll('\r\n', '\n')}\n`
  const blocks = new Set(deviations.map((deviation) => deviationLines(deviation).join('\n')))
  const fresh = [...blocks].filter((block) => !known.includes(`\n${block}\n`))
  if (fresh.length === 0) return []
  const isEmpty = present.trim() === ''
  const before = isEmpty ? '' : present.endsWith('\n') ? '' : '\n'
  const heading = isEmpty ? '# Task refinement log\n' : ''
  const content = before + heading + fresh.map((block) => `\n${block}\n`).join('')
  return [{ path: log.path, offset: log.bytes.length, length: 0, content: content.replaceAll('\n', eol) }]
}
