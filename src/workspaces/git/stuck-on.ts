/**
 * Pipes in the places of files that git reads, in a working folder or in the repository: it waits for somebody to write into
 * them, and nobody does (RELIABILITY P14).
 */

import { lstatSync, realpathSync, rmSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { DiskFailure } from '../../system/disk-failure.ts'
import { textOfFile } from '../../system/files.ts'

/** A call that takes longer may wait at a pipe: what it reads is looked at, and again after a while. */
const slowMs = 2_000
const againMs = 30_000
/** Between asking git to end and ending it. */
const patienceMs = 1_000

const readByGit = new Set(['.gitignore', '.gitattributes', '.gitmodules'])

/** What git reads or writes in a git directory; a pipe that somebody's tool keeps beside these holds up nobody. */
const filesOfGitDir = new Set([
  ...['HEAD', 'FETCH_HEAD', 'MERGE_HEAD', 'ORIG_HEAD', 'commondir', 'config', 'config.worktree', 'gitdir'],
  ...['index', 'packed-refs', 'shallow'],
])
const foldersOfGitDir = ['info', 'logs', 'objects', 'refs']

/** Where a git is at work: from both is known what it reads. */
export interface AtWork {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string | undefined>>
}

/** Absolute paths. */
export interface Pipes {
  readonly inFiles: readonly string[]
  readonly inRepository: readonly string[]
}

export interface PipeWatch {
  /** What was found: git was ended for it. */
  readonly found: () => Pipes
  /** To be called when git has ended, or has answered. */
  end(): void
}

const none: Pipes = { inFiles: [], inRepository: [] }

/**
 * Looks after a while at what a git reads.
 * @param endGit called when there is something that it waits at, with the signal that git is to get
 */
export function watchForPipes(at: AtWork, endGit: (signal: 'SIGTERM' | 'SIGKILL') => unknown): PipeWatch {
  let pipes = none
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const lookAfter = (ms: number): void => {
    if (!isOver) timer = setTimeout(() => void look(), ms)
  }
  const look = async (): Promise<void> => {
    const inFiles = await pipesInFiles(at.env?.['GIT_WORK_TREE'])
    const inRepository = await pipesInRepository(at)
    if (isOver || inFiles.length + inRepository.length === 0) {
      lookAfter(againMs)
      return
    }
    pipes = { inFiles, inRepository }
    // Of its own accord it takes its locks away.
    endGit('SIGTERM')
    timer = setTimeout(() => endGit('SIGKILL'), patienceMs)
  }
  lookAfter(slowMs)
  return {
    found: () => pipes,
    end() {
      isOver = true
      clearTimeout(timer)
    },
  }
}

/** What a run cannot go on with: a pipe in the place of a file of the repository, or of the person's folder, which is theirs to take away. */
export function stuckOn(pipe: string): DiskFailure {
  return new DiskFailure(
    `git waits at ${pipe}, which is a pipe and no file`,
    'somebody has put it there: take it away, and put back what was in its place',
  )
}

/**
 * Takes pipes away that were found in a folder of ours: no draft can hold them.
 * @param files the folder
 */
export function removePipes(files: string, pipes: readonly string[]): void {
  for (const it of pipes) {
    const way = path.relative(files, path.dirname(it))
    try {
      // Where a link leads by now nothing was seen.
      const isThere = realpathSync(path.join(files, way)) === path.join(realpathSync(files), way)
      if (isThere && isPipe(lstatSync(it))) rmSync(it)
    } catch {
      // It is gone, or git meets it again.
    }
  }
}

/** @returns absolute paths; costs reading the folder */
async function pipesInFiles(files: string | undefined): Promise<readonly string[]> {
  if (files === undefined) return []
  const found: string[] = []
  for await (const { it, folder } of entriesBelow(files))
    if (readByGit.has(it.name) && isPipe(it)) found.push(path.join(folder, it.name))
  return found
}

/** Pipes at what git reads of a repository, behind links too, and at the person's own files that it reads by itself. */
async function pipesInRepository({ cwd, env = {} }: AtWork): Promise<readonly string[]> {
  const gitDir = env['GIT_DIR'] ?? gitDirAbove(cwd)
  const common = gitDir === null ? null : path.resolve(gitDir, textOfFile(path.join(gitDir, 'commondir'))?.trim() ?? '')
  const named = ['GIT_INDEX_FILE', 'GIT_SHALLOW_FILE', 'GIT_OBJECT_DIRECTORY'].flatMap((it) => env[it] ?? [])
  const dirs = [...new Set([gitDir, common])].filter((it) => it !== null)
  const worktrees = common === null ? [] : await namesIn(path.join(common, 'worktrees'))
  const places = [...dirs, ...worktrees].flatMap((dir) =>
    [...filesOfGitDir, ...foldersOfGitDir].map((it) => path.join(dir, it)),
  )
  const found: string[] = []
  for (const place of new Set([...places, ...named, ...personFiles()]))
    if (isWaiting(place)) found.push(place)
    else
      for await (const { it, folder } of entriesBelow(place)) {
        const file = path.join(folder, it.name)
        if (it.isFIFO() || (it.isSymbolicLink() && isWaiting(file))) found.push(file)
      }
  return found
}

/** As git looks for a repository; a `.git` that is a pipe is passed over by git itself. */
function gitDirAbove(folder: string): string | null {
  const dotGit = path.join(folder, '.git')
  const there = statSync(dotGit, { throwIfNoEntry: false })
  if (there?.isDirectory() === true) return dotGit
  const named = /^gitdir: (?<dir>.+)/.exec(textOfFile(dotGit) ?? '')?.groups?.['dir']
  if (named !== undefined) return path.resolve(folder, named)
  const above = path.dirname(folder)
  return above === folder ? null : gitDirAbove(above)
}

async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => [])
  return names.map((it) => path.join(folder, it))
}

function personFiles(): readonly string[] {
  const home = process.env['HOME'] ?? os.homedir()
  const own = process.env['XDG_CONFIG_HOME'] ?? path.join(home, '.config')
  const below = ['ignore', 'attributes', 'config'].map((it) => path.join(own, 'git', it))
  return [path.join(home, '.gitconfig'), ...below]
}

async function* entriesBelow(top: string): AsyncGenerator<{ readonly it: Entry; readonly folder: string }> {
  const folders = [top]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop())
    for (const it of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (it.isDirectory()) folders.push(path.join(folder, it.name))
      else yield { it, folder }
    }
}

interface Entry {
  readonly name: string
  isFIFO(): boolean
  isCharacterDevice(): boolean
  isSymbolicLink(): boolean
}

/** Whether whoever reads it waits; what a link names counts, and `/dev/null` is none. */
function isWaiting(file: string): boolean {
  try {
    return statSync(file).isFIFO()
  } catch {
    return false
  }
}

function isPipe(it: Pick<Entry, 'isFIFO' | 'isCharacterDevice'>): boolean {
  return it.isFIFO() || it.isCharacterDevice()
}
