/** What a run knows of its tasks beside their marks, for plans that have places for it (seed 003 §6). */

import type { DecisionRecord, DraftRecord, GateRecord, IntegrationRecord, PlanRecords } from '../plan/projection.ts'
import { worthlessFor } from './against.ts'
import { groupsBeside, isBeside } from './beside.ts'
import { isOpenDecompose } from './decompose.ts'
import { filesGate } from './files-gate.ts'
import { testOfGate, wholePlan } from '../plan/integration-gate.ts'
import { milestonesOf, redMilestones } from './milestone.ts'
import { diagnosesIn } from './diagnosis.ts'
import { milestoneOf, type Milestone } from './milestone-key.ts'
import { tasksOf } from './milestone-tasks.ts'
import { isLayer, testsByLayer } from './tests-by-layer.ts'
import { taskOf, type RunState, type TaskRun } from './state.ts'
import { isEnd } from './step-status.ts'
import { currentStep, taskStatus } from './task-status.ts'
import { nameOf } from './views.ts'
import { wholeLook } from './whole-look.ts'
import { lastDraft } from './step-base.ts'

/**
 * Folds the records out of a state.
 * @param merging uids of tasks whose merges are about to be: they are done in what is written
 * @param timeText a time, given as milliseconds since the epoch, in ISO 8601
 */
export function recordsOf(state: RunState, merging: readonly string[], timeText: (ms: number) => string): PlanRecords {
  const ending = new Set(merging)
  const beside = groupsBeside(state)
  const planned = state.order
    .map((uid) => taskOf(state, uid))
    .filter(({ spec, left }) => spec.origin === 'plan' && !left && !isBeside(beside, spec))
  const current = planned.find((task) => !ending.has(task.uid) && isUnderWay(task))
  return {
    phase: phaseOf(state, { planned, current, ending }),
    current: current?.spec.id ?? null,
    blockedReason: blockedReason(state, ending),
    said: {
      current: planned.some(({ steps }) => steps.some((it) => it.attempts > 0)),
      blockedReason: state.reviews.size > 0,
    },
    drafts: planned.flatMap(draftOf),
    gates: planned.flatMap(gatesOf),
    decisions: decisionsOf(state, timeText),
    integrations: milestonesOf(state).flatMap((task) => integrationsOf(state, task)),
  }
}

function isUnderWay(task: TaskRun): boolean {
  const status = taskStatus(task)
  return status !== 'pending' && !isEnd(status)
}

interface Standing {
  readonly planned: readonly TaskRun[]
  readonly current: TaskRun | undefined
  readonly ending: ReadonlySet<string>
}

/**
 * The seed's phases: a rejected task or a red milestone leads back to decompose, and the end of all tasks to integrate, once
 * the integration tests of their layers are green or let pass.
 */
function phaseOf(state: RunState, { planned, current, ending }: Standing): PlanRecords['phase'] {
  const all = [...state.tasks.values()]
  const diagnoses = diagnosesIn(state)
  if (all.some(isOpenDecompose) || planned.some((task) => diagnoses.has(task.uid) && !isOver(task, ending)))
    return 'decompose'
  if (planned.some((task) => taskStatus(task) === 'failed')) return 'decompose'
  if (planned.every((task) => isOver(task, ending))) {
    if (redMilestones(state).length > 0) return 'decompose'
    return areAllGreen(state) ? 'integrate' : 'verify'
  }
  const status = current === undefined ? null : taskStatus(current)
  return status === 'verifying' || status === 'reviewing' || status === 'merging' ? 'verify' : 'execute'
}

/** Whether all integration tests that tasks of the plan call for were green when they ran last, or were let pass. */
function areAllGreen(state: RunState): boolean {
  return [...testsByLayer(state)].every(
    ([layer, gates]) =>
      gates.every(({ name }) => state.testsSeen.get(name) === 'green') || tasksOf(state, layer, gates).length === 0,
  )
}

/** Done, or set aside by the plan or a person. */
function isOver(task: TaskRun, ending: ReadonlySet<string>): boolean {
  const status = taskStatus(task)
  return ending.has(task.uid) || status === 'done' || status === 'skipped' || status === 'deferred'
}

