/** Sections of a report that every plan has: tasks, time, gates, deviations and findings. */

import type { Deviation } from '../../run/deviation.ts'
import { isRedThenGreen } from '../../run/criteria-seen.ts'
import type { RunView, TaskView } from '../../run/views.ts'
import { durationText } from '../run/duration.ts'
import type { EvidenceJson, RunJson, TaskJson } from '../run/json.ts'
import { overruledText, overriddenBeforeText } from '../run/question-text.ts'
import { section, table, toned, type Bars, type Block, type Cell, type Section, nothing } from './document.ts'
import { clipped } from './clipped.ts'
import { longestLabel, timeline } from './timelines.ts'
import { counted, known, momentText, partsOf, partsText, stateCell } from './words.ts'
import { person, type Worked } from './worked.ts'

/** How the tasks of a plan ended, as one bar. */
export function taskOutcomes({ tasks }: Pick<RunJson, 'tasks'>): Bars {
  const states = tasks.filter(({ selected }) => selected).map((it) => (isOver(it.state) ? it.state : 'open'))
  const left = tasks.length - states.length
  const parts = [
    ...partsOf(states, [
      ['done', 'done', 'good'],
      ['failed', 'failed', 'bad'],
      ['blocked', 'blocked', 'warn'],
      ['open', 'open', 'busy'],
      ['skipped', 'skipped', 'off'],
      ['deferred', 'deferred', 'plain'],
    ]),
    { name: 'not in this run', tone: 'off' as const, count: left },
  ]
  return {
    is: 'bars',
    title: 'How the tasks stand',
    summary: `Of ${counted(tasks.length, 'task')}: ${partsText(parts)}.`,
    most: null,
    rows: [{ label: 'tasks', parts, text: partsText(parts) }],
  }
}

function isOver(state: TaskJson['state']): boolean {
  return state === 'done' || state === 'failed' || state === 'blocked' || state === 'skipped' || state === 'deferred'
}

/** A row for each task. */
export function tasksSection({ tasks, milestones }: RunJson, view: RunView): readonly Section[] {
  const times = new Map(view.tasks.map((it) => [it.key, it]))
  const rows = tasks.map((task): readonly Cell[] => [
    known(task.id ?? task.key),
    task.title,
    task.selected || isOver(task.state) ? stateCell(task.state) : toned('off', 'not in this run'),
    known(task.proof),
    String(task.attempts),
    tookText(times.get(task.key)),
    known(task.commit?.slice(0, 10)),
    known(task.state === 'done' ? null : task.reason),
  ])
  const columns = ['Task', 'What', 'State', 'Proof', 'Attempts', 'Took', 'Commit', 'Why not']
  return section('Tasks', [
    ...table('Tasks of the plan', columns, rows),
    ...table(
      'Steps of the tasks',
      ['Task', 'Step', 'What', 'State', 'Method', 'Attempts', 'Why not'],
      tasks.flatMap((task) =>
        (task.steps ?? []).map((it) => [
          known(task.id ?? task.key),
          it.id,
          it.title,
          stateCell(it.state),
          known(it.method),
          String(it.attempts),
          known(it.reason),
        ]),
      ),
    ),
    ...table(
      'Let pass by a person',
      ['Task', 'What was said'],
      tasks.flatMap((it) => overruledRow(it)),
    ),
    ...table(
      'Acceptance criteria',
      ['Task', 'Criterion', 'Red first, green now', 'Green before the work'],
      tasks.flatMap((task) =>
        (task.criteria ?? []).map((it) => [
          known(task.id ?? task.key),
          it.criterion,
          isRedThenGreen(it) ? toned('good', 'yes') : toned('warn', 'no'),
          it.wasGreenBefore ? toned('warn', 'yes') : 'no',
        ]),
      ),
    ),
    ...table(
      'Integration tests of layers',
      ['What', 'Layer', 'State', 'Why not'],
      milestones.map((it) => [it.title, known(it.layer), stateCell(it.state), known(it.reason)]),
    ),
  ])
}

function overruledRow({ id, key, overridden, overriddenBefore }: TaskJson): readonly (readonly Cell[])[] {
  const name = known(id ?? key)
  return [
    ...(overridden === undefined ? [] : [[name, `overridden ${overruledText(overridden)}`]]),
    ...(overriddenBefore === undefined ? [] : [[name, `overridden ${overriddenBeforeText(overriddenBefore)}`]]),
  ]
}

function tookText(task: TaskView | undefined): string {
  if (task?.startedAt == null || task.endedAt === null || task.state !== 'done') return nothing
  return durationText(task.endedAt - task.startedAt)
}

