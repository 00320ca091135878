/** The end of a spec: what verifies it is run, what has to be there is looked for, and people are asked for the rest (seed 004 §6.4). */

import { completionGate } from '../../plan/completion-gate.ts'
import type { TaskSpec } from '../../plan/model.ts'
import { isCommitId } from '../commit-id.ts'
import type { EvidenceTree } from '../effect.ts'
import { evidenceKey } from '../evidence-key.ts'
import { isWaiting } from '../close.ts'
import { checkStep, engineTask } from '../engine-task.ts'
import { agentJudgements, isCompletionJudged, saidOf } from '../judgement/judge-completion.ts'
import { judgedCriterionText } from '../judgement/words.ts'
import type { Evidence } from '../outcome.ts'
import { taskOf, type RunState } from '../state.ts'
import { isEnd } from '../step-status.ts'
import { tasksOfPlan } from '../steps/planned-tasks.ts'
import { taskStatus, writtenPaths } from '../task-status.ts'
import { emit, request, type Turn } from '../turn.ts'
import type { CompletionFinding, CompletionJudgement } from './finding.ts'
import { withJudgements } from './finding.ts'
import {
  commandFinding,
  criterionCommands,
  gateOfCommand,
  type CriterionCommand,
  unrunCommands,
} from './run-commands.ts'
import { isMissingDeliverable, verifyCompletion, type CompletionVerdict } from './verify-completion.ts'
import { unfinished } from './unfinished.ts'
import { completionWanted, saysWhenReached } from './wanted.ts'

/** What a run has come to: all findings, with what people said of them, and what they make together. */
export interface JudgedCompletion extends CompletionVerdict {
  readonly findings: readonly CompletionFinding[]
  readonly at: number
}

/**
 * Takes the next step of the verification. Called where nothing is under way in a run at work and no task can begin; it begins
 * only once nothing waits for people, and every task of the plan was part of the run or has its end. Once people have answered, it is
 * looked once more: they may have taken days, and changed files.
 */
export function completeRun(turn: Turn): void {
  const { state } = turn
  if (state.spec === null || state.policy.verifiesCompletion !== true || isWaiting(state) || !isWhole(state)) return
  const wanted = completionWanted(state.spec.spec)
  if (!saysWhenReached(wanted)) return
  if (isVerified(state) && state.course.completion?.isBehind !== true) {
    if (isCompletionJudged(turn)) askPeople(turn)
    return
  }
  const commands = criterionCommands(state.spec.spec)
  const gate = commands.map((it) => gateOfCommand(state.gates.values(), it)?.name).find((it) => isToRun(state, it))
  if (gate !== undefined) {
    request(turn, {
      is: 'run-gate',
      gate,
      workspace: null,
      commit: state.tip,
      tree: keptTree(state),
      purpose: 'final',
    })
    return
  }
  request(turn, {
    is: 'verify-completion',
    wanted: { ...wanted, folders: foldersWritten(state) },
    commands: [...commands.map((it) => commandFinding(it, evidenceOf(state, it))), ...unrunCommands(state.spec.spec)],
    tip: state.tip,
  })
}

/** The folders of all that the tasks of the plan write, each once. */
function foldersWritten(state: RunState): readonly string[] {
  const paths = tasksOfPlan(state).flatMap(writtenPaths)
  return [...new Set(paths.flatMap((it) => (it.includes('/') ? [it.slice(0, it.lastIndexOf('/'))] : [])))]
}

/** Where a call leaves tasks open that it does not name, nothing is said of the goal. */
function isWhole(state: RunState): boolean {
  return tasksOfPlan(state).every((task) => task.selected || isEnd(taskStatus(task)))
}

function isVerified({ course }: RunState): boolean {
  return course.completion?.after === course.records.length
}

function isToRun(state: RunState, gate: string | undefined): gate is string {
  return gate !== undefined && !state.finalChecked.has(gate) && passedOnTip(state, gate) === null
}

function passedOnTip(state: RunState, gate: string): Evidence | null {
  const tree = keptTree(state)
  return tree === null ? null : (state.evidence.get(evidenceKey(state, gate, tree)) ?? null)
}

/** What the tip holds. Without git there is only the folder, in which everything may have been changed since: nothing that passed there before says more of it. */
function keptTree({ tip, tipTree }: RunState): EvidenceTree | null {
  return tip !== null && isCommitId(tip) ? tipTree : null
}

function evidenceOf(state: RunState, command: CriterionCommand): Evidence | null {
  const gate = gateOfCommand(state.gates.values(), command)?.name ?? completionGate(command.line)
  return state.finalChecked.get(gate) ?? passedOnTip(state, gate)
}

/** What people are asked at the end: what no program can tell, and whether what a search has found is a fault at all. */
type Asked = 'completion' | 'alarms'

/** The task in which people say it. Of an alarm they say it of exactly what was found: another value on its line is another alarm. */
function askedKey({ run, course }: RunState, of: Asked): string {
  const since = course.otherGoals === 0 ? '' : `:${course.otherGoals}`
  const open = of === 'alarms' ? (course.completion?.findings ?? []).filter((it) => isAskedIn(of, it)) : []
  const exactly = open.map(({ mayBeFalse }) => `:${mayBeFalse ?? ''}`).join('')
  return `${of}:${run ?? ''}:${course.completion?.after ?? 0}${since}${exactly}`
}

/** Whether a task is one of these questions. */
export function isAboutGoal({ origin, key }: Pick<TaskSpec, 'origin' | 'key'>): boolean {
  return origin === 'engine' && /^(?:completion|alarms):/.test(key)
}

/** More criteria than this are not put before people, and none of them is met by what they say. */
const mostAsked = 100
/** Nobody looks through more places that a search has found. */
const mostPlaces = 50

