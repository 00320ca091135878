/** Which tasks of the plan find out why integration tests are red, and how often that was tried. */

import { plainText } from '../plan/added-task.ts'
import { isMilestone, milestoneOf } from './milestone-key.ts'
import { longestTitle } from './proposed-tasks.ts'
import type { RunState, TaskRun } from './state.ts'
import { taskStatus } from './task-status.ts'
import { testsByLayer, whatOf } from './tests-by-layer.ts'

const beginning = 'Find out why the integration tests'

/** The title of such a task. @param tests ids of those that are red */
export function diagnosisTitle(state: RunState, layer: string, tests: readonly string[]): string {
  return plainText(`${start(state, layer)} ${tests.join(', ')}`, longestTitle)
}

function start(state: RunState, layer: string): string {
  return `${beginning} ${whatOf(state, layer)} are red, and mend it:`
}

/**
 * The layers, or what stands for them, whose red tests tasks of the plan find out about, by the uids of these. Where another
 * journal has brought them into the plan, such as that of a clone, their titles tell.
 */
export function diagnosesIn(state: RunState): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  const starts = [...testsByLayer(state).keys()].map((layer) => ({
    layer,
    words: plainText(start(state, layer), longestTitle),
  }))
  for (const { uid, spec, left } of state.tasks.values()) {
    if (spec.origin !== 'plan' || left) continue
    const own = milestoneOf(spec.added?.proposal ?? '')?.layer
    const told = spec.title.startsWith(beginning) ? starts.find(({ words }) => spec.title.startsWith(words)) : undefined
    const layer = own ?? told?.layer
    if (layer !== undefined) found.set(uid, layer)
  }
  return found
}

/** How many such tasks there were since the tests of a layer were green last, or let pass; in whichever run. */
export function triedOf(state: RunState, layer: string): number {
  const diagnoses = diagnosesIn(state)
  let tried = 0
  // In the order in which they came.
  for (const task of state.tasks.values()) {
    if (diagnoses.get(task.uid) === layer) tried += 1
    else if (isGreen(task, layer)) tried = 0
  }
  return tried
}

function isGreen(task: TaskRun, layer: string): boolean {
  return isMilestone(task) && milestoneOf(task.spec.key)?.layer === layer && taskStatus(task) === 'done'
}
