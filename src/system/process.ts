/** Runs one program to its end: never through a shell, in a process group of its own, within limits, and ends it wholly. */

import type { Child, StartFailure } from './child.ts'
import { monotonic, timerMs } from './clock.ts'
import { endGroup } from './end-group.ts'
import { finderOf, newHider, type Hider } from './hide.ts'
import { newKeptOutput, type KeptOutput } from './kept-output.ts'
import { sendSignal } from './process-table.ts'
import { spawnChild } from './supervision.ts'

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
  /** Whether more is written to it while it runs; its input stays open until `endInput`. */
  readonly keepsInput?: boolean
  /** Values that are taken out of all it says, as it is kept and handed on. */
  readonly hide?: readonly string[]
  /** How many of the last bytes of output are kept, beside the first 4 KiB; all are counted. Default 8 MiB. */
  readonly keepBytes?: number
  /** A file for what is kept beside the last 8 MiB; without it memory holds all of it. */
  readonly spool?: string
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

/** How a process ended; the first cause wins. `lost`: whoever had started it died, so that nobody saw its end. */
export type ProcessEnd = 'exited' | 'signalled' | 'timed-out' | 'idle' | 'not-started' | 'stopped' | 'lost'

export interface ProcessResult {
  readonly how: ProcessEnd
  readonly exitCode: number | null
  readonly signal: string | null
  readonly durationMs: number
  /** Standard output and error as they came; what is dropped between the first and the last is said in its place. */
  readonly output: Uint8Array
  /** With a spool: all that is kept, where that is more than `output`. Whoever reads it closes it. */
  readonly whole: ReturnType<KeptOutput['whole']>
  readonly droppedBytes: number
  /** Whether a descendant could not be ended; `orphans.ts` is the next thing to ask. */
  readonly leftBehind: boolean
  /** Only for `not-started`. */
  readonly failure?: StartFailure
}

export interface RunningProcess {
  /** Its process id; null when it could not be started: `result` says why. */
  readonly pid: Promise<number | null>
  /** Never rejects. Settles when the program has ended and its process group is gone. */
  readonly result: Promise<ProcessResult>
  /** More of what it reads, where `keepsInput` says so. */
  write(chunk: Uint8Array): void
  /** Closes what it reads: many a program ends by itself then. */
  endInput(): void
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
  const wrong = findInvalid(options)
  return wrong === null ? watch(options) : notStarted({ code: 'EINVAL', message: wrong })
}

function findInvalid({ argv, env, markers, cwd }: ProcessOptions): string | null {
  if (argv[0] === undefined || argv[0] === '') return 'the command is empty; name a program to start'
  if (argv.some((it) => it.includes('\0'))) return 'the command holds a NUL character, which no program can receive'
  for (const [name, value] of Object.entries({ ...env, ...markers }))
    if (name === '' || name.includes('=') || name.includes('\0') || value.includes('\0'))
      return `the environment variable '${name.replaceAll('\0', '\\0')}' cannot be passed on`
  return cwd.includes('\0') ? 'the working folder holds a NUL character' : null
}

