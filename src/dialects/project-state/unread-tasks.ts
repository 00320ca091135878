/** What could be a task and stands in no list that is read: told with its place, so that no task is ever left out without a word. */

import { oneLine } from '../../plan/one-line.ts'
import type { Findings } from '../findings.ts'
import {
  isNull,
  pointer,
  valueAt,
  type JsonList,
  type JsonMember,
  type JsonNode,
  type JsonObject,
} from '../json/tree.ts'
import { wrongType, type Steps } from '../json/typed.ts'
import { isTask, isTaskList, isTooDeep, type TaskList } from './task-lists.ts'
import { isCalledTasks, otherLists, stateOf } from './words.ts'

interface Looking {
  readonly findings: Findings
  /** Lists whose entries are tasks. */
  readonly read: ReadonlySet<JsonNode>
  /** Objects and lists in which, however deep, tasks are read. */
  readonly holding: ReadonlySet<JsonNode>
  /** Ids of tasks that are read: what names one of them, or is a copy of it, leaves nothing out. */
  readonly known: ReadonlySet<string>
}

/**
 * What is expected of a part of the file. `tasks`: they are read there, or beside it, so that all that is called tasks holds
 * them. `phases`: it is called so, and may as well only count or name the tasks of another place. `other`: anything, of which
 * only what has the members of a task can be one.
 */
type Expected = 'tasks' | 'phases' | 'other'

/** MW407 for each such place. Linear in the number of values. */
export function sayUnread(root: JsonNode | null, lists: readonly TaskList[], findings: Findings): void {
  if (root?.is !== 'object') return
  const holding = new Set<JsonNode>()
  for (const { at } of lists) for (const node of nodesOn(root, at)) holding.add(node)
  const known = lists.flatMap(({ list }) => list.items.map((it) => idIn(it)))
  const looking = { findings, read: new Set(lists.map(({ list }) => list)), holding, known: new Set(known) }
  for (const member of root.members.values())
    if (!otherLists.has(member.name)) lookAt(member, [member.name], 'tasks', looking)
  for (const { list, at } of lists)
    list.items.forEach((task, index) => {
      for (const { name, value } of membersOf(task)) lookInTask(value, [...at, index, name], looking)
    })
}

/** The nodes that the steps lead through, without the last one. */
function nodesOn(root: JsonNode, at: Steps): readonly JsonNode[] {
  const nodes: JsonNode[] = []
  let node: JsonNode | undefined = root
  for (const step of at) {
    if (node === undefined) break
    nodes.push(node)
    node = typeof step === 'string' ? valueAt(node, step) : node.is === 'list' ? node.items[step] : undefined
  }
  return nodes
}

function lookAt(member: JsonMember, at: Steps, given: Expected, looking: Looking): void {
  const { name, value } = member
  if (looking.read.has(value) || isNull(value) || sayIfTooDeep(member, at, looking)) return
  const called = name.toLowerCase()
  const expected = isTooDeep(at) ? 'other' : given
  if (called === 'tasks' && expected !== 'other') lookAtTasks(value, at, expected, looking)
  else if (looking.holding.has(value)) lookIntoParts(value, at, 'tasks', looking)
  else if (called === 'phases' && expected !== 'other') lookIntoParts(value, at, 'phases', looking)
  else if (isCalledTasks(name) && value.is === 'list') lookAtNames(value, at, expected, looking)
  else lookAnywhere(value, name, at, looking)
}

/** Says a list of tasks that lies too deep to be read, copies of others as well. Whether it is one. */
function sayIfTooDeep(member: JsonMember, at: Steps, { findings }: Looking): boolean {
  if (!isTooDeep(at) || !isTaskList(member, at.slice(0, -1))) return false
  const message = `${pointer(...at)} may be a list of tasks, and lies deeper than tasks are read; none of it is run`
  const help = 'put it nearer to the top, if its tasks are to be worked on'
  findings.add('MW407', 'warning', member.value, message, help)
  return true
}

/** In the place of a list of tasks. */
function lookAtTasks(node: JsonNode, at: Steps, expected: Expected, looking: Looking): void {
  if (expected === 'phases' && isCount(node)) return
  if (node.is === 'list')
    node.items.forEach((item, index) => {
      const steps = [...at, index]
      const wanted = item.is !== 'object' ? 'an object' : `an object with ${idIn(item) === '' ? 'an id' : 'a title'}`
      if (expected === 'phases' && isBesides(item, looking)) lookAtName(item, steps, expected, looking)
      else if (!namesKnown(item, looking)) wrongType(item, steps, wanted, looking.findings)
    })
  else if (looking.holding.has(node)) lookIntoParts(node, at, 'tasks', looking)
  else if (!namesKnown(node, looking)) wrongType(node, at, 'a list', looking.findings)
}

