/** What the notepad of a spec holds of its run: entries computed from the record, and what agents and people have said (seed 004 §2.7). */

import { oneLine } from '../../../plan/one-line.ts'
import { safeLine } from '../../../plan/safe-text.ts'
import { isAboutGoal } from '../../../run/completion/complete-run.ts'
import type { Decided } from '../../../run/decided.ts'
import { judgedOutputText } from '../../../run/judgement/words.ts'
import type { PatternProposal } from '../../../run/patterns/proposed.ts'
import { stepName } from '../../../run/steps/course.ts'
import { bracketName, inQuotes, textOf } from '../../../run/steps/method-name.ts'
import { tasksOfPlan } from '../../../run/steps/planned-tasks.ts'
import { completedBy, isBackup, isExhausted, isOverridden, type StepRecord } from '../../../run/steps/record.ts'
import { researchOf } from '../../../run/steps/research-record.ts'
import type { RunState, StepRun, TaskRun } from '../../../run/state.ts'
import { isEnd } from '../../../run/step-status.ts'
import { taskStatus } from '../../../run/task-status.ts'
import { isoTime } from '../../run/json.ts'
import { completeSince } from '../progress/complete.ts'
import { educationNotes } from './education-notes.ts'

/** The sections of the seed, in its order; the timeline has a row of each entry. */
export const sections = [
  'Key Insights',
  'Technical Notes',
  'Ideas for Enhancement',
  'Cross-System Connections',
  'AI Observations',
  'Human Observations',
] as const

export type Section = (typeof sections)[number]

export interface NotepadEntry {
  /** Key of the task that it is about. */
  readonly task: string
  /** `Task 2: Find the constituents`, `Step 2.1: …`; on one line. */
  readonly about: string
  /** When what it tells of came to its end, in milliseconds since the epoch. */
  readonly at: number
  /** How that ended: for the timeline. */
  readonly event: string
  readonly notes: Readonly<Partial<Record<Section, readonly string[]>>>
}

const longest = 500

/** Text of an agent, a person or the plan as data: on one line, with nothing that steers or begins a line of Markdown. */
function said(text: string): string {
  const line = oneLine(safeLine(text.trim().replaceAll(/\s+/gu, ' ')))
  const characters = Array.from(line)
  return characters.length > longest ? `${characters.slice(0, longest).join('')}…` : line
}

/**
 * Entries in the order of what they tell of; none where the spec wants none, or it is not yet time.
 * @param only keys of the tasks that are told of; null for all
 */
export function notepadEntries(state: RunState, only: ReadonlySet<string> | null = null): readonly NotepadEntry[] {
  const capture = state.spec?.spec.capture
  if (capture?.enabled !== true) return []
  const tasks = tasksOfPlan(state).filter(({ spec }) => only?.has(spec.key) ?? true)
  const goal = goalEntries(state)
  if (capture.frequency === 'per_step') return [...stepEntries(state, tasks), ...goal]
  const closed = completeSince(state)
  if (capture.frequency === 'end_only' && closed === null) return []
  const rounds = lastRounds(state.course.records)
  const entries = tasks.flatMap((task) => {
    const round = isEnd(taskStatus(task)) ? rounds.get(task.spec.key) : undefined
    const at = capture.frequency === 'end_only' ? endOf(state, round, closed) : null
    return round === undefined ? [] : [taskEntry(state, task, round, at)]
  })
  return [...entries, ...goal].sort((a, b) => a.at - b.at)
}

/** What people said of the goal, which belongs to no task: an entry of each answer. */
function goalEntries(state: RunState): readonly NotepadEntry[] {
  return state.decided.flatMap(({ task: uid, answer, by, text, at }) => {
    const task = state.tasks.get(uid)
    if (task === undefined || answer === 'pause' || !isAboutGoal(task.spec)) return []
    const { key, title } = task.spec
    const notes = { 'Human Observations': [`**Answer:** ${answerText({ answer, by, text })}`] }
    return [{ task: key, about: title, at, event: answer, notes }]
  })
}

