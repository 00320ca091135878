/** The one place that starts git: fixed argv, a scrubbed environment, never a shell. */

import { rmSync } from 'node:fs'
import path from 'node:path'
import type { ChildListener } from '../../system/child.ts'
import { wait } from '../../system/clock.ts'
import { keepGoing } from '../../system/keep-going.ts'
import { isAlive, processFacts, sendSignal } from '../../system/process-table.ts'
import { spawnChild } from '../../system/supervision.ts'
import { removePipes, stuckOn, watchForPipes } from './stuck-on.ts'

/** What one call of git left behind. */
export interface GitResult {
  /** 0 is success; -1 when git could not be started, or was ended. */
  readonly code: number
  readonly out: Buffer
  readonly err: string
  /** Pipes at which it waited among the working files, for which it was ended; only where the call allows for them. */
  readonly waitsAt?: readonly string[]
}

export interface GitCall {
  readonly args: readonly string[]
  readonly cwd: string
  /**
   * Variables that name git directory, index and work tree; nothing of the caller's environment comes along. One that is
   * `undefined` takes a variable of every call away.
   */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly input?: Uint8Array | string
  /** An index that nobody writes but we: a lock beside it is one that an ended call has left. */
  readonly index?: string
  /** Whether the working files lie in a folder of ours, so that a pipe which holds git up there may be taken away. */
  readonly isOurs?: boolean
  /** Whether the caller goes on where a pipe among working files of others holds git up; `waitsAt` then names it. */
  readonly allowsPipes?: boolean
}

/**
 * The environment of every git call: no `GIT_*` of the caller, no system or user configuration, no prompt, no pager,
 * no transport, paths taken literally (RELIABILITY 3.4: `GIT_CONFIG_COUNT` in the environment is code execution too).
 * @returns a fresh record of variables
 */
export function gitEnvironment(): Record<string, string> {
  return {
    PATH: trustedPath(process.env['PATH'] ?? ''),
    HOME: process.env['HOME'] ?? '/',
    ...taken('TMPDIR'),
    // With it git finds the person's ignore file, as it does for them.
    ...taken('XDG_CONFIG_HOME'),
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_SYSTEM: '/dev/null',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: '',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_PAGER: 'cat',
    GIT_EDITOR: 'false',
  }
}

function taken(name: string): Record<string, string> {
  const value = process.env[name]
  return value === undefined ? {} : { [name]: value }
}

/** A repository must not choose which `git` runs: relative entries and package bins are left out. */
function trustedPath(searched: string): string {
  return searched
    .split(path.delimiter)
    .filter((entry) => path.isAbsolute(entry) && !entry.includes(`node_modules${path.sep}.bin`))
    .join(path.delimiter)
}

/** No call takes as long: git waits for something that never comes, such as a pipe in the place of a file that it reads. */
const longestMs = 15 * 60_000

/** Given on every call: hooks and fsmonitor of a configuration that we only read are overridden. */
export const always = ['-c', 'core.hooksPath=/dev/null', '-c', 'core.fsmonitor=false']

/** How often git is called where others end it. */
export const mostCalls = 3

/**
 * Runs git. What somebody has ended is nobody's answer, and begun anew: git leaves nothing half done but locks.
 * @returns exit code, output bytes and error text
 * @throws DiskFailure where a pipe stands in the place of a file that it reads, and nothing else: one in a folder of others stays,
 *   whoever asks again
 */
export async function runGit(call: GitCall): Promise<GitResult> {
  for (let calls = 1; ; calls += 1) {
    const { wasEnded, ...result } = await callGit(call)
    if (!wasEnded || calls === mostCalls) return result
    if (call.index !== undefined) rmSync(`${call.index}.lock`, { force: true })
  }
}

