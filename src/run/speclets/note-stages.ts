/** Logs how a stage of SPECLets has ended, once with each end (seed 004 §2.0b, 7). */

import { inPart } from './completed-in-part.ts'
import type { SpecletStatus } from './speclet-status.ts'
import { emit, type Turn } from '../turn.ts'
import { areOver, specletOf, specletStatuses } from './status.ts'
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
  const all = specletStatuses(state)
  const statusOf = (id: string): SpecletStatus => all.get(id) ?? 'not_started'
  for (let stage = 1; stage <= last; stage += 1) {
    const within = speclets.filter((it) => it.stage === stage)
    if (!areOver(state, within)) return
    const isBlocked = within.every(({ id }) => statusOf(id) === 'blocked')
    if (isBlocked || state.course.stagesOver.includes(stage)) continue
    const validation = validateStage(speclets, stage, { statusOf, inPart: inPart(state) })
    emit(turn, { type: 'stage-ended', validation })
  }
}

function hasMoved({ state, events }: Turn): boolean {
  return events.some(({ body, subject }) => {
    const task = body.type === 'step-moved' && subject ? state.tasks.get(subject.task) : undefined
    return task !== undefined && specletOf(state, task) !== null
  })
}
