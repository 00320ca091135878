/** Commits that appear on the branch which a run publishes to, and that we did not write. */

import { readCommit } from './git/commits.ts'
import type { Ground } from './ground.ts'
import { readHead } from './publish/human-checkout.ts'
import type { Touched } from './workspaces.ts'
import { readTarget } from './publish/target.ts'

/** More than these in one run are somebody's pull, not an agent's commit. */
const most = 50

/**
 * Makes a look at the branch. Each one goes back to where the one before began, so that it costs what is new.
 * @param since milliseconds since 1970; what was committed before is of no interest
 * @returns looks: by what they are shown as, all that were found so far
 */
export function watchCommits(ground: Ground, since: number): () => Promise<ReadonlyMap<string, Touched>> {
  const found = new Map<string, Touched>()
  const seen = new Set<string>()
  return async () => {
    const branch = readTarget(ground)?.branch ?? null
    const tip = branch === null ? (await readHead(ground)).commit : await ground.refs.read(branch)
    const where = branch === null ? 'the detached HEAD' : branch.replace(/^refs\/heads\//, '')
    const open = tip === null ? [] : [tip]
    for (let looks = 0; looks < most && open.length > 0;) {
      const id = open.shift() ?? ''
      if (seen.has(id)) continue
      seen.add(id)
      const commit = await readCommit(ground.objects, id)
      // Older ones have only older ones before them, as far as clocks go.
      if (commit === null || commit.at < Math.floor(since / 1000) * 1000) continue
      looks += 1
      open.push(...commit.parents)
      // In the middle of its second, which is all that a commit tells of its time.
      if (!commit.trailers.has('Millwright-Run'))
        found.set(`${id.slice(0, 10)} "${commit.title}" on ${where}`, { mark: id, at: commit.at + 500, is: 'commit' })
    }
    return found
  }
}
