/** The progress file as bytes, and its seal once the run is complete (seed 004 §6: "immutable post-completion"). */

import { safeJson } from '../../../plan/safe-text.ts'
import type { RunState } from '../../../run/state.ts'
import { progressOf, progressSchemaId } from './document.ts'
import type { ProgressDocument } from './schema.ts'

/** SHA-256 of a text, as lower-case hex. */
export type Digest = (text: string) => string

/**
 * The text of the file, with a final line end; null of a run of another plan than a spec. A complete one is sealed: with the digest
 * of the text without the seal, and with how many events of the journal it is made of.
 */
export function progressText(state: RunState, digest: Digest): string | null {
  const document = progressOf(state)
  if (document === null) return null
  const { closed } = state.course
  const text = textOf(document)
  if (!document.run_complete || closed === null) return text
  const seal = { algorithm: 'sha256' as const, digest: digest(text), journal_events: closed.events }
  return textOf({ ...document, seal })
}

function textOf(document: ProgressDocument): string {
  return `${safeJson(document)}\n`
}

/** Whether a file is one that this program wrote: by its generator and its schema, whatever else is in it. */
export function isOurs(text: string): boolean {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    // One of ours that was cut off or edited begins as each of them does.
    return text.startsWith(`{\n  "$schema": "${progressSchemaId}",\n  "generator": "millwright",`)
  }
  return (
    typeof read === 'object' &&
    read !== null &&
    'generator' in read &&
    read.generator === 'millwright' &&
    '$schema' in read &&
    read.$schema === progressSchemaId
  )
}

/** Whether a file says that it was written in a run. */
export function isOfRun(text: string, run: string | null): boolean {
  try {
    return isOurs(text) && (JSON.parse(text) as { readonly run_id?: unknown }).run_id === run
  } catch {
    return false
  }
}

/** The seal of a complete file, and the text that it seals; null where a text has none. */
export function sealOf(text: string): { readonly digest: string; readonly sealed: string } | null {
  try {
    const { seal, ...document } = JSON.parse(text) as Partial<ProgressDocument>
    return seal == null || !isOurs(text) ? null : { digest: seal.digest, sealed: `${safeJson(document)}\n` }
  } catch {
    return null
  }
}
