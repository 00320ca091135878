/** Both halves of each acceptance criterion, as a run has seen them: its test red, then green (seed 000 §5). Folded, never stored. */

import { criterionKey, type CriterionStatus } from '../plan/criterion.ts'
import type { Owners } from '../plan/test-first.ts'
import type { Commit, EvidenceTree } from './effect.ts'
import type { ChangedTest, Evidence } from './outcome.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'
import { taskStatus } from './task-status.ts'
import { lastDraft } from './step-base.ts'

/** What the test of a criterion said in one half. */
export interface HalfView {
  /** `not-run`: the test itself said nothing. */
  readonly result: 'red' | 'green' | 'not-run'
  readonly gate: string
  /** What it looked at, and the commit that holds it; null where nothing was kept. */
  readonly tree: EvidenceTree | null
  readonly commit: Commit | null
  /** What that half changed. */
  readonly changed: readonly string[]
}

export interface CriterionView {
  readonly criterion: string
  /** Null as long as nothing has judged it. */
  readonly red: HalfView | null
  readonly green: HalfView | null
  /** Whether its test was green before the work, so that nobody has seen it fail. */
  readonly wasGreenBefore: boolean
  /** Files by whose change its test is not the one that was seen red: what it says now is no proof. */
  readonly testChanged: readonly string[]
}

/** Whether the very test that was seen red is green now. */
export function isRedThenGreen({ red, green, testChanged }: CriterionView): boolean {
  return red?.result === 'red' && green?.result === 'green' && testChanged.length === 0
}

/** The criteria that a task sees red and then green, in its order. */
export function criteriaSeen(task: TaskRun): readonly CriterionView[] {
  return task.steps.flatMap(({ spec }): CriterionView[] => {
    const { criterion, expect } = spec
    if (criterion === undefined || expect !== 'red') return []
    const [red, green] = [halfOf(task, criterion, 'red'), halfOf(task, criterion, 'green')]
    const testChanged = changedTestsOf(task).flatMap((it) => (it.criterion === criterion ? [it.path] : []))
    return [{ criterion, red, green, wasGreenBefore: red?.result === 'green', testChanged }]
  })
}

/** Of the tests that were seen red, those that the last draft does not hold as they were then. */
export function changedTestsOf(task: TaskRun): readonly ChangedTest[] {
  return lastDraft(task)?.draft.testsChanged ?? []
}

function halfOf(task: TaskRun, criterion: string, expect: 'red' | 'green'): HalfView | null {
  const step = task.steps.find((it) => it.spec.criterion === criterion && it.spec.expect === expect)
  const isOwn = (it: Evidence): boolean => it.criterion === criterion
  // A later half may have broken what this one has made green: who looked last knows.
  const judge =
    expect === 'red' ? step : task.steps.findLast((it) => it.spec.expect === 'green' && it.verdicts.some(isOwn))
  const own = judge?.verdicts.findLast(isOwn)
  // What it was merged into is what it is green on in the end.
  const proved = task.evidence.findLast(
    (it) => it.criterion === criterion && (it.expected === 'red') === (expect === 'red'),
  )
  const seen = (expect === 'green' ? proved : undefined) ?? own ?? proved
  if (seen === undefined) return null
  return {
    result:
      seen.noTest !== undefined
        ? 'not-run'
        : seen.result === 'passed'
          ? 'green'
          : seen.result === 'failed'
            ? 'red'
            : 'not-run',
    gate: seen.gate,
    tree: seen.tree,
    commit: commitOf(task, judge, seen),
    changed: (step?.draft?.changes ?? []).map(({ path }) => path),
  }
}

function commitOf(task: TaskRun, step: StepRun | undefined, { tree }: Evidence): Commit | null {
  if (task.commit !== null && task.merge?.evidenceTree === tree) return task.commit
  return step?.draft?.tree === tree ? step.draft.commit : null
}

/** Which task each criterion is worked on in, as the run knows it: it keeps to that. */
export function ownersIn(state: RunState): Owners {
  return new Map(
    [...state.tasks.values()].flatMap(({ spec, steps }) =>
      steps.flatMap((step) =>
        step.spec.criterion === undefined ? [] : [[criterionKey(step.spec.criterion), spec.key] as const],
      ),
    ),
  )
}

/**
 * How far the tests of criteria are in what is merged: green where the work is done, red where a person let it pass so.
 * @param merging uids of the tasks that are shown as done already
 * @returns by `criterionKey`; what no done task has seen is left out
 */
export function statusesIn(state: RunState, merging: readonly string[]): ReadonlyMap<string, CriterionStatus> {
  const isMerging = new Set(merging)
  const statuses = new Map<string, CriterionStatus>()
  for (const task of state.tasks.values()) {
    if (taskStatus(task) !== 'done' && !isMerging.has(task.uid)) continue
    for (const { criterion, green, wasGreenBefore, testChanged } of criteriaSeen(task)) {
      if (green === null || green.result === 'not-run') continue
      // That a test is green which nobody has seen fail as it is now, says nothing.
      const isProved = !wasGreenBefore && testChanged.length === 0
      if (green.result === 'red' || isProved) statuses.set(criterionKey(criterion), green.result)
    }
  }
  return statuses
}
