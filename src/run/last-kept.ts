/** Which step of a task has left what is merged of it. */

import type { StepRun } from './state.ts'

/** The step whose draft is the work of all: the last one that somebody worked on and that was not given up. */
export function lastKept(steps: readonly StepRun[]): StepRun | undefined {
  return steps.findLast((it) => it.cause === null && it.spec.methods.length > 0)
}
