/** Why a task waits, told from the plan alone: its open blockers down to what can be worked on first. */

import { blockersOf, cycleText, graphOf } from '../plan/graph.ts'
import type { Edge, EdgeBasis, EdgeNeeds, MarkState, Plan, TaskSpec } from '../plan/model.ts'
import { fit, wrap } from './graph/columns.ts'
import { groupTitle, listed, taskName } from '../plan/names.ts'
import { colours, painter, signs } from './graph/paint.ts'
import { safeLine } from '../plan/safe-text.ts'
import { shellWord } from '../plan/shell-word.ts'

/** What stands in a task's way. */
export type Obstacle =
  | {
      readonly is: 'blocker'
      /** Key of the blocker, which is not done. */
      readonly task: string
      readonly basis: EdgeBasis
      readonly needs: EdgeNeeds
      /** Whether it lies in another group than the task that waits. */
      readonly elsewhere: boolean
    }
  /** A blocker that the plan names but does not hold. */
  | { readonly is: 'unknown'; readonly id: string }
  /** The task waits for itself; members as keys in walking order, `text` names every edge. */
  | { readonly is: 'cycle'; readonly members: readonly string[]; readonly text: string }
  /** Its own mark keeps it from being worked on. */
  | { readonly is: 'mark'; readonly mark: MarkState; readonly reason: string | null }

/** One task of the chain. */
export interface WhyLink {
  readonly task: string
  /** 0 for the task that was asked about, 1 for its blockers, and so on: the shortest way there. */
  readonly depth: number
  /** The task of the chain that brought it in; null for the first. */
  readonly by: string | null
  /** Empty: nothing stands in its way, it can be worked on now. */
  readonly obstacles: readonly Obstacle[]
}

/**
 * `done`, `skipped`, `deferred`, `running`: its mark says so. `stopped`: its mark is blocked, or one nobody knows.
 * `cycle`: it is part of one. `never`: something it waits for can never be done as the plan stands (an unknown blocker, a
 * cycle, a task that is deferred). `waiting`: for work that can be done or is stopped. `ready`: for nothing.
 */
export type WhyVerdict =
  'done' | 'skipped' | 'deferred' | 'running' | 'stopped' | 'cycle' | 'never' | 'waiting' | 'ready'

export interface WhyPlan {
  readonly task: string
  readonly verdict: WhyVerdict
  /** Nearest first, each task once; just the task itself where it waits for nothing. */
  readonly chain: readonly WhyLink[]
}

/**
 * Explains the task with this key, or null where the plan has none. A blocker that needs `settled` stands in the way only
 * while it is open. O(tasks + edges).
 */
export function whyInPlan(plan: Plan, key: string): WhyPlan | null {
  const tasks = new Map(plan.tasks.map((task) => [task.key, task]))
  const task = tasks.get(key)
  if (task === undefined) return null
  const rings = ringsOf(plan)
  const blockers = blockersOf(plan)
  const obstaclesOf = (each: TaskSpec): readonly Obstacle[] =>
    obstacles(each, { tasks, rings, blockers: blockers.get(each.key) ?? [] })

  const chain: WhyLink[] = []
  const waiting = [{ task, depth: 0, by: null as string | null }]
  const met = new Set([key])
  // The list is walked while it grows: nearest first, each task once.
  for (const each of waiting) {
    const found = obstaclesOf(each.task)
    chain.push({ task: each.task.key, depth: each.depth, by: each.by, obstacles: found })
    for (const obstacle of found) {
      const next = obstacle.is === 'blocker' ? tasks.get(obstacle.task) : undefined
      if (next === undefined || met.has(next.key)) continue
      met.add(next.key)
      waiting.push({ task: next, depth: each.depth + 1, by: each.task.key })
    }
  }
  return { task: key, verdict: verdictOf(task, chain), chain }
}

/** The cycle that each of its members is part of, the same value for all of them. */
function ringsOf(plan: Plan): ReadonlyMap<string, Obstacle> {
  const names = new Map(plan.tasks.map((task) => [task.key, taskName(task)]))
  const named = (keys: readonly string[]): string[] => keys.map((key) => names.get(key) ?? key)
  return new Map(
    graphOf(plan).cycles.flatMap((cycle) => {
      const text = cycleText({ members: named(cycle.members), walks: cycle.walks.map(named) })
      const ring: Obstacle = { is: 'cycle', members: cycle.members, text }
      return cycle.members.map((key) => [key, ring] as const)
    }),
  )
}

