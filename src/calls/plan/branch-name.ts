/** Which branches stand in the way of a new one. */

import { runGit } from '../../workspaces/git/run-git.ts'

export { isBranchName } from '../../config/branch-name.ts'

/**
 * The branch because of which another one cannot be: git keeps `x` and `x/y` as a file and a folder of the same name.
 * @param gitDir its git directory
 * @returns its short name, or null
 */
export async function branchInTheWay(gitDir: string, name: string): Promise<string | null> {
  const parts = name.split('/')
  const above = parts.slice(0, -1).map((_, at) => `refs/heads/${parts.slice(0, at + 1).join('/')}`)
  const args = ['for-each-ref', '--format=%(refname)', '--', `refs/heads/${name}/`, ...above]
  const read = await runGit({ cwd: gitDir, args, env: { GIT_DIR: gitDir } })
  const found = read.code === 0 ? read.out.toString('utf8').split('\n') : []
  // A pattern without a slash at its end also matches what lies below it: that is in nobody's way.
  const other = found.find((it) => above.includes(it) || it.startsWith(`refs/heads/${name}/`))
  return other?.slice('refs/heads/'.length) ?? null
}
