/** Files that gates have made in a folder without git, where nobody has said that they are no work. */

import path from 'node:path'
import { changedFiles, isSameFile, workIn, type FileState, type FolderState } from './file-states.ts'
import { changedSince } from './guard.ts'
import { recordFile } from './record-file.ts'

export interface GateMade {
  /** As the gate that made them last has left them: what is otherwise is somebody else's. */
  files(): FolderState
  /** Notes what a gate begins on, so that its end is known also where nobody lived to see it. */
  begins(before: string): void
  /** The state that a gate began on and whose end nobody has seen. */
  begun(): string | null
  /**
   * Takes in what a gate has made: files that were not there, or were made by gates.
   * @returns the files that were work when it began, and are not as they were
   */
  ended(before: FolderState, after: FolderState): readonly string[]
  /** What is work by now was written by somebody since: no gate has made it. */
  isWritten(work: FolderState): void
}

/**
 * @param of.store absolute path of a folder of ours for the files' folder: what is made in one run is still made in the next
 * @param of.run absolute path of a folder of ours for the run
 * @param of.noWork paths that are ours, or that no draft changes
 */
export function openGateMade(of: {
  readonly store: string
  readonly run: string
  readonly noWork: ReadonlySet<string>
}): GateMade {
  const made = recordFile<readonly (readonly [string, FileState])[]>(path.join(of.store, 'gate-made.json'))
  const begun = recordFile<{ readonly before: string }>(path.join(of.run, 'gate-begun.json'))
  const files = (): FolderState => new Map(made.read() ?? [])
  return {
    files,
    begins: (before) => begun.write({ before }),
    begun: () => begun.read()?.before ?? null,
    ended(before, after) {
      const [was, is] = [workIn(before), workIn(after)]
      const added = [...is].filter(([name]) => !was.has(name) && !of.noWork.has(name))
      if (added.length > 0) made.write([...new Map([...files(), ...added])])
      begun.clear()
      return changedSince(changedFiles(was, is))
    },
    isWritten(work) {
      begun.clear()
      const all = [...files()]
      const left = all.filter(([name, file]) => !work.has(name) || isSameFile(work.get(name), file))
      if (left.length < all.length) made.write(left)
    },
  }
}
