/** Keeps the checklist of acceptance criteria true: of each whose work is done, whether its test is green (seed 000 §5). */

import { newChecklist, statusEdits } from '../../dialects/atdd/write.ts'
import { applyEdits } from '../../dialects/edits.ts'
import type { Projector } from '../../engine/projector.ts'
import type { Criterion } from '../../plan/criterion.ts'
import { statusesIn } from '../../run/criteria-seen.ts'
import { sourceOf } from './projectors.ts'

/**
 * @param file relative to the root
 * @param of.criteria what a new one lists
 * @param of.isMade whether there is none, so that one is made; where a person's own is in no commit, none is put there
 */
export function checklistProjector(
  file: string,
  of: { readonly criteria: readonly Criterion[]; readonly isMade: boolean },
): Projector {
  return {
    path: file,
    project(bytes, state, merging) {
      const shown = { is: 'projected' as const, shown: [], unplaced: [], withheld: null }
      const wanted = statusesIn(state, merging)
      if (wanted.size === 0) return { ...shown, bytes }
      if (bytes === null)
        return {
          ...shown,
          bytes: of.isMade ? new TextEncoder().encode(newChecklist(of.criteria, wanted)) : null,
        }
      const source = sourceOf(file, bytes)
      const edits = statusEdits(source, wanted)
      if (edits === null)
        return {
          is: 'waiting',
          failure: {
            reason: `${file} cannot be read just now, and nothing was written into it`,
            help: 'correct it; what it should show is in the journal and follows by itself',
          },
        }
      return { ...shown, bytes: edits.length === 0 ? bytes : applyEdits(source, edits) }
    },
  }
}
