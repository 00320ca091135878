/** Where in the plan a line stands: under which phase or section, and which group its tasks get. */

import type { DraftGroup, Text } from '../../plan/draft.ts'
import { decode, type Extent } from '../scan/bytes.ts'
import { indentation, readBox, readHeading, type Heading } from '../scan/box.ts'
import type { Lines } from '../scanner.ts'
import type { Findings } from './findings.ts'
import { holdsNoTasks, isAside, labelText, topGroup } from './groups.ts'
import { isPartOf } from './implementation.ts'
import { readLabel, readPhase, type PhaseHeading } from '../phase-heading.ts'
import { readId } from './values/ids.ts'

/** The heading of level 1 or 2, or the phase, that a line stands under. */
interface Place {
  readonly is: 'top' | 'phase' | 'section'
  readonly title: string
  /** Level of the heading; 2 for an underlined one. */
  readonly level: number
  /** Of a phase; else null. */
  readonly number: string | null
  readonly label: Text | null
  readonly heading: Extent
  readonly line: number
  /** `DraftGroup.key` once it has one. */
  group: string | null
  /** Whether headings below it count phases of their own. */
  counts: boolean
  /** The phase that it is a part of. */
  readonly whole: Place | null
}

export interface Outline {
  /** Text of the first `#` heading, or null. */
  readonly title: () => string | null
  readonly groups: readonly DraftGroup[]
  readonly section: () => string | null
  /** Takes a heading in; `lineExtent` is the whole line. */
  enter(heading: Heading, line: number, lineExtent: Extent): void
  /** Takes a phase heading that is underlined instead of marked with `#`; false where the text is no phase. */
  enterUnderlined(line: number, text: Extent): boolean
  /** Key of the group that a task here belongs to. A section becomes a group with its first task (MW119). */
  group(): string
  /** Whether tasks stand here so far, or this is a phase. */
  hasGroup(): boolean
  /** Whether a box without an id is a task here. */
  takesBareBoxes(): boolean
  /** Whether this is a section of words about the tasks, such as a dependency graph. */
  holdsNoTasks(): boolean
}

