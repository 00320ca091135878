/** Reads the plan anew while a run goes on: the same reading, checks, selection and gates as at the start. */

import { sha256 } from '../../system/digest.ts'
import type { SettledGate } from '../../config/gates.ts'
import type { ExecutorOptions } from '../../engine/executor-options.ts'
import type { PlanReading } from '../../engine/plan-watch.ts'
import { assignAgents } from '../../run/assign-agents.ts'
import { assignGates } from '../../run/assign-gates.ts'
import type { Plan } from '../../plan/model.ts'
import { asStanding, type Selection } from '../../plan/selection.ts'
import type { Standing } from '../../plan/standard-plan.ts'
import { shellWord } from '../../plan/shell-word.ts'
import { readFile } from '../../system/files.ts'
import { contentOf, findingsOf, type OpenedPlan } from '../plan/open-plan.ts'
import { fileFacts, freshness } from './fresh-file.ts'
import { isHalfWritten } from './half-written.ts'
import { handOut, type HandOut } from './hand-out.ts'
import { watchBeside } from './watch-beside.ts'

/** Milliseconds for which a plan that has lost tasks has to stay as it is. */
const stillMs = 5_000
/** The same where it ends in the middle of a line. */
const cutMs = 60_000

const cutOff: PlanReading = { is: 'unsound', reason: 'it ends in the middle of a line' }

/** @param how.open opens the plan as at the start; null while it is not sound */
export function rereader(
  opened: OpenedPlan,
  how: {
    readonly open: () => Promise<OpenedPlan | null>
    /** As at the start, with what of the run says more than the file. */
    readonly select: (plan: Plan, standing: Standing) => Selection
    /** Keys that were chosen at the start. */
    readonly chosen: ReadonlySet<string>
    readonly gates: readonly SettledGate[]
    /** Who works on tasks of a role. */
    readonly agents: ReadonlyMap<string, string>
    /** What ATDD makes of it; null without. */
    readonly split: ((plan: Plan) => Plan) | null
    readonly handedOut: HandOut
  },
): ExecutorOptions['reread'] {
  // Asked before every outcome: a look at the file's facts is enough while they stay as they are.
  let count = opened.plan.tasks.length
  let bytes = opened.sources[0]?.bytes ?? new Uint8Array()
  let { chosen } = how
  const isFresh = freshness(opened.planPath)
  const beside = watchBeside(opened)
  let last: { readonly facts: string; readonly hash: string } | null = null
  return async (known, standingOn, isAtWork): Promise<PlanReading | null> => {
    const isOtherBeside = beside.isOther(isAtWork)
    const facts = fileFacts(opened.planPath)
    const isSame = facts !== null && last !== null && last.facts === facts && last.hash === known
    if (isSame && !isOtherBeside) return null
    const read = readFile(opened.planPath, 64 * 1024 * 1024)
    if (read.is === 'failed') return { is: 'unsound', reason: read.failure.reason }
    const hash = sha256(read.bytes)
    last = facts === null ? null : { facts, hash }
    if (hash === known) {
      // With the marks that were written since.
      bytes = read.bytes
      if (!isOtherBeside) return null
    }
    const isCut = isHalfWritten(bytes, read.bytes)
    if (isCut && isFresh(stillMs)) return cutOff
    const again = await how.open()
    if (again === null) return { is: 'unsound', reason: 'it cannot be read as a sound plan just now' }
    if (again.plan.tasks.length === 0) return { is: 'unsound', reason: 'it holds no task just now' }
    const whole = again.plan
    // Hardly anybody takes tasks out like that; what is shorter by some words may be meant so.
    if (isCut && whole.tasks.length < count && isFresh(cutMs)) return cutOff
    if (whole.tasks.length < count && isFresh(stillMs))
      return { is: 'unsound', reason: 'it holds fewer tasks than before' }
    count = whole.tasks.length
    // What came while somebody was at work is looked at again after that.
    if (!isAtWork) beside.taken(again.sources)
    bytes = again.sources[0]?.bytes ?? read.bytes
    const standing = standingOn(whole)
    const found = how.select(asStanding(whole, standing.marks), standing)
    // Where the flags name what is no longer there, nothing new is chosen.
    const isFound = found.problems.length === 0
    if (isFound) chosen = found.selected
    const { plan, selected } = handOut(whole, chosen, standing, how.handedOut)
    const assigned = assignAgents(assignGates(plan, how.gates).plan, how.agents)
    return {
      is: 'sound',
      read: {
        plan: how.split?.(assigned) ?? assigned,
        ...contentOf(again),
        ...findingsOf(again),
        named: shellWord(opened.planRelative),
        ...(how.handedOut.mechanical && !isFound ? {} : { selection: selected }),
      },
    }
  }
}
