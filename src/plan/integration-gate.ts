/** Names of the gates that are integration tests: no configuration can name one so, and none is assigned to a task. */

const prefix = 'integration:'

/** The gate of an integration test. */
export function integrationGate(test: string): string {
  return `${prefix}${test}`
}

/** The id of the integration test that a gate is; null for any other gate. */
export function testOfGate(gate: string): string | null {
  return gate.startsWith(prefix) ? gate.slice(prefix.length) : null
}

/** The layer of a test that is one of the whole plan. */
export const wholePlan = 'all'

/** The acceptance criterion of who is to make an integration test pass. */
export function passesText(test: string): string {
  return `integration test ${test} passes`
}

/** Whether a criterion is one of these: the integration test itself judges it, and no test of its own. */
export function isPassesText(text: string): boolean {
  return text.startsWith('integration test ') && text.endsWith(' passes')
}
