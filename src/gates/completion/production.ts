/** Whether a project is ready for production, by a search of its text files (seed 004 §6.4, 6). */

import path from 'node:path'
import { setImmediate as rest } from 'node:timers/promises'
import type { CompletionFinding, FindingPlace } from '../../run/completion/finding.ts'
import { monotonic } from '../../system/clock.ts'
import { sha256 } from '../../system/digest.ts'
import { readFile } from '../../system/files.ts'
import { realPathOf, isInside } from '../../system/look-at-path.ts'
import { callsOf, secretInCall } from './production-calls.ts'
import { settingsForTests } from './production-classes.ts'
import { entriesOf } from './production-entries.ts'
import { describesApi, fileKind, valueForm, type LineKind, type ValueForm } from './production-files.ts'
import type { LineFault } from './line-fault.ts'
import { faultsIn } from './production-lines.ts'
import { linesOfMarkup } from './production-markup.ts'
import { withoutRustTests } from './production-rust.ts'
import { productScripts } from './production-scripts.ts'
import { definesTests, mayBeTest } from './production-tests.ts'

export interface SearchLimits {
  /** Larger files are not read. */
  readonly fileBytes: number
  /** Of all files together. */
  readonly bytes: number
  readonly limitMs: number
  /** Places that are kept. */
  readonly places: number
}

export const searchLimits: SearchLimits = {
  fileBytes: 1024 * 1024,
  bytes: 64 * 1024 * 1024,
  limitMs: 30_000,
  places: 200,
}

interface Fault extends LineFault {
  readonly path: string
  readonly line: number
  /** Digest of the line: it may hold a secret. */
  readonly digest: string
}

/** What a search found; `left` says what it did not look at, and why. */
export interface ProductionSearch {
  readonly faults: readonly Fault[]
  readonly files: number
  readonly left: readonly string[]
}

/** A line that is longer is looked at in parts that overlap by as much as the longest thing that is looked for. */
const window = 4_000
const overlap = 600

function partsOf(line: string): readonly string[] {
  if (line.length <= window) return [line]
  const parts: string[] = []
  for (let at = 0; at < line.length; at += window - overlap) parts.push(line.slice(at, at + window))
  return parts
}

/** A text of a line, and as what it is read. */
interface Reading {
  readonly kind: LineKind
  readonly form: ValueForm
  readonly text: string
  /** Whether it is the call, or the settings, that the line belongs to (`callsOf`). */
  readonly isCall?: true
}

/** Each line of a file: of a page its programs first, and then all of it; of a `package.json` beside itself what starts the product. */
function linesOf(file: string, text: string): readonly (readonly Reading[])[] {
  const named = fileKind(file)
  const kind = named === 'configuration' && describesApi(text) ? 'prose' : named
  if (kind === null || (mayBeTest(file) && definesTests(text))) return []
  if (kind === 'markup')
    return linesOfMarkup(text).map(({ source, all }) => [
      { kind: 'source', form: 'quoted', text: source },
      { kind: 'prose', form: 'quoted', text: all },
    ])
  const form = valueForm(file)
  const isPackage = kind === 'sample' && path.posix.basename(file) === 'package.json'
  const scriptsIn = isPackage ? productScripts(text) : () => []
  const entriesIn = entriesOf(file)
  const callIn = form === 'quoted' ? callsOf(text) : () => null
  const isForTests = file.endsWith('.py') ? settingsForTests() : () => false
  return (file.endsWith('.rs') ? withoutRustTests(text) : text).split('\n').map((line) => {
    const own = isForTests(line) && kind !== 'prose' ? 'sample' : kind
    const call = callIn(line)
    return [
      { kind: own, form, text: line },
      ...(call === null ? [] : [{ kind: own, form, text: call, isCall: true } as const]),
      ...entriesIn(line).map((entry): Reading => ({ kind, form: 'unquoted', text: entry })),
      ...scriptsIn(line).map((script): Reading => ({ kind: 'source', form: 'shell', text: script })),
    ]
  })
}

function faultsOfPart(text: string, { kind, form, isCall }: Reading): readonly LineFault[] {
  if (isCall !== true) return faultsIn(text, kind, form)
  const fault = secretInCall(text, kind)
  return fault === null ? [] : [fault]
}

