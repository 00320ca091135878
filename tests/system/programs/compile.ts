/** Compiles a program of the tests, with what it imports of ours, so that a real second process can run it. */

import { spawn, type ChildProcess } from 'node:child_process'
import path from 'node:path'
import { build } from 'esbuild'

const root = path.join(import.meta.dirname, '..', '..', '..')

/** @returns the path of the compiled program within `folder` */
export async function compile(entry: string, folder: string): Promise<string> {
  const outfile = path.join(folder, `${path.basename(entry, '.ts')}.mjs`)
  await build({
    entryPoints: [entry],
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['libsql'],
    outfile,
    logLevel: 'error',
  })
  return outfile
}

export interface Program {
  readonly child: ChildProcess
  readonly pid: number
  /** The next whole line of its output; rejects when it ends without one. */
  line(): Promise<string>
  say(text: string): void
  readonly ended: Promise<void>
}

/** Starts a compiled program and talks with it line by line. */
export function startProgram(file: string, args: readonly string[], env: Record<string, string> = {}): Program {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, NODE_PATH: path.join(root, 'node_modules'), ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let rest = ''
  let over = false
  const lines: string[] = []
  const waiting: { give: (line: string) => void; fail: (error: Error) => void }[] = []
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    for (const it of parts) {
      const next = waiting.shift()
      if (next === undefined) lines.push(it)
      else next.give(it)
    }
  })
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      over = true
      for (const it of waiting) it.fail(new Error('the program ended'))
      resolve()
    })
  })
  return {
    child,
    pid: child.pid ?? 0,
    ended,
    say: (text) => void child.stdin.write(`${text}\n`),
    line: () =>
      new Promise((give, fail) => {
        const ready = lines.shift()
        if (ready !== undefined) give(ready)
        else if (over) fail(new Error('the program ended'))
        else waiting.push({ give, fail })
      }),
  }
}

/** Waits until something is so; it is looked at again and again, and the test's own time limit is the end. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5))
}
