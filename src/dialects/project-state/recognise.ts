/** Whether a file looks like a project state, and by what. */

import type { Source } from '../../plan/source.ts'
import type { Recognition } from '../dialect.ts'
import { readJson } from '../json/read-json.ts'
import type { JsonObject } from '../json/tree.ts'
import { taskListsOf } from './task-lists.ts'
import { names, ownMembers } from './words.ts'

/** Members that tasks of another JSON format have: Task Master writes these beside `dependencies`. */
const foreign = ['testStrategy', 'subtasks', 'details'] as const

/**
 * Certain where tasks have an id and a member that only this format has; likely where they are called tasks and have
 * dependencies or a status. What speaks for another format is told, and claims nothing (FORMATS section 1).
 */
export function recogniseProjectState([source]: readonly Source[]): Recognition | null {
  if (source === undefined || !/\.jsonc?$/i.test(source.path)) return null
  const tasks = taskListsOf(readJson(source).root)
    .flatMap(({ list }) => list.items)
    .filter((it) => it.is === 'object')
  const has = (task: JsonObject, wanted: readonly string[]): string[] => wanted.filter((it) => task.members.has(it))
  const named = tasks.filter((it) => it.members.has('id'))
  if (named.length === 0) return null
  const own = [...new Set(named.flatMap((it) => has(it, ownMembers)))]
  const dialect = 'project-state'
  if (own.length > 0)
    return { dialect, strength: 'certain', because: [`its tasks have an id and ${own.join(', ')}`], holdsOwn: true }
  const other = [...new Set(named.flatMap((it) => has(it, foreign)))]
  if (other.length > 0)
    return { dialect, strength: 'weak', because: [`its tasks have ${other.join(', ')}, as those of Task Master do`] }
  const common = [...new Set(named.flatMap((it) => has(it, [...names.dependencies, 'status'])))]
  return { dialect, strength: 'likely', because: [`its tasks have ${['an id', ...common].join(' and ')}`] }
}
