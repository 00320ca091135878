/** What an index of ours holds, asked of git once for each state of its file. */

import { statSync } from 'node:fs'
import type { Objects } from './objects.ts'
import { git, splitNul, type GitCall } from './run-git.ts'
import { linksInTree } from './trees.ts'

/** An index of ours and the folder of its files, as a call of git gets them. */
export type IndexCall = Required<Pick<GitCall, 'index' | 'cwd' | 'env' | 'isOurs'>>

interface Known {
  readonly state: string
  tree?: string
}

const known = new Map<string, Known>()

/** Git writes an index anew under another name each time, so that its facts tell one from the other; `none` where there is none. */
export function stateOfIndex(index: string): string {
  const facts = statSync(index, { bigint: true, throwIfNoEntry: false })
  return facts ? `${facts.dev} ${facts.ino} ${facts.size} ${facts.mtimeNs} ${facts.ctimeNs}` : 'none'
}

function factsOf(index: string): Known {
  const state = stateOfIndex(index)
  const last = known.get(index)
  if (last?.state === state && state !== 'none') return last
  const fresh: Known = { state }
  known.set(index, fresh)
  return fresh
}

/**
 * Where git writes many objects as one batch it tells the id and ends well also when the batch could not be brought to its
 * place (measured with git 2.39: `mkdir` fails in `objects/`, exit code 0, the trees are lost). These are few.
 */
const eachByItself = ['-c', 'core.fsyncMethod=fsync']

/**
 * Writes what an index holds as a tree.
 * @returns its id
 * @throws GitError where the index is broken or has unmerged entries
 */
export async function writeIndexTree(call: IndexCall): Promise<string> {
  const { index } = call
  const facts = factsOf(index)
  if (facts.tree !== undefined) return facts.tree
  const tree = (await git({ ...call, args: [...eachByItself, 'write-tree'] })).toString('utf8').trim()
  // Git keeps the ids of trees in the index, so that it may be another file now.
  facts.tree = tree
  factsOf(index).tree = tree
  return tree
}

/** Notes the tree that git has just filled an index with, so that it is not asked for it. */
export function noteIndexTree(index: string, tree: string): void {
  factsOf(index).tree = tree
}

/** All submodules in an index by path, and the commits that they are linked to. @throws GitError */
export async function linksInIndex(objects: Objects, call: IndexCall): Promise<ReadonlyMap<string, string>> {
  const facts = factsOf(call.index)
  if (facts.tree !== undefined) return linksInTree(objects, facts.tree)
  const listed = splitNul(await git({ ...call, args: ['ls-files', '--stage', '-z'] }))
  return new Map(
    listed.flatMap((it): [string, string][] =>
      it.startsWith('160000 ') ? [[it.slice(it.indexOf('\t') + 1), it.split(' ')[1] ?? '']] : [],
    ),
  )
}