function obstacles(
  task: TaskSpec,
  given: {
    readonly tasks: ReadonlyMap<string, TaskSpec>
    readonly rings: ReadonlyMap<string, Obstacle>
    readonly blockers: readonly Edge[]
  },
): readonly Obstacle[] {
  if (task.mark === 'done') return []
  const own: Obstacle[] = task.mark === 'todo' ? [] : [{ is: 'mark', mark: task.mark, reason: task.reason }]
  if (task.mark === 'skipped' || task.mark === 'deferred') return own
  const ring = given.rings.get(task.key)
  const strangers = task.unknownBlockers.map((id): Obstacle => ({ is: 'unknown', id }))
  const open = given.blockers.flatMap(({ from, basis, needs }): Obstacle[] => {
    const blocker = given.tasks.get(from)
    if (blocker === undefined || isMet(blocker.mark, needs)) return []
    if (ring !== undefined && given.rings.get(from) === ring) return []
    return [{ is: 'blocker', task: from, basis, needs, elsewhere: blocker.group !== task.group }]
  })
  return [...own, ...(ring === undefined ? [] : [ring]), ...strangers, ...open]
}

function isMet(mark: MarkState, needs: EdgeNeeds): boolean {
  // Skipped means "go on without".
  if (mark === 'done' || mark === 'skipped') return true
  return needs === 'settled' && (mark === 'blocked' || mark === 'deferred')
}

function verdictOf(task: TaskSpec, chain: readonly WhyLink[]): WhyVerdict {
  if (task.mark === 'blocked' || task.mark === 'unknown') return 'stopped'
  if (task.mark !== 'todo') return task.mark
  const own = chain[0]?.obstacles ?? []
  if (own.some(({ is }) => is === 'cycle')) return 'cycle'
  if (own.length === 0) return 'ready'
  return chain.some((link) => link.obstacles.some(isForEver)) ? 'never' : 'waiting'
}

function isForEver(obstacle: Obstacle): boolean {
  if (obstacle.is === 'mark') return obstacle.mark === 'deferred'
  return obstacle.is !== 'blocker'
}

/** Lines of a chain that are shown; the rest is counted. */
const shownLinks = 40

/**
 * Writes the explanation for a terminal in lines that fit `width`, ending with a line end: the verdict, what can be
 * worked on first, and the chain.
 * @param options.isOfRun whether the marks are those of the plan's run, since its files show none
 */
