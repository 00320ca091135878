/** Where patterns come from: a folder of files, a program, or whatever else answers the same question. */

import type { PatternMatch, PatternQuery } from '../../run/patterns/pattern.ts'

/** Something that was not read, and why: a file of a folder, an entry of an answer. */
export interface PatternRemark {
  /** Path below the folder, with `/`; for an answer what gave it. */
  readonly of: string
  /** From 1, in UTF-16 units; null where the whole is meant. */
  readonly line: number | null
  readonly column: number | null
  /** One line, safe to show. */
  readonly reason: string
}

/** What a source says. Remarks are no reason to do without the rest. */
export type PatternsFound =
  | {
      readonly is: 'found'
      /** The most similar first, those of one similarity by name, those without one last; at most as many as asked for. */
      readonly matches: readonly PatternMatch[]
      readonly remarks: readonly PatternRemark[]
    }
  /** Nobody knows whether there are any; a spec is built without them then. */
  | { readonly is: 'failed'; readonly reason: string; readonly remarks: readonly PatternRemark[] }

/**
 * One way to ask for patterns. A question opens whatever it needs and closes it again, so that a source holds nothing between
 * two of them.
 */
export interface PatternSource {
  /** As it is told in reports. */
  readonly name: string
  /** Never rejects for what it reads or runs. @param signal ends it early: it has failed then */
  find(query: PatternQuery, signal?: AbortSignal): Promise<PatternsFound>
}

/** The order of all answers, and no more than were asked for; the pattern that was asked about is none. */
export function inOrder(matches: readonly PatternMatch[], { like, limit }: PatternQuery): readonly PatternMatch[] {
  return matches
    .filter(({ pattern }) => pattern.name !== like)
    .sort((a, b) => (b.similarity ?? -1) - (a.similarity ?? -1) || byName(a.pattern.name, b.pattern.name))
    .slice(0, Math.max(0, limit))
}

/** By their signs: the same order everywhere. */
function byName(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
