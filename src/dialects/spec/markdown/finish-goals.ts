/** The goals that stand below a heading, or behind a name in bold: several where they have names of their own, or are points of `Goals`. */

import { byteLength } from '../../../plan/path-safety.ts'
import { decode } from '../../scan/bytes.ts'
import { skipBullet } from '../../scan/fence.ts'
import { isGoalName, isOtherGoal } from '../goal-name.ts'
import type { BlockLine } from './block.ts'
import type { GoalBuilder } from './reading.ts'

/** `**Secondary Goal:**` wherever it stands in a line, `Secondary goal:` at its beginning. */
const inBold = /(?<!\S)\*\*([^*:]{1,60})(?::\*\*|\*\*\s?:)/gu
const inPlain = /^(\p{L}[^*:]{1,60}):(?=\s)/u

interface Label {
  /** Where it begins, and where what it names does. */
  readonly start: number
  readonly behind: number
  readonly isOther: boolean
}

/** The lines of each goal; what stands above the first point or name belongs to it. */
export function goalsOf(bytes: Uint8Array, { lines, isMany }: GoalBuilder): readonly (readonly BlockLine[])[] {
  const labels = lines.map((line) => labelsIn(bytes, line))
  const named = labels.flat()
  if (named.length > 1 || named.some(({ isOther }) => isOther)) return splitAt(lines, labels)
  return isMany ? pointsOf(bytes, lines) : [lines]
}

function labelsIn(bytes: Uint8Array, line: BlockLine): readonly Label[] {
  const from = skipBullet(bytes, line.start, line.end)
  const text = decode(bytes, from, line.end)
  const bold = [...text.matchAll(inBold)]
  const plain = bold.length > 0 ? null : inPlain.exec(text)
  return (plain === null ? bold : [plain]).flatMap((match) => {
    const name = match[1] ?? ''
    if (!isGoalName(name)) return []
    const start = from + byteLength(text.slice(0, match.index))
    let behind = start + byteLength(match[0])
    while (behind < line.end && bytes[behind] === 32) behind += 1
    return [{ start: match.index === 0 ? line.start : start, behind, isOther: isOtherGoal(name) }]
  })
}

function splitAt(
  lines: readonly BlockLine[],
  labels: readonly (readonly Label[])[],
): readonly (readonly BlockLine[])[] {
  const goals: BlockLine[][] = [[]]
  let seen = 0
  lines.forEach((line, at) => {
    let start = line.start
    for (const label of labels[at] ?? []) {
      if (label.start > start) goals.at(-1)?.push({ ...line, start, end: label.start })
      seen += 1
      // What stands above the name of the first goal leads to it.
      if (seen > 1 || label.isOther) goals.push([])
      start = label.behind
    }
    goals.at(-1)?.push({ ...line, start, end: Math.max(start, line.end) })
  })
  return goals
}

/** Each point that stands as far left as the first one. */
function pointsOf(bytes: Uint8Array, lines: readonly BlockLine[]): readonly (readonly BlockLine[])[] {
  const contents = lines.map(({ start, end }) => skipBullet(bytes, start, end))
  const isBullet = lines.map(({ start }, at) => (contents[at] ?? start) > start)
  const width = lines.find((_, at) => isBullet[at])?.width ?? 0
  const isPoint = lines.map((it, at) => isBullet[at] === true && it.width <= width)
  if (isPoint.filter(Boolean).length < 2) return [lines]
  const goals: BlockLine[][] = [[]]
  let seen = 0
  lines.forEach((line, at) => {
    if (isPoint[at] === true && (seen += 1) > 1) goals.push([])
    goals.at(-1)?.push(isPoint[at] === true ? { ...line, start: contents[at] ?? line.start } : line)
  })
  return goals
}
