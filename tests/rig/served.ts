/**
 * Calls of the program without a process for each: one process, which has loaded what was built, makes them one after the other,
 * each with an environment, a folder and outputs of its own. To start a Node and to have everything compiled again is half of what
 * a test with many calls would take otherwise. Whoever looks at the process itself (its signals, its streams, its end) starts one.
 */

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { builtProgram } from './built-program.ts'
import { start, type Finished } from './program.ts'

interface Server {
  readonly process: ChildProcess
  isBusy: boolean
}

let server: Server | null = null

/** Variables that are read when a process starts, such as those of another clock. */
const readAtStart = /^(?:LD_|NODE_|FAKETIME|TZ$)/

/** Calls the program with nothing to read. Calls at the same time have a process each, and what differs between two such is tried. */
export function served(
  words: readonly string[],
  of: { readonly cwd: string; readonly env: NodeJS.ProcessEnv },
): Promise<Finished> {
  const isOfStart = Object.keys(of.env).some((it) => readAtStart.test(it))
  if (isAlone || isOfStart || server?.isBusy === true)
    return start([process.execPath, builtProgram(), ...words], of).ended
  server ??= begin()
  const present = server
  present.isBusy = true
  return new Promise((resolve, reject) => {
    present.process.channel?.ref()
    const answered = (answer: Finished): void => {
      present.isBusy = false
      present.process.channel?.unref()
      present.process.off('exit', lost)
      resolve(answer)
    }
    const lost = (): void =>
      reject(new Error(`the process that makes the calls has ended at: millwright ${words.join(' ')}`))
    present.process.once('message', answered).once('exit', lost)
    present.process.send({ words, cwd: of.cwd, env: of.env })
  })
}

/** What was opened by the calls so far is closed, as where each had a process of its own: for who changes a journal by hand. */
export async function closed(): Promise<void> {
  const ended = server?.process
  if (ended === undefined) return
  const over = once(ended, 'exit')
  ended.ref()
  ended.disconnect()
  await over
}

/** Each call has a process of its own, as people call it: for a look whether that makes a difference. */
const isAlone = process.env['MILLWRIGHT_TEST_CALLS'] === 'alone'

function begin(): Server {
  const main = path.join(path.dirname(builtProgram()), 'cli', 'main.js')
  const child = fork(path.join(import.meta.dirname, 'server.mjs'), [main], {
    env: {},
    execArgv: ['--expose-gc'],
    serialization: 'advanced',
  })
  child.once('exit', () => {
    server = null
  })
  // It ends with this process, and keeps nobody from ending.
  child.unref()
  child.channel?.unref()
  return { process: child, isBusy: false }
}
