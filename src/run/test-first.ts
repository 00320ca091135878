/**
 * Test first, at work: the test of a criterion is seen red before the work and green after it (seed 000 §5). The steps are
 * those of any task; what is found here are departures from it, which end no attempt.
 */

import { greenBefore, testChanged, type Deviation } from './deviations.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'
import { emit, move, subjectOf, type Turn } from './turn.ts'
import { wasGreen } from './verdict.ts'
import { covers } from './path-pattern.ts'

/**
 * Tells of tests that were green where they were to be red: another attempt would find them green again.
 * @returns whether the policy stops the task for it
 */
export function stopsGreenBefore(turn: Turn, task: TaskRun, step: StepRun): boolean {
  const found = step.verdicts.flatMap((it) =>
    wasGreen(step, it) ? [greenBefore(task.spec, it.criterion ?? it.gate, step.draft?.changes ?? [])] : [],
  )
  for (const deviation of found)
    if (!task.deviations.some((it) => it.what === deviation.what))
      emit(turn, { type: 'deviation-found', deviation }, subjectOf(task, step))
  const [first] = found
  if (first === undefined || turn.state.policy.deviations !== 'block') return false
  move(turn, task, step, { to: 'blocked', because: 'failed', cause: { is: 'deviation', what: first.what } })
  return true
}

/** Changes, by the work, of a test that was seen red: what is green then may ask for something else. */
export function changedTests(
  state: RunState,
  task: TaskRun,
  step: StepRun,
  changes: readonly { readonly path: string; readonly from: string | null }[],
): readonly Deviation[] {
  const { criterion, expect } = step.spec
  if (criterion === undefined || expect === 'red') return []
  const red = task.steps.find((it) => it.spec.criterion === criterion && it.spec.expect === 'red')
  if (red === undefined || red.verdicts.some((it) => wasGreen(red, it))) return []
  const tests = testFilesOf(state, task, red)
  const touched = new Set(changes.flatMap(({ path, from }) => (from === null ? [path] : [path, from])))
  return tests.filter((it) => touched.has(it)).map((path) => testChanged(task.spec, criterion, path))
}

/**
 * Where the test of a criterion lies: as it is named, else what its red half changed that is no file of the work. Where the
 * plan names none of these either, nobody can tell.
 */
function testFilesOf(state: RunState, { spec }: TaskRun, red: StepRun): readonly string[] {
  const named = red.spec.gates.flatMap((it) => state.gates.get(it)?.test?.file ?? [])
  if (named.length > 0 || !spec.declaresFiles) return named
  const work = spec.files.filter((it) => it.mayStay !== true)
  return (red.draft?.changes ?? []).map(({ path }) => path).filter((path) => !work.some((file) => covers(file, path)))
}
