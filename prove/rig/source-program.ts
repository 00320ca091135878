/** Starts programs of the proof that are written in TypeScript. */

import { spawn, type ChildProcess } from 'node:child_process'

/** Node with the sources as they are: `words` are the program's file and its arguments. Standard output and error are pipes. */
export function startSource(words: readonly string[], env: NodeJS.ProcessEnv = process.env): ChildProcess {
  return spawn(process.execPath, ['--import', import.meta.resolve('tsx'), ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}