/** In phases, or in what holds them: each a list of tasks, or an object that has one, beside what is said of them. */
function lookIntoParts(node: JsonNode, at: Steps, expected: 'tasks' | 'phases', looking: Looking): void {
  const called = String(at.at(-1)).toLowerCase()
  if (node.is === 'list')
    node.items.forEach((item, index) => {
      const steps = [...at, index]
      if (item.is === 'object') lookIntoPart(item, steps, expected, looking)
      else lookAnywhere(item, null, steps, looking)
    })
  else if (node.is !== 'object') {
    if (!isCount(node) && !isBesides(node, looking)) wrongType(node, at, 'a list', looking.findings)
  } else if (called === 'tasks')
    for (const member of node.members.values()) lookAtNamedTasks(member, [...at, member.name], looking)
  else if (called === 'phases')
    for (const member of node.members.values()) lookAtNamedPhase(member, [...at, member.name], expected, looking)
  else lookIntoPart(node, at, expected, looking)
}

/** In `tasks` that hold lists by the names of their phases. */
function lookAtNamedTasks(member: JsonMember, at: Steps, looking: Looking): void {
  const { name, value } = member
  if (looking.read.has(value) || isCount(value) || sayIfTooDeep(member, at, looking)) return
  if (value.is === 'string') {
    if (!about.has(name)) lookAtName(value, at, 'tasks', looking)
  } else if (value.is === 'list')
    value.items.forEach((item, index) => {
      const steps = [...at, index]
      if (isTitled(item)) wrongType(item, steps, 'an object with an id', looking.findings)
      else lookAtName(item, steps, 'tasks', looking)
    })
  else if (value.is === 'object' && looking.holding.has(value)) lookIntoPart(value, at, 'tasks', looking)
  else if ([value, ...[...membersOf(value)].map((it) => it.value)].some(looksLikeTask))
    wrongType(value, at, 'a list', looking.findings)
  else lookAnywhere(value, name, at, looking)
}

/** In `phases` by their names. A word or a list of words tells how far they are. */
function lookAtNamedPhase(member: JsonMember, at: Steps, expected: 'tasks' | 'phases', looking: Looking): void {
  const { name, value } = member
  if (looking.read.has(value) || isNull(value) || isCount(value) || sayIfTooDeep(member, at, looking)) return
  if (value.is === 'object') lookIntoPart(value, at, expected, looking)
  else if (looking.known.size === 0) {
    if (value.is !== 'string' || !about.has(name)) lookAtTasks(value, at, expected, looking)
  } else if (value.is === 'list')
    value.items.forEach((item, index) => {
      const steps = [...at, index]
      if (expected === 'phases') lookAnywhere(item, null, steps, looking)
      else if (isTitled(item) || (idIn(item) !== '' && !looking.known.has(idIn(item))))
        sayDoubtful(item, steps, 'it is not read', looking)
      else lookAtName(item, steps, 'other', looking)
    })
}

/** What objects of phases say of themselves. */
const about: ReadonlySet<string> = new Set(['id', 'name', 'title', 'description', 'status'])

function lookIntoPart(part: JsonObject, at: Steps, expected: Expected, looking: Looking): void {
  const isPhase = looking.holding.has(part) || part.members.has('tasks')
  if (!isPhase && sayIfTask(part, null, at, looking)) return
  for (const member of part.members.values()) lookAt(member, [...at, member.name], expected, looking)
}

/** In a list that is called as one of tasks and may as well name tasks of another place. */
function lookAtNames(list: JsonList, at: Steps, expected: Expected, looking: Looking): void {
  list.items.forEach((item, index) => {
    lookAtName(item, [...at, index], expected, looking)
  })
}

/** In the place of a name of a task: what is no name of any could be one. */
function lookAtName(item: JsonNode, at: Steps, expected: Expected, looking: Looking): void {
  if (item.is !== 'string') lookAnywhere(item, null, at, looking)
  else if (!namesKnown(item, looking) && (expected !== 'other' || /\S\s+\S/.test(item.text)))
    sayDoubtful(item, at, 'it is not read', looking)
}

