/** Which commits a history does not hold: asked before a run builds on work that was done elsewhere. */

import { rmSync } from 'node:fs'
import path from 'node:path'
import { randomSigns } from '../../system/identifiers.ts'
import { kindOfPath } from '../../system/look-at-path.ts'
import type { GitFacts } from './git-facts.ts'
import { openOwnGitDir, type OwnGitDir } from './own-git-dir.ts'
import { ignoredPaths, openPaths, pathsInTheWay } from './open-paths.ts'
import { runGit, splitNul } from './run-git.ts'

/** A history as it is now: what is reached from HEAD and from other heads. */
export interface History {
  /** Of the given commits, those that are not in it, or that are gone altogether. */
  readonly missing: ReadonlySet<string>
  /** The file at each of them, as far as they hold it. */
  readonly files: readonly Uint8Array[]
}

/**
 * Looks through a git directory of our own, so that nothing a repository configures runs (RELIABILITY S7).
 *
 * @param facts of the repository
 * @param of.folder absolute path of a folder for that git directory, in the state folder
 * @param of.commits full object names
 * @param of.heads references and commits that belong to the history beside HEAD, as far as they exist
 * @param of.file path of a file, relative to the repository
 */
export async function lookAtHistory(
  facts: GitFacts,
  of: {
    readonly folder: string
    readonly commits: readonly string[]
    readonly heads: readonly string[]
    readonly file: string
  },
): Promise<History> {
  const own = await openOwnGitDir(facts, of.folder, [])
  const cwd = facts.root ?? facts.commonDir
  const ask = (args: readonly string[], env: Record<string, string>, input?: string): ReturnType<typeof runGit> =>
    runGit({ args, cwd, env, ...(input === undefined ? {} : { input }) })
  const names = new Set(['HEAD', ...of.heads])
  const heads: string[] = []
  for (const name of names) {
    const found = await ask(['rev-parse', '--verify', '--quiet', '--end-of-options', name], own.human)
    if (found.code === 0) heads.push(found.out.toString('utf8').trim())
  }
  const [kept, away, ...files] = await Promise.all([
    ask(['cat-file', '--batch-check=%(objectname) %(objecttype)'], own.env(), lines(of.commits)),
    ask(['rev-list', '--ignore-missing', '--stdin'], own.env(), lines([...of.commits, ...heads.map((it) => `^${it}`)])),
    ...heads.map((head) => ask(['cat-file', 'blob', `${head}:${of.file}`], own.env())),
  ])
  const there = new Set(kept.out.toString('utf8').split('\n'))
  const notReached = new Set(away.out.toString('utf8').split('\n'))
  return {
    missing: new Set(of.commits.filter((it) => notReached.has(it) || !there.has(`${it} commit`))),
    files: files.filter((it) => it.code === 0).map((it) => it.out),
  }
}

/** What lies in a checkout and is not committed there, as after a reset that left it. Paths are relative to the root. */
export interface Left {
  /** Files of the commit, as it has them. */
  readonly same: readonly string[]
  /** Files that the commit has not, and that are gone here, too. */
  readonly gone: readonly string[]
  /** Files that the commit changes, with changes that are a person's, and what is in their place or in the way to it. */
  readonly changed: readonly string[]
  /** Files of the commit that are staged, and gone from the checkout since. */
  readonly taken: readonly string[]
  /** Folders where the commit has files, which git puts aside in no way: empty ones, and repositories of their own. */
  readonly stuck: readonly string[]
  /** What git puts nothing aside beside: files that it is only told of, and such as lie there and are staged as gone. */
  readonly toUnstage: readonly string[]
  /** What else is staged, as it lies in the checkout or is gone there: git makes no merge beside it. */
  readonly staged: readonly string[]
  /** The same of files that lie there with other changes. */
  readonly partlyStaged: readonly string[]
  /** Whether the commit only goes on from what is checked out, so that git makes no merge of it. */
  readonly isAhead: boolean
  /** Whether both come from one beginning; else git merges nothing of it unasked. */
  readonly isRelated: boolean
}

export const nothingLeft: Left = {
  same: [],
  gone: [],
  changed: [],
  taken: [],
  stuck: [],
  toUnstage: [],
  staged: [],
  partlyStaged: [],
  isAhead: false,
  isRelated: true,
}

/**
 * @param folder as `of.folder` of `lookAtHistory`
 * @param commits full object names, also of such as are gone
 * @returns the newest of those that are not checked out, which none of the others goes on from; null where all are gone
 */
export async function newestOf(facts: GitFacts, folder: string, commits: readonly string[]): Promise<string | null> {
  const own = await openOwnGitDir(facts, folder, [])
  const cwd = facts.root ?? facts.commonDir
  const head = await headOf(own, cwd)
  const args = ['rev-list', '--topo-order', '--max-count=1', '--ignore-missing', '--stdin']
  // Without what is held already git would put all of the history in order first.
  const input = lines([...commits, ...(head === null ? [] : [`^${head}`])])
  const { out } = await runGit({ args, cwd, env: own.env(), input })
  return out.toString('utf8').trim() || null
}

