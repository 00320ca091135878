/** Why a task is where it is, told from the state of its run. */

import { reviewLine } from './education-lines.ts'
import { isForgiven, lastVerdicts, overruling, worthlessFor, type Overruling } from '../../run/against.ts'
import { isDivided, nameOfStep } from '../../plan/divided.ts'
import { coveringOf, taskOf, type RunState, type StepRun, type TaskRun } from '../../run/state.ts'
import { excusedOutput } from '../../run/baseline.ts'
import { deadBlockers } from '../../run/dead-blockers.ts'
import { testName } from '../../run/red-tests.ts'
import { lastOf } from '../../run/retry.ts'
import { tellingLine } from '../../run/telling-line.ts'
import { heldUpText, nameOf, openReviews, standing } from '../../run/views.ts'
import { failedOutput } from '../../run/attempt-end.ts'
import { viewSteps, type StepView } from '../../run/step-views.ts'
import { researchOf } from '../../run/steps/research-record.ts'
import { isMet, taskStatus } from '../../run/task-status.ts'
import { criteriaSeen, type CriterionView } from '../../run/criteria-seen.ts'
import { criteriaLines } from './criteria-text.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { overruledText } from './question-text.ts'
import { judgedStepLines } from './judgement-lines.ts'
import { researchLines } from './research-text.ts'
import { lastWords, shortened } from './program-line.ts'
import { stepJson, stepLines, verificationLines } from './step-text.ts'
import { redBefore } from './verdict-words.ts'
import { shellWord } from '../../plan/shell-word.ts'

export interface WhyTask {
  readonly state: string
  readonly reason: string | null
  readonly attempts: number
  /** Those into which the plan divides it. */
  readonly steps: readonly StepView[]
  /** What the agent of its last attempt wrote last, where that attempt failed; null of a tool. */
  readonly said: string | null
  readonly proof: string | null
  /** Who let it pass, with what words, and which gates were red; null where nobody did. */
  readonly overridden: Overruling | null
  readonly commit: string | null
  /** In standard mode the task of the phase, which does it too. */
  readonly doneWith: { readonly task: string; readonly state: string; readonly reason: string | null } | null
  /** Blockers that are not met yet, nearest first, with how each stands. */
  readonly waitsFor: readonly { readonly task: string; readonly state: string; readonly reason: string | null }[]
  /** Down from the task to what ended badly first. */
  readonly chain: readonly { readonly task: string; readonly state: string; readonly reason: string | null }[]
  /** What was looked up before it began, a line each; none where the plan wants nothing of it, or it has not begun. */
  readonly research: readonly string[]
  /** What an agent holds of the outputs of its steps that no program could tell, a line each. */
  readonly judged: readonly string[]
  readonly review: { readonly id: string; readonly question: string } | null
  /** `says`: the line of its excerpt that says most, or why it proves nothing though it passed. */
  readonly gates: readonly {
    readonly gate: string
    readonly result: string
    readonly says: string
    readonly excerpt: string
    /** Whether it was to be red, and is. */
    readonly isAsWanted: boolean
    /** Whether it was red like that before the task, and was let pass. */
    readonly isForgiven: boolean
    /** Whether it passed where something that it needs is red. */
    readonly provesNothing: boolean
  }[]
  /** In ATDD mode both halves of each acceptance criterion. */
  readonly criteria: readonly CriterionView[]
  readonly feedback: readonly string[]
}

/** What the run knows of a task; null where it has no such task. @param uid of the task, where it knows it */
export function whyInState(state: RunState, uid: string | undefined): WhyTask | null {
  if (uid === undefined) return null
  const task = taskOf(state, uid)
  const review = openReviews(state).find((it) => it.task === uid)
  const say = (of: string): { task: string; state: string; reason: string | null } => ({
    task: nameOf(taskOf(state, of)),
    ...standing(state, taskOf(state, of)),
  })
  const phase = coveringOf(state, task)
  const chain: string[] = []
  const seen = new Set([uid])
  for (let at = deadBlockers(state, task)[0]; at && !seen.has(at.uid); at = deadBlockers(state, at)[0]) {
    seen.add(at.uid)
    chain.push(at.uid)
  }
  const stands = standing(state, task)
  return {
    state: stands.state,
    reason: stands.reason ?? heldUpText(state, task) ?? notAsked(task, phase),
    attempts: task.steps.reduce((sum, step) => sum + step.attempts - step.notRun, 0),
    steps: viewSteps(task),
    said: said(task),
    proof: task.proof,
    overridden: overruling(task),
    commit: task.commit,
    doneWith: phase === null || taskStatus(task) === 'done' ? null : say(phase.uid),
    waitsFor: [
      ...(task.failedBefore === null ? [] : [say(task.failedBefore.task)]),
      ...(state.blockers.get(uid) ?? [])
        .filter(({ uid: blocker, edge }) => !isMet(edge, taskOf(state, blocker).outlook))
        .map((it) => say(it.uid)),
    ],
    chain: chain.map(say),
    research: researchLines(researchOf(state, task.spec)),
    judged: judgedStepLines(task),
    review: review ? { id: review.id, question: reviewLine(review) } : null,
    gates: task.steps.flatMap((step) =>
      lastVerdicts(step).map((evidence) => {
        const { gate, result, excerpt, noTest } = evidence
        return {
          gate: testName({ gate }),
          result,
          says: worthlessFor(evidence) || tellingLine(excerpt, excusedOutput(state, gate)),
          excerpt,
          isAsWanted: step.spec.expect === 'red' && result === 'failed' && noTest === undefined,
          isForgiven: isForgiven(state, task, evidence),
          provesNothing: worthlessFor(evidence) !== '',
        }
      }),
    ),
    criteria: criteriaSeen(task),
    feedback: task.steps.flatMap((step) =>
      step.feedback.map(
        // An attempt names itself: `attempt 2`.
        (it) =>
          `${nameBefore(task, step)}${it.source.startsWith(it.from) ? '' : `${it.from} `}${it.source}: ${firstLine(lastOf(state, it))}`,
      ),
    ),
  }
}

