/** What came of a step that education mode has paused before, and what is to be learned of it (seed 004 §3). Derived from the record. */

import { oneLine } from '../../plan/one-line.ts'
import { judgedOutputText } from '../judgement/words.ts'
import type { RunState, StepRun, TaskRun } from '../state.ts'
import { isEnd } from '../step-status.ts'
import { stepName } from '../steps/course.ts'
import { completedBy, isOverridden, methodUsed, type StepRecord } from '../steps/record.ts'
import { causeText } from '../views.ts'
import { lastCheckpoint, type Approach, type HeldCheckpoint, type Point } from './checkpoint.ts'

export interface Outcome {
  readonly checkpoint: HeldCheckpoint
  /** The approach that was taken last; null where nobody has worked on it. */
  readonly used: Approach | null
  /** What happened, in words. */
  readonly result: string
  /** By the agent where it has said something of its work, else by the record. */
  readonly lesson: Point
  /** Of each other approach: what it would have done, or what became of it. */
  readonly others: readonly { readonly letter: string; readonly said: Point }[]
}

const longest = 500

/** What came of a step; null of one that has not ended, or that nobody has chosen an approach to. */
export function outcomeOf(state: RunState, task: TaskRun, step: StepRun): Outcome | null {
  const name = stepName(task, step.spec.id)
  const checkpoint = lastCheckpoint(state.course.checkpoints, name)
  const at = state.course.records.findLastIndex((it) => it.step === name)
  const record = state.course.records[at]
  if (checkpoint?.selected == null || record === undefined || !isEnd(step.status)) return null
  // What has ended before it was shown is told by the checkpoint then.
  if (at < checkpoint.after) return null
  const last = methodUsed(record)?.method ?? null
  const used = checkpoint.shown.approaches.find(({ method }) => method === last) ?? null
  return {
    checkpoint,
    used,
    result: resultOf(record, step),
    lesson: lessonOf(state, step, { record, checkpoint }),
    others: checkpoint.shown.approaches
      .filter((it) => it !== used)
      .map((it) => ({ letter: it.letter, said: otherwise(it, record) })),
  }
}

function resultOf(record: StepRecord, { cause }: StepRun): string {
  const attempts = record.tried.reduce((sum, it) => sum + it.attempts, 0)
  const after = attempts === 0 ? '' : ` after ${countOf(attempts)}`
  const why = cause === null || record.status === 'completed' ? '' : `: ${causeText(cause)}`
  const { judged } = record
  const output =
    judged?.match != null
      ? `; ${judgedOutputText(judged)}`
      : record.expectedOutputMatch === null
        ? ''
        : record.expectedOutputMatch
          ? '; what it was to leave is there'
          : '; what it was to leave is not there'
  const how = isOverridden(record) ? 'a person let it stand, although every approach had failed,' : record.status
  return `${how}${after}${why}${output}`
}

function countOf(attempts: number): string {
  return attempts === 1 ? '1 attempt' : `${attempts} attempts`
}

function lessonOf(
  { agent }: RunState,
  step: StepRun,
  { record, checkpoint }: { readonly record: StepRecord; readonly checkpoint: HeldCheckpoint },
): Point {
  const said = oneLine(step.said?.text ?? '')
  const method = step.spec.methods[step.method]
  if (said !== '' && completedBy(record) !== null && method?.does === 'agent')
    return { text: clipped(said), from: method.agent ?? agent }
  return { text: clipped(computed(record, checkpoint)), from: null }
}

function clipped(text: string): string {
  const characters = Array.from(text)
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : text
}

function computed(record: StepRecord, { shown: { approaches } }: HeldCheckpoint): string {
  const { status, tried } = record
  const letterOf = (method: string): string => approaches.find((it) => it.method === method)?.letter ?? method
  const failures = tried
    .filter(({ outcome }) => outcome === 'failure')
    .map(({ method, attempts, failure }) => {
      // The attempts of a cause are those of all methods.
      const cause = failure?.cause.is === 'retries-exhausted' ? failure.cause.last : failure && causeText(failure.cause)
      const why = cause === undefined || cause === '' ? '' : ` (${oneLine(cause)})`
      return `${letterOf(method)} failed${attempts > 1 ? ` after ${countOf(attempts)}` : ''}${why}`
    })
  const last = tried.at(-1)
  if (last === undefined) return 'nobody has worked on it'
  if (status !== 'completed' || isOverridden(record))
    return `${failures.join(', ')}: no approach that was tried works here`
  const worked = `${letterOf(last.method)} works here${last.attempts > 1 ? `, after ${countOf(last.attempts)}` : ''}`
  return [failures.join(', '), worked].filter((it) => it !== '').join('; ')
}

function otherwise({ method, text, would }: Approach, { tried }: StepRecord): Point {
  const was = tried.find((it) => it.method === method)
  const how = was?.attempts === 0 ? 'could not be run' : `failed after ${countOf(was?.attempts ?? 0)}`
  if (was !== undefined) return { text: `it was tried first, and ${how}`, from: null }
  return would[0] ?? { text: `${text === '' ? method : text}; it was not tried`, from: null }
}

/** The outcome in the words and the form of the seed, as text of several lines. @param isFollowed whether another step comes */
export function outcomeText({ checkpoint, used, result, lesson, others }: Outcome, isFollowed: boolean): string {
  return [
    `[EDUCATION OUTCOME - Step ${oneLine(checkpoint.shown.step)}]`,
    '',
    `Approach Used: ${used === null ? 'none' : `${used.letter}. ${used.text} (${used.method})`}`,
    `Result: ${oneLine(result)}`,
    `Lesson Learned: ${lesson.text} ${lesson.from === null ? '(from the record)' : `(from the agent ${oneLine(lesson.from)})`}`,
    `Alternative Would Have: ${others.length === 0 ? 'nothing: the plan has no other approach' : ''}${others
      .map(
        ({ letter, said }) =>
          `${letter}: ${said.text}${said.from === null ? '' : ` (from the agent ${oneLine(said.from)})`}`,
      )
      .join('; ')}`,
    ...(isFollowed ? ['', 'Proceeding to next step...'] : []),
  ].join('\n')
}
