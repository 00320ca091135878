/** Runs one program to its end: never through a shell, in a process group of its own, within limits, and ends it wholly. */

import { spawn, type ChildProcess } from 'node:child_process'
import { statSync } from 'node:fs'
import { monotonic, timerMs } from './clock.ts'
import { endGroup } from './end-group.ts'
import { newHider, spellingsOf } from './hide.ts'
import { nameProcess, sendSignal, type ProcessName } from './process-table.ts'
import { newTailBuffer } from './tail-buffer.ts'

export interface ProcessOptions {
  /** Program and arguments; none of them is ever read by a shell. */
  readonly argv: readonly string[]
  readonly cwd: string
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  /** Variables by which the process and all it starts are found again (`orphans.ts`). */
  readonly markers?: Readonly<Record<string, string>>
  /** What the program reads; null closes its input at once. */
  readonly input?: string | Uint8Array | null
  /** Values that are taken out of all it says, as it is kept and handed on. */
  readonly hide?: readonly string[]
  /** Most bytes of output kept, the last ones; all are counted. Default 8 MiB. */
  readonly keepBytes?: number
  /** Longest time in milliseconds; null sets no limit. */
  readonly limitMs?: number | null
  /** Longest time without any output in milliseconds; null sets no limit. */
  readonly idleMs?: number | null
  /** Time between the polite and the hard signal. Default 2,000 ms. */
  readonly graceMs?: number
  /** How long output is still read after the program's end when a descendant holds it open. Default 200 ms. */
  readonly drainMs?: number
  readonly onOutput?: (chunk: Uint8Array, from: 'stdout' | 'stderr') => void
}

/** How a process ended; the first cause wins. */
export type ProcessEnd = 'exited' | 'signalled' | 'timed-out' | 'idle' | 'not-started' | 'stopped'

export interface ProcessResult {
  readonly how: ProcessEnd
  readonly exitCode: number | null
  readonly signal: string | null
  readonly durationMs: number
  /** Standard output and error as they came, the last `keepBytes` of them. */
  readonly output: Uint8Array
  /** The first 4 KiB. */
  readonly head: Uint8Array
  readonly droppedBytes: number
  /** Whether a descendant could not be ended; `orphans.ts` is the next thing to ask. */
  readonly leftBehind: boolean
  /** Only for `not-started`: a code of the system and a sentence for people. */
  readonly failure?: { readonly code: string; readonly message: string }
}

export interface RunningProcess {
  /** Null when it could not be started; `result` says why. */
  readonly name: ProcessName | null
  /** Never rejects. Settles when the program has ended and its process group is gone. */
  readonly result: Promise<ProcessResult>
  /** Ends the whole process group: politely, then hard. The result says `stopped` unless something else came first. */
  stop(): void
}

const defaults = { keepBytes: 8 * 1024 * 1024, graceMs: 2_000, drainMs: 200 }

/**
 * Starts a program.
 * Source: REQUIREMENTS F6, RELIABILITY 3.3 and S6, AGENTS-FACTS 1.
 * @returns at once; a program that cannot be started is a result like any other
 */
export function runProcess(options: ProcessOptions): RunningProcess {
  const since = monotonic()
  const wrong = findInvalid(options)
  if (wrong !== null) return notStarted(since, 'EINVAL', wrong)
  let child: ChildProcess
  try {
    child = start(options)
  } catch (error) {
    const { code, message } = explain(error, options)
    return notStarted(since, code, message)
  }
  return watch(child, options, since)
}

function findInvalid({ argv, env, markers, cwd }: ProcessOptions): string | null {
  if (argv[0] === undefined || argv[0] === '') return 'the command is empty; name a program to start'
  if (argv.some((it) => it.includes('\0'))) return 'the command holds a NUL character, which no program can receive'
  for (const [name, value] of Object.entries({ ...env, ...markers }))
    if (name === '' || name.includes('=') || name.includes('\0') || value.includes('\0'))
      return `the environment variable '${name.replaceAll('\0', '\\0')}' cannot be passed on`
  return cwd.includes('\0') ? 'the working folder holds a NUL character' : null
}