export function whyPlanText(
  plan: Plan,
  why: WhyPlan,
  options: { readonly width: number; readonly colour: boolean; readonly isOfRun?: boolean },
): string {
  const paint = painter(options.colour)
  const width = Math.max(40, options.width)
  const tasks = new Map(plan.tasks.map((task) => [task.key, task]))
  const groups = new Map(plan.groups.map((group) => [group.key, safeLine(groupTitle(group))]))
  const files = new Map(plan.groups.flatMap(({ key, file }) => (file === undefined ? [] : [[key, safeLine(file)]])))
  const skipped = new Set(plan.groups.filter((group) => !group.implementation).map((group) => group.key))
  const hasDefault = skipped.size < plan.groups.length
  const name = (key: string): string => {
    const task = tasks.get(key)
    return safeLine(task === undefined ? key : taskName(task))
  }

  const lines: string[] = []
  const asked = tasks.get(why.task)
  lines.push(paint('bold', fit(`${name(why.task)}  ${safeLine(asked?.title ?? '')}`, width)))
  lines.push(...wrap(sentence(why, name, options.isOfRun === true), width))
  const chain = (why.chain[0]?.obstacles.length ?? 0) > 0 ? why.chain : []
  if (chain.length > 0) lines.push('')
  for (const link of chain.slice(0, shownLinks)) {
    const task = tasks.get(link.task)
    if (task === undefined) continue
    const indent = '  '.repeat(Math.min(link.depth, 10))
    const sign = paint(colours[task.mark], signs[task.mark])
    lines.push(`${indent}${sign} ${fit(`${name(task.key)}  ${safeLine(task.title)}`, width - indent.length - 2)}`)
    const from = tasks.get(link.by ?? '')
    const notes = obstacleTexts(link.obstacles, name)
    if (from !== undefined && from.group !== task.group && task.group !== null) {
      const file = files.get(task.group)
      const phase = hasDefault && skipped.has(task.group) ? '; not run unless --phase names it' : ''
      const idle = file === undefined ? phase : `; run it from its own file: millwright run ${shellWord(file)}`
      notes.unshift(`in ${groups.get(task.group) ?? 'another phase'}${idle}`)
    }
    if (link.obstacles.length === 0 && task.mark !== 'done') notes.push('no other task stands in its way')
    for (const note of notes)
      for (const line of wrap(note, width - indent.length - 4)) lines.push(`${indent}    ${paint('dim', line)}`)
  }
  if (chain.length > shownLinks) lines.push(`… and ${chain.length - shownLinks} more`)
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`
}

function sentence(why: WhyPlan, name: (key: string) => string, isOfRun: boolean): string {
  const first = why.chain.filter((link) => link.depth > 0 && link.obstacles.length === 0).map((link) => name(link.task))
  const start = first.length === 0 ? '' : `; ${listed(first, 4)} can be worked on first`
  const others = why.chain.length - 1
  const held = heldText(why, name)
  switch (why.verdict) {
    case 'done':
      return 'is done'
    case 'skipped':
      return isOfRun ? 'is skipped in the run' : 'is skipped by the plan'
    case 'deferred':
      return isOfRun ? 'is deferred in the run' : 'is deferred by the plan'
    case 'running':
      return 'is marked as being worked on'
    case 'stopped':
      return isOfRun ? 'has ended blocked in the run' : 'is stopped by its own mark'
    case 'cycle':
      return 'can never start: it waits for itself'
    case 'never':
      return `can never start as the plan stands${held}${start}`
    case 'waiting':
      return `waits for ${others} task${others === 1 ? '' : 's'}${held}${start}`
    case 'ready':
      return 'depends on no task that is open'
  }
}

/** Which marks in the chain somebody has to change before the task can start. */
function heldText(why: WhyPlan, name: (key: string) => string): string {
  const marked = (...marks: readonly MarkState[]): readonly string[] =>
    why.chain
      .filter(
        ({ depth, obstacles }) => depth > 0 && obstacles.some((it) => it.is === 'mark' && marks.includes(it.mark)),
      )
      .map(({ task }) => name(task))
  const blocked = marked('blocked')
  const unknown = marked('unknown')
  const deferred = marked('deferred')
  const parts = [
    ...(blocked.length === 0 ? [] : [`${listed(blocked, 4)} ${blocked.length === 1 ? 'is' : 'are'} unblocked`]),
    ...(unknown.length === 0
      ? []
      : [`${listed(unknown, 4)} ${unknown.length === 1 ? 'has a known mark' : 'have known marks'}`]),
    ...(deferred.length === 0
      ? []
      : [`${listed(deferred, 4)} ${deferred.length === 1 ? 'is' : 'are'} no longer deferred`]),
  ]
  return parts.length === 0 ? '' : `; it will not start until ${parts.join(' and ')}`
}

/** What is plainly waited for stands together in one text at the end. */
function obstacleTexts(obstacles: readonly Obstacle[], name: (key: string) => string): string[] {
  const others: string[] = []
  const blockers: string[] = []
  for (const obstacle of obstacles) {
    switch (obstacle.is) {
      case 'blocker': {
        const settled = obstacle.needs === 'settled' ? ' to end in any way' : ''
        blockers.push(name(obstacle.task) + settled + (obstacle.basis === 'explicit' ? '' : ` (${obstacle.basis})`))
        break
      }
      case 'unknown':
        others.push(`waits for ${safeLine(obstacle.id)}, which is not in this plan`)
        break
      case 'cycle':
        others.push(`is part of a cycle: ${safeLine(obstacle.text)}`)
        break
      case 'mark':
        others.push(`is marked ${obstacle.mark}${obstacle.reason === null ? '' : `: ${safeLine(obstacle.reason)}`}`)
    }
  }
  return blockers.length === 0 ? others : [...others, `waits for ${blockers.join(', ')}`]
}
