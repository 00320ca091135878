/** What a plan says now, beside what the run knows of it: new tasks, changed ones, and marks that somebody set. */

import type { Plan, TaskSpec } from '../plan/model.ts'
import type { ShownMark, SpecifiedTask } from './event.ts'
import { groupsBeside, isBeside } from './beside.ts'
import { statusOfMark } from './evolve-plan.ts'
import { recognise } from './recognise.ts'
import { asGiven, isSpent } from './reread-phases.ts'
import { taskOf, type RunState, type TaskRun } from './state.ts'
import { taskStatus } from './task-status.ts'
import { sameText } from './tell-edit.ts'
import { markOf } from './track.ts'
import { standing } from './views.ts'

export interface ComparedPlan {
  /** Uids of its tasks, in its order. */
  readonly uids: readonly string[]
  /** New tasks, under uids that are minted for them. */
  readonly added: readonly SpecifiedTask[]
  /** Known tasks of which the text, the mark or the place is another one. */
  readonly changed: readonly SpecifiedTask[]
  /** Marks that are not those which the file was known to show. */
  readonly marks: readonly ShownMark[]
  /** Uids of done tasks whose key stands for something else now. */
  readonly replaced: readonly string[]
}

/**
 * Compares a plan as it was read with the state; changes nothing.
 * @param atWork who was at work since the last reading, as text: a mark that came meanwhile is a claim; null when nobody was
 * @param fresh whether a new run begins
 * @param begins whether an executor begins: what other files say is believed then, and where nobody is at work
 */
export function comparePlan(
  state: RunState,
  plan: Plan,
  { atWork, fresh, begins }: { readonly atWork: string | null; readonly fresh: boolean; readonly begins: boolean },
): ComparedPlan {
  const { known, replaced } = recognise(state, plan, fresh)
  const beside = groupsBeside(plan)
  const words = new Map(plan.tasks.map(({ key, textHash }) => [key, textHash]))
  const uids: string[] = []
  const added: SpecifiedTask[] = []
  const changed: SpecifiedTask[] = []
  const marks: ShownMark[] = []
  for (const given of plan.tasks) {
    const uid = known.get(given.key)
    const task = uid === undefined ? null : taskOf(state, uid)
    const isOther = isBeside(beside, given)
    // While somebody is at work nothing is learned of what other files say: they are read again after that.
    const isHeldBack = isOther && atWork !== null && !begins
    const read = isHeldBack ? { ...given, mark: task?.shown ?? 'todo', reason: task?.spec.reason ?? null } : given
    const claimed = isOther ? null : atWork
    const spec = task === null ? read : withUnsaid(task.spec, asGiven(state, task, read, words))
    if (task === null || isSpent(task, fresh)) {
      const next = `u${state.nextUid + added.length}`
      const isClaim = claimed !== null && spec.mark === 'done'
      added.push({ uid: next, spec: isClaim ? { ...spec, mark: 'blocked', reason: tickedMeanwhile } : spec })
      if (isClaim) marks.push({ uid: next, state: spec.mark, writtenReason: null, isClaim })
      uids.push(next)
      continue
    }
    uids.push(task.uid)
    // What the file is known to show is the mark we wrote last, which may differ from the one read before.
    if (sameSpec(task.spec, spec) && task.shown === spec.mark) continue
    const isClaim = isClaimOf(state, task, spec.mark, claimed) || isStandingClaim(task, spec.mark)
    const kept = withAppended(task, isClaim ? { ...spec, mark: task.spec.mark, reason: task.spec.reason } : spec)
    changed.push({ uid: task.uid, spec: kept })
    if (task.shown === spec.mark) continue
    const writtenReason = ownReason(state, task.uid, kept)
    marks.push({ uid: task.uid, state: spec.mark, writtenReason, ...(isClaim ? { isClaim } : {}) })
  }
  return { uids, added, changed, marks, replaced }
}

const tickedMeanwhile = 'Came into the plan with a tick while agents were at work'

/** Whether a mark says other than the run does, of a task that the run has not done: then somebody set it. */
export function isSet(state: RunState, task: TaskRun, mark: TaskSpec['mark']): boolean {
  const status = taskStatus(task)
  return status !== 'done' && statusOfMark(mark) !== status && mark !== markOf(standing(state, task).state)
}

/** A mark is no person's word while somebody is at work, and no answer to what a task waits for: it is undone, and said. */
function isClaimOf(state: RunState, task: TaskRun, mark: TaskSpec['mark'], atWork: string | null): boolean {
  return (atWork !== null || taskStatus(task) === 'reviewing') && isSet(state, task, mark)
}

/** A box that nobody understood is never written over, so that a claim stands in it until a person says what the task is. */
function isStandingClaim({ claimed, shown, spec }: TaskRun, mark: TaskSpec['mark']): boolean {
  return claimed && spec.mark === 'unknown' && shown === mark
}

/** The reason beside a mark when it is the very one this program gives: then it wrote it, and may take it away. */
function ownReason(state: RunState, uid: string, spec: TaskSpec): string | null {
  return spec.reason !== null && standing(state, taskOf(state, uid)).reason === spec.reason ? spec.reason : null
}

function sameSpec(a: TaskSpec, b: TaskSpec): boolean {
  const isMarkedSo =
    a.mark === b.mark &&
    a.markWord === b.markWord &&
    a.reason === b.reason &&
    a.covers?.join('\n') === b.covers?.join('\n')
  const isForSame = a.role === b.role && a.layer === b.layer && a.kind === b.kind && a.document === b.document
  // What is ticked off below a task, and a note beside a file, reword nothing, and the next attempt is told.
  // Where a path leads by a link is no word of the plan.
  const isLedSo = a.files.every(({ leadsTo }, at) => leadsTo === b.files[at]?.leadsTo)
  return (
    isMarkedSo &&
    isForSame &&
    isLedSo &&
    sameText(a, b) &&
    a.description === b.description &&
    a.declaresFiles === b.declaresFiles
  )
}

/** Of a task that joined the plan what its format may have no place for: it has not been told, and holds as it did. */
function withUnsaid(known: TaskSpec, spec: TaskSpec): TaskSpec {
  if (known.added === undefined) return spec
  const { layer, kind, criteria, document, isCritical, namedGates } = known
  return {
    ...(layer === undefined ? {} : { layer }),
    ...(kind === undefined ? {} : { kind }),
    ...(criteria === undefined ? {} : { criteria }),
    ...(document === undefined ? {} : { document }),
    ...(isCritical === undefined ? {} : { isCritical }),
    ...(namedGates === undefined ? {} : { namedGates }),
    ...spec,
    role: spec.role ?? known.role,
    traces: spec.traces.length > 0 ? spec.traces : known.traces,
  }
}

/** Steps that were chosen during the run stay behind those of the plan. */
function withAppended(task: TaskRun, spec: TaskSpec): TaskSpec {
  const ids = new Set(spec.steps.map((step) => step.id))
  const told = task.spec.added ? { ...spec, added: task.spec.added } : spec
  return task.spec.open
    ? { ...told, steps: [...told.steps, ...task.spec.steps.filter((step) => !ids.has(step.id))] }
    : told
}
