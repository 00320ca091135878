/** The manifest of an archive: which files it holds, what they are, and of which run (seed 004 §6). */

import { jsonFault } from '../../plan/json-fault.ts'
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
  /**
   * Files of a spec that are no longer as its run read them last, relative to the root, each with the file of the archive that holds
   * what the run read, null where that is not kept; null where nobody has noted what was read.
   */
  readonly changed_since: readonly { readonly file: string; readonly as_read: string | null }[] | null
  readonly files: readonly ArchivedFile[]
}

/** Reads a manifest; null where a text is none that is understood. Names that lead out of the archive are none. */
export function manifestIn(text: string): Manifest | null {
  const read = readManifest(text)
  return typeof read === 'string' ? null : read
}

/** Why a text is no manifest that is understood; null where it is one. */
export function manifestFault(text: string): string | null {
  const read = readManifest(text)
  return typeof read === 'string' ? read : null
}

function readManifest(text: string): Manifest | string {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    if (text.trim() === '') return 'it is empty'
    const at = jsonFault(text)
    return at === null ? 'it is no JSON' : `it is no JSON at line ${at.line}, column ${at.column}`
  }
  if (typeof read !== 'object' || read === null) return 'it is no JSON object'
  const { generator, archive, files } = read as Readonly<Record<string, unknown>>
  if (generator !== 'millwright') return 'it does not say that Millwright has made it'
  if (archive !== 1) return 'it has another form than this Millwright knows'
  if (!Array.isArray(files)) return 'it has no list of files'
  const wrong = files.findIndex((it) => !isArchived(it))
  return wrong < 0 ? (read as Manifest) : `number ${wrong + 1} of its files has no name in the archive, size or digest`
}

function isArchived(it: unknown): it is ArchivedFile {
  if (typeof it !== 'object' || it === null) return false
  const { name, sha256, bytes } = it as Readonly<Record<string, unknown>>
  return (
    typeof name === 'string' && !/[/\\\0]|^\.*$/.test(name) && typeof sha256 === 'string' && typeof bytes === 'number'
  )
}
