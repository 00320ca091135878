/** Whether a later run of a spec has anything to add to the sealed record of an earlier one (seed 004 §6: "immutable post-completion"). */

import { gapsSeen, unjudgedIn } from '../gaps.ts'
import type { ProgressDocument } from './schema.ts'

/** What of a document has to differ for a later run to have said something. */
function said({ descriptor, goal, tasks, run_complete, completion_verification: found }: ProgressDocument): string {
  const goalFound = !run_complete || found === null ? null : { ...found, timestamp: null }
  return JSON.stringify([descriptor, goal, tasks, goalFound])
}

/**
 * Whether the sealed record of an earlier run stays as it is: a later run has worked on nothing, asked nobody who has answered, and found the same of the goal.
 * Until that is found again, only its work counts, and what programs see otherwise while people are asked.
 */
export function saysNothingNew(sealed: ProgressDocument, now: ProgressDocument): boolean {
  if (sealed.seal === undefined || sealed.run_id === now.run_id || seesOtherwise(sealed, now)) return false
  if (answered(now) > answered(sealed)) return false
  return said(now.run_complete ? sealed : { ...sealed, run_complete: false }) === said(now)
}

function answered({ human_interactions: asked }: ProgressDocument): number {
  return asked.filter(({ response }) => response !== null).length
}

/** Whether a program misses what the sealed record has as met, or as nobody's to tell, or sees what that has as missed. */
function seesOtherwise(
  { completion_verification: then }: ProgressDocument,
  { completion_verification: now, run_complete: isOver }: ProgressDocument,
): boolean {
  if (now === null || isOver) return false
  const known = new Set(then?.gaps)
  const met = new Set(then?.evidence?.map(({ criterion }) => criterion))
  return (
    gapsSeen(now.gaps, unjudgedIn(now)).some((it) => !known.has(it)) ||
    (now.evidence ?? []).some(({ criterion }) => !met.has(criterion))
  )
}
