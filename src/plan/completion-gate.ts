/** Names of the gates that run what a spec's completion criteria name: no configuration can name one so. */

const prefix = 'completion:'

/** Longer command lines are cut in the name. */
const longest = 120

/** Whether a gate runs what a criterion names. */
export function isCompletionGate(gate: string): boolean {
  return gate.startsWith(prefix)
}

/** The gate that runs a command of a completion criterion. @param line the command in one line */
export function completionGate(line: string): string {
  return `${prefix}${line.slice(0, longest)}`
}
