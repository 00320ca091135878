/** Which patterns may help a step that failed, before its own backups are tried (seed 004 §2.6, 0). */

import type { Feasibility } from './feasibility.ts'
import type { Level } from '../../plan/chosen-pattern.ts'
import type { Pattern, PatternMatch } from './pattern.ts'
import { alignTechnologies, type Alignment } from './technologies.ts'

export interface Alternative {
  readonly match: PatternMatch
  /** Words of the failure that the pattern speaks of, in the order of the failure. */
  readonly sameWords: readonly string[]
  readonly alignment: Alignment
}

/** Words that nearly every failure has, and those that carry nothing. */
const commonWords: ReadonlySet<string> = new Set(
  (
    'error errors fail fails failed failure failing failures exception cannot could would should does with from that this ' +
    'have been were when where which what while there their then than into after before because line file code step task ' +
    'exit exited expected output result method primary true false null undefined found'
  ).split(' '),
)

/** More than this of a failure is not looked at. */
const longestFailure = 20_000
const mostWords = 500

/** Words of four or more letters that say something, in small letters, each once. */
function wordsOf(text: string): readonly string[] {
  const words = text
    .slice(0, longestFailure)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((it) => it.length >= 4 && !/^\d+$/.test(it) && !commonWords.has(it))
  return [...new Set(words)].slice(0, mostWords)
}

function wordsOfPattern({ name, summary, reasoning }: Pattern): ReadonlySet<string> {
  return new Set(wordsOf(`${name} ${reasoning} ${summary}`))
}

const order: Readonly<Record<Level, number>> = { HIGH: 0, MEDIUM: 1, LOW: 2 }

/** By the signs of their names: the same order everywhere. */
function byName(a: Pattern, b: Pattern): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}

/** How sure one is of a pattern, the surest first. */
function rankOf({ confidence }: Pattern): number {
  return confidence === null ? 2 : order[confidence]
}

/**
 * The patterns that are relevant to a failure, at most two as in the seed. One is relevant when all three hold: it speaks of at
 * least one word of the failure; its technologies are among those of the spec, at least in part, or it names none; its
 * confidence is not LOW. More words in common come first, then technologies that agree wholly, then confidence, similarity
 * and name.
 *
 * @param failure what is known of it: the step's words, the evidence of its gates
 */
export function relevantAlternatives(
  { backups, technologies }: Pick<Feasibility, 'backups' | 'technologies'>,
  failure: string,
  limit = 2,
): readonly Alternative[] {
  const words = wordsOf(failure)
  return backups
    .map((match): Alternative => {
      const known = wordsOfPattern(match.pattern)
      const { is } = alignTechnologies(match.pattern.technologies, technologies)
      return { match, sameWords: words.filter((it) => known.has(it)), alignment: is }
    })
    .filter(
      ({ match, sameWords, alignment }) =>
        sameWords.length > 0 && alignment !== 'none' && match.pattern.confidence !== 'LOW',
    )
    .sort(
      (a, b) =>
        b.sameWords.length - a.sameWords.length ||
        Number(a.alignment !== 'full') - Number(b.alignment !== 'full') ||
        rankOf(a.match.pattern) - rankOf(b.match.pattern) ||
        (b.match.similarity ?? 0) - (a.match.similarity ?? 0) ||
        byName(a.match.pattern, b.match.pattern),
    )
    .slice(0, limit)
}
