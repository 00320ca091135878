/** Words in front of a call so that rights count for it: root may read and write everything. */

import { execFileSync, spawnSync } from 'node:child_process'
import { builtProgram } from './cli.ts'

const nobody = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']

/** Where another user cannot run the program, `missing` says so: the reason to skip a test. */
export function unprivileged(): { readonly words: readonly string[] } | { readonly missing: string } {
  if (process.getuid?.() !== 0) return { words: [] }
  const tried = spawnSync('setpriv', [...nobody.slice(1), process.execPath, builtProgram(), '--version'])
  return tried.status === 0 ? { words: nobody } : { missing: 'another user cannot run the program here' }
}

/** Gives a folder and all in it to that user. */
export function giveTo(as: { readonly words: readonly string[] }, folder: string): void {
  if (as.words.length > 0) execFileSync('chown', ['-R', '65534:65534', folder])
}
