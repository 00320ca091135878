/** Brings the working files of the plan up to date without losing what a person writes at the same moment. */

import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { readFile, removeQuietly, writeFileAtomic } from '../system/files.ts'
import type { LateEdits } from '../system/late-edits.ts'
import { isInside, lookAtPath, realPathOf } from '../system/look-at-path.ts'
import { findLeftovers, replaceVerified, writeOneByte, type WrittenBack } from '../system/write-back.ts'
import type { Failure, Outcome } from '../run/outcome.ts'
import type { ShownMark } from '../run/event.ts'
import type { RunState } from '../run/state.ts'
import { inTheWayOf, type Kind } from '../workspaces/way-to.ts'
import type { OthersBytes } from './others-bytes.ts'
import type { Projector } from './projector.ts'

const fileLimit = 64 * 1024 * 1024
/** Looks at a file that somebody is writing at the same time before the run waits instead. */
const tries = 5

export interface WorkingFiles {
  readonly root: string
  readonly projectors: readonly Projector[]
  /** Whether these are still the run's files: no other branch has come into the checkout. Asked after each look at one. */
  readonly isHere: () => Promise<boolean>
  /**
   * How many of a file's bytes, from their begin, were read as what the run works on; marks are only written over such. All of
   * them where it is left out.
   */
  readonly readUpTo?: (path: string, bytes: Uint8Array) => Promise<number>
  /** Told what a file held and holds now, after it was written or found to be right. */
  readonly wrote: (path: string, before: Uint8Array | null, bytes: Uint8Array) => void
  /** Keeps what others have written into files that are ours alone. */
  readonly others?: OthersBytes
  /** Holds what is replaced, where somebody stays to look at it. */
  readonly late?: LateEdits
}

type Projection = Extract<Outcome, { of: 'project' }>

/** Performs the effect `project`. Idempotent: what is right already is left alone. */
export async function projectFiles(files: WorkingFiles, state: RunState): Promise<Projection> {
  const marks: ShownMark[] = []
  let withheld: Failure | undefined
  for (const projector of files.projectors) {
    const outcome = await projectFile(path.join(files.root, projector.path), projector, state, files)
    if (outcome.is !== 'projected') return outcome
    marks.push(...outcome.marks)
    withheld ??= outcome.withheld
  }
  const kept = files.others?.untold(state) ?? []
  return { ...projectedOf(marks, withheld), ...(kept.length === 0 ? {} : { kept }) }
}

/**
 * Clears what an executor that died in the middle of a write left beside the files. The old content of a file is only let
 * go when the present one is made of it: what somebody else wrote at that very moment is kept, and said.
 * @returns what people have to be told
 */
export function clearLeftovers(
  { root, projectors }: Pick<WorkingFiles, 'root' | 'projectors'>,
  state: RunState,
): readonly string[] {
  return projectors.flatMap((projector) => {
    const file = path.join(root, projector.path)
    return findLeftovers(file).flatMap((left) => {
      if (left.is === 'copy' || left.same || isMadeOf(file, left.path, projector, state)) {
        removeQuietly(left.path)
        return []
      }
      return [
        `a copy of ${projector.path} from the moment an executor died differs from what is there now: ${left.path}`,
      ]
    })
  })
}

function isMadeOf(file: string, old: string, projector: Projector, state: RunState): boolean {
  const [now, before] = [readFile(file, fileLimit), readFile(old, fileLimit)]
  if (now.is !== 'read' || before.is !== 'read') return false
  if (Buffer.compare(now.bytes, before.bytes) === 0) return true
  const [ofNow, ofBefore] = [projector.project(now.bytes, state, []), projector.project(before.bytes, state, [])]
  const bytes = [ofNow, ofBefore].map((it) => (it.is === 'projected' ? it.bytes : null))
  return bytes[0] != null && bytes[1] != null && Buffer.compare(bytes[0], bytes[1]) === 0
}

