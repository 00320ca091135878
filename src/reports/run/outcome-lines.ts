/** What has come of an effect, for people who follow a run: of gates, attempts, and what is shown and looked up. */

import { isForgiven } from '../../run/against.ts'
import { excusedOutput } from '../../run/baseline.ts'
import type { Evidence } from '../../run/outcome.ts'
import type { RunEvent } from '../../run/event.ts'
import type { RunState, TaskRun } from '../../run/state.ts'
import { isKnownRedOnTip } from '../../run/verdict.ts'
import type { Paint } from '../graph/paint.ts'
import { tellingLine } from '../../run/telling-line.ts'
import { limitText } from '../../run/time-limit.ts'
import { researchText } from './research-text.ts'
import { testOfGate } from '../../plan/integration-gate.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { lastWords, mostOfLine, shortened } from './program-line.ts'
import { durationText } from './duration.ts'
import { provesNothing, redBefore } from './verdict-words.ts'

/** What a gate has found, with its time or its telling line. @param of.task whose gate it is; absent of none */
export function gateLine(
  evidence: Evidence,
  state: RunState,
  { task, paint }: { readonly task: TaskRun | undefined; readonly paint: Paint },
): string {
  const passed = evidence.result === 'passed'
  const before = redBefore(task === undefined ? isKnownRedOnTip(state, evidence) : isForgiven(state, task, evidence))
  const time = evidence.reused ? 'known for this tree' : durationText(evidence.durationMs)
  return `    gate ${safeLine(evidence.gate)} ${passed ? paint('green', 'passed') : paint('red', evidence.result)}${evidence.argv.length === 0 ? '' : ` (${time})`}${passed ? provesNothing(evidence) : `${before}${tail(evidence, state)}`}`
}

/** What a check of the engine's own says: of several integration tests each by its id. */
function checkLine(evidence: Evidence, state: RunState, name: string, paint: Paint): string {
  const { gate, result, exitCode } = evidence
  const test = testOfGate(gate)
  const of = test === null ? name : `${name}: ${safeLine(test)}`
  // On a base there is nothing to compare yet.
  const { without } = evidence
  if (result === 'passed')
    return `  ${of}: ${paint('green', result)}${without === undefined ? '' : provesNothing(evidence)}`
  const said = tail(evidence, state)
  const how = said === '' && exitCode !== null ? `, exit code ${exitCode}` : said
  return `  ${of}: ${paint('red', result)}${how}`
}

/** The line of a failure that says most. */
function tail(evidence: Evidence, state: RunState): string {
  const line = tellingLine(evidence.excerpt, excusedOutput(state, evidence.gate))
  // Where it could not be started these are our words, and end with what to do.
  const isOurs = evidence.result === 'could-not-run' && evidence.exitCode === null
  return line === '' ? '' : `: ${shortened(line, isOurs ? 4 * mostOfLine : mostOfLine)}`
}

function firstLine(text: string): string | null {
  return (
    text
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? null
  )
}

/** What people are told of an effect that is settled: what a gate found, how an attempt ended, what could not be shown. */
export function outcomeLines(
  outcome: Extract<RunEvent['body'], { type: 'effect-settled' }>['outcome'],
  state: RunState,
  {
    name,
    task,
    toBeRed,
    on,
    paint,
  }: {
    readonly name: string
    readonly task: TaskRun | undefined
    /** Whether it is of the first half of test-first. */
    readonly toBeRed: boolean
    /** What a gate of no task of the run has looked at: a check gives way to one of a newer base. */
    readonly on: string
    readonly paint: Paint
  },
): readonly string[] {
  switch (outcome.of) {
    case 'run-gate': {
      if (task?.spec.origin === 'engine') return [checkLine(outcome.evidence, state, name, paint)]
      if (toBeRed && outcome.evidence.result === 'failed' && outcome.evidence.noTest === undefined)
        return [
          `    gate ${safeLine(outcome.evidence.gate)} ${paint('green', 'red')} (${durationText(outcome.evidence.durationMs)})`,
        ]
      return task
        ? [gateLine(outcome.evidence, state, { task, paint })]
        : [`  on ${on}:${gateLine(outcome.evidence, state, { task, paint }).trimStart().slice(4)}`]
    }
    case 'start-attempt': {
      const { how, claim, failure } = outcome
      const saysFailed = claim.says === 'failed'
      const dropped =
        outcome.dropped === undefined
          ? []
          : [`    ${outcome.dropped} bytes in the middle of its output were dropped (policy.limits.attempt_output)`]
      if (how === 'stopped' || (how === 'finished' && !saysFailed)) return dropped
      const code = outcome.exitCode === null || how === 'finished' ? '' : ` (exit code ${outcome.exitCode})`
      const said = saysFailed ? firstLine(claim.text) : null
      const why = failure?.reason ?? said ?? lastWords(outcome.excerpt)
      // What a person is to do by hand, and where, is told whole.
      if (how === 'waiting') return [`    ${paint('yellow', how)}${why === null ? '' : `: ${safeLine(why)}`}`]
      const after = outcome.limit === undefined ? '' : ` after ${limitText(outcome.limit)}`
      const word = how === 'finished' ? 'failed' : `${how}${after}`
      return [`    ${paint('yellow', word)}${code}${why === null ? '' : `: ${shortened(why)}`}`, ...dropped]
    }
    case 'snapshot':
      // A workspace that was replaced is told as the deviation that it is.
      return outcome.is === 'taken' || outcome.workspaceLost
        ? []
        : [`    ${paint('yellow', 'no draft')}: ${shortened(outcome.failure.reason)}`]
    case 'publish':
      return outcome.is === 'published'
        ? []
        : [
            paint('yellow', `! not published: ${safeLine(outcome.failure.reason)}`),
            `    ${safeLine(outcome.failure.help)}`,
          ]
    case 'project':
      return outcome.is !== 'waiting'
        ? []
        : [
            paint('yellow', `! marks wait: ${safeLine(outcome.failure.reason)}`),
            `    ${safeLine(outcome.failure.help)}`,
          ]
    case 'research':
      return [
        outcome.is === 'found'
          ? `    found: ${researchText(outcome)}`
          : paint(
              'yellow',
              `    ! nothing was looked up: ${safeLine(outcome.failure.reason)}; it goes on with what is known`,
            ),
        ...(outcome.is === 'found' ? outcome.troubles.map((it) => paint('yellow', `    ! ${safeLine(it)}`)) : []),
      ]
    case 'consult':
      return outcome.is === 'failed'
        ? [`    ${paint('yellow', 'no agent says anything to it')}: ${shortened(outcome.failure.reason)}`]
        : []
    case 'judge':
    case 'prepare-workspace':
    case 'end-attempt':
    case 'ask-review':
    case 'integrate':
    case 'verify-tool':
    case 'verify-completion':
    case 'notify':
    case 'set-timer':
    case 'dispose-workspace':
      return []
    default:
      return outcome satisfies never
  }
}
