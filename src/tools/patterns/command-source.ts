/** Patterns from a program: asked by JSON on its input, answering by JSON on its output; run as gates are. */

import { oneLine } from '../../plan/one-line.ts'
import { handedOn, scrubbedEnvironment, type Environment } from '../../system/environment.ts'
import { runProcess, type ProcessResult } from '../../system/process.ts'
import { answerOf, questionOf } from './answer.ts'
import type { PatternSource } from './source.ts'

export interface CommandSourceOptions {
  /** Program and arguments; no shell ever reads them. Whoever calls has looked whether they are trusted. */
  readonly argv: readonly string[]
  /** Absolute. */
  readonly cwd: string
  /** Where values of its environment come from. */
  readonly from: Environment
  /** Names passed through beside the harmless ones; what they hold is hidden in what it says. */
  readonly allow: readonly string[]
  /** Longest time in milliseconds. */
  readonly limitMs: number
  /** Most bytes of its standard output. */
  readonly outputBytes: number
  /** What it must not tell, beside what it is handed on by name. */
  readonly secrets?: readonly string[]
  /** Finds its processes again after a crash. */
  readonly markers?: Readonly<Record<string, string>>
}

/** Its last line, where it says why it failed. */
function lastLine(output: Uint8Array): string {
  const lines = Buffer.from(output).toString('utf8').trimEnd().split('\n')
  return oneLine(lines.at(-1) ?? '').slice(0, 300)
}

/** Why it gave no answer; null where it ended as it should. */
function failureOf(end: ProcessResult, limitMs: number): string | null {
  const said = lastLine(end.output)
  const saying = said === '' ? '' : `: ${said}`
  switch (end.how) {
    case 'exited':
      return end.exitCode === 0 ? null : `it exited with ${end.exitCode ?? 'no code'}${saying}`
    case 'signalled':
      return `it was ended by ${end.signal ?? 'a signal'}${saying}`
    case 'timed-out':
    case 'idle':
      return `it took longer than ${limitMs} ms and was ended`
    case 'not-started':
      return `it could not be started: ${oneLine(end.failure?.message ?? 'nobody knows why')}`
    case 'stopped':
      return 'it was stopped'
    case 'lost':
      return 'nobody saw how it ended'
  }
}

/**
 * A program as a source of patterns.
 * @param name as it is told
 */
export function commandSource(options: CommandSourceOptions, name: string): PatternSource {
  const { argv, cwd, from, allow, limitMs, outputBytes, secrets = [], markers } = options
  const told = oneLine(name)
  return {
    name: told,
    async find(query, signal) {
      if (signal?.aborted === true) return { is: 'failed', reason: 'it was stopped', remarks: [] }
      const pieces: Uint8Array[] = []
      let bytes = 0
      const running = runProcess({
        argv,
        cwd,
        env: scrubbedEnvironment({ from, allow }),
        hide: [...handedOn({ from, allow }), ...secrets],
        input: `${JSON.stringify(questionOf(query))}\n`,
        keepBytes: 64 * 1024,
        limitMs,
        ...(markers === undefined ? {} : { markers }),
        onOutput: (chunk, stream) => {
          if (stream !== 'stdout') return
          bytes += chunk.length
          if (bytes <= outputBytes) pieces.push(Buffer.from(chunk))
          else running.stop()
        },
      })
      const stop = (): void => running.stop()
      signal?.addEventListener('abort', stop, { once: true })
      const end = await running.result
      signal?.removeEventListener('abort', stop)
      if (bytes > outputBytes) return { is: 'failed', reason: `it said more than ${outputBytes} bytes`, remarks: [] }
      const failure = failureOf(end, limitMs)
      if (failure !== null) return { is: 'failed', reason: failure, remarks: [] }
      return answerOf(Buffer.concat(pieces).toString('utf8'), told, query)
    },
  }
}
