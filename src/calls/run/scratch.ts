/** A fresh git repository to play in: for the demo and for dry runs, which change nothing of the human's. */

import { cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Plan } from '../../plan/model.ts'
import { nameProcess } from '../../system/process-table.ts'
import { runGit } from '../../workspaces/git/run-git.ts'

/** What the names of all scratch copies begin with. */
export const scratchPrefix = 'millwright-scratch-'
/** The mark of a copy: who made it, in its git directory. */
export const scratchMark = 'millwright-scratch.json'

/**
 * Makes a repository with one commit from files of a folder.
 *
 * @param from absolute path of the folder
 * @param files relative paths to take along, those that exist; null takes everything but `.git` and `node_modules`
 * @param made gets the path as soon as the folder is there
 * @returns absolute path of the new repository
 * @throws where it cannot be made
 */
export async function makeScratch(from: string, files: readonly string[] | null, made: string[]): Promise<string> {
  const root = mkdtempSync(path.join(os.tmpdir(), scratchPrefix))
  made.push(root)
  mkdirSync(path.join(root, '.git'))
  writeFileSync(path.join(root, '.git', scratchMark), JSON.stringify({ ...nameProcess(process.pid), from }))
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
