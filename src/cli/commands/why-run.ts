/** Why a task is where it is, told from the last run of its plan: more than the plan alone can tell. */

import { whyInState, whyText } from '../../reports/run/why.ts'
import type { OpenedPlan } from '../open-plan.ts'
import { peek } from '../plan-journal.ts'

/** What a run knows of a task, for people and for programs. */
export interface WhyRun {
  /** Whole lines, safe to show. */
  readonly text: string
  /** The member `run` of `why --json`. */
  readonly json: unknown
}

/** Looks at the last run of a plan; null where there is none, so that the plan alone speaks. `key` is the task's. */
export async function whyInRun(opened: OpenedPlan, key: string): Promise<WhyRun | null> {
  const state = await peek(opened)
  const why = state === null ? null : whyInState(state, key)
  if (why === null) return null
  const task = opened.plan.tasks.find((it) => it.key === key)
  return { text: whyText(why, task?.id ?? key), json: why }
}
