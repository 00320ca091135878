/** What tasks and groups are called before people, and how a few of many names are told. */

import type { Group, TaskSpec } from './model.ts'

/** Number and title of a group, or the one it has. Plan text: make it safe before it is shown. */
export function groupTitle(group: Group): string {
  if (group.number === null || group.number === '') return group.title === '' ? group.key : group.title
  return group.title === '' ? group.number : `${group.number} ${group.title}`
}

/** The id as written, else the key. Plan text: make it safe before it is shown. */
export function taskName(task: Pick<TaskSpec, 'id' | 'key'>): string {
  return task.id ?? task.key
}

/** Names in a sentence: the first ones, and how many more there are. Make them safe before they are shown. */
export function listed(names: readonly string[], most = 8): string {
  const more = names.length > most ? ` and ${names.length - most} more` : ''
  return `${names.slice(0, most).join(', ')}${more}`
}
