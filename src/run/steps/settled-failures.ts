/**
 * Questions whether a step begins in spite of a failure that a person has settled since: tried again, done or left out. They are taken
 * back, and it is decided anew by how things stand now.
 */

import { beginStep } from '../proceed.ts'
import { taskOf, type Review, type RunState } from '../state.ts'
import { isEnd } from '../step-status.ts'
import { askNoMore, emit, move, subjectOf, type Turn } from '../turn.ts'
import { stepName } from './course.ts'

/** Looks at what this turn has moved. Costs the open questions, where it has taken a step from its end. */
export function renewSettled(turn: Turn): void {
  const { state } = turn
  const settled = new Set(
    turn.events.flatMap(({ body, subject }) => {
      const task = body.type === 'step-moved' && isEnd(body.from) && subject ? state.tasks.get(subject.task) : undefined
      return task === undefined || subject?.step == null ? [] : [stepName(task, subject.step)]
    }),
  )
  if (settled.size === 0) return
  for (const review of openBefore(state)) {
    const named = failuresNamed(state, review).filter((it) => settled.has(it))
    if (named.length > 0) takeBack(turn, review, named)
  }
}

function openBefore({ reviews }: RunState): readonly Review[] {
  return [...reviews.values()].filter(({ kind, answer }) => kind === 'escalation' && answer === null)
}

/** The failed steps that a question is about. */
function failuresNamed(state: RunState, { task, step }: Review): readonly string[] {
  const name = stepName(taskOf(state, task), step)
  const decision = state.course.decisions.findLast((it) => it.step_id === name)
  return (decision?.critical_failures ?? []).map((it) => it.step_id)
}

function takeBack(turn: Turn, { id, task: uid, step: of }: Review, named: readonly string[]): void {
  const task = taskOf(turn.state, uid)
  const step = task.steps.find(({ spec }) => spec.id === of)
  if (step?.status !== 'reviewing') return
  const because = `a person has settled the failure of ${named.join(', ')} since it was asked`
  askNoMore(turn, [task])
  emit(turn, { type: 'review-withdrawn', review: id, because }, subjectOf(task, step))
  if (step !== task.steps[0] || task.unmet === 0) {
    beginStep(turn, task)
    return
  }
  // What is done again comes before it again.
  move(turn, task, step, { to: 'working', because: 'asked' })
  move(turn, task, step, { to: 'pending', because: 'blocker-added' })
}
