/** What a command writes to and knows of its surroundings, and the sink that keeps what is written safe (RELIABILITY S10). */

import type { Command as Commander } from 'commander'
import type { Diagnostic } from '../plan/diagnostic.ts'
import type { Source } from '../plan/source.ts'
import type { Where } from '../calls/plan/where.ts'
import type { Environment } from '../system/environment.ts'
import { safeJson, safeText } from '../plan/safe-text.ts'
import type { Stream } from './streams.ts'

/** One of the two outputs. */
export interface Output {
  /** Writes text as it is to appear. Whatever could steer a terminal is spelled out, but for our own colours. */
  write(text: string): void
  /** Whether nobody hears any more what is written; known only after a write. */
  readonly isClosed: boolean
  readonly isTTY: boolean
  /** Whether colours may be used here. */
  readonly colour: boolean
}

/** All that a command may know of where it was called; made once, so that commands are tried without a process. */
export interface Io extends Where {
  readonly stdout: Output
  readonly stderr: Output
  readonly stdin: { readonly isTTY: boolean }
  /** Columns of `stdout`. */
  readonly width: number
  /** Whether `stdout` shows colours. */
  readonly colour: boolean
  /** Hears what is told on stderr about the call, so that a refused call with `--json` can print it as data, too. */
  readonly hear?: (refusal: Heard) => void
}

/** What is wrong with a call: findings with the files they point into, or a plain complaint. */
export type Heard =
  | { readonly is: 'findings'; readonly diagnostics: readonly Diagnostic[]; readonly texts: readonly Source[] }
  | { readonly is: 'complaint'; readonly message: string; readonly help: string | null }

/**
 * A command of the program: words behind its name, options by their long name in camel case, and the program that it is part
 * of; gives its exit code.
 */
export type Command = (
  args: readonly string[],
  options: Readonly<Record<string, unknown>>,
  io: Io,
  program: Commander,
) => Promise<number>

/** Width of lines where there is no terminal to ask. */
const usualWidth = 100
const narrowest = 40
const widest = 400

/** Our own colours: a few parameters and `m`. Bounded, so that matching is linear. */
const ownColours = /(\u001b\[[0-9;]{1,8}m)/

/**
 * Makes text safe to show. With `colour` our own colour sequences stay; without it nothing that begins with an escape does.
 */
export function safeOutput(text: string, colour: boolean): string {
  if (!colour || !text.includes('\u001b')) return safeText(text)
  return text
    .split(ownColours)
    .map((part, at) => (at % 2 === 1 ? part : safeText(part)))
    .join('')
}

/**
 * Whether to colour an output: `FORCE_COLOR` decides where it is set (`0` and `false` say no), then `NO_COLOR` and
 * `TERM=dumb` forbid it, then only a terminal outside of continuous integration has colours.
 */
export function usesColour(isTTY: boolean, env: Environment): boolean {
  const forced = env['FORCE_COLOR']
  if (forced !== undefined && forced !== '') return forced !== '0' && forced !== 'false'
  if ((env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb') return false
  const ci = env['CI'] ?? ''
  return isTTY && (ci === '' || ci === 'false' || ci === '0')
}

function outputOf(stream: Stream, env: Environment): Output {
  const { isTTY } = stream
  const colour = usesColour(isTTY, env)
  return {
    write: (text) => stream.write(safeOutput(text, colour)),
    get isClosed() {
      return stream.isClosed
    },
    isTTY,
    colour,
  }
}

/** Makes the surroundings of a command from the streams of a process. */
export function makeIo(of: {
  readonly stdout: Stream
  readonly stderr: Stream
  /** Asked only when a command wants to know. */
  readonly isInputTerminal: () => boolean
  readonly env: Environment
  readonly cwd: string
}): Io {
  const stdout = outputOf(of.stdout, of.env)
  return {
    stdout,
    stderr: outputOf(of.stderr, of.env),
    stdin: {
      get isTTY() {
        return of.isInputTerminal()
      },
    },
    env: of.env,
    cwd: of.cwd,
    width: Math.min(widest, Math.max(narrowest, of.stdout.columns ?? usualWidth)),
    colour: stdout.colour,
  }
}

/** Prints one JSON document with a line end: what `--json` gives. */
export function printJson(io: Io, value: unknown): void {
  io.stdout.write(`${safeJson(value)}\n`)
}

/** Prints one value as one line: what `--jsonl` gives. */
export function printJsonLine(io: Io, value: unknown): void {
  io.stdout.write(`${safeJson(value, 0)}\n`)
}

/** Says on stderr what is wrong with the call, and what to do. What has several lines is set in: none can be taken for the help. */
export function complain(io: Io, message: string, help: string | null = null): void {
  io.hear?.({ is: 'complaint', message, help })
  io.stderr.write(`millwright: ${message.replaceAll('\n', '\n    ')}\n${help === null ? '' : `  help: ${help}\n`}`)
}
