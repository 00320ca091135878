/** What has failed while other SPECLets of its stage were at work is escalated once they are over (seed 004 §2.0b, 2d). */

import { isIdle } from '../close.ts'
import { askExhausted } from '../retry.ts'
import { taskOf } from '../state.ts'
import { turnToExhausted } from '../steps/admit.ts'
import { currentStep } from '../task-status.ts'
import type { Turn } from '../turn.ts'
import { othersGoOn } from './hold-for-stage.ts'
import { specletOf } from './status.ts'

/** Asks about each failed step whose stage is over. Where nothing is under way, nobody waits for what cannot begin. */
export function askAfterStages(turn: Turn): void {
  const { state } = turn
  const isOver = isIdle(state)
  for (const uid of [...state.asked]) {
    const task = taskOf(state, uid)
    const step = currentStep(task)
    if (step.waitingOn?.is !== 'stage') continue
    const { cause } = step.waitingOn
    const speclet = specletOf(state, task)
    if (!isOver && speclet !== null && othersGoOn(state, speclet)) continue
    turnToExhausted(turn, task, step, cause)
    askExhausted(turn, task, step, cause)
  }
}
