/** One departure of the work from the plan: what it is, and how it is told. */

import { safeLine } from '../plan/safe-text.ts'

/**
 * - `outside`: a file changed that the task does not name (or names only to read)
 * - `existed`: a file to be created was already there
 * - `absent`: a file to be modified or deleted was not there
 * - `untouched`: a declared file was left as it was
 * - `ignored`: git ignores a declared file, or workspaces are given it
 * - `plan-edited`: the agent changed its copy of the plan
 * - `protected`: something changed that no task may change
 * - `link-out`: a new link leads out of the repository
 * - `declared`: the agent itself says so
 * - `green-before`: the test of a criterion was green before the work
 * - `test-changed`: the test of a criterion was changed after it was seen red, in whichever half
 * - `outside-workspace`: something outside of every workspace changed while tasks ran (`outside.ts`)
 */
export type DeviationKind =
  | 'outside'
  | 'existed'
  | 'absent'
  | 'untouched'
  | 'ignored'
  | 'plan-edited'
  | 'protected'
  | 'link-out'
  | 'declared'
  | 'green-before'
  | 'test-changed'
  | 'outside-workspace'

/** One departure from the plan, with the four fields of seed 000 §4.3. */
export interface Deviation {
  readonly kind: DeviationKind
  /** Key of the task; of a change outside the workspaces, keys of all that ran then. */
  readonly task: string
  /** The seed's description. */
  readonly what: string
  readonly reason: string
  readonly action: string
  readonly impact: string
  readonly path: string | null
  readonly claimedBy: 'found' | 'agent'
}

/** Whether it is about what no agent may touch at all, which is told even where deviations are not flagged. */
export function isGuarded({ kind }: Deviation): boolean {
  return kind === 'plan-edited' || kind === 'protected' || kind === 'link-out' || kind === 'outside-workspace'
}

/** What became of a file that git ignores and that the draft holds. */
export const keptInDraft = 'It was kept in the draft'

/** Whether it says of a file that git ignores that the draft holds it all the same. */
export function isOfKept({ kind, action }: Deviation): boolean {
  return kind === 'ignored' && action === keptInDraft
}

/**
 * A deviation in the seed's form (seed 000 §4.3), four lines: names in it are spelled as they are, also with line feeds in them.
 *
 * @param deviation the deviation
 * @param id how the task is named to people
 */
export function deviationText(deviation: Deviation, id: string): string {
  const line = (text: string): string => (text.trim() === '' ? 'not stated' : safeLine(text))
  return [
    `[DEVIATION] ${line(id)}: ${line(deviation.what)}`,
    `  Reason: ${line(deviation.reason)}`,
    `  Action taken: ${line(deviation.action)}`,
    `  Impact: ${line(deviation.impact)}`,
  ].join('\n')
}
