/** The states of a SPECLet. */

/** `blocked`: nothing of it has failed, and it cannot begin or go on for what has failed before. */
export type SpecletStatus = 'not_started' | 'in_progress' | 'completed' | 'failed' | 'skipped' | 'blocked'

/** Whether it has come to its end, whatever that is. */
export function isTerminal(status: SpecletStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'skipped'
}