async function headOf(own: OwnGitDir, cwd: string): Promise<string | null> {
  const head = await runGit({ args: ['rev-parse', '--verify', '--quiet', 'HEAD'], cwd, env: own.human })
  return head.code === 0 ? head.out.toString('utf8').trim() : null
}

/**
 * What stands in the way of merging a commit, since it lies in the checkout uncommitted.
 *
 * @param folder as `of.folder` of `lookAtHistory`
 * @returns in the order of their names
 */
export async function lookAtLeft(facts: GitFacts, folder: string, commit: string): Promise<Left> {
  if (facts.root === null) return nothingLeft
  const own = await openOwnGitDir(facts, folder, [])
  const [cwd, env] = [facts.root, own.env()]
  const from = await headOf(own, cwd)
  if (from === null) return nothingLeft
  const index = path.join(facts.gitDir, 'index')
  const inCheckout = { cwd, env: own.env({ index, worktree: cwd }) }
  const common = await runGit({ args: ['merge-base', from, commit], cwd, env })
  if (common.code !== 0) return { ...nothingLeft, isRelated: false }
  const base = common.out.toString('utf8').trim()
  const [differing, inIndex, outOfIndex, edited, told] = await Promise.all([
    // What the person has committed since is none of the work, and stays as they have it.
    runGit({ args: ['diff-tree', '-r', '-z', '--name-only', '--end-of-options', base, commit], cwd, env }),
    runGit({ ...inCheckout, args: ['diff-index', '--cached', '--name-only', '-z', from] }),
    runGit({ ...inCheckout, args: ['diff-index', '--cached', '--diff-filter=D', '--name-only', '-z', from] }),
    runGit({ ...inCheckout, args: ['ls-files', '-m', '-z'] }),
    // Files that are only told of (`git add -N`).
    runGit({ ...inCheckout, args: ['diff-files', '--name-only', '--diff-filter=A', '-z'] }),
  ])
  const paths = differing.code === 0 ? splitNul(differing.out) : []
  const known = new Set(paths)
  const isAhead = base === from
  const allStaged = new Set(inIndex.code === 0 ? splitNul(inIndex.out) : [])
  const stagedAsGone = new Set(outOfIndex.code === 0 ? splitNul(outOfIndex.out) : [])
  const others = [...allStaged].filter((it) => !known.has(it))
  const toldOf = new Set(splitNul(told.out))
  const modified = new Set(splitNul(edited.out).filter((it) => !toldOf.has(it)))
  const kindOf = (it: string): ReturnType<typeof kindOfPath> => kindOfPath(path.join(cwd, it))
  const { paths: inTheWay, stuck } = await pathsInTheWay(inCheckout, paths, others)
  const isAside = (it: string): boolean => inTheWay.some((spot) => it === spot || it.startsWith(`${spot}/`))
  const beside = others.filter((it) => !isAside(it))
  const partlyStaged = beside.filter((it) => modified.has(it) && kindOf(it) !== null)
  const toUnstage = [...toldOf, ...[...stagedAsGone].filter((it) => kindOf(it) === 'file')]
  const staged = beside.filter((it) => !partlyStaged.includes(it))
  const beyond = { staged, partlyStaged, toUnstage, stuck, isAhead, isRelated: true }
  const ignored = await ignoredPaths(inCheckout, paths)
  const open = new Set([...(await openPaths(inCheckout, from, paths)), ...ignored])
  if (open.size === 0) return { ...nothingLeft, changed: inTheWay, ...beyond }
  // Beside an index that has the commit git itself says what differs from it, line ends and links as it knows them.
  const other = path.join(folder, `left-${randomSigns(8)}.index`)
  try {
    const call = { cwd, env: own.env({ index: other, worktree: cwd }), index: other }
    const read = await runGit({ ...call, args: ['read-tree', '--end-of-options', commit] })
    const [listed, differs] = await Promise.all(
      [['-c'], ['-m', '-d']].map((which) => runGit({ ...call, args: ['ls-files', ...which, '-z'] })),
    )
    const isTold = read.code === 0 && listed?.code === 0 && differs?.code === 0
    // Where git cannot say it, all of it may be a person's.
    const [has, theirs] = [
      new Set(isTold ? splitNul(listed.out) : paths),
      new Set(isTold ? splitNul(differs.out) : paths),
    ]
    // A folder in the place of a file is told by what lies in it.
    const left = paths.filter((it) => open.has(it))
    const there = left.filter((it) => kindOf(it) === 'file')
    // Git merges over a file that is gone, but over no entry of the index that is another one.
    const isStaged = (it: string): boolean => allStaged.has(it) && !stagedAsGone.has(it)
    const taken = left.filter((it) => has.has(it) && kindOf(it) === null && isStaged(it))
    return {
      // Git adds no file that is ignored, and writes the same over it.
      same: there.filter((it) => has.has(it) && !theirs.has(it) && !ignored.has(it)),
      gone: left.filter((it) => !has.has(it) && kindOf(it) === null),
      changed: [...there.filter((it) => !has.has(it) || theirs.has(it)), ...inTheWay],
      taken,
      ...beyond,
    }
  } finally {
    rmSync(other, { force: true })
  }
}

function lines(words: readonly string[]): string {
  return words.map((word) => `${word}\n`).join('')
}
