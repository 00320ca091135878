/** Whether the files beside a plan have changed: what they say of their tasks may release tasks of the plan. */

import { sha256 } from '../../system/digest.ts'
import type { Source } from '../../plan/source.ts'
import { readBeside } from '../plan/read-beside.ts'
import type { OpenedPlan } from '../plan/open-plan.ts'

export interface BesideWatch {
  /**
   * Whether they are others than when they were last taken in. While agents are at work the answer is no, and is asked again
   * after that. What changed in a folder while an agent worked in it is that agent's doing: it is never taken in.
   */
  isOther(isAtWork: boolean): boolean
  /** They were read with the plan. */
  taken(sources: readonly Source[]): void
}

/** @param opened as the run began */
export function watchBeside(opened: OpenedPlan): BesideWatch {
  const { dialect } = opened
  if (dialect.beside === undefined && dialect.above === undefined)
    return { isOther: () => false, taken: () => undefined }
  const isInPlace = opened.settings.policy.workspace !== 'worktree'
  let known = digestOf(opened.sources.slice(1))
  const notOurs = new Set<string>()
  return {
    isOther(isAtWork) {
      const now = digestOf(readBeside(opened, dialect).sources)
      if (now === known) return false
      if (isAtWork && isInPlace) notOurs.add(now)
      return !isAtWork && !notOurs.has(now)
    },
    taken(sources) {
      known = digestOf(sources.slice(1))
    },
  }
}

function digestOf(sources: readonly Source[]): string {
  return sources.map(({ path, bytes }) => `${path} ${sha256(bytes)}`).join('\n')
}
