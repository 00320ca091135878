/** Which event of its journal a run's last commit names: read by whoever only looks at the journal. */

import { trailersIn } from './commits.ts'
import { refPart } from './refs.ts'
import { runGit } from './run-git.ts'

/**
 * @param folder absolute path of a folder of the repository
 * @param run the run's id
 * @returns the hash of the last event before the commit; null where the run has no commit of its own yet: what it began on may
 *   be that of another run, whose event is in another journal
 */
export async function lastEventOf(folder: string, run: string): Promise<string | null> {
  const { code, out } = await runGit({
    args: ['cat-file', 'commit', `refs/millwright/${refPart(run)}/tip`],
    cwd: folder,
  })
  if (code !== 0) return null
  const trailers = trailersIn(out.toString('utf8'))
  return trailers.get('Millwright-Run') === run ? (trailers.get('Millwright-Event') ?? null) : null
}
