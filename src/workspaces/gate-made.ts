/** Files that gates have made in a folder without git, where nobody has said that they are no work. */

import path from 'node:path'
import { changedFiles, isSameFile, workIn, type FileState, type FolderState } from './file-states.ts'
import { changedSince } from './guard.ts'
import { recordFile } from './record-file.ts'

export interface GateBegun {
  /** The workspace whose draft it judges; null for the folder as it lies there. */
  readonly workspace: string | null
  /** State of the files. */
  readonly before: string
}

export interface GateMade {
  /** As the gate that made them last has left them: what is otherwise is somebody else's. */
  files(): FolderState
  /** Notes what a gate begins on, so that its end is known also where nobody lived to see it. */
  begins(gate: GateBegun): void
  /** The gate whose end nobody has seen. */
  begun(): GateBegun | null
  /**
   * Takes in what a gate has made: files that were not there, or were made by gates.
   * @param isAlone false where an agent may be at work beside it: then nobody knows who has made what is new
   * @returns the files that were work when it began, and are not as they were
   */
  ended(before: FolderState, after: FolderState, isAlone: boolean): readonly string[]
  /** Whether a file is as a gate has left it since somebody wrote there last; undefined: it has taken it away. */
  hasLeft(name: string, file: FileState | undefined): boolean
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
  const begun = recordFile<GateBegun>(path.join(of.run, 'gate-begun.json'))
  const left = recordFile<readonly (readonly [string, FileState | null])[]>(path.join(of.run, 'gate-left.json'))
  const files = (): FolderState => new Map(made.read() ?? [])
  const noteLeft = (before: FolderState, after: FolderState): void => {
    const names = [...new Set([...before.keys(), ...after.keys()])]
    const changed = names.filter((it) => !isSameFile(before.get(it), after.get(it)))
    if (changed.length === 0) return
    left.write([...new Map([...(left.read() ?? []), ...changed.map((it) => [it, after.get(it) ?? null] as const)])])
  }
  return {
    files,
    begins: (gate) => begun.write(gate),
    begun: () => begun.read(),
    ended(before, after, isAlone) {
      const [was, is, known] = [workIn(before), workIn(after), files()]
      const mayBeMade = (name: string): boolean => !of.noWork.has(name) && (isAlone || known.has(name))
      const added = [...is].filter(([name]) => !was.has(name) && mayBeMade(name))
      if (added.length > 0) made.write([...new Map([...known, ...added])])
      if (isAlone) noteLeft(before, after)
      begun.clear()
      return changedSince(changedFiles(was, is))
    },
    hasLeft(name, file) {
      const noted = new Map(left.read() ?? [])
      return noted.has(name) && isSameFile(noted.get(name) ?? undefined, file)
    },
    isWritten(work) {
      begun.clear()
      left.clear()
      const all = [...files()]
      const still = all.filter(([name, file]) => !work.has(name) || isSameFile(work.get(name), file))
      if (still.length < all.length) made.write(still)
    },
  }
}
