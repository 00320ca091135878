/**
 * What may be on a disk after a power cut, by the operations before it.
 *
 * `ordered`: names change in their order, as in the log of ext4 or XFS; each fsync brings all changes of names before it to
 * the disk. `strict`: what POSIX promises, which is that a name is there once its folder was synced; a rename within one
 * folder is done whole or not at all. In both the bytes of a file are sure only once that file was synced: of the writes
 * since then each may be there, be missing (what stood there before, or zeros) or be there in its first part.
 */

import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import type { Random } from '../../tests/rig/random.ts'
import type { FileOperation } from './file-operations.ts'

export type Model = 'ordered' | 'strict'
/** Which of the changes that are not sure are there. */
export type Variant = 'none' | 'all' | 'names' | 'bytes' | 'chance'
export const variants: readonly Variant[] = ['none', 'all', 'names', 'bytes', 'chance']

/** Where a name leads: the number of a file, whose bytes are kept apart, because it may have several names. */
type Entry =
  | { readonly is: 'file'; readonly file: number }
  | { readonly is: 'folder' }
  | { readonly is: 'link'; readonly target: string }
type Names = Map<string, Entry>

interface NameChange {
  readonly at: number
  /** Folders that have to be synced for it to be sure, in the strict model. */
  readonly folders: readonly string[]
  apply(names: Names): void
}

interface Change {
  readonly at: number
  readonly offset: number
  /** Null: the file ends there from now on. */
  readonly bytes: Buffer | null
}

interface FileLog {
  readonly first: Buffer
  /** Where in the sequence it was made. */
  readonly made: number
  mode: number
  readonly changes: Change[]
  /** Where in the sequence its bytes were made sure. */
  readonly syncs: number[]
  position: number
  isAppended: boolean
}

/** Content of a disk, by absolute path. `touched`: after how many operations a file was changed last. */
export type Disk = ReadonlyMap<
  string,
  | { readonly is: 'file'; readonly bytes: Buffer; readonly mode: number; readonly touched?: number }
  | { readonly is: 'folder' }
  | { readonly is: 'link'; readonly target: string }
>

/** The folders as they are now. */
export function readDisk(folders: readonly string[]): Disk {
  const found = new Map<string, Disk extends ReadonlyMap<string, infer Value> ? Value : never>()
  for (const folder of folders) {
    found.set(folder, { is: 'folder' })
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const full = path.join(entry.parentPath, entry.name)
      if (entry.isSymbolicLink()) found.set(full, { is: 'link', target: readlinkSync(full) })
      else if (entry.isDirectory()) found.set(full, { is: 'folder' })
      else if (entry.isFile())
        found.set(full, { is: 'file', bytes: readFileSync(full), mode: statSync(full).mode & 0o777 })
    }
  }
  return found
}

/** How long ago the power failed, in seconds: longer than anybody waits for a lock to be old. */
const sinceCut = 600

/** Makes the folders hold what the disk holds below them, and nothing else. Files keep the order in which they were changed. */
export function writeDisk(disk: Disk, folders: readonly string[]): void {
  const begun = Date.now() / 1000 - sinceCut
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  for (const [name, entry] of [...disk].sort(([one], [other]) => (one < other ? -1 : 1)))
    if (entry.is === 'folder') mkdirSync(name, { recursive: true })
    else if (entry.is === 'link') symlinkSync(entry.target, name)
    else {
      writeFileSync(name, entry.bytes)
      chmodSync(name, entry.mode)
      const at = begun + (entry.touched ?? 0) / 1000
      utimesSync(name, at, at)
    }
}

export interface History {
  /** Cut points: after how many operations something has changed. */
  readonly cuts: readonly number[]
  /** What a file held after the first so many operations, were the power still on; null where it was not there. */
  fileAfter(cut: number, name: string): Buffer | null
  /** A legal disk after the first so many operations. */
  diskAfter(cut: number, model: Model, variant: Variant, random: Random): Disk
}

/**
 * Follows the operations from a disk on which all is sure.
 * @param isOf whether a path is part of the disk
 */
