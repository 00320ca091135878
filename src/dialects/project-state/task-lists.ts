/** Where tasks stand in a project state: every list whose entries have ids, the name of the list or of its phase being the group. */

import { oneLine } from '../../plan/one-line.ts'
import type { Extent } from '../scan/bytes.ts'
import { valueAt, type JsonList, type JsonMember, type JsonNode, type JsonObject } from '../json/tree.ts'
import type { Steps } from '../json/typed.ts'
import { isCalledTasks, isPhaseWord, names, otherLists, ownMembers } from './words.ts'

export interface TaskList {
  readonly list: JsonList
  readonly at: Steps
  /** Name of the member that holds it. */
  readonly name: string
  /** What the part of the plan is called, and where that stands. */
  readonly title: string
  readonly place: Extent
  /** By which its key is made: the name of the list, or of the phase that it stands in. */
  readonly called: string
}

/** How far into objects lists are read: `phases.first.later.tasks`. */
const deepest = 3

/** Whether tasks are not read so far from the top: what lies there is an archive or the like, and is not run. */
export function isTooDeep(at: Steps): boolean {
  return at.filter((step) => typeof step === 'string').length > deepest + 1
}

/** The lists of tasks of a file, in its order. */
export function taskListsOf(root: JsonNode | null): readonly TaskList[] {
  if (root?.is !== 'object') return []
  const found: TaskList[] = []
  for (const member of root.members.values())
    if (!otherLists.has(member.name)) look(member, [], phaseTitle(root), found)
  return found
}

function look(member: JsonMember, above: Steps, phase: Titled | null, found: TaskList[]): void {
  const { name, value } = member
  const at = [...above, name]
  if (isTooDeep(at)) return
  const isTop = above.length === 0
  if (value.is === 'list') {
    if (isTaskList(member, above)) {
      const titled = phase !== null && (name === 'tasks' || !isTop) ? phase : null
      found.push({
        list: value,
        at,
        name,
        title: titled?.title ?? name.replaceAll('_', ' '),
        place: titled?.place ?? member.key,
        called: !isTop && phase !== null ? phase.called : name,
      })
    } else
      value.items.forEach((item, index) => {
        if (item.is === 'object') lookInto(item, [...at, index], titleOf(item), found)
      })
  } else if (value.is === 'object') {
    const own = titleOf(value) ?? { title: name.replaceAll('_', ' '), called: name, place: member.key }
    lookInto(value, at, own, found)
  }
}

function lookInto(object: JsonObject, at: Steps, phase: Titled | null, found: TaskList[]): void {
  for (const member of object.members.values()) look(member, at, phase, found)
}

interface Titled {
  readonly title: string
  readonly called: string
  readonly place: Extent
}

/** `Phase 1: Port` of a file that holds one phase. */
function phaseTitle(root: JsonObject): Titled | null {
  const phase = valueAt(root, 'phase')
  if (phase?.is !== 'string' || phase.text.trim() === '' || isPhaseWord(phase.text)) return null
  return { title: oneLine(phase.text), called: 'tasks', place: phase }
}

function titleOf(item: JsonObject): Titled | null {
  const [id, name, title] = ['id', 'name', 'title'].map((it) => textAt(item, it))
  const shown = name ?? title ?? id
  if (shown === undefined) return null
  return { title: oneLine(shown.text), called: oneLine((id ?? shown).text), place: shown }
}

function textAt(item: JsonObject, name: string): (Extent & { readonly text: string }) | undefined {
  const value = valueAt(item, name)
  return value?.is === 'string' && value.text.trim() !== '' ? value : undefined
}

/**
 * Whether entries are tasks: some have an id and a member that only tasks have, or the list is called `tasks` and they are
 * objects. Below the top these need one of both: a milestone names its tasks as well. In `phases` by the name of one, an id
 * is not enough, which entries of a log have, too: a task says as well what is to be done.
 */
export function isTaskList({ name, value }: JsonMember, above: Steps): boolean {
  if (value.is !== 'list') return false
  const objects = value.items.filter((it) => it.is === 'object')
  if (objects.some((it) => hasId(it) && isTask(it))) return true
  if (above.length === 0) return isCalledTasks(name) && (objects.length > 0 || value.items.length === 0)
  const holder = String(above.at(-1)).toLowerCase()
  if (isCalledTasks(name) || holder === 'tasks') return objects.some((it) => hasId(it) || isTask(it))
  return holder === 'phases' && objects.some((it) => (hasId(it) && saysWhat(it)) || isTask(it))
}

function saysWhat({ members }: JsonObject): boolean {
  return members.has('title') || members.has('description')
}

function hasId(it: JsonObject): boolean {
  return it.members.has('id')
}

/** Whether an entry has a member by which a task is known. */
export function isTask({ members }: JsonObject): boolean {
  return ownMembers.some((it) => members.has(it)) || names.dependencies.some((it) => members.has(it))
}
