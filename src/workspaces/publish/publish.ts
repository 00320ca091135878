/**
 * Publish: the human's branch, index and files brought to the tip where that is safe; repeatable at any time.
 *
 * The target is fixed when the run begins: the branch HEAD was on, the detached commit, or `--branch`. The human's own
 * commits there are merged into the tip first. Then, by where the human is:
 *
 *   HEAD is the target          files, index and branch move (`bring-forward.ts`); a dirty path in the way: wait
 *   HEAD is another branch      only the branch moves, unless another worktree stands on it: wait
 *   nothing is checked out      only the branch moves (bare repository)
 */

import { listed } from '../../plan/names.ts'
import path from 'node:path'
import type { Failure } from '../../run/outcome.ts'
import { locksOfMove, removeEmptyLocks } from '../git/ref-locks.ts'
import { tipOf, type Ground } from '../ground.ts'
import { bringIn } from '../integrate.ts'
import { failureOf, type OutcomeOf } from '../workspaces.ts'
import { bringForward, type Stage } from './bring-forward.ts'
import { holdersOf, readHead, whatIsUnderWay, type Holder, type HumanHead } from './human-checkout.ts'
import { heldSince, releaseIndexLock } from './index-lock.ts'
import { mergeByHand } from './merge-by-hand.ts'
import { takenAway } from './taken-away.ts'
import { shown, type Target } from './target.ts'
import { wayBack } from './way-back.ts'
import { markWorkingFiles } from './working-files.ts'

type Published = OutcomeOf<'publish'>

/**
 * Publishes the tip; never rejects for a reason in the world.
 * @param asked the tip that the caller knows: where it is another one in the end, the outcome names it
 */
export async function publishTip(
  ground: Ground,
  target: Target,
  asked: string,
  reached?: (stage: Stage) => void,
): Promise<Published> {
  const outcome = await publishWhereItIs(ground, target, reached)
  const tip = await tipOf(ground).catch(() => asked)
  return tip === asked || outcome.is === 'diverged' ? outcome : { ...outcome, tip }
}

async function publishWhereItIs(
  ground: Ground,
  target: Target,
  reached: ((stage: Stage) => void) | undefined,
): Promise<Published> {
  try {
    for (let tries = 0; tries < 5; tries++) {
      const outcome = await publishOnce(ground, target, reached)
      if (outcome !== 'moved') return outcome
    }
    return wait('the branch keeps moving', triedAgain)
  } catch (error) {
    return {
      of: 'publish',
      is: 'waiting',
      failure: failureOf(error, triedAgain),
      paths: [],
    }
  }
}

async function publishOnce(
  ground: Ground,
  target: Target,
  reached: ((stage: Stage) => void) | undefined,
): Promise<Published | 'moved'> {
  const { root } = ground.facts
  await clearOwnLock(ground, target.branch)
  const head = await readHead(ground)
  const isHere = root !== null && head.branch === target.branch
  const there = await valueOf(ground, target, head)
  if (there.is === 'waiting') return there.outcome
  const old = there.commit
  const taken = await takenAway(ground, target, old)
  // Who is in the middle of what was advised is not advised it again.
  const busy = isHere ? whatIsUnderWay(ground) : null
  if (taken.is === 'asks') return busy === null ? wait(taken.failure.reason, taken.failure.help) : waitForEndOf(busy)
  const gone = taken.is === 'given-up' ? { gone: taken.commits } : {}
  let tip = await tipOf(ground)
  if (old !== null && old !== tip) {
    const brought = await bringIn(ground, old, shown(target))
    if (brought.is === 'conflict') return busy === null ? diverged(ground, target, brought.paths) : waitForEndOf(busy)
    // From here on the run stands on the human's commits too (taken-away.ts).
    if (brought.tip !== tip) await ground.refs.set(ground.ref('published'), old)
    tip = brought.tip
  }
  if (isHere) {
    const moved = await publishHere(ground, head, tip, reached)
    if (moved !== null) return moved === 'moved' ? moved : { ...moved, ...gone }
  } else if (old !== tip) {
    const moved = await publishElsewhere(ground, target, tip, old)
    if (moved !== null) return moved === 'moved' ? moved : { ...moved, ...gone }
  }
  if ((await ground.refs.read(ground.ref('published'))) !== tip) await ground.refs.set(ground.ref('published'), tip)
  if (!isHere) return { of: 'publish', is: 'published', to: shown(target), ...gone }
  const left = markWorkingFiles(ground.options, root)
  if (left.length > 0)
    return { ...wait('the plan is being edited', 'it is marked as soon as it stays still', left), ...gone }
  return { of: 'publish', is: 'published', to: shown(target), ...gone }
}

