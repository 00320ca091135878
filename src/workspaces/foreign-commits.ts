/** Commits that appear on the branch which a run publishes to, and that we did not write. */

import { readTarget } from './begin.ts'
import { runGit, splitNul } from './git/run-git.ts'
import type { Ground } from './ground.ts'
import { readHead } from './publish/human-checkout.ts'
import type { Touched } from './workspaces.ts'

/** More than these in one run are somebody's pull, not an agent's commit. */
const most = 50

/**
 * Looks once.
 * @param since milliseconds since 1970; what was committed before is of no interest
 * @returns by what they are shown as
 */
export async function foreignCommits(ground: Ground, since: number): Promise<ReadonlyMap<string, Touched>> {
  const branch = readTarget(ground)?.branch ?? null
  const tip = branch === null ? (await readHead(ground)).commit : await ground.refs.read(branch)
  if (tip === null) return new Map()
  const format = '%H%x00%ct%x00%s%x00%(trailers:key=Millwright-Run,valueonly)%x00'
  const bounds = [`--max-age=${Math.floor(since / 1000)}`, `--max-count=${most}`]
  const args = ['rev-list', '--no-commit-header', `--format=${format}`, ...bounds, '--end-of-options', tip]
  const listed = await runGit({ args, cwd: ground.own.dir, env: ground.own.env() })
  const parts = splitNul(listed.out)
  const found = new Map<string, Touched>()
  for (let at = 0; at + 3 < parts.length; at += 4) {
    const [id = '', seconds = '', title = '', ours = ''] = parts.slice(at, at + 4).map((it) => it.trim())
    const where = branch === null ? 'the detached HEAD' : branch.replace(/^refs\/heads\//, '')
    // In the middle of its second, which is all that a commit tells of its time.
    if (ours === '')
      found.set(`${id.slice(0, 10)} "${title}" on ${where}`, {
        mark: id,
        at: Number(seconds) * 1000 + 500,
        is: 'commit',
      })
  }
  return found
}