/** The outline of one source. `used` counts the keys of groups over all sources of the plan. */
export function outlineOf(lines: Lines, findings: Findings, used: Map<string, number>): Outline {
  const { bytes, source } = lines
  const nowhere = { start: lines.count > 0 ? lines.start(0) : 0, end: lines.count > 0 ? lines.start(0) : 0 }
  const groups: DraftGroup[] = []
  const phases = new Map<string, Extent>()
  let title: string | null = null
  let section: string | null = null
  /** Level of the heading within the phase under which words about the tasks stand; null outside of such a part. */
  let aside: number | null = null
  const none = { level: 1, number: null, label: null, group: null, counts: false, whole: null } as const
  let place: Place = { is: 'top', title: 'Tasks', ...none, heading: nowhere, line: -1 }
  let bareLine = -2
  let bare = false

  function add(number: string | null, wanted: string): string {
    const occurrence = (used.get(wanted) ?? 0) + 1
    used.set(wanted, occurrence)
    const key = occurrence === 1 ? wanted : `${wanted}#${occurrence}`
    const within = place.whole?.group ?? null
    const part = within === null ? {} : { within }
    groups.push({ key, number, title: place.title, label: place.label, span: findings.span(place.heading), ...part })
    return key
  }

  function enterPhase(
    phase: PhaseHeading,
    at: { level: number; text: Extent; line: number; heading: Extent },
    whole: Place | null = null,
  ): void {
    const { number } = phase
    const { level, text: extent, line, heading } = at
    const label = labelText(phase, decode(bytes, extent.start, extent.end), extent, source.path)
    place = { ...none, is: 'phase', title: phase.title, level, number, label, heading, line, whole }
    section = null
    aside = null
    const first = phases.get(number)
    if (first === undefined) phases.set(number, heading)
    else {
      const related = [{ message: 'first here', span: findings.span(first) }]
      const message = `phase ${number} stands twice; read as two phases`
      findings.add('MW122', 'warning', extent, message, 'give each phase its own number, or put them together', related)
    }
    place.group = add(number, number)
  }

  /** The phase that a deeper heading stands in; null where it stands in none. */
  function wholeAt(level: number): Place | null {
    const whole = place.whole ?? place
    return whole.is === 'phase' && level >= 3 && level > whole.level ? whole : null
  }

  /** Whether a deeper heading that is called a phase and is no part of it is words of the phase it stands in; said. */
  function isSection({ number }: PhaseHeading, whole: Place | null, heading: Extent): boolean {
    if (whole === null || whole.number === null) return false
    if (!whole.counts && isNextAfter(number, whole.number)) return false
    whole.counts = true
    const message = `phase ${number} stands below phase ${whole.number} and is read as a part of it`
    findings.add('MW122', 'warning', heading, message, 'write ## Phase NN: name if it is a phase of its own')
    return true
  }

  return {
    title: () => title,
    groups,
    section: () => section,
    enter(heading, line, lineExtent) {
      const text = decode(bytes, heading.text.start, heading.text.end)
      const first = heading.level === 1 && title === null
      if (first) title = text
      const inWords = place.is === 'section' && heading.level > 2 && holdsNoTasks(place.title)
      const phase = inWords ? null : readPhase(text)
      const whole = wholeAt(heading.level)
      if (phase !== null && whole?.number != null && isPartOf(phase.number, whole.number)) {
        enterPhase(phase, { level: heading.level, text: heading.text, line, heading: lineExtent }, whole)
        return
      }
      if (phase !== null && !isSection(phase, whole, lineExtent)) {
        enterPhase(phase, { level: heading.level, text: heading.text, line, heading: lineExtent })
        const spelling = heading.tight
          ? 'has no space behind its #'
          : heading.level !== 2
            ? `is a heading of level ${heading.level}`
            : phase.odd
              ? 'is not spelled as other tools read it'
              : null
        if (spelling !== null)
          findings.add(
            'MW122',
            'warning',
            lineExtent,
            `this phase ${spelling}; read as a phase`,
            'write ## Phase NN: name',
          )
        return
      }
      if (heading.level > 2) {
        // A heading beside a part leads back to its phase.
        if (place.whole !== null && heading.level <= place.level) place = place.whole
        section = text
        if (aside === null || heading.level <= aside) aside = isAside(text) ? heading.level : null
        return
      }
      section = null
      aside = null
      if (first && place.is === 'top') {
        place = { ...none, is: 'top', title: 'Tasks', heading: lineExtent, line }
        return
      }
      const named = readLabel(text)
      const label = labelText(named, text, heading.text, source.path)
      place = { ...none, is: 'section', title: named.title, level: heading.level, label, heading: lineExtent, line }
    },
    enterUnderlined(line, text) {
      const phase = readPhase(decode(bytes, text.start, text.end))
      if (phase === null) return false
      const extent = { start: text.start, end: text.end }
      enterPhase(phase, { level: 2, text, line, heading: extent })
      const message = 'this phase is underlined; read as a phase'
      findings.add('MW122', 'warning', extent, message, 'write ## Phase NN: name')
      return true
    },
    group() {
      if (place.group !== null) return place.group
      if (place.is === 'top') place.group = add(null, topGroup)
      else {
        place.group = add(null, place.title === '' ? 'section' : place.title)
        const message = `section "${place.title}" has tasks; read as a phase`
        findings.add(
          'MW119',
          'info',
          place.heading,
          message,
          'name it ## Phase NN: … if other tools should see its tasks',
        )
      }
      return place.group
    },
    hasGroup: () => place.group !== null,
    takesBareBoxes() {
      if (aside !== null) return false
      if (place.is !== 'section') return true
      if (holdsNoTasks(place.title)) return false
      if (bareLine !== place.line) {
        bareLine = place.line
        bare = holdsIds(lines, place.line + 1)
      }
      return bare
    },
    holdsNoTasks: () => place.is === 'section' && holdsNoTasks(place.title),
  }
}

/** Whether a number goes on counting after another: as long, and greater. */
function isNextAfter(number: string, before: string): boolean {
  return (
    number.length === before.length && /^\d+$/.test(number) && /^\d+$/.test(before) && Number(number) > Number(before)
  )
}

/** Whether a box with an id stands between a line and the next heading of level 1 or 2. */
function holdsIds(lines: Lines, from: number): boolean {
  const { bytes } = lines
  for (let line = from; line < lines.count; line += 1) {
    if (lines.kind(line) !== 'text') continue
    const end = lines.end(line)
    const { at } = indentation(bytes, lines.start(line), end)
    const level = readHeading(bytes, at, end)?.level ?? 9
    if (level <= 2) return false
    const box = readBox(bytes, at, end)
    if (box?.is === 'box' && readId(bytes, box.text, end) !== null) return true
  }
  return false
}
