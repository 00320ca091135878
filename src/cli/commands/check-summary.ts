/** The lines below the findings of `check`: what was read, what it holds, and what a run would do. */

import { blockersOf, graphOf } from '../../plan/graph.ts'
import type { Draft } from '../../plan/draft.ts'
import type { MarkState, Plan } from '../../plan/model.ts'
import { select } from '../../plan/selection.ts'
import { summarise, summaryText } from '../../reports/diagnostics/index.ts'
import { groupTitle } from '../../plan/names.ts'
import { painter } from '../../reports/graph/paint.ts'
import { safeLine } from '../../plan/safe-text.ts'
import type { Opening } from '../../calls/plan/open-plan.ts'
import type { Io } from '../output.ts'
import { shownPath } from '../../calls/plan/shown-paths.ts'

/** States in the order they are told, with their words. */
const words: readonly (readonly [MarkState, string])[] = [
  ['done', 'done'],
  ['running', 'marked as running'],
  ['blocked', 'blocked'],
  ['skipped', 'skipped'],
  ['deferred', 'deferred'],
  ['unknown', 'with an unknown mark'],
  ['todo', 'open'],
]

/** A few lines, ending with a line end. */
export function checkSummary(opening: Opening, io: Pick<Io, 'cwd' | 'colour'>): string {
  const paint = painter(io.colour)
  const summary = summarise(opening.diagnostics)
  const colour = summary.errors > 0 ? 'red' : summary.warnings > 0 ? 'yellow' : 'green'
  const found = paint(colour, summaryText(summary))
  const reading = opening.is === 'opened' ? opening : opening.reading
  if (reading === null) return `${found}: this cannot be read as a plan\n`
  const { draft, root, planRelative } = reading
  const lines = [
    `${safeLine(shownPath(root, planRelative, io.cwd))}: ${found}`,
    `  ${paint('dim', 'read ')} ${readText(draft)}`,
    `  ${paint('dim', 'tasks')} ${tasksText(draft)}`,
    `  ${paint('dim', 'run  ')} ${opening.is === 'opened' ? runText(opening.plan) : 'nothing, until the errors are mended'}`,
  ]
  return `${lines.join('\n')}\n`
}

function readText({ coverage, dialect }: Draft): string {
  const { taskLike, read } = coverage
  const lost = taskLike - read
  const all =
    lost === 0
      ? `all ${count(taskLike, 'task-like line')}`
      : `${read} of ${count(taskLike, 'task-like line')}, ${lost} not understood`
  return `${all}, as ${dialect}`
}

function tasksText({ tasks, groups, spec }: Draft): string {
  const amounts = new Map<MarkState, number>()
  for (const { mark } of tasks) amounts.set(mark.state, (amounts.get(mark.state) ?? 0) + 1)
  const parts = words.flatMap(([state, word]) => (amounts.has(state) ? [`${amounts.get(state) ?? 0} ${word}`] : []))
  const detail = parts.length === 0 ? '' : `: ${parts.join(', ')}`
  const amount = count(tasks.length, 'task')
  if (spec === undefined) return `${amount} in ${count(groups.length, 'phase')}${detail}`
  if (spec.speclets.length === 0) return `${amount}${detail}`
  const speclets = new Set(spec.speclets.map(({ id }) => id))
  const elsewhere = tasks.filter(({ group }) => !speclets.has(group)).length
  const none = elsewhere === 0 ? '' : `, ${elsewhere} in none`
  return `${amount} in ${count(speclets.size, 'SPECLet')}${none}${detail}`
}

/** What `run` without flags would take on, and with which of it it could begin. */
function runText(plan: Plan): string {
  const { selected } = select(plan, { phases: null, only: null, until: null })
  const todo = plan.tasks.filter(({ key, mark }) => selected.has(key) && mark === 'todo')
  const implementation = plan.groups.filter((group) => group.implementation)
  const where =
    implementation.length === 0 ? '' : ` of ${implementation.map((group) => safeLine(groupTitle(group))).join(', ')}`
  if (todo.length === 0) {
    const others = plan.tasks.some(({ mark }) => mark === 'todo')
    const elsewhere = others && where !== '' ? '; other phases are run with --phase' : ''
    return `nothing: no task${where} is open${elsewhere}`
  }
  const good = new Set(plan.tasks.filter(({ mark }) => mark === 'done' || mark === 'skipped').map(({ key }) => key))
  const blockers = blockersOf(plan)
  const { cycles, order } = graphOf(plan)
  const rings = new Set(cycles.flatMap(({ members }) => members))
  const open = new Set(todo.map(({ key }) => key))
  // In order, so that what waits for a task that waits is held, too.
  const held = new Set<string>()
  for (const key of order)
    if ((blockers.get(key) ?? []).some(({ from }) => !good.has(from) && (held.has(from) || !open.has(from))))
      held.add(key)
  const ready = todo.filter(
    ({ key, unknownBlockers }) =>
      !rings.has(key) && unknownBlockers.length === 0 && (blockers.get(key) ?? []).every(({ from }) => good.has(from)),
  )
  const waiting = todo.filter(({ key }) => held.has(key)).length
  const others = waiting === 0 ? '' : `; ${waiting} ${waiting === 1 ? 'waits' : 'wait'} for tasks that it leaves out`
  return `${count(todo.length, 'task')}${where}, ${ready.length} of them can start at once${others}`
}

function count(amount: number, word: string): string {
  return `${amount} ${word}${amount === 1 ? '' : 's'}`
}
