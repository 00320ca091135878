/** What is said to the reader and what it answers. */

/** Before the one line that is its answer: whatever else it may print is none. */
export const answerMark = 'millwright-signatures '

export interface Asked {
  readonly files: readonly {
    readonly path: string
    /** In base64. */
    readonly bytes: string
  }[]
}
