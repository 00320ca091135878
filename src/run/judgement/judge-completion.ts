/** The criteria of completion that no program can tell are put before an agent, where the configuration names one (seed 004 §6.4). */

import { oneLine } from '../../plan/one-line.ts'
import { unlookedWhat } from '../completion/completion.ts'
import type { CompletionFinding, CompletionJudgement } from '../completion/finding.ts'
import { criterionCommands, unrunCommands } from '../completion/run-commands.ts'
import type { FileChange, Outcome } from '../outcome.ts'
import type { RunState } from '../state.ts'
import { emit, request, type Turn } from '../turn.ts'
import { joinChanges } from '../whole-look.ts'
import type { CriterionJudgement, HeldCompletion } from './judgement.ts'
import { completionQuestion } from './questions.ts'
import { readCriteriaAnswer, shortLine } from './read-answer.ts'
import { byAgentText } from './words.ts'

/** Of more criteria nobody could say anything in one answer: the others stay open. */
const mostAsked = 40

/**
 * What is put before it: what no program can tell, also of a criterion whose command has passed. A command that was not run is none of
 * that: that it would pass no words can say.
 */
function openTo({ spec, course }: RunState): readonly CompletionFinding[] {
  const named = spec === null ? [] : [...criterionCommands(spec.spec), ...unrunCommands(spec.spec)]
  const commands = new Set(named.map(({ what }) => what))
  const open = (course.completion?.findings ?? []).filter(
    ({ found, what }) => found === 'unknown' && what !== unlookedWhat,
  )
  const unrun = new Set(open.flatMap(({ what, isRest }) => (commands.has(what) && isRest !== true ? [what] : [])))
  return open.filter(({ what }) => !unrun.has(what)).slice(0, mostAsked)
}

/** What was said of the last look; null where nobody has said anything of it. */
function heldCompletion({ course }: RunState): HeldCompletion | null {
  return course.judged !== null && course.judged.after === course.completion?.after ? course.judged : null
}

/** Whether the end may go on: an agent has judged what is open, or is not to. Else it is asked, all in one question. */
export function isCompletionJudged(turn: Turn): boolean {
  const { state } = turn
  const { judgement } = state.policy
  if (judgement?.completion !== true || heldCompletion(state) !== null) return true
  const criteria = openTo(state)
  if (criteria.length === 0) return true
  const changes = changesOfRun(state)
  const from = state.tasks.get(state.merged[0] ?? '')?.base ?? null
  request(turn, {
    is: 'judge',
    about: 'judgement:completion',
    nth: 1 + (state.course.judged?.nth ?? 0),
    agent: judgement.agent,
    question: completionQuestion(state, { criteria, changes }),
    shows: from === null || state.tip === null ? null : { from, to: state.tip, changes },
    limitMs: judgement.limitMs,
  })
  return false
}

function changesOfRun(state: RunState): readonly FileChange[] {
  const merged = state.merged.flatMap((uid) => state.tasks.get(uid)?.steps ?? [])
  const steps = merged.length > 0 ? merged : [...state.tasks.values()].flatMap((it) => it.steps)
  return joinChanges(steps.map(({ draft, status }) => (status === 'done' ? (draft?.changes ?? []) : [])))
}

/** What an agent has said of the criteria, or that it has not, is recorded. */
export function onCompletionJudged(turn: Turn, outcome: Extract<Outcome, { of: 'judge' }>): void {
  if (outcome.is === 'stopped') return
  const { agent: by, usage, durationMs: ms } = outcome
  const criteria = openTo(turn.state)
  const read = outcome.is === 'answered' ? readCriteriaAnswer(outcome.text, criteria.length) : null
  const without =
    outcome.is === 'failed'
      ? shortLine(outcome.failure.reason)
      : 'its answer says nothing of it in the form that was asked for'
  const judgements = criteria.map(({ check, what }, at): CriterionJudgement => {
    const said = read?.get(at + 1)
    return {
      check,
      what,
      met: said?.holds ?? null,
      reason: said?.reason ?? without,
      confidence: said?.confidence ?? null,
    }
  })
  emit(turn, { type: 'completion-judged', by, judgements, usage, ms })
}

/** The words that count: that a criterion is met only where the agent is not unsure of it. */
export function agentJudgements(state: RunState): readonly CompletionJudgement[] {
  const held = heldCompletion(state)
  return (held?.judgements ?? []).flatMap(({ check, what, met, reason, confidence }) =>
    held === null || met === null || isUnsure({ met, confidence })
      ? []
      : [
          {
            check,
            what,
            found: met ? ('met' as const) : ('missed' as const),
            by: 'agent' as const,
            agent: held.by,
            why: oneLine(byAgentText(held.by, { reason, confidence })),
          },
        ],
  )
}

function isUnsure({ met, confidence }: Pick<CriterionJudgement, 'met' | 'confidence'>): boolean {
  return met === true && confidence !== 'medium' && confidence !== 'high'
}

/** What is said of a criterion, whether it counts or not; null where nobody has said anything of it. */
export function saidOf(
  state: RunState,
  { check, what }: Pick<CompletionFinding, 'check' | 'what'>,
): { readonly by: string; readonly judgement: CriterionJudgement } | null {
  const held = heldCompletion(state)
  const judgement = held?.judgements.find((it) => it.check === check && it.what === what)
  return held === null || judgement === undefined ? null : { by: held.by, judgement }
}
