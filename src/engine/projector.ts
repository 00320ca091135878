/** Files that people see and that the run keeps true: each is a projection of the state onto the file's present bytes. */

import type { Failure } from '../run/outcome.ts'
import type { ShownMark } from '../run/event.ts'
import type { RunState } from '../run/state.ts'

export type ProjectedFile =
  | {
      readonly is: 'projected'
      /** Null: there is no such file, and none is needed. */
      readonly bytes: Uint8Array | null
      /** Marks that these bytes show. */
      readonly shown: readonly ShownMark[]
      /** What could not be placed, for people. */
      readonly unplaced: readonly string[]
      /** Marks that the file should show and does not, and why; a run waits for them at its end. */
      readonly withheld: Failure | null
    }
  /** The file cannot be read as what it is just now: it is being edited. Nothing is guessed (MW012). */
  | { readonly is: 'waiting'; readonly failure: Failure }

export interface Projector {
  /** Relative to the root, with `/`. */
  readonly path: string
  /** Set where `path` lies behind a link: what it is called, relative to the root. No draft changes that either. */
  readonly named?: string
  /** Set where the folder that it lies in is made with it; the one above has to be there. */
  readonly makesFolder?: true
  /**
   * Set where all of it is made of the state, so that what somebody else writes there is kept before it is written over: whether
   * a text says that it is of the run, which is believed where nobody has noted what was written.
   */
  readonly isOurs?: (bytes: Uint8Array, state: RunState) => boolean
  /**
   * @param bytes the file as it is, null when it is missing
   * @param merging uids of the tasks whose merges these bytes go into, the last one last: they are shown as done
   */
  project(bytes: Uint8Array | null, state: RunState, merging: readonly string[]): ProjectedFile
}

/**
 * Projectors that have what was decided put on record before they show it, also where it was decided a moment ago and waits to
 * be written with what comes next.
 * @param record writes it; where that fails, nothing is shown
 */
export function recordedFirst(projectors: readonly Projector[], record: () => void): readonly Projector[] {
  return projectors.map((it) => ({
    ...it,
    project(bytes, state, merging) {
      record()
      return it.project(bytes, state, merging)
    },
  }))
}
