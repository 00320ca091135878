/** Where a run starts from: the human's commit, and the target that is published to; both found again after a restart. */

import { emptyStart } from './empty-start.ts'
import { runGit } from './git/run-git.ts'
import { putBackTip, type Ground } from './ground.ts'
import { bringIn } from './integrate.ts'
import { readHead, type HumanHead } from './publish/human-checkout.ts'
import { clearOwnLock } from './publish/publish.ts'
import { readTarget, targetOf, writeTarget, type Target } from './publish/target.ts'
import type { Beginning } from './workspaces.ts'

/**
 * Loads the run's tip and target, or makes them at HEAD. A repository without a commit starts from an empty one.
 * @throws when the reference cannot be written, or `--branch` is no name of a branch; DiskFailure where the target of a run that
 *   has begun is gone
 */
export async function beginRun(ground: Ground): Promise<Beginning> {
  const known = readTarget(ground)
  await clearOwnLock(ground, known?.branch ?? null)
  const head = await readHead(ground)
  const wanted = ground.options.branch
  if (known === null && wanted !== null) await checkBranchName(ground, wanted)
  const begun = (await ground.refs.read(ground.ref('tip'))) ?? (await putBackTip(ground))
  // The tip comes after it: of a run that has one it is not chosen again, or its work would go to whatever is checked out.
  const target = known ?? (begun === null ? await newTarget(ground, head, wanted) : targetOf(ground))
  if (known === null) writeTarget(ground, target)
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
