/** Which method of a step has its turn once the present one has failed. */

import type { StepRun } from '../state.ts'

/**
 * The next one in the plan. Where a person let the step begin with another one than the first, those that they passed over come
 * behind the last: they are ways to do it that nobody has tried yet (seed 004 §2.6, §3).
 * @returns its index; null where each was tried
 */
export function nextMethod({ spec, method, chosen }: Pick<StepRun, 'spec' | 'method' | 'chosen'>): number | null {
  const { methods } = spec
  const first = Math.max(
    0,
    methods.findIndex(({ id }) => id === chosen),
  )
  const next = (method + 1) % Math.max(1, methods.length)
  return next === first ? null : next
}
