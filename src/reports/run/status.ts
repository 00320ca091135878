/** How far a plan is: a line for each task, then the summary. */

import type { Plan } from '../../plan/model.ts'
import { milestoneOf } from '../../run/milestone-key.ts'
import { taskOf, type RunState } from '../../run/state.ts'
import type { StepStatus } from '../../run/step-status.ts'
import { viewSteps } from '../../run/step-views.ts'
import { viewRun, type TaskView } from '../../run/views.ts'
import { fit } from '../graph/columns.ts'
import { painter, type Colour, type Paint } from '../graph/paint.ts'
import { shellWord } from '../../plan/shell-word.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { criteriaLines } from './criteria-text.ts'
import type { RunJson } from './json.ts'
import { overriddenBeforeText } from './question-text.ts'
import { specletView } from '../spec/speclet-view.ts'
import { stepLines } from './step-text.ts'
import { summaryText } from './summary.ts'

const colours: Readonly<Record<StepStatus, Colour>> = {
  pending: 'plain',
  working: 'blue',
  verifying: 'blue',
  reviewing: 'yellow',
  merging: 'blue',
  done: 'green',
  blocked: 'red',
  failed: 'red',
  skipped: 'dim',
  deferred: 'dim',
}

/**
 * The state of a run, for a terminal.
 * @param of.told its tasks as they are told as JSON
 */
export function statusText(
  state: RunState,
  {
    plan,
    told = [],
    colour,
    width,
  }: {
    readonly plan: string
    readonly told?: RunJson['tasks']
    readonly colour: boolean
    readonly width: number
  },
): string {
  const paint = painter(colour)
  const tasks = viewRun(state).tasks.filter(
    (task) =>
      task.origin !== 'engine' ||
      (task.selected && task.state !== 'done') ||
      task.proof === 'overridden' ||
      milestoneOf(task.key) !== null,
  )
  const groups = new Map(
    state.groups.map((group) => [
      group.key,
      group.number === null ? group.title : `Phase ${group.number}: ${group.title}`,
    ]),
  )
  const lines: string[] = []
  let group: string | null | undefined
  for (const task of tasks) {
    if (task.group !== group) {
      group = task.group
      if (group !== null) lines.push(paint('bold', safeLine(groups.get(group) ?? group)))
    }
    lines.push(
      `  ${paint(colours[task.state], wordOf(task).padEnd(10))} ${fit(safeLine(`${task.id ?? ''} ${task.title}`.trim()), Math.max(20, width - 16))}`,
    )
    const facts = factsOf(task)
    if (facts !== '') lines.push(`             ${paint('dim', facts)}`)
    for (const line of stepLines(viewSteps(taskOf(state, task.uid)))) lines.push(`             ${paint('dim', line)}`)
    for (const line of criteriaLines(task.criteria ?? [])) lines.push(`             ${paint('dim', safeLine(line))}`)
  }
  const view = specletView(state)
  const above = view.length === 0 ? '' : `${view.join('\n')}\n\n`
  return `${above}${[...lines, ...formerLines(told, paint)].join('\n')}\n\n${summaryText(state, { plan, colour })}`
}

function wordOf(task: TaskView): string {
  if (task.waitingOn?.is === 'human') return 'asks'
  return task.state === 'pending' && !task.selected ? 'not run' : task.state
}

function factsOf(task: TaskView): string {
  return [
    task.proof ?? '',
    task.commit?.slice(0, 7) ?? '',
    task.agent === undefined ? '' : `by ${safeLine(task.agent)}`,
    task.attempts > 1 ? `${task.attempts} attempts` : '',
    task.waitingOn?.is === 'stage' ? 'failed; asked about once its stage is over' : '',
    task.waitingOn?.is === 'job' ? 'goes on once a job is free' : '',
    task.waitingOn?.is === 'research' ? 'something is looked up before it begins' : '',
    task.waitingOn?.is === 'judgement' ? 'an agent judges its output' : '',
    task.state === 'done' ? '' : safeLine(task.reason ?? ''),
  ]
    .filter((it) => it !== '')
    .join(', ')
}

/**
 * A plan that was never run: its own marks, counted.
 * @param of.tasks as they are told as JSON
 */
export function planStatusText(
  plan: Plan,
  { plan: given, tasks, colour }: { readonly plan: string; readonly tasks: RunJson['tasks']; readonly colour: boolean },
): string {
  const paint = painter(colour)
  const counts = new Map<string, number>()
  for (const task of plan.tasks) counts.set(task.mark, (counts.get(task.mark) ?? 0) + 1)
  const words = [...counts].map(([mark, count]) => `${count} ${mark}`).join(', ')
  const lines = [
    paint('bold', safeLine(plan.title === '' ? given : plan.title)),
    `  never run here; by its marks: ${words === '' ? 'no task' : words}`,
    ...formerLines(tasks, paint),
    `  start it with: millwright run ${shellWord(given)} --agent NAME`,
  ]
  return `${lines.join('\n')}\n`
}

/** What runs of which there is no journal here have let pass: a line for each task. */
function formerLines(tasks: RunJson['tasks'], paint: Paint): readonly string[] {
  return tasks.flatMap(({ id, title, overriddenBefore }) =>
    overriddenBefore === undefined
      ? []
      : [`  ${paint('yellow', '-')} ${safeLine(id ?? title)} overridden ${overriddenBeforeText(overriddenBefore)}`],
  )
}
