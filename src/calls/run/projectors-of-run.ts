/** The files that a run keeps true beside its journal, in the order in which they are written. */

import type { Projector } from '../../engine/projector.ts'
import type { RunState } from '../../run/state.ts'
import { now } from '../../system/clock.ts'
import { throughLinks } from '../plan/behind-link.ts'
import { learningsProjectors } from '../plan/learnings-file.ts'
import { notepadProjectors } from '../plan/notepad-file.ts'
import { besidePaths, type OpenedPlan } from '../plan/open-plan.ts'
import { foreignProgressRemark, placeOfProgress, progressProjector } from '../plan/progress-file.ts'
import { deviationLogProjectors, planProjector } from '../plan/projectors.ts'

export interface ProjectorsOfRun {
  readonly projectors: readonly Projector[]
  /** For people, before the first task. */
  readonly remarks: readonly string[]
}

/**
 * @param of.flagsDeviations whether the plan's log of deviations is kept
 * @param of.continues the state of a run that goes on; null of a new one
 * @param of.dry a dry run teaches nothing
 */
export function projectorsOfRun(
  opened: OpenedPlan,
  of: { readonly flagsDeviations: boolean; readonly continues: RunState | null; readonly dry: boolean },
): ProjectorsOfRun {
  const { dialect, planRelative } = opened
  const progress = placeOfProgress(dialect, opened)
  const startedAt = of.continues?.course.startedAt ?? now()
  return {
    projectors: throughLinks(
      opened.root,
      [
        planProjector(dialect, planRelative),
        ...(of.flagsDeviations ? deviationLogProjectors(dialect, planRelative) : []),
        ...(progress === null ? [] : [progressProjector(progress.path)]),
        ...notepadProjectors(opened),
        ...(of.dry ? [] : learningsProjectors({ ...opened, startedAt })),
      ],
      besidePaths(opened),
    ),
    remarks: progress === null ? [] : foreignProgressRemark(progress, opened.claims),
  }
}
