/** What happens in a run, as plain lines: one subscriber of the events, for logs, pipes and terminals alike. */

import { deviationText } from '../../run/deviation.ts'
import type { Effect } from '../../run/effect.ts'
import type { RunEvent } from '../../run/event.ts'
import type { RunState, TaskRun } from '../../run/state.ts'
import { milestoneOf } from '../../run/milestone-key.ts'
import { viewSteps, type StepView } from '../../run/step-views.ts'
import { isEnd } from '../../run/step-status.ts'
import { comesLast, taskStatus } from '../../run/task-status.ts'
import { causeText, nameOf } from '../../run/views.ts'
import { painter, type Paint } from '../graph/paint.ts'
import { queriesText } from './research-text.ts'
import { educationOutcome, reviewLine } from './education-lines.ts'
import { completionJudgedLines, outputJudgedLines } from './judgement-lines.ts'
import { failureText, isSound, stageText } from './speclet-text.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { decidedText } from './pattern-lines.ts'
import { shortened } from './program-line.ts'
import { callAgain } from './call-again.ts'
import { durationText } from './duration.ts'
import { backupText, leftOutText, programText, stepBehind, stepText } from './step-text.ts'
import { gateLine, outcomeLines } from './outcome-lines.ts'

export interface LineOptions {
  readonly colour: boolean
  /** What was shown already; changed by what is shown now. */
  readonly told: Told
  /** When this executor began. A task that began earlier is not timed: nobody was at work in between. */
  readonly since?: number
}

/** Of one task more deviations than that are told nowhere but in their log, in that of the run, and with `--json`. */
export const mostDeviations = 20

/** Where all of them stand: beside a plan that keeps records of its own lies no log of theirs. */
export function whereAll({ policy }: RunState): string {
  return policy.keepsRecords === true
    ? 'all of them are told by millwright log, and with --json'
    : 'all of them stand in task-refinement-log.md beside the plan'
}

export interface Told {
  /** Uids of tasks whose heading was shown already, and troubles that were said. */
  readonly headed: Set<string>
  /** How many deviations were told of a task, by its uid. */
  readonly deviations: Map<string, number>
  /** Uid of the task that the last line of a task was of. */
  last: string | null
}

/**
 * The lines that an event is worth, most often none. What stands below a task stands below its own heading: where another
 * one's lines came between, that is shown again.
 *
 * @param state after the event
 */
export function runLines(event: RunEvent, state: RunState, options: LineOptions): readonly string[] {
  const { told, colour } = options
  const lines = linesOf(event, state, options)
  const task = event.subject ? state.tasks.get(event.subject.task) : undefined
  if (task === undefined || lines.length === 0) return lines
  const isBelow = lines[0]?.startsWith('    ') === true && told.last !== task.uid
  told.last = task.uid
  if (!isBelow) return lines
  const isKnown = told.headed.has(task.uid)
  told.headed.add(task.uid)
  return [headingOf(task, painter(colour), isKnown), ...lines]
}

/** Where several are at work, one that comes up again goes by its id alone: a title may be as long as three lines. */
function headingOf(task: TaskRun, paint: Paint, isKnown = false): string {
  const [name, title] = [nameOf(task), task.spec.title].map(safeLine)
  return `${paint('bold', `> ${name}`)}${isKnown || name === title ? '' : ` ${title}`}`
}

