/** Standard mode: which tasks an agent has ticked. Its copy of the plan may know them by other keys than the plan does now. */

import type { Tick } from './outcome.ts'
import type { RunState, StepRun } from './state.ts'

/** @returns uids of the ticked tasks that its last attempt was given, and that say what they said then; each is a claim */
export function claimedBy(state: RunState, step: StepRun, ticks: readonly Tick[]): readonly string[] {
  return ticks.flatMap((tick) => {
    const uid = givenAs(state, step, tick)
    const isSame = uid !== null && state.tasks.get(uid)?.spec.textHash === step.given.get(uid)?.words
    return isSame ? [uid] : []
  })
}

/** Whether what an agent did to the plan is what standard mode asks for: ticks of the tasks that it was given, and no more. */
export function areAsked(state: RunState, step: StepRun, ticks: readonly Tick[]): boolean {
  return ticks.length > 0 && ticks.every((tick) => givenAs(state, step, tick) !== null)
}

/** By its words a task is known under any key; where several say the same, by the key that it had when it was given. */
function givenAs({ tasks }: RunState, { given }: StepRun, tick: Tick): string | null {
  const alike = [...given.keys()].filter((uid) => {
    const task = tasks.get(uid)
    return task?.spec.title === tick.title || task?.formerTitles.includes(tick.title) === true
  })
  if (alike.length === 1) return alike[0] ?? null
  return alike.find((uid) => given.get(uid)?.key === tick.key) ?? null
}
