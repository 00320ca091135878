/** Drives the real program: built once from the sources as they are, in a scrubbed environment with folders of its own. */

import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { hashFile, sourcesHash } from '../../scripts/sources-hash.mjs'

const root = path.join(import.meta.dirname, '..', '..')

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
    options?: { readonly env?: Record<string, string>; readonly cwd?: string; readonly input?: string },
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
  const program = builtProgram()
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
  if (git) execFileSync('git', ['init', '-q', '-b', 'main', folder], { env })
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
    millwright: (words, options = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [program, ...words], {
          cwd: options.cwd ?? folder,
          env: { ...env, ...options.env },
          stdio: ['pipe', 'pipe', 'pipe'],
        })
        const out: Buffer[] = []
        const err: Buffer[] = []
        child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
        child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
        child.on('error', reject)
        child.on('close', (code) => {
          resolve({ code, stdout: Buffer.concat(out).toString('utf8'), stderr: Buffer.concat(err).toString('utf8') })
        })
        // The program may end without reading.
        child.stdin.on('error', () => undefined)
        child.stdin.end(options.input ?? '')
      }),
    remove: () => {
      rmSync(base, { recursive: true, force: true })
    },
  }
}

let built: string | null = null

/**
 * The program's file, built from the sources as they are now. One build serves all test processes: it lies under a hash
 * of the sources, below `node_modules`, where it finds what ships native code. A build of them that is there already is copied:
 * another one may be made while the tests run.
 */
export function builtProgram(): string {
  if (built !== null) return built
  const cache = path.join(root, 'node_modules', '.cache', 'millwright-tests')
  const hash = sourcesHash(root)
  const folder = path.join(cache, hash)
  if (!existsSync(folder)) {
    mkdirSync(cache, { recursive: true })
    const fresh = mkdtempSync(path.join(cache, 'building-'))
    if (hashOf(path.join(root, 'dist')) === hash) cpSync(path.join(root, 'dist'), fresh, { recursive: true })
    else execFileSync(process.execPath, [path.join(root, 'scripts', 'bundle.mjs'), fresh])
    try {
      renameSync(fresh, folder)
    } catch (error) {
      // Another test process was faster.
      rmSync(fresh, { recursive: true, force: true })
      if (!existsSync(folder)) throw error
    }
  }
  built = path.join(folder, 'cli.js')
  return built
}

/** What a bundle was made of; null where none is, or it is half there. */
function hashOf(bundle: string): string | null {
  try {
    return readFileSync(path.join(bundle, hashFile), 'utf8')
  } catch {
    return null
  }
}
