/** What a pattern says, as a tree. */

import type { CharacterSet } from './character-set.ts'

export type PatternNode =
  | { readonly is: 'sign'; readonly set: CharacterSet }
  | { readonly is: 'all'; readonly parts: readonly PatternNode[] }
  | { readonly is: 'either'; readonly ways: readonly PatternNode[] }
  | {
      readonly is: 'repeat'
      readonly part: PatternNode
      readonly least: number
      /** Null: without end. */
      readonly most: number | null
      readonly isLazy: boolean
    }
  /** `number` is 1 for the first group that holds what it matches; null for `(?: … )`. */
  | { readonly is: 'group'; readonly part: PatternNode; readonly number: number | null }
  | { readonly is: 'place'; readonly at: 'start' | 'end' | 'word' | 'no-word' }
