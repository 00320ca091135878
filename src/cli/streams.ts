/** The process's own streams, opened no earlier than needed: loading Node's takes longer than reading a small plan. */

import { closeSync, fstatSync, statSync, writeSync } from 'node:fs'

/** A stream of the process, as far as commands need it. */
export interface Stream {
  readonly isTTY: boolean
  readonly columns: number | undefined
  /** Whether nobody hears any more what is written; known only after a write. */
  readonly isClosed: boolean
  /** Writes; what nobody hears any more is dropped. */
  write(text: string): void
}

/**
 * Opens standard output (1) or standard error (2). A file, a pipe or a device is written to directly; a terminal, and a
 * pipe that takes nothing at the moment, through Node's stream. Whoever reads a pipe may have read enough, as in `| head`,
 * and a terminal may be gone: that is no fault, and ends nothing, because what is under way may be long and paid for. A
 * write that fails otherwise throws, or calls `onBroken` where it is known only later.
 */
export function openOutput(fd: 1 | 2, onBroken: (error: Error) => void): Stream {
  let closed = false
  const nodeStream = (): NodeJS.WriteStream => {
    const opened = fd === 1 ? process.stdout : process.stderr
    opened.on('error', (error: NodeJS.ErrnoException) => {
      closed ||= isGone(error, opened.isTTY)
      if (!closed) onBroken(error)
    })
    return opened
  }
  let stream = isTerminal(fd) ? nodeStream() : null
  const write = (text: string): void => {
    if (closed || text === '') return
    if (stream !== null) {
      stream.write(text)
      return
    }
    const bytes = Buffer.from(text)
    for (let done = 0; done < bytes.length;)
      try {
        done += writeSync(fd, bytes, done)
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException
        if (code === 'EAGAIN') {
          stream = nodeStream()
          stream.write(bytes.subarray(done))
          return
        }
        if (!isGone(error as Error, false)) {
          failures.add(error as Error)
          throw error
        }
        closed = true
        return
      }
  }
  return {
    isTTY: stream?.isTTY === true,
    columns: stream?.columns,
    get isClosed() {
      return closed
    },
    write,
  }
}

/** Whether an error says that nobody is there to hear: the reader of a pipe or a socket, or a terminal that was closed. */
function isGone({ code }: NodeJS.ErrnoException, isTTY: boolean): boolean {
  return code === 'EPIPE' || code === 'ECONNRESET' || (isTTY && (code === 'EIO' || code === 'ENXIO'))
}

const failures = new WeakSet<Error>()

/** Whether an error is that our output could not be written, as on a full disk. */
export function isOutputFailure(error: unknown): error is Error {
  return error instanceof Error && failures.has(error)
}

/** Whether standard input is a terminal; asked of Node only where it could be one. */
export function isInputTerminal(): boolean {
  return mayBeTerminal(0) && process.stdin.isTTY
}

/** Asks Node's module of terminals, which brings the one of networks with it: it is loaded only for what may be a terminal. */
function isTerminal(fd: number): boolean {
  return mayBeTerminal(fd) && process.getBuiltinModule('node:tty').isatty(fd)
}

/** A terminal is a character device, and so is `/dev/full`; files, pipes and sockets are none, and `/dev/null` is asked most. */
function mayBeTerminal(fd: number): boolean {
  try {
    const found = fstatSync(fd)
    return found.isCharacterDevice() && found.rdev !== statSync('/dev/null').rdev
  } catch {
    // A stream that was closed before we began.
    return false
  }
}

/**
 * To be called when the process ends: gives back what was a terminal and is none any more, because it was closed. Node
 * wants to reset each terminal on the way out, and aborts where that fails.
 */
export function releaseClosedTerminals(): void {
  for (const fd of [0, 1, 2]) if (mayBeTerminal(fd) && !isTerminal(fd)) closeSync(fd)
}
