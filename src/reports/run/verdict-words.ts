/** What is said behind the verdict of a gate where the verdict alone says too much. */

import type { Evidence } from '../../run/outcome.ts'

/** @returns empty where the gate had something to judge */
export function nothingJudged({ judgesNothing }: Pick<Evidence, 'judgesNothing'>): string {
  return judgesNothing === true ? ', with nothing to compare' : ''
}

/** @param isForgiven whether it was red like that before, and was let pass */
export function redBefore(isForgiven: boolean): string {
  return isForgiven ? ', as before, when it was let pass' : ''
}
