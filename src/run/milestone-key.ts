/** How the run of integration tests that a milestone is, is named: by its key alone it is known again in a journal and in plans. */

import type { TaskSpec } from '../plan/model.ts'

export interface Milestone {
  readonly run: string
  /** A layer, `all`, or of tests that only name tasks what `testsByLayer` makes. */
  readonly layer: string
  /** 1-based: how often its tests were to run in this run. */
  readonly round: number
}

/** The key of the task that a milestone is. */
export function milestoneKey({ run, layer, round }: Milestone): string {
  return `milestone:${run}:${round}:${layer}`
}

/** The milestone that a key names; null where it is that of another task. */
export function milestoneOf(key: string): Milestone | null {
  const [, run = '', round = '', layer = ''] = /^milestone:([^:]*):(\d{1,6}):(.*)$/s.exec(key) ?? []
  return round === '' ? null : { run, round: Number(round), layer }
}

/** Whether a task is a milestone, whose gates are no gates of the ground. */
export function isMilestone({ spec }: { readonly spec: TaskSpec }): boolean {
  return spec.origin === 'engine' && milestoneOf(spec.key) !== null
}
