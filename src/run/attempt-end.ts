/** The end of an attempt that no process of ours told: nothing is known of it but how, and why. */

import type { Failure } from './effect.ts'
import type { AttemptEnd } from './state.ts'

/** @param failure null where nothing went wrong */
export function bareEnd(how: AttemptEnd['how'], failure: Failure | null): AttemptEnd {
  return {
    of: 'start-attempt',
    is: 'ended',
    how,
    exitCode: null,
    signal: null,
    claim: { says: 'nothing', text: '', deviations: [], proposal: null },
    brief: null,
    output: null,
    excerpt: '',
    usage: null,
    session: null,
    durationMs: 0,
    failure,
  }
}
