/** A plan's bytes as they were read, and places in them. */

/** One file of a plan, unchanged since it was read. */
export interface Source {
  /** Path as shown to people and used in spans: relative to the plan's root, with `/`. */
  readonly path: string
  readonly bytes: Uint8Array
}

/** A run of bytes in a source. Line and column are computed only when something is shown. */
export interface Span {
  /** `Source.path`. */
  readonly path: string
  /** Byte offset of the first byte. */
  readonly offset: number
  /** Length in bytes; 0 is a position between two bytes. */
  readonly length: number
}

/** One replacement of bytes; a list of edits never overlaps and is sorted by offset. */
export interface Edit {
  readonly path: string
  readonly offset: number
  readonly length: number
  /** The text that takes the place of the span. */
  readonly content: string
}