async function projectFile(
  file: string,
  projector: Projector,
  state: RunState,
  { root, isHere, readUpTo = (_, bytes) => Promise.resolve(bytes.length), wrote, late, others }: WorkingFiles,
): Promise<Projection> {
  for (let turn = 0; turn < tries; turn += 1) {
    const link = await inTheWayOf((it) => kindIn(root, it), projector.path)
    if (link?.is === 'link') return waiting(linked(root, projector.path, link.path))
    const read = readFile(file, fileLimit)
    if (read.is === 'failed' && read.failure.code !== 'ENOENT') return waiting(read.failure)
    const bytes = read.is === 'read' ? read.bytes : null
    const unread = bytes?.subarray(await readUpTo(projector.path, bytes)) ?? new Uint8Array()
    if (bytes && bytes.length > 0 && unread.length === bytes.length) return waiting(beingEdited(projector.path))
    const projected = projector.project(bytes, state, [])
    if (projected.is === 'waiting') return { of: 'project', is: 'waiting', failure: projected.failure }
    const next = projected.bytes
    // Somebody who appends without a pause is waited for by nobody: what they append is left as it is.
    if (next && !endsWith(next, unread)) return waiting(beingEdited(projector.path))
    const isRight = next === null || (bytes !== null && Buffer.compare(bytes, next) === 0)
    // What was looked at may be another branch's: a person's switch is what made us look again.
    if (!isRight && !(await isHere())) return { of: 'project', is: 'elsewhere' }
    if (!isRight && projector.makesFolder) makeFolder(path.dirname(file))
    const unkept = isRight || bytes === null ? null : (others?.keep(projector, bytes, state) ?? null)
    if (unkept !== null) return waiting(unkept)
    const written = isRight ? ({ is: 'written' } as const) : write(file, bytes, next, late)
    if (written.is === 'failed') return waiting(written.failure)
    if (written.is === 'changed') continue
    if (next) wrote(projector.path, bytes, next)
    const marks = projected.shown.filter(({ uid, state: mark, writtenReason }) => {
      const task = state.tasks.get(uid)
      return task !== undefined && (task.shown !== mark || task.writtenReason !== writtenReason)
    })
    return projectedOf(marks, projected.withheld ?? undefined)
  }
  return waiting({
    reason: `${projector.path} is being written by somebody else`,
    help: 'the marks follow as soon as it stays as it is for a moment',
  })
}

function beingEdited(file: string): Failure {
  return {
    reason: `${file} is being edited (MW012)`,
    help: 'finish the edit, so that `millwright check` finds no error (tasks that are gone are believed to be after five seconds, or a minute where it seems to be cut off); the marks follow by themselves, and with `millwright resume` where the run has ended',
  }
}

function endsWith(bytes: Uint8Array, end: Uint8Array): boolean {
  return bytes.length >= end.length && Buffer.compare(bytes.subarray(bytes.length - end.length), end) === 0
}

/** What lies at a path of the folder; null for nothing, also where nobody may look: reading says why. */
function kindIn(root: string, relative: string): Kind | null {
  try {
    const facts = lookAtPath(path.join(root, relative))
    if (facts === undefined) return null
    if (facts.isSymbolicLink()) return 'link'
    return facts.isDirectory() ? 'folder' : facts.isFile() ? 'file' : 'other'
  } catch {
    return null
  }
}

/** A repository, an agent or a person has put a link there. */
function linked(root: string, file: string, link: string): Failure {
  const to = realPathOf(path.join(root, link))
  const place = realPathOf(root)
  if (to !== null && place !== null && !isInside(place, to))
    return {
      reason: `${file} leads out of the repository by a link, to ${to}; nothing is written there`,
      help: 'put a file in the place of the link',
    }
  return {
    reason: `${file === link ? file : `${link}, the way to ${file},`} is a link${to === null ? ' to nothing' : ''}; nothing is written there`,
    help: 'put a file in the place of the link; one that leads to a file of the project, which is nothing else to the plan, is followed from the next call on',
  }
}

function projectedOf(
  marks: readonly ShownMark[],
  withheld: Failure | undefined,
): Extract<Projection, { is: 'projected' }> {
  return { of: 'project', is: 'projected', marks, ...(withheld === undefined ? {} : { withheld }) }
}

function waiting({ reason, help }: { readonly reason: string; readonly help: string }): Projection {
  return { of: 'project', is: 'waiting', failure: { reason, help } }
}

/** Where that cannot be, writing the file says why. */
function makeFolder(folder: string): void {
  try {
    mkdirSync(folder)
  } catch {
    // It is there, or nothing can be made there.
  }
}

function write(file: string, bytes: Uint8Array | null, next: Uint8Array, late?: LateEdits): WrittenBack {
  if (bytes === null) {
    const written = writeFileAtomic(file, next)
    return written
  }
  const at = oneByteChanges(bytes, next)
  if (at === null) return replaceVerified(file, bytes, next, late)
  // RELIABILITY 3.1 [M]: a byte written in place loses no edit of anybody; everything longer is replaced and verified.
  const present = Uint8Array.from(bytes)
  for (const offset of at) {
    const written = writeOneByte({ path: file, offset, byte: next[offset] ?? 0, whole: present })
    if (written.is !== 'written') return written
    present[offset] = next[offset] ?? 0
  }
  return { is: 'written' }
}

/** Where two files of the same length differ, when that is a few single bytes; else null. */
function oneByteChanges(before: Uint8Array, after: Uint8Array): readonly number[] | null {
  if (before.length !== after.length) return null
  const changes: number[] = []
  for (let at = 0; at < before.length; at += 1) {
    if (before[at] === after[at]) continue
    if (changes.at(-1) === at - 1 || changes.length === 64) return null
    changes.push(at)
  }
  return changes
}
