/** Which of a plan's paths git ignores: asked of git, which runs nothing of the repository for it. */

import { lstatSync } from 'node:fs'
import path from 'node:path'
import { runGit, splitNul } from '../../workspaces/git/run-git.ts'
import type { Root } from './find-root.ts'

/**
 * @param declared relative paths, as `factsWanted` gives them
 * @returns those that git ignores and does not track; none where there is no repository, or git cannot say
 */
export async function ignoredPaths(
  { root, gitCommonDir }: Root,
  declared: readonly string[],
): Promise<ReadonlySet<string>> {
  if (gitCommonDir === null || declared.length === 0) return new Set()
  const folders = new Set<string>()
  for (const text of declared)
    for (let at = path.dirname(path.join(root, text)); at.length >= root.length; at = path.dirname(at)) {
      if (folders.has(at)) break
      folders.add(at)
    }
  const rules = [...[...folders].map((it) => path.join(it, '.gitignore')), path.join(gitCommonDir, 'info', 'exclude')]
  if (rules.some(isNoText)) return new Set()
  // This command takes no path for literal; behind `./` none is anything else.
  const input = declared.map((it) => `./${it}\0`).join('')
  const env = { GIT_LITERAL_PATHSPECS: undefined }
  const found = await runGit({ args: ['check-ignore', '-z', '--stdin'], cwd: root, input, env })
  return new Set(found.code === 0 ? splitNul(found.out).map((it) => it.slice(2)) : [])
}

/** Git would wait for a pipe for ever. */
function isNoText(file: string): boolean {
  try {
    const found = lstatSync(file, { throwIfNoEntry: false })
    return found !== undefined && !found.isFile()
  } catch {
    // No way there: neither for git.
    return false
  }
}
