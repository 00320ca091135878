/** The branch that a run publishes to, fixed when it begins. */

/** Where a run publishes to. */
export interface Target {
  /** Full name of a branch; null for a detached HEAD. */
  readonly branch: string | null
  /** Full name of the branch that was checked out when the run began, null for none; early runs do not tell. */
  readonly home?: string | null
  /** What the branch held then; null where it did not exist. */
  readonly at?: string | null
}

/** The target as people name it. */
export function shown(target: Target): string {
  return target.branch === null ? 'HEAD' : nameOf(target.branch)
}

/** A branch by its short name. @param branch its full one */
export function nameOf(branch: string): string {
  return branch.replace(/^refs\/heads\//, '')
}
