/** What a person has committed in place of a draft that waited for them: a later draft goes on from it and takes its place. */

import { rawChanges } from './git/changes.ts'
import { readCommit } from './git/commits.ts'
import { git } from './git/run-git.ts'
import { entryAt, treeOf, withEntries, type TreeEntry } from './git/trees.ts'
import { tipOf, type Ground } from './ground.ts'
import { isEntry } from './brought.ts'

/** Below the run's references: by its commit, where the person's branch stood when a draft was taken. */
export const takenOn = 'taken-on'

/**
 * The tree that both sides of a merge come from. In place, what a person has committed just as a draft had made it, before another
 * one was taken, was there before that one: merged with what was there before both, the two would conflict, or what was sent back
 * would come again. With an edit of theirs it is their own work, and so is what goes back to a draft of before, or to what was there,
 * since the one that the run has was taken.
 *
 * @param of.since commit that both come from in the history; only drafts that were made on it count
 * @param of.base tree of that, `run` what the run has made of it, and `person` what the person has; ids of trees
 * @param of.at the commit that has it
 */
export async function baseWithDrafts(
  ground: Ground,
  of: {
    readonly since: string
    readonly base: string
    readonly run: string
    readonly person: string
    readonly at: string
  },
): Promise<string> {
  const { objects, options } = ground
  const { since, base, run, person, at } = of
  if (options.kind !== 'in-place') return base
  const changedByRun = new Map((await rawChanges(objects, base, run)).map((it) => [it.path, it]))
  const both = (await rawChanges(objects, base, person)).filter(({ path, mode, id }) => {
    const other = changedByRun.get(path)
    return other !== undefined && (other.mode !== mode || other.id !== id)
  })
  if (both.length === 0) return base
  const drafts = await draftsOn(ground, since)
  const drafted = new Map<string, TreeEntry | null>()
  for (const { path, mode, id } of both) {
    const isSo = async (tree: string): Promise<boolean> => isEntry(await entryAt(objects, tree, path), mode, id)
    const isMade = async (it: DraftOn): Promise<boolean> => (await isSo(it.tree)) && !(await isSo(it.base))
    const other = changedByRun.get(path)
    /** Whether the run has it, and it was taken where the person had committed what they have still. */
    const isLatest = async ({ tree, head }: DraftOn): Promise<boolean> =>
      other !== undefined &&
      head !== null &&
      isEntry(await entryAt(objects, tree, path), other.mode, other.id) &&
      (await isSo(await treeOf(objects, head))) &&
      !(await isTouched(ground, { from: head, to: at, path }))
    if ((await isAny(drafts, isMade)) && (await isAny(drafts, isLatest)))
      drafted.set(path, mode === '000000' ? null : { mode, id })
  }
  return withEntries(objects, base, drafted, (bytes) => objects.write('tree', bytes))
}

/** Trees of a draft and of what it was made on, and the commit that the person's branch stood at when it was taken. */
interface DraftOn {
  readonly tree: string
  readonly base: string
  readonly head: string | null
}

async function isAny<T>(all: readonly T[], is: (it: T) => Promise<boolean>): Promise<boolean> {
  for (const it of all) if (await is(it)) return true
  return false
}

/** Whether commits change a path that came to a branch since; those that were only put on others are the same. */
async function isTouched(
  { own }: Ground,
  { from, to, path }: { readonly from: string; readonly to: string; readonly path: string },
): Promise<boolean> {
  const range = ['--cherry-pick', '--right-only', '--no-merges', '--max-count=1', `${from}...${to}`]
  const args = ['--literal-pathspecs', 'rev-list', ...range, '--', path]
  return (await git({ args, cwd: own.dir, env: own.env() })).length > 0
}

/** The drafts of the run that were made on a commit, or on what that was before a person's own commits were brought into it. */
async function draftsOn(ground: Ground, since: string): Promise<readonly DraftOn[]> {
  const { objects, refs } = ground
  const first = await firstOf(ground, since)
  const found: DraftOn[] = []
  for (const draft of (await refs.list(ground.ref('drafts/'))).values()) {
    if (draft === since || !(await refs.isAncestor(first, draft))) continue
    const head = await refs.read(ground.ref(`${takenOn}/${draft}`))
    const [tree, base] = await Promise.all([draft, `${draft}^`].map((it) => treeOf(objects, it)))
    if (tree !== undefined && base !== undefined) found.push({ tree, base, head })
  }
  return found
}

/** What a task began on: of states that were each brought forward from the one before, which no tip contains, the first. */
async function firstOf(ground: Ground, since: string): Promise<string> {
  const tip = await tipOf(ground)
  for (let first = since; ;) {
    const [before, ...others] = (await readCommit(ground.objects, first))?.parents ?? []
    if (before === undefined || others.length > 0 || (await ground.refs.isAncestor(before, tip))) return first
    first = before
  }
}
