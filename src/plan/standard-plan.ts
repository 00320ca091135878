/** Standard mode: what is chosen of a phase becomes one task, which one agent decomposes by itself (seed 000 §1). */

import { findCycles } from './graph/cycles.ts'
import type { Edge, Group, MarkState, Plan, TaskSpec } from './model.ts'
import { isUnmetReason, namesIn } from './reasons.ts'
import { asStanding } from './selection.ts'
import { shownPath } from './shown-path.ts'
import { workStep } from './work-step.ts'

/** A task that stands for a phase and that an agent was given in the run that goes on. */
export interface HandedOut {
  readonly key: string
  readonly group: string | null
  /** Keys that the tasks which it was given have in this reading. */
  readonly covers: readonly string[]
  /** Whether its work is handed in: then nothing is taken from it either. */
  readonly isIn: boolean
}

/** What of the run that goes on says more than the plan's file. */
export interface Standing {
  /** Marks that count instead of those of the file, by key: a task whose mark is a claim stays its phase's. */
  readonly marks: ReadonlyMap<string, MarkState>
  readonly phases: readonly HandedOut[]
  /** Keys of the tasks that have begun by themselves and have no end yet. */
  readonly begun: ReadonlySet<string>
  /** Keys of the tasks that are open: a blocked mark says only that what they wait for is not done. */
  readonly waiting: ReadonlySet<string>
  /** Keys of the tasks that the run is about; null before there is one. */
  readonly chosen: ReadonlySet<string> | null
  /** What the run calls those of them that this reading does not have. */
  readonly gone: readonly string[]
}

/** Key of the first task that stands for a group, or for the tasks that are in none. */
export function phaseKey(group: Group | null): string {
  return `phase:${group?.key ?? ''}`
}

/**
 * Adds one task for each group that is run; the plan's own tasks stay as they are.
 *
 * Such a task covers the open tasks of its group that are chosen: those that the agent ticks in its copy of the plan are
 * claims, judged one by one when the gates of the whole have passed. It does not cover what may not begin: members of a
 * cycle, and whatever waits for a task that is not handed out with it or before it. These stand for themselves, as in
 * mechanical mode: blocked while that is so. A phase waits for what it needs of the phases before it (RELIABILITY P2).
 *
 * What was handed out gets nothing more, as an answer is to what was given, but for what its tasks wait for by now while it
 * is at work. What of its group is chosen since, or waits for nothing any more, is a task of its own behind it.
 *
 * @param chosen keys of the tasks that the run is about
 * @param hash SHA-256 of a text, as lower-case hex
 * @returns the plan, and the keys that the run selects of it
 */
export function standardPlan(
  plan: Plan,
  chosen: ReadonlySet<string>,
  standing: Standing,
  hash: (text: string) => string,
): { readonly plan: Plan; readonly selected: readonly string[] } {
  const names = namesIn(plan.tasks)
  const tasks = asStanding(plan, standing.marks).tasks.map((task) =>
    task.mark === 'blocked' && (standing.waiting.has(task.key) || isUnmetReason(task.reason, names))
      ? { ...task, mark: 'todo' as const }
      : task,
  )
  const waits = openEdges({ ...plan, tasks })
  const byGroup = mayBegin(tasks, chosen, waits)
  const selected = new Set(chosen)
  const handedOut = new Set<string>()
  const added: TaskSpec[] = []
  const edges: Edge[] = []
  for (const group of [...plan.groups, null]) {
    const groupKey = group?.key ?? null
    const all = tasks.filter((task) => task.group === groupKey && task.mark === 'todo')
    const open = (byGroup.get(groupKey) ?? []).filter((task) => !standing.begun.has(task.key))
    const given = standing.phases.filter((it) => it.group === groupKey && it.covers.length > 0)
    const givenKeys = new Set(given.flatMap(({ covers }) => covers))
    const add = (key: string, members: readonly TaskSpec[]): void => {
      if (members.length === 0) return
      const keys = new Set(members.map((task) => task.key))
      const own = waits.filter(({ to }) => keys.has(to))
      added.push(phaseTask(key, group, members, { isAll: members.length === all.length, waits: own, hash }))
      for (const from of new Set(own.map((edge) => edge.from)))
        if (handedOut.has(from)) edges.push({ from, to: key, basis: 'phase', needs: 'done' })
      for (const it of [key, ...keys]) selected.add(it)
      for (const it of keys) handedOut.add(it)
    }
    for (const { key, covers, isIn } of given) {
      const own = new Set(covers)
      const handedIn = all.filter((task) => own.has(task.key))
      const free = open.filter((task) => own.has(task.key) || !givenKeys.has(task.key))
      add(key, isIn ? handedIn : withoutWaiting(withBlockers(free, waits, own), waits, handedOut))
    }
    const rest = open.filter((task) => !givenKeys.has(task.key) && !handedOut.has(task.key))
    const key = freeKey(group, given, plan.groups)
    const members = withoutWaiting(rest, waits, handedOut)
    add(key, members)
    if (members.length > 0)
      for (const { key: from } of given) edges.push({ from, to: key, basis: 'phase', needs: 'settled' })
  }
  return {
    plan: { ...plan, tasks: [...plan.tasks, ...added], edges: [...plan.edges, ...edges] },
    selected: [...selected],
  }
}

