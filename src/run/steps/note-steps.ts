/** What is noted of a step as it goes and once it has ended: folded from its moves. */

import type { RunEvent } from '../event.ts'
import { filesGate } from '../files-gate.ts'
import type { RunState, StepRun, TaskRun } from '../state.ts'
import { isEnd } from '../step-status.ts'
import { isBackup, type StepRecord, type TriedMethod } from './record.ts'

/** How a step is called in its plan: `2.3`, `data/1.2`. */
export function stepName({ spec }: Pick<TaskRun, 'spec'>, step: string): string {
  return `${spec.id ?? spec.key}.${step}`
}

/** Whether steps of this task are compared at all. */
export function isCompared({ policy }: Pick<RunState, 'policy'>, { spec }: Pick<TaskRun, 'spec'>): boolean {
  return policy.escalation !== undefined && spec.origin !== 'engine'
}

/**
 * The methods of a step that were tried, the present one among them as it has come to its end.
 * @param at milliseconds since the epoch
 */
export function triedBy(step: StepRun, outcome: TriedMethod['outcome'], at: number): readonly TriedMethod[] {
  const method = step.spec.methods[step.method]
  // Where nobody has worked, no method was tried.
  const attempts = Math.max(step.tries, outcome === 'success' && step.draft !== null ? 1 : 0)
  if (method === undefined || attempts === 0) return step.tried
  const before = step.spec.methods[step.method - 1]?.id ?? 'primary'
  const trigger = isBackup(method.id) ? (method.trigger ?? `${before.replace('-', '_')}_failure`) : null
  return [...step.tried, { method: method.id, outcome, attempts, trigger, at }]
}

/** Notes a step that has come to its end, as it stands after that. */
export function noteEnd(
  state: RunState,
  task: TaskRun,
  step: StepRun,
  event: { readonly at: number; readonly body: Extract<RunEvent['body'], { type: 'step-moved' }> },
): void {
  const { to, because, from } = event.body
  if (!isCompared(state, task) || !isEnd(to)) return
  const isDone = to === 'done'
  // A person who says that it is done has not tried a method.
  if (because !== 'by-human' && because !== 'mark-in-plan')
    step.tried = triedBy(step, isDone ? 'success' : 'failure', event.at)
  const isFailed = to === 'blocked' || to === 'failed' || because === 'not-critical'
  // What is held back was not worked on.
  const status = isDone ? 'completed' : isFailed && from !== 'pending' ? 'failed' : 'skipped'
  state.course.records.push(recordOf(state, task, step, { status, at: event.at }))
}

/** What is known of a step just now, as if it ended so. */
export function recordOf(
  state: RunState,
  task: TaskRun,
  step: StepRun,
  as: { readonly status: StepRecord['status']; readonly at: number },
): StepRecord {
  const { spec } = step
  const others = step.verdicts.filter(({ gate }) => gate !== filesGate)
  return {
    task: task.spec.key,
    taskId: task.spec.id ?? task.spec.key,
    step: stepName(task, spec.id),
    title: spec.title,
    status: as.status,
    critical: spec.critical,
    methods: spec.methods.map(({ id, instruction, argv }) => ({ id, text: instruction, argv })),
    tried: step.tried,
    expectedOutputMatch: outputMatch(step),
    constraints: Object.fromEntries(others.map(({ gate, result }) => [gate, result === 'passed'])),
    mode: state.course.mode,
    endedAt: as.at,
  }
}

/** Whether what a step had to leave is there: as its gate `files` has seen it last; null where nothing was named, or looked for. */
function outputMatch({ spec, verdicts }: StepRun): boolean | null {
  const seen = spec.outputs === undefined ? undefined : verdicts.findLast(({ gate }) => gate === filesGate)
  return seen === undefined ? null : seen.result === 'passed'
}
