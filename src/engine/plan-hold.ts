/**
 * The plan while agents work in its own folder: what is changed in it then is taken back and kept.
 *
 * Nobody can tell an agent's edit from a person's there. A tick would count as a person's word, a line that is deleted as
 * their wish (RELIABILITY S3); so neither is taken, and neither is lost.
 */

import { statSync } from 'node:fs'
import path from 'node:path'
import type { PlanEdit } from '../run/outcome.ts'
import { readFile, writeFileAtomic } from '../system/files.ts'
import type { LateEdits } from '../system/late-edits.ts'
import { replaceVerified } from '../system/write-back.ts'
import type { PlanLook } from '../workspaces/workspaces.ts'
import { makeFolders } from '../system/own-folder.ts'

const fileLimit = 64 * 1024 * 1024
const tries = 5
/** Milliseconds within which a file system may give two changes the same time. */
const slackMs = 20

export interface PlanHold {
  readonly isHeld: boolean
  /** An agent is about to work in the folder, for the task of this uid. */
  begin(task: string): void
  /** It has ended. @param name of the attempt, for what is kept @returns what was taken back; null when nothing was changed */
  end(task: string, name: string): PlanEdit | null
  /** It has ended while another branch was checked out: the plan that lies there is another one, and stays as it is. */
  leave(task: string): void
  /** Marks of ours were written. */
  wrote(before: Uint8Array | null, bytes: Uint8Array): void
}

/**
 * @param of.file the plan, absolute
 * @param of.shown the plan as people are told of it
 * @param of.folder where the changed bytes are kept
 * @param of.look what an edit does to the plan's tasks
 * @param of.late holds what is replaced: whoever has it open may go on writing into it
 */
export function holdPlan({
  file,
  shown,
  folder,
  look,
  late,
}: {
  readonly file: string
  readonly shown: string
  readonly folder: string
  readonly look: (before: Uint8Array, after: Uint8Array) => PlanLook
  readonly late: LateEdits
}): PlanHold {
  const running: string[] = []
  let base: Uint8Array | null = null
  let facts: string | null = null

  const isSame = (bytes: Uint8Array | null): boolean =>
    bytes !== null && base !== null && Buffer.compare(bytes, base) === 0

  const keep = (name: string, bytes: Uint8Array): string => {
    makeFolders(folder)
    const kept = path.join(folder, name)
    writeFileAtomic(kept, bytes)
    return kept
  }

  const putBack = (now: Uint8Array | null, to: Uint8Array): boolean =>
    (now === null ? writeFileAtomic(file, to) : replaceVerified(file, now, to, late)).is === 'written'

  return {
    get isHeld() {
      return running.length > 0
    },
    begin(task) {
      if (running.length === 0 && (facts === null || facts !== factsOf(file))) {
        base = bytesOf(file)
        facts = factsOf(file)
      }
      running.push(task)
    },
    end(task, name) {
      const during = [...new Set(running)]
      running.splice(running.indexOf(task), 1)
      if (base === null || (facts !== null && facts === factsOf(file))) return null
      const before = base
      let edit: PlanEdit | null = null
      for (let turn = 0; turn < tries; turn += 1) {
        const now = bytesOf(file)
        if (isSame(now)) break
        const seen = now ? look(before, now) : { ticked: [] }
        edit = {
          file: shown,
          during,
          ...seen,
          onlyTicks: now !== null && differingBytes(before, now) === seen.ticked.length,
          kept: now ? keep(turn === 0 ? name : `${name}.${turn + 1}`, now) : null,
          isPutBack: putBack(now, before),
        }
        if (edit.isPutBack) break
      }
      facts = isSame(bytesOf(file)) ? factsOf(file) : null
      return edit
    },
    leave(task) {
      running.splice(running.indexOf(task), 1)
      facts = null
    },
    wrote(before, bytes) {
      if (!isSame(before)) return
      base = bytes
      facts = null
    },
  }
}

/** In how many bytes two contents of one length differ; another length differs in all of them. A tick is one byte. */
function differingBytes(before: Uint8Array, now: Uint8Array): number {
  if (before.length !== now.length) return Math.max(before.length, now.length)
  let count = 0
  for (const [at, byte] of before.entries()) if (byte !== now[at]) count += 1
  return count
}

function bytesOf(file: string): Uint8Array | null {
  const read = readFile(file, fileLimit)
  return read.is === 'read' ? read.bytes : null
}

/** Size, time and place of a file; null while they cannot be relied on. */
function factsOf(file: string): string | null {
  const facts = statSync(file, { bigint: true, throwIfNoEntry: false })
  if (!facts || BigInt(Date.now()) - facts.ctimeMs < BigInt(slackMs)) return null
  return `${facts.dev} ${facts.ino} ${facts.size} ${facts.mtimeNs} ${facts.ctimeNs}`
}
