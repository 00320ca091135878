/** Changes of the mode, questions to people and who has chosen the mode, as the progress file has them (seed 004 §1.2a, §3). */

import { stepName } from '../../../run/steps/course.ts'
import type { Review, RunState } from '../../../run/state.ts'
import { isoTime } from '../../run/json.ts'
import type { ProgressDocument } from './schema.ts'

/** Each change with what was logged of it; which triggers led to it, where one has. */
export function modeSwitches({ course }: Pick<RunState, 'course'>): ProgressDocument['mode_switches'] {
  const { switches, escalations } = course
  return switches.map((it) => {
    const log =
      it.patterns.length === 0 ? undefined : escalations.find(({ at, step_id }) => at === it.at && step_id === it.step)
    return {
      timestamp: isoTime(it.at),
      from: it.from,
      to: it.to,
      task_id: it.taskId,
      step_id: it.step,
      cause: it.reason,
      escalation_reason: log?.escalation_reason ?? [],
      patterns: it.patterns,
      ...it.log,
      recommendation: log?.recommendation ?? null,
      user_response: it.guided,
    }
  })
}

/** Questions of the run and those before it, each with its last answer. */
export function humanInteractions(state: RunState): ProgressDocument['human_interactions'] {
  const { startedAt, earlierRuns } = state.course
  const since = earlierRuns[0]?.startedAt ?? startedAt ?? 0
  const decided = [...earlierRuns.flatMap((it) => it.decided), ...state.decided]
  const answers = new Map(decided.map((it) => [it.review, it]))
  return [...state.reviews.values()]
    .filter(({ askedAt }) => askedAt >= since)
    .map((review) => {
      const { id, kind, question, options, askedAt, answer } = review
      const said = answers.get(id)
      const named = namedNow(state, review)
      return {
        review: id,
        kind,
        task_id: named?.task ?? null,
        step_id: named?.step ?? null,
        prompt: question,
        options,
        asked_at: isoTime(askedAt),
        response: answer,
        responded_by: said?.by.who ?? null,
        response_text: said?.text ?? null,
        responded_at: said === undefined ? null : isoTime(said.at),
      }
    })
}

/** What the task and the step of a question are called: in the plan, else when it was asked; null of a check of the engine's own. */
function namedNow(state: RunState, { task: uid, step, named }: Review): NonNullable<Review['named']> | null {
  const task = state.tasks.get(uid)
  if (task === undefined) return named ?? null
  const { origin, id, key } = task.spec
  return origin === 'engine' ? null : { task: id ?? key, step: stepName(task, step) }
}

/** Who has chosen the mode that a run began with, or was given last, and when. */
export function modeSelection({
  policy,
  invocation,
  spec,
  course,
}: RunState): Pick<
  ProgressDocument,
  'execution_mode' | 'current_mode' | 'mode_selected_by' | 'mode_selection_timestamp'
> {
  const isSaid = invocation['mode'] !== undefined || course.modeAnsweredAt !== null
  const told = spec?.spec.mode ?? null
  const other = policy.mode === 'dynamic' ? 'default' : 'configuration'
  const chosen = course.switches.findLast(
    (it) => it.at >= (course.startedAt ?? 0) && it.patterns.length === 0 && it.guided && it.to === policy.mode,
  )
  const at = chosen?.at ?? course.modeAnsweredAt ?? course.startedAt
  return {
    execution_mode: policy.mode,
    current_mode: course.mode,
    mode_selected_by: isSaid ? 'user' : told === policy.mode ? 'specification' : other,
    mode_selection_timestamp: at === null ? null : isoTime(at),
  }
}
