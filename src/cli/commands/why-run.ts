/** Why a task is where it is, told from the last run of its plan: more than the plan alone can tell. */

import { whyInState, whyText } from '../../reports/run/why.ts'
import type { OpenedPlan } from '../../calls/plan/open-plan.ts'
import { isHeld, taskStatus } from '../../run/task-status.ts'
import { look, problemTold } from '../../calls/journal/plan-journal.ts'

/** What a run knows of a task, for people and for programs. */
export interface WhyRun {
  /** Whole lines, safe to show. */
  readonly text: string
  /** The member `run` of `why --json`. */
  readonly json: unknown
}

/**
 * Looks at the last run of a plan: `run` is null where there is none, so that the plan alone speaks, and `problem` says
 * what is wrong with the journal. `key` is the task's.
 */
export async function whyInRun(
  opened: OpenedPlan,
  key: string,
): Promise<{
  readonly run: WhyRun | null
  /** Keys of tasks whose blocked mark is the run's own, and says only that what they wait for is not done. */
  readonly held?: ReadonlySet<string>
  readonly problem: { readonly message: string; readonly help: string } | null
}> {
  const found = await look(opened)
  if (found.is === 'never-run') return { run: null, problem: null }
  if (found.is === 'refused') return { run: null, problem: found }
  const problem = found.problem === null ? null : problemTold(found.problem)
  const why = whyInState(found.state, key)
  if (why === null) return { run: null, problem }
  const task = opened.plan.tasks.find((it) => it.key === key)
  const held = new Set(
    [...found.state.tasks.values()].flatMap((it) => (taskStatus(it) === 'pending' && isHeld(it) ? [it.spec.key] : [])),
  )
  return { held, run: { text: whyText(why, task?.id ?? key), json: why }, problem }
}
