/** What an agent answers to the question of a checkpoint: lines with a label, and whatever else it says. Its words are data. */

import type { ComparisonDepth } from '../../plan/education.ts'
import { oneLine } from '../../plan/one-line.ts'

export interface AgentWord {
  readonly situation: readonly string[]
  /** Letter of an approach → what it says of it. */
  readonly approaches: ReadonlyMap<string, Readonly<Record<ApproachLabel, readonly string[]>>>
  /** Letter of the approach that it would take; null where it says none. */
  readonly advises: string | null
  readonly rationale: readonly string[]
  /** All that stands under no label, such as an example in code. */
  readonly more: string
}

const approachLabels = ['pros', 'cons', 'would'] as const
type ApproachLabel = (typeof approachLabels)[number]

/** How much of an answer is taken, in characters: of one point, and of what stands under no label; and how many points of a kind. */
export const taken: Readonly<
  Record<ComparisonDepth, { readonly point: number; readonly points: number; readonly more: number }>
> = {
  brief: { point: 160, points: 2, more: 0 },
  moderate: { point: 400, points: 4, more: 1_000 },
  detailed: { point: 1_200, points: 8, more: 8_000 },
}

type Label =
  | { readonly is: 'situation' | 'rationale' | 'recommendation' }
  | { readonly is: 'approach'; readonly kind: ApproachLabel; readonly letter: string }

/** Reads an answer. Where no line has a label, all of it is `more`. Costs its length. */
export function readWord(answer: string, depth: ComparisonDepth): AgentWord {
  const most = taken[depth]
  const situation: string[] = []
  const rationale: string[] = []
  const recommendation: string[] = []
  const approaches = new Map<string, Record<ApproachLabel, string[]>>()
  const more: string[] = []
  const listOf = (label: Label): string[] => {
    if (label.is !== 'approach') return { situation, rationale, recommendation }[label.is]
    const known = approaches.get(label.letter) ?? { pros: [], cons: [], would: [] }
    approaches.set(label.letter, known)
    return known[label.kind]
  }
  let list: string[] | null = null
  let isFenced = false
  for (const line of answer.replaceAll('\r\n', '\n').split('\n')) {
    const isFence = line.trimStart().startsWith('```')
    if (isFenced || isFence) {
      if (isFence) isFenced = !isFenced
      more.push(line)
      continue
    }
    const found = labelOf(line)
    if (found !== null) list = listOf(found.label)
    const text = clipped(oneLine(found?.rest ?? withoutBullet(line)), most.point)
    if (list === null) more.push(line)
    else if (text !== '' && list.length < most.points) list.push(text)
  }
  return {
    situation,
    approaches,
    advises: letterIn(recommendation[0] ?? ''),
    rationale,
    more: clipped(more.join('\n').trim(), most.more),
  }
}

function clipped(text: string, most: number): string {
  if (most === 0) return ''
  const characters = Array.from(text.slice(0, 4 * most))
  return characters.length > most ? `${characters.slice(0, most).join('')}…` : text
}

/** A label is no longer than that. */
const longestLabel = 40

const bullets: ReadonlySet<string> = new Set(['-', '*', '•', '#', '>', ' ', '\t'])

function withoutBullet(line: string): string {
  let at = 0
  while (at < line.length && bullets.has(line[at] ?? '')) at += 1
  return line.slice(at)
}

/** `A pros: cheap`, `**Rationale:** it is cheap`; null of a line that begins with no label. */
function labelOf(line: string): { readonly label: Label; readonly rest: string } | null {
  const text = withoutBullet(line)
  const colon = text.slice(0, longestLabel + 1).indexOf(':')
  if (colon < 0) return null
  const words = text
    .slice(0, colon)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((it) => it !== '' && it !== 'approach')
  const label = labelBy(words)
  return label === null ? null : { label, rest: withoutBullet(text.slice(colon + 1)) }
}

function labelBy(words: readonly string[]): Label | null {
  const [one = '', two] = words
  if (words.length === 1)
    return one === 'situation' || one === 'rationale' || one === 'recommendation' ? { is: one } : null
  if (words.length !== 2 || two === undefined) return null
  const kind = approachLabels.find((it) => it === one || it === two)
  const letter = kind === one ? two : one
  return kind !== undefined && isLetter(letter) ? { is: 'approach', kind, letter: letter.toUpperCase() } : null
}

function isLetter(word: string): boolean {
  return /^(?:[a-z]|[0-9]{1,3})$/.test(word)
}

/** The first word that may be the letter of an approach: `Approach B`, `**B**, because …`. */
function letterIn(text: string): string | null {
  const words = text.slice(0, longestLabel).split(/[^A-Za-z0-9]+/)
  return words.find((it) => it !== '' && it.toLowerCase() !== 'approach')?.toUpperCase() ?? null
}
