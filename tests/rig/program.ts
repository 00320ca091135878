/** Programs started as a person starts them off-terminal, with what they write kept. */

import { spawn, type ChildProcess } from 'node:child_process'

export interface Finished {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export interface Started {
  readonly child: ChildProcess
  readonly ended: Promise<Finished>
  /** Standard output so far. */
  out(): string
  /** Both streams so far. */
  written(): string
}

/** Starts a program with nothing to read, or with a pipe that the caller writes into. */
export function start(
  argv: readonly string[],
  of: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
  input: 'ignore' | 'pipe' = 'ignore',
): Started {
  const [file = '', ...args] = argv
  const child = spawn(file, args, { ...of, stdio: [input, 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (err += text))
  const ended = new Promise<Finished>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      // An orphan may hold the streams open after a kill: what was written by the program itself is there by then.
      const finish = (): void => resolve({ code, signal, out, err })
      if (signal === null) child.once('close', finish)
      else finish()
    })
  })
  return { child, ended, out: () => out, written: () => `${out}${err}` }
}

/** Settles when a program has written a text. */
export function says(started: Started, text: string): Promise<void> {
  const { child } = started
  return new Promise((resolve) => {
    const look = (): void => {
      if (started.written().includes(text)) resolve()
    }
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', look)
    look()
  })
}
