/** Work that the engine adds: ordinary tasks that stand in no plan (DESIGN, States). */

import type { StepSpec, TaskSpec } from '../plan/model.ts'
import { workStep } from '../plan/work-step.ts'

/** A step that nobody works on: its gates are all there is to it. */
export function checkStep(gates: readonly string[]): StepSpec {
  return { ...workStep, id: 'check', methods: [], gates, yields: 'nothing' }
}

/** @param of its key, title and steps, and whatever else is not as it is with most of them; its key stands for its words */
export function engineTask(of: Pick<TaskSpec, 'key' | 'title' | 'steps'> & Partial<TaskSpec>): TaskSpec {
  return {
    id: null,
    group: null,
    parent: null,
    origin: 'engine',
    mark: 'todo',
    reason: null,
    description: null,
    files: [],
    declaresFiles: false,
    traces: [],
    unknownBlockers: [],
    role: null,
    open: false,
    textHash: of.key,
    ...of,
  }
}
