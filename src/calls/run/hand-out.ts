/** How the tasks that are chosen go to agents: one by one, or what is chosen of a phase as one task (B1). */

import { sha256 } from '../../system/digest.ts'
import type { Plan } from '../../plan/model.ts'
import { standardPlan, type Standing } from '../../plan/standard-plan.ts'

export interface HandOut {
  readonly mechanical: boolean
  /** Whether blockers are waited for; the project's own files may say that they are not. */
  readonly respectOrder: boolean
}

/**
 * @param chosen keys of the tasks that the run is about
 * @param standing what of a run that goes on says more than the plan's file
 * @returns the plan as it is executed, and the keys that the run selects of it
 */
export function handOut(
  plan: Plan,
  chosen: ReadonlySet<string>,
  standing: Standing,
  { mechanical, respectOrder }: HandOut,
): { readonly plan: Plan; readonly selected: readonly string[] } {
  const ordered = respectOrder ? plan : { ...plan, edges: [] }
  return mechanical ? { plan: ordered, selected: [...chosen] } : standardPlan(ordered, chosen, standing, sha256)
}
