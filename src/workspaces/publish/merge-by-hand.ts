/** The commands by which a human brings the tip into the branch themselves; they have to work as they are printed. */

import path from 'node:path'
import { isTypeable, shellPrinted, shellWord } from '../../plan/shell-word.ts'
import { rawChanges, type RawChange } from '../git/changes.ts'
import { openPaths } from '../git/open-paths.ts'
import { tipOf, type Ground } from '../ground.ts'
import { readHead } from './human-checkout.ts'
import { judgePaths, readIndex } from './judge-paths.ts'

/**
 * The commands, joined as one line.
 *
 * Our marks stand uncommitted in the plan and its log, and git merges over no such file. They are committed first: the
 * tip holds the same lines, so both sides agree. (Taking them back would show done tasks as open in the meantime.) Of
 * work in place the agents' files are uncommitted too, and so are those of a commit of ours that was taken back without them.
 * Marks that stand on another branch go along with the switch, but for a file of which that branch has another version.
 * @param branch the branch that is published to, as people name it; null for a detached HEAD
 */
export async function mergeByHand(ground: Ground, branch: string | null): Promise<string> {
  const head = await readHead(ground)
  const isElsewhere = branch !== null && head.branch !== `refs/heads/${branch}`
  const onto = isElsewhere ? await ground.refs.read(`refs/heads/${branch}`) : head.commit
  const isRelated = onto === null || (await ground.refs.mergeBase(onto, await tipOf(ground))) !== null
  const merge = `git merge ${isRelated ? '' : '--allow-unrelated-histories '}${ground.ref('tip')}`
  const found = await openChanges(ground, head.commit, onto)
  const marks = isElsewhere ? found.filter((it) => isBook(ground, it.path)) : found
  const apart = isElsewhere ? await differing(ground, head.commit, onto) : new Set<string>()
  const [aside, open] = [marks.filter((it) => apart.has(it.path)), marks.filter((it) => !apart.has(it.path))]
  const what = open.every((it) => isBook(ground, it.path)) ? 'Marks of the plan' : 'Work of the run'
  // Git adds nothing that is neither there nor in its index.
  const added = open.filter((it) => it.mode !== '000000')
  return [
    ...(aside.length > 0
      ? [`git stash push -q -u -m "Marks of the plan, which the tip has too" -- ${pathspecs(aside)}`]
      : []),
    // Also where it is checked out now: they may be typed later, where another one is. Without a commit it is no branch yet.
    ...(branch === null || onto === null ? [] : [`git switch ${shellWord(branch)}`]),
    ...(added.length > 0 ? [`git add -- ${pathspecs(added)}`] : []),
    ...(open.length > 0 ? [`git commit -m "${what}" -- ${pathspecs(open)}`] : []),
    merge,
  ].join(' && ')
}

/** Files of which two commits have other versions. */
async function differing(ground: Ground, one: string | null, other: string | null): Promise<ReadonlySet<string>> {
  if (one === null || other === null) return new Set()
  return new Set((await rawChanges(ground.objects, one, other)).map((it) => it.path))
}

/**
 * Of what the tip changes: what is not committed as it lies there and is ours, by its path or, where a person took our commit
 * from the branch and left its files, by being as the tip has it.
 * @param onto the commit that the tip is merged into
 */
async function openChanges(ground: Ground, head: string | null, onto: string | null): Promise<readonly RawChange[]> {
  const { root, gitDir } = ground.facts
  if (root === null || head === null || onto === null) return []
  const changes = await rawChanges(ground.objects, onto, await tipOf(ground))
  const index = path.join(gitDir, 'index')
  const isInPlace = ground.options.kind === 'in-place'
  const judged = isInPlace ? null : await judgePaths(ground, root, changes, await readIndex(ground, index, root))
  const ours = changes.filter((it) => judged === null || isBook(ground, it.path) || judged.get(it.path) === 'already')
  if (ours.length === 0) return []
  const call = { cwd: root, env: ground.own.env({ index, worktree: root }) }
  const paths = ours.map((it) => it.path)
  const open = await openPaths(call, head, paths)
  return ours.filter((it) => open.has(it.path)).sort((one, other) => (one.path < other.path ? -1 : 1))
}

function isBook({ options: { planPath, bookkeeping } }: Ground, name: string): boolean {
  return name === planPath || bookkeeping.includes(name)
}

function pathspecs(changes: readonly RawChange[]): string {
  return changes.map((it) => pathspec(it.path)).join(' ')
}

/**
 * A path of the repository as it can be typed in any folder of it. Behind `:/` git reads most signs as more of its magic; for
 * what no terminal prints as it is, `printf` of the shell writes its bytes.
 */
export function pathspec(name: string): string {
  if (isTypeable(name)) {
    const isBare = /^[A-Za-z0-9.]/.test(name) && !/[*?[\]\\:]/.test(name)
    return shellWord(isBare ? `:/${name}` : `:(top,literal)${name}`)
  }
  return `":(top,literal)${shellPrinted(name)}"`
}
