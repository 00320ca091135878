/**
 * Runs small programs, mostly git, and waits for them. To start one costs a process as much as it has memory: 2 ms with 50 MB, 16 ms
 * with 150 (measured, Node 20.20), and a process of tests has more. So a shell starts them, which is told by a pipe.
 */

import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

interface Shell {
  readonly folder: string
  readonly asks: number
  readonly answers: number
}

let shell: Shell | null = null

const loop =
  'exec 3<"$1/asks" 4>"$1/answers"; while read -r it <&3; do . "$1/call"; printf "%s\\n" "$?" >&4; done; rm -rf "$1"'

function begin(): Shell {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'millwright-sh-'))
  execFileSync('mkfifo', [path.join(folder, 'asks'), path.join(folder, 'answers')])
  // It ends, and removes its folder, when this process is gone and nobody asks any more.
  spawn('sh', ['-c', loop, 'sh', folder], { stdio: 'ignore', env: {}, detached: true }).unref()
  const asks = openSync(path.join(folder, 'asks'), 'w')
  return { folder, asks, answers: openSync(path.join(folder, 'answers'), 'r') }
}

/** Runs a program to its end, with nothing to read. */
export function ran(argv: readonly string[], of: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }): Ran {
  shell ??= begin()
  const { folder, asks, answers } = shell
  const set = Object.entries(of.env).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${quoted(value)}`],
  )
  const [out, err] = [path.join(folder, 'out'), path.join(folder, 'err')]
  writeFileSync(
    path.join(folder, 'call'),
    `(cd ${quoted(of.cwd)} && ${[...set, 'exec', ...argv.map(quoted)].join(' ')}) </dev/null >${quoted(out)} 2>${quoted(err)} 3<&- 4>&-\n`,
  )
  writeSync(asks, 'call\n')
  const answer = Buffer.alloc(16)
  const length = readSync(answers, answer, 0, answer.length, null)
  return {
    code: Number(answer.toString('utf8', 0, length)),
    out: readFileSync(out, 'utf8'),
    err: readFileSync(err, 'utf8'),
  }
}

/** The same for a program that has to succeed. @returns what it has printed */
export function printed(
  argv: readonly string[],
  of: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): string {
  const { code, out, err } = ran(argv, of)
  if (code !== 0) throw new Error(`${argv.join(' ')} ended with ${code}:\n${out}${err}`)
  return out
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
