/** Words in front of a call so that rights count for it: root may read and write everything. */

import { execFileSync, spawnSync } from 'node:child_process'
import type { TestContext } from 'vitest'
import { builtProgram } from './built-program.ts'

const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']

export interface Unprivileged {
  /** Stand in front of a call. */
  readonly words: readonly string[]
}

/** A user whose rights count; where none can run the program the test is skipped, with the reason in the output. */
export function asUnprivileged(context: TestContext): Unprivileged {
  if (process.getuid?.() !== 0) return { words: [] }
  const tried = spawnSync('setpriv', [...nobody.slice(1), process.execPath, builtProgram(), '--version'])
  if (tried.status === 0) return { words: nobody }
  const missing = 'another user cannot run the program here'
  console.log(`skipped: ${missing}`)
  return context.skip(missing)
}

/** Gives a folder and all in it to that user. */
export function giveTo(as: Unprivileged, folder: string): void {
  if (as.words.length > 0) execFileSync('chown', ['-R', '65534:65534', folder])
}
