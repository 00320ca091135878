/** What is said behind the verdict of a gate where the verdict alone says too much. */

import { safeLine } from '../../plan/safe-text.ts'
import { isVerification } from '../../plan/verification.ts'
import { worthlessFor } from '../../run/against.ts'
import type { Evidence } from '../../run/outcome.ts'
import { tellingLine } from '../../run/telling-line.ts'

/** @returns empty where the gate had something to judge, made of the files that it judged */
export function provesNothing(
  evidence: Pick<Evidence, 'judgesNothing' | 'result' | 'without' | 'gate' | 'excerpt'>,
): string {
  const why = worthlessFor(evidence)
  if (why !== '') return `, but ${safeLine(why)}`
  if (evidence.judgesNothing !== true) return ''
  return isVerification(evidence.gate)
    ? `, but ${safeLine(tellingLine(evidence.excerpt))}`
    : ', with nothing to compare'
}

/** @param isForgiven whether it was red like that before, and was let pass */
export function redBefore(isForgiven: boolean): string {
  return isForgiven ? ', as before, when it was let pass' : ''
}