function isAskedIn(of: Asked, { found, by, mayBeFalse, places }: CompletionFinding): boolean {
  return of === 'completion'
    ? found === 'unknown'
    : found === 'missed' && by === 'program' && mayBeFalse !== undefined && places.length <= mostPlaces
}

/** What people are asked about, each once. */
function askedOf(of: Asked, findings: readonly CompletionFinding[]): readonly string[] {
  const open = findings.flatMap((it) => (isAskedIn(of, it) ? [it.what] : []))
  return [...new Set(open)].slice(0, mostAsked)
}

/** Where people take part anyway, they are asked once for each of the two. */
function askPeople(turn: Turn): void {
  const { mode } = turn.state.course
  if (mode !== 'collaborative' && mode !== 'education') return
  ask(turn, 'completion', 'Completion of the goal', (open) => {
    const lines = askedOf('completion', open).map((what) => {
      const held = open.find((it) => it.what === what && saidOf(turn.state, it) !== null)
      return held === undefined ? what : `${what}${heldText(turn.state, held)}`
    })
    const more = new Set(open.map(({ what }) => what)).size - lines.length
    return `Do these criteria of the goal hold, which no program can judge? ${numbered(lines)}${more > 0 ? ` and ${more} more, which are not asked about` : ''}`
  })
  ask(turn, 'alarms', 'What the search for production readiness found', (found) => {
    return `Are these false alarms, so that the criteria hold all the same? ${numbered(found.map(alarmText))}`
  })
}

/** With every place: a person can only call that a false alarm which they were shown. */
function alarmText({ what, places }: CompletionFinding): string {
  const placed = places.map(({ path, line, note }) => `${path}${line === null ? '' : `:${line}`} ${note ?? ''};`)
  return `${what}: ${placed.join(' ')}`
}

/** Whether a question has put a criterion before people: what became open only later has been seen by nobody. */
function wasAsked(question: string, what: string): boolean {
  return Array.from({ length: mostAsked }, (_, at) => at + 1).some((nth) => {
    const [, behind] = question.split(` ${nth}. ${what}`)
    return (
      behind !== undefined && (behind === '' || behind.startsWith(` ${nth + 1}. `) || /^ (?:\(|and \d)/.test(behind))
    )
  })
}

function numbered(lines: readonly string[]): string {
  return lines.map((it, at) => `${at + 1}. ${it}`).join(' ')
}

function ask(turn: Turn, of: Asked, title: string, questionOf: (open: readonly CompletionFinding[]) => string): void {
  const { state } = turn
  const key = askedKey(state, of)
  const open = (state.course.completion?.findings ?? []).filter((it) => isAskedIn(of, it))
  if (open.length === 0 || state.byKey.has(key)) return
  const spec = engineTask({
    key,
    title,
    steps: [{ ...checkStep([]), id: 'judge', title: questionOf(open), review: 'always' }],
  })
  emit(turn, {
    type: 'plan-revised',
    from: state.revision,
    to: `${state.revision ?? ''}+${of}`,
    cause: 'engine',
    by: 'completion',
    added: [{ uid: `u${state.nextUid}`, spec }],
    changed: [],
    removed: [],
    edges: null,
    groups: null,
    order: null,
  })
}

/** What an agent holds of a criterion, behind it: a person's word counts more, and they are to know both. */
function heldText(state: RunState, finding: CompletionFinding): string {
  const said = saidOf(state, finding)
  return said === null ? '' : ` (${judgedCriterionText(said.by, said.judgement)})`
}

/** What people said of all that they were asked about. */
function judgementsOf(
  state: RunState,
  of: Asked,
  findings: readonly CompletionFinding[],
): readonly CompletionJudgement[] {
  const uid = state.byKey.get(askedKey(state, of))
  const said = state.decided.findLast((it) => it.task === uid && it.answer !== 'pause')
  if (uid === undefined || said === undefined) return []
  const found = said.answer === 'approve' ? 'met' : 'missed'
  const why = said.text.trim() === '' ? `${said.by.who} says ${found === 'met' ? 'so' : 'no'}` : said.text
  const question = taskOf(state, uid).spec.steps[0]?.title ?? ''
  return findings.flatMap((it) =>
    isAskedIn(of, it) && (of === 'alarms' || wasAsked(question, it.what))
      ? [
          {
            check: it.check,
            what: it.what,
            found,
            by: 'person',
            why: of === 'alarms' ? `${why}: ${it.why}` : why,
          } as const,
        ]
      : [],
  )
}

/** Whether the goal of a run was reached; null where nobody has looked, or something has come to its end since. */
export function judgedCompletion(state: RunState): JudgedCompletion | null {
  const { completion } = state.course
  if (state.spec === null || completion === null || !isVerified(state)) return null
  // It is about to be looked once more: until then nothing is said, but of a run that has ended without.
  if (completion.isBehind === true && state.status !== 'finished') return null
  const judgements = [
    ...agentJudgements(state),
    ...judgementsOf(state, 'completion', completion.findings),
    ...judgementsOf(state, 'alarms', completion.findings),
  ]
  const findings = withJudgements(completion.findings, judgements).map((it) =>
    it.found === 'unknown' ? { ...it, why: `${it.why}${heldText(state, it)}` } : it,
  )
  const { scope } = completionWanted(state.spec.spec)
  return { ...verifyCompletion(findings, scope, unfinished(state)), findings, at: completion.at }
}

/** Whether something that had to be made is not there, by a program or a person, although nobody is at work any more. */
export function lacksDeliverable(state: RunState): boolean {
  const findings = judgedCompletion(state)?.findings ?? []
  return findings.some(isMissingDeliverable)
}
