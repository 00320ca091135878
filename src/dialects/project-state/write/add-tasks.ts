/** Tasks that joined the plan during a run, as objects at the end of the list of the task that proposed them. */

import type { AddedTask } from '../../../plan/added-task.ts'
import type { Draft } from '../../../plan/draft.ts'
import type { MarkWish } from '../../../plan/projection.ts'
import type { Edit } from '../../../plan/source.ts'
import { valueAt, type JsonList, type JsonNode, type JsonObject, type JsonValue } from '../../json/tree.ts'
import { addItems, type Layout } from '../../json/write.ts'
import { actionWord } from '../files.ts'
import { idsIn } from '../ids.ts'
import { taskListsOf, type TaskList } from '../task-lists.ts'
import { kindOf, names } from '../words.ts'
import { onlyWaits, wordOf, type Spelling } from './statuses.ts'

/**
 * One edit for each list that gets any, and one for each task that waits for a new one since.
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
  const tasks = lists.flatMap(({ list }) => list.items.filter((it) => it.is === 'object'))
  const idIn = idsIn(root)
  const byList = new Map<TaskList, JsonValue[]>()
  const waiting = new Map<JsonList, JsonValue[]>()
  const placed = new Map<string, TaskList>()
  for (const added of missing) {
    // Whoever proposed it may be on the way into the file as well.
    const list = listFor(lists, draft, added) ?? placed.get(added.by) ?? lists[0]
    if (list === undefined) continue
    placed.set(added.key, list)
    const wish = of.wishes.find(({ key }) => key === added.key)
    const status = wordOf(wish === undefined || onlyWaits(wish) ? { state: 'todo' } : wish, of.spelling)
    const unsaid: string[] = []
    for (const id of added.blocks) {
      const waits = dependenciesOf(tasks, draft, id)
      if (waits === null) unsaid.push(id)
      else waiting.set(waits, [...(waiting.get(waits) ?? []), idIn(added.id)])
    }
    byList.set(list, [...(byList.get(list) ?? []), valueOf({ ...added, blocks: unsaid }, { status, tasks, idIn })])
  }
  return [...byList, ...waiting].map(([at, values]) => addItems('list' in at ? at.list : at, values, of.layout))
}

/** The list that holds the proposer. */
function listFor(lists: readonly TaskList[], { tasks }: Draft, { by }: AddedTask): TaskList | undefined {
  const place = tasks.find(({ key }) => key === by)?.block.offset
  return lists.find(({ list }) => list.items.some((item) => item.start === place))
}

/** What the only task with this id waits for, as it lists it; null where it has no list. */
function dependenciesOf(tasks: readonly JsonObject[], draft: Draft, id: string): JsonList | null {
  const [task, ...others] = draft.tasks.filter((it) => it.id?.text === id)
  const object = others.length > 0 ? undefined : tasks.find((it) => it.start === task?.block.offset)
  if (object === undefined) return null
  return names.dependencies.map((name) => valueAt(object, name)).find((it) => it?.is === 'list') ?? null
}

/** Under the names, and in the words, that the file's own tasks use. */
function valueOf(
  added: AddedTask,
  {
    status,
    tasks,
    idIn,
  }: {
    readonly status: string
    readonly tasks: readonly JsonObject[]
    readonly idIn: (id: string) => string | number
  },
): JsonValue {
  const { id, title, description, blockedBy, blocks, files, layer, role, kind, criteria, gates, isCritical } = added
  const listed = files.map(({ path, action }) => {
    const word = actionWord(action)
    return word === null ? path : `${path} (${word})`
  })
  return {
    id: idIn(id),
    title,
    ...(layer === null ? {} : { layer: spelledAs(tasks, 'layer', (it) => it.toLowerCase() === layer) ?? layer }),
    ...(kind === null ? {} : { type: spelledAs(tasks, 'type', (it) => kindOf(it) === kind) ?? kind }),
    ...(description === null ? {} : { description }),
    ...(criteria.length === 0 ? {} : { [nameIn(tasks, names.criteria)]: criteria }),
    [nameIn(tasks, names.dependencies)]: blockedBy.map(idIn),
    ...(blocks.length === 0 ? {} : { blocks: blocks.map(idIn) }),
    [nameIn(tasks, names.files)]: listed,
    ...(gates.length === 0 ? {} : { gates }),
    ...(isCritical === undefined
      ? {}
      : { risk_level: spelledAs(tasks, 'risk_level', (it) => it.toLowerCase() === 'high') ?? 'high' }),
    ...(role === null ? {} : { specialist: role }),
    status,
  }
}

/** How a task of the file writes a word that means this. */
function spelledAs(tasks: readonly JsonObject[], member: string, means: (text: string) => boolean): string | null {
  for (const task of tasks) {
    const value = valueAt(task, member)
    if (value?.is === 'string' && means(value.text.trim())) return value.text.trim()
  }
  return null
}

function nameIn(tasks: readonly JsonObject[], called: readonly [string, ...string[]]): string {
  return called.find((name) => tasks.some(({ members }) => members.has(name))) ?? called[0]
}