function linesOf(
  event: RunEvent,
  state: RunState,
  { colour, told: { headed, deviations }, since = 0 }: LineOptions,
): readonly string[] {
  const paint = painter(colour)
  const { body, subject } = event
  const task = subject ? state.tasks.get(subject.task) : undefined
  const name = task ? safeLine(nameOf(task)) : ''
  switch (body.type) {
    case 'effect-requested': {
      const { is } = body.effect
      if ((is !== 'start-attempt' && is !== 'research') || !task) return []
      const first = headed.has(task.uid) ? [] : [headingOf(task, paint)]
      headed.add(task.uid)
      if (body.effect.is === 'research') return [...first, `    looks up: ${queriesText(body.effect.queries)}`]
      const step = viewSteps(task).find(({ id }) => id === subject?.step)
      if (step !== undefined) return [...first, ...stepAttempt(body.effect, { task, step, state })]
      const { attempt, round, method } = body.effect.name
      // A backup may be a program of the plan: no agent is asked.
      const { does, agent: named, argv } = body.effect
      const agent = does === 'tool' ? shortened(argv.join(' ')) : safeLine(named ?? state.agent ?? 'agent')
      const part = partOf(task, subject?.step)
      const what = [
        ...(part === null ? [] : [part]),
        `attempt ${attempt}`,
        ...(round > 1 ? [`round ${round}`] : []),
        ...(method === 'primary' ? [] : [method]),
        agent,
      ].join(', ')
      return [...first, `    ${what}${attempt > 1 ? ` (${reasonOf(task.steps)})` : ''}`]
    }
    case 'effect-settled':
      // A publish is tried again and again: what is still in the way is said once.
      if (body.outcome.of === 'publish' && body.outcome.is !== 'published') {
        const said = `not published: ${body.outcome.failure.reason}`
        if (headed.has(said)) return []
        headed.add(said)
      }
      if (body.outcome.of === 'project' && body.outcome.is === 'waiting') {
        const said = `marks wait: ${body.outcome.failure.reason}`
        if (state.projectTrouble === null || headed.has(said)) return []
        headed.add(said)
      }
      return outcomeLines(body.outcome, state, {
        name,
        task,
        toBeRed: task?.steps.find((it) => it.spec.id === subject?.step)?.spec.expect === 'red',
        on: subject === null ? 'the last tip' : 'an earlier base',
        paint,
      })
    case 'gate-judged':
      return task?.spec.origin === 'engine' ? [] : [gateLine(body.evidence, state, { task, paint })]
    case 'step-moved':
      return task
        ? [
            ...moveLines(body, task, state, {
              name,
              paint,
              since,
              isLast: task.steps.some((it) => it.spec.id === subject?.step && comesLast(task, it)),
              step: viewSteps(task).find(({ id }) => id === subject?.step) ?? null,
            }),
            ...(isEnd(body.to) ? educationOutcome(state, task, subject?.step ?? null) : []),
          ]
        : []
    case 'deviation-found': {
      const nth = countDeviation(deviations, subject?.task ?? '')
      if (nth > mostDeviations) return nth > mostDeviations + 1 ? [] : [`    more deviations: ${whereAll(state)}`]
      return deviationText(body.deviation, task ? nameOf(task) : '')
        .split('\n')
        .map((line) => `    ${line.replace('[DEVIATION]', paint('yellow', '[DEVIATION]'))}`)
    }
    case 'deviation-withdrawn':
      deviations.set(subject?.task ?? '', Math.max(0, (deviations.get(subject?.task ?? '') ?? 0) - 1))
      return [`    no longer so: ${safeLine(body.deviation.what)}`]
    case 'outside-changed':
      return deviationText(body.deviation, body.deviation.task)
        .split('\n')
        .map((line) => `    ${line.replace('[DEVIATION]', paint('yellow', '[DEVIATION]'))}`)
    case 'review-asked':
      return [
        paint('yellow', `? ${body.review} ${name}${stepBehind(task, subject?.step)}: ${reviewLine(body)}`),
        `    answer: ${body.options.join(', ')}`,
      ]
    case 'review-decided':
      return [
        `    ${body.review} answered by ${safeLine(body.by.who)}: ${body.answer}${body.text === '' ? '' : ` (${safeLine(body.text)})`}`,
      ]
    case 'review-withdrawn':
      return [`    ${body.review} was taken back: ${safeLine(body.because)}`]
    case 'plan-revised':
      return body.added.flatMap(({ spec: { id, title, added } }) => {
        if (added === undefined) return []
        const named = `${id ?? ''} ${title}`
        // Nobody has proposed what finds out why tests are red.
        if (milestoneOf(added.proposal) !== null) return [`  ${safeLine(`${named} joins the plan`)}`]
        const told = added.replaces === undefined ? `${added.by} adds ${named} to the plan` : `${named} takes its place`
        return [`    ${safeLine(told)}`]
      })
    case 'propagation-decided':
      return body.decision.error_propagation_decision === 'continue_with_warning'
        ? [paint('yellow', `    ! ${safeLine(body.decision.dependency_concern ?? '')}; it goes on`)]
        : []
    case 'mode-changed':
      return [paint('yellow', `! mode ${body.from} -> ${body.to}: ${safeLine(body.reason)}`)]
    case 'speclet-failed':
      return [paint('yellow', `    ! ${safeLine(failureText(body.failure))}`)]
    case 'stage-ended':
      return isSound(body.validation) ? [] : [paint('yellow', `! ${safeLine(stageText(body.validation))}`)]
    case 'pattern-decided':
      return body.does === 'continue' ? [paint('yellow', `! ${safeLine(decidedText(body))}`)] : []
    case 'patterns-proposed':
      return [`    ${safeLine(body.line)}`]
    case 'mode-chosen':
      return [`! mode ${body.mode}, as ${safeLine(body.by.who)} says`]
    case 'approach-chosen': {
      const step = task && viewSteps(task).find(({ id }) => id === subject?.step)
      return [`    ${step === undefined ? name : stepText(step)}: ${safeLine(body.by)} chose ${safeLine(body.method)}`]
    }
    case 'output-judged':
      return outputJudgedLines(body, { task, step: subject?.step ?? null, paint })
    case 'completion-judged':
      return completionJudgedLines(body, paint)
    case 'finding':
      return [paint('yellow', `! ${safeLine(body.text)}`)]
    case 'command-refused':
      return [paint('yellow', `! ${body.verb} refused: ${safeLine(body.because)}`)]
    case 'run-parked':
      return [
        body.because === 'waiting'
          ? 'The run waits for a person.'
          : `The run is ${body.because}; \`${callAgain('resume', state, null)}\` goes on.`,
      ]
    // Of ticks that are not borne out no gate has told.
    case 'feedback-given':
      return task?.spec.covers && body.feedback.from === 'files'
        ? body.feedback.text.split('\n').map((line) => `    ${safeLine(line)}`)
        : []
    case 'batch-cut':
      return body.because === 'red'
        ? [
            `  gate ${safeLine(body.gate ?? '')} is red on what ${listed([...body.kept, ...body.rest], state)} make together: looked at in parts`,
          ]
        : []
    case 'effect-repeated':
    case 'run-started':
    case 'executor-started':
    case 'policy-set':
    case 'spec-read':
    case 'constitution-checked':
    case 'pattern-taken':
    case 'selection-set':
    case 'checkpoint-shown':
    case 'waiting-set':
    case 'verdicts-void':
    case 'gates-red':
    case 'known-red':
    case 'choice-taken':
    case 'claimed':
    case 'task-proved':
    case 'mark-shown':
    case 'command-handled':
    case 'run-moved':
    case 'run-finished':
      return []
    default:
      return body satisfies never
  }
}

