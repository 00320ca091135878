/** The programs that a plan names for what is to be done, and what a person is told of them before a run. */

import type { Plan } from '../../plan/model.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { toolsOf, type Tool } from '../../plan/tools.ts'

/** Those of the chosen tasks that are not over. */
export function toolsInUse({ tasks }: Pick<Plan, 'tasks'>, selected: readonly string[]): readonly Tool[] {
  const chosen = new Set(selected)
  return toolsOf(tasks.filter(({ key, mark }) => chosen.has(key) && mark !== 'done' && mark !== 'skipped'))
}

/** What a dry run executes none of; a run tells of each when it runs it. */
export function toolRemarks(tools: readonly Tool[], { dry }: { readonly dry: boolean }): readonly string[] {
  if (!dry) return []
  return tools.map((it) => `not run, since this is a dry run: ${toolLine(it)}`)
}

/** One line for people, as trust shows it. */
export function toolLine({ name, argv }: Tool): string {
  return safeLine(`tool ${name}: ${argv.join(' ')}`)
}
