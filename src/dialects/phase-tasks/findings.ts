/** Findings of a phase plan's reader, with what it has spent of a limit that all of a file's lines share. */

import type { Source } from '../../plan/source.ts'
import { findingsOf as findingsIn, type Findings as AnyFindings } from '../findings.ts'

export interface Findings extends AnyFindings {
  /** What ranges of `traces:` were written out to so far: they have a limit together. */
  readonly spent: { traces: number }
}

/** Findings of one source. */
export function findingsOf(source: Source): Findings {
  return { ...findingsIn(source), spent: { traces: 0 } }
}
