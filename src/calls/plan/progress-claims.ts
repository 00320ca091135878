/** A progress file of another tool beside a plan: what it says, read as data (FORMATS section 6, MW518). */

import { realpathSync } from 'node:fs'
import path from 'node:path'
import type { Dialect } from '../../dialects/dialect.ts'
import { limits } from '../../dialects/limits.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Draft } from '../../plan/draft.ts'
import { unreadClaims, type ProgressClaims } from '../../plan/progress-claims.ts'
import { claimsText } from '../../reports/spec/claims-text.ts'
import { readFile } from '../../system/files.ts'
import { isInside } from '../../system/look-at-path.ts'
import { placeOfProgress } from './progress-file.ts'

/** What it says; null where there is no such file, or the plan's format has none. What leads out of the repository is not read. */
export function claimsBeside(
  at: { readonly root: string; readonly planRelative: string },
  dialect: Pick<Dialect, 'claims' | 'progressFile'>,
  draft: Draft,
): ProgressClaims | null {
  const file = dialect.claims === undefined ? null : (placeOfProgress(dialect, at)?.foreign ?? null)
  if (file === null || dialect.claims === undefined) return null
  const place = path.join(at.root, ...file.split('/'))
  if (!leadsInside(at.root, place))
    return unreadClaims(file, 'it is a link that leads out of the repository', draft.tasks)
  const read = readFile(place, limits.planBytes)
  return read.is === 'read'
    ? dialect.claims({ path: file, bytes: read.bytes }, draft)
    : unreadClaims(file, read.failure.reason, draft.tasks)
}

function leadsInside(root: string, file: string): boolean {
  try {
    return isInside(realpathSync(root), realpathSync(file))
  } catch {
    // A link to nothing, or a closed folder: reading it says why.
    return true
  }
}

/** That there is one, with what it says (MW518). */
export function claimsFinding(claims: ProgressClaims): Diagnostic {
  return {
    code: 'MW518',
    severity: 'info',
    message: `${claims.file} was not written by Millwright; ${claimsText(claims)}`,
    help: 'look at the work itself; the file stays as it is, and the progress of a run goes into one beside it',
    span: null,
    related: [],
  }
}
