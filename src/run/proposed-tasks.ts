/** What of an agent's proposal can join the plan: each task as a plan can say it, and why another one cannot. */

import { isPlainPath, plainText } from '../plan/added-task.ts'
import { findCycles } from '../plan/graph/cycles.ts'
import type { FileSpec, TaskSpec } from '../plan/model.ts'
import type { Proposal } from './outcome.ts'
import type { RunState } from './state.ts'

export const longestTitle = 200
const longestDescription = 1000
const longestName = 64
const mostFiles = 30
const mostBlockers = 100
const longestCriterion = 500
const mostCriteria = 30

/** A proposed task as it can be written into a plan, before it has an id. */
export interface FitTask {
  readonly title: string
  readonly description: string | null
  readonly files: readonly FileSpec[]
  readonly criteria: readonly string[]
  /** Ids of tasks of the plan. */
  readonly blockedBy: readonly string[]
  /** Keys of tasks of the same proposal. */
  readonly after: readonly string[]
  /** What it waits for although the plan cannot say it: no task, or one without an id of its own. */
  readonly unknown: readonly string[]
}

/** What of a proposed task a plan can say. Paths that no list of files can hold are left out. */
export function fitTask(state: RunState, { tasks, edges }: Proposal, spec: TaskSpec): FitTask {
  const own = new Set(tasks.map(({ key }) => key))
  const blockers = [...new Set(edges.filter(({ to }) => to === spec.key).map(({ from }) => from))]
  const isNamed = (key: string): boolean => {
    const blocker = state.tasks.get(state.byKey.get(key) ?? '')
    return blocker?.spec.origin === 'plan' && blocker.spec.id === key
  }
  const description = plainText(spec.description ?? '', longestDescription)
  const criteria = (spec.criteria ?? []).map((it) => plainText(it, longestCriterion)).filter((it) => it !== '')
  return {
    title: plainText(spec.title, longestTitle),
    description: description === '' ? null : description,
    files: spec.files.filter(({ path }) => isPlainPath(path)).slice(0, mostFiles),
    criteria: criteria.slice(0, mostCriteria),
    blockedBy: blockers.filter((key) => !own.has(key) && isNamed(key)),
    after: blockers.filter((key) => own.has(key)),
    unknown: blockers.filter((key) => !own.has(key) && !isNamed(key)).map((key) => plainText(key, longestName)),
  }
}

/**
 * Tells the key of the task that stands in the plan for a proposed one: this very one, or one that somebody wrote with its
 * title; null where none does.
 */
export function knownTasks(state: RunState): (proposal: string, title: string) => string | null {
  const specs = [...state.tasks.values()].flatMap(({ spec }) => (spec.origin === 'plan' ? [spec] : []))
  const proposals = new Map(specs.flatMap(({ added, key }) => (added === undefined ? [] : [[added.proposal, key]])))
  const titles = new Map(specs.map(({ title, key }) => [plainText(title, longestTitle), key]))
  return (proposal, title) => proposals.get(proposal) ?? titles.get(title) ?? null
}

/** A task of a proposal that can join the plan. */
export interface Placing {
  readonly spec: TaskSpec
  readonly it: FitTask
}

/** What of a proposal can join the plan, and what cannot. */
export interface Sorted {
  readonly fit: readonly Placing[]
  /** Of tasks that are in the plan already the keys, by those of the proposal. */
  readonly known: ReadonlyMap<string, string>
  /** Why the others cannot. */
  readonly wrong: readonly string[]
}

/** Looks at each task of a proposal. Costs the plan. */
export function sortProposal(state: RunState, proposal: Proposal): Sorted {
  const isInPlan = knownTasks(state)
  const known = new Map<string, string>()
  const wrong: string[] = []
  let fit: readonly Placing[] = proposal.tasks.flatMap((spec): Placing[] => {
    const it = fitTask(state, proposal, spec)
    const trouble = troubleOf(it)
    const there = isInPlan(spec.key, it.title)
    if (there !== null) known.set(spec.key, there)
    else if (trouble !== null) wrong.push(trouble)
    else return [{ spec, it }]
    return []
  })
  const titles = new Set<string>()
  fit = fit.filter(({ it }) => !titles.has(it.title) && titles.add(it.title))
  // What waits for a task that does not join cannot join either.
  for (;;) {
    const keys = new Set([...fit.map(({ spec }) => spec.key), ...known.keys()])
    const left = fit.filter(({ it }) => it.after.every((key) => keys.has(key)))
    if (left.length === fit.length) break
    const stays = new Set(left)
    wrong.push(
      ...fit.filter((it) => !stays.has(it)).map(({ it }) => `"${it.title}" waits for a task that does not fit`),
    )
    fit = left
  }
  const circle = findCycles(
    fit.map(({ spec }) => spec.key),
    fit.flatMap(({ spec, it }) => it.after.map((from) => ({ from, to: spec.key }))),
  )
  if (circle.length === 0) return { fit, known, wrong }
  return { fit: [], known, wrong: [...wrong, 'its tasks wait for each other in a circle'] }
}

function troubleOf({ title, blockedBy, unknown }: FitTask): string | null {
  if (title === '') return 'nothing is left of its title'
  if (blockedBy.length > mostBlockers) return `"${title}" waits for more than ${mostBlockers} tasks`
  const [first] = unknown
  return first === undefined ? null : `"${title}" waits for ${first}, which is no task of the plan`
}
