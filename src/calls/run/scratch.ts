/** A fresh git repository to play in: for the demo and for dry runs, which change nothing of the human's. */

import { cpSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Plan } from '../../plan/model.ts'
import { fileFailure } from '../../system/file-failure.ts'
import { nameProcess } from '../../system/process-table.ts'
import { oldestGit } from '../../workspaces/git/git-facts.ts'
import { runGit } from '../../workspaces/git/run-git.ts'

/** What the names of all scratch copies begin with. */
export const scratchPrefix = 'millwright-scratch-'
/** The mark of a copy: who made it, in its git directory. */
export const scratchMark = 'millwright-scratch.json'

/** A scratch copy that could not be made; caught where a refusal is made of it. */
export class ScratchError extends Error {
  override readonly name = 'ScratchError'
  readonly help: string

  constructor(reason: string, help: string) {
    super(`no scratch copy can be made: ${reason}`)
    this.help = help
  }
}

/**
 * Makes a repository with one commit from files of a folder.
 *
 * @param from absolute path of the folder
 * @param files relative paths to take along, those that exist; null takes everything but `.git` and `node_modules`
 * @param made gets the path as soon as the folder is there
 * @returns absolute path of the new repository
 * @throws ScratchError where it cannot be made
 */
export async function makeScratch(from: string, files: readonly string[] | null, made: string[]): Promise<string> {
  const above = os.tmpdir()
  const root = trying('cannot write to the folder for passing files (TMPDIR)', above, () => {
    const folder = mkdtempSync(path.join(above, scratchPrefix))
    made.push(folder)
    mkdirSync(path.join(folder, '.git'))
    writeFileSync(path.join(folder, '.git', scratchMark), JSON.stringify({ ...nameProcess(process.pid), from }))
    return folder
  })
  for (const file of files ?? ['.']) {
    const source = path.join(from, file)
    if (!existsSync(source)) continue
    trying('cannot copy', source, () => {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      const filter = (it: string): boolean => !['.git', 'node_modules', '.millwright'].includes(path.basename(it))
      cpSync(source, path.join(root, file), { recursive: true, ...(files === null ? { filter } : {}) })
    })
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
    if (done.code < 0) throw new ScratchError('git was not found', `install git ${oldestGit.join('.')} or newer`)
    if (done.code > 0) throw new ScratchError(`git says: ${done.err}`, 'see what is wrong there, then try again')
  }
  return root
}

/** Does something with files. @throws ScratchError with the reason of the file system and what to do */
function trying<T>(doing: string, place: string, act: () => T): T {
  try {
    return act()
  } catch (error) {
    const { reason, help } = fileFailure(doing, place, error)
    throw new ScratchError(reason, help)
  }
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
