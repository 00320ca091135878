/** Where the lock of a plan lies: whoever takes it or looks at it has to mean the same. */

import path from 'node:path'
import type { LockOptions } from '../system/lock.ts'

/** @param journalDir the journal's own folder */
export function planLock(journalDir: string): Required<Pick<LockOptions, 'name' | 'note' | 'file'>> {
  return {
    name: journalDir,
    note: path.join(journalDir, 'holder.json'),
    file: path.join(journalDir, 'executor.lock'),
  }
}
