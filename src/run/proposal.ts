/** A proposed change of the plan becomes a revision, or is refused with its reason. */

import type { Proposal } from './outcome.ts'
import type { StepRun, TaskRun } from './state.ts'
import { emit, subjectOf, type Turn } from './turn.ts'

/**
 * Takes what a step proposes into the plan: new tasks, edges, and steps appended to the proposing task.
 *
 * @returns null when it was taken, else why not, in words for whoever proposed it
 */
export function applyProposal(turn: Turn, task: TaskRun, step: StepRun): string | null {
  const { state } = turn
  const proposal = step.said?.proposal ?? null
  if (!proposal) return 'it proposes no change of the plan'
  const trouble = troubleOf(turn, task, proposal)
  if (trouble !== null) return trouble
  const added = proposal.tasks.map((spec, index) => ({ uid: `u${state.nextUid + index}`, spec }))
  const changed =
    proposal.steps.length > 0
      ? [{ uid: task.uid, spec: { ...task.spec, steps: [...task.spec.steps, ...proposal.steps] } }]
      : []
  if (added.length > 0 || changed.length > 0 || proposal.edges.length > 0) {
    emit(
      turn,
      {
        type: 'plan-revised',
        from: state.revision,
        to: `${state.revision ?? ''}+${task.uid}.${step.attempts}`,
        cause: 'proposal',
        by: `${task.spec.key}/${step.spec.id}`,
        added,
        changed,
        removed: [],
        edges: proposal.edges.length > 0 ? [...state.edges, ...proposal.edges] : null,
        groups: null,
        order: null,
      },
      subjectOf(task, step),
    )
  }
  emit(turn, { type: 'choice-taken', finished: proposal.finished }, subjectOf(task, step))
  return null
}

function troubleOf(turn: Turn, task: TaskRun, proposal: Proposal): string | null {
  const { state } = turn
  const keys = new Set(state.byKey.keys())
  for (const spec of proposal.tasks) {
    if (keys.has(spec.key)) return `there is a task ${spec.key} already`
    if (spec.steps.length === 0) return `task ${spec.key} has no step`
    keys.add(spec.key)
  }
  for (const edge of proposal.edges) {
    const unknown = [edge.from, edge.to].find((key) => !keys.has(key))
    if (unknown !== undefined) return `an edge names ${unknown}, which is no task`
  }
  const steps = new Set(task.spec.steps.map((it) => it.id))
  for (const step of proposal.steps) {
    if (steps.has(step.id)) return `there is a step ${step.id} already`
    steps.add(step.id)
  }
  if (task.spec.open && !proposal.finished && proposal.steps.length === 0)
    return 'it chooses nothing and does not say that it is finished'
  return null
}
