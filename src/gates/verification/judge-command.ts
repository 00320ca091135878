/** What the end of a command says of the step that it verifies: its exit code, and what it printed. */

import type { Verification } from '../../plan/verification.ts'
import type { GateResult } from '../../run/outcome.ts'
import type { ProcessEnd } from '../../system/process.ts'
import { askChecker } from './ask-checker.ts'

export interface CommandJudged {
  readonly result: GateResult
  /** Why it did not pass; empty where that is told by how it ended. */
  readonly text: string
}

/** So long may it take to look through what was printed. */
const longestMs = 30_000

/**
 * A program that is not there, or may not be executed, is one that the step has not left: that is its failure, and no fault of the
 * machine, whose own programs are looked for before a run.
 *
 * @param end.exitCode as a shell would give it
 * @param output all that was kept
 * @returns null where nobody saw it end by itself
 */
export async function judgeCommand(
  { exitCode, output: pattern }: Extract<Verification, { is: 'command' }>,
  end: { readonly how: ProcessEnd; readonly exitCode: number | null },
  output: string,
): Promise<CommandJudged | null> {
  const isMissing = end.how === 'not-started' && end.exitCode !== null
  if (end.how !== 'exited' && !isMissing) return null
  if (isMissing || end.exitCode !== exitCode)
    return { result: 'failed', text: `it ended with exit code ${String(end.exitCode)}, and ${exitCode} was to be` }
  if (pattern === null) return { result: 'passed', text: '' }
  const found = await askChecker({ is: 'pattern', pattern, text: output }, { limitMs: longestMs }).done
  switch (found.is) {
    case 'holds':
      return { result: 'passed', text: '' }
    case 'differs':
      return { result: 'failed', text: `nothing that it printed matches ${pattern}` }
    case 'timed-out':
      return { result: 'timed-out', text: found.problems.join('; ') }
    case 'cut':
      return { result: 'could-not-run', text: found.problems.join('; ') }
    case 'failed':
    case 'unusable':
      return { result: 'failed', text: found.problems.join('; ') }
    default:
      return found satisfies never
  }
}
