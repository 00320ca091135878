/** Logs how a stage of SPECLets has ended, once with each end (seed 004 §2.0b, 7). */

import type { Speclet } from '../../plan/spec.ts'
import type { RunState } from '../state.ts'
import { outlookOf } from '../task-status.ts'
import { emit, type Turn } from '../turn.ts'
import { specletOf, specletStatus, tasksOfSpeclet } from './status.ts'
import { validateStage } from './validate-stage.ts'

/**
 * Looks at the stages where this turn has moved a task of one. A stage is over when each of its tasks is, and all stages before
 * it are; nothing is told of one in which everything is blocked.
 */
export function noteStages(turn: Turn): void {
  const { state } = turn
  const speclets = state.spec?.spec.speclets ?? []
  if (speclets.length === 0 || !hasMoved(turn)) return
  const last = Math.max(...speclets.map((it) => it.stage))
  for (let stage = 1; stage <= last; stage += 1) {
    const within = speclets.filter((it) => it.stage === stage)
    if (!isOver(state, within)) return
    const statuses = new Map(within.map((it) => [it.id, specletStatus(state, it)]))
    const isBlocked = [...statuses.values()].every((it) => it === 'blocked')
    if (isBlocked || state.course.stagesOver.includes(stage)) continue
    const validation = validateStage(speclets, stage, (id) => statuses.get(id) ?? 'not_started')
    emit(turn, { type: 'stage-ended', validation })
  }
}

function hasMoved({ state, events }: Turn): boolean {
  return events.some(({ body, subject }) => {
    const task = body.type === 'step-moved' && subject ? state.tasks.get(subject.task) : undefined
    return task !== undefined && specletOf(state, task) !== null
  })
}

function isOver(state: RunState, within: readonly Speclet[]): boolean {
  return within.every((it) => tasksOfSpeclet(state, it).every((task) => outlookOf(state, task) !== 'open'))
}
