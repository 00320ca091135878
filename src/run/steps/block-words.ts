/**
 * A failed critical step and what comes after it are two questions: how the step ends (seed 004 §2.4), and before each later step
 * whether that begins all the same (§2.2). `block` answers the first alone, and both say so.
 */

import { taskOf, type Review, type RunState, type StepRun, type TaskRun } from '../state.ts'
import { comesLast, taskStatus } from '../task-status.ts'
import { isCompared, stepName } from './course.ts'
import type { PropagationDecision } from './propagation.ts'

/**
 * Whether a critical step that has failed and is left out lets the next one of its task begin, with a warning: so the strategy
 * `continue_and_log` has it (seed 004 §2.2). The task is not done without it.
 */
export function goesOnBehind(state: RunState, task: TaskRun, step: StepRun): boolean {
  const { propagation } = state.policy
  return (
    propagation?.strategy === 'continue_and_log' &&
    isCompared(state, task) &&
    step.spec.critical &&
    !comesLast(task, step)
  )
}

/** At the first question: what its answers mean to the tasks that come after; null where nobody would be asked again. */
export function blockWords(state: RunState, task: TaskRun, step: StepRun): string | null {
  const { propagation } = state.policy
  const isRead = propagation?.enabled === true && propagation.readPriorSteps
  if (!isRead || propagation.strategy === 'continue_and_log') return null
  if (!step.spec.critical || !isCompared(state, task)) return null
  const comesAfter = (state.dependants.get(task.uid) ?? []).some(
    ({ uid, edge }) => edge.needs === 'settled' && taskStatus(taskOf(state, uid)) === 'pending',
  )
  return comesAfter ? helpWords.block : null
}

/** What the question about a failed step says of its answers, and not of the failure. */
export const helpWords = {
  block: 'skip lets what comes after it begin; after block you are asked about that',
  next: 'skip goes on with the next step of its task, and lets begin what comes after that, though it is not done without this one',
  all: 'skip leaves out all that its task has left',
  folder: 'skip leaves what it did in the folder',
} as const

/** The failure alone, as the question told it: its first line without what that says of the answers. */
export function failureTold(question: string): string {
  const [line = ''] = question.split('\n')
  return withoutHelp(line)
}

/** Why a step is blocked by an answer without a word: what was asked, without what that says of its answers. */
export function reasonOf({ kind, question, options }: Pick<Review, 'kind' | 'question' | 'options'>): string {
  if (options.includes('halt')) return failureTold(question)
  // A checkpoint is a page, and who is asked whether a step begins says no to that.
  if (kind === 'education') return 'a person ended it at its checkpoint'
  if (kind === 'escalation') return `a person said no to: ${withoutHelp(question)}`
  return withoutHelp(question)
}

function withoutHelp(text: string): string {
  return Object.values(helpWords).reduce((rest, words) => rest.replace(`; ${words}`, ''), text)
}

/** At the second: who has ended the failed steps with `block`, which said nothing of this one. */
export function blockedWords(state: RunState, { critical_failures: failures }: PropagationDecision): readonly string[] {
  return failures.flatMap(({ step_id: failed, accepted }) => {
    const said = accepted ? undefined : state.decided.findLast((it) => isAbout(state, it.review, failed))
    return said?.answer === 'block'
      ? [`${said.by.who} has ended step ${failed}, which says nothing yet of what comes after it`]
      : []
  })
}

function isAbout(state: RunState, review: string, failed: string): boolean {
  const asked = state.reviews.get(review)
  const task = asked?.kind === 'exhausted' ? state.tasks.get(asked.task) : undefined
  return asked !== undefined && task !== undefined && stepName(task, asked.step) === failed
}
