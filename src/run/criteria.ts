/** How the acceptance criteria of a task stand: by gates that judge just them, never by what an agent says (seed 003 §2). */

import { criterionKey, statedId } from '../plan/criterion.ts'
import { criteriaSeen, type CriterionView } from './criteria-seen.ts'
import type { CriterionClaim } from './outcome.ts'
import type { TaskRun } from './state.ts'

export interface Criterion {
  readonly text: string
  /** `UNTESTED`: no gate judges just this, or nobody has seen its test fail as it is now. */
  readonly verdict: 'PASS' | 'FAIL' | 'UNTESTED'
  /** The gate that says so. */
  readonly by: string | null
  /** What the agent says of it, which is no verdict; absent where it says nothing. */
  readonly claim?: CriterionClaim
}

/** The criteria of a task in the order of its plan; of one that only traces some, those whose tests it was divided by. */
export function criteriaOf(task: TaskRun): readonly Criterion[] {
  const seen = new Map(criteriaSeen(task).map((it) => [criterionKey(it.criterion), it]))
  const stated = task.spec.criteria ?? []
  if (stated.length === 0) return [...seen.values()].map((it) => judged(it.criterion, it))
  const claims = task.steps.findLast(({ said }) => said !== null)?.said?.criteria ?? []
  return stated.map((text, index) => {
    const criterion = judged(text, seen.get(criterionKey(statedId(task.spec, index))))
    const claim = claims.find((it) => it.criterion === index + 1)
    return claim === undefined ? criterion : { ...criterion, claim }
  })
}

function judged(text: string, seen: CriterionView | undefined): Criterion {
  const green = seen?.green ?? null
  if (green === null || green.result === 'not-run') return { text, verdict: 'UNTESTED', by: null }
  if (green.result === 'green' && (seen?.wasGreenBefore || seen?.testChanged.length !== 0))
    return { text, verdict: 'UNTESTED', by: null }
  return { text, verdict: green.result === 'green' ? 'PASS' : 'FAIL', by: green.gate }
}