function stepEntries(state: RunState, tasks: readonly TaskRun[]): readonly NotepadEntry[] {
  const byKey = new Map(tasks.map((task) => [task.spec.key, task]))
  const places = new Map<string, number>()
  return state.course.records.flatMap((record, at) => {
    const from = (places.get(record.step) ?? -1) + 1
    places.set(record.step, at)
    const task = byKey.get(record.task)
    return task === undefined ? [] : [stepEntry(state, task, record, { records: [record], from, last: at })]
  })
}

/** When the run has ended in which a task came to its last end: what that one told of it is not told again. */
function endOf({ course }: RunState, round: Round | undefined, closed: number | null): number | null {
  return course.earlierRuns.find(({ steps }) => steps > (round?.last ?? 0))?.endedAt ?? closed
}

/** What a task has come to since it began, or was last taken up anew: of what was before that it has an entry already. */
interface Round {
  readonly records: readonly StepRecord[]
  /** The place among all records behind those of the round before; 0 of the first. */
  readonly from: number
  /** That of its last record. */
  readonly last: number
}

/** The last round of each task, by its key. */
function lastRounds(records: readonly StepRecord[]): ReadonlyMap<string, Round> {
  const rounds = new Map<string, { records: StepRecord[]; from: number; last: number }>()
  const steps = new Map<string, Set<string>>()
  records.forEach((record, at) => {
    const { task, step } = record
    const round = rounds.get(task)
    const seen = steps.get(task)
    if (round === undefined || seen === undefined || seen.has(step)) {
      rounds.set(task, { records: [record], from: (round?.last ?? -1) + 1, last: at })
      steps.set(task, new Set([step]))
      return
    }
    seen.add(step)
    round.records.push(record)
    round.last = at
  })
  return rounds
}

function stepEntry(state: RunState, task: TaskRun, record: StepRecord, round: Round): NotepadEntry {
  return {
    task: task.spec.key,
    about: `Step ${record.step}: ${said(record.title)}`,
    at: record.endedAt,
    event: record.status,
    notes: notesOf(state, task, round),
  }
}

function taskEntry(state: RunState, task: TaskRun, round: Round, at: number | null): NotepadEntry {
  const status = taskStatus(task)
  return {
    task: task.spec.key,
    about: `Task ${task.spec.id ?? task.spec.key}: ${said(task.spec.title)}`,
    at: at ?? round.records.at(-1)?.endedAt ?? 0,
    event: status === 'done' ? 'completed' : status,
    notes: notesOf(state, task, round),
  }
}

function notesOf(state: RunState, task: TaskRun, { records, from }: Round): NotepadEntry['notes'] {
  const since = from === 0 ? -1 : (state.course.records[from - 1]?.endedAt ?? -1)
  const names = new Set(records.map((it) => it.step))
  const made = new Set(records.filter((it) => completedBy(it) !== null).map((it) => it.step))
  const steps = task.steps.filter(({ spec }) => names.has(stepName(task, spec.id)))
  // What is departed from is told of the whole task, with its last step.
  const isLast = steps.at(-1) === task.steps.at(-1)
  const isFirst = records.some((it) => it === state.course.records[0])
  const isBegun = from === 0 && steps[0] === task.steps[0]
  return {
    'Key Insights': [
      ...(isBegun ? foundBefore(state, task) : []),
      ...steps.flatMap((step) => [
        ...(made.has(stepName(task, step.spec.id)) ? insightOf(task, step) : []),
        ...educationNotes(state, task, step, from).lessons.map(said),
      ]),
    ],
    'Technical Notes': [
      ...(isFirst ? patternNotes(state.course) : []),
      ...steps.flatMap((step) => educationNotes(state, task, step, from).decisions.map(said)),
      ...records.flatMap(decisionOf),
      ...(isLast ? deviationsOf(task) : []),
    ],
    'Cross-System Connections': state.course.proposed
      .filter((it) => names.has(it.step) && it.at > since)
      .map(proposalNote),
    'AI Observations': [
      ...records.flatMap(({ step, judged }) =>
        judged === undefined ? [] : [`**Judgement:** Step ${step}: ${said(judgedOutputText(judged))}`],
      ),
      ...state.course.switches
        .filter((it) => it.step !== null && names.has(it.step) && it.patterns.length > 0)
        // One that came right behind the round before was told with that.
        .filter(({ after }) => from === 0 || after > from)
        .map((it) => `**Escalation:** after step ${it.step ?? ''}: ${said(it.reason)}`),
    ],
    'Human Observations': answersOf(state, task, { names, since }),
  }
}

