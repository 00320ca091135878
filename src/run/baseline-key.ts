/** Keys of the checks that look at what a run begins on. */

import type { RunState, TaskRun } from './state.ts'

/** Key of the baseline check of a gate in this run, on the ground as it is now. */
export function baselineKey({ run, ground }: Pick<RunState, 'run' | 'ground'>, gate: string): string {
  return `${keysOf(run)}${gate}${ground === 0 ? '' : `:${ground}`}`
}

/** Whether a task is such a check. @param run only of this run */
export function isBaseline({ spec }: Pick<TaskRun, 'spec'>, run?: string | null): boolean {
  return spec.origin === 'engine' && spec.key.startsWith(run === undefined ? 'baseline:' : keysOf(run))
}

function keysOf(run: string | null): string {
  return `baseline:${run ?? ''}:`
}
