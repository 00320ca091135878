/** Which tasks of a plan a run is about: `--phase`, `--only` and `--until`. */

import { blockersOf } from './graph/links.ts'
import { nearest } from './nearest-name.ts'
import type { Group, MarkState, Plan, TaskSpec } from './model.ts'
import { taskName } from './names.ts'
import { shellWord } from './shell-word.ts'
import { notNamedText, taskNamed } from './task-named.ts'

export interface Wanted {
  /** Phases as people name them: number, key or a word of the title; `all`. Null takes the implementation phases. */
  readonly phases: readonly string[] | null
  /** Exactly these, by id; blockers are not pulled in. */
  readonly only: readonly string[] | null
  /** This task and all that it still needs, by id. */
  readonly until: string | null
}

export interface Selection {
  /** Keys. Everything else stays as it was. */
  readonly selected: ReadonlySet<string>
  /** What was asked for and cannot be had, with the nearest names. Nothing is started when there is any. */
  readonly problems: readonly string[]
  /** What the call leaves out although something selected waits for it. */
  readonly hints: readonly string[]
}

/** A plan with other marks than its file has. @param standing by key; the marks of other tasks stay */
export function asStanding(plan: Plan, standing: ReadonlyMap<string, MarkState>): Plan {
  if (standing.size === 0) return plan
  return { ...plan, tasks: plan.tasks.map((task) => ({ ...task, mark: standing.get(task.key) ?? task.mark })) }
}

/**
 * Applies what the call names to a plan (REQUIREMENTS B1, DESIGN 'The command line').
 *
 * Without phases the groups of implementation are taken, or all where a plan has none. `only` without phases looks in the
 * whole plan, as a task that is named is meant; with phases it looks there. `until` looks in what the phases select and
 * goes back from the task over blockers that are not done.
 */
export function select(plan: Plan, wanted: Wanted): Selection {
  const problems: string[] = []
  const groups = wantedGroups(plan.groups, wanted.phases, problems)
  const inGroups = (task: TaskSpec): boolean => task.group === null || groups.has(task.group)
  const find = (name: string, option: string, everywhere: boolean): TaskSpec | null => {
    const found = taskNamed(plan.tasks, name)
    if (found.is !== 'found') {
      problems.push(`${option}: ${notNamedText(name, found)}`)
      return null
    }
    const { task } = found
    const file = plan.groups.find(({ key }) => key === task.group)?.file
    if (file !== undefined) {
      problems.push(`${option}: ${taskName(task)} ${inFile(file)}`)
      return null
    }
    if (everywhere || inGroups(task)) return task
    problems.push(`${option}: ${taskName(task)} lies in ${groupName(plan, task)}, which is not selected; add --phase`)
    return null
  }

  let selected = new Set(plan.tasks.filter(inGroups).map((task) => task.key))
  if (wanted.only !== null) {
    const named = wanted.only.map((name) => find(name, '--only', wanted.phases === null))
    selected = new Set(named.flatMap((task) => (task === null ? [] : [task.key])))
  }
  if (wanted.until !== null) {
    const last = find(wanted.until, '--until', wanted.only !== null)
    if (last !== null && !selected.has(last.key))
      problems.push(`--until: ${taskName(last)} is not among the tasks of --only`)
    const needed = last === null ? new Set<string>() : neededFor(plan, last.key)
    selected = new Set([...selected].filter((key) => needed.has(key)))
  }
  return { selected, problems, hints: problems.length > 0 ? [] : leftOut(plan, selected) }
}

/**
 * What a run that goes on is about, where its call named tasks: these, whatever they are called by now; with `until` also what
 * they still need since.
 *
 * @param still keys that the run's tasks have in this plan
 */
export function selectStill(plan: Plan, wanted: Wanted, still: ReadonlySet<string>): Selection {
  if (wanted.until === null) return { selected: still, problems: [], hints: leftOut(plan, still) }
  const { selected } = select(plan, { phases: wanted.phases, only: null, until: null })
  const needed = new Set([...still].flatMap((key) => [...neededFor(plan, key)]))
  const all = new Set([...still, ...[...selected].filter((key) => needed.has(key))])
  return { selected: all, problems: [], hints: leftOut(plan, all) }
}

/** Whether a call names tasks, so that only these are what the run is about. */
export function namesTasks({ only, until }: Wanted): boolean {
  return only !== null || until !== null
}

