/** What is said behind the verdict of a gate where the verdict alone says too much. */

import { safeLine } from '../../plan/safe-text.ts'
import { worthlessFor } from '../../run/against.ts'
import type { Evidence } from '../../run/outcome.ts'

/** @returns empty where the gate had something to judge, made of the files that it judged */
export function provesNothing(evidence: Pick<Evidence, 'judgesNothing' | 'result' | 'without'>): string {
  const why = worthlessFor(evidence)
  if (why !== '') return `, but ${safeLine(why)}`
  return evidence.judgesNothing === true ? ', with nothing to compare' : ''
}

/** @param isForgiven whether it was red like that before, and was let pass */
export function redBefore(isForgiven: boolean): string {
  return isForgiven ? ', as before, when it was let pass' : ''
}
