/** Whether files look like a phase-tasks plan, and by what. */

import type { Source } from '../../plan/source.ts'
import type { Recognition } from '../dialect.ts'
import { otherFormats } from '../other-formats.ts'
import { byte, byteAt, decode, find, trimmed } from '../scan/bytes.ts'
import { indentation, readBox, readHeading } from '../scan/box.ts'
import { skipBullet } from '../scan/fence.ts'
import { scan, type Lines } from '../scanner.ts'
import { readPhase } from '../phase-heading.ts'
import { readId } from './values/ids.ts'
import { readKey, type Key } from './values/keys.ts'

interface Signs {
  phase: boolean
  /** A phase with one digit: other formats count theirs 1, 2, 3. */
  single: boolean
  id: boolean
  own: boolean
  /** What plans of Spec Kit have beside such phases; ours may have it, too. */
  readonly peer: Set<string>
}

/** Beyond this much of a file nothing new is learned about its format. */
const looked = 4 * 1024 * 1024

/**
 * Certain where phases, task ids and a line that only this format has (`files:`, `blocked_by:`, `| traces:`, a progress
 * summary) come together (FORMATS section 1). Likely where one of the three is missing and nothing speaks for another
 * format: its path, its own signs, or what stands beside phases that are counted 1, 2, 3. Else its signs are told, and
 * claim nothing.
 */
export function recognisePhaseTasks(sources: readonly Source[]): Recognition | null {
  const found = sources.map(recogniseOne).filter((it) => it !== null)
  const rank = { certain: 2, likely: 1, weak: 0 } as const
  return found.reduce<Recognition | null>(
    (best, it) => (best === null || rank[it.strength] > rank[best.strength] ? it : best),
    null,
  )
}

function recogniseOne(source: Source): Recognition | null {
  const name = source.path.slice(source.path.lastIndexOf('/') + 1).toLowerCase()
  if (!name.endsWith('.md') && !name.endsWith('.markdown') && !name.endsWith('.txt')) return null
  const named = name === 'tasks.md'
  const part = source.bytes.length <= looked ? source : beginningOf(source)
  const signs = signsIn(scan(part))
  if (!named && !signs.id && !signs.phase) return null
  const counted = countedAs(part, signs)
  const strength =
    signs.phase && signs.id && signs.own
      ? 'certain'
      : counted === null && isLikely(part, signs, named)
        ? 'likely'
        : 'weak'
  const missing = [
    ...(signs.phase ? [] : ['"## Phase NN:" headings']),
    ...(signs.id ? [] : ['boxes with ids like T001']),
    ...(signs.own ? [] : ['files:, blocked_by:, traces: or progress summary']),
  ]
  const because = [
    ...(named ? ['the file is called tasks.md'] : []),
    ...(signs.phase ? ['it has "## Phase NN:" headings'] : []),
    ...(signs.id ? ['it has boxes with ids like T001'] : []),
    ...(signs.own ? ['it has files:, blocked_by:, traces: or a progress summary'] : []),
    ...(strength === 'weak' && missing.length > 0 ? [`but it has no ${missing.join(' and no ')}`] : []),
    ...(strength === 'weak' && counted !== null ? [counted] : []),
  ]
  const holdsOwn = signs.own || (signs.phase && !signs.single)
  return { dialect: 'phase-tasks', strength, because, holdsOwn }
}

/** What speaks against phases that are counted 1, 2, 3, for people; null where nothing does. */
function countedAs(source: Source, { single, id, own, peer }: Signs): string | null {
  if (!single || (id && own)) return null
  const place = otherFormats(source).some(({ path }) => path !== null) ? ['its path is that of another tool'] : []
  const against = [...(id ? [] : ['no task has an id']), ...peer, ...place]
  return against.length === 0 ? null : `its phases are counted with one digit, and ${against.join(', ')}`
}

function isLikely(source: Source, { phase, single, id, own }: Signs, named: boolean): boolean {
  const others = otherFormats(source)
  // Nobody else counts phases with two digits: a title alone speaks against none of ours.
  if (phase && !single && id && others.every(({ content }) => content.every((it) => it.startsWith('its title'))))
    return true
  // Of the other formats one has ids like ours.
  if (others.some(({ format, content }) => content.length > 0 && (!id || format === 'Spec Kit'))) return false
  // A folder of another tool decides only where no phase is ours.
  if (phase) return id || named
  return id && (own || others.every(({ path }) => path === null))
}

function beginningOf(source: Source): Source {
  return { ...source, bytes: source.bytes.subarray(0, looked) }
}

function signsIn(lines: Lines): Signs {
  const { bytes } = lines
  const signs: Signs = { phase: false, single: false, id: false, own: false, peer: new Set() }
  for (let line = 0; line < lines.count && !(signs.phase && signs.id && signs.own); line += 1) {
    if (lines.kind(line) !== 'text') continue
    const end = lines.end(line)
    const { width, at } = indentation(bytes, lines.start(line), end)
    if (byteAt(bytes, at) === byte.hash) {
      const heading = readHeading(bytes, at, end)
      const text = heading === null ? '' : decode(bytes, heading.text.start, heading.text.end)
      const phase = readPhase(text)
      if (phase !== null) signs.phase = true
      if (phase !== null && /^\d(?!\d)/.test(phase.number)) signs.single = true
      if (phase !== null && /^user story\b/i.test(phase.title)) signs.peer.add('its phases are user stories')
      if (text.toLowerCase() === 'progress summary') signs.own = true
      continue
    }
    const box = readBox(bytes, at, end)
    if (box?.is === 'box') {
      const id = readId(bytes, box.text, end)
      if (id === null) continue
      signs.id = true
      if (/^\[P\]/.test(decode(bytes, id.behind, Math.min(end, id.behind + 3))))
        signs.peer.add('its tasks have [P] labels')
      if (holdsOwn(bytes, id.behind, end)) signs.own = true
    } else if (isCheckpoint(bytes, at, end)) signs.peer.add('it has checkpoints')
    else if (width > 0) {
      if (isOwn(readKey(bytes, skipBullet(bytes, at, end), end)?.key)) signs.own = true
    }
  }
  return signs
}

/** `**Checkpoint**: …`, with which Spec Kit ends a phase. */
function isCheckpoint(bytes: Uint8Array, at: number, end: number): boolean {
  return bytes[at] === byte.star && decode(bytes, at, Math.min(end, at + 12)) === '**Checkpoint'
}

/** Whether one of the parts behind the bars of a line has such a key. */
function holdsOwn(bytes: Uint8Array, start: number, end: number): boolean {
  for (let pipe = find(bytes, byte.pipe, start, end); pipe >= 0;) {
    const next = find(bytes, byte.pipe, pipe + 1, end)
    const part = trimmed(bytes, pipe + 1, next < 0 ? end : next)
    if (isOwn(readKey(bytes, part.start, part.end)?.key)) return true
    pipe = next
  }
  return false
}

/** Keys that only this format has. */
function isOwn(key: Key | null | undefined): boolean {
  return key === 'traces' || key === 'files' || key === 'blocked_by'
}
