/** Speaks with a server that is a program: lines to its input, lines of its output; ends it and all that it has started. */

import { monotonic, wait } from '../../system/clock.ts'
import { endMarked } from '../../system/orphans.ts'
import { processMoment } from '../../system/process-table.ts'
import { runProcess, type ProcessResult } from '../../system/process.ts'
import { newTailBuffer } from '../../system/tail-buffer.ts'

export interface WireOptions {
  readonly argv: readonly string[]
  readonly cwd: string
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>
  /** Variables by which the program and all it starts are found; the last one is of this start alone. */
  readonly markers: Readonly<Record<string, string>>
}

export interface WireListener {
  /** One line without its end. */
  line(text: string): void
  /** It writes more than any list of tools has; nothing more of it is heard. */
  flooded(): void
  /** The program has ended, or was never started. */
  closed(result: ProcessResult): void
}

export interface Wire {
  write(line: string): void
  /** The last of what it wrote to its standard error. */
  lastWords(): string
  /** Closes its input and ends it where that does not: politely, then hard. Settles when all that it started is gone. */
  end(): Promise<void>
}

/** More than any list of tools: what comes behind is not read. */
const mostBytes = 16 * 1024 * 1024
const longestLine = 4 * 1024 * 1024
const mostLines = 10_000
const keptWords = 8 * 1024
/** How long a server may take to end once its input is closed, as the protocol has it; then the signals come. */
const farewellMs = 300
const graceMs = 500

/** Starts a program. Source: RELIABILITY 3.3, S6; Model Context Protocol 2025-11-25, Transports (stdio) and Lifecycle. */
export function openWire({ argv, cwd, env, markers }: WireOptions, listener: WireListener): Wire {
  const since = processMoment()
  const words = newTailBuffer(keptWords)
  const lines = newLines(listener)
  const running = runProcess({
    argv,
    cwd,
    env,
    markers,
    keepsInput: true,
    keepBytes: 0,
    graceMs,
    onOutput: (chunk, from) => (from === 'stderr' ? words.add(chunk) : lines.add(chunk)),
  })
  let isOver = false
  const over = running.result.then((result) => {
    isOver = true
    listener.closed(result)
  })
  let ending: Promise<void> | null = null
  const end = async (): Promise<void> => {
    running.endInput()
    const until = monotonic() + farewellMs
    while (!isOver && monotonic() < until) await wait(10)
    running.stop()
    await over
    // What has left its group is known by its marker alone.
    const [mark, ...more] = Object.entries(markers).reverse()
    if (mark !== undefined)
      await endMarked({ name: mark[0], value: mark[1], with: Object.fromEntries(more) }, { since, graceMs })
  }
  return {
    write: (line) => running.write(Buffer.from(`${line}\n`)),
    lastWords: () => Buffer.from(words.kept()).toString('utf8'),
    end: () => (ending ??= end()),
  }
}

/** Cuts output into lines, within bounds: each byte is looked at once. */
function newLines(listener: Pick<WireListener, 'line' | 'flooded'>): { add(chunk: Uint8Array): void } {
  let parts: Uint8Array[] = []
  let length = 0
  let bytes = 0
  let count = 0
  let isFlooded = false
  return {
    add(chunk) {
      if (isFlooded) return
      bytes += chunk.length
      let from = 0
      for (let at = chunk.indexOf(10); at >= 0 && count <= mostLines; at = chunk.indexOf(10, from)) {
        const line = Buffer.concat([...parts, chunk.subarray(from, at)]).toString('utf8')
        parts = []
        length = 0
        from = at + 1
        count += 1
        listener.line(line.endsWith('\r') ? line.slice(0, -1) : line)
      }
      parts.push(chunk.subarray(from))
      length += chunk.length - from
      if (bytes <= mostBytes && length <= longestLine && count <= mostLines) return
      isFlooded = true
      parts = []
      listener.flooded()
    },
  }
}
