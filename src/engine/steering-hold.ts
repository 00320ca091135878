/**
 * What no task may change beside the plan's own file, while agents work in the folder where it lies: the stored contract, the
 * prompt templates of the repository, and what else the plan is read from. What is changed there then is taken back and kept, as with the plan (`plan-hold.ts`):
 * nobody can tell an agent's edit from a person's.
 */

import { closeSync, constants, lstatSync, openSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { contractPath } from '../plan/path-safety.ts'
import type { TakenBack } from '../run/outcome.ts'
import { readFile, writeFileAtomic } from '../system/files.ts'
import type { LateEdits } from '../system/late-edits.ts'
import { makeFolders } from '../system/own-folder.ts'
import { replaceVerified } from '../system/write-back.ts'

const fileLimit = 64 * 1024 * 1024
const tries = 5
const promptFolder = '.millwright/prompts'

/** What stands in a place; `unknown` cannot be read, or is neither a file nor a link. */
type Entry =
  | { readonly is: 'file'; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly is: 'link'; readonly to: string }
  | { readonly is: 'unknown' }
  | { readonly is: 'nothing' }

export interface SteeringHold {
  /** An agent is about to work in the folder, for the task of this uid. */
  begin(task: string): void
  /** It has ended. @param name of the attempt, for what is kept @returns what was taken back */
  end(task: string, name: string): readonly TakenBack[]
  /** It has ended while another branch was checked out: what lies there is of that one, and stays as it is. */
  leave(task: string): void
}

/**
 * @param of.root absolute path of the folder in which agents work
 * @param of.folder where changed files are kept
 * @param of.sources further files of the plan that nobody but people writes, relative to the root
 * @param of.late holds what is replaced or taken away: whoever has it open may go on writing into it
 */
export function holdSteering({
  root,
  folder,
  sources = [],
  late,
}: {
  readonly root: string
  readonly folder: string
  readonly sources?: readonly string[]
  readonly late: LateEdits
}): SteeringHold {
  const running: string[] = []
  let base: ReadonlyMap<string, Entry> = new Map()

  const keep = (name: string, entry: Entry): string | null => {
    if (entry.is !== 'file' && entry.is !== 'link') return null
    makeFolders(folder)
    const kept = path.join(folder, name)
    writeFileAtomic(kept, entry.is === 'file' ? entry.bytes : entry.to)
    return kept
  }

  const takeBack = (file: string, during: readonly string[], name: string): TakenBack | null => {
    const was = base.get(file) ?? nothing
    let taken: TakenBack | null = null
    for (let turn = 0; turn < tries; turn += 1) {
      const now = lookAt(path.join(root, file))
      if (isSame(was, now)) break
      const kept = keep(`${name}.${file.replaceAll('/', '-')}${turn === 0 ? '' : `.${turn + 1}`}`, now)
      taken = { file, during, kept, isPutBack: isReal(root, file) && putBack(path.join(root, file), was, now, late) }
      if (taken.isPutBack) break
    }
    return taken
  }

  return {
    begin(task) {
      if (running.length === 0) base = lookAtAll(root, sources)
      running.push(task)
    },
    end(task, name) {
      const during = [...new Set(running)]
      running.splice(running.indexOf(task), 1)
      const files = new Set([...base.keys(), ...lookAtAll(root, sources).keys()])
      return [...files].sort().flatMap((it) => takeBack(it, during, name) ?? [])
    },
    leave(task) {
      running.splice(running.indexOf(task), 1)
    },
  }
}

const nothing: Entry = { is: 'nothing' }

function lookAtAll(root: string, sources: readonly string[]): ReadonlyMap<string, Entry> {
  return new Map([contractPath, ...promptFiles(root), ...sources].map((it) => [it, lookAt(path.join(root, it))]))
}

/** Templates lie beside each other. A folder that leads elsewhere by a link is a person's own matter, but for the link. */
function promptFiles(root: string): readonly string[] {
  const link = ['.millwright', promptFolder].find((it) => lookAt(path.join(root, it)).is === 'link')
  if (link !== undefined) return [link]
  try {
    const names = readdirSync(path.join(root, promptFolder), { withFileTypes: true })
    return names.filter((it) => !it.isDirectory()).map((it) => `${promptFolder}/${it.name}`)
  } catch {
    return []
  }
}

function lookAt(file: string): Entry {
  const there = lstatSync(file, { throwIfNoEntry: false })
  if (there === undefined) return nothing
  if (there.isSymbolicLink()) return { is: 'link', to: readlinkSync(file) }
  const read = readFile(file, fileLimit)
  return read.is === 'read' ? { is: 'file', bytes: read.bytes, mode: read.mode } : { is: 'unknown' }
}

function isSame(one: Entry, other: Entry): boolean {
  if (one.is === 'file' && other.is === 'file') return Buffer.compare(one.bytes, other.bytes) === 0
  if (one.is === 'link' && other.is === 'link') return one.to === other.to
  return one.is === other.is
}

/** Whether no folder above a file leads elsewhere by a link. */
function isReal(root: string, file: string): boolean {
  const above = path.posix.dirname(file)
  return above === '.' || (lookAt(path.join(root, above)).is !== 'link' && isReal(root, above))
}

function putBack(file: string, was: Entry, now: Entry, late: LateEdits): boolean {
  if (was.is === 'unknown' || now.is === 'unknown') return false
  if (was.is === 'file' && now.is === 'file') return replaceVerified(file, now.bytes, was.bytes, late).is === 'written'
  try {
    if (now.is !== 'nothing') takeAway(file, now, late)
    if (was.is === 'link') symlinkSync(was.to, file)
    if (was.is !== 'file') return true
    makeFolders(path.dirname(file))
    return writeFileAtomic(file, was.bytes, was.mode).is === 'written'
  } catch {
    return false
  }
}

function takeAway(file: string, now: Entry, late: LateEdits): void {
  const fd = now.is === 'file' ? openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW) : null
  try {
    rmSync(file)
  } catch (error) {
    if (fd !== null) closeSync(fd)
    throw error
  }
  if (fd !== null && now.is === 'file') late.hold({ target: file, fd, bytes: now.bytes })
}
