/** The steps of a divided task, for people and as data (seed 004 §2.3, §2.6). */

import type { TaskRun } from '../../run/state.ts'
import { viewSteps, type FailedView, type MethodView, type StepView } from '../../run/step-views.ts'
import { oneLine } from '../../plan/one-line.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { shellWords } from '../../plan/shell-word.ts'
import type { StepStatus } from '../../run/step-status.ts'
import { lastWords, mostOfLine, shortened } from './program-line.ts'
import { provesNothing } from './verdict-words.ts'

/** One step of a task that its plan divides, as far as the run has come with it. */
export interface StepJson {
  readonly id: string
  readonly title: string
  readonly critical: boolean
  readonly state: StepStatus
  /** The method that has done it, or was taken last: `primary`, `backup-1`; null where nobody has worked on it. */
  readonly method: string | null
  readonly attempts: number
  /** Why it has not come to a good end; null where it has, or may still. */
  readonly reason: string | null
  /** The methods before that, and why each failed; absent where none has. */
  readonly failed?: readonly { readonly method: string; readonly reason: string }[]
  /** How the plan itself verifies it, with what came of that last; absent where it does not. */
  readonly verifications?: readonly {
    readonly gate: string
    readonly verifies: string
    readonly result: string | null
  }[]
}

/** A step as data. */
export function stepJson(step: StepView): StepJson {
  const { id, title, critical, state, method, attempts, reason, failed, verifications } = step
  return {
    id,
    title,
    critical,
    state,
    method: method?.id ?? null,
    attempts,
    reason,
    ...(failed.length === 0 ? {} : { failed: failed.map((it) => ({ method: it.id, reason: it.why })) }),
    ...(verifications.length === 0 ? {} : { verifications: verifications.map(verificationJson) }),
  }
}

function verificationJson({
  gate,
  what,
  verdict,
}: StepView['verifications'][number]): NonNullable<StepJson['verifications']>[number] {
  return { gate, verifies: what, result: verdict?.result ?? null }
}

/** How steps are verified by their plan, a line each with what came of it: `1.2 passed: data/a.csv is there`. */
export function verificationLines(steps: readonly StepView[]): readonly string[] {
  return steps.flatMap(({ name, verifications }) =>
    verifications.map(({ what, verdict }) => {
      const result = verdict === null ? 'not looked at yet' : `${verdict.result}${provesNothing(verdict)}`
      return `${safeLine(name)} ${result}: ${short(what)}`
    }),
  )
}

/** Text of a plan within a line of ours. */
function short(text: string, most = mostOfLine): string {
  return shortened(oneLine(text), most)
}

/** `1.2 Create the palette`. */
export function stepText({ name, title }: Pick<StepView, 'name' | 'title'>): string {
  return title === '' ? safeLine(name) : `${safeLine(name)} ${short(title)}`
}

/** Behind the name of a task: `, step 1.2 Create the palette` where its plan divides it; else nothing. */
export function stepBehind(task: TaskRun | undefined, id: string | null | undefined): string {
  const step = task && viewSteps(task).find((it) => it.id === id)
  return step === undefined ? '' : `, step ${stepText(step)}`
}

/** Program and arguments of a tool, as a person would type them. */
export function programText({ argv }: Pick<MethodView, 'argv'>): string {
  return short(shellWords(argv))
}

/** What failed, and what its program wrote last; that once, also where it stands in both. */
function becauseText(why: string, output: string): string {
  const wrote = lastWords(output)
  if (wrote === null) return short(why)
  const [line = ''] = why.split('\n')
  return `${short(why.includes(wrote) ? line : why)}${line.includes(wrote) ? '' : ` (${short(wrote)})`}`
}

function failedText({ id, why, output }: FailedView): string {
  return `${safeLine(id)} failed: ${becauseText(why, output)}`
}

/** `backup-1: HTML (node make.js)`: a method, the first line of what the plan says of it, and the program that it runs. */
function methodText(method: MethodView): string {
  const program = method.argv.length === 0 ? '' : programText(method)
  const text = short(method.text.trimStart().split('\n', 1)[0] ?? '')
  const told = text !== '' && program !== '' ? `${text} (${program})` : `${text}${program}`
  return `${safeLine(method.id)}${told === '' ? '' : `: ${told}`}`
}

/** `backup-1: HTML, after primary failed: …`, with the failure just before it; null where the primary method is taken, or none. */
export function backupText({ method, failed }: Pick<StepView, 'method' | 'failed'>): string | null {
  const last = failed.at(-1)
  return method === null || last === undefined ? null : `${methodText(method)}, after ${failedText(last)}`
}

/** The same with every method that failed, a line for each; none where the primary method is taken, or none. */
export function backupLines({ method, failed }: Pick<StepView, 'method' | 'failed'>): readonly string[] {
  if (method === null || failed.length === 0) return []
  return [methodText(method), ...failed.map((it) => `  after ${failedText(it)}`)]
}

/** Why a step was left out though nobody has said so: `it is not critical: …`; null where it was not. */
export function leftOutText({ isGivenUp, reason, output }: StepView): string | null {
  if (!isGivenUp) return null
  return `it is not critical${reason === null ? '' : `: ${becauseText(reason, output)}`}`
}

/** Columns of the word in front of a step. */
const wordColumns = 11

/** A line for each step, the word of its state in front; below it the backup that was taken, and what failed before. */
export function stepLines(steps: readonly StepView[]): readonly string[] {
  return steps.flatMap((step) => {
    const leftOut = leftOutText(step)
    const reason = step.reason === null ? null : becauseText(step.reason, step.output)
    const why = leftOut ?? reason
    const word = leftOut === null ? step.state : 'left out'
    return [
      `${word.padEnd(wordColumns)}${stepText(step)}${why === null ? '' : `, ${why}`}`,
      ...backupLines(step).map((it) => `${' '.repeat(wordColumns + 2)}${it}`),
    ]
  })
}
