/** How the steps of a divided task have gone: what people, programs and later steps are told of them (seed 004 §2.2, §2.6). */

import { isDivided, nameOfStep } from '../plan/divided.ts'
import { failedOutput } from './attempt-end.ts'
import { viewVerifications, type VerificationView } from './steps/verification.ts'
import type { StepRun, TaskRun } from './state.ts'
import type { Cause, StepStatus } from './step-status.ts'
import { causeText } from './views.ts'

export interface StepView {
  readonly id: string
  /** `1.2`, as people call it. Plan text, as the title is: make it safe before it is shown. */
  readonly name: string
  readonly title: string
  readonly critical: boolean
  readonly state: StepStatus
  /** That it was left out with all its methods used, and its task went on: it is not critical. */
  readonly isGivenUp: boolean
  /** That it had failed with every method when a person said what becomes of it: left it out, or took it all the same. */
  readonly isUsedUp: boolean
  /** The method that has done it, or was taken last; null where nobody has worked on it, or a person says what became of it. */
  readonly method: MethodView | null
  /** The methods before that, which have failed. */
  readonly failed: readonly FailedView[]
  readonly attempts: number
  /** Why it has not come to a good end, on one line; null where it has, or may still. */
  readonly reason: string | null
  /** The end of what its last attempt wrote, where that was the failure; else empty. */
  readonly output: string
  /** How the plan itself verifies it; empty where it does not. */
  readonly verifications: readonly VerificationView[]
}

export interface MethodView {
  readonly id: string
  /** What the plan says of it; may be of several lines. */
  readonly text: string
  /** Program and arguments of a tool; empty where an agent is asked. */
  readonly argv: readonly string[]
}

export interface FailedView extends MethodView {
  /** In the words of whoever has judged it. */
  readonly why: string
  /** The end of what its last attempt wrote, where that says more. */
  readonly output: string
}

/** The steps of a task, in their order; none of one that its plan does not divide. */
export function viewSteps(task: TaskRun): readonly StepView[] {
  return isDivided(task.spec) ? task.steps.map((step) => viewStep(task, step)) : []
}

function viewStep(task: TaskRun, step: StepRun): StepView {
  const { spec, status, because, cause, attempts, attemptsBefore, ended } = step
  const isOfPerson = because === 'by-human' || because === 'mark-in-plan'
  const isWorkedOn = attempts > attemptsBefore && !(isOfPerson && status !== 'pending')
  const isBad = status === 'blocked' || status === 'failed' || status === 'skipped' || status === 'deferred'
  return {
    id: spec.id,
    name: nameOfStep(task.spec, spec),
    title: spec.title,
    critical: spec.critical,
    state: status,
    isGivenUp: status === 'skipped' && because === 'not-critical' && cause?.is !== 'mark',
    isUsedUp: (status === 'skipped' || status === 'done') && because !== 'not-critical' && step.usedUp !== null,
    method: isWorkedOn ? methodOf(step, spec.methods[step.method]?.id ?? '') : null,
    failed: step.tried.flatMap(({ method, failure }) => {
      const known = spec.methods[step.method]?.id === method ? null : methodOf(step, method)
      if (known === null || failure === undefined) return []
      return [{ ...known, why: failureText(failure.cause), output: failure.output }]
    }),
    attempts: attempts - step.notRun,
    reason: isBad && cause !== null ? reasonText(cause) : null,
    output: isBad && cause?.is === 'retries-exhausted' ? failedOutput(ended) : '',
    verifications: viewVerifications(task, step),
  }
}

function methodOf({ spec }: StepRun, id: string): MethodView | null {
  const method = spec.methods.find((it) => it.id === id)
  return method === undefined ? null : { id, text: method.instruction, argv: method.argv }
}

function reasonText(cause: Cause): string {
  const text = cause.is === 'retries-exhausted' ? cause.last : causeText(cause)
  return text.split('\n').find((it) => it.trim() !== '') ?? causeText(cause)
}

/** Why a method has failed, without the number of attempts. */
function failureText(cause: Cause): string {
  if (cause.is === 'retries-exhausted') return cause.last
  return cause.is === 'agent-gave-up' && cause.text.trim() !== '' ? cause.text : causeText(cause)
}
