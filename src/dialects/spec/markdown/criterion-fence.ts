/** A code fence in a Definition of Complete: the commands of a shell are criteria, each by itself, or belong to the point above them. */

import { byteAt, byte, decode, skipBlanks, trimmed } from '../../scan/bytes.ts'
import { isOptional } from '../../../plan/optional-criterion.ts'
import type { ClosedFence } from '../../scanner.ts'
import { dropIntroduction, takeCriterion, takeWords } from './criterion-lines.ts'
import type { CriterionBuilder, Reading, TextLine } from './reading.ts'
import { hasPrompt, isShell, saysOutcome, shellCommands, type ShellCommand } from './shell-commands.ts'

/** More of what a command prints says nothing more. */
const longestPrint = 300

/**
 * Takes a line of a fence in; of one of a shell all of them with the first.
 * @param of.fence that it stands in
 * @param of.textLine each line of the fence
 */
export function readCriterionFence(
  reading: Reading,
  it: TextLine,
  { fence, textLine }: { readonly fence: ClosedFence; readonly textLine: (line: number) => TextLine },
): void {
  if (it.line <= reading.fenceTaken) return
  const { bytes } = reading
  const isOpener = fence.span.offset >= it.start && fence.span.offset < it.end
  const behind = fence.span.offset + fence.span.length
  const info = isOpener ? decode(bytes, behind, it.end).trim() : ''
  const isBelow = belongsAbove(reading, it)
  const shown = isOpener && (info === '' || isShell(info)) ? shownIn(bytes, info, linesOf(it, fence, textLine)) : null
  if (shown === null || (shown.commands === null && isBelow)) {
    // The language is no part of what is said: `python` would be a program.
    takeLine(reading, info === '' ? it : { ...it, end: behind })
    return
  }
  const { words } = reading
  if (!isBelow) dropIntroduction(reading, 'commands')
  const above = reading.criteria.at(-1)
  if (
    !isBelow &&
    above !== undefined &&
    above === words &&
    shown.commands !== null &&
    saysOutcome(textOf(bytes, above))
  ) {
    // What is to come of them stands there: together they are for people.
    above.code.push(...saidIn(reading, it, { lines: shown.lines, commands: shown.commands }))
  } else if (shown.commands === null) takeScript(reading, it, shown.lines)
  else takeCommands(reading, it, { lines: shown.lines, commands: shown.commands })
  reading.fenceTaken = fence.last
  // What stands behind it has another name, or none.
  reading.listName = null
}

/** The lines between the two of a fence. */
function linesOf(it: TextLine, { last }: ClosedFence, textLine: (line: number) => TextLine): readonly TextLine[] {
  return Array.from({ length: Math.max(0, last - it.line - 1) }, (_, at) => textLine(it.line + 1 + at))
}

/** What a fence of a shell shows; null where it is none, or shows nothing. @param info its language as it is named */
function shownIn(
  bytes: Uint8Array,
  info: string,
  lines: readonly TextLine[],
): { readonly lines: readonly TextLine[]; readonly commands: readonly ShellCommand[] | null } | null {
  const texts = lines.map(({ start, end }) => decode(bytes, start, end))
  if (info === '' && !hasPrompt(texts.find((text) => text !== '') ?? '')) return null
  const commands = shellCommands(texts)
  return commands?.length === 0 ? null : { lines, commands }
}

/** Whether a fence stands below the point above it. */
function belongsAbove({ points }: Reading, { width }: TextLine): boolean {
  const point = points.at(-1)
  return point !== undefined && width > point.width
}

function takeLine(reading: Reading, it: TextLine): void {
  const point = reading.points.at(-1)
  if (point !== undefined && it.width > point.width) point.lines.push({ start: it.start, end: it.end, width: it.width })
  else {
    const at = it.isBullet ? skipBlanks(reading.bytes, it.content, it.end) : it.start
    const sign = byteAt(reading.bytes, at)
    if (sign !== byte.tick && sign !== byte.tilde) takeWords(reading, it)
  }
}

function textOf(bytes: Uint8Array, { lines }: Pick<CriterionBuilder, 'lines'>): string {
  return lines.map(({ start, end }) => decode(bytes, start, end)).join(' ')
}

interface Shown {
  readonly lines: readonly TextLine[]
  readonly commands: readonly ShellCommand[]
}

/** Each command as a sentence of criteria names it, with its place. */
function saidIn({ bytes }: Reading, it: TextLine, { lines, commands }: Shown): CriterionBuilder['code'] {
  return commands.map((command) => {
    const { from, to } = command
    const place = trimmed(bytes, lines[from]?.start ?? it.start, lines[to]?.end ?? it.end)
    return { said: saidOf(command), place }
  })
}

function takeCommands(reading: Reading, it: TextLine, shown: Shown): void {
  const said = saidIn(reading, it, shown)
  if (belongsAbove(reading, it)) {
    const point = reading.points.at(-1)
    const above = reading.criteria.findLast(({ lines: own }) => own === point?.lines)
    above?.code.push(...said)
    return
  }
  reading.points = []
  for (const command of said) {
    const { code, lines: own } = takeCriterion(reading, it, command.place, false, 'fence')
    own.splice(0)
    code.push(command)
  }
}

/** What only a shell could run as a whole is one criterion, for people. */
function takeScript(reading: Reading, it: TextLine, lines: readonly TextLine[]): void {
  reading.points = []
  const [first = it, ...more] = lines
  const { lines: own } = takeCriterion(reading, it, first, true, 'fence')
  own.splice(0, 1, ...[first, ...more].map(({ start, end, width }) => ({ start, end, width })))
}

/** A command as a sentence of criteria names it. */
function saidOf({ text, prints, wants }: ShellCommand): string {
  const printed = prints.join(' / ').slice(0, longestPrint)
  const shown = printed === '' ? '' : ` prints "${printed.replaceAll('"', "'")}"`
  // As a point says it at its end.
  if (wants !== null && isOptional({ text: wants, under: [] })) return `\`${text}\` (optional)`
  return `\`${text}\`${shown}${wants === null ? '' : `: ${wants.slice(0, longestPrint).replaceAll('`', "'")}`}`
}
