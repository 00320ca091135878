/** The notepad beside a spec: entries are appended to it, and what people write there stays (seed 004 §2.7). */

import path from 'node:path'
import { applyEdits } from '../../dialects/edits.ts'
import type { Projector } from '../../engine/projector.ts'
import type { Draft } from '../../plan/draft.ts'
import { appendNotes } from '../../reports/spec/notepad/append.ts'
import { notepadEntries, type NotepadEntry } from '../../reports/spec/notepad/entries.ts'
import type { RunState } from '../../run/state.ts'
import { sourceOf } from './projectors.ts'

/** Where it lies, relative to the root; null of a plan that has none. */
export function notepadPath({ spec }: Pick<Draft, 'spec'>, planRelative: string): string | null {
  if (spec?.capture.enabled !== true) return null
  const { notepad } = spec.capture
  // No other file of the folder is written to, whatever the plan calls its notepad.
  const name = /^notepad[^/\\]*\.md$/i.test(notepad) ? notepad : `notepad_${spec.descriptor}.md`
  return path.posix.join(path.posix.dirname(planRelative), name)
}

/**
 * Appends what is new; nothing that stands there is changed.
 * @param entriesOf what it is to hold; where it is built anew, all that it ever held
 */
export function notepadProjectors(
  { draft, planRelative }: { readonly draft: Pick<Draft, 'spec'>; readonly planRelative: string },
  entriesOf: (state: RunState) => readonly NotepadEntry[] = notepadEntries,
): readonly Projector[] {
  const file = notepadPath(draft, planRelative)
  if (file === null) return []
  return [
    {
      path: file,
      project(bytes, state) {
        const source = sourceOf(file, bytes ?? new Uint8Array())
        const edits = appendNotes(source, state.spec?.spec.descriptor ?? '', entriesOf(state))
        const next = edits.length === 0 ? bytes : applyEdits(source, edits)
        return { is: 'projected', bytes: next, shown: [], unplaced: [], withheld: null }
      },
    },
  ]
}