function wantedGroups(
  groups: readonly Group[],
  phases: readonly string[] | null,
  problems: string[],
): ReadonlySet<string> {
  const keys = (list: readonly Group[]): Set<string> => new Set(list.map((group) => group.key))
  const own = groups.filter(({ file }) => file === undefined)
  if (phases === null) {
    const implementation = own.filter((group) => group.implementation)
    return keys(implementation.length > 0 ? implementation : own)
  }
  const chosen = new Set<string>()
  for (const phase of phases) {
    const isAll = phase.toLowerCase() === 'all'
    const matches = isAll ? own : groupsNamed(own, phase)
    const elsewhere = matches.length === 0 ? groupsNamed(groups, phase)[0] : undefined
    if (elsewhere?.file !== undefined) problems.push(`--phase: ${titleOf(elsewhere)} ${inFile(elsewhere.file)}`)
    else if (matches.length === 0 && !isAll) problems.push(unknownPhase(own, phase))
    for (const group of matches) chosen.add(group.key)
  }
  // Whoever names a phase names its parts.
  for (const { key, within } of groups) if (within !== undefined && chosen.has(within)) chosen.add(key)
  return chosen
}

/** The first of these that finds anything: key, number, whole title, a word of the title. */
function groupsNamed(groups: readonly Group[], name: string): readonly Group[] {
  const low = name.trim().toLowerCase()
  const number = plainNumber(low)
  const ways: readonly ((group: Group) => boolean)[] = [
    (group) => group.key === name,
    (group) => group.number !== null && plainNumber(group.number.toLowerCase()) === number,
    (group) => group.key.toLowerCase() === low || group.title.trim().toLowerCase() === low,
    (group) => words(group.title).includes(low),
  ]
  for (const way of ways) {
    const found = groups.filter(way)
    if (found.length > 0) return found
  }
  return []
}

/** `06` and `6` are one number, `00-04` and `0-4` one range. */
function plainNumber(text: string): string {
  return text
    .split('-')
    .map((part) => {
      let start = 0
      while (start < part.length - 1 && part[start] === '0') start += 1
      return part.slice(start)
    })
    .join('-')
}

function unknownPhase(groups: readonly Group[], name: string): string {
  const what = `--phase: no phase ${name} in this plan`
  const names = groups.flatMap((group) => [group.key, group.title, ...words(group.title)])
  // A number that is near another number says nothing about what was meant.
  const near = /\p{L}/u.test(name) ? nearest(name, names) : null
  if (near !== null) return `${what}; did you mean ${near}?`
  const known = groups.slice(0, 8).map((group) => group.number ?? group.title)
  return known.length === 0 ? what : `${what}; it has ${known.join(', ')}${groups.length > 8 ? ', …' : ''}`
}

function words(title: string): readonly string[] {
  return title
    .toLowerCase()
    .split(/[^\p{L}\p{N}]/u)
    .filter((word) => word !== '')
}

function neededFor(plan: Plan, key: string): ReadonlySet<string> {
  const blockers = blockersOf(plan)
  const done = new Set(plan.tasks.filter((task) => task.mark === 'done').map((task) => task.key))
  const needed = new Set([key])
  for (const each of needed) for (const { from } of blockers.get(each) ?? []) if (!done.has(from)) needed.add(from)
  return needed
}

function leftOut(plan: Plan, selected: ReadonlySet<string>): readonly string[] {
  const tasks = new Map(plan.tasks.map((task) => [task.key, task]))
  const groups = new Set([...selected].map((key) => tasks.get(key)?.group))
  return plan.edges.flatMap(({ from, to }) => {
    const blocker = tasks.get(from)
    const waiting = tasks.get(to)
    if (blocker === undefined || waiting === undefined || !selected.has(to) || selected.has(from)) return []
    if (blocker.mark === 'done' || waiting.mark === 'done') return []
    const { number = null, file } = plan.groups.find(({ key }) => key === blocker.group) ?? {}
    if (file !== undefined) return [`${taskName(blocker)} blocks ${taskName(waiting)} and ${inFile(file)}`]
    const isLeftOut = number !== null && blocker.mark === 'todo' && !groups.has(blocker.group)
    const how = isLeftOut ? `; --phase ${number} runs it` : ''
    return [`${taskName(blocker)} blocks ${taskName(waiting)} and is not selected${how}`]
  })
}

/** Where a task stands that is run from another file, and how. */
function inFile(file: string): string {
  return `stands in ${file}: run that one, millwright run ${shellWord(file)}`
}

function titleOf({ number, title }: Group): string {
  return number === null ? title : `phase ${number}`
}

function groupName(plan: Plan, task: TaskSpec): string {
  const group = plan.groups.find(({ key }) => key === task.group)
  if (group === undefined) return 'another phase'
  return titleOf(group)
}
