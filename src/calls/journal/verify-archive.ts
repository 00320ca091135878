/** Whether an archive of a plan is as it was made: every file of its manifest, nothing else, and the seal of its progress. */

import { readdirSync } from 'node:fs'
import path from 'node:path'
import { sealOf } from '../../reports/spec/progress/seal.ts'
import { sha256 } from '../../system/digest.ts'
import { readFile, textOfFile } from '../../system/files.ts'
import { kindOfPath, lookAtPath } from '../../system/look-at-path.ts'
import { manifestFault, manifestIn, manifestName, type Manifest } from './archive-manifest.ts'

const largest = 256 * 1024 * 1024

export interface ArchiveVerified {
  readonly is: 'archive'
  readonly folder: string
  /** SHA-256 of the manifest, as `archive` has told it. */
  readonly digest: string
  readonly manifest: Manifest
  /** What is not as it was, one line each; none where nothing has changed. */
  readonly faults: readonly string[]
}

/** Whether a path is an archive that can be verified by itself. @param folder absolute */
export function isArchive(folder: string): boolean {
  if (kindOfPath(folder) !== 'folder' || lookAtPath(path.join(folder, manifestName))?.isFile() !== true) return false
  return manifestIn(textOfFile(path.join(folder, manifestName), largest) ?? '') !== null
}

/**
 * Why what looks like an archive cannot be verified as one.
 *
 * @param folder absolute
 * @returns null for everything that does not look like one
 */
export function whyNoArchive(folder: string): string | null {
  if (!/^archive_\d{4}-\d\d-\d\d/.test(path.basename(folder)) && !holdsArchive(folder)) return null
  if (lookAtPath(folder)?.isSymbolicLink() === true) return 'it is a link, and no folder of its own'
  if (kindOfPath(folder) !== 'folder') return null
  const manifest = lookAtPath(path.join(folder, manifestName))
  if (manifest === undefined) return `its manifest ${manifestName} is gone`
  if (!manifest.isFile()) return `its manifest ${manifestName} is no file`
  const text = textOfFile(path.join(folder, manifestName), largest)
  const fault = text === null ? 'it cannot be read as text' : manifestFault(text)
  return `its manifest ${manifestName} is none that is understood${fault === null ? '' : `: ${fault}`}`
}

/** Whether a folder of another name holds what stands in every archive: who keeps one may call it as they like. */
function holdsArchive(folder: string): boolean {
  const isThere = (name: string): boolean => lookAtPath(path.join(folder, name)) !== undefined
  const hasReport = isThere('report.md') && isThere('report.html')
  return isThere(manifestName) ? hasReport || isThere('log.jsonl') : hasReport && isThere('log.jsonl')
}

/** Null where the folder is no archive. */
export function verifyArchive(folder: string): ArchiveVerified | null {
  const text = textOfFile(path.join(folder, manifestName), largest)
  const manifest = text === null ? null : manifestIn(text)
  if (text === null || manifest === null) return null
  const known = new Set([manifestName, ...manifest.files.map(({ name }) => name)])
  const faults = [
    ...manifest.files.flatMap((file) => faultOf(folder, file)),
    ...readdirSync(folder).flatMap((name) => (known.has(name) ? [] : [`${name} was not archived`])),
    ...sealFault(folder, manifest),
  ]
  return { is: 'archive', folder, digest: sha256(text), manifest, faults }
}

function faultOf(folder: string, { name, sha256: digest, bytes }: Manifest['files'][number]): readonly string[] {
  const place = path.join(folder, name)
  const there = lookAtPath(place)
  if (there === undefined) return [`${name} is gone`]
  if (!there.isFile()) return [`${name} is no file any more`]
  const read = readFile(place, largest)
  if (read.is === 'failed') return [read.failure.reason]
  return read.bytes.length === bytes && sha256(read.bytes) === digest ? [] : [`${name} was changed`]
}

/** The seal within the progress file, which says the same without the manifest. */
function sealFault(folder: string, { progress, files }: Manifest): readonly string[] {
  const sealed = progress?.sealed_digest ?? null
  if (sealed === null) return []
  const file = files.find(({ name }) => /^progress_.*\.json$/.test(name) && hasSeal(folder, name, sealed))
  return file === undefined ? ['the seal of the progress file does not hold'] : []
}

function hasSeal(folder: string, name: string, sealed: string): boolean {
  const seal = sealOf(textOfFile(path.join(folder, name), largest) ?? '')
  return seal?.digest === sealed && sha256(seal.sealed) === sealed
}
