/** A draft: the working files of a workspace against its base, kept as a commit under the run's references. */

import { readdirSync } from 'node:fs'
import path from 'node:path'
import { lookAtPath } from '../system/look-at-path.ts'
import type { AttemptName } from '../run/effect.ts'
import { captureDeclared, isLent, type Place } from './capture.ts'
import { linkAt, presentIn } from './declared-files.ts'
import { evidenceTreeOf, withBookkeepingOf } from './evidence-tree.ts'
import { entriesBetween } from './git/changes.ts'
import { millwright, writeCommit } from './git/commits.ts'
import { refPart } from './git/refs.ts'
import { bytesAt, treeOf } from './git/trees.ts'
import { ownFiles, type Ground } from './ground.ts'
import { linksOut, writtenNames } from './links-out.ts'
import type { EffectOf, OutcomeOf, PlanLook } from './workspaces.ts'

export interface Draft {
  readonly outcome: Extract<OutcomeOf<'snapshot'>, { is: 'taken' }>
  /** Tree of the draft's commit. */
  readonly tree: string
}

/**
 * Takes the draft.
 * @param base commit it is compared with and stands on
 * @param began what lay there before its task began, where that is another one: what we wrote there since the base is no change
 * @throws GitError when a file cannot be read or the disk refuses
 */
export async function takeDraft(
  ground: Ground,
  effect: EffectOf<'snapshot'>,
  place: Place,
  base: string,
  began: string = base,
): Promise<Draft> {
  const { objects, options } = ground
  const baseTree = await treeOf(objects, base)
  const { tree: captured, ignored } = await captureDeclared(ground, place, baseTree, effect.declared)
  // Agents' trees never change the plan: the draft holds the base's bytes of it, the edit is only told.
  const { tree, differed } = await withBookkeepingOf(ground, captured, baseTree)
  // In place what an agent does to the plan is taken back and told when its attempt ends: what differs then is a person's.
  const planEdited = options.kind !== 'in-place' && differed.includes(options.planPath ?? '')
  const others = differed.filter((it) => it !== options.planPath)
  const isLeft = (it: string): boolean => options.kind === 'in-place' && !ownFiles(options).includes(it)
  const protectedLeft = others.filter(isLeft)
  const protectedChanges: string[] = []
  for (const it of others)
    if (!isLeft(it) && !(await isOwnEntry(ground, it, captured, [baseTree, await treeOf(objects, began)])))
      protectedChanges.push(it)
  const [commit, entries, present, before, evidence, plan] = await Promise.all([
    keepTree(ground, tree, base, draftRef(effect.name), draftMessage(effect.name)),
    entriesBetween(ground, baseTree, tree, 'text'),
    presentIn(ground, tree, effect.declared),
    presentIn(ground, baseTree, effect.declared),
    evidenceTreeOf(ground, tree),
    planEdited ? lookAtPlan(ground, captured, baseTree) : untouched,
  ])
  const newLinks = entries.filter(({ mode }) => mode === '120000').map(({ change }) => change.path)
  const links = await linksOut((it) => linkAt(ground, tree, it), [...newLinks, ...writtenNames(effect.declared)])
  return {
    tree,
    outcome: {
      of: 'snapshot',
      is: 'taken',
      commit,
      tree: evidence,
      changes: entries.map(({ change }) => change),
      present: [
        ...new Set([
          ...present,
          ...emptyFolders(ground, place, effect),
          ...ignored.filter((it) => it.isInDraft).map((it) => it.path),
        ]),
      ],
      before,
      ticked: plan.ticked,
      planEdited,
      ...(plan.tasks ? { planTasks: plan.tasks } : {}),
      protectedChanges,
      ...(protectedLeft.length > 0 ? { protectedLeft } : {}),
      ...(links.length > 0 ? { links } : {}),
      ...(ignored.length > 0 ? { ignored } : {}),
    },
  }
}

/**
 * Keeps a tree as a commit that garbage collection spares.
 * @param name of the reference below the run's
 * @returns the commit
 */
export async function keepTree(
  ground: Ground,
  tree: string,
  base: string,
  name: string,
  message: string,
): Promise<string> {
  const parents = (await ground.objects.read(base))?.type === 'commit' ? [base] : []
  const at = ground.options.now()
  const commit = writeCommit(ground.objects, { tree, parents, message, author: millwright, at })
  await ground.refs.set(ground.ref(name), commit)
  return commit
}

/**
 * Keeps a tree, never over something else that was kept under the name earlier: that gets a number behind it.
 * @returns the commit; one that holds the very tree already is that one
 */
export async function keepBeside(
  ground: Ground,
  tree: string,
  base: string,
  name: string,
  message: string,
): Promise<string> {
  for (let number = 1; ; number++) {
    const tried = number === 1 ? name : `${name}-${number}`
    const there = await ground.refs.read(ground.ref(tried))
    if (there === null) return keepTree(ground, tree, base, tried, message)
    if ((await treeOf(ground.objects, there)) === tree) return there
  }
}

function draftRef(name: AttemptName): string {
  return `drafts/${refPart(name.task)}/${refPart(name.step)}/${name.attempt}-${name.round}`
}

function draftMessage(name: AttemptName): string {
  return `Draft of ${name.task}, step ${name.step}, attempt ${name.attempt}, round ${name.round}`
}

/**
 * In place we write our log while an agent works: what it holds beside our own entries is what counts.
 * @param before trees that it is as in, but for these
 */
async function isOwnEntry(ground: Ground, file: string, captured: string, before: readonly string[]): Promise<boolean> {
  const { projectWorking } = ground.options
  if (ground.options.kind !== 'in-place' || !projectWorking) return false
  const [now, ...were] = await Promise.all([captured, ...before].map((tree) => bytesAt(ground.objects, tree, file)))
  return were.some((it) => sameEntries(projectWorking(file, it ?? null), projectWorking(file, now ?? null)))
}

/** Whether two states of our log hold the same lines; entries may stand in another order. */
export function sameEntries(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null) return one === other
  const [first, second] = [one, other].map((it) => Buffer.from(it).toString('latin1').split('\n').sort().join('\n'))
  return first === second
}

const untouched: PlanLook = { ticked: [] }

async function lookAtPlan(ground: Ground, captured: string, baseTree: string): Promise<PlanLook> {
  const { planPath, onPlanEdited } = ground.options
  if (planPath === null || !onPlanEdited) return untouched
  const [base, edited] = await Promise.all([
    bytesAt(ground.objects, baseTree, planPath),
    bytesAt(ground.objects, captured, planPath),
  ])
  return base && edited ? onPlanEdited(base, edited) : untouched
}

/** Git knows no empty folder; a declared one that was made is there all the same. One with files is there if the draft has them. */
function emptyFolders(ground: Ground, place: Place, effect: EffectOf<'snapshot'>): string[] {
  return effect.declared
    .filter((file) => file.form === 'directory')
    .map((file) => file.path)
    .filter((it) => {
      const folder = path.join(place.files, it)
      return lookAtPath(folder)?.isDirectory() === true && (isLent(ground, it) || holdsNothing(folder))
    })
}

function holdsNothing(folder: string): boolean {
  try {
    return readdirSync(folder, { withFileTypes: true, recursive: true }).every((it) => it.isDirectory())
  } catch {
    // What cannot be read is not known to be there.
    return false
  }
}
