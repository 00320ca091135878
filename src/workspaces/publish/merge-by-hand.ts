/** The commands by which a human brings the tip into the branch themselves; they have to work as they are printed. */

import path from 'node:path'
import { shellWord } from '../../plan/shell-word.ts'
import { rawChanges } from '../git/changes.ts'
import { runGit, splitNul } from '../git/run-git.ts'
import { tipOf, type Ground } from '../ground.ts'
import { readHead } from './human-checkout.ts'

/**
 * The commands, joined as one line.
 *
 * Our marks stand uncommitted in the plan and its log, and git merges over no such file. They are committed first: the
 * tip holds the same lines, so both sides agree. (Taking them back would show done tasks as open in the meantime.) Of
 * work in place the agents' files are uncommitted too.
 * @param branch the branch that is published to, as people name it; null for a detached HEAD
 */
export async function mergeByHand(ground: Ground, branch: string | null): Promise<string> {
  const head = await readHead(ground)
  const isElsewhere = branch !== null && head.branch !== `refs/heads/${branch}`
  const onto = isElsewhere ? await ground.refs.read(`refs/heads/${branch}`) : head.commit
  const isRelated = onto === null || (await ground.refs.mergeBase(onto, await tipOf(ground))) !== null
  const merge = `git merge ${isRelated ? '' : '--allow-unrelated-histories '}${ground.ref('tip')}`
  const open = isElsewhere ? [] : await openPaths(ground, head.commit)
  const paths = open.map(pathspec).join(' ')
  return [
    ...(isElsewhere ? [`git switch ${shellWord(branch)}`] : []),
    ...(open.length > 0 ? [`git add -- ${paths}`, `git commit -m "Marks of the plan" -- ${paths}`] : []),
    merge,
  ].join(' && ')
}

/** Of what the tip changes: paths of ours that are not committed as they are. */
async function openPaths(ground: Ground, head: string | null): Promise<readonly string[]> {
  const { root, gitDir } = ground.facts
  if (root === null || head === null) return []
  const { planPath, bookkeeping, kind } = ground.options
  const changed = (await rawChanges(ground.objects, head, await tipOf(ground))).map((it) => it.path)
  const ours = kind === 'in-place' ? changed : changed.filter((it) => it === planPath || bookkeeping.includes(it))
  if (ours.length === 0) return []
  const call = { cwd: root, env: ground.own.env({ index: path.join(gitDir, 'index'), worktree: root }) }
  const looks = [
    ['ls-files', '-m', '-o', '--exclude-standard', '-z', '--', ...ours],
    ['diff-index', '--cached', '--name-only', '-z', head, '--', ...ours],
  ]
  const found = await Promise.all(looks.map((args) => runGit({ ...call, args })))
  return [...new Set(found.flatMap((it) => (it.code === 0 ? splitNul(it.out) : [])))].sort()
}

/** A path of the repository as it can be typed in any folder of it. */
export function pathspec(name: string): string {
  return shellWord(/[*?[\]\\:]/.test(name) ? `:(top,literal)${name}` : `:/${name}`)
}
