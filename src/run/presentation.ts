/** What a person is shown when they are asked about a draft, and the words that an answer is bound to (seed 003 §2). */

import type { AddedTask } from '../plan/added-task.ts'
import type { FileSpec } from '../plan/model.ts'
import { isForgiven, lastVerdicts, notRun } from './against.ts'
import { criteriaOf, type Criterion } from './criteria.ts'
import { criteriaSeen, type CriterionView } from './criteria-seen.ts'
import { stepBase } from './step-base.ts'
import type { BlobHash, Commit } from './effect.ts'
import type { ReviewAnswer } from './command.ts'
import type { ReviewKind } from './event.ts'
import type { Deviation } from './deviation.ts'
import type { Evidence, FileChange } from './outcome.ts'
import { fitTask } from './proposed-tasks.ts'
import { replacementOf } from './replace-task.ts'
import type { Review, RunState, StepRun, TaskRun } from './state.ts'
import { nameOf } from './views.ts'
import { viewSteps, type StepView } from './step-views.ts'
import { isLastWorked, unmergedLook } from './whole-look.ts'

export interface Presentation {
  readonly review: string
  readonly kind: ReviewKind
  readonly question: string
  readonly options: readonly ReviewAnswer[]
  readonly task: {
    readonly key: string
    readonly id: string | null
    /** By what people know it. */
    readonly name: string
    readonly title: string
    readonly description: string | null
    readonly files: readonly FileSpec[]
  }
  /** The step that it is about, where the plan divides the task, and its place among how many; else null. */
  readonly step: { readonly view: StepView; readonly at: number; readonly of: number } | null
  /** The attempt that made the draft, and which of the person's rounds it is; 0 where nobody has worked. */
  readonly attempt: number
  readonly round: number
  /** What the work was told by: the brief. */
  readonly brief: BlobHash | null
  /** The draft's commit; null without git, and where there is no draft. */
  readonly draft: Commit | null
  readonly tree: string | null
  /** What the changes are compared with: where the task began, at its last step; before that where the step did. */
  readonly since: Commit | null
  readonly changes: readonly FileChange[]
  /** What the agent says of its work: a claim. */
  readonly explanation: string
  readonly criteria: readonly Criterion[]
  /** In ATDD mode what the test of each said before the work and after it. */
  readonly halves: readonly CriterionView[]
  /** The last verdict of each gate. */
  readonly gates: readonly Evidence[]
  /** Those of them that are red as they were before the task, when that was let pass: not held against it. */
  readonly forgiven: readonly string[]
  /** Gates that have not looked at the draft. */
  readonly notRun: readonly string[]
  readonly deviations: readonly Deviation[]
  /** What is proposed in place of a rejected task, as it would join the plan now; null where nothing is. */
  readonly replacement: ShownReplacement | null
}

/** Tasks that a person may accept in place of one that they rejected. */
export interface ShownReplacement {
  /** Name of the rejected task. */
  readonly of: string
  /** Why nobody can accept it, in words; null where a person can. */
  readonly wrong: string | null
  readonly tasks: readonly Pick<
    AddedTask,
    'id' | 'title' | 'description' | 'files' | 'blockedBy' | 'criteria' | 'gates'
  >[]
  /** Names of the tasks that then wait for the last of these. */
  readonly waiting: readonly string[]
}

/**
 * What is shown of a review, as things stand now.
 * @returns null for a review whose task the run does not know (any more)
 */
