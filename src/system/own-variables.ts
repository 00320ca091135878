/** The environment variables that are ours, in one place; none of them is ever passed through from outside. */

/** Names of our environment variables (DESIGN, Agents). */
export const ownVariables = {
  /** Marks every process of an attempt or gate, so that orphans are found (RELIABILITY 3.3). */
  attempt: 'MILLWRIGHT_ATTEMPT',
  task: 'MILLWRIGHT_TASK',
  step: 'MILLWRIGHT_STEP',
  /** Path of the file that holds the brief. */
  brief: 'MILLWRIGHT_BRIEF',
  /** Path of the file into which an agent may write its result. */
  result: 'MILLWRIGHT_RESULT',
  /** Overrides the folder that holds worktrees and locks. */
  state: 'MILLWRIGHT_STATE',
  /** How many tasks are worked on at once where neither the call nor a configuration says it. */
  jobs: 'MILLWRIGHT_JOBS',
} as const

/** Whether a variable's name is in our name space. */
export function isOwnVariable(name: string): boolean {
  return name.toUpperCase().startsWith('MILLWRIGHT_')
}
