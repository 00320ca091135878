/** Which gates judge tasks. */

/**
 * Whether a gate judges single tasks: an integration test judges a layer, what a completion criterion names the goal, and what
 * a plan verifies a step by that step alone.
 */
export function isOfTasks({
  integration,
  completion,
  verification,
}: {
  readonly integration?: unknown
  readonly completion?: unknown
  readonly verification?: unknown
}): boolean {
  return integration === undefined && completion === undefined && verification === undefined
}
