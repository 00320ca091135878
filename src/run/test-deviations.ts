/** Departures of the tests of criteria: green before the work, or changed after they were seen red (seed 000 §5). */

import type { TaskSpec } from '../plan/model.ts'
import { listed } from '../plan/names.ts'
import type { Policy } from '../plan/policy.ts'
import type { Deviation } from './deviation.ts'
import type { ChangedTest, FileChange } from './outcome.ts'

/** What is done with a task whose test was green too early. */
const actions: Readonly<Record<Policy['deviations'], string>> = {
  ignore: 'The task went on',
  record: 'The task went on',
  ask: 'A person is asked before the task goes on',
  block: 'The task was blocked',
}

/**
 * The test of a criterion is green in the half of the task in which only the test is written (seed 000 §5).
 * @param of.changes of the draft in which it is
 * @param of.policy what is done about deviations
 */
export function greenBefore(
  task: TaskSpec,
  criterion: string,
  { changes, policy }: { readonly changes: readonly FileChange[]; readonly policy: Policy['deviations'] },
): Deviation {
  const paths = changes.map(({ path }) => path)
  return {
    kind: 'green-before',
    task: task.key,
    what: `${criterion} was green before the work`,
    reason:
      paths.length === 0
        ? 'Its test passes with the files as they were: what it asks for was there, or it asks for nothing'
        : `Its test passes with what was changed to write it: ${listed(paths)}`,
    action: `${actions[policy]}: nobody has seen this test fail`,
    impact: `That it is green says nothing of the work on ${criterion}; look at the test`,
    path: null,
    claimedBy: 'found',
  }
}

/** The test of a criterion is not what it was when it was seen red. */
export function testChanged(task: TaskSpec, { criterion, path, is }: ChangedTest): Deviation {
  return {
    kind: 'test-changed',
    task: task.key,
    what: `${path} was changed after the test of ${criterion}${is === 'test' ? ' in it' : ''} was seen red`,
    reason:
      is === 'test'
        ? 'The work is to make that test pass as it was'
        : 'That test is written with it, or run by it, and nobody has seen it fail as it is now',
    action: 'The change was kept in the draft, and what that test says now proves nothing',
    impact: `Look whether it still asks for ${criterion}`,
    path,
    claimedBy: 'found',
  }
}
