/**
 * What a set-up did, told from what an agent did. Ignored paths that it made lie in the slot and are looked at; what git
 * would see of it (changed tracked files, new ones that nobody ignores) is a layer over a commit: put on with each reset,
 * and taken off each captured tree.
 */

import { createHash, type Hash } from 'node:crypto'
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { lookAtPath } from '../system/look-at-path.ts'
import { placeOf } from './active-environments.ts'
import { captureTree } from './capture.ts'
import { keepTree } from './draft.ts'
import { carry } from './git/carry.ts'
import { millwright, writeCommit } from './git/commits.ts'
import { git, splitNul } from './git/run-git.ts'
import { entryAt, treeOf } from './git/trees.ts'
import { indexCall, type Ground } from './ground.ts'
import { entriesAt, lookAtMade } from './setup-look.ts'
import { needsKey } from './needs-key.ts'
import { readSetup, writeSetup, type SetupLayer, type SetupRecord } from './setup-record.ts'
import type { Slot } from './slot-folder.ts'
import { filledSubmodules, keepRepositories } from './submodules.ts'

/** Files that say which dependencies a checkout needs, in its top folder. */
const lockFiles = [
  'package-lock.json',
  'npm-shrinkwrap.json',
  'pnpm-lock.yaml',
  'yarn.lock',
  'bun.lock',
  'bun.lockb',
  'package.json',
  'uv.lock',
  'poetry.lock',
  'Pipfile.lock',
  'requirements.txt',
  'pyproject.toml',
  'Cargo.lock',
  'go.sum',
  'Gemfile.lock',
  'composer.lock',
  '.gitmodules',
]

/** Ignored paths that the set-up made (such as `.venv`), empty folders, and submodules that it filled: a reset spares them. */
export function leftBySetup(slot: Slot): readonly string[] {
  return readSetup(slot)?.paths ?? []
}

/** Whether what the last set-up of a slot left in ignored paths is as it was; where there is no set-up nothing is looked at. */
export function isAsSetUp(ground: Ground, slot: Slot): boolean {
  const record = readSetup(slot)
  if (record === null) return true
  if (ground.options.settings.setup.length === 0) return false
  return record.look === look(ground, slot, record)
}

/**
 * The tree of a commit with what the slot's last set-up changed and made in it: the files that agents and gates get.
 * @param name commit or tree
 * @param by `locks` for a draft that is judged: a set-up that it defines anew is not run before it was looked at
 * @returns null where the set-up has to run: it never did, goes by other files now, or the commit has other files where it
 *   left its own, or other commits in submodules that it filled
 * @throws GitError when the commit is not there
 */
export async function withSetup(ground: Ground, slot: Slot, name: string, by: 'key' | 'locks'): Promise<string | null> {
  const tree = await treeOf(ground.objects, name)
  if (ground.options.settings.setup.length === 0) return tree
  const record = readSetup(slot)
  if (record === null || record[by] !== (await setupKeys(ground, name))[by]) return null
  const { layer, links } = record
  for (const it in links) if ((await entryAt(ground.objects, tree, it))?.id !== links[it]) return null
  if (!layer) return tree
  // What no reference holds any more may be collected by halves.
  if ((await ground.refs.read(layer.ref)) !== layer.commit) return null
  const { tree: whole, clashes } = await carry(ground.objects, { ...layer, onto: tree })
  return clashes ? null : whole
}

/**
 * The work in a captured tree: what changed since the set-up, on the commit that the files were put to. A file that both
 * changed is the agent's as it is; one that is as the set-up left it is as the commit has it.
 * @param base commit or tree that the slot was put to
 * @param captured id of a tree
 * @returns id of a tree
 */
export async function withoutSetup(ground: Ground, slot: Slot, base: string, captured: string): Promise<string> {
  const layer = readSetup(slot)?.layer ?? null
  if (layer === null) return captured
  const onto = await treeOf(ground.objects, base)
  const before = await carry(ground.objects, { ...layer, onto })
  return (await carry(ground.objects, { from: before.tree, to: captured, onto })).tree
}

