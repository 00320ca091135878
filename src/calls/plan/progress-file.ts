/** The progress file beside a spec: where it lies, and how it is kept true (seed 004 §1.2, §5). */

import path from 'node:path'
import type { Dialect } from '../../dialects/dialect.ts'
import type { Projector } from '../../engine/projector.ts'
import { progressOf } from '../../reports/spec/progress/document.ts'
import { saysNothingNew } from '../../reports/spec/progress/nothing-new.ts'
import type { ProgressDocument } from '../../reports/spec/progress/schema.ts'
import { isOfRun, isOurs, progressText } from '../../reports/spec/progress/seal.ts'
import type { ProgressClaims } from '../../plan/progress-claims.ts'
import { claimsText } from '../../reports/spec/claims-text.ts'
import type { RunState } from '../../run/state.ts'
import { sha256 } from '../../system/digest.ts'
import { readFile } from '../../system/files.ts'

const fileLimit = 64 * 1024 * 1024

/** Where it may lie, relative to the root: its usual place, and beside a file of that name that is somebody else's. */
export function progressPaths(
  { progressFile }: Pick<Dialect, 'progressFile'>,
  planRelative: string,
): { readonly usual: string; readonly beside: string } | null {
  if (progressFile === undefined) return null
  const usual = path.posix.join(path.posix.dirname(planRelative), progressFile(path.posix.basename(planRelative)))
  return { usual, beside: usual.replace(/\.json$/, '.millwright.json') }
}

export interface ProgressPlace {
  /** Relative to the root. */
  readonly path: string
  /** Path of the file in its usual place that is not ours; null where there is none. */
  readonly foreign: string | null
}

/** Where it lies: a file of somebody else is never written over. Null of a plan that has none. */
export function placeOfProgress(
  dialect: Pick<Dialect, 'progressFile'>,
  { root, planRelative }: { readonly root: string; readonly planRelative: string },
): ProgressPlace | null {
  const paths = progressPaths(dialect, planRelative)
  if (paths === null) return null
  const read = readFile(path.join(root, ...paths.usual.split('/')), fileLimit)
  const isFree = read.is === 'read' ? isOurs(new TextDecoder().decode(read.bytes)) : read.failure.code === 'ENOENT'
  return isFree ? { path: paths.usual, foreign: null } : { path: paths.beside, foreign: paths.usual }
}

/** What a person is told once, where a file of that name is not ours. @param claims what it says */
export function foreignProgressRemark(
  { path: file, foreign }: ProgressPlace,
  claims: ProgressClaims | null,
): readonly string[] {
  if (foreign === null) return []
  const says = claims === null ? '' : `; ${claimsText(claims)}`
  return [`${foreign} was not written by Millwright and stays as it is; progress goes to ${file}${says}`]
}

/**
 * Keeps it true: the sealed record of an earlier run stays until a later one has something to add. What somebody else has written there
 * meanwhile is kept, and written over.
 * @param shown what is shown in place of the present state
 */
export function progressProjector(file: string, shown: RunState | null = null): Projector {
  // Once it has written its own, nothing of an earlier run is there to stay.
  let mayStay = shown === null
  /** The sealed record that was there first: where the run has come to nothing else in the end, it stands there again. */
  let sealed: Uint8Array | null = null
  return {
    path: file,
    isOurs: (bytes, { run }) => isOfRun(new TextDecoder().decode(bytes), run),
    project(bytes, state) {
      if (mayStay) sealed ??= bytes
      mayStay &&= staysSealed(bytes, state)
      if (mayStay) return { is: 'projected', bytes, ...nothingShown }
      const isOver = state.status === 'closing' || state.status === 'finished'
      if (isOver && sealed !== null && staysSealed(sealed, state))
        return { is: 'projected', bytes: sealed, ...nothingShown }
      const text = progressText(shown ?? state, sha256)
      const next = text === null ? bytes : new TextEncoder().encode(text)
      return { is: 'projected', bytes: next, ...nothingShown }
    },
  }
}

const nothingShown = { shown: [], unplaced: [], withheld: null } as const

/** Whether the file is the sealed record of an earlier run, to which the present one has nothing to add. */
function staysSealed(bytes: Uint8Array | null, state: RunState): boolean {
  const present = bytes === null ? null : documentOf(new TextDecoder().decode(bytes))
  if (present?.seal === undefined) return false
  const now = progressOf(state)
  return now !== null && saysNothingNew(present, now)
}

/** The document of a file of ours; null of any other. */
function documentOf(text: string): ProgressDocument | null {
  if (!isOurs(text)) return null
  try {
    return JSON.parse(text) as ProgressDocument
  } catch {
    return null
  }
}