export function presentationOf(state: RunState, review: Review): Presentation | null {
  const task = state.tasks.get(review.task)
  const step = task?.steps.find((it) => it.spec.id === review.step)
  if (task === undefined || step === undefined) return null
  const { key, id, title, description, files } = task.spec
  const isLast = isLastWorked(task, step)
  const whole = isLast && step.draft ? unmergedLook(task, step, step.draft) : step.draft
  return {
    review: review.id,
    kind: review.kind,
    question: review.question,
    options: review.options,
    task: { key, id, name: nameOf(task), title, description, files },
    step: stepShown(task, step),
    attempt: step.attempts,
    round: step.reviewRounds + 1,
    brief: step.ended?.brief ?? null,
    draft: step.draft?.commit ?? null,
    tree: step.draft?.tree ?? null,
    since: isLast || step.wasMerged ? task.base : stepBase(task, step),
    changes: whole?.changes ?? [],
    explanation: step.said?.text ?? '',
    criteria: criteriaOf(task),
    halves: criteriaSeen(task),
    gates: lastVerdicts(step),
    forgiven: lastVerdicts(step).flatMap((it) => (isForgiven(state, task, it) ? it.gate : [])),
    notRun: notRun(task, step),
    deviations: task.deviations,
    replacement: replacementShown(state, { task, step, isOffered: review.options.includes('approve') }),
  }
}

function stepShown(task: TaskRun, { spec }: StepRun): Presentation['step'] {
  const steps = viewSteps(task)
  const at = steps.findIndex(({ id }) => id === spec.id)
  const view = steps[at]
  return view === undefined ? null : { view, at: at + 1, of: steps.length }
}

function replacementShown(
  state: RunState,
  { task, step, isOffered }: { readonly task: TaskRun; readonly step: StepRun; readonly isOffered: boolean },
): ShownReplacement | null {
  const { replaces } = task.spec
  const proposal = step.said?.proposal ?? null
  if (replaces === undefined || proposal === null) return null
  const found = replacementOf(state, task, step)
  if ('wrong' in found) {
    const tasks = proposal.tasks.map((spec) => {
      const { title, description, files, blockedBy, criteria } = fitTask(state, proposal, spec)
      return { id: '', title, description, files, blockedBy, criteria, gates: [] }
    })
    return { of: replaces, wrong: found.wrong, tasks, waiting: [] }
  }
  const { rejected, tasks, edges, waiting } = found
  return {
    of: nameOf(rejected),
    wrong: isOffered ? null : 'its attempt has failed',
    tasks: tasks.map(({ key, title, description, files, criteria = [], namedGates: gates = [] }) => {
      const blockedBy = edges.filter(({ to }) => to === key).map(({ from }) => from)
      return { id: key, title, description, files, blockedBy, criteria, gates }
    }),
    waiting: waiting.map(nameOf),
  }
}

/** Of how the step stands what cannot become something else without another draft is no part of it. */
function stepWords({ name, title, critical, method, failed }: StepView): readonly unknown[] {
  return ['step', name, title, critical, method, failed.map(({ id, why }) => [id, why])]
}

/**
 * The words that an answer is bound to: all that is shown and may become something else while a question stands. Two
 * presentations with the same words show the same thing; how long a gate took, and where its verdict was taken from, is no
 * part of it.
 */
export function boundWords(shown: Presentation): string {
  const { attempt, brief, draft, tree, changes, explanation, criteria } = shown
  const { key, id, title, description, files } = shown.task
  const gates = shown.gates.map((it) => [
    ...[it.gate, it.result, it.argv, it.exitCode, it.tree, it.output, it.excerpt],
    ...(it.without === undefined ? [] : [it.without]),
  ])
  const deviations = shown.deviations.map((it) => [it.kind, it.what, it.path])
  return JSON.stringify([
    [shown.review, shown.question],
    // Where a link leads is not shown, and changes when it is made.
    [key, id, title, description, files.map((it) => ({ ...it, leadsTo: undefined }))],
    [attempt, brief, draft, tree, changes, explanation],
    criteria.map((it) => [it.text, it.verdict, it.by, it.claim]),
    shown.halves.map((it) => [
      it.criterion,
      ...[it.red, it.green].map((half) => half && [half.result, half.tree]),
      ...(it.testChanged.length === 0 ? [] : [it.testChanged]),
    ]),
    gates,
    deviations,
    ...(shown.step === null ? [] : [stepWords(shown.step.view)]),
    ...(shown.notRun.length === 0 ? [] : [shown.notRun]),
    ...(shown.forgiven.length === 0 ? [] : [['forgiven', ...shown.forgiven]]),
    shown.replacement,
  ])
}
