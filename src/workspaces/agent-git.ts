/**
 * The git directory that agents and gates see in a worktree.
 *
 * It is a repository of its own that borrows the human's objects: an agent may commit, branch, stash, configure or
 * delete it, and neither branches, configuration nor hooks of the human's repository can move. (A linked worktree, as
 * `git worktree add` makes one, has all of these in common with it.) It is laid anew at every reset, and before gates judge.
 */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { textOfFile } from '../system/files.ts'
import { millwright, writeCommit } from './git/commits.ts'
import { git, runGit } from './git/run-git.ts'
import { submoduleUrls } from './git/submodule-urls.ts'
import { bytesAt, treeOf } from './git/trees.ts'
import { indexCall, tipOf, type Ground } from './ground.ts'
import { readSetup } from './setup-record.ts'
import type { Slot } from './slot-folder.ts'
import { giveRepositories } from './submodules.ts'
import { layFile, layFiles } from './lay-files.ts'

/** Where the git of a worktree stands, detached, and what the human's branch is there, so that `git diff main` means something. */
interface Standing {
  /** Tree of the files. */
  readonly tree: string
  readonly head: string
  readonly from: string
}

/**
 * Makes git for an agent that begins at a commit; of a tree, at the tip. Its index is as the files are, with what the
 * set-up left.
 * @param branch full name of the human's branch; null for none
 */
export async function makeAgentGit(ground: Ground, slot: Slot, base: string, branch: string | null): Promise<void> {
  const isCommit = (await ground.objects.read(base))?.type === 'commit'
  const head = isCommit ? base : await tipOf(ground)
  await makeGit(ground, slot, { tree: await treeOf(ground.objects, base), head, from: head }, branch)
}

/**
 * Makes git for gates: it stands on just what they judge, whatever an agent did to its own. The index is that tree, so
 * that a gate which asks git sees neither less nor more.
 * @param of.from `parent` for a draft or a merge: the branch is what it began from; a merge is on the tip
 */
export async function makeJudgedGit(
  ground: Ground,
  slot: Slot,
  of: { readonly name: string; readonly from: 'parent' | 'itself' },
  branch: string | null,
): Promise<void> {
  const tree = await treeOf(ground.objects, of.name)
  const standing = await standingOn(ground, of.name, tree)
  await makeGit(ground, slot, of.from === 'parent' ? standing : { ...standing, from: standing.head }, branch)
  if (!readSetup(slot)?.layer) return
  const at = { files: slot.files, index: path.join(slot.agentGit, 'index') }
  await git({ ...indexCall(ground, at), args: ['read-tree', '--reset', tree] })
}

/** A merge that is judged is no commit yet: one is made that nothing refers to. */
async function standingOn(ground: Ground, name: string, tree: string): Promise<Standing> {
  const from = await beganFrom(ground, name)
  if ((await ground.objects.read(name))?.type === 'commit') return { tree, head: name, from }
  const spec = { tree, parents: [from], message: 'What is judged', author: millwright, at: ground.options.now() }
  return { tree, head: writeCommit(ground.objects, spec), from }
}

/** What a draft or a merge began from: the one is a commit and has a parent; the other is a tree, and on the tip. */
export async function beganFrom(ground: Ground, name: string): Promise<string> {
  const object = await ground.objects.read(name)
  if (object?.type !== 'commit') return tipOf(ground)
  return /^tree [0-9a-f]+\nparent ([0-9a-f]+)\n/.exec(object.bytes.toString('latin1'))?.[1] ?? name
}

const sharedOf = new WeakMap<Ground, Promise<string>>()

/**
 * Tags and remote branches as a file of packed references has them, looked at once in a run: versions are made of tags, and
 * some gates look at what differs from a remote branch. Where git cannot tell there are none.
 */
function sharedRefs(ground: Ground): Promise<string> {
  const known = sharedOf.get(ground)
  if (known !== undefined) return known
  const format = '--format=%(objectname) %(refname)%(if)%(*objectname)%(then)%0a^%(*objectname)%(end)'
  const args = ['for-each-ref', format, 'refs/remotes', 'refs/tags']
  const asked = runGit({ args, cwd: ground.own.dir, env: ground.own.human }).then((it) =>
    it.code === 0 ? it.out.toString('utf8') : '',
  )
  sharedOf.set(ground, asked)
  return asked
}

const folders = ['refs', 'refs/heads', 'objects', 'objects/info', 'info'] as const

async function makeGit(
  ground: Ground,
  slot: Slot,
  { tree, head, from }: Standing,
  branch: string | null,
): Promise<void> {
  const shared = await sharedRefs(ground)
  const modules = await bytesAt(ground.objects, tree, '.gitmodules')
  const urls = modules === null ? [] : await submoduleUrls(ground.facts, modules, branch)
  const own = branch === null ? '' : `${from} ${branch}\n`
  const shallow = textOfFile(path.join(ground.facts.commonDir, 'shallow'))
  layFiles(slot.agentGit, folders, {
    HEAD: Buffer.from(`${head}\n`),
    config: Buffer.from(configurationFor(ground, urls)),
    'objects/info/alternates': Buffer.from(`${ground.own.objects}\n`),
    'info/exclude': readFileSync(path.join(ground.own.dir, 'info', 'exclude')),
    'packed-refs': Buffer.from(`# pack-refs with: peeled fully-peeled sorted \n${own}${shared}`),
    ...(shallow === null ? {} : { shallow: Buffer.from(shallow) }),
    index: readFileSync(slot.index),
  })
  layFile(path.join(slot.files, '.git'), Buffer.from(`gitdir: ${slot.agentGit}\n`))
  if (Object.keys(readSetup(slot)?.links ?? {}).length > 0) giveRepositories(slot)
}

/** @param urls of submodules, by name: this git directory has no remote that they could lead on from */
function configurationFor(ground: Ground, urls: Iterable<readonly [string, string]>): string {
  const sha256 = ground.own.hash === 'sha256'
  const lines = ['[core]', `\trepositoryformatversion = ${sha256 ? 1 : 0}`, '\tbare = false', '[gc]', '\tauto = 0']
  if (sha256) lines.push('[extensions]', '\tobjectFormat = sha256')
  const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`
  // Who they are may stand in the configuration of their repository only.
  const { person } = ground.options
  if (person !== null) lines.push('[user]', `\tname = ${quoted(person.name)}`, `\temail = ${quoted(person.email)}`)
  for (const [name, url] of urls) lines.push(`[submodule ${quoted(name)}]`, `\turl = ${quoted(url)}`)
  return `${lines.join('\n')}\n`
}
