/** A report written into a file that a person names: over an earlier report, and over nothing else unasked. */

import { statSync } from 'node:fs'
import path from 'node:path'
import { htmlMark } from '../../reports/report/html.ts'
import { markdownMark } from '../../reports/report/markdown.ts'
import { isOurs } from '../../reports/spec/progress/seal.ts'
import { textOfFile, writeFileAtomic } from '../../system/files.ts'
import { realPathOf } from '../../system/look-at-path.ts'
import type { Reading } from '../plan/open-plan.ts'
import { refuseLink } from '../plan/links.ts'
import type { Wrong } from '../refusal.ts'

/** Larger files are no reports. */
const longest = 256 * 1024 * 1024

/**
 * Writes a report.
 * @param file absolute
 * @param of.force writes over any ordinary file but those of the plan; never through a link
 * @param of.reading what must not be written over; null where nothing could be read
 * @returns why it was not written; null where it was
 */
export function writeReport(
  file: string,
  text: string,
  { force, reading }: { readonly force: boolean; readonly reading: Pick<Reading, 'root' | 'sources'> | null },
): Wrong | null {
  const refused = inTheWay(file, text, { force, reading })
  if (refused !== null) return refused
  const written = writeFileAtomic(file, text)
  return written.is === 'failed' ? { is: 'wrong', message: written.failure.reason, help: written.failure.help } : null
}

function inTheWay(
  file: string,
  text: string,
  { force, reading }: { readonly force: boolean; readonly reading: Pick<Reading, 'root' | 'sources'> | null },
): Wrong | null {
  const link = refuseLink(file, 'name the file behind it, or another one')
  if (link !== null) return link
  const there = kindAt(file)
  // Of what cannot be looked at the writing says why.
  if (there === 'none') return null
  if (there === 'other')
    return { is: 'wrong', message: `${file} is no ordinary file`, help: 'leave --output out and use > of your shell' }
  const real = realPathOf(file)
  if (reading?.sources.some((it) => real !== null && realPathOf(path.join(reading.root, it.path)) === real) === true)
    return { is: 'wrong', message: `${file} is a file of the plan and was left as it is`, help: 'name another file' }
  if (force || isReport(textOfFile(file, longest) ?? '', text)) return null
  return {
    is: 'wrong',
    message: `${file} is there already, is no report, and was left as it is`,
    help: 'name another file, or give --force to write over it',
  }
}

function kindAt(file: string): 'none' | 'file' | 'other' {
  try {
    const there = statSync(file, { throwIfNoEntry: false })
    return there === undefined ? 'none' : there.isFile() ? 'file' : 'other'
  } catch {
    return 'none'
  }
}

/** Whether a text is a report of ours; a progress file is one only for the same spec, written as data. */
function isReport(there: string, report: string): boolean {
  if (there.startsWith(markdownMark) || there.startsWith(htmlMark)) return true
  if (isOurs(there) && isOurs(report)) return memberOf(there, 'descriptor') === memberOf(report, 'descriptor')
  return memberOf(there, 'generator') === 'millwright' && memberOf(there, 'report') === 1
}

/** A member of a document; undefined where the text is none. */
function memberOf(text: string, name: string): unknown {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? (read as Readonly<Record<string, unknown>>)[name] : undefined
  } catch {
    return undefined
  }
}