/** When each task was worked on, and by what. */
export function timeSection(run: RunJson, view: RunView, worked: Worked): readonly Section[] {
  const { from, to } = worked
  if (from === null || to === null) return []
  const state = new Map(run.tasks.map((it) => [it.key, it.state]))
  const rows = view.tasks.map((task) => {
    const stretches = worked.byTask.get(task.uid) ?? []
    const waited = sumOf(stretches.filter(({ name }) => name === person))
    const work = sumOf(stretches) - waited
    const words = [
      state.get(task.key) ?? task.state,
      `worked on ${durationText(work)}`,
      ...(waited === 0 ? [] : [`waited for a person ${durationText(waited)}`]),
    ]
    const label = clipped(task.id === null ? task.title : `${task.id} ${task.title}`, longestLabel)
    return { label, stretches, text: words.join(', ') }
  })
  return section('Time', timeline('Tasks over time', rows, { what: 'task', from, to }))
}

function sumOf(stretches: readonly { readonly from: number; readonly to: number }[]): number {
  return stretches.reduce((sum, { from, to }) => sum + to - from, 0)
}

/** Most rows of evidence: where there are more, the rows of what did not pass come first. */
const mostEvidence = 500

/** Most bars of a chart. */
const mostBars = 60

/** Where there are more than a chart has room for, those that were red most often, in their order. */
export function worstOf<Item extends { readonly red: number }>(items: readonly Item[]): readonly Item[] {
  if (items.length <= mostBars) return items
  const kept = new Set([...items].sort((a, b) => b.red - a.red).slice(0, mostBars))
  return items.filter((it) => kept.has(it))
}

/** What the gates said. */
export function gatesSection(run: RunJson): readonly Section[] {
  const all = [...run.tasks, ...run.milestones].flatMap((task) =>
    task.evidence.map((evidence) => ({ name: 'id' in task ? known(task.id ?? task.key) : task.title, evidence })),
  )
  if (all.length === 0) return []
  const byGate = new Map<string, { passed: number; count: number }>()
  for (const { evidence } of all) {
    const { passed, count } = byGate.get(evidence.gate) ?? { passed: 0, count: 0 }
    byGate.set(evidence.gate, { passed: passed + (evidence.result === 'passed' ? 1 : 0), count: count + 1 })
  }
  const results = [...byGate].map(([gate, it]) => ({ gate, ...it, red: it.count - it.passed }))
  const shown = worstOf(results)
  const more = results.length - shown.length
  const bars: Bars = {
    is: 'bars',
    title: 'Gates',
    summary: `${counted(results.length, 'gate')} looked at what was done, ${counted(all.length, 'time')}.${more === 0 ? '' : ` The ${more} that were red least often are not in the picture.`}`,
    most: Math.max(...shown.map(({ count }) => count)),
    rows: shown.map(({ gate, passed, red }) => {
      const parts = [
        { name: 'passed', tone: 'good' as const, count: passed },
        { name: 'did not pass', tone: 'bad' as const, count: red },
      ]
      return { label: gate, parts, text: partsText(parts) }
    }),
  }
  const isGreen = (evidence: EvidenceJson): number => (evidence.result === 'passed' ? 1 : 0)
  const rows =
    all.length <= mostEvidence
      ? all
      : [...all].sort((a, b) => isGreen(a.evidence) - isGreen(b.evidence)).slice(0, mostEvidence)
  const left = all.length - rows.length
  const rest: readonly Block[] =
    left === 0 ? [] : [{ is: 'words', text: `${counted(left, 'more result')} that passed: status --json has all.` }]
  return section('Gates', [
    bars,
    ...table(
      'Evidence: what each gate said last',
      ['Task', 'Gate', 'Result', 'Exit code', 'Took', 'Tree'],
      rows.map(({ name, evidence }) => [
        name,
        evidence.gate,
        stateCell(evidence.result),
        known(evidence.exitCode),
        evidence.reused ? 'known for this tree' : durationText(evidence.durationMs),
        known(evidence.tree?.slice(0, 10)),
      ]),
    ),
    ...rest,
  ])
}

/** Where the work departed from the plan. */
export function deviationsSection(deviations: readonly Deviation[]): readonly Section[] {
  const columns = ['Task', 'What', 'Reason', 'Action taken', 'Impact']
  const rows = deviations.map((it) => [it.task, it.what, it.reason, it.action, it.impact])
  return section('Deviations', table('Departures from the plan', columns, rows))
}

/** Where a report comes from, and how it is held against it. */
export function recordSection(of: {
  readonly run: string | null
  readonly to: number | null
  readonly events: number
  readonly seal: string | null
}): readonly Section[] {
  return section('Record', [
    {
      is: 'facts',
      facts: [
        ['Run', known(of.run)],
        ['Journal', counted(of.events, 'event')],
        ...(of.to === null ? [] : [['Last event', momentText(of.to)] as const]),
        ...(of.seal === null ? [] : [['Seal of the progress file', `sha256 ${of.seal}`] as const]),
      ],
    },
    {
      is: 'words',
      text: 'Everything here is made from the journal. `millwright verify PLAN` says whether it is whole and unchanged.',
    },
  ])
}
