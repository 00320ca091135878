/** Which gates judge tasks. */

/** Whether a gate judges single tasks: an integration test judges a layer, and what a completion criterion names the goal. */
export function isOfTasks({
  integration,
  completion,
}: {
  readonly integration?: unknown
  readonly completion?: unknown
}): boolean {
  return integration === undefined && completion === undefined
}