/** An attempt at a step of a divided task: of a tool its program; below it, where a backup begins, what failed before. */
function stepAttempt(
  { name: { attempt, round }, does, argv, agent }: Extract<Effect, { is: 'start-attempt' }>,
  { task, step, state }: { readonly task: TaskRun; readonly step: StepView; readonly state: RunState },
): readonly string[] {
  const run = task.steps.find((it) => it.spec.id === step.id)
  const backup = run?.tries === 0 ? backupText(step) : null
  const what = [
    `attempt ${attempt}`,
    ...(round > 1 ? [`round ${round}`] : []),
    does === 'tool' ? programText({ argv }) : safeLine(agent ?? state.agent ?? 'agent'),
  ].join(', ')
  const again = attempt > 1 && backup === null ? ` (${reasonOf(run === undefined ? [] : [run])})` : ''
  return [`    ${stepText(step)}: ${what}${again}`, ...(backup === null ? [] : [`      ${backup}`])]
}

function listed(uids: readonly string[], state: RunState): string {
  const names = uids.flatMap((uid) => state.tasks.get(uid) ?? []).map((task) => safeLine(nameOf(task)))
  const shown = names.length > 4 ? [...names.slice(0, 4), `${names.length - 4} more`] : names
  return `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`
}

/** Counts one more deviation of a task: the state after an event knows of all that came with it at once. */
function countDeviation(deviations: Map<string, number>, uid: string): number {
  const count = (deviations.get(uid) ?? 0) + 1
  deviations.set(uid, count)
  return count
}