function faultsOf(file: string, text: string, most: number): readonly Fault[] {
  const found: Fault[] = []
  let line = 0
  for (const readings of linesOf(file, text)) {
    line++
    const told = new Map<string, LineFault>()
    for (const reading of readings)
      for (const part of partsOf(reading.text))
        for (const fault of faultsOfPart(part, reading)) {
          const before = told.get(fault.about)
          // What is sure counts more, wherever in the line it stands.
          if (before === undefined || (fault.isSure && !before.isSure)) told.set(fault.about, fault)
        }
    // What stands before in its call is not what was found.
    const digest = told.size > 0 ? sha256(JSON.stringify(readings.filter(({ isCall }) => isCall !== true))) : ''
    for (const fault of told.values()) found.push({ ...fault, path: file, line, digest })
    if (found.length >= most) break
  }
  return found
}

/**
 * Looks through the files that are the project's own text: not tests, lock files, binaries, built things or what others wrote;
 * of documents and examples only for what is a secret whatever stands around it (`fileKind`). Links are followed within the project only.
 *
 * @param root absolute
 * @param files below the root, with `/`: those that git tracks, or all
 */
export async function searchProduction(
  root: string,
  files: readonly string[],
  limits: SearchLimits = searchLimits,
): Promise<ProductionSearch> {
  const base = realPathOf(root) ?? root
  const until = monotonic() + limits.limitMs
  const faults: Fault[] = []
  const left: string[] = []
  let bytes = 0
  let count = 0
  for (const file of [...files].filter((it) => fileKind(it) !== null).sort()) {
    if (faults.length >= limits.places || bytes >= limits.bytes || monotonic() > until) {
      left.push(`all from ${file} on`)
      break
    }
    const real = realPathOf(path.join(base, file))
    if (real === null || !isInside(base, real)) continue
    const read = readFile(real, limits.fileBytes)
    if (read.is === 'failed') {
      if (read.failure.code !== 'EISDIR') left.push(file)
      continue
    }
    const encoding = encodingOf(read.bytes)
    if (encoding === null) continue
    bytes += read.bytes.length
    count++
    const text = new TextDecoder(encoding).decode(read.bytes)
    faults.push(...faultsOf(file, text, limits.places - faults.length))
    if (count % 50 === 0) await rest()
  }
  return { faults, files: count, left }
}

/** By its first bytes; null for what has a zero in its beginning, and is no text. */
function encodingOf(bytes: Uint8Array): string | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return bytes.subarray(0, 8_000).includes(0) ? null : 'utf-8'
}

const questions = {
  'test-mode': 'No test mode, mock endpoint or address of this machine is in use',
  credential: 'Credentials are configurable and not hard-coded',
} as const

/** As many places stand in the words of a finding; all of them beside it. */
const mostNamed = 3

/** The two findings of a search: sure faults are missed, possible ones and what was not looked at are for somebody to judge. */
export function productionFindings({ faults, files, left }: ProductionSearch): readonly CompletionFinding[] {
  return (['test-mode', 'credential'] as const).map((about) => {
    const own = faults.filter((it) => it.about === about)
    const sure = own.filter((it) => it.isSure)
    const shown = sure.length > 0 ? sure : own
    const places = shown.map(({ path: file, line, reason }): FindingPlace => ({ path: file, line, note: reason }))
    const more = shown.length > mostNamed ? `; and ${shown.length - mostNamed} more` : ''
    const named = shown.slice(0, mostNamed).map(({ path: file, line, reason }) => `${file}:${line} ${reason}`)
    const where = `${named.join('; ')}${more}`
    const why =
      shown.length > 0
        ? sure.length > 0
          ? where
          : `${where}; a person or an agent has to judge it`
        : left.length > 0
          ? `not all files were looked at (${left.slice(0, 3).join(', ')}${left.length > 3 ? ', …' : ''})`
          : `nothing of that was found in ${files} files`
    const found = sure.length > 0 ? 'missed' : own.length > 0 || left.length > 0 ? 'unknown' : 'met'
    const isWhat = JSON.stringify(shown.map((it) => [it.path, it.line, it.reason, it.digest]))
    const mayBeFalse = found === 'missed' ? { mayBeFalse: sha256(isWhat).slice(0, 16) } : {}
    return { check: 'production_ready', what: questions[about], found, by: 'program', ...mayBeFalse, why, places }
  })
}
