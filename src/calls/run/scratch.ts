/** A fresh git repository to play in: for the demo and for dry runs, which change nothing of the human's. */

import { cpSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Plan } from '../../plan/model.ts'
import { runGit } from '../../workspaces/git/run-git.ts'

/** What the names of all scratch copies begin with. */
export const scratchPrefix = 'millwright-scratch-'

/**
 * Makes a repository with one commit from files of a folder.
 *
 * @param from absolute path of the folder
 * @param files relative paths to take along, those that exist; null takes everything but `.git` and `node_modules`
 * @returns absolute path of the new repository
 * @throws where it cannot be made
 */
export async function makeScratch(from: string, files: readonly string[] | null): Promise<string> {
  const root = mkdtempSync(path.join(os.tmpdir(), scratchPrefix))
  if (files === null)
    cpSync(from, root, {
      recursive: true,
      filter: (it) => !['.git', 'node_modules', '.millwright'].includes(path.basename(it)),
    })
  else
    for (const file of files) {
      const source = path.join(from, file)
      if (!existsSync(source)) continue
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      cpSync(source, path.join(root, file), { recursive: true })
    }
  const identity = [
    '-c',
    'user.name=Millwright',
    '-c',
    'user.email=millwright@localhost',
    '-c',
    'core.hooksPath=/dev/null',
    '-c',
    'commit.gpgSign=false',
  ]
  for (const args of [
    ['init', '--quiet', '--initial-branch=main', '--template='],
    ['add', '--all'],
    [...identity, 'commit', '--quiet', '--allow-empty', '-m', 'A scratch copy to run the plan in'],
  ]) {
    const done = await runGit({ args, cwd: root })
    if (done.code !== 0) throw new Error(`git ${args.at(-1) ?? ''} failed in ${root}: ${done.err}`)
  }
  return root
}

/** Files that a plan's tasks need to be there: what a dry run takes along. */
export function declaredPaths(plan: Plan): readonly string[] {
  return [
    ...new Set(
      plan.tasks.flatMap((task) =>
        task.files.filter((file) => file.form === 'path' && file.action !== 'create').map((file) => file.path),
      ),
    ),
  ]
}
