/** Recognises a plan that was moved: by its bytes, else by its name and its tasks, else by what these say. */

/** One plan that has a journal. */
export interface PlanEntry {
  readonly id: string
  /** Relative to the root, with `/`. */
  readonly path: string
  /** Hash of the plan's bytes when it was last looked up. */
  readonly contentHash: string
  /** Ids of its tasks, a sample of the first ones; empty where not known. */
  readonly taskIds: readonly string[]
  /** Titles of these tasks; absent in entries of before they were kept. */
  readonly titles?: readonly string[]
  /** Those of them that were ticked; absent in entries of before they were kept. */
  readonly ticked?: readonly string[]
  /** Full name of the branch that its checkout stood on; absent where it stood on none, and before that was kept. */
  readonly branch?: string
}

export interface MatchPlan {
  readonly plans: readonly PlanEntry[]
  /** The plan's present path, relative to the root. */
  readonly path: string
  readonly contentHash: string
  readonly taskIds: readonly string[]
  readonly titles: readonly string[]
  /** Titles of those that are ticked. */
  readonly ticked: readonly string[]
  /** Whether there is no file at a path any more. */
  readonly isGone: (path: string) => boolean
}

export type PlanMatch =
  | { readonly is: 'found'; readonly entry: PlanEntry; readonly movedFrom?: string }
  | { readonly is: 'new'; readonly ambiguous?: readonly PlanEntry[] }

/**
 * @returns the entry that this plan continues. A file at another path is only taken for this one when it is gone from
 *   there: a copy is a plan of its own. Where several fit equally well none is guessed.
 */
export function matchPlan(plan: MatchPlan): PlanMatch {
  const same = plan.plans.find((it) => it.path === plan.path)
  if (same !== undefined) return { is: 'found', entry: same }
  const gone = plan.plans.filter((it) => plan.isGone(it.path))
  // Every plan begins with T001, and many are called the same. One made from another to begin anew has none of its ticks.
  const alike = gone.filter((it) => keepsTicks(it, plan))
  const isNamedSo = (it: PlanEntry): boolean => fileName(it.path) === fileName(plan.path)
  const saysTheSame = alike.filter((it) => sayTheSame(it.titles ?? [], plan.titles))
  const candidates = [
    gone.filter((it) => it.contentHash === plan.contentHash),
    saysTheSame.filter(isNamedSo),
    saysTheSame,
    alike.filter(
      (it) => isNamedSo(it) && areAlike(it.taskIds, plan.taskIds) && areAlikeIfKnown(it.titles, plan.titles),
    ),
  ].find((it) => it.length > 0)
  const [only] = candidates ?? []
  if (candidates === undefined || only === undefined) return { is: 'new' }
  if (candidates.length > 1) return { is: 'new', ambiguous: candidates }
  return { is: 'found', entry: only, movedFrom: only.path }
}

/** Whether what was ticked there and is still among the tasks is ticked here, too, for the most part. */
function keepsTicks({ ticked = [] }: PlanEntry, plan: MatchPlan): boolean {
  const [titles, here] = [new Set(plan.titles), new Set(plan.ticked)]
  const there = ticked.filter((it) => titles.has(it))
  return there.filter((it) => here.has(it)).length * 2 >= there.length
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Whether two lists share at least half of what the smaller one holds. */
function areAlike(one: readonly string[], other: readonly string[]): boolean {
  const { shared, less } = compared(one, other)
  return shared > 0 && shared * 2 >= less
}

function areAlikeIfKnown(one: readonly string[] = [], other: readonly string[]): boolean {
  return one.length === 0 || areAlike(one, other)
}

/** Whether one has all titles of the other, half as many at least, or nearly all are the same: with fewer it may be the next of its kind. */
function sayTheSame(one: readonly string[], other: readonly string[]): boolean {
  const { shared, less, more } = compared(one, other)
  return shared > 1 && (shared === less ? shared * 2 >= more : shared * 4 >= more * 3)
}

function compared(
  one: readonly string[],
  other: readonly string[],
): { readonly shared: number; readonly less: number; readonly more: number } {
  const [ones, others] = [new Set(one), new Set(other)]
  const shared = [...others].filter((it) => ones.has(it)).length
  return { shared, less: Math.min(ones.size, others.size), more: Math.max(ones.size, others.size) }
}
