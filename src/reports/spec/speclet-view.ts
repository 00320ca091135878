/** How far the SPECLets of a spec are, stage by stage: the progress view of seed 004 §2.0b 4, in its words. */

import { safeLine } from '../../plan/safe-text.ts'
import type { Speclet } from '../../plan/spec.ts'
import { tasksOfPlan } from '../../run/steps/planned-tasks.ts'
import type { RunState } from '../../run/state.ts'
import { executionPlan, stagesIn } from './preflight.ts'
import { taskOutline, type TaskOutline } from './progress/outline.ts'
import { specletProgress } from './progress/speclets.ts'

type Progress = NonNullable<ReturnType<typeof specletProgress>>

const bar = '═'.repeat(51)

interface Look {
  readonly stages: readonly (readonly Speclet[])[]
  readonly progress: Progress
  readonly outlines: ReadonlyMap<string, TaskOutline>
}

function lookAt(state: RunState, speclets: readonly Speclet[]): Look {
  const outlines = new Map(tasksOfPlan(state).map((task) => [task.spec.key, taskOutline(state, task)]))
  const progress = specletProgress(state, (key) => outlines.get(key)) ?? {}
  return { stages: stagesIn(speclets), progress, outlines }
}

/** The lines of the view; none of a plan without SPECLets. Text of the plan in it is safe to show. */
export function specletView(state: RunState): readonly string[] {
  const speclets = state.spec?.spec.speclets ?? []
  if (speclets.length === 0) return []
  const look = lookAt(state, speclets)
  const plan = Object.values(executionPlan(speclets))
  return [
    bar,
    'SPECLet Execution Progress',
    bar,
    '',
    ...look.stages.flatMap((within, at) => {
      const { description = '', parallel = false } = plan[at] ?? {}
      return [
        `Stage ${at + 1}: ${safeLine(description)}${parallel ? ' (parallel execution)' : ''}`,
        ...within.map((it) => `  ${rowOf(it, look)}`),
        '',
      ]
    }),
    overall(look),
    bar,
  ]
}

/** The SPECLets of one stage, from 1, without what stands around them: `✅ gauge (completed in 15m)`. */
export function stageRows(state: RunState, stage: number): readonly string[] {
  const look = lookAt(state, state.spec?.spec.speclets ?? [])
  return (look.stages[stage - 1] ?? []).map((it) => rowOf(it, look))
}

function rowOf(speclet: Speclet, { progress, outlines }: Look): string {
  const id = safeLine(speclet.id)
  const now = progress[speclet.id]
  if (now === undefined) return id
  switch (now.status) {
    case 'completed': {
      const took = now.execution_time_seconds
      const part = now.completed_in_part === true ? ' in part' : ''
      return `✅ ${id} (completed${part}${took === null ? '' : `${part === '' ? '' : ','} in ${timeText(took)}`})`
    }
    case 'in_progress': {
      return `🔄 ${id} (in progress - Task ${placeIn(speclet, outlines)}/${speclet.tasks.length})`
    }
    case 'failed':
      return `❌ ${id} (failed)`
    case 'skipped':
      return `⏭️ ${id} (skipped)`
    case 'ready':
      return `⏸️ ${id} (ready)`
    case 'blocked':
    case 'not_started':
      return `⏸️ ${id} (blocked - ${waitsFor(now.depends_on_status)})`
    default:
      return now.status satisfies never
  }
}

/** Which of its tasks it is at, from 1: the first one at work, or else the first that is not over. */
function placeIn({ tasks }: Speclet, outlines: Look['outlines']): number {
  const atWork = tasks.findIndex((key) => outlines.get(key)?.status === 'in_progress')
  const open = atWork < 0 ? tasks.findIndex((key) => !isOver(outlines.get(key))) : atWork
  return open < 0 ? tasks.length : open + 1
}

function isOver(task: TaskOutline | undefined): boolean {
  return task?.status === 'completed' || task?.status === 'failed' || task?.status === 'skipped'
}

function waitsFor(needs: Progress[string]['depends_on_status']): string {
  const named = (of: readonly string[]): string => of.map(safeLine).join(', ')
  const failed = Object.keys(needs).filter((id) => needs[id] === 'failed')
  if (failed.length > 0) return `${named(failed)} failed`
  const open = Object.keys(needs).filter((id) => needs[id] !== 'completed' && needs[id] !== 'skipped')
  return open.length === 0 ? 'waiting for the stage before' : `waiting for ${named(open)}`
}

/** The stage that it is at: the first in which something is left to do, else the last. */
function overall({ stages, progress }: Look): string {
  const within =
    (statuses: readonly string[]) =>
    (it: Speclet): boolean =>
      statuses.includes(progress[it.id]?.status ?? 'not_started')
  // One that failed is over once all are.
  const isOver = stages.every((all) => all.every(within(['completed', 'skipped', 'failed'])))
  const open = isOver ? -1 : stages.findIndex((all) => !all.every(within(['completed', 'skipped'])))
  const at = open < 0 ? stages.length : open + 1
  return `Overall: Stage ${at} of ${stages.length} (${Math.round((at / stages.length) * 100)}%)`
}

/** `45s`, `15m`, `2h 5m`. */
function timeText(seconds: number): string {
  if (seconds < 60) return `${seconds}s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes}m` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`
}