/** What a person is waited for by a run that can do nothing else; null while it can. */
function blockedReason(state: RunState, ending: ReadonlySet<string>): string | null {
  const [asked] = [...state.reviews.values()].filter((it) => it.answer === null)
  if (asked === undefined) return null
  const isWorking = [...state.active].some((uid) => {
    const task = taskOf(state, uid)
    return ending.has(uid) || currentStep(task).waitingOn?.is !== 'human'
  })
  if (isWorking) return null
  const paused = state.decided.findLast((it) => it.answer === 'pause' && it.text.trim() !== '')
  return paused !== undefined && state.reviews.get(paused.review)?.answer === null ? paused.text : asked.question
}

function draftOf(task: TaskRun): readonly DraftRecord[] {
  const step = lastDraft(task)
  if (step === undefined) return []
  const { key, id } = task.spec
  return [
    {
      key,
      id,
      files: wholeLook(task, step, step.draft).changes.map(({ path, change }) => ({ path, change })),
      explanation: step.said?.text ?? '',
      attempt: step.attempts,
      commit: step.draft.commit,
    },
  ]
}

function gatesOf(task: TaskRun): readonly GateRecord[] {
  const { key, id } = task.spec
  // What was said of the draft is on record already by the time of the proof: a gate without a place in that stays.
  const evidence = [...task.steps.flatMap((step) => step.verdicts), ...task.evidence]
  const last = new Map(evidence.map((it) => [it.gate, it]))
  return [...last.values()].map((evidence) => {
    const { gate, result, argv, exitCode, tree, durationMs } = evidence
    const isTold = gate === filesGate || result !== 'passed' || evidence.judgesNothing === true
    const excerpt = isTold ? evidence.excerpt : worthlessFor(evidence)
    return { key, id, gate, result, argv, exitCode, tree, excerpt, durationMs }
  })
}

function decisionsOf(state: RunState, timeText: (ms: number) => string): readonly DecisionRecord[] {
  const counts = new Map<string, number>()
  return state.decided.flatMap((it) => {
    const nth = counts.get(it.review) ?? 0
    counts.set(it.review, nth + 1)
    const task = state.tasks.get(it.task)
    if (task === undefined) return []
    const { key, id } = task.spec
    const type = it.answer
    const at = timeText(it.at)
    const { who } = it.by
    return [
      {
        run: state.run ?? '',
        review: it.review,
        nth,
        key,
        id,
        type,
        feedback: it.text,
        by: who,
        at,
        shown: it.presented,
      },
    ]
  })
}

function integrationsOf(state: RunState, task: TaskRun): readonly IntegrationRecord[] {
  const milestone = milestoneOf(task.spec.key)
  if (milestone === null) return []
  return currentStep(task).verdicts.flatMap((evidence) => {
    const { gate, result, excerpt } = evidence
    const test = testOfGate(gate)
    if (test === null) return []
    const { round } = milestone
    const layer = isLayer(milestone.layer) || milestone.layer === wholePlan ? milestone.layer : null
    const suspected = result === 'passed' ? null : (suspectedOf(state, milestone) ?? layer)
    const isPassed = result === 'passed'
    // A person has let it pass, here or when it failed like this before: it is red, and stands in nobody's way.
    const told = taskStatus(task) === 'done' && !isPassed ? 'overridden' : result
    const details = isPassed ? worthlessFor(evidence) : excerpt
    return [{ run: state.run ?? '', test, layer, round, result: told, details, suspected }]
  })
}

/** Whom the diagnosis of a red milestone suspects; null where there is none. */
function suspectedOf(state: RunState, { run, layer, round }: Milestone): string | null {
  for (const { spec } of state.tasks.values()) {
    const of = spec.added === undefined ? null : milestoneOf(spec.added.proposal)
    if (of?.run !== run || of.layer !== layer || of.round !== round || spec.added === undefined) continue
    const by = state.tasks.get(state.byKey.get(spec.added.by) ?? '')
    return by === undefined ? null : nameOf(by)
  }
  return null
}
