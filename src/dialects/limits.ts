/** How much a plan may have of what a reader has to stop at; the rules judge the rest. */

import type { Diagnostic } from '../plan/diagnostic.ts'
import type { Span } from '../plan/source.ts'

/** Product limits of plans (RELIABILITY section 6). */
export const limits = {
  planBytes: 64 * 1024 * 1024,
  lineBytes: 64 * 1024,
  tasks: 200_000,
  blockersOfTask: 1_000,
  /** References that ranges may stand for in the whole plan: some bytes name many tasks, so they have a limit together. */
  blockersOfRanges: 200_000,
  filesOfTask: 1_000,
  testsOfTask: 1_000,
  tracesOfTask: 10_000,
  tracesOfRange: 1_000,
  /** Names that ranges of `traces:` may stand for in a file, for the same reason. */
  tracesOfRanges: 500_000,
} as const

/** MW008: `what` names the thing, `limit` and `value` are in its own unit, as text. */
export function exceeded(what: string, limit: string, value: string, span: Span): Diagnostic {
  return {
    code: 'MW008',
    severity: 'error',
    message: `${what} is over the limit of ${limit} (${value})`,
    help: 'split the plan or shorten what is named here',
    span,
    related: [],
  }
}
