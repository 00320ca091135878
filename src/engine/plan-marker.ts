/** The marker that everything carries which the executors of one journal ever start. */

import { statSync } from 'node:fs'
import { DiskFailure } from '../system/disk-failure.ts'
import type { Marker } from '../system/orphans.ts'

/**
 * Names one journal folder, and none that was copied from it: the plan's id is in the journal and is copied along, the
 * folder's own number is not. A folder that is moved keeps both.
 * @param of.journalDir folder of the journal; it is there
 * @throws DiskFailure when it is not
 */
export function planMarker(of: { readonly journalDir: string; readonly planId: string }): Marker {
  const found = statSync(of.journalDir, { bigint: true, throwIfNoEntry: false })
  if (found === undefined)
    throw new DiskFailure(
      `the folder of the journal is gone: ${of.journalDir}`,
      'put it back, then `millwright resume`',
    )
  const { dev, ino } = found
  return { name: 'MILLWRIGHT_PLAN', value: `${of.planId}.${dev}.${ino}` }
}