function reasonOf(steps: TaskRun['steps']): string {
  const last = steps.flatMap((step) => step.feedback).at(-1)
  return last ? `after ${last.from === 'gate' ? `gate ${last.source}` : last.source}` : 'again'
}

/** Which half of which criterion a step is, or which one of several; null where a task is one step. */
function partOf(task: TaskRun, step: string | null | undefined): string | null {
  const spec = task.steps.find((it) => it.spec.id === step)?.spec
  if (spec?.criterion !== undefined) return safeLine(`${spec.expect} ${spec.criterion}`)
  return spec === undefined || task.steps.length < 2 ? null : `step ${safeLine(spec.id)}`
}

function doneLine(
  { proof, commit, startedAt, endedAt }: TaskRun,
  { name, paint, since }: { readonly name: string; readonly paint: Paint; readonly since: number },
): string {
  const facts = [
    proof ?? '',
    commit?.slice(0, 7) ?? '',
    // Nobody knows how long it took when the clock was set back meanwhile.
    startedAt === null || startedAt < since || endedAt === null || endedAt < startedAt
      ? ''
      : durationText(endedAt - startedAt),
  ]
  return `${paint('green', '+')} ${paint('bold', name)} done, ${facts.filter((it) => it !== '').join(', ')}`
}

/** Whether a later step of the task has ended for the same reason. */
function endsLater(
  { steps }: TaskRun,
  { id }: StepView,
  { to, because, cause }: Pick<Extract<RunEvent['body'], { type: 'step-moved' }>, 'to' | 'because' | 'cause'>,
): boolean {
  const later = steps.slice(steps.findIndex(({ spec }) => spec.id === id) + 1)
  const why = JSON.stringify(cause)
  return later.some((it) => it.status === to && it.because === because && JSON.stringify(it.cause) === why)
}

function moveLines(
  body: Extract<RunEvent['body'], { type: 'step-moved' }>,
  task: TaskRun,
  state: RunState,
  {
    name,
    paint,
    since,
    isLast,
    step,
  }: {
    readonly name: string
    readonly paint: Paint
    readonly since: number
    /** Whether it is the last step of its task. */
    readonly isLast: boolean
    /** Where the plan divides the task. */
    readonly step: StepView | null
  },
): readonly string[] {
  if (task.spec.origin === 'engine' && body.to === 'done') return []
  switch (body.to) {
    case 'done':
      // It goes on by itself where a step before is done again.
      if (!isLast || taskStatus(task) === 'working') return []
      return taskStatus(task) === 'done'
        ? [doneLine(task, { name, paint, since })]
        : [`  ${name} has come to its end, and is not done without the step that was left out`]
    case 'blocked':
    case 'failed':
      return [
        `${paint('red', '-')} ${paint('bold', name)} ${body.to}${step === null ? '' : ` at ${stepText(step)}`}: ${body.cause ? safeLine(causeText(body.cause)) : ''}`,
      ]
    case 'skipped':
    case 'deferred': {
      const leftOut = step === null ? null : leftOutText(step)
      if (step !== null && leftOut !== null)
        return [
          `    ${stepText(step)} ${paint('yellow', 'left out')}, ${leftOut}`,
          ...(isLast && taskStatus(task) === 'done' ? [doneLine(task, { name, paint, since })] : []),
        ]
      const goesOn = step !== null && taskStatus(task) === 'working'
      // All that is left of a task ends with it, and is told with its last step.
      if (step !== null && !goesOn && endsLater(task, step, body)) return []
      const what = goesOn ? `  ${stepText(step)}` : name
      return [`  ${what} ${body.to}${body.cause ? `: ${safeLine(causeText(body.cause))}` : ''}`]
    }
    case 'pending':
      // That is told with the reason.
      if (body.because === 'reworded') return []
      if (body.because === 'blocker-added') return [`  ${name} waits for what it is blocked by in the plan now`]
      if (body.because === 'folder-changed')
        return [`  ${name} waits until its gates have looked at what was left or changed in the folder`]
      return [`  ${name} may run again${state.status === 'running' ? '' : ' (millwright run)'}`]
    case 'working':
    case 'verifying':
    case 'reviewing':
    case 'merging':
      return []
    default:
      return body.to satisfies never
  }
}
