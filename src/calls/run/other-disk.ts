/** Whether a plan and its journal lie on one file system (RELIABILITY 7, MW705). */

import { statSync } from 'node:fs'
import path from 'node:path'

/**
 * What a person is told where they do not: nothing is refused, but each disk keeps its word about writes by itself.
 * @param planPath absolute; @param journalDir the journal's own folder, which is there
 */
export function otherDiskRemark(planPath: string, journalDir: string): readonly string[] {
  const [plan, journal] = [path.dirname(planPath), journalDir].map((it) => statSync(it, { throwIfNoEntry: false })?.dev)
  if (plan === undefined || journal === undefined || plan === journal) return []
  return [
    `warning MW705: the journal lies on another file system than the plan (${journalDir}): after a power cut, or where only one of the disks is there, one may be older than the other`,
  ]
}
