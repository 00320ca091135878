/** How the acceptance criteria of a task stand: by gates that judge just them, never by what an agent says (seed 003 §2). */

import type { TaskRun } from './state.ts'

export interface Criterion {
  readonly text: string
  /** `UNTESTED`: no gate judges just this. */
  readonly verdict: 'PASS' | 'FAIL' | 'UNTESTED'
  /** The gate that says so. */
  readonly by: string | null
}

/** The criteria of a task in the order of its plan. */
export function criteriaOf({ spec }: TaskRun): readonly Criterion[] {
  return (spec.criteria ?? []).map((text) => ({ text, verdict: 'UNTESTED', by: null }))
}
