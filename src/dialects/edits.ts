/** Edits of bytes: joined from several hands, applied to what was read, never overlapping. */

import type { Edit } from '../plan/source.ts'

const encoder = new TextEncoder()

/**
 * Joins lists of edits that were all made against the same bytes into one list: sorted by path and offset, an insertion
 * before a replacement at the same place, insertions at one place in the order given.
 * Throws when two of them want the same byte: whoever made them is wrong, and neither may win silently.
 */
export function joinEdits(...lists: readonly (readonly Edit[])[]): readonly Edit[] {
  const sorted = lists.flat().sort(byPlace)
  for (const [index, edit] of sorted.entries()) {
    if (edit.offset < 0 || edit.length < 0) throw new Error(`internal: edit at ${at(edit)} has no place`)
    const before = sorted[index - 1]
    if (before?.path === edit.path && edit.offset < before.offset + before.length)
      throw new Error(`internal: edits overlap at ${at(before)} and ${at(edit)}`)
  }
  return sorted
}

/**
 * The bytes of one source after its edits. `edits` may hold edits of other paths, which are left out; a source that no
 * edit names comes back as it is. Throws on overlap and on an edit that reaches past the end.
 */
export function applyEdits(
  source: { readonly path: string; readonly bytes: Uint8Array },
  edits: readonly Edit[],
): Uint8Array {
  const own = joinEdits(edits.filter((edit) => edit.path === source.path))
  if (own.length === 0) return source.bytes
  const pieces: Uint8Array[] = []
  let done = 0
  for (const edit of own) {
    if (edit.offset + edit.length > source.bytes.length) throw new Error(`internal: edit past the end at ${at(edit)}`)
    pieces.push(source.bytes.subarray(done, edit.offset), encoder.encode(edit.content))
    done = edit.offset + edit.length
  }
  pieces.push(source.bytes.subarray(done))
  return concat(pieces)
}

/**
 * Whether an edit replaces one byte by another one and can thus be written in place, without moving anything behind it
 * (RELIABILITY 3.1 [M]: the only way that lost no human edit). False where `bytes` end before it or it changes nothing.
 */
export function isOneByte(edit: Edit, bytes: Uint8Array): boolean {
  const now = bytes[edit.offset]
  const next = edit.content.length === 1 ? edit.content.charCodeAt(0) : Infinity
  return edit.length === 1 && now !== undefined && now < 0x80 && next < 0x80 && next !== now
}

function byPlace(a: Edit, b: Edit): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  if (a.offset !== b.offset) return a.offset - b.offset
  return Math.min(a.length, 1) - Math.min(b.length, 1)
}

function at(edit: Edit): string {
  return `${edit.path}:${edit.offset}+${edit.length}`
}

function concat(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0))
  let offset = 0
  for (const piece of pieces) {
    whole.set(piece, offset)
    offset += piece.length
  }
  return whole
}
