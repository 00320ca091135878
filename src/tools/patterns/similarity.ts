/** How like patterns are to what is asked for: full-text search by MiniSearch, brought to a scale from 0 to 1. */

import MiniSearch from 'minisearch'
import type { Pattern, PatternMatch, PatternQuery } from '../../run/patterns/pattern.ts'

interface Entry {
  /** Place in the list of patterns; the question has -1. */
  readonly id: number
  readonly name: string
  readonly technologies: string
  readonly text: string
}

/** Words that stand in every text. */
const stopWords: ReadonlySet<string> = new Set(
  'a an and are as at be by for from has have in into is it its of on or that the their this to was were which will with'.split(
    ' ',
  ),
)

const fields = ['name', 'technologies', 'text'] as const
/** What a pattern is built with tells more of it than a word of its description. */
const boost = { name: 1.5, technologies: 2, text: 1 }
/** Longer words are hashes and addresses. */
const longestWord = 64
/** A question has no more different words than this. */
const mostWords = 2_000

function wordOf(written: string): string | null {
  const word = written.toLowerCase()
  return word === '' || stopWords.has(word) ? null : word.slice(0, longestWord)
}

/** The questions's own entry: the pattern that others are wanted for, where it is known, and what is asked beside. */
function entryOf({ like, text, technologies }: PatternQuery, known: Pattern | undefined): Entry {
  return {
    id: -1,
    name: like,
    technologies: [...technologies, ...(known?.technologies ?? [])].join(' '),
    text: [text, known?.summary ?? '', known?.reasoning ?? ''].join(' '),
  }
}

/**
 * Finds the patterns that are most like a question.
 *
 * The question becomes an entry of the index beside the patterns, with the goal as its text (and what is known of the pattern
 * that others are wanted for), and is then searched for by all of its words. MiniSearch scores an entry by BM25+ over name (1.5),
 * technologies (2) and text (1), times the number of words that match; so a score grows with the square of what agrees.
 * `similarity = min(1, sqrt(score / score of the question's own entry))`, rounded to two places: 1 for the same words, 0 for
 * none in common, and about a half where half of the weight agrees. Words are compared whole, without case. The same patterns
 * and the same question give the same numbers.
 */
export function mostSimilar(patterns: readonly Pattern[], query: PatternQuery): readonly PatternMatch[] {
  const search = new MiniSearch<Entry>({
    fields: [...fields],
    processTerm: wordOf,
    searchOptions: { boost, combineWith: 'OR', prefix: false, fuzzy: false },
  })
  const question = entryOf(
    query,
    patterns.find((it) => it.name === query.like),
  )
  search.add(question)
  search.addAll(
    patterns.flatMap(({ name, technologies, summary, reasoning }, id) =>
      name === query.like ? [] : [{ id, name, technologies: technologies.join(' '), text: `${summary} ${reasoning}` }],
    ),
  )
  const tokenize = MiniSearch.getDefault('tokenize') as (text: string) => string[]
  const words = new Set(fields.flatMap((it) => tokenize(question[it])).flatMap((it) => wordOf(it) ?? []))
  const results = search.search([...words].slice(0, mostWords).join(' '))
  const own = results.find(({ id }) => id === -1)?.score ?? 0
  return results.flatMap(({ id, score }) => {
    const pattern = patterns[id as number]
    const similarity = own > 0 ? Math.round(Math.min(1, Math.sqrt(score / own)) * 100) / 100 : 0
    return pattern === undefined || similarity === 0 ? [] : [{ pattern, similarity }]
  })
}
