/** Tasks of a plan that look the same, where a new reading holds more or less of them: which of them the run knows. */

import type { MarkState, Plan, TaskSpec } from '../plan/model.ts'
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
      return counts[0] !== counts[1] && Math.max(...counts) > 1
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
 * same two that are known for certain, then in their order.
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
  ).map((place) => ({ ...place, marks: marksOf(state, place.it.task) }))
  const found = new Map<TaskSpec, TaskRun>()
  const taken = new Set<TaskRun>()
  for (const way of ways) {
    const name = ({ key }: TaskSpec, mark: MarkState, at: Place): string =>
      [withoutOccurrence(key), mark, way(at)].join('\n')
    const waiting = new Map<string, TaskRun[]>()
    for (const { it, marks, ...at } of was)
      for (const of of [...marks].map((mark) => name(it, mark, at)))
        if (!waiting.get(of)?.push(it.task)) waiting.set(of, [it.task])
    for (const { it, ...at } of read) {
      if (found.has(it)) continue
      const there = waiting.get(name(it, it.mark, at)) ?? []
      while (there[0] !== undefined && taken.has(there[0])) there.shift()
      const same = there.find((task) => !taken.has(task) && saysTheSame(task, it))
      if (same === undefined) continue
      found.set(it, same)
      taken.add(same)
    }
  }
  return [...found]
}

/** Where tasks are looked for: between the same two, then, where these were moved, anywhere. */
const ways: readonly ((at: Place) => string)[] = [({ behind, before }) => `${behind}\n${before}`, () => '']

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

/** The marks by which a task is known: that which the file was known to show, and what the run says. */
function marksOf(state: RunState, task: TaskRun): ReadonlySet<MarkState> {
  return new Set([task.shown, markOf(standing(state, task).state)])
}
