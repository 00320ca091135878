/** The ` | key: value` parts at the end of a task's line. */

import { byte, byteAt, isBlank, trimmed, type Extent } from '../../scan/bytes.ts'
import type { Findings } from '../findings.ts'
import { readDeceivingKey } from './key-slips.ts'
import { readKey, type FoundKey } from './keys.ts'

export interface TaskText {
  readonly title: Extent
  /** In the order of the line. */
  readonly annotations: readonly FoundKey[]
}

/**
 * Splits a task's text into its title and the longest suffix of ` | key: value` parts; a `|` before it is text, as is one
 * inside back-ticks. A key near a known one is reported (MW124) and kept as text (FORMATS section 2).
 */
export function splitAnnotations(bytes: Uint8Array, text: Extent, findings: Findings): TaskText {
  const pipes = pipesIn(bytes, text)
  if (pipes.length === 0) return { title: trimmed(bytes, text.start, text.end), annotations: [] }
  const annotations: FoundKey[] = []
  let end = text.end
  for (let index = pipes.length - 1; index >= 0; index -= 1) {
    const pipe = pipes[index]
    if (pipe === undefined) break
    const part = trimmed(bytes, pipe + 1, end)
    const found = readKey(bytes, part.start, part.end) ?? readDeceivingKey(bytes, part.start, part.end)
    if (found === null) break
    if (found.key === null && found.near !== null) {
      const message = `${found.fault ?? `unknown annotation '${found.name}'`}; did you mean ${found.near}? kept as text`
      findings.add('MW124', 'warning', found.extent, message, `write | ${found.near}: …`)
      break
    }
    annotations.push(found)
    end = pipe
  }
  return { title: trimmed(bytes, text.start, end), annotations: annotations.reverse() }
}

function pipesIn(bytes: Uint8Array, { start, end }: Extent): number[] {
  let ticks = 0
  let bars = 0
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === byte.tick) ticks += 1
    else if (bytes[at] === byte.pipe) bars += 1
  }
  if (bars === 0) return []
  // With an odd number of them nobody can tell what is code.
  const code = ticks % 2 === 0
  const pipes: number[] = []
  let inside = false
  for (let at = start; at < end; at += 1) {
    if (bytes[at] === byte.tick) inside = code && !inside
    const before = at === start || isBlank(byteAt(bytes, at - 1))
    if (bytes[at] === byte.pipe && before && !inside) pipes.push(at)
  }
  return pipes
}
