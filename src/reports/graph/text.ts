/** A plan's graph for a terminal: stage by stage, each task with its sign, its name and what it comes after. */

import { blockersOf, cycleText } from '../../plan/graph.ts'
import type { Graph } from '../../plan/graph.ts'
import type { Edge, Plan, TaskSpec } from '../../plan/model.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { columns, fit, pad, wrap } from './columns.ts'
import { taskName } from '../../plan/names.ts'
import { colours, painter, signs } from './paint.ts'
import type { Paint } from './paint.ts'

export interface TextOptions {
  /** Columns of the terminal; narrower than 40 is taken as 40. */
  readonly width: number
  readonly colour: boolean
}

/**
 * Writes the graph in lines that fit the width, ending with a line end:
 *
 *     Ferry timetable cache                          4 tasks, 1 done · 3 stages · critical path 2
 *
 *     stage 1   ✓ T001  List the cache cases
 *     stage 2 ★ ○ T002  Add the store                                        after T001 ✓
 *     stage 3 ★ ○ T003  Evict by age                                         after T002
 *
 * A star marks the critical path. Blockers that are done carry their sign; blockers of another group carry its name.
 */
export function textGraph(plan: Plan, graph: Graph, options: TextOptions): string {
  const page = pageOf(plan, graph, options)
  const lines = [...header(plan, graph, page), '']
  if (plan.tasks.length === 0) lines.push('no tasks')
  graph.stages.forEach((stage, at) => {
    stage.forEach((key, place) => lines.push(...row(key, place === 0 ? `stage ${at + 1}` : '', page)))
  })
  lines.push(...trouble(plan, graph, page), ...foot(graph, page))
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`
}

/** What every line needs to know. */
interface Page {
  readonly width: number
  readonly paint: Paint
  readonly tasks: ReadonlyMap<string, TaskSpec>
  readonly groups: ReadonlyMap<string, string>
  readonly blockers: ReadonlyMap<string, readonly Edge[]>
  readonly critical: ReadonlySet<string>
  /** Columns of `stage N`, and of the names of tasks and groups. */
  readonly stageWidth: number
  readonly nameWidth: number
  readonly groupWidth: number
}

function pageOf(plan: Plan, graph: Graph, { width, colour }: TextOptions): Page {
  const groups = new Map(plan.groups.map((group) => [group.key, safeLine(group.number ?? group.title)]))
  const used = new Set(plan.tasks.map((task) => task.group))
  const widest = (texts: Iterable<string>, limit: number): number => {
    let most = 0
    for (const text of texts) most = Math.max(most, columns(text))
    return Math.min(most, limit)
  }
  return {
    width: Math.max(40, width),
    paint: painter(colour),
    tasks: new Map(plan.tasks.map((task) => [task.key, task])),
    groups,
    blockers: blockersOf(plan),
    critical: new Set(graph.criticalPath),
    stageWidth: `stage ${graph.stages.length}`.length,
    nameWidth: widest(plan.tasks.map(nameOf), 14),
    groupWidth: used.size > 1 ? widest(groups.values(), 10) : 0,
  }
}

function header(plan: Plan, graph: Graph, page: Page): readonly string[] {
  const done = plan.tasks.filter((task) => task.mark === 'done').length
  const facts = [
    `${counted(plan.tasks.length, 'task')}, ${done} done`,
    counted(graph.stages.length, 'stage'),
    ...(graph.criticalPath.length > 0 ? [`critical path ${graph.criticalPath.length}`] : []),
    ...(graph.cycles.length > 0 ? [counted(graph.cycles.length, 'cycle')] : []),
  ].join(' · ')
  const title = safeLine(plan.title)
  const room = page.width - columns(facts) - 2
  if (columns(title) > room)
    return [
      page.paint('bold', fit(title, page.width)),
      ...wrap(facts, page.width).map((line) => page.paint('dim', line)),
    ]
  return [page.paint('bold', pad(title, room)) + '  ' + page.paint('dim', facts)]
}

/** One task; what it comes after stands at the right, or below where there is no room. */
function row(key: string, stage: string, page: Page): readonly string[] {
  const task = page.tasks.get(key)
  if (task === undefined) return []
  const { paint } = page
  const critical = page.critical.has(key)
  const group = page.groupWidth === 0 ? '' : pad(fit(groupOf(task, page), page.groupWidth), page.groupWidth) + ' '
  const begin =
    paint('dim', pad(stage, page.stageWidth)) +
    (critical ? paint('yellow', ' ★ ') : '   ') +
    paint(colours[task.mark], signs[task.mark]) +
    ' ' +
    paint('dim', group) +
    paint(critical ? 'bold' : 'plain', pad(fit(nameOf(task), page.nameWidth), page.nameWidth)) +
    '  '
  const used = page.stageWidth + 5 + columns(group) + page.nameWidth + 2
  const after = afterText(task, page)
  const title = safeLine(task.title)
  const room = page.width - used
  const beside = room - columns(after) - 2
  if (after === '') return [begin + shown(fit(title, room), task, paint)]
  if (beside >= Math.min(columns(title), 24))
    return [begin + shown(pad(fit(title, beside), beside), task, paint) + '  ' + paint('dim', after)]
  const below = wrap(after, room).map((line) => ' '.repeat(used) + paint('dim', line))
  return [begin + shown(fit(title, room), task, paint), ...below]
}

function shown(title: string, task: TaskSpec, paint: Paint): string {
  return task.mark === 'done' || task.mark === 'skipped' ? paint('dim', title) : title
}

function afterText(task: TaskSpec, page: Page): string {
  const names = (page.blockers.get(task.key) ?? []).flatMap((edge) => {
    const blocker = page.tasks.get(edge.from)
    if (blocker === undefined) return []
    const elsewhere = blocker.group === task.group ? '' : ` (${groupOf(blocker, page)})`
    return [nameOf(blocker) + elsewhere + (blocker.mark === 'todo' ? '' : ` ${signs[blocker.mark]}`)]
  })
  const strangers = task.unknownBlockers.map((id) => `${safeLine(id)} (not in this plan)`)
  const all = [...names, ...strangers]
  return all.length === 0 ? '' : `after ${all.join(', ')}`
}

/** Cycles, each with every edge, and what waits for them. */
function trouble(plan: Plan, graph: Graph, page: Page): readonly string[] {
  const lines: string[] = []
  const names = new Map(plan.tasks.map((task) => [task.key, nameOf(task)]))
  const named = (keys: readonly string[]): string[] => keys.map((key) => names.get(key) ?? key)
  for (const cycle of graph.cycles) {
    const text = cycleText({ members: named(cycle.members), walks: cycle.walks.map(named) })
    const title = `cycle: ${text} (each waits for the next; ${counted(cycle.members.length, 'task')} can never start)`
    lines.push('', ...wrap(title, page.width).map((line) => page.paint('red', line)))
    for (const key of cycle.members) lines.push(...row(key, '', page))
  }
  if (graph.held.length > 0) lines.push('', page.paint('red', 'held by a cycle:'))
  for (const key of graph.held) lines.push(...row(key, '', page))
  return lines
}

function foot(graph: Graph, page: Page): readonly string[] {
  if (graph.criticalPath.length < 2) return []
  const limit = 12
  const name = (key: string): string => {
    const task = page.tasks.get(key)
    return task === undefined ? key : nameOf(task)
  }
  const path = graph.criticalPath
  const shownKeys = path.length <= limit ? path : path.slice(0, limit - 1)
  const rest = path.length - shownKeys.length
  const steps = [...shownKeys.map(name), ...(rest > 1 ? [`… ${rest - 1} more`, name(path.at(-1) ?? '')] : [])]
  return ['', ...wrap(`★ critical path (${path.length}): ${steps.join(' → ')}`, page.width)]
}

function groupOf(task: TaskSpec, page: Page): string {
  return task.group === null ? '' : (page.groups.get(task.group) ?? '')
}

function nameOf(task: TaskSpec): string {
  return safeLine(taskName(task))
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
