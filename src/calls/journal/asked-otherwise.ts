/** A question stands while nothing runs, and the plan has been edited since: what it was about has become something else. */

import { planLock } from '../../engine/plan-lock.ts'
import { boundWords, presentationOf } from '../../run/presentation.ts'
import { recognise } from '../../run/recognise.ts'
import { isUnwritten } from '../../run/task-status.ts'
import type { Edge, Plan, TaskSpec } from '../../plan/model.ts'
import type { Review, RunState } from '../../run/state.ts'
import { sha256 } from '../../system/digest.ts'
import { lookAtLock } from '../../system/lock.ts'
import type { OpenedJournal } from './open-journal.ts'

/**
 * Whether a person would be shown something else of an open question once the plan is read as it is now: then an answer to it is
 * to words that hold no longer, and the next `resume` asks anew. While an executor is at work it looks itself.
 */
export async function isAskedOtherwise({ dir, state, opening }: OpenedJournal, review: Review): Promise<boolean> {
  if (review.answer !== null || review.presented === null || opening.is !== 'opened') return false
  const task = state.tasks.get(review.task)
  if (task?.spec.replaces !== undefined)
    return (await isIdle(dir)) && isPlanOther(state, opening.plan, task.spec.replaces)
  if (task === undefined || task.spec.origin !== 'plan' || task.spec.covers !== undefined || isUnwritten(task))
    return false
  if (!(await isIdle(dir))) return false
  const key = [...recognise(state, opening.plan).known].find(([, uid]) => uid === task.uid)?.[0]
  const now = opening.plan.tasks.find((it) => it.key === key)
  if (now === undefined) return true
  // Another number is another name of the same work.
  const { title, description } = now
  // ATDD adds the files of tests, which no plan declares.
  const isDeclared = (path: string): boolean => now.files.some((it) => it.path === path && it.action !== 'read')
  const files = [...now.files, ...task.spec.files.filter((it) => it.mayStay === true && !isDeclared(it.path))]
  // What joined the plan has criteria also where its format has no place for them.
  const criteria = now.criteria ?? (task.spec.added === undefined ? [] : (task.spec.criteria ?? []))
  const spec = { ...task.spec, title, description, files, criteria }
  const asNow = { ...state, tasks: new Map([...state.tasks, [task.uid, { ...task, spec }]]) }
  const [before, after] = [state, asNow].map((it) => presentationOf(it, review))
  return !before || !after || sha256(boundWords(before)) !== sha256(boundWords(after))
}

async function isIdle(dir: string): Promise<boolean> {
  return (await lookAtLock(planLock(dir))) === null
}

/**
 * Whether tasks that are proposed in place of a rejected one would join another plan: other tasks or ids, other edges, or another
 * mark of it. What joined the plan and was written into its file since it was read is no other plan.
 */
function isPlanOther(state: RunState, plan: Plan, rejected: string): boolean {
  const { known } = recognise(state, plan)
  const there = new Set(known.values())
  const isKnown = ({ key }: TaskSpec): boolean => state.tasks.get(known.get(key) ?? '')?.spec.key === key
  if (!plan.tasks.every(isKnown)) return true
  for (const task of state.tasks.values()) {
    const { origin, covers } = task.spec
    const isOfFile = origin === 'plan' && covers === undefined && !task.left && !isUnwritten(task)
    if (isOfFile && !there.has(task.uid)) return true
  }
  const task = state.tasks.get(state.byKey.get(rejected) ?? '')
  const now = plan.tasks.find(({ key }) => key === rejected)
  // Of one that has left the plan the file says nothing, and the next run takes the question back.
  if (task === undefined || now?.mark !== task.shown) return true
  const waits = (edges: readonly Edge[], isTold: (edge: Edge) => boolean): ReadonlySet<string> =>
    new Set(edges.flatMap((edge) => (isTold(edge) ? [`${edge.from}\n${edge.to}`] : [])))
  const [said, held] = [
    waits(plan.edges, ({ basis }) => basis === 'explicit'),
    // Who waits for what joined says so in the file.
    waits(
      state.edges,
      ({ from, to, basis }) =>
        [from, to].every((key) => isOfPlan(state, key)) && (basis === 'explicit' || joined(state, from)),
    ),
  ]
  return said.size !== held.size || [...said].some((it) => !held.has(it))
}

function isOfPlan(state: RunState, key: string): boolean {
  const task = state.tasks.get(state.byKey.get(key) ?? '')
  return task?.spec.origin === 'plan' && task.spec.covers === undefined && !task.left
}

function joined(state: RunState, key: string): boolean {
  return state.tasks.get(state.byKey.get(key) ?? '')?.spec.added !== undefined
}

/** What is said of such a question. */
export const askedOtherwise = 'the plan says something else of it since it was asked'
