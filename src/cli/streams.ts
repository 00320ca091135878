/** The process's own streams, opened no earlier than needed: loading Node's takes longer than reading a small plan. */

import { fstatSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'

/** A stream of the process, as far as commands need it. */
export interface Stream {
  readonly isTTY: boolean
  readonly columns: number | undefined
  write(text: string): void
}

/**
 * Opens standard output (1) or standard error (2). A file, a pipe or a device is written to directly; a terminal, and a
 * pipe that takes nothing at the moment, through Node's stream. Whoever reads a pipe may have read enough, as in `| head`:
 * then `onClosed` is called and nothing more is written. A write that fails otherwise throws, or calls `onBroken` where it
 * is known only later.
 */
export function openOutput(fd: 1 | 2, onClosed: () => void, onBroken: (error: Error) => void): Stream {
  let stream = isDevice(fd) && isatty(fd) ? nodeStream(fd, onClosed, onBroken) : null
  let closed = false
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
          stream = nodeStream(fd, onClosed, onBroken)
          stream.write(bytes.subarray(done))
          return
        }
        if (code !== 'EPIPE') {
          failures.add(error as Error)
          throw error
        }
        closed = true
        onClosed()
        return
      }
  }
  return { isTTY: stream?.isTTY === true, columns: stream?.columns, write }
}

const failures = new WeakSet<Error>()

/** Whether an error is that our output could not be written, as on a full disk. */
export function isOutputFailure(error: unknown): error is Error {
  return error instanceof Error && failures.has(error)
}

/** Whether standard input is a terminal; asked of Node only where it could be one. */
export function isInputTerminal(): boolean {
  return isDevice(0) && process.stdin.isTTY
}

/** A terminal is a character device, and so are `/dev/null` and `/dev/full`; files, pipes and sockets are none. */
function isDevice(fd: number): boolean {
  try {
    return fstatSync(fd).isCharacterDevice()
  } catch {
    // A stream that was closed before we began.
    return false
  }
}

function nodeStream(fd: 1 | 2, onClosed: () => void, onBroken: (error: Error) => void): NodeJS.WriteStream {
  const stream = fd === 1 ? process.stdout : process.stderr
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') onClosed()
    else onBroken(error)
  })
  return stream
}