/**
 * Records a set-up that worked: the ignored paths that are there now, and what git would see of it.
 * @param base commit or tree that the slot was put to before
 * @throws GitError when a file cannot be read or the disk refuses
 */
export async function recordSetup(ground: Ground, slot: Slot, base: string): Promise<void> {
  const filled = await filledSubmodules(ground, slot)
  keepRepositories(slot, filled.keys())
  const made = ground.options.settings.share.filter((it) => lookAtPath(path.join(slot.files, it)) !== undefined)
  const args = ['ls-files', '-o', '-i', '--exclude-standard', '--directory', '-z']
  const call = indexCall(ground, slot)
  const ignored = splitNul(await git({ ...call, args }))
  const from = await treeOf(ground.objects, base)
  // This fills our index as well: from now on it knows these files as they are.
  const to = await captureTree(ground, { files: slot.files, index: slot.index, inside: 'files' }, from)
  // What is unknown to it now are empty folders: no tree has them, and gates may need them.
  const others = ['ls-files', '-o', '--exclude-standard', '--directory', '-z']
  const empty = splitNul(await git({ ...call, args: others })).filter((it) => it.endsWith('/'))
  const paths = [...ignored, ...empty].map((it) => (it.endsWith('/') ? it.slice(0, -1) : it))
  const left = { paths: [...paths, ...filled.keys()], links: Object.fromEntries(filled), made }
  writeSetup(slot, {
    ...(await setupKeys(ground, base)),
    ...left,
    folders: empty.flatMap((it) => entriesAt(slot.files, it)).filter((it) => it.endsWith('/')),
    look: look(ground, slot, left),
    layer: from === to ? null : await keepLayer(ground, slot, { from, to }),
  })
}

/** Not at what a workspace is given beside its set-up. */
function look(ground: Ground, slot: Slot, of: Pick<SetupRecord, 'paths' | 'links' | 'made'>): string {
  const { settings, active = [] } = ground.options
  const given = [...settings.share.filter((it) => !of.made.includes(it)), ...settings.copy]
  const beside = active.map((it) => path.relative(slot.files, placeOf(slot, it)))
  return lookAtMade(slot.files, { ...of, paths: [...of.paths, ...beside] }, given)
}

async function keepLayer(
  ground: Ground,
  slot: Slot,
  trees: { readonly from: string; readonly to: string },
): Promise<SetupLayer> {
  const at = ground.options.now()
  const before = { tree: trees.from, parents: [], message: 'Before the set-up', author: millwright, at }
  const name = `setup/${path.basename(slot.dir)}`
  const commit = await keepTree(ground, trees.to, writeCommit(ground.objects, before), name, 'As the set-up left it')
  return { ...trees, ref: ground.ref(name), commit }
}

/** Same command, same files that it names, same lock files, same active environments: the set-up need not run again. */
async function setupKeys(ground: Ground, base: string): Promise<Pick<SetupRecord, 'key' | 'locks'>> {
  const { active = [], settings } = ground.options
  const { setup } = settings
  const tree = await treeOf(ground.objects, base)
  const hash = createHash('sha256').update(JSON.stringify(setup))
  // What the set-up was given to install into.
  hash.update(needsKey({ setup: [], share: active, copy: [] }, ground.facts.root))
  for (const name of lockFiles) await addFile(ground, tree, name, hash)
  const locks = hash.copy().digest('hex')
  for (const word of setup) {
    const name = path.posix.normalize(word)
    if (!name.startsWith('..')) await addFile(ground, tree, name, hash)
  }
  return { key: hash.digest('hex'), locks }
}

/** A file as a tree has it, else as it is copied from the checkout. */
async function addFile(ground: Ground, tree: string, name: string, hash: Hash): Promise<void> {
  const { root } = ground.facts
  const entry = await entryAt(ground.objects, tree, name)
  if (entry !== null) {
    if (entry.mode !== '40000') hash.update(`\0${name}\0${entry.mode} ${entry.id}`)
  } else if (root !== null && ground.options.settings.copy.some((it) => name === it || name.startsWith(`${it}/`))) {
    const file = path.join(root, name)
    if (existsSync(file) && lstatSync(file).isFile()) hash.update(`\0${name}\0`).update(readFileSync(file))
  }
}
