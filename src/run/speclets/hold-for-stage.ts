/** Other SPECLets of a stage are let come to their end before people are asked about one that has failed (seed 004 §2.0b, 2d). */

import type { Speclet } from '../../plan/spec.ts'
import type { RunState, StepRun, TaskRun } from '../state.ts'
import { isEnd, type Cause } from '../step-status.ts'
import { taskStatus } from '../task-status.ts'
import { isReady } from '../track.ts'
import { emit, subjectOf, type Turn } from '../turn.ts'
import { waitsForPerson } from '../writers.ts'
import { specletOf, tasksOfSpeclet } from './status.ts'

/** @returns whether the step waits: then nothing else follows from its failure for now */
export function holdForStage(turn: Turn, task: TaskRun, step: StepRun, cause: Cause): boolean {
  const speclet = specletOf(turn.state, task)
  if (speclet === null || (step.status !== 'working' && step.status !== 'verifying')) return false
  if (!othersGoOn(turn.state, speclet)) return false
  emit(turn, { type: 'waiting-set', waitingOn: { is: 'stage', stage: speclet.stage, cause } }, subjectOf(task, step))
  return true
}

/** Whether another SPECLet of the stage is at work, or may go on by itself. */
export function othersGoOn(state: RunState, { id, stage }: Speclet): boolean {
  const others = (state.spec?.spec.speclets ?? []).filter((it) => it.stage === stage && it.id !== id)
  return others.some((it) => tasksOfSpeclet(state, it).some(goesOn))
}

function goesOn(task: TaskRun): boolean {
  const status = taskStatus(task)
  if (status === 'pending') return isReady(task)
  return !isEnd(status) && !waitsForPerson(task)
}
