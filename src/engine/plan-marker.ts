/** The marker that everything carries which the executors of one journal ever start. */

import { statSync } from 'node:fs'
import type { Marker } from '../system/orphans.ts'

/**
 * Names one journal folder, and none that was copied from it: the plan's id is in the journal and is copied along, the
 * folder's own number is not. A folder that is moved keeps both.
 * @param of.journalDir folder of the journal; it is there
 * @throws when it is not
 */
export function planMarker(of: { readonly journalDir: string; readonly planId: string }): Marker {
  const { dev, ino } = statSync(of.journalDir, { bigint: true })
  return { name: 'MILLWRIGHT_PLAN', value: `${of.planId}.${dev}.${ino}` }
}
