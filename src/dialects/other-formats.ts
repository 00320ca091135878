/** Signs of plan formats that are not read here: they are told from ours by them, and named to people (MW800). */

import type { Source } from '../plan/source.ts'
import { readHeading, indentation } from './scan/box.ts'
import { byte, byteAt, decode } from './scan/bytes.ts'
import { scan, type Lines } from './scanner.ts'

/** A format that a file looks like, and by what. */
export interface OtherFormat {
  readonly format: string
  /** By what stands in it; where empty, by its path alone. */
  readonly content: readonly string[]
  readonly path: string | null
}

/** Where the tools of other formats keep their plans (FORMATS section 1, Which format is it). */
const paths: readonly (readonly [format: string, pattern: RegExp])[] = [
  ['Kiro', /(?:^|\/)\.(?:kiro|claude)\/specs\//],
  ['OpenSpec', /(?:^|\/)openspec\/changes\//],
  ['Spec Kit', /(?:^|\/)specs\/[^/]+\/tasks\.md$/],
  ['task file', /(?:^|\/)tasks\/(?:active|backlog|done)\//],
  ['superpowers', /(?:^|\/)docs\/(?:superpowers\/)?plans\//],
  ['Backlog.md', /(?:^|\/)backlog\/(?:tasks|drafts|completed|archive)\//],
  ['GSD', /(?:^|\/)\.planning\/phases\//],
  ['Conductor', /(?:^|\/)conductor\/(?:tracks|archive)\//],
  ['BMAD', /(?:^|\/)(?:docs\/stories|_bmad-output)\//],
  ['AI-dev-tasks', /(?:^|\/)tasks\/tasks-[^/]*\.md$/],
  ['Task Master', /(?:^|\/)\.taskmaster\//],
  ['Beads', /(?:^|\/)\.beads\//],
  ['Ralph', /(?:^|\/)prd\.json$/],
  ['skill', /(?:^|\/)phases\/[^/]+\.md$/],
]

/** What the title or another heading says. */
const headings: readonly (readonly [format: string, pattern: RegExp, sign: string])[] = [
  ['Spec Kit', /^# Tasks: /, 'its title begins with "Tasks:"'],
  ['Spec Kit', /^#+ Format: `\[ID\]/, 'it explains "[ID] [P?] [Story]"'],
  ['BMAD', /^# Story \d/, 'its title is a story'],
  ['BMAD', /^## Tasks \/ Subtasks/, 'it has "## Tasks / Subtasks"'],
  ['superpowers', /^#+ Task \d+\b/, 'it has "Task N" headings'],
  ['AI-dev-tasks', /^## Relevant Files/, 'it has "## Relevant Files"'],
]

/** What a box says, behind its brackets and its id. */
const boxes: readonly (readonly [format: string, pattern: RegExp, sign: string])[] = [
  ['Spec Kit', /^T\d+ (?:\[P\] )?\[US\d+\]/, 'its tasks name user stories like [US1]'],
  ['Conductor', /^Task: /, 'its boxes begin with "Task:"'],
  ['Kiro or OpenSpec', /^\d+(?:\.\d+)*\.? \S/, 'its boxes are numbered like 1.2'],
]

const longestLine = 200

/** The formats that a file looks like, those with signs in the text first. Linear. */
export function otherFormats(source: Source): readonly OtherFormat[] {
  const place = paths.find(([, pattern]) => pattern.test(source.path.toLowerCase()))?.[0] ?? null
  const signs = signsIn(scan(source))
  const found = new Map<string, OtherFormat>()
  for (const [seen, content] of signs) {
    const isPlace = place !== null && seen.includes(place)
    const format = isPlace ? place : seen
    const before = found.get(format)?.content ?? []
    found.set(format, { format, content: [...before, ...content], path: isPlace ? source.path : null })
  }
  if (place !== null && !found.has(place)) found.set(place, { format: place, content: [], path: source.path })
  return [...found.values()]
}

function signsIn(lines: Lines): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const add = (format: string, sign: string): void => {
    found.set(format, (found.get(format) ?? new Set()).add(sign))
  }
  for (let line = 0; line < lines.count; line += 1) {
    if (lines.kind(line) !== 'text') continue
    const { bytes } = lines
    const end = Math.min(lines.end(line), lines.start(line) + longestLine)
    const { at } = indentation(bytes, lines.start(line), end)
    const first = byteAt(bytes, at)
    if (first === byte.hash) {
      if (readHeading(bytes, at, end) === null) continue
      const text = decode(bytes, at, end)
      for (const [format, pattern, sign] of headings) if (pattern.test(text)) add(format, sign)
    } else if (first === byte.minus || first === byte.star) {
      const text = /^[-*] \[.\]\*? +(.*)$/.exec(decode(bytes, at, end))?.[1]
      if (text === undefined) continue
      for (const [format, pattern, sign] of boxes) if (pattern.test(text)) add(format, sign)
    } else if (first === byte.underscore && decode(bytes, at, end).startsWith('_Requirements:'))
      add('Kiro', 'it has _Requirements:_ lines')
  }
  return found
}

/** A format and by what it was seen, for people: `Spec Kit (its title begins with "Tasks:", its path)`. */
export function shownFormat({ format, content, path }: OtherFormat): string {
  return `${format} (${[...content, ...(path === null ? [] : ['its path'])].join(', ')})`
}
