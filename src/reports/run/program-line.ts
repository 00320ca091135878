/** One line of what a program wrote, as it is shown to people. */

import { tellingLine } from '../../run/telling-line.ts'
import { safeLine } from '../../plan/safe-text.ts'

/** Most characters of what a program said that stand in one line. */
export const mostOfLine = 160

/** What is longer ends with a mark, so that nobody takes it for all that was said. */
export function shortened(line: string, most = mostOfLine): string {
  const safe = safeLine(line)
  return safe.length <= most ? safe : `${safe.slice(0, most - 1)}…`
}

/** What a program said last; of a crash of Node, whose last line is its version, the line that tells of it. */
export function lastWords(output: string): string | null {
  const lines = output.split('\n').map((it) => it.trim())
  const last = lines.findLast((it) => it !== '') ?? null
  const isCrash = last !== null && /^Node\.js v\d/.test(last)
  return isCrash ? (lines.find((it) => /^\w*Error\b/.test(it)) ?? tellingLine(output)) : last
}
