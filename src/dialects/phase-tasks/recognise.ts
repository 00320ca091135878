/** Whether files look like a phase-tasks plan, and by what. */

import type { Source } from '../../plan/source.ts'
import type { Recognition } from '../dialect.ts'
import { byte, byteAt, decode, find } from '../scan/bytes.ts'
import { indentation, readBox, readHeading } from '../scan/box.ts'
import { scan, type Lines } from '../scanner.ts'
import { readPhase } from './groups.ts'
import { readId } from './values/ids.ts'
import { readKey } from './values/keys.ts'

interface Signs {
  phase: boolean
  id: boolean
  own: boolean
}

/** Beyond this much of a file nothing new is learned about its format. */
const looked = 4 * 1024 * 1024

/**
 * Certain where phases, task ids and a line that only this format has (`files:`, `blocked_by:`, `| traces:`, a progress
 * summary) come together; likely where the file is called tasks.md or has phases or task ids (FORMATS section 1).
 */
export function recognisePhaseTasks(sources: readonly Source[]): Recognition | null {
  let best: Recognition | null = null
  for (const source of sources) {
    const found = recogniseOne(source)
    if (found !== null && (best === null || found.strength === 'certain')) best = found
    if (best?.strength === 'certain') break
  }
  return best
}

function recogniseOne(source: Source): Recognition | null {
  const name = source.path.slice(source.path.lastIndexOf('/') + 1).toLowerCase()
  if (!name.endsWith('.md') && !name.endsWith('.markdown') && !name.endsWith('.txt')) return null
  const named = name === 'tasks.md'
  const signs = signsIn(scan(source.bytes.length <= looked ? source : beginningOf(source)))
  const because = [
    ...(named ? ['the file is called tasks.md'] : []),
    ...(signs.phase ? ['it has "## Phase NN:" headings'] : []),
    ...(signs.id ? ['it has boxes with ids like T001'] : []),
    ...(signs.own ? ['it has files:, blocked_by:, traces: or a progress summary'] : []),
  ]
  const certain = signs.phase && signs.id && signs.own
  if (!named && !signs.id && !signs.phase) return null
  return { dialect: 'phase-tasks', strength: certain ? 'certain' : 'likely', because }
}

function beginningOf(source: Source): Source {
  return { ...source, bytes: source.bytes.subarray(0, looked) }
}

function signsIn(lines: Lines): Signs {
  const { bytes } = lines
  const signs: Signs = { phase: false, id: false, own: false }
  for (let line = 0; line < lines.count && !(signs.phase && signs.id && signs.own); line += 1) {
    if (lines.kind(line) !== 'text') continue
    const end = lines.end(line)
    const { width, at } = indentation(bytes, lines.start(line), end)
    if (byteAt(bytes, at) === byte.hash) {
      const heading = readHeading(bytes, at, end)
      const text = heading === null ? '' : decode(bytes, heading.text.start, heading.text.end)
      if (readPhase(text) !== null) signs.phase = true
      if (text.toLowerCase() === 'progress summary') signs.own = true
      continue
    }
    const box = readBox(bytes, at, end)
    if (box?.is === 'box') {
      const id = readId(bytes, box.text, end)
      if (id === null) continue
      signs.id = true
      for (let pipe = find(bytes, byte.pipe, id.behind, end); pipe >= 0; pipe = find(bytes, byte.pipe, pipe + 1, end))
        if (readKey(bytes, pipe + 2, end)?.key === 'traces') signs.own = true
    } else if (width > 0) {
      const key = readKey(bytes, at, end)?.key
      if (key === 'files' || key === 'blocked_by') signs.own = true
    }
  }
  return signs
}
