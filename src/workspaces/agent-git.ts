/**
 * The git directory an agent sees in its worktree.
 *
 * It is a repository of its own that borrows the human's objects: an agent may commit, branch, stash, configure or
 * delete it, and neither branches, configuration nor hooks of the human's repository can move. (A linked worktree, as
 * `git worktree add` makes one, has all of these in common with it.) It is made anew at every reset.
 */

import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Ground } from './ground.ts'
import type { Slot } from './slot-folder.ts'
import { removeFolder } from './slots.ts'

/**
 * Makes the agent's git directory and the `.git` file that leads to it.
 * @param head commit the worktree stands on, detached
 * @param branch full name of the human's branch, so that `git diff main` means something; null for none
 */
export function makeAgentGit(ground: Ground, slot: Slot, head: string, branch: string | null): void {
  removeFolder(slot.agentGit)
  for (const folder of ['refs/heads', 'objects/info', 'info'])
    mkdirSync(path.join(slot.agentGit, folder), { recursive: true })
  const put = (name: string, text: string): void => writeFileSync(path.join(slot.agentGit, name), text)
  put('HEAD', `${head}\n`)
  put('config', configurationFor(ground))
  put('objects/info/alternates', `${ground.own.objects}\n`)
  copyFileSync(path.join(ground.own.dir, 'info', 'exclude'), path.join(slot.agentGit, 'info', 'exclude'))
  if (branch !== null) put('packed-refs', `# pack-refs with: peeled fully-peeled sorted \n${head} ${branch}\n`)
  const shallow = path.join(ground.facts.commonDir, 'shallow')
  if (existsSync(shallow)) copyFileSync(shallow, path.join(slot.agentGit, 'shallow'))
  copyFileSync(slot.index, path.join(slot.agentGit, 'index'))
  const pointer = path.join(slot.files, '.git')
  rmSync(pointer, { recursive: true, force: true })
  writeFileSync(pointer, `gitdir: ${slot.agentGit}\n`)
}

function configurationFor(ground: Ground): string {
  const sha256 = ground.own.hash === 'sha256'
  const lines = ['[core]', `\trepositoryformatversion = ${sha256 ? 1 : 0}`, '\tbare = false', '[gc]', '\tauto = 0']
  if (sha256) lines.push('[extensions]', '\tobjectFormat = sha256')
  return `${lines.join('\n')}\n`
}
