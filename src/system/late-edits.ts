/**
 * What somebody writes into a file that was replaced under their hands: they had it open, and it has no name any more.
 *
 * Source: part (g) of the proof, where an appending editor lost a line that way on a busy machine (one of some thousand
 * sessions): it had opened the plan before it was replaced, and wrote after the last look at what was taken out of place.
 */

import { createHash } from 'node:crypto'
import { closeSync, constants, fstatSync, fsyncSync, openSync, realpathSync, writeSync } from 'node:fs'
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
   * the place now; everything else is kept as a copy, which later looks write anew.
   * @returns what people have to be told
   */
  look(): readonly string[]
  /** Lets go, without a look. */
  close(): void
}

/** So many replaced files are held at a time; who keeps one open for longer has no program that would look at it. */
const most = 16

interface Held {
  readonly target: string
  readonly fd: number
  /** How much of it stands in its place already, in bytes, and the SHA-256 of that. */
  length: number
  hash: string
  /** Size and time at the last look; null before the first one. */
  facts: string | null
  /** The copy of it, once something else was done to it than to write behind its end: what follows is no note any more. */
  copy: string | null
}

/**
 * @param of.folder where copies go; made when there is one
 * @param of.appends false: everything is kept as a copy, as where it may be an agent that writes
 */
export function lateEdits({ folder, appends }: { readonly folder: string; readonly appends: boolean }): LateEdits {
  const all: Held[] = []

  const lookAt = (held: Held): string | null => {
    const { size, mtimeNs, nlink } = fstatSync(held.fd, { bigint: true })
    const facts = `${size} ${mtimeNs}`
    // Under another name it is somebody's own copy, and nothing in it is lost.
    if (nlink > 0n || facts === held.facts) return null
    const bytes = readAll(held.fd, Number(size), Number(size))
    const isLonger = bytes.length >= held.length && hashOf(bytes.subarray(0, held.length)) === held.hash
    if (held.copy === null && isLonger && (appends || bytes.length === held.length)) {
      if (bytes.length > held.length && !append(held, bytes)) return null
      held.facts = facts
      return null
    }
    const isFirst = held.copy === null
    const kept = held.copy ?? path.join(folder, `${randomSigns(12)}-${path.basename(held.target).slice(-100)}`)
    makeFolders(folder)
    if (writeFileAtomic(kept, bytes).is !== 'written') return null
    held.copy = kept
    held.facts = facts
    const name = path.basename(held.target)
    return isFirst
      ? `somebody wrote into ${name} at the moment it was replaced; what they saved is kept in ${kept}`
      : null
  }

  const look = (held: Held): readonly string[] => {
    try {
      const told = lookAt(held)
      return told === null ? [] : [told]
    } catch {
      // The next look tries again: the place may be empty for a moment, or the disk full.
      return []
    }
  }

  return {
    hold({ target, fd, bytes }) {
      all.push({ target, fd, length: bytes.length, hash: hashOf(bytes), facts: null, copy: null })
      for (const it of all.splice(0, Math.max(0, all.length - most))) closeSync(it.fd)
    },
    look: () => all.flatMap(look),
    close() {
      for (const { fd } of all.splice(0)) closeSync(fd)
    },
  }
}

/** @returns whether all of it stands there; what does not is tried at the next look */
function append(held: Held, bytes: Uint8Array): boolean {
  // A folder on the way may have become a link that leads elsewhere.
  if (realpathSync(held.target) !== held.target) return false
  // A named pipe would block for ever without the last flag.
  const flags = constants.O_WRONLY | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const fd = openSync(held.target, flags)
  try {
    if (!fstatSync(fd).isFile()) return false
    const from = held.length
    const count = writeSync(fd, bytes, from)
    held.length = from + count
    held.hash = hashOf(bytes.subarray(0, held.length))
    fsyncSync(fd)
    return held.length === bytes.length
  } finally {
    closeSync(fd)
  }
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
