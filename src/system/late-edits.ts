/**
 * What somebody writes into a file that was replaced under their hands: they had it open, and it has no name any more.
 *
 * Source: part (g) of the proof, where an appending editor lost a line that way on a busy machine: it had opened the plan
 * before it was replaced, and wrote after the last look at what was taken out of place.
 */

import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, fsyncSync, openSync, realpathSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { readAll, writeFileAtomic } from './files.ts'
import { randomSigns } from './identifiers.ts'
import { makeFolders } from './own-folder.ts'

export interface LateEdits {
  /**
   * Takes over a file that was just taken out of its place.
   * @param of.target the place, with all links resolved
   * @param of.fd open for reading; closed by us
   * @param of.bytes what it was seen to hold
   */
  hold(of: { readonly target: string; readonly fd: number; readonly bytes: Uint8Array }): void
  /**
   * Brings what was written since to where it belongs: what was put behind the end is put behind the end of what stands in
   * the place now, as soon as nobody is in the middle of saving that; everything else is kept as a copy, which later looks
   * write anew.
   * @returns what people have to be told
   */
  look(): readonly string[]
  /**
   * Looks a last time, and lets go: what cannot be brought there now is kept as a copy.
   * @param of.isThere whether what stands in the place is still what was replaced
   */
  close(of: { readonly isThere: boolean }): readonly string[]
}

/**
 * So many replaced files are held at a time; of more, those go first into which nobody has written for longest. With 16, the
 * oldest first, somebody with one open lost what they wrote in 2 of 120 sessions of part (g) on a busy machine [M].
 */
const most = 64

interface Held {
  readonly target: string
  readonly fd: number
  /** How much of it stands in its place already, in bytes, and the SHA-256 of that. */
  length: number
  hash: string
  /** Size and time when it was last read; null before that. */
  facts: string | null
  /** The copy of it, once something else was done to it than to write behind its end: what follows is no note any more. */
  copy: string | null
}

/**
 * @param of.folder where copies go; made when there is one
 * @param of.appends false: everything is kept as a copy, as where it may be an agent that writes
 * @param of.isSettled whether a content of the place is one that was read as a whole, and no half of a save
 */
export function lateEdits(of: {
  readonly folder: string
  readonly appends: boolean
  readonly isSettled: (bytes: Uint8Array) => boolean
}): LateEdits {
  /** Those that were written into last, or came last, at the end. */
  const all = new Set<Held>()
  /** What those who were let go of had to tell. */
  const untold: string[] = []

  const keepCopy = (held: Held, bytes: Uint8Array): string | null => {
    const name = path.basename(held.target)
    const kept = held.copy ?? path.join(of.folder, `${randomSigns(12)}-${name.slice(-100)}`)
    makeFolders(of.folder)
    const written = writeFileAtomic(kept, bytes)
    if (written.is === 'failed') throw new Error(written.failure.reason)
    const isFirst = held.copy === null
    held.copy = kept
    return isFirst
      ? `somebody wrote into ${name} at the moment it was replaced; what they saved is kept in ${kept}`
      : null
  }

  /** @param mayWait whether there is a next look, for what cannot be brought to its place now */
  const lookAt = (held: Held, appends: boolean, mayWait: boolean): string | null => {
    const { size, mtimeNs, nlink } = fstatSync(held.fd, { bigint: true })
    const facts = `${size} ${mtimeNs}`
    // Under another name it is somebody's own copy, and nothing in it is lost.
    if (nlink > 0n || facts === held.facts) return null
    // What has come since is for the next look: of a line that is being written this would be the first byte alone.
    const bytes = readAll(held.fd, Number(size), Number(size)).subarray(0, Number(size))
    const isGrown = bytes.length >= held.length && hashOf(bytes.subarray(0, held.length)) === held.hash
    const isNote = held.copy === null && isGrown
    const isWrittenInto = !isGrown || bytes.length > held.length
    if (isWrittenInto && all.delete(held)) all.add(held)
    const isPlaced = isNote && (bytes.length === held.length || (appends && append(held, bytes, of.isSettled)))
    if (isNote && appends && !isPlaced && mayWait) return null
    const told = isPlaced ? null : keepCopy(held, bytes)
    held.facts = facts
    return told
  }

  const look = (held: Held, appends = of.appends, mayWait = true): readonly string[] => {
    try {
      const told = lookAt(held, appends, mayWait)
      return told === null ? [] : [told]
    } catch (error) {
      // The next look tries again: the disk may be full.
      if (mayWait) return []
      const name = path.basename(held.target)
      const why = error instanceof Error ? error.message : String(error)
      return [`somebody wrote into ${name} at the moment it was replaced, and it could not be kept: ${why}`]
    }
  }

  const letGo = (held: Held, appends: boolean): readonly string[] => {
    all.delete(held)
    const told = look(held, appends, false)
    closeSync(held.fd)
    return told
  }

  return {
    hold({ target, fd, bytes }) {
      all.add({ target, fd, length: bytes.length, hash: hashOf(bytes), facts: null, copy: null })
      for (const it of [...all].slice(0, -most)) untold.push(...letGo(it, false))
    },
    look: () => [...untold.splice(0), ...[...all].flatMap((it) => look(it))],
    close({ isThere }) {
      const told = [...all].flatMap((it) => letGo(it, of.appends && isThere))
      return [...untold.splice(0), ...told]
    },
  }
}

/** @returns whether all of it stands there now */
function append(held: Held, bytes: Uint8Array, isSettled: (bytes: Uint8Array) => boolean): boolean {
  let fd: number | null = null
  try {
    // A folder on the way may have become a link that leads elsewhere.
    if (realpathSync(held.target) !== held.target) return false
    // A named pipe would block for ever without the last flag.
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK
    fd = openSync(held.target, flags)
    const facts = fstatSync(fd)
    if (!facts.isFile() || !isSettled(readAll(fd, facts.size, facts.size))) return false
    const count = writeSync(fd, bytes, held.length)
    fsyncSync(fd)
    // Somebody may have put another file there between: then it stands nowhere.
    const now = statSync(held.target, { throwIfNoEntry: false })
    if (now?.ino !== facts.ino || now.dev !== facts.dev) return false
    held.length += count
    held.hash = hashOf(bytes.subarray(0, held.length))
    return held.length === bytes.length
  } catch {
    // The place is empty for a moment, or nobody may write there.
    return false
  } finally {
    if (fd !== null) closeSync(fd)
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