function notStarted(failure: StartFailure): RunningProcess {
  const nothing = new Uint8Array()
  return {
    pid: Promise.resolve(null),
    write: () => undefined,
    endInput: () => undefined,
    stop: () => undefined,
    result: Promise.resolve({
      how: 'not-started',
      exitCode: null,
      signal: null,
      durationMs: 0,
      output: nothing,
      whole: null,
      droppedBytes: 0,
      leftBehind: false,
      failure,
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

function watch(options: ProcessOptions): RunningProcess {
  const { keepBytes, graceMs, drainMs } = { ...defaults, ...options }
  const since = monotonic()
  const buffer = newKeptOutput(keepBytes, defaults.keepBytes, options.spool ?? null)
  let pid: number | null = null
  let cause: 'timed-out' | 'idle' | 'stopped' | null = null
  let ending: Promise<boolean> | null = null
  let ended = false
  let child: Child | null = null

  const end = (because: 'timed-out' | 'idle' | 'stopped'): void => {
    if (ended) return
    cause ??= because
    if (pid !== null) ending ??= endGroup(pid, graceMs)
  }
  const limits = watchLimits(options, end)
  const output = hideOutput(options.hide ?? [], (chunk, from) => {
    if (chunk.length === 0) return
    buffer.add(chunk)
    options.onOutput?.(chunk, from)
  })
  const drain = newDrain()
  let begin: (pid: number | null) => void = () => undefined
  const begun = new Promise<number | null>((resolve) => {
    begin = resolve
  })

  const result = new Promise<ProcessResult>((resolve) => {
    const settle = (
      facts: Pick<ProcessResult, 'how' | 'exitCode' | 'signal' | 'leftBehind'> & Partial<ProcessResult>,
    ): void => {
      limits.clear()
      output.end()
      const droppedBytes = buffer.dropped()
      resolve({
        durationMs: monotonic() - since,
        output: buffer.inMemory(),
        whole: buffer.whole(),
        droppedBytes,
        ...facts,
      })
    }
    /** The program is at its end: what it has left in its group is ended, what it has said is read. */
    const finish = async (facts: Pick<ProcessResult, 'how' | 'exitCode' | 'signal'>): Promise<void> => {
      ended = true
      limits.clear()
      await drain.within(drainMs)
      child?.letGo()
      // Where nobody told its number it may be there all the same, and only its marker finds it.
      const isGone = pid !== null && (await (ending ?? endGroup(pid, graceMs)))
      if (pid !== null) hasEnded(pid)
      settle({ ...facts, leftBehind: !isGone })
    }
    child = spawnChild(
      {
        argv: options.argv,
        cwd: options.cwd,
        env: { ...options.env, ...options.markers },
        input: options.input ?? null,
        ...(options.keepsInput === undefined ? {} : { keepsInput: options.keepsInput }),
      },
      {
        started(it) {
          pid = it
          endWithUs(it)
          begin(it)
          // Somebody may have asked for its end before there was anything to be ended.
          if (cause !== null) ending ??= endGroup(it, graceMs)
        },
        failed(failure) {
          begin(null)
          settle({ how: 'not-started', exitCode: null, signal: null, leftBehind: false, failure })
        },
        output(chunk, from) {
          limits.sawOutput()
          output.add(chunk, from)
        },
        exited: (exitCode, signal) =>
          void finish({ how: cause ?? (signal === null ? 'exited' : 'signalled'), exitCode, signal }),
        closed: () => drain.done(),
        lost() {
          begin(null)
          if (ended) {
            drain.done()
            return
          }
          // Nobody is left who sees its end. It is not to go on unseen.
          if (pid !== null) ending ??= endGroup(pid, 0)
          drain.done()
          void finish({ how: cause ?? 'lost', exitCode: null, signal: null })
        },
      },
      options.markers ?? {},
    )
  })
  return {
    pid: begun,
    result,
    write: (chunk) => child?.write(chunk),
    endInput: () => child?.endInput(),
    stop: () => end('stopped'),
  }
}

/** What is said, without what must not be: `end` hands on what is still held back. */
function hideOutput(
  values: readonly string[],
  say: (chunk: Uint8Array, from: 'stdout' | 'stderr') => void,
): { add(chunk: Uint8Array, from: 'stdout' | 'stderr'): void; end(): void } {
  if (values.length === 0) return { add: say, end: () => undefined }
  // Made when there is something to look at: until then the program is at work already.
  const hiders = new Map<'stdout' | 'stderr', Hider>()
  const newHiderOf = (from: 'stdout' | 'stderr'): Hider => {
    const made = newHider(finderOf(values))
    hiders.set(from, made)
    return made
  }
  return {
    add: (chunk, from) => say((hiders.get(from) ?? newHiderOf(from)).add(chunk), from),
    end() {
      for (const [from, hider] of hiders) say(hider.end(), from)
    },
  }
}

/** Waits until the output is closed, and no longer than a while: a descendant may hold it open for ever. */
function newDrain(): { done(): void; within(ms: number): Promise<void> } {
  let isDone = false
  let finish = (): void => undefined
  return {
    done() {
      isDone = true
      finish()
    },
    within: (ms) =>
      new Promise((resolve) => {
        if (isDone) {
          resolve()
          return
        }
        const timer = setTimeout(resolve, timerMs(ms))
        finish = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}

interface Limits {
  sawOutput(): void
  clear(): void
}

/** Time is looked at as often; of a longer sleep only twice as much counts. */
const longestStepMs = 1_000

/**
 * Counts the time in which we are awake: stopped, or on a machine that sleeps, nobody hears what a program says, and its end
 * is seen late (RELIABILITY P14).
 */
function watchLimits({ limitMs, idleMs }: ProcessOptions, end: (because: 'timed-out' | 'idle') => void): Limits {
  const limits = [limitMs, idleMs].filter((it) => typeof it === 'number')
  if (limits.length === 0) return { sawOutput: () => undefined, clear: () => undefined }
  const step = Math.min(longestStepMs, Math.max(1, Math.ceil(Math.min(...limits) / 4)))
  let awake = 0
  let last = monotonic()
  let heard = 0
  let timer: NodeJS.Timeout | undefined
  /** @returns whether we have slept: then what was said and done meanwhile is heard first. */
  const count = (): boolean => {
    const passed = monotonic() - last
    awake += Math.min(passed, 2 * step)
    last += passed
    return passed > 2 * step
  }
  const look = (): void => {
    const hasSlept = count()
    const left = Math.min((limitMs ?? Infinity) - awake, (idleMs ?? Infinity) - (awake - heard))
    if (left > 0 || hasSlept) timer = setTimeout(look, Math.max(1, Math.min(step, Math.ceil(left))))
    else end(awake >= (limitMs ?? Infinity) ? 'timed-out' : 'idle')
  }
  timer = setTimeout(look, step)
  return {
    // Output only notes the time; the timer looks at it when it fires, so that a flood costs no timers.
    sawOutput() {
      count()
      heard = awake
    },
    clear: () => clearTimeout(timer),
  }
}
