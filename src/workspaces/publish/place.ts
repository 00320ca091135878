/** Where the human's checkout is during a run: its files are the run's only on the branch that the run began on. */

import { statSync } from 'node:fs'
import path from 'node:path'
import { wait } from '../../system/clock.ts'
import { DiskFailure } from '../../system/disk-failure.ts'
import { textOfFile } from '../../system/files.ts'
import type { GitFacts } from '../git/git-facts.ts'
import { entryAt, treeOf } from '../git/trees.ts'
import { openGround, tipOf, type Ground, type LookOptions } from '../ground.ts'
import type { Place } from '../workspaces.ts'
import { readHead } from './human-checkout.ts'
import { isForeignLock } from './index-lock.ts'
import { nameOf, readTarget } from './target.ts'
import { wayBack } from './way-back.ts'

/**
 * Looks where the checkout is. The branch the run began on and the one it publishes to are home; so is every branch for a
 * plan that git does not know, because its file stays the same; but not for work in place, whose ground the files are. So it
 * is for a run that has not begun.
 */
export async function placeOfCheckout(ground: Ground<LookOptions>): Promise<Place> {
  const target = readTarget(ground)
  if (target === null || ground.facts.root === null) return { is: 'home' }
  if (isForeignLock(path.join(ground.facts.gitDir, 'index.lock'), ground.options.run)) return { is: 'moving' }
  const now = await branchOf(ground)
  const home = target.home === undefined ? target.branch : target.home
  if (now === target.branch) return { is: 'home' }
  if (now === home)
    return (await isTracked(ground).catch(() => false)) ? { is: 'home', marksOnly: true } : { is: 'home' }
  if (ground.options.kind !== 'in-place' && !(await isTracked(ground))) return { is: 'home' }
  return { is: 'away', now: shown(now), home: shown(home), back: await wayBack(ground, target, home) }
}

/** While a program changes the checkout, it is looked at again as often. */
const looks = 100
const lookMs = 50

/** Git's lock that was waited for in vain. */
const waitedFor = new WeakMap<Ground, string>()

function lockOf({ facts }: Ground): string | null {
  const lock = statSync(path.join(facts.gitDir, 'index.lock'), { throwIfNoEntry: false })
  return lock ? `${lock.ino} ${lock.mtimeMs}` : null
}

/**
 * Work in place stands on the files of the run's branch: with another one checked out, all that differs there would be taken
 * for work.
 * @throws DiskFailure where it is not checked out: the run stops until it is
 */
export async function stayHome(ground: Ground): Promise<void> {
  let at = await placeOfCheckout(ground)
  const lock = at.is === 'moving' ? lockOf(ground) : null
  // What leaves git's lock behind for ever is none that holds us up.
  for (let look = 0; at.is === 'moving' && look < looks && waitedFor.get(ground) !== lock; look += 1) {
    await wait(lookMs)
    at = await placeOfCheckout(ground)
  }
  if (at.is === 'moving' && lock !== null) waitedFor.set(ground, lock)
  if (at.is === 'away') throw awayFrom(at)
}

/** A checkout that is not where its run belongs. */
export function awayFrom({ now, home, back }: Extract<Place, { is: 'away' }>): DiskFailure {
  return new DiskFailure(
    `${now} is checked out, and the run belongs to ${home}`,
    `switch back (${back}), then \`millwright resume\``,
  )
}

/**
 * The same for somebody who only looks, while no executor is at work.
 * @throws when our folder for the repository cannot be written, or git fails
 */
export async function placeOfRun(facts: GitFacts, options: LookOptions): Promise<Place> {
  const ground = await openGround(options, facts)
  try {
    return await placeOfCheckout(ground)
  } finally {
    ground.objects.close()
  }
}

/** The branch, from the file HEAD where that tells, because this is asked at every look. */
async function branchOf(ground: Ground<LookOptions>): Promise<string | null> {
  const text = textOfFile(path.join(ground.facts.gitDir, 'HEAD'))?.trim() ?? ''
  if (/^[0-9a-f]{40,64}$/.test(text)) return null
  return (await readHead(ground)).branch
}

async function isTracked(ground: Ground<LookOptions>): Promise<boolean> {
  const { planPath } = ground.options
  if (planPath === null) return false
  const tree = await treeOf(ground.objects, await tipOf(ground))
  return (await entryAt(ground.objects, tree, planPath)) !== null
}

function shown(branch: string | null): string {
  return branch === null ? 'a detached HEAD' : `branch ${nameOf(branch)}`
}
