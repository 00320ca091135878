/**
 * Test first, at work: the test of a criterion is seen red before the work and green after it (seed 000 §5). The steps are
 * those of any task; what is found here are departures from it, which end no attempt.
 */

import { isTestFile } from '../plan/test-files.ts'
import type { Deviation } from './deviation.ts'
import type { SeenTest } from './effect.ts'
import type { ChangedTest, FileChange } from './outcome.ts'
import { covers } from './path-pattern.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'
import { greenBefore, testChanged } from './test-deviations.ts'
import { emit, move, subjectOf, type Turn } from './turn.ts'
import { wasGreen } from './verdict.ts'

/**
 * Tells of tests that were green where they were to be red: another attempt would find them green again.
 * @returns whether the policy stops the task for it
 */
export function stopsGreenBefore(turn: Turn, task: TaskRun, step: StepRun): boolean {
  const { deviations: policy } = turn.state.policy
  const of = { changes: step.draft?.changes ?? [], policy }
  const found = step.verdicts.flatMap((it) =>
    wasGreen(step, it) ? [greenBefore(task.spec, it.criterion ?? it.gate, of)] : [],
  )
  for (const deviation of found)
    if (!task.deviations.some((it) => it.what === deviation.what))
      emit(turn, { type: 'deviation-found', deviation }, subjectOf(task, step))
  const [first] = found
  if (first === undefined || policy !== 'block') return false
  move(turn, task, step, { to: 'blocked', because: 'failed', cause: { is: 'deviation', what: first.what } })
  return true
}

/** The tests that were seen red in the halves before a step: the draft of any later half may change them. */
export function testsSeenRed(state: RunState, task: TaskRun, step: StepRun): readonly SeenTest[] {
  return task.steps.slice(0, task.steps.indexOf(step)).flatMap((red): SeenTest[] => {
    const { criterion, expect, gates } = red.spec
    const since = red.draft?.commit ?? null
    if (criterion === undefined || expect !== 'red' || red.status !== 'done' || since === null) return []
    // Of one that nobody has seen fail there is nothing to be kept.
    if (red.verdicts.some((it) => wasGreen(red, it))) return []
    const written = writtenIn(task, red)
    return gates.flatMap((gate) => {
      const test = state.gates.get(gate)?.test
      return test === undefined ? [] : [{ ...test, since, written }]
    })
  })
}

/** What a red half changed that is no file of the work: its test, and what that is written with. */
function writtenIn({ spec }: TaskRun, red: StepRun): readonly string[] {
  if (!spec.declaresFiles) return []
  const work = spec.files.filter((it) => it.mayStay !== true)
  return (red.draft?.changes ?? []).map(({ path }) => path).filter((path) => !work.some((file) => covers(file, path)))
}

/** Tests that are not what they were when they were seen red: what is green then may ask for something else. */
export function changedTests({ spec }: TaskRun, changed: readonly ChangedTest[]): readonly Deviation[] {
  return changed.map((it) => testChanged(spec, it))
}

/**
 * Paths whose change is what the brief of a half asks for: of a test whose criterion names no file, the files in which its
 * runner looks for tests. A plan that declares files of tests has said which they are.
 */
export function testsAskedFor(
  state: RunState,
  { spec, steps }: TaskRun,
  changes: readonly FileChange[],
): ReadonlySet<string> {
  const gates = new Set(steps.filter((it) => it.spec.criterion !== undefined).flatMap((it) => it.spec.gates))
  const declared = spec.files.filter((it) => it.action !== 'read' && it.mayStay !== true).map(({ path }) => path)
  const runners = [...gates].flatMap((gate) => {
    const test = state.gates.get(gate)?.test
    return test?.file === null && !declared.some((path) => isTestFile(test.runner, path)) ? [test.runner] : []
  })
  const written = changes.filter(({ change }) => change === 'added' || change === 'modified')
  return new Set(written.map(({ path }) => path).filter((path) => runners.some((it) => isTestFile(it, path))))
}
