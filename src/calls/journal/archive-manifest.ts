/** The manifest of an archive: which files it holds, what they are, and of which run (seed 004 §6). */

import type { ProgressShown } from './progress-shown.ts'

export const manifestName = 'archive.json'

export interface ArchivedFile {
  /** In the archive. */
  readonly name: string
  /** Where it was copied from, relative to the root; null of what was made for the archive. */
  readonly from: string | null
  readonly bytes: number
  /** SHA-256, lower-case hex. */
  readonly sha256: string
}

export interface Manifest {
  readonly generator: 'millwright'
  /** Version of this form. */
  readonly archive: 1
  /** The plan's file, relative to the root, and its format. */
  readonly plan: string
  readonly dialect: string
  /** ISO 8601, UTC. */
  readonly archived_at: string
  readonly run_id: string
  /** How the run stood: `finished`, `parked`, or `interrupted` where its executor is gone. */
  readonly status: string
  readonly journal: { readonly events: number; readonly last_hash: string }
  /** Of a spec: how its progress file stood to the journal, and the digest that it is sealed with; null of other plans. */
  readonly progress: { readonly is: ProgressShown['is']; readonly sealed_digest: string | null } | null
  readonly files: readonly ArchivedFile[]
}

/** Reads a manifest; null where a text is none that is understood. Names that lead out of the archive are none. */
export function manifestIn(text: string): Manifest | null {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return null
  }
  if (typeof read !== 'object' || read === null) return null
  const { generator, archive, files } = read as Readonly<Record<string, unknown>>
  const isWhole = generator === 'millwright' && archive === 1 && Array.isArray(files) && files.every(isArchived)
  return isWhole ? (read as Manifest) : null
}

function isArchived(it: unknown): it is ArchivedFile {
  if (typeof it !== 'object' || it === null) return false
  const { name, sha256, bytes } = it as Readonly<Record<string, unknown>>
  return (
    typeof name === 'string' && !/[/\\\0]|^\.*$/.test(name) && typeof sha256 === 'string' && typeof bytes === 'number'
  )
}
