/** What a plan says of its tasks, as far as it is compared with how they went: from the tasks and edges of the plan. */
export interface PlannedTask {
  /** Its key in the plan, and its id as people write it. */
  readonly task: string
  readonly taskId: string
  /** In their order; names as in `StepRecord`. */
  readonly steps: readonly { readonly step: string; readonly critical: boolean }[]
  /** Keys of the tasks that come before it, as in `NextStep`. */
  readonly before: readonly string[]
}
