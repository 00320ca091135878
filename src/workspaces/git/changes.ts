/** What differs between two trees: as changes of a draft, as raw entries, and as text for a review. */

import type { FileChange } from '../../run/outcome.ts'
import type { Objects } from './objects.ts'
import type { OwnGitDir } from './own-git-dir.ts'
import { git, splitNul, splitText } from './run-git.ts'
import { folderMode, readTree, treeOf, type TreeEntry } from './trees.ts'

/** One path whose entry differs; an id of zeros and mode `000000` mean "not there". */
export interface RawChange {
  readonly path: string
  readonly oldMode: string
  readonly oldId: string
  readonly mode: string
  readonly id: string
}

/** A repository's objects, and git for what only it can say. */
interface Store {
  readonly own: OwnGitDir
  readonly objects: Objects
}

/**
 * Changes between two trees, renames found.
 * @param from @param to tree-ish names
 * @param names `text` refuses a name that is not UTF-8: written anywhere, it would be another name
 * @throws GitError for such a name
 */
export async function changesBetween(
  ground: Store,
  from: string,
  to: string,
  names: 'any' | 'text' = 'any',
): Promise<FileChange[]> {
  return (await entriesBetween(ground, from, to, names)).map(({ change }) => change)
}

/**
 * The same, each with the mode of the entry that is there now; `000000` where none is. Git is asked where something may
 * have been renamed: one thing is gone and another one has come.
 * @throws GitError for a name that is refused
 */
export async function entriesBetween(
  { own, objects }: Store,
  from: string,
  to: string,
  names: 'any' | 'text',
): Promise<readonly { readonly change: FileChange; readonly mode: string }[]> {
  if (from === to) return []
  const raw = names === 'text' ? await rawChanges(objects, from, to) : null
  const mayBeRenamed = raw?.some((it) => it.oldMode === absent) === true && raw.some((it) => it.mode === absent)
  if (raw !== null && !mayBeRenamed)
    return raw.map((it) => ({ change: { path: it.path, change: kindOf(it), from: null }, mode: it.mode }))
  const args = ['diff-tree', '-r', '-z', '-M', '--raw', '--end-of-options', from, to]
  const out = await git({ args, cwd: own.dir, env: own.env() })
  const parts = names === 'text' ? splitText(out) : splitNul(out)
  const changes: { change: FileChange; mode: string }[] = []
  for (let at = 0; at < parts.length;) {
    const [, mode = '', , , status = ''] = (parts[at++] ?? '').split(' ')
    const path = parts[at++] ?? ''
    const renamed = status.startsWith('R') || status.startsWith('C')
    const target = renamed ? (parts[at++] ?? '') : path
    changes.push({ change: { path: target, change: changeOf(status), from: renamed ? path : null }, mode })
  }
  return changes
}

/** Files and links are of different types; whether a file may be executed is none. */
function kindOf({ oldMode, mode }: RawChange): FileChange['change'] {
  if (oldMode === absent) return 'added'
  if (mode === absent) return 'deleted'
  return oldMode.slice(0, 3) === mode.slice(0, 3) ? 'modified' : 'type-changed'
}

const absent = '000000'

/**
 * Entries that differ between two trees, without looking for renames, by path. What is equal is not looked into.
 * @param from @param to names of commits or trees
 * @throws GitError for a name that is not UTF-8, and where one of the two is not there
 */
export async function rawChanges(objects: Objects, from: string, to: string): Promise<RawChange[]> {
  if (from === to) return []
  const [before, after] = await Promise.all([from, to].map((it) => treeOf(objects, it)))
  const found: RawChange[] = []
  await compareTrees(objects, { before: before ?? null, after: after ?? null, above: '' }, found)
  return found.sort((one, other) => Buffer.compare(Buffer.from(one.path), Buffer.from(other.path)))
}

async function compareTrees(
  objects: Objects,
  { before, after, above }: { readonly before: string | null; readonly after: string | null; readonly above: string },
  found: RawChange[],
): Promise<void> {
  if (before === after) return
  const nothing = new Map<string, TreeEntry>()
  const read = async (it: string | null): Promise<ReadonlyMap<string, TreeEntry>> =>
    it === null ? nothing : readTree(objects, it)
  const [old, now] = await Promise.all([read(before), read(after)])
  for (const name of new Set([...old.keys(), ...now.keys()])) {
    const [was, is] = [old.get(name) ?? null, now.get(name) ?? null]
    if (was?.id === is?.id && was?.mode === is?.mode) continue
    const [folder, other] = [was, is].map((it) => (it?.mode === folderMode ? it.id : null))
    await compareTrees(objects, { before: folder ?? null, after: other ?? null, above: `${above}${name}/` }, found)
    const [oldFile, file] = [was, is].map((it) => (it?.mode === folderMode ? null : it))
    if (!oldFile && !file) continue
    const zeros = '0'.repeat((oldFile ?? file)?.id.length ?? 0)
    found.push({
      path: asText(`${above}${name}`),
      oldMode: oldFile?.mode ?? absent,
      oldId: oldFile?.id ?? zeros,
      mode: file?.mode ?? absent,
      id: file?.id ?? zeros,
    })
  }
}

/** A name as git has it, each byte one sign, as text. @throws GitError where it is not UTF-8 */
function asText(name: string): string {
  return splitText(Buffer.from(`${name}\0`, 'latin1'))[0] ?? ''
}

/**
 * The difference as text.
 * @param of.limit bytes after which it is cut, with a line that says so
 * @param of.only paths that it is told of; none: all
 */
export async function diffText(
  own: OwnGitDir,
  from: string,
  to: string,
  { limit, only = [] }: { readonly limit: number; readonly only?: readonly string[] },
): Promise<string> {
  const args = [
    'diff-tree',
    '-r',
    '-p',
    '-M',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--end-of-options',
    from,
    to,
    ...(only.length === 0 ? [] : ['--', ...only]),
  ]
  const out = await git({ args, cwd: own.dir, env: own.env() })
  if (out.length <= limit) return out.toString('utf8')
  return `${out.toString('utf8', 0, limit)}\n[cut after ${limit} of ${out.length} bytes]\n`
}

function changeOf(status: string): FileChange['change'] {
  switch (status[0]) {
    case 'A':
    case 'C':
      return 'added'
    case 'D':
      return 'deleted'
    case 'R':
      return 'renamed'
    case 'T':
      return 'type-changed'
    default:
      return 'modified'
  }
}
