/** How many of the steps should be critical, in percent (seed 004 §2.0, article VI). */
export interface CriticalBalance {
  /** The range that is advised, both ends included: `quality.critical_percentage` of a project's constitution. */
  readonly least: number
  readonly most: number
  /** A task is warned of where its share is as low, or as high, as that. */
  readonly under: number
  readonly over: number
}

/** The numbers of seed 004: 40 to 60 %; a task is warned of with no critical step, or with nothing else. */
export const criticalBalanceDefaults: CriticalBalance = { least: 40, most: 60, under: 0, over: 100 }
