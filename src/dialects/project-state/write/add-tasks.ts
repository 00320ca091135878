/** Tasks that joined the plan during a run, as objects at the end of the list of the task that proposed them. */

import type { AddedTask } from '../../../plan/added-task.ts'
import type { Draft } from '../../../plan/draft.ts'
import type { MarkWish } from '../../../plan/projection.ts'
import type { Edit } from '../../../plan/source.ts'
import type { JsonNode, JsonObject } from '../../json/tree.ts'
import { addItems, type JsonValue, type Layout } from '../../json/write.ts'
import { actionWord } from '../files.ts'
import { taskListsOf, type TaskList } from '../task-lists.ts'
import { names } from '../words.ts'
import { wordOf, type Spelling } from './statuses.ts'

/**
 * One edit for each list that gets any.
 * @param missing tasks that the file does not hold
 * @param wishes what the marks are to show
 */
export function addTasks(
  root: JsonNode | null,
  draft: Draft,
  missing: readonly AddedTask[],
  of: { readonly wishes: readonly MarkWish[]; readonly spelling: Spelling; readonly layout: Layout },
): readonly Edit[] {
  const lists = taskListsOf(root)
  const byList = new Map<TaskList, JsonValue[]>()
  for (const added of missing) {
    const list = listFor(lists, draft, added)
    if (list === undefined) continue
    const wish = of.wishes.find(({ key }) => key === added.key)
    const status = wordOf(wish ?? { state: 'todo' }, of.spelling)
    const value = valueOf(added, status, lists)
    byList.set(list, [...(byList.get(list) ?? []), value])
  }
  return [...byList].flatMap(([{ list }, values]) => addItems(list, values, of.layout) ?? [])
}

/** The list that holds the proposer, else the first one. */
function listFor(lists: readonly TaskList[], { tasks }: Draft, { by }: AddedTask): TaskList | undefined {
  const place = tasks.find(({ key }) => key === by)?.block.offset
  return lists.find(({ list }) => list.items.some((item) => item.start === place)) ?? lists[0]
}

/** Under the names that the file's own tasks use. */
function valueOf(
  { id, title, description, blockedBy, files }: AddedTask,
  status: string,
  lists: readonly TaskList[],
): JsonValue {
  const tasks = lists.flatMap(({ list }) => list.items.filter((it) => it.is === 'object'))
  const listed = files.map(({ path, action }) => {
    const word = actionWord(action)
    return word === null ? path : `${path} (${word})`
  })
  return {
    id,
    title,
    ...(description === null ? {} : { description }),
    [nameIn(tasks, names.dependencies)]: blockedBy,
    [nameIn(tasks, names.files)]: listed,
    status,
  }
}

function nameIn(tasks: readonly JsonObject[], called: readonly [string, ...string[]]): string {
  return called.find((name) => tasks.some(({ members }) => members.has(name))) ?? called[0]
}
