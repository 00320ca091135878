/** Tasks that stand in a file beside the plan: their marks tell what the plan's own tasks wait for; nothing else is done with them. */

import type { Group, TaskSpec } from '../plan/model.ts'

/** Keys of the groups that stand in other files than the plan. */
export function groupsBeside({
  groups,
}: {
  readonly groups: readonly Pick<Group, 'key' | 'file'>[]
}): ReadonlySet<string> {
  return new Set(groups.flatMap(({ key, file }) => (file === undefined ? [] : [key])))
}

/** Whether a task is in one of them. */
export function isBeside(beside: ReadonlySet<string>, { group }: Pick<TaskSpec, 'group'>): boolean {
  return group !== null && beside.has(group)
}

/** The file that a task stands in, where that is another one than the plan; else null. */
export function fileBeside(
  { groups }: { readonly groups: readonly Group[] },
  { group }: Pick<TaskSpec, 'group'>,
): string | null {
  return groups.find(({ key }) => key === group)?.file ?? null
}
