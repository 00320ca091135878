/** What the files of a plan say of drafts that this journal's runs have not made: read from the disk when a brief asks for it. */

import path from 'node:path'
import type { Dialect } from '../../dialects/dialect.ts'
import { limits } from '../../dialects/limits.ts'
import type { KeptDraft } from '../../plan/kept-draft.ts'
import { taskName } from '../../plan/names.ts'
import { fileBeside } from '../../run/beside.ts'
import type { RunState, TaskRun } from '../../run/state.ts'
import { readFile } from '../../system/files.ts'
import { isInside, realPathOf } from '../../system/look-at-path.ts'

/** Looks up the draft of a task in the file that it stands in, then in the plan; null where neither keeps one. */
export type KeptDrafts = (state: RunState, task: TaskRun) => KeptDraft | null

/** @param planFile relative to `root` */
export function keptDrafts(
  { root, planFile }: { readonly root: string; readonly planFile: string },
  { drafts }: Pick<Dialect, 'drafts'>,
): KeptDrafts {
  if (drafts === undefined) return () => null
  const known = new Map<string, { readonly bytes: Uint8Array; readonly drafts: ReadonlyMap<string, KeptDraft> }>()
  const inFile = (file: string): ReadonlyMap<string, KeptDraft> => {
    const real = realPathOf(path.join(root, file))
    const read = real === null || !isInside(realPathOf(root) ?? root, real) ? null : readFile(real, limits.planBytes)
    // A person may be editing it: what cannot be read tells nothing.
    if (read?.is !== 'read') return new Map()
    const before = known.get(file)
    if (before !== undefined && Buffer.compare(before.bytes, read.bytes) === 0) return before.drafts
    const found = { bytes: read.bytes, drafts: drafts({ path: file, bytes: read.bytes }) }
    known.set(file, found)
    return found.drafts
  }
  return (state, { spec }) => {
    const name = taskName(spec)
    const files = new Set([fileBeside(state, spec) ?? planFile, planFile])
    for (const file of files) {
      const draft = inFile(file).get(name)
      if (draft !== undefined) return draft
    }
    return null
  }
}
