/** Where a run starts from: the human's commit, and the target that is published to; both found again after a restart. */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { DiskFailure } from '../system/disk-failure.ts'
import { writeFileAtomic } from '../system/files.ts'
import { emptyStart } from './empty-start.ts'
import { refPart } from './git/refs.ts'
import { runGit } from './git/run-git.ts'
import { putBackTip, type Ground, type LookOptions } from './ground.ts'
import { bringIn } from './integrate.ts'
import { readHead, type HumanHead } from './publish/human-checkout.ts'
import { clearOwnLock } from './publish/publish.ts'
import type { Target } from './publish/target.ts'
import type { Beginning } from './workspaces.ts'
import { makeFolders } from '../system/own-folder.ts'

/**
 * Loads the run's tip and target, or makes them at HEAD. A repository without a commit starts from an empty one.
 * @throws when the reference cannot be written, or `--branch` is no name of a branch
 */
export async function beginRun(ground: Ground): Promise<Beginning> {
  clearOwnLock(ground)
  const head = await readHead(ground)
  const known = readTarget(ground)
  const wanted = ground.options.branch
  if (known === null && wanted !== null) await checkBranchName(ground, wanted)
  const target = known ?? (await newTarget(ground, head, wanted))
  if (known === null) writeTarget(ground, target)
  const begun = (await ground.refs.read(ground.ref('tip'))) ?? (await putBackTip(ground))
  const tip = begun ?? (await startTip(ground, head.commit))
  const remarks = [...ground.facts.remarks]
  if (begun !== null || target.branch === null || target.branch === head.branch)
    return { tip, branch: target.branch, remarks }
  return { ...(await goOnFrom(ground, target.branch, tip)), branch: target.branch }
}

/** A branch of its own may hold what an earlier run did there: the next one goes on from it. */
async function goOnFrom(
  ground: Ground,
  branch: string,
  tip: string,
): Promise<{ readonly tip: string; readonly remarks: readonly string[] }> {
  const { remarks } = ground.facts
  const theirs = await ground.refs.read(branch)
  if (theirs === null) return { tip, remarks }
  const name = branch.replace(/^refs\/heads\//, '')
  const brought = await bringIn(ground, theirs, name)
  if (brought.is === 'brought') return { tip: brought.tip, remarks }
  const where =
    brought.paths.length === 0 ? 'they have no history in common' : `they conflict in ${brought.paths.join(', ')}`
  return { tip, remarks: [...remarks, `the run does not begin with what is on ${name}: ${where}`] }
}

async function newTarget(ground: Ground, head: HumanHead, wanted: string | null): Promise<Target> {
  if (wanted === null) return { branch: head.branch, home: head.branch, at: head.commit }
  const branch = `refs/heads/${wanted}`
  return { branch, home: head.branch, at: await ground.refs.read(branch) }
}

async function checkBranchName(ground: Ground, name: string): Promise<void> {
  const checked = await runGit({
    args: ['check-ref-format', `refs/heads/${name}`],
    cwd: ground.own.dir,
    env: ground.own.env(),
  })
  if (checked.code !== 0) throw new Error(`${JSON.stringify(name)} cannot be the name of a branch`)
}

async function startTip(ground: Ground, head: string | null): Promise<string> {
  const base = head ?? emptyStart(ground)
  const name = ground.ref('tip')
  if (await ground.refs.swap(name, base, null)) return base
  const tip = await ground.refs.read(name)
  if (tip === null) throw new Error(`the reference ${name} cannot be written`)
  return tip
}

/**
 * The target of a run that has begun, or null.
 * @throws DiskFailure where it cannot be read: it is not chosen anew, or the work would go to whatever is checked out
 */
export function readTarget(ground: Ground<LookOptions>): Target | null {
  const file = targetFile(ground)
  try {
    const target: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (isTarget(target)) return target
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return null
    if (code !== undefined)
      throw new DiskFailure(`the branch of the run cannot be read: ${message}`, 'look at its rights')
  }
  const example = '{"branch":"refs/heads/main","home":"refs/heads/main"}'
  const help = `write the branch that the run began on into it, such as ${example}, then \`millwright resume\``
  throw new DiskFailure(`the branch of the run cannot be read: ${file} is damaged`, help)
}

function isTarget(value: unknown): value is Target {
  if (typeof value !== 'object' || value === null || !('branch' in value)) return false
  return value.branch === null || typeof value.branch === 'string'
}

function writeTarget(ground: Ground, target: Target): void {
  const file = targetFile(ground)
  makeFolders(path.dirname(file))
  const written = writeFileAtomic(file, JSON.stringify(target))
  if (written.is === 'failed') throw new DiskFailure(written.failure.reason, written.failure.help)
}

function targetFile(ground: Ground<LookOptions>): string {
  return path.join(ground.own.dir, 'targets', `${refPart(ground.options.run)}.json`)
}
