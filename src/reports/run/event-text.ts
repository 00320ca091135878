/** One event of the journal as one line. */

import type { Effect } from '../../run/effect.ts'
import type { EventBody, Subject } from '../../run/event.ts'
import type { RunState, TaskRun } from '../../run/state.ts'
import { viewSteps } from '../../run/step-views.ts'
import { causeText, nameOf } from '../../run/views.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { shellWord } from '../../plan/shell-word.ts'
import { researchText } from './research-text.ts'
import { decidedText, judgedText } from './pattern-lines.ts'
import { reviewLine } from './education-lines.ts'
import { completionJudgedText } from './judgement-lines.ts'
import { judgedOutputText } from '../../run/judgement/words.ts'
import { failureText, stageText } from './speclet-text.ts'
import { stepText } from './step-text.ts'
import { toolsText } from './tools-text.ts'

export interface LoggedEvent {
  readonly seq: number
  readonly at: number
  readonly subject: Subject | null
  readonly body: EventBody
}

/** `#12 11:42:13.004 T002/work 1.1 step-moved pending -> working (begins)`. @param state after the event */
export function eventText({ seq, at, subject, body }: LoggedEvent, state: RunState): string {
  const task = subject ? state.tasks.get(subject.task) : undefined
  const where =
    subject === null
      ? ''
      : `${task ? nameOf(task) : subject.task}${subject.step === null ? '' : `/${subject.step}`}${subject.attempt === null ? '' : ` ${subject.attempt}.${subject.round ?? 1}`} `
  return safeLine(
    `#${seq} ${new Date(at).toISOString().slice(11, 23)} ${where}${body.type} ${detailOf(body, state, stepOf(task, subject))}`.trimEnd(),
  )
}

/** The step that an event is about, where the plan divides the task: told where it moves, and where somebody works on it. */
function stepOf(task: TaskRun | undefined, subject: Subject | null): string {
  const step = task && viewSteps(task).find(({ id }) => id === subject?.step)
  return step === undefined ? '' : ` ${stepText(step)}`
}

/** With which method an attempt is made at a step of a divided task. */
function methodOf(effect: Effect, step: string): string {
  if (effect.is !== 'start-attempt' || step === '') return ''
  return `,${step}, ${[effect.name.method, ...effect.argv.map(shellWord)].join(' ')}`
}

/** @param step the one that it is about, with a space in front; empty where the plan does not divide the task */
function detailOf(body: EventBody, state: RunState, step: string): string {
  switch (body.type) {
    case 'run-started':
      return `${body.run} (millwright ${body.engine})`
    case 'executor-started':
      return [
        `epoch ${body.epoch}, pid ${body.pid}`,
        ...(body.modeAnswer === undefined ? [] : [`mode ${body.modeAnswer} by a person`]),
        ...(body.tools === undefined ? [] : [toolsText(body.tools)]),
        ...(body.patterns === undefined ? [] : [judgedText(body.patterns)]),
      ].join('; ')
    case 'plan-revised':
      return `${body.cause} by ${body.by}: ${body.added.length} added, ${body.changed.length} changed, ${body.removed.length} removed`
    case 'effect-requested':
      return `${body.id} ${body.effect.is}${methodOf(body.effect, step)}`
    case 'effect-settled':
      if (body.outcome.of === 'research') return `${body.id} research: ${researchText(body.outcome)}`
      return `${body.id} ${body.outcome.of} ${body.outcome.is}${body.outcome.of === 'start-attempt' ? ` ${body.outcome.how}` : body.outcome.of === 'run-gate' ? ` ${body.outcome.evidence.gate} ${body.outcome.evidence.result}` : ''}`
    case 'effect-repeated':
      return `${body.id} (${body.because})`
    case 'step-moved':
      return `${body.from} -> ${body.to} (${body.because})${body.because === 'draft-taken' ? '' : step}${body.cause ? `: ${causeText(body.cause)}` : ''}`
    case 'gate-judged':
      return `${body.evidence.gate} ${body.evidence.result}`
    case 'gates-red':
      return body.gates.join(', ')
    case 'known-red':
      return `${body.gate}, let pass by ${body.by}`
    case 'outside-changed':
    case 'deviation-found':
    case 'deviation-withdrawn':
      return body.deviation.what
    case 'feedback-given':
      return `from ${body.feedback.from} ${body.feedback.source}${body.feedback.from === 'person' ? `: ${body.feedback.text}` : ''}`
    case 'review-asked':
      return `${body.review} ${body.kind}: ${reviewLine(body)}`
    case 'review-decided':
      return `${body.review} ${body.answer} by ${body.by.who}`
    case 'review-withdrawn':
      return `${body.review} ${body.because}`
    case 'task-proved':
      return `${body.proof}${body.commit === null ? '' : ` ${body.commit.slice(0, 7)}`}`
    case 'command-handled':
      return `${body.verb} by ${body.by.who}`
    case 'command-refused':
      return `${body.verb} by ${body.by.who}: ${body.because}`
    case 'finding':
      return body.text
    case 'run-moved':
      return body.to
    case 'run-parked':
      return body.because
    case 'claimed':
      return `claim ${body.claim} by ${body.by.who}`
    case 'waiting-set':
      if (body.waitingOn?.is === 'job') return 'a free job'
      return body.waitingOn === null ? 'nothing' : body.waitingOn.is
    case 'verdicts-void':
      return body.because
    case 'batch-cut': {
      const named = (uids: readonly string[]): string =>
        uids
          .flatMap((uid) => state.tasks.get(uid) ?? [])
          .map(nameOf)
          .join(', ')
      return `${body.gate === undefined ? body.because : `${body.gate} ${body.because}`}: ${named(body.kept)} | ${named(body.rest)}`
    }
    case 'mark-shown':
      return `${body.marks.length} marks`
    case 'policy-set':
      return `by ${body.by}`
    case 'spec-read':
      return body.spec.descriptor
    case 'propagation-decided': {
      const { error_propagation_decision: decided, prior_step_dependencies: read, dependency_concern } = body.decision
      return `${decided}, ${read.length} steps read${dependency_concern === null ? '' : `: ${dependency_concern}`}`
    }
    case 'constitution-checked': {
      const { violations, checks_performed: checks } = body.check
      return [`${checks} checks`, ...violations.map((it) => `${it.severity}: ${it.description}`)].join('; ')
    }
    case 'mode-changed':
      return `${body.from} -> ${body.to}: ${body.reason}`
    case 'speclet-failed':
      return failureText(body.failure)
    case 'stage-ended':
      return stageText(body.validation)
    case 'pattern-decided':
      return decidedText(body)
    case 'patterns-proposed':
      return body.line
    case 'pattern-taken':
      return `${body.pattern} as ${body.method.id}`
    case 'mode-chosen':
      return `${body.mode} by ${body.by.who}`
    case 'checkpoint-shown': {
      const { approaches, recommended, agent } = body.checkpoint
      const asked = agent.is === 'asked' ? agent.name : `nobody (${agent.because})`
      return `${approaches.length} approaches, ${recommended} recommended, asked ${asked}`
    }
    case 'approach-chosen':
      return `${body.method} by ${body.by},${step}`
    case 'output-judged':
      return `${judgedOutputText(body)}${step === '' ? '' : `,${step}`}`
    case 'completion-judged':
      return completionJudgedText(body)
    case 'choice-taken':
      return body.finished ? 'finished' : ''
    case 'selection-set':
    case 'run-finished':
      return ''
    default:
      return body satisfies never
  }
}