/** @returns `wasEnded`: by a signal that did not come from us, or nobody knows how */
function callGit(call: GitCall): Promise<GitResult & { readonly wasEnded: boolean }> {
  return new Promise((resolve, reject) => {
    const out: Uint8Array[] = []
    const errors: Uint8Array[] = []
    let pid: number | null = null
    let letStop = (): void => undefined
    const kill = (): void => {
      if (pid !== null) sendSignal(pid, 'SIGKILL')
    }
    let isTooLong = false
    const timer = setTimeout(() => {
      isTooLong = true
      kill()
    }, longestMs)
    const pipes = watchForPipes(call, (signal) => {
      if (pid !== null) sendSignal(pid, signal)
    })
    let end: Pick<GitResult, 'code'> & { readonly signal: string | null } = { code: -1, signal: null }
    const tell = (said: string, wasEnded: boolean): void => {
      clearTimeout(timer)
      pipes.end()
      letStop()
      const { inFiles, inRepository } = pipes.found()
      const isOver = end.signal === null
      const [ofFiles] = isOver ? [] : inFiles
      const isOthers = ofFiles !== undefined && call.isOurs !== true
      const [noFile] = isOver ? [] : [...inRepository, ...(isOthers && call.allowsPipes !== true ? inFiles : [])]
      if (noFile !== undefined) {
        reject(stuckOn(noFile))
        return
      }
      if (isOthers) {
        resolve({ code: -1, out: Buffer.alloc(0), err: '', waitsAt: inFiles, wasEnded: false })
        return
      }
      if (ofFiles !== undefined) removePipes(call.env?.['GIT_WORK_TREE'] ?? '', inFiles)
      const text = said === '' && end.signal !== null ? `ended by ${end.signal}` : said
      resolve({ code: end.code, out: Buffer.concat(out), err: text, wasEnded: wasEnded && !isTooLong })
    }
    const listener: ChildListener = {
      started: (it) => {
        pid = it
        letStop = keepGoing(it)
      },
      failed: ({ message }) => tell(message, false),
      output: (chunk, from) => void (from === 'stdout' ? out : errors).push(chunk),
      exited: (code, signal) => {
        end = { code: code ?? -1, signal }
      },
      closed: () => tell(Buffer.concat(errors).toString('utf8').trim(), end.signal !== null),
      lost: () => {
        end = { code: -1, signal: null }
        // What it has begun it ends, and nobody hears of it.
        void untilGone(pid).then(() => tell('the process that starts programs has ended', true))
      },
    }
    const env = Object.entries({ ...gitEnvironment(), ...call.env }).filter(hasValue)
    const request = { argv: ['git', ...always, ...call.args], cwd: call.cwd, env: Object.fromEntries(env) }
    // What git has begun it ends, whatever becomes of us.
    spawnChild({ ...request, input: call.input ?? '' }, listener, null)
  })
}

const lookEveryMs = 10

async function untilGone(pid: number | null): Promise<void> {
  const name = pid === null ? null : processFacts(pid)
  while (name !== null && isAlive(name)) await wait(lookEveryMs)
}

function hasValue(entry: [string, string | undefined]): entry is [string, string] {
  return entry[1] !== undefined
}

/** A git call that had to work and did not; caught where an outcome is made of it. */
export class GitError extends Error {
  override readonly name = 'GitError'
}

/**
 * Runs git once and demands success.
 * @returns its output
 * @throws GitError with the command's name and git's own words
 * @throws DiskFailure as `runGit`
 */
export async function git(call: GitCall): Promise<Buffer> {
  const result = await runGit(call)
  if (result.code !== 0) throw new GitError(`git ${commandOf(call)}: ${result.err || `exit ${result.code}`}`)
  return result.out
}

/** What git is asked to do, behind the settings that come before it. */
function commandOf({ args }: GitCall): string {
  return args.find((it, at) => !it.startsWith('-') && args[at - 1] !== '-c') ?? ''
}

/** Splits NUL-terminated output of git into its parts. */
export function splitNul(out: Buffer): string[] {
  const parts = out.toString('utf8').split('\0')
  parts.pop()
  return parts
}

/**
 * The same for names that are going to be written somewhere.
 * @throws GitError for a part that is not UTF-8, with its odd bytes as `\\377`
 */
export function splitText(out: Buffer): string[] {
  const parts = splitNul(out)
  // Latin-1 has each byte as one sign, so that the parts are the same ones.
  const bytes = out.toString('latin1').split('\0')
  const odd = parts.findIndex((it, i) => !Buffer.from(it, 'utf8').equals(Buffer.from(bytes[i] ?? '', 'latin1')))
  if (odd < 0) return parts
  const shown = (bytes[odd] ?? '').replaceAll(/[^ -~]/g, (it) => `\\${it.charCodeAt(0).toString(8).padStart(3, '0')}`)
  throw new GitError(`the name of the file ${shown} is not UTF-8; give it another name`)
}
