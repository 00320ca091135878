/** What was found of the goal at the end of a run, as it is kept. */

import { failureText, type Outcome } from '../outcome.ts'
import type { CompletionFinding } from './finding.ts'
import { withCommands } from './run-commands.ts'

export interface Completion {
  readonly findings: readonly CompletionFinding[]
  /** How many steps had ended then: of what came to its end since it says nothing. */
  readonly after: number
  /** In milliseconds since the epoch. */
  readonly at: number
  /** Set once people have answered a question since: meanwhile the files may have become others. */
  readonly isBehind?: true
}

/** What a look has come to, with what commands have; where nobody could look, nothing is known of it. */
export function completionOf(
  outcome: Extract<Outcome, { of: 'verify-completion' }>,
  { commands, after, at }: { readonly commands: readonly CompletionFinding[] } & Pick<Completion, 'after' | 'at'>,
): Completion {
  const findings = outcome.is === 'looked' ? outcome.findings : unlooked(failureText(outcome.failure))
  return { findings: withCommands(findings, commands), after, at }
}

/** What stands for all of it where nobody could look. */
export const unlookedWhat = 'What the spec was to bring'

function unlooked(why: string): readonly CompletionFinding[] {
  return [
    {
      check: 'primary_deliverable_exists',
      what: unlookedWhat,
      found: 'unknown',
      by: 'program',
      why: `nobody could look for it: ${why}`,
      places: [],
    },
  ]
}
