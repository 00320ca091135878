/** Reads JSON into a tree with places and says everything that is wrong with it. Never throws, whatever the bytes are. */

import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Source } from '../../plan/source.ts'
import { unreadable } from '../encoding.ts'
import { findingsOf } from '../findings.ts'
import { buildTree } from './build-tree.ts'
import { mergeMarkersIn } from './bytes-of-json.ts'
import type { JsonNode } from './tree.ts'

export interface ReadJson {
  /** What could be read, also of a file with faults; null where nothing could. */
  readonly root: JsonNode | null
  readonly diagnostics: readonly Diagnostic[]
  /** Whether it is one JSON value from end to end without a slip, so that all places in it can be relied on. */
  readonly whole: boolean
}

// Recognising, reading and writing a plan look at the same bytes, which never change after they are read.
const known = new WeakMap<Uint8Array, { readonly path: string; readonly json: ReadJson }>()

/**
 * The JSON of a source, read once, whoever asks: with MW400–MW406 and MW410, or with MW002, MW008 or MW010 where nothing can
 * be read. Comments and trailing commas are taken in a file whose name ends in `.jsonc`. Linear in the number of bytes.
 */
export function readJson(source: Source): ReadJson {
  const before = known.get(source.bytes)
  if (before?.path === source.path) return before.json
  const json = readAnew(source)
  known.set(source.bytes, { path: source.path, json })
  return json
}

function readAnew(source: Source): ReadJson {
  const refused = unreadable(source)
  if (refused !== null) return { root: null, diagnostics: [refused], whole: false }
  const conflicts = mergeMarkersIn(source)
  if (conflicts.length > 0) return { root: null, diagnostics: conflicts, whole: false }
  const findings = findingsOf(source)
  const { root, isComplete } = buildTree(source, findings)
  findings.finish()
  const { found } = findings
  return { root, diagnostics: found, whole: isComplete && !found.some(({ code }) => slips.has(code)) }
}

/** Faults after which a place may be another than it seems, or a member is hidden by another. */
const slips: ReadonlySet<string> = new Set(['MW400', 'MW402', 'MW403', 'MW410'])