function start({ argv, cwd, env, markers, input }: ProcessOptions): ChildProcess {
  const [program = '', ...rest] = argv
  return spawn(program, rest, {
    cwd,
    env: { ...env, ...markers },
    detached: true,
    shell: false,
    windowsHide: true,
    stdio: [input === null || input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
}

function explain(error: unknown, { argv, cwd }: ProcessOptions): { code: string; message: string } {
  const { code = 'UNKNOWN', message } = error as NodeJS.ErrnoException
  // The system gives the same code for a missing program and a missing working folder.
  if ((code === 'ENOENT' || code === 'ENOTDIR') && !isFolder(cwd)) return { code, message: `there is no folder ${cwd}` }
  const program = argv[0] ?? ''
  if (code === 'ENOENT') return { code, message: `the program '${program}' was not found` }
  if (code === 'EACCES') return { code, message: `the program '${program}' may not be executed` }
  if (code === 'E2BIG') return { code, message: 'the command and its environment are too long for the system' }
  return { code, message: `'${program}' could not be started: ${message}` }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function notStarted(since: number, code: string, message: string): RunningProcess {
  const nothing = new Uint8Array()
  return {
    name: null,
    stop: () => undefined,
    result: Promise.resolve({
      how: 'not-started',
      exitCode: null,
      signal: null,
      durationMs: monotonic() - since,
      output: nothing,
      head: nothing,
      droppedBytes: 0,
      leftBehind: false,
      failure: { code, message },
    }),
  }
}

/** Process groups that were started and have not been seen to end. */
const running = new Set<number>()

/** When this program ends in a hurry (a second Ctrl-C, a fault), nobody is left to end them: they go with it. */
function endWithUs(group: number): void {
  if (running.size === 0) process.on('exit', endRunning)
  running.add(group)
}

function hasEnded(group: number): void {
  running.delete(group)
  if (running.size === 0) process.off('exit', endRunning)
}

function endRunning(): void {
  for (const group of running) sendSignal(-group, 'SIGKILL')
}

function watch(child: ChildProcess, options: ProcessOptions, since: number): RunningProcess {
  const { keepBytes, graceMs, drainMs } = { ...defaults, ...options }
  const buffer = newTailBuffer(keepBytes)
  const pid = child.pid
  if (pid !== undefined) endWithUs(pid)
  let cause: 'timed-out' | 'idle' | 'stopped' | null = null
  let ending: Promise<boolean> | null = null
  let ended = false

  const end = (because: 'timed-out' | 'idle' | 'stopped'): void => {
    if (ended || pid === undefined) return
    cause ??= because
    ending ??= endGroup(pid, graceMs)
  }
  const limits = watchLimits(options, end)
  const spellings = spellingsOf(options.hide ?? [])
  const endOutput = readOutput(
    child,
    spellings,
    () => limits.sawOutput(),
    (chunk, from) => {
      if (chunk.length === 0) return
      buffer.add(chunk)
      options.onOutput?.(chunk, from)
    },
  )
  feed(child, options.input)

  const result = new Promise<ProcessResult>((resolve) => {
    const settle = (
      facts: Pick<ProcessResult, 'how' | 'exitCode' | 'signal' | 'leftBehind'> & Partial<ProcessResult>,
    ): void => {
      limits.clear()
      endOutput()
      const output = buffer.tail()
      const droppedBytes = buffer.total() - output.length
      resolve({ durationMs: monotonic() - since, output, head: buffer.head(), droppedBytes, ...facts })
    }
    child.once('error', (error) => {
      // Later errors (a signal that could not be sent) say nothing about the start.
      if (pid !== undefined) return
      settle({ how: 'not-started', exitCode: null, signal: null, leftBehind: false, failure: explain(error, options) })
    })
    child.once('exit', (exitCode, signal) => {
      ended = true
      limits.clear()
      const group = pid ?? 0
      const how = cause ?? (signal === null ? 'exited' : 'signalled')
      void drained(child, drainMs)
        .then(() => ending ?? endGroup(group, graceMs))
        .then((gone) => {
          hasEnded(group)
          settle({ how, exitCode, signal, leftBehind: !gone })
        })
    })
  })
  return { name: pid === undefined ? null : nameProcess(pid), result, stop: () => end('stopped') }
}

/** @returns hands on what is still held back, at the end */
function readOutput(
  child: ChildProcess,
  spellings: readonly string[],
  saw: () => void,
  say: (chunk: Uint8Array, from: 'stdout' | 'stderr') => void,
): () => void {
  const ends = (['stdout', 'stderr'] as const).map((from) => {
    const hider = spellings.length === 0 ? null : newHider(spellings)
    child[from]?.on('data', (chunk: Buffer) => {
      saw()
      say(hider?.add(chunk) ?? chunk, from)
    })
    child[from]?.on('error', () => undefined)
    return () => say(hider?.end() ?? new Uint8Array(), from)
  })
  return () => ends.forEach((end) => end())
}

function feed(child: ChildProcess, input: ProcessOptions['input']): void {
  // A program may end without reading what it was given; its exit says what that means.
  child.stdin?.on('error', () => undefined)
  if (input !== null && input !== undefined) child.stdin?.end(input)
}

/** Waits until the output is closed, and no longer than `drainMs`: a descendant may hold it open for ever. */
function drained(child: ChildProcess, drainMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      child.off('close', done)
      child.stdin?.destroy()
      child.stdout?.destroy()
      child.stderr?.destroy()
      resolve()
    }
    const timer = setTimeout(done, timerMs(drainMs))
    child.once('close', done)
  })
}

interface Limits {
  sawOutput(): void
  clear(): void
}

function watchLimits({ limitMs, idleMs }: ProcessOptions, end: (because: 'timed-out' | 'idle') => void): Limits {
  let heard = monotonic()
  let idle: NodeJS.Timeout | undefined
  const total = typeof limitMs === 'number' ? setTimeout(() => end('timed-out'), timerMs(limitMs)) : undefined
  // Output only notes the time; the timer looks at it when it fires, so that a flood costs no timers.
  const look = (limit: number): void => {
    const left = heard + limit - monotonic()
    if (left <= 0) end('idle')
    else idle = setTimeout(() => look(limit), timerMs(Math.ceil(left)))
  }
  if (typeof idleMs === 'number') look(idleMs)
  return {
    sawOutput: () => {
      heard = monotonic()
    },
    clear: () => {
      clearTimeout(total)
      clearTimeout(idle)
    },
  }
}
