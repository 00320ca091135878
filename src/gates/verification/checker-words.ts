/** What the checker is asked and what it answers. */

/** Before the one line that is its answer: whatever else it may print is none. */
export const answerMark = 'millwright-checked '

/** Text that is given as base64 keeps bytes that are no text. */
export type Asked =
  | { readonly is: 'pattern'; readonly pattern: string; readonly text: string }
  | {
      readonly is: 'schema'
      /** Paths, for people and for the ending. */
      readonly file: string
      readonly schema: string
      readonly fileText: string
      readonly schemaText: string
    }

/** `unusable`: the schema is none, so that nothing can be said of the file. */
export interface Checked {
  readonly is: 'holds' | 'differs' | 'unusable'
  /** What is wrong, a line each; the first ones where there are many. */
  readonly problems: readonly string[]
}
