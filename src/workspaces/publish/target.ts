/** The branch that a run publishes to, fixed when it begins. */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { DiskFailure } from '../../system/disk-failure.ts'
import { writeFileAtomic } from '../../system/files.ts'
import { makeFolders } from '../../system/own-folder.ts'
import { refPart } from '../git/refs.ts'
import type { Ground, LookOptions } from '../ground.ts'

/** Where a run publishes to. */
export interface Target {
  /** Full name of a branch; null for a detached HEAD. */
  readonly branch: string | null
  /** Full name of the branch that was checked out when the run began, null for none; early runs do not tell. */
  readonly home?: string | null
  /** What the branch held then; null where it did not exist. */
  readonly at?: string | null
}

/** The target as people name it. */
export function shown(target: Target): string {
  return target.branch === null ? 'HEAD' : nameOf(target.branch)
}

/** A branch by its short name. @param branch its full one */
export function nameOf(branch: string): string {
  return branch.replace(/^refs\/heads\//, '')
}

/**
 * The target of a run that has begun, or null.
 * @throws DiskFailure where it cannot be read: it is not chosen anew, or the work would go to whatever is checked out
 */
export function readTarget(ground: Ground<LookOptions>): Target | null {
  return readFrom(targetFile(ground)) ?? readFrom(earlierFile(ground))
}

/**
 * The target of a run that has begun.
 * @throws DiskFailure as `readTarget`, also where it is gone
 */
export function targetOf(ground: Ground<LookOptions>): Target {
  const target = readTarget(ground)
  if (target === null) throw unreadable(targetFile(ground), 'gone')
  return target
}

function readFrom(file: string): Target | null {
  try {
    const target: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (isTarget(target)) return target
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    if (code !== undefined)
      throw new DiskFailure(`the branch of the run cannot be read: ${message}`, 'look at its rights')
  }
  throw unreadable(file, 'damaged')
}

function unreadable(file: string, how: 'gone' | 'damaged'): DiskFailure {
  const example = '{"branch":"refs/heads/main","home":"refs/heads/main"}'
  const help = `write the branch that the run began on into it, such as ${example}, then \`millwright resume\``
  return new DiskFailure(`the branch of the run cannot be read: ${file} is ${how}`, help)
}

function isTarget(value: unknown): value is Target {
  if (typeof value !== 'object' || value === null || !('branch' in value)) return false
  return value.branch === null || typeof value.branch === 'string'
}

/** Keeps it for the whole run. @throws DiskFailure */
export function writeTarget(ground: Ground, target: Target): void {
  const file = targetFile(ground)
  makeFolders(path.dirname(file))
  const written = writeFileAtomic(file, JSON.stringify(target))
  if (written.is === 'failed') throw new DiskFailure(written.failure.reason, written.failure.help)
}

/** Beside the journals: it goes where the repository goes, and is lost with nothing less. */
function targetFile({ facts, options }: Ground<LookOptions>): string {
  return path.join(facts.commonDir, 'millwright', 'targets', `${refPart(options.run)}.json`)
}

/** Where runs had it that began before it lay there. */
function earlierFile({ own, options }: Ground<LookOptions>): string {
  return path.join(own.dir, 'targets', `${refPart(options.run)}.json`)
}
