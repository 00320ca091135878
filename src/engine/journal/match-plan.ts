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
}

export interface MatchPlan {
  readonly plans: readonly PlanEntry[]
  /** The plan's present path, relative to the root. */
  readonly path: string
  readonly contentHash: string
  readonly taskIds: readonly string[]
  /** Empty where by its boxes it is one that has not begun. */
  readonly titles: readonly string[]
  /** Whether there is no file at a path any more. */
  readonly isGone: (path: string) => boolean
}

export type PlanMatch =
  | { readonly is: 'found'; readonly entry: PlanEntry; readonly movedFrom?: string }
  | { readonly is: 'new'; readonly ambiguous?: readonly string[] }

/**
 * @returns the entry that this plan continues. A file at another path is only taken for this one when it is gone from
 *   there: a copy is a plan of its own. Where several fit, none is guessed.
 */
export function matchPlan({ plans, path, contentHash, taskIds, titles, isGone }: MatchPlan): PlanMatch {
  const same = plans.find((it) => it.path === path)
  if (same !== undefined) return { is: 'found', entry: same }
  const gone = plans.filter((it) => isGone(it.path))
  const byBytes = gone.filter((it) => it.contentHash === contentHash)
  const byName = gone.filter((it) => fileName(it.path) === fileName(path) && areAlike(it.taskIds, taskIds))
  // Every plan begins with T001: under another name only its words tell that it is the same.
  const byWords = gone.filter((it) => sayTheSame(it.titles ?? [], titles))
  const candidates = [byBytes, byName, byWords].find((it) => it.length > 0) ?? []
  const [only] = candidates
  if (only === undefined) return { is: 'new' }
  if (candidates.length > 1) return { is: 'new', ambiguous: candidates.map((it) => it.path) }
  return { is: 'found', entry: only, movedFrom: only.path }
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Whether two plans share at least half of their tasks, counted on the smaller one. */
function areAlike(one: readonly string[], other: readonly string[]): boolean {
  const ids = new Set(one)
  const shared = other.filter((it) => ids.has(it)).length
  return shared > 0 && shared * 2 >= Math.min(one.length, other.length)
}

/** Whether one has all titles of the other, or nearly all are the same: with fewer it may be the next plan of its kind. */
function sayTheSame(one: readonly string[], other: readonly string[]): boolean {
  const titles = new Set(one)
  const shared = other.filter((it) => titles.has(it)).length
  const [less, more] = [Math.min(titles.size, other.length), Math.max(titles.size, other.length)]
  return shared > 1 && (shared === less || shared * 4 >= more * 3)
}