/** The key of what is handed out of a group behind what is already. */
function freeKey(group: Group | null, given: readonly Pick<HandedOut, 'key'>[], groups: readonly Group[]): string {
  const first = phaseKey(group)
  const taken = new Set([...given.map(({ key }) => key), ...groups.filter((it) => it !== group).map(phaseKey)])
  let key = first
  for (let count = 2; taken.has(key); count++) key = `${first}+${count}`
  return key
}

/** Edges whose blocker is not met by its mark; skipped means "go on without". */
function openEdges({ tasks, edges }: Plan): readonly Edge[] {
  const met = new Set(tasks.flatMap(({ key, mark }) => (mark === 'done' || mark === 'skipped' ? [key] : [])))
  return edges.filter(({ from, needs }) => needs === 'done' && !met.has(from))
}

/** The open tasks that are chosen and in no cycle, by group. */
function mayBegin(
  tasks: readonly TaskSpec[],
  chosen: ReadonlySet<string>,
  waits: readonly Edge[],
): ReadonlyMap<string | null, readonly TaskSpec[]> {
  const open = tasks.filter((task) => chosen.has(task.key) && task.mark === 'todo')
  const keys = open.map((task) => task.key)
  const stuck = new Set(findCycles(keys, waits).flatMap(({ members }) => members))
  const groups = new Map<string | null, TaskSpec[]>()
  for (const task of open) {
    if (stuck.has(task.key) || task.unknownBlockers.length > 0) continue
    const known = groups.get(task.group)
    if (known === undefined) groups.set(task.group, [task])
    else known.push(task)
  }
  return groups
}

/** Those of a group that are named, and what they wait for. */
function withBlockers(
  members: readonly TaskSpec[],
  waits: readonly Edge[],
  named: ReadonlySet<string>,
): readonly TaskSpec[] {
  const blockers = new Map<string, string[]>()
  for (const { from, to } of waits) blockers.set(to, [...(blockers.get(to) ?? []), from])
  const wanted = new Set(named)
  for (const key of wanted) for (const from of blockers.get(key) ?? []) wanted.add(from)
  return members.filter((task) => wanted.has(task.key))
}

/** Those of a group that wait for nothing but each other and what is handed out before. */
function withoutWaiting(
  members: readonly TaskSpec[],
  waits: readonly Edge[],
  before: ReadonlySet<string>,
): readonly TaskSpec[] {
  const left = new Set(members.map((task) => task.key))
  const dependants = new Map<string, string[]>()
  const out: string[] = []
  for (const { from, to } of waits) {
    if (!left.has(to) || before.has(from)) continue
    if (!left.has(from)) out.push(to)
    else if (dependants.has(from)) dependants.get(from)?.push(to)
    else dependants.set(from, [to])
  }
  for (let key = out.pop(); key !== undefined; key = out.pop())
    if (left.delete(key)) out.push(...(dependants.get(key) ?? []))
  return members.filter((task) => left.has(task.key))
}

const whole = 'Decompose this phase by yourself and do all of it.'
const part = 'These tasks of the phase are yours, and no others of it. Decompose them by yourself and do all of them.'

function phaseTask(
  key: string,
  group: Group | null,
  open: readonly TaskSpec[],
  of: { readonly isAll: boolean; readonly waits: readonly Edge[]; readonly hash: (text: string) => string },
): TaskSpec {
  const blockers = new Map<string, string[]>()
  for (const { from, to } of of.waits) blockers.set(to, [...(blockers.get(to) ?? []), from])
  const lineOf = (task: TaskSpec): string => {
    const files = task.files.map((file) => `${shownPath(file)} (${file.action})`).join(', ')
    const after = blockers.get(task.key) ?? []
    return [
      `- [ ] ${[task.id, task.title].filter((it) => it !== null).join(' ')}`,
      files === '' ? '' : `  files: ${files}`,
      after.length === 0 ? '' : `  blocked_by: ${after.join(', ')}`,
      task.description ?? '',
    ]
      .filter((it) => it !== '')
      .join('\n')
  }
  const description = [
    `${of.isAll ? whole : part} Mark a task of the plan with [X] in your copy when it is done:`,
    ...open.map(lineOf),
  ].join('\n')
  const title = group?.title ?? 'The tasks of the plan'
  return {
    key,
    id: null,
    title: group?.number == null ? title : `Phase ${group.number}: ${title}`,
    group: group?.key ?? null,
    parent: null,
    origin: 'plan',
    mark: 'todo',
    reason: null,
    description,
    files: [],
    declaresFiles: false,
    unknownBlockers: [],
    traces: [...new Set(open.flatMap((task) => task.traces))],
    role: null,
    steps: [workStep],
    open: false,
    covers: open.map((task) => task.key),
    // What is ticked off below a task, and what waits for nothing any more, changes what is told and rewords nothing.
    textHash: of.hash(open.map((task) => task.textHash).join('\n')),
  }
}
