/** What differs between two trees: as changes of a draft, as raw entries, and as text for a review. */

import type { FileChange } from '../../run/outcome.ts'
import type { OwnGitDir } from './own-git-dir.ts'
import { git, splitNul, splitText } from './run-git.ts'

/** One path whose entry differs; an id of zeros and mode `000000` mean "not there". */
export interface RawChange {
  readonly path: string
  readonly oldMode: string
  readonly oldId: string
  readonly mode: string
  readonly id: string
}

/**
 * Changes between two trees, renames found.
 * @param from @param to tree-ish names
 * @param names `text` refuses a name that is not UTF-8: written anywhere, it would be another name
 * @throws GitError for such a name
 */
export async function changesBetween(
  own: OwnGitDir,
  from: string,
  to: string,
  names: 'any' | 'text' = 'any',
): Promise<FileChange[]> {
  return (await entriesBetween(own, from, to, names)).map(({ change }) => change)
}

/**
 * The same, each with the mode of the entry that is there now; `000000` where none is.
 * @throws GitError for a name that is refused
 */
export async function entriesBetween(
  own: OwnGitDir,
  from: string,
  to: string,
  names: 'any' | 'text',
): Promise<readonly { readonly change: FileChange; readonly mode: string }[]> {
  if (from === to) return []
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

/** Entries that differ between two trees, without looking for renames. @throws GitError for a name that is not UTF-8 */
export async function rawChanges(own: OwnGitDir, from: string, to: string): Promise<RawChange[]> {
  if (from === to) return []
  const args = ['diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev', '--end-of-options', from, to]
  const parts = splitText(await git({ args, cwd: own.dir, env: own.env() }))
  const changes: RawChange[] = []
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [oldMode = '', mode = '', oldId = '', id = ''] = (parts[at] ?? '').slice(1).split(' ')
    changes.push({ path: parts[at + 1] ?? '', oldMode, oldId, mode, id })
  }
  return changes
}

/**
 * The difference as text.
 * @param limit bytes after which it is cut, with a line that says so
 */
export async function diffText(own: OwnGitDir, from: string, to: string, limit: number): Promise<string> {
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
