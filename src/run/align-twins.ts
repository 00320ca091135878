/** Tasks of a plan that look the same, where a new reading holds more or less of them: which of them the run knows. */

import type { Plan, TaskSpec } from '../plan/model.ts'
import { countTwins, withoutOccurrence } from '../plan/task-key.ts'
import { saysTheSame } from './says-the-same.ts'
import type { RunState, TaskRun } from './state.ts'
import { markOf } from './track.ts'
import { standing } from './views.ts'

/**
 * What tasks that look the same are called without their numbers, where the reading holds more or less of them than the run
 * knows: the number of an occurrence says no longer which is which.
 */
export function twinsOfOtherNumber(state: RunState, plan: Plan): ReadonlySet<string> {
  const read = countTwins(plan.tasks.map(({ key }) => key))
  const known = countTwins(inPlan(state).map(({ spec }) => spec.key))
  const names = [...new Set([...read.keys(), ...known.keys()])]
  return new Set(
    names.filter((name) => {
      const counts = [read.get(name) ?? 0, known.get(name) ?? 0]
      return counts[0] !== counts[1] && !counts.includes(0) && Math.max(...counts) > 1
    }),
  )
}

function inPlan({ order, tasks }: RunState): readonly TaskRun[] {
  return order.flatMap((uid) => {
    const task = tasks.get(uid)
    return task !== undefined && task.spec.origin === 'plan' && !task.left ? [task] : []
  })
}

/**
 * Tasks that look the same are known by the tasks around them, and by a mark which is that of the run: first those between the
 * same two, then those behind the same one or before it, then in their order.
 *
 * @param of.twins as `twinsOfOtherNumber` gives them
 * @param of.known keys of the reading → uids, of the tasks that are known for certain
 * @returns those that were found; the others are new, or gone
 */
export function alignTwins(
  state: RunState,
  plan: Plan,
  { twins, known }: { readonly twins: ReadonlySet<string>; readonly known: ReadonlyMap<string, string> },
): readonly (readonly [TaskSpec, TaskRun])[] {
  if (twins.size === 0) return []
  const uids = new Set(known.values())
  const isTwin = (spec: TaskSpec): boolean => twins.has(withoutOccurrence(spec.key))
  const read = placesOf(plan.tasks, isTwin, ({ key }) => known.get(key) ?? null)
  const was = placesOf(
    inPlan(state).map((task) => ({ ...task.spec, task })),
    isTwin,
    ({ task }) => (uids.has(task.uid) ? task.uid : null),
  )
  const found = new Map<TaskSpec, TaskRun>()
  const taken = new Set<TaskRun>()
  const ways = [
    (a: Place, b: Place) => a.behind === b.behind && a.before === b.before,
    (a: Place, b: Place) => a.behind === b.behind || a.before === b.before,
    () => true,
  ]
  for (const isThere of ways)
    for (const at of read) {
      if (found.has(at.it)) continue
      const same = was.find(
        ({ it: { task }, ...place }) =>
          !taken.has(task) &&
          withoutOccurrence(task.spec.key) === withoutOccurrence(at.it.key) &&
          saysTheSame(task, at.it) &&
          isMarkedSo(state, task, at.it) &&
          isThere(at, place),
      )
      if (same === undefined) continue
      found.set(at.it, same.it.task)
      taken.add(same.it.task)
    }
  return [...found]
}

/** The nearest tasks that are known for certain, by their uids; empty at an end. */
interface Place {
  readonly behind: string
  readonly before: string
}

function placesOf<T extends TaskSpec>(
  tasks: readonly T[],
  isWanted: (spec: T) => boolean,
  uidOf: (spec: T) => string | null,
): readonly (Place & { readonly it: T })[] {
  const anchors = tasks.map(uidOf)
  const behind: string[] = []
  let last = ''
  for (const anchor of anchors) {
    behind.push(last)
    last = anchor ?? last
  }
  let next = ''
  const before = [...anchors].reverse().map((anchor) => {
    const now = next
    next = anchor ?? next
    return now
  })
  return tasks.flatMap((it, at) =>
    isWanted(it) ? [{ it, behind: behind[at] ?? '', before: before[tasks.length - 1 - at] ?? '' }] : [],
  )
}

/** Whether a mark is that which the file was known to show, or what the run says. */
function isMarkedSo(state: RunState, task: TaskRun, { mark }: TaskSpec): boolean {
  return mark === task.shown || mark === markOf(standing(state, task).state)
}