/** What was looked up before the task, told with its first step. */
function foundBefore(state: RunState, { spec }: TaskRun): readonly string[] {
  const outcome = researchOf(state, spec)?.outcome
  if (outcome?.is !== 'found') return []
  return outcome.findings.map((it) => `**Research:** ${said(it)} (confidence ${outcome.confidence})`)
}

/** With the first entry: that the spec departs from its pattern. */
function patternNotes({ patterns }: Pick<RunState['course'], 'patterns'>): readonly string[] {
  const feasibility = patterns?.judged.feasibility ?? null
  if (patterns === null || feasibility === null || patterns.decided === null) return []
  const { chosen, alignment, risk } = feasibility
  return [
    `**Technical Decision:** The spec departs from its pattern ${said(chosen.name)} (technology alignment: ${alignment.is}, risk: ${risk.level}); decided: ${patterns.decided}`,
  ]
}

function proposalNote({ step, line, taken }: PatternProposal): string {
  const chosen = taken === null ? 'none was taken' : `${said(taken.pattern)} was taken as ${bracketName(taken.method)}`
  return `**Connection:** Step ${step}: ${said(line)}; ${chosen}`
}

/** What was said of work that came to nothing is told by why it failed. */
function insightOf(task: TaskRun, { spec, status, said: claim }: StepRun): readonly string[] {
  return status !== 'done' || claim === null || claim.text.trim() === ''
    ? []
    : [`**Insight:** Step ${stepName(task, spec.id)}: ${said(claim.text)}`]
}

/** What was decided by how it went: the backup that worked, or that none did. */
function decisionOf(record: StepRecord): readonly string[] {
  const used = completedBy(record)
  if (used !== null && isBackup(used)) {
    const failures = record.tried.filter((it) => it.outcome === 'failure')
    const failed = [...new Set(failures.map((it) => bracketName(it.method)))]
    const after = failed.length === 0 ? '' : `, after ${failed.join(' and ')} had failed`
    return [
      `**Technical Decision:** Step ${record.step} was completed by ${bracketName(used)} ${inQuotes(safeLine(textOf(record.methods, used)))}${after}`,
    ]
  }
  const methods = [...new Set(record.tried.map((it) => bracketName(it.method)))]
  return isExhausted(record)
    ? [
        `**Challenge:** Step ${record.step} failed with ${methods.join(', ')}${isOverridden(record) ? '; a person let it stand' : ''}`,
      ]
    : []
}

function deviationsOf({ deviations }: TaskRun): readonly string[] {
  return deviations
    .filter(({ kind }) => kind === 'declared')
    .map(({ what, reason }) => `**Departure from the plan:** ${said(what)}; reason: ${said(reason)}`)
}

function answersOf(
  state: RunState,
  task: TaskRun,
  { names, since }: { readonly names: ReadonlySet<string>; readonly since: number },
): readonly string[] {
  const asked = state.reviews
  return state.decided.flatMap((it) => {
    const review = asked.get(it.review)
    if (it.task !== task.uid || it.at <= since || review === undefined) return []
    if (!names.has(stepName(task, review.step))) return []
    return [`**Answer:** ${answerText(it, ` about step ${stepName(task, review.step)}`)}`]
  })
}

function answerText({ by, answer, text }: Pick<Decided, 'by' | 'answer' | 'text'>, about = ''): string {
  return `${said(by.who)} said ${answer}${about}${text.trim() === '' ? '' : `: ${said(text)}`}`
}

/** `notepad_update` of a task in the progress file: its last entry's time, and what all of its entries hold. */
export function notepadUpdate(
  entries: readonly NotepadEntry[],
  task: string,
): {
  readonly timestamp: string
  readonly insights_captured: number
  readonly technical_notes: number
  readonly ideas: number
} | null {
  const own = entries.filter((it) => it.task === task)
  const last = own.at(-1)
  if (last === undefined) return null
  const count = (section: Section): number => own.reduce((sum, { notes }) => sum + (notes[section]?.length ?? 0), 0)
  return {
    timestamp: isoTime(last.at),
    insights_captured: count('Key Insights'),
    technical_notes: count('Technical Notes'),
    ideas: count('Ideas for Enhancement'),
  }
}