/** Of steps of a divided task each counts its attempts by itself. */
function nameBefore({ spec }: TaskRun, step: StepRun): string {
  return isDivided(spec) ? `${nameOfStep(spec, step.spec)} ` : ''
}

function notAsked(task: TaskRun, phase: TaskRun | null): string | null {
  return task.selected || phase?.selected || taskStatus(task) !== 'pending'
    ? null
    : 'this run was begun for other tasks'
}

/** What a tool wrote is told with its failure. */
function said({ steps }: TaskRun): string | null {
  const last = steps.findLast((it) => it.ended !== null)
  return last === undefined || last.spec.methods[last.method]?.does === 'tool'
    ? null
    : lastWords(failedOutput(last.ended))
}

function firstLine(text: string): string {
  return text.split('\n').find((line) => line.trim() !== '') ?? ''
}

/** What the plan itself verifies the steps by; nothing where it does not. */
function verified(steps: readonly StepView[]): readonly string[] {
  const lines = verificationLines(steps)
  return lines.length === 0 ? [] : ['  verified by the plan:', ...lines.map((it) => `    ${it}`)]
}

/** The same as data; steps only where the plan divides the task. */
export function whyJson({ steps, research, judged, ...why }: WhyTask): object {
  return {
    ...why,
    ...(research.length === 0 ? {} : { research }),
    ...(judged.length === 0 ? {} : { judged }),
    ...(steps.length === 0 ? {} : { steps: steps.map(stepJson) }),
  }
}

/**
 * The same in whole lines.
 * @param of.plan the plan as the person named it, for what to do next; null of what is no task of it
 */
export function whyText(why: WhyTask, { name, plan }: { readonly name: string; readonly plan: string | null }): string {
  const isOwn = plan !== null && (why.state === 'blocked' || why.state === 'failed') && why.chain.length === 0
  const lines = [
    `In the run ${name} is ${why.state}${why.reason === null ? '' : `: ${why.reason}`}`,
    ...(why.proof === null
      ? []
      : [`  proof: ${why.proof}${why.commit === null ? '' : `, commit ${why.commit.slice(0, 7)}`}`]),
    ...(why.overridden === null ? [] : [`  overridden ${overruledText(why.overridden)}`]),
    ...why.research.map((it) => `  ${it}`),
    ...why.judged.map((it) => `  ${it}`),
    ...(why.attempts > 0 ? [`  attempts: ${why.attempts}`] : []),
    ...stepLines(why.steps).map((it) => `  ${it}`),
    ...verified(why.steps),
    ...(why.said === null ? [] : [`  its agent said last: ${shortened(why.said)}`]),
    ...(why.review === null ? [] : [`  ${why.review.id} waits for a person: ${why.review.question}`]),
    ...(why.doneWith === null
      ? []
      : [
          `  is done with ${why.doneWith.task} (${why.doneWith.state}${why.doneWith.reason === null ? '' : `: ${why.doneWith.reason}`})`,
        ]),
    ...why.waitsFor.map((it) => `  waits for ${it.task} (${it.state}${it.reason === null ? '' : `: ${it.reason}`})`),
    ...why.chain
      .slice(1)
      .map(
        (it, depth) =>
          `  ${'  '.repeat(depth + 1)}which waits for ${it.task} (${it.state}${it.reason === null ? '' : `: ${it.reason}`})`,
      ),
    ...criteriaLines(why.criteria).map((it) => `  ${it}`),
    ...why.gates
      .filter((it) => it.provesNothing || (it.result !== 'passed' && !it.isAsWanted))
      .map((it) => `  gate ${it.gate} ${it.result}${redBefore(it.isForgiven)}${it.says === '' ? '' : `: ${it.says}`}`),
    ...(why.feedback.length === 0 ? [] : ['  told to the last attempts:', ...why.feedback.map((it) => `    ${it}`)]),
    ...(isOwn ? [`  when the cause is mended: millwright unblock ${shellWord(plan)} ${shellWord(name)}`] : []),
  ]
  return `${lines.map(safeLine).join('\n')}\n`
}
