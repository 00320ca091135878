/** Tries to take a lock, says what came of it, and holds it until it is told to let go. */

import { acquireLock } from '../../../src/system/lock.ts'

const [name = '', kind = 'abstract', folder = '', note = '', file] = process.argv.slice(2)
const taken = await acquireLock({
  name,
  kind: kind === 'file' ? 'file' : 'abstract',
  folder,
  note,
  ...(file === undefined ? {} : { file }),
  onWake: () => process.stdout.write('woken\n'),
})
process.stdout.write(`${JSON.stringify(taken.held === true ? { held: true } : taken)}\n`)
process.stdin.once('data', () => process.exit(0))
