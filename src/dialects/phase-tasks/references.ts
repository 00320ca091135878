/** Ids and ranges in dependency lists as references, once all tasks of the plan are known. */

import type { Reference } from '../../plan/draft.ts'
import { exceeded, limits } from '../limits.ts'
import { idNumber, isRange, type Named } from './values/dependencies.ts'
import type { Findings } from './findings.ts'

interface Numbered {
  readonly id: string
  readonly number: number
}

/**
 * Returns a function that turns what a list names into references. A range stands for its two ends and every task of
 * the plan between them, lettered sub-tasks included: gaps in the numbers are normal (FORMATS section 2). Beyond the
 * limits the rest of a list is left out; that is said by the rules for a task (MW008), here for all ranges together.
 */
export function referencesOf(
  ids: () => Iterable<string>,
  findings: Findings,
): (named: readonly Named[]) => readonly Reference[] {
  // Put in order with the first range: most plans have none.
  let numbered: readonly Numbered[] = []
  let ordered = false
  let expanded = 0
  let full = false
  const from = (number: number): number => {
    let low = 0
    let high = numbered.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbered[middle]?.number ?? 0) < number) low = middle + 1
      else high = middle
    }
    return low
  }
  return (list) => {
    if (list.length <= limits.blockersOfTask && isPlain(list)) return list
    if (!ordered) numbered = inOrder(ids())
    ordered = true
    const references: Reference[] = []
    for (const named of list) {
      if (references.length > limits.blockersOfTask) break
      if (!isRange(named)) {
        references.push(named)
        continue
      }
      const { span } = named
      const members = new Set([named.from])
      const last = idNumber(named.to)
      for (let at = from(idNumber(named.from)); at < numbered.length; at += 1) {
        const one = numbered[at]
        if (one === undefined || one.number > last) break
        if (full || members.size > limits.blockersOfTask) break
        // `T005A-T007` begins at the letter.
        if (one.number === idNumber(named.from) && one.id < named.from) continue
        if (one.number === last && one.id > named.to && one.id.length <= named.to.length) continue
        members.add(one.id)
        expanded += 1
      }
      members.add(named.to)
      for (const id of members) references.push({ id, span })
      if (!full && expanded > limits.blockersOfRanges) {
        const most = String(limits.blockersOfRanges)
        findings.found.push(exceeded('what the ranges of this plan stand for', most, 'the rest is not read', span))
        full = true
      }
    }
    return references
  }
}

function inOrder(ids: Iterable<string>): readonly Numbered[] {
  return Array.from(ids, (id) => ({ id, number: idNumber(id) }))
    .filter(({ number }) => Number.isFinite(number))
    .sort((a, b) => a.number - b.number)
}

function isPlain(list: readonly Named[]): list is readonly Reference[] {
  return !list.some(isRange)
}
