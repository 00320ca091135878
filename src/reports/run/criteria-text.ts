/** Both halves of each criterion for people: `AC-05a red 1a2b3c4, green 5d6e7f8`. */

import type { CriterionView, HalfView } from '../../run/criteria-seen.ts'

/** One line for each, without a line end. */
export function criteriaLines(criteria: readonly CriterionView[]): readonly string[] {
  return criteria.map(({ criterion, red, green, wasGreenBefore, testChanged }) => {
    const first = wasGreenBefore ? `green before the work${at(red)}` : half('red', red)
    const changed = testChanged.length === 0 ? '' : ', but its test was changed after it was seen red'
    return `${criterion}: ${first}, ${half('green', green)}${changed}`
  })
}

function half(wanted: 'red' | 'green', seen: HalfView | null): string {
  if (seen === null) return `not ${wanted} yet`
  if (seen.result === wanted) return `${wanted}${at(seen)}`
  return `not ${wanted}: ${seen.result === 'not-run' ? 'its test did not run' : `it is ${seen.result}`}${at(seen)}`
}

function at(seen: HalfView | null): string {
  const where = seen?.commit ?? null
  return where === null ? '' : ` in ${where.slice(0, 7)}`
}
