/** Code fences and comments that do not end where they were meant to (MW121). */

import type { Findings } from '../../findings.ts'
import { decode, type Extent } from '../../scan/bytes.ts'
import { indentation, readHeading } from '../../scan/box.ts'
import type { Lines } from '../../scanner.ts'
import { readHead } from './head.ts'

/** Says which fences and comments never end, and which fences swallow tasks because another one is opened in them. */
export function sayFences(lines: Lines, findings: Findings): void {
  const { bytes, fences, unclosed } = lines
  for (const { is, span } of unclosed) {
    const place = { start: span.offset, end: span.offset + span.length }
    const [what, closer] = is === 'fence' ? ['code fence', decode(bytes, place.start, place.end)] : ['comment', '-->']
    const message = `this ${what} never ends; read as if it were not there`
    findings.once('MW121', 'warning', is, place, message, `close it with ${closer}`)
  }
  let line = 0
  for (const { span, last, doubtful } of fences) {
    while (line < last && lines.next(line) <= span.offset) line += 1
    if (!doubtful) continue
    let heads = 0
    for (let at = line; at <= last; at += 1)
      if (isHead(bytes, { start: lines.start(at), end: lines.end(at) })) heads += 1
    if (heads === 0) continue
    const message = `code fence opens here and ends only in line ${last + 1}; ${heads === 1 ? 'a head' : `${heads} heads`} of tasks or steps in it ${heads === 1 ? 'is' : 'are'} not read`
    const place = { start: span.offset, end: span.offset + span.length }
    findings.add('MW121', 'error', place, message, 'close each fence where its code ends')
  }
}

function isHead(bytes: Uint8Array, { start, end }: Extent): boolean {
  const { at } = indentation(bytes, start, end)
  const heading = readHeading(bytes, at, end)
  return heading !== null && readHead(bytes, heading.text.start, heading.text.end)?.is === 'head'
}
