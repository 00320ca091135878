/** Starts one program as a child of this very process, in a process group of its own and never through a shell. */

import { spawn, type ChildProcess } from 'node:child_process'
import { statSync } from 'node:fs'

/** What is started: plain data, so that it can be handed to another process. */
export interface ChildRequest {
  /** Program and arguments; none of them is ever read by a shell. */
  readonly argv: readonly string[]
  readonly cwd: string
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>
  /** What it reads; null closes its input at once. */
  readonly input: string | Uint8Array | null
  /** Whether more of it is written afterwards: its input stays open until `endInput`. */
  readonly keepsInput?: boolean
}

/** A code of the system, such as `ENOENT`, and a sentence for people. */
export interface StartFailure {
  readonly code: string
  readonly message: string
}

/** What is heard of a child: `started` or `failed` first; after `exited` nothing but output and `closed`. */
export interface ChildListener {
  started(pid: number): void
  /** It could not be started; nothing else is heard. */
  failed(failure: StartFailure): void
  output(chunk: Uint8Array, from: 'stdout' | 'stderr'): void
  exited(code: number | null, signal: string | null): void
  /** Its output is at its end: no descendant holds it open any more. */
  closed(): void
  /** Whoever started it is gone, so that nothing more will be heard. The program itself may still be there. */
  lost(): void
}

export interface Child {
  /** Reads no more of its output and closes what it may still read itself. */
  letGo(): void
  /** Reads no output until `resume`. */
  pause(): void
  resume(): void
  /** More of what it reads, where its input was kept open; later than its end nothing is written. */
  write(chunk: Uint8Array): void
  /** Closes what it reads. */
  endInput(): void
}

export type Spawner = (request: ChildRequest, listener: ChildListener) => Child

const nothing: Child = {
  letGo: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
  write: () => undefined,
  endInput: () => undefined,
}

/**
 * Starts a program as a child of this process.
 * Source: RELIABILITY S6: fixed words, no shell.
 */
export const spawnHere: Spawner = (request, listener) => {
  let child: ChildProcess
  const [program = '', ...args] = request.argv
  const keepsInput = request.keepsInput === true
  try {
    child = spawn(program, args, {
      cwd: request.cwd,
      env: request.env,
      // A Ctrl-C in the terminal is for us alone.
      detached: true,
      shell: false,
      windowsHide: true,
      stdio: [request.input === null && !keepsInput ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    })
  } catch (error) {
    listener.failed(explain(error, request))
    return nothing
  }
  if (child.pid !== undefined) listener.started(child.pid)
  child.once('error', (error) => {
    // Later errors (a signal that could not be sent) say nothing about the start.
    if (child.pid === undefined) listener.failed(explain(error, request))
  })
  for (const from of ['stdout', 'stderr'] as const) {
    child[from]?.on('data', (chunk: Buffer) => listener.output(chunk, from))
    child[from]?.on('error', () => undefined)
  }
  child.once('exit', (code, signal) => listener.exited(code, signal))
  child.once('close', () => {
    if (child.pid !== undefined) listener.closed()
  })
  // A program may end without reading what it was given; its exit says what that means.
  child.stdin?.on('error', () => undefined)
  if (request.input !== null) child.stdin?.write(request.input)
  if (!keepsInput) child.stdin?.end()
  return {
    letGo() {
      child.stdin?.destroy()
      child.stdout?.destroy()
      child.stderr?.destroy()
    },
    pause() {
      child.stdout?.pause()
      child.stderr?.pause()
    },
    resume() {
      child.stdout?.resume()
      child.stderr?.resume()
    },
    write(chunk) {
      if (child.stdin?.writable === true) child.stdin.write(chunk)
    },
    endInput: () => child.stdin?.end(),
  }
}

function explain(error: unknown, { argv, cwd }: ChildRequest): StartFailure {
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