/** The target's commit now; a detached run cannot publish once the human left that state. */
async function valueOf(
  ground: Ground,
  target: Target,
  head: HumanHead,
): Promise<
  { readonly is: 'at'; readonly commit: string | null } | { readonly is: 'waiting'; readonly outcome: Published }
> {
  if (target.branch !== null) return { is: 'at', commit: await ground.refs.read(target.branch) }
  if (head.branch === null && head.commit !== null) return { is: 'at', commit: head.commit }
  const outcome = wait(
    'the run began on a detached HEAD, and now a branch is checked out',
    `switch back (${await wayBack(ground, target, null)}), then \`millwright resume\``,
  )
  return { is: 'waiting', outcome }
}

/**
 * A publish that was killed leaves the human's index locked, and perhaps HEAD and the branch; there is never a second one of
 * this run alive.
 * @param branch full name of the branch that it published to; null for a detached HEAD
 */
export async function clearOwnLock(ground: Ground, branch: string | null): Promise<void> {
  const lock = path.join(ground.facts.gitDir, 'index.lock')
  const since = heldSince(lock, ground.options.run)
  if (since === null) return
  await removeEmptyLocks(ground.own, locksOfMove(ground.facts, branch), since)
  releaseIndexLock(lock, ground.options.run)
}

async function publishHere(
  ground: Ground,
  head: HumanHead,
  tip: string,
  reached: ((stage: Stage) => void) | undefined,
): Promise<Published | 'moved' | null> {
  const { root } = ground.facts
  if (root === null) throw new Error('internal: a bare repository has no checkout')
  if (head.commit === tip) return null
  const busy = whatIsUnderWay(ground)
  if (busy !== null) return waitForEndOf(busy)
  const forward = await bringForward(ground, {
    root,
    head,
    from: head.commit ?? emptyTree(ground),
    to: tip,
    inPlace: ground.options.kind === 'in-place',
    ...(reached ? { reached } : {}),
  })
  if (forward.is === 'moved') return 'moved'
  return forward.is === 'forward' ? null : wait(forward.reason, forward.help, forward.paths)
}

async function publishElsewhere(
  ground: Ground,
  target: Target,
  tip: string,
  old: string | null,
): Promise<Published | 'moved' | null> {
  if (target.branch === null) throw new Error('internal: a detached HEAD is always here')
  const [holder] = await holdersOf(ground, target.branch)
  if (holder !== undefined) return waitForHolder(target, holder)
  return (await ground.refs.swapWith(target.branch, tip, old, { also: ground.ref('published') })) ? null : 'moved'
}

async function diverged(ground: Ground, target: Target, paths: readonly string[]): Promise<Published> {
  const where = paths.length === 0 ? 'they have no history in common' : `they conflict in ${paths.join(', ')}`
  const failure: Failure = {
    reason: `your commits on ${shown(target)} do not merge into the run’s tip: ${where}`,
    help: `merge the run’s tip by hand, then resume: ${await mergeByHand(ground, target.branch && shown(target))}`,
  }
  return { of: 'publish', is: 'diverged', failure }
}

const triedAgain = 'it is tried again after the next task, and by `millwright resume`'

function waitForHolder(target: Target, { name, isHere, busy, isGone }: Holder): Published {
  // A rebase of it that a person is in the middle of here leaves HEAD on no branch.
  if (isHere && busy !== null) return waitForEndOf(busy)
  const reason = `${shown(target)} is checked out in another worktree`
  if (isGone)
    return wait(
      `${reason}, whose folder ${name} is gone`,
      'put that back, or: git worktree prune (of a locked one behind git worktree unlock)',
    )
  if (busy === null) return wait(reason, `switch ${name} to another branch`)
  return wait(
    `${reason}, and ${busy} is under way there`,
    `finish or abort it in ${name}, then switch that to another branch`,
  )
}

/** @param busy what a person is in the middle of */
function waitForEndOf(busy: string): Published {
  return wait(`${busy} is under way in your checkout`, 'finish or abort it')
}

function wait(reason: string, help: string, paths: readonly string[] = []): Published {
  return { of: 'publish', is: 'waiting', failure: { reason: `${reason}${named(paths)}`, help }, paths }
}

/** The first few paths, for people. */
function named(paths: readonly string[]): string {
  return paths.length === 0 ? '' : `: ${listed(paths, 3)}`
}

/** The tree without entries, which git knows without its being stored. */
function emptyTree(ground: Ground): string {
  return ground.objects.write('tree', new Uint8Array())
}
