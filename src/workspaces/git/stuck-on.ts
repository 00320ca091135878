/**
 * Pipes in the places of files that git reads in a working folder: it waits for somebody to write into them, and nobody does
 * (RELIABILITY P14).
 */

import { lstatSync, realpathSync, rmSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'

/** A call that takes longer may wait at a pipe: the folder is looked at, and again after a while. */
const slowMs = 2_000
const againMs = 30_000

const readByGit = new Set(['.gitignore', '.gitattributes', '.gitmodules'])

export interface PipeWatch {
  /** What was found: git was ended for it. */
  readonly found: () => readonly string[]
  /** To be called when git has ended. */
  end(): void
}

/**
 * Looks after a while at the folder in which a git is at work.
 * @param files absolute path of working files; undefined where git looks at none
 * @param endGit called when there is something that it waits at
 */
export function watchForPipes(files: string | undefined, endGit: () => void): PipeWatch {
  let pipes: readonly string[] = []
  let isOver = files === undefined
  let timer: NodeJS.Timeout | undefined
  const lookAfter = (ms: number): void => {
    if (!isOver) timer = setTimeout(() => void look(), ms)
  }
  const look = async (): Promise<void> => {
    const found = await pipesIn(files ?? '')
    if (isOver || found.length === 0) {
      lookAfter(againMs)
      return
    }
    pipes = found
    endGit()
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
async function pipesIn(files: string): Promise<readonly string[]> {
  const found: string[] = []
  const folders = [files]
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    const entries = await readdir(at, { withFileTypes: true }).catch(() => [])
    for (const it of entries) {
      if (it.isDirectory()) folders.push(path.join(at, it.name))
      else if (readByGit.has(it.name) && isPipe(it)) found.push(path.join(at, it.name))
    }
  }
  return found
}

function isPipe(it: { isFIFO(): boolean; isCharacterDevice(): boolean }): boolean {
  return it.isFIFO() || it.isCharacterDevice()
}
