/** The states of a SPECLet. */

/** `blocked`: nothing of it has failed, and it cannot begin or go on for what has failed before. */
export type SpecletStatus = 'not_started' | 'in_progress' | 'completed' | 'failed' | 'skipped' | 'blocked'

/**
 * How a SPECLet without tasks stands, by those that it depends on: it is completed once they are.
 * @param needs how these stand, each in any words that have those of `SpecletStatus` among them
 * @param isLeftOut whether people go on without what cannot begin
 */
export function statusWithoutTasks(needs: readonly string[], isLeftOut: boolean): SpecletStatus {
  if (needs.some((it) => it === 'failed' || it === 'blocked')) return isLeftOut ? 'skipped' : 'blocked'
  if (!needs.every((it) => it === 'completed' || it === 'skipped')) return 'not_started'
  return needs.length > 0 && needs.every((it) => it === 'skipped') ? 'skipped' : 'completed'
}

/** Whether it has come to its end, whatever that is. */
export function isTerminal(status: SpecletStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'skipped'
}
