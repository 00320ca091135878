/** Folds the begin of a run, and of each executor that takes it up. */

import { beginBudgets, seeClock } from './budget.ts'
import type { RunEvent } from './event.ts'
import { forgetRedefined, setGates } from './evolve-gates.ts'
import { link } from './evolve-plan.ts'
import { noEdits } from './new-state.ts'
import { notePatterns } from './patterns/fold-patterns.ts'
import type { RunState, TaskRun } from './state.ts'
import { nextCourse } from './steps/change-mode.ts'
import { isUnwritten } from './task-status.ts'
import { noteAllHeld, trackCovered } from './track.ts'

/** Findings of what goes on once an executor begins. */
const untilResumed: ReadonlySet<string> = new Set(['gate-changed', 'budget', 'tests-to-come', 'halted'])

/** An executor begins: what only the one before knew or was kept by is forgotten. @param at milliseconds since the epoch */
export function beginExecutor(
  state: RunState,
  body: Extract<RunEvent['body'], { type: 'executor-started' }>,
  at: number,
): void {
  state.epoch = body.epoch
  seeClock(state, at)
  state.wasCutOff = false
  // Somebody may have committed since.
  state.isQuiet = false
  state.saidYes = body.saidYes === true
  if (body.tools !== undefined) state.course.tools = body.tools
  if (body.modeAnswer !== undefined) state.course.modeAnsweredAt = at
  notePatterns(state.course, body.patterns, at)
  state.environments = new Map(Object.entries(body.environments ?? {}))
  forgetRedefined(state, () => false)
  // It begins only once a person trusts all that it would execute.
  state.untrusted = new Set()
  state.findings = state.findings.filter((it) => !untilResumed.has(it.kind))
  // The plan may have got another name meanwhile, and its commit shows no marks then.
  if (state.status !== 'running') state.bookkept = false
  takeUp(state, at)
  state.parkedFor = null
  state.editsAtEnd = noEdits
  retryShowing(state)
}

/** An executor takes up the run: the first one, right after its begin, or a later one. */
function takeUp(state: RunState, at: number): void {
  state.status = 'running'
  state.course.closed = null
  if (state.course.hasExecutor) state.course.resumedAt.push(at)
  state.course.hasExecutor = true
}

/** A person may have put right what kept the tip or the marks from being shown: they are tried once more. */
export function retryShowing(state: RunState): void {
  state.publishTrouble = null
  state.projectTrouble = null
  if (state.withheld !== null) state.unprojected = true
  state.withheld = null
  state.isElsewhere = false
}

/** A run begins, with what an earlier one of the same plan has left. @param at milliseconds since the epoch */
export function startRun(state: RunState, body: Extract<RunEvent['body'], { type: 'run-started' }>, at: number): void {
  state.run = body.run
  state.status = 'running'
  state.parkedFor = null
  state.policy = body.policy
  setGates(state, body.gates)
  state.agent = body.agent
  state.invocation = body.invocation
  state.selection = body.selection ? new Set(body.selection) : null
  state.takesNew = body.takesNew ?? body.selection === null
  state.tip = body.base
  state.tipTree = null
  state.ground = 0
  state.folder = { is: 'unknown' }
  // Of the run before nothing is under way any more.
  state.effects = new Map()
  state.merging = []
  state.integrating = []
  state.parts = []
  state.isElsewhere = false
  state.unpublished = false
  state.isQuiet = false
  state.publishedTo = null
  // What an earlier run could not show is still to be shown.
  state.unprojected ||= [...state.tasks.values()].some(isUnwritten)
  state.findings = []
  state.outside = []
  state.knownRed = new Map()
  state.knownRedOnTip = new Map()
  state.merged = []
  state.greenAt = new Map()
  state.finalChecked = new Map()
  state.counts = { done: 0 }
  state.course = nextCourse(state.course, { mode: body.policy.mode, decided: state.decided, at })
  state.decided = []
  for (const task of state.tasks.values()) selectTask(state, task)
  trackCovered(state)
  link(state)
  noteAllHeld(state)
  beginBudgets(state)
}

/** Whether this run works on a task: the engine's own always, the plan's when they were chosen. */
export function selectTask(state: RunState, task: TaskRun): void {
  task.selected = task.spec.origin !== 'plan' || state.selection === null || state.selection.has(task.spec.key)
}
