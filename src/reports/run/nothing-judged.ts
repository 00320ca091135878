/** What is said behind the verdict of a gate that could not have been another one. */

import type { Evidence } from '../../run/outcome.ts'

/** @returns empty where the gate had something to judge */
export function nothingJudged({ judgesNothing }: Pick<Evidence, 'judgesNothing'>): string {
  return judgesNothing === true ? ', with nothing to compare' : ''
}
