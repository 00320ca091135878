/** What a finder brings back from an output. */

/** A place where a value was found. */
export interface Found {
  /** As it is written, from its first sign to its last: a number, with its unit where that is part of it. */
  readonly text: string
  /** What stands before and behind it in the same line; empty where it stands in a cell or a JSON value of its own. */
  readonly before: string
  readonly behind: string
  /** From 1; the column in UTF-16 units. */
  readonly line: number
  readonly column: number
}

/** All places where a value was found, or why it cannot be looked for. None: `why` says what is missing. */
export type Finding =
  | { readonly is: 'found'; readonly places: readonly [Found, ...Found[]] }
  | { readonly is: 'missing' | 'unreadable'; readonly why: string }

/** A finding of some places, or that there is none. */
export function findingOf(places: readonly Found[], why: string): Finding {
  const [first, ...others] = places
  return first === undefined ? { is: 'missing', why } : { is: 'found', places: [first, ...others] }
}