/** @param key under which it stands, which may be its id */
function lookAnywhere(node: JsonNode, key: string | null, at: Steps, looking: Looking): void {
  if (node.is === 'list')
    node.items.forEach((item, index) => {
      lookAnywhere(item, null, [...at, index], looking)
    })
  else if (node.is === 'object' && !sayIfTask(node, key, at, looking))
    for (const member of membersOf(node)) lookAt(member, [...at, member.name], 'other', looking)
}

/** What stands in a task is told to whoever works on it, and is no task. */
function lookInTask(node: JsonNode, at: Steps, looking: Looking): void {
  if (node.is === 'list')
    node.items.forEach((item, index) => {
      lookInTask(item, [...at, index], looking)
    })
  else if (isSurely(node) && isUnknownTo(looking)({ name: '', value: node }))
    sayDoubtful(node, at, 'it is told with the task that it stands in', looking)
  else for (const { name, value } of membersOf(node)) lookInTask(value, [...at, name], looking)
}

/** Says what is a task by its members, or holds nothing but such, unless it is a copy of one that is read. Whether it is one. */
function sayIfTask(node: JsonObject, key: string | null, at: Steps, looking: Looking): boolean {
  const isUnknown = isUnknownTo(looking)
  const members = [...membersOf(node)]
  const areSurely = members.length > 0 && members.every(({ value }) => isSurely(value))
  const isSure = areSurely || isSurely(node)
  if (!isSure && !isMaybe(node, at)) return false
  if (areSurely ? !members.some(isUnknown) : !isUnknown({ name: key ?? '', value: node })) return true
  if (isSure && !isTooDeep(at)) wrongType(node, at, 'a list of tasks', looking.findings)
  else sayDoubtful(node, at, 'it is not read', looking)
  return true
}

function isUnknownTo({ known }: Looking): (member: { readonly name: string; readonly value: JsonNode }) => boolean {
  return ({ name, value }) => !known.has(idIn(value) === '' ? name : idIn(value))
}

/** Whether it has an id and a member that only tasks have. */
function isSurely(node: JsonNode): boolean {
  return node.is === 'object' && idIn(node) !== '' && isTask(node)
}

/** Whether it has a title and what tasks have beside it; milestones and phases have a title and a status as well. */
function isMaybe(node: JsonObject, at: Steps): boolean {
  const status = valueAt(node, 'status')
  const isOpenOrDone = status?.is === 'string' && stateOf(status.text) !== null
  return isTitled(node) && (isTask(node) || (isOpenOrDone && !isInPhases(at)))
}

function isTitled(node: JsonNode): boolean {
  return valueAt(node, 'title')?.is === 'string'
}

function looksLikeTask(node: JsonNode): boolean {
  return isTitled(node) || (node.is === 'object' && isTask(node))
}

/** Whether it is an entry of phases, or stands there by its name. */
function isInPhases(at: Steps): boolean {
  return /^phases$/i.test(String(at.at(-2)))
}

/** Once for each list or object that holds such entries. */
function sayDoubtful(node: JsonNode, at: Steps, follows: string, { findings }: Looking): void {
  if (at.some((step) => typeof step === 'string' && /^milestones?$/i.test(step))) return
  const message = `${pointer(...at)} may be a task, and is in no list of tasks; ${follows}`
  const help = 'put it, with an id, into a list that is called tasks or …_tasks, if it is to be worked on by itself'
  findings.once('MW407', 'warning', pointer(...at.slice(0, -1)), node, message, help)
}

/** Whether a word, or words with commas between them, are ids of tasks that are read. */
function namesKnown(node: JsonNode, { known }: Looking): boolean {
  if (node.is === 'number') return known.has(String(node.value))
  return node.is === 'string' && node.text.split(',').every((it) => known.has(oneLine(it)))
}

/** Whether it is no object or list, and tasks are read elsewhere, so that it leaves none out. */
function isBesides({ is }: JsonNode, { known }: Looking): boolean {
  return known.size > 0 && is !== 'object' && is !== 'list'
}

/** Whether it can only say how many tasks there are. */
function isCount(node: JsonNode): boolean {
  if (node.is === 'number') return true
  return node.is === 'object' && node.members.size > 0 && [...membersOf(node)].every((it) => it.value.is === 'number')
}

/** The id of an entry; empty where it has none. */
function idIn(node: JsonNode): string {
  const id = valueAt(node, 'id')
  return id?.is === 'string' ? id.text : id?.is === 'number' ? String(id.value) : ''
}

function membersOf(node: JsonNode): Iterable<JsonMember> {
  return node.is === 'object' ? node.members.values() : []
}
