/** The gate of one acceptance criterion: the command that runs its test, and no other (seed 000 §5). */

import type { Criterion } from '../plan/criterion.ts'
import type { CriterionTest } from '../run/effect.ts'
import { fillTest, nameFor, patternFor, tokenFor, type TestTemplate } from './test-runners.ts'

export interface CriterionCommand {
  readonly argv: readonly string[]
  readonly test: CriterionTest
  /** What the test has to be called where the criterion does not name it; null where it does. */
  readonly token: string | null
}

/** @param criterion its file and name are plain values (`isPlainValue`) */
export function criterionCommand(criterion: Criterion, template: TestTemplate): CriterionCommand {
  const { id, file, name } = criterion
  const { runner } = template
  const wanted = name === null ? patternFor(runner, id) : nameFor(runner, name)
  return {
    // Where the name of a test is a part of its address, one that is only looked for has none.
    argv: fillTest(template, { file: name === null && isAddress(template) ? null : file, name: wanted }),
    test: { criterion: id, runner, file, name: wanted },
    token: name === null ? tokenFor(runner, id) : null,
  }
}

/** Whether file and name stand in one argument: `tests/test_a.py::test_it`. */
function isAddress({ run }: TestTemplate): boolean {
  return run.some((it) => it.includes('{name}') && (it.includes('{file}') || it.includes('{dir}')))
}
