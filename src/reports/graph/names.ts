/** What tasks and groups are called before people. */

import type { Group, TaskSpec } from '../../plan/model.ts'

/** Number and title of a group, or the one it has. Plan text: make it safe before it is shown. */
export function groupTitle(group: Group): string {
  if (group.number === null || group.number === '') return group.title === '' ? group.key : group.title
  return group.title === '' ? group.number : `${group.number} ${group.title}`
}

/** The id as written, else the key. Plan text: make it safe before it is shown. */
export function taskName(task: Pick<TaskSpec, 'id' | 'key'>): string {
  return task.id ?? task.key
}