export function follow(before: Disk, operations: readonly FileOperation[], isOf: (path: string) => boolean): History {
  const files: FileLog[] = []
  const addFile = (first: Buffer, mode: number, made = 0): number =>
    files.push({ first, made, mode, changes: [], syncs: [], position: 0, isAppended: false }) - 1
  const initial: Names = new Map()
  for (const [name, it] of before)
    initial.set(name, it.is === 'file' ? { is: 'file', file: addFile(it.bytes, it.mode) } : it)
  const names: Names = new Map(initial)
  const nameChanges: NameChange[] = []
  const syncedAt: number[] = []
  const folderSyncs = new Map<string, number[]>()
  const cuts: number[] = []
  const change = (at: number, folders: readonly string[], apply: (names: Names) => void): void => {
    apply(names)
    nameChanges.push({ at, folders, apply })
  }
  const fileAt = (name: string): FileLog | undefined => {
    const entry = names.get(name)
    return entry?.is === 'file' ? files[entry.file] : undefined
  }
  for (const [at, operation] of operations.entries()) {
    const { does, path: name } = operation
    if (!isOf(name)) continue
    if (does !== 'seek' && does !== 'open') cuts.push(at + 1)
    const file = fileAt(name)
    switch (operation.does) {
      case 'open': {
        if (!file && operation.creates) {
          const made: Entry = { is: 'file', file: addFile(Buffer.alloc(0), 0o644, at) }
          change(at, [path.dirname(name)], (it) => it.set(name, made))
          cuts.push(at + 1)
        }
        const opened = fileAt(name)
        if (!opened) break
        if (file && operation.truncates) {
          opened.changes.push({ at, offset: 0, bytes: null })
          cuts.push(at + 1)
        }
        opened.position = 0
        opened.isAppended = operation.appends
        break
      }
      case 'seek':
        if (file) file.position = operation.offset
        break
      case 'write':
      case 'copy': {
        if (!file) break
        const source = operation.does === 'copy' ? fileAt(operation.from) : undefined
        const bytes =
          operation.does === 'write'
            ? operation.bytes
            : (source ? contentOf(source, source.changes) : readFileSync(operation.from)).subarray(0, operation.length)
        const explicit = operation.does === 'write' ? operation.offset : null
        const end = file.isAppended ? contentOf(file, file.changes).length : file.position
        file.changes.push({ at, offset: explicit ?? end, bytes })
        if (explicit === null) file.position = end + bytes.length
        break
      }
      case 'truncate':
        file?.changes.push({ at, offset: operation.size, bytes: null })
        break
      case 'sync':
        file?.syncs.push(at)
        if (operation.what === 'all') {
          syncedAt.push(at)
          if (!file) folderSyncs.set(name, [...(folderSyncs.get(name) ?? []), at])
        }
        break
      case 'rename': {
        const { to } = operation
        change(at, [...new Set([path.dirname(name), path.dirname(to)])], (it) => {
          for (const [old, entry] of [...it])
            if (old === name || old.startsWith(`${name}/`)) {
              it.delete(old)
              it.set(to + old.slice(name.length), entry)
            }
        })
        break
      }
      case 'link': {
        const entry = names.get(name)
        const { to } = operation
        if (entry) change(at, [path.dirname(to)], (it) => it.set(to, entry))
        break
      }
      case 'symlink': {
        const { target } = operation
        change(at, [path.dirname(name)], (it) => it.set(name, { is: 'link', target }))
        break
      }
      case 'mkdir':
        change(at, [path.dirname(name)], (it) => it.set(name, { is: 'folder' }))
        break
      case 'remove':
        change(at, [path.dirname(name)], (it) => it.delete(name))
        break
      case 'chmod':
        if (file) file.mode = operation.mode
    }
  }
  return {
    cuts: [...new Set(cuts)],
    fileAfter(cut, name) {
      const there: Names = new Map(initial)
      for (const it of nameChanges) if (it.at < cut) it.apply(there)
      const entry = there.get(name)
      const log = entry?.is === 'file' ? files[entry.file] : undefined
      return log
        ? contentOf(
            log,
            log.changes.filter((it) => it.at < cut),
          )
        : null
    },
    diskAfter(cut, model, variant, random) {
      const isLucky = (kind: 'names' | 'bytes'): boolean =>
        variant === 'all' || variant === kind || (variant === 'chance' && random.chance(0.5))
      const sure = syncedAt.findLast((it) => it < cut) ?? -1
      const open = cut - sure - 1
      const reached = variant === 'chance' ? sure + 1 + random.below(open + 1) : isLucky('names') ? cut : sure + 1
      const there: Names = new Map(initial)
      for (const it of nameChanges) {
        if (it.at >= cut) break
        const isSure = it.folders.every((folder) =>
          (folderSyncs.get(folder) ?? []).some((at) => at > it.at && at < cut),
        )
        if (model === 'ordered' ? it.at < reached : isSure || isLucky('names')) it.apply(there)
      }
      const disk = new Map<string, Disk extends ReadonlyMap<string, infer Value> ? Value : never>()
      const contents = new Map<number, Buffer>()
      for (const [name, entry] of [...there].sort(([one], [other]) => (one < other ? -1 : 1))) {
        const parent = path.dirname(name)
        if (!before.has(name) && disk.get(parent)?.is !== 'folder') continue
        if (entry.is !== 'file') {
          disk.set(name, entry)
          continue
        }
        const log = files[entry.file]
        if (!log) continue
        const bytes = contents.get(entry.file) ?? contentOf(log, chosenOf(log, cut, isLucky, variant, random))
        contents.set(entry.file, bytes)
        const touched = log.changes.findLast((it) => it.at < cut)?.at ?? log.made
        disk.set(name, { is: 'file', bytes, mode: log.mode, touched })
      }
      return disk
    },
  }
}

/** The changes of a file that are there: all that are sure, and of the others those that chance has kept, perhaps torn. */
function chosenOf(
  log: FileLog,
  cut: number,
  isLucky: (kind: 'bytes') => boolean,
  variant: Variant,
  random: Random,
): readonly Change[] {
  const sure = log.syncs.findLast((it) => it < cut) ?? -1
  return log.changes.flatMap((it) => {
    if (it.at >= cut) return []
    if (it.at < sure) return [it]
    if (!isLucky('bytes')) return []
    const isTorn = variant === 'chance' && it.bytes !== null && random.chance(0.3)
    return [isTorn ? { ...it, bytes: it.bytes.subarray(0, random.below(it.bytes.length + 1)) } : it]
  })
}

function contentOf(log: FileLog, changes: readonly Change[]): Buffer {
  const ends = changes.map(({ offset, bytes }) => offset + (bytes?.length ?? 0))
  const room = Buffer.alloc(Math.max(log.first.length, ...ends))
  log.first.copy(room)
  let length = log.first.length
  for (const { offset, bytes } of changes) {
    if (bytes === null) {
      room.fill(0, Math.min(offset, length))
      length = offset
      continue
    }
    bytes.copy(room, offset)
    length = Math.max(length, offset + bytes.length)
  }
  return room.subarray(0, length)
}
