/** What of an agent's proposal can join the plan: each task as a plan can say it, and why another one cannot. */

import { lineFor, mayList, plainText, wordsFor, type Holds } from '../plan/added-task.ts'
import { findCycles } from '../plan/graph/cycles.ts'
import type { FileSpec, TaskSpec } from '../plan/model.ts'
import { quoted } from '../plan/one-line.ts'
import type { Proposal } from './outcome.ts'
import type { RunState } from './state.ts'

export const longestTitle = 200
const longestName = 64
const mostBlockers = 100

/** Most of a task that joins a plan: of words in characters. A line of a plan is to be read at once. */
const most = {
  lines: { description: 1_000, criterion: 500, files: 30, criteria: 30 },
  values: { description: 8_000, criterion: 2_000, files: 100, criteria: 100 },
} as const

/** How the file of the run's plan holds words: one that keeps records keeps any text. */
function heldBy({ policy }: RunState): Holds {
  return policy.keepsRecords === true ? 'values' : 'lines'
}

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
  /** What of it the plan cannot hold, in words: it is left out, or cut. */
  readonly left: readonly string[]
}

/** What of a proposed task a plan can say. */
export function fitTask(state: RunState, { tasks, edges }: Proposal, spec: TaskSpec): FitTask {
  const own = new Set(tasks.map(({ key }) => key))
  const blockers = [...new Set(edges.filter(({ to }) => to === spec.key).map(({ from }) => from))]
  const isNamed = (key: string): boolean => {
    const blocker = state.tasks.get(state.byKey.get(key) ?? '')
    return blocker?.spec.origin === 'plan' && blocker.spec.id === key
  }
  const holds = heldBy(state)
  const limits = most[holds]
  const description = wordsFor(holds, spec.description ?? '', limits.description)
  const criteria = (spec.criteria ?? []).map((it) => wordsFor(holds, it, limits.criterion)).filter((it) => it !== '')
  const files = spec.files.filter(({ path }) => mayList(holds, path))
  return {
    title: lineFor(holds, spec.title, longestTitle),
    description: description === '' ? null : description,
    files: files.slice(0, limits.files),
    criteria: criteria.slice(0, limits.criteria),
    blockedBy: blockers.filter((key) => !own.has(key) && isNamed(key)),
    after: blockers.filter((key) => own.has(key)),
    unknown: blockers.filter((key) => !own.has(key) && !isNamed(key)).map((key) => plainText(key, longestName)),
    left: leftOf(spec, files, limits),
  }
}

function leftOf(spec: TaskSpec, files: readonly FileSpec[], limits: (typeof most)[Holds]): readonly string[] {
  const isLonger = (text: string, longest: number): boolean =>
    text.length > longest && Array.from(text).length > longest
  const { title, description, criteria = [] } = spec
  const left = [
    ...(isLonger(title, longestTitle) ? [`its title has more than ${longestTitle} characters`] : []),
    ...(isLonger(description ?? '', limits.description)
      ? [`its description has more than ${limits.description} characters`]
      : []),
    ...(criteria.some((it) => isLonger(it, limits.criterion))
      ? [`a criterion has more than ${limits.criterion} characters`]
      : []),
    ...spec.files
      .filter((it) => !files.includes(it))
      .map(({ path }) => `the plan cannot list the file ${quoted(path)}`),
    ...(files.length > limits.files ? [`it has more than ${limits.files} files`] : []),
    ...(criteria.length > limits.criteria ? [`it has more than ${limits.criteria} criteria`] : []),
  ]
  return left.map((it) => `${quoted(title)}: ${it}`)
}

/**
 * Tells the key of the task that stands in the plan for a proposed one: this very one, or one that somebody wrote with its
 * title; null where none does.
 * @param besides key of a task that is to go: another one may be called as it is
 */
export function knownTasks(
  state: RunState,
  besides: string | null = null,
): (proposal: string, title: string) => string | null {
  const specs = [...state.tasks.values()].flatMap(({ spec }) =>
    spec.origin === 'plan' && spec.key !== besides ? [spec] : [],
  )
  const proposals = new Map(specs.flatMap(({ added, key }) => (added === undefined ? [] : [[added.proposal, key]])))
  const titles = new Map(specs.map(({ title, key }) => [plainText(title, longestTitle), key]))
  return (proposal, title) => proposals.get(proposal) ?? titles.get(plainText(title, longestTitle)) ?? null
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
  /** What of it is left out or cut, and why. */
  readonly left: readonly string[]
}

/**
 * Looks at each task of a proposal. Costs the plan.
 * @param replaced key of the task in whose place they are proposed
 */
export function sortProposal(state: RunState, proposal: Proposal, replaced: string | null = null): Sorted {
  const isInPlan = knownTasks(state, replaced)
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
  const isNamesake = ({ it }: Placing): boolean => titles.has(it.title) || !titles.add(it.title)
  const namesakes = new Set(fit.filter(isNamesake))
  wrong.push(...[...namesakes].map(({ it }) => `two of its tasks are called "${it.title}"`))
  fit = fit.filter((it) => !namesakes.has(it))
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
  const left = [...(proposal.left ?? []), ...fit.flatMap(({ it }) => it.left)]
  if (circle.length === 0) return { fit, known, wrong, left }
  return { fit: [], known, wrong: [...wrong, 'its tasks wait for each other in a circle'], left }
}

function troubleOf({ title, blockedBy, unknown }: FitTask): string | null {
  if (title === '') return 'nothing is left of its title'
  if (blockedBy.length > mostBlockers) return `"${title}" waits for more than ${mostBlockers} tasks`
  const [first] = unknown
  return first === undefined ? null : `"${title}" waits for ${first}, which is no task of the plan`
}
