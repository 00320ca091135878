/** Drives the real program in a scrubbed environment with folders of its own. */

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { printed } from './quick-exec.ts'
import { served } from './served.ts'

export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A folder of its own, with a home and a state folder beside it. */
export interface Bench {
  /** Absolute path of the folder that calls are made in. */
  readonly folder: string
  readonly home: string
  readonly state: string
  /** Writes a file below the folder, with the folders above it. @returns its absolute path */
  write(name: string, content: string | Uint8Array): string
  /** Calls the program in the folder and waits for its end. `env` is added to the scrubbed environment. */
  millwright(
    words: readonly string[],
    options?: { readonly env?: Record<string, string>; readonly cwd?: string },
  ): Promise<Ended>
  /** Removes everything. */
  remove(): void
}

/** Makes a bench; with `git` its folder is a repository. */
export function makeBench({ git = false }: { readonly git?: boolean } = {}): Bench {
  const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'millwright-cli-')))
  const folder = path.join(base, 'project')
  const home = path.join(base, 'home')
  const state = path.join(base, 'state')
  for (const it of [folder, home, state]) mkdirSync(it)
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, '.config'),
    MILLWRIGHT_STATE: state,
    // The same on every machine; a test says another number by the call.
    MILLWRIGHT_JOBS: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    LC_ALL: 'C.UTF-8',
  }
  if (git) printed(['git', 'init', '-q', '-b', 'main', folder], { cwd: base, env })
  return {
    folder,
    home,
    state,
    write: (name, content) => {
      const file = path.join(folder, name)
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(file, content)
      return file
    },
    async millwright(words, { cwd = folder, env: more = {} } = {}) {
      const { code, out, err } = await served(words, { cwd, env: { ...env, ...more } })
      return { code, stdout: out, stderr: err }
    },
    remove: () => {
      rmSync(base, { recursive: true, force: true })
    },
  }
}
