/** Our references in the human's repository, moved by compare-and-swap; its hooks do not run. */

import path from 'node:path'
import { monotonic, wait } from '../../system/clock.ts'
import { DiskFailure, diskFailureOf } from '../../system/disk-failure.ts'
import { textOfFile } from '../../system/files.ts'
import type { Objects } from './objects.ts'
import type { OwnGitDir } from './own-git-dir.ts'
import { moveRefs, openRefWriter } from './ref-writer.ts'
import { lockIn, removeLeftLock } from './ref-locks.ts'
import { GitError, runGit } from './run-git.ts'

export interface Refs {
  /** The commit a full reference name stands for, or null. */
  read(name: string): Promise<string | null>
  /**
   * Sets a reference if it still is `old` (null: must not exist).
   * @returns whether it did
   * @throws GitError where the disk refuses, or a lock of git's stays in the way
   */
  swap(name: string, next: string, old: string | null): Promise<boolean>
  /** Sets a reference whatever it was. */
  set(name: string, next: string): Promise<boolean>
  /**
   * Swaps one reference and sets another with it: both or neither.
   * @param also the other one
   * @param heldSince since when the run has held the person's index, where it does
   */
  swapWith(
    name: string,
    next: string,
    old: string | null,
    { also, heldSince }: { readonly also: string; readonly heldSince?: number },
  ): Promise<boolean>
  /** Names and commits below a prefix that ends in `/`. */
  list(prefix: string): Promise<ReadonlyMap<string, string>>
  isAncestor(older: string, newer: string): Promise<boolean>
  mergeBase(one: string, other: string): Promise<string | null>
  close(): void
}

/** `old`: what it has to be now, zeros for not there; empty for anything. */
interface RefUpdate {
  readonly name: string
  readonly next: string
  readonly old: string
}

/** A git of the person's holds a lock for a moment, and one that was left has to be seen to be old. */
const looks = 12
const betweenMs = 250
/** No git takes as long; another one that does is not waited for. */
const longestMs = 60_000

/**
 * References of a repository. They lie in the human's repository so that its garbage collection keeps what they name;
 * `core.hooksPath` is overridden on the call, which was measured to keep `reference-transaction` from running.
 * @param own our git directory
 * @param objects for short looks back into history, which need no process of their own
 */
export function openRefs(own: OwnGitDir, objects: Objects): Refs {
  const human = { cwd: own.dir, env: own.human }
  const ours = { cwd: own.dir, env: own.env() }
  const writer = openRefWriter(own)
  /** Commits that references were to be moved to: a git that was ended in the middle leaves a lock with one of them. */
  const asked = new Set<string>()
  /** What the lasting process could not do is asked of one of its own: that one's word counts. */
  const update = async (updates: readonly RefUpdate[], heldSince?: number): Promise<boolean> => {
    const input = updates.map(({ name, next, old }) => `update ${name}\0${next}\0${old}\0`).join('')
    for (const { next } of updates) asked.add(next)
    if (await writer.commit(input)) return true
    const since = monotonic()
    let wasEnded = false
    for (let look = 1; ; look += 1) {
      const { code, err } = await runGit({ ...human, args: [...moveRefs, '--stdin', '-z'], input })
      if (code === 0) return true
      const error = new GitError(`git update-ref: ${err}`)
      if (diskFailureOf(error) !== null) throw error
      const lock = lockIn(err)
      wasEnded ||= code === -1
      // A git that was ended when it had done all of it: the next one finds it done.
      if (lock === null && wasEnded && updates.every(({ name, next: to }) => readLoose(own, name) === to)) return true
      // That somebody has ended git says nothing of the references.
      if (lock === null && code !== -1) return false
      const watchedMs = monotonic() - since
      const left = { commits: asked, watchedMs, ...(heldSince === undefined ? {} : { heldSince }) }
      if (lock !== null && removeLeftLock(own, lock, left)) continue
      if (look === looks || watchedMs > longestMs)
        throw lock === null
          ? new DiskFailure(
              `each git that moves references is ended (${err})`,
              'see what ends it, then `millwright resume`',
            )
          : new GitError(`git’s lock ${lock} is in the way; if no git command runs there, remove that file`)
      await wait(betweenMs)
    }
  }
  return {
    async read(name) {
      const loose = readLoose(own, name)
      if (loose !== null) return loose
      const read = await runGit({ ...human, args: ['rev-parse', '--verify', '--quiet', '--end-of-options', name] })
      return read.code === 0 ? read.out.toString('utf8').trim() : null
    },
    swap: (name, next, old) => update([{ name, next, old: old ?? '0'.repeat(next.length) }]),
    set: (name, next) => update([{ name, next, old: '' }]),
    swapWith: (name, next, old, { also, heldSince }) =>
      update(
        [
          { name, next, old: old ?? '0'.repeat(next.length) },
          { name: also, next, old: '' },
        ],
        heldSince,
      ),
    async list(prefix) {
      const args = ['for-each-ref', '--format=%(refname) %(objectname)', '--end-of-options', prefix]
      const read = await runGit({ ...human, args })
      const found = new Map<string, string>()
      for (const line of read.out.toString('utf8').split('\n')) {
        const [name, id] = line.split(' ')
        if (name && id) found.set(name, id)
      }
      return found
    },
    async isAncestor(older, newer) {
      if (older === newer || (await isCloseAncestor(objects, older, newer))) return true
      return (
        (await runGit({ ...ours, args: ['merge-base', '--is-ancestor', '--end-of-options', older, newer] })).code === 0
      )
    },
    async mergeBase(one, other) {
      const read = await runGit({ ...ours, args: ['merge-base', '--end-of-options', one, other] })
      return read.code === 0 ? (read.out.toString('utf8').split('\n')[0] ?? null) : null
    },
    close: () => writer.close(),
  }
}

/** How many commits are looked at before git is asked. */
const closeBy = 32

async function isCloseAncestor(objects: Objects, older: string, newer: string): Promise<boolean> {
  const queue = [newer]
  const seen = new Set(queue)
  for (let at = 0; at < queue.length && at < closeBy; at++) {
    const commit = await objects.read(queue[at] ?? '')
    const head = commit?.bytes.toString('latin1').split('\n\n', 1)[0] ?? ''
    for (const line of head.split('\n')) {
      if (!line.startsWith('parent ')) continue
      const parent = line.slice('parent '.length)
      if (parent === older) return true
      if (!seen.has(parent)) queue.push(parent)
      seen.add(parent)
    }
  }
  return false
}

/** A reference that is a file of its own says all; a packed or symbolic one is left to git. */
function readLoose(own: OwnGitDir, name: string): string | null {
  const text = textOfFile(path.join(name === 'HEAD' ? own.human.GIT_DIR : own.common, name))?.trim() ?? ''
  const width = own.hash === 'sha256' ? 64 : 40
  return text.length === width && /^[0-9a-f]+$/.test(text) ? text : null
}

/**
 * Any text as one part of a reference name, one to one.
 * @param text a run, task or attempt name
 */
export function refPart(text: string): string {
  let part = ''
  for (const byte of Buffer.from(text, 'utf8')) {
    const letter = String.fromCharCode(byte)
    part += /[A-Za-z0-9_-]/.test(letter) ? letter : `=${byte.toString(16).padStart(2, '0').toUpperCase()}`
  }
  return part === '' ? '=' : part.startsWith('-') ? `=2D${part.slice(1)}` : part
}
