/** Public signatures, and what became of reading them. */

/** One public declaration of a file. */
export interface Signature {
  /** Qualified as the language does it: `geo::Shape::area`, `Shape.area`. Overloads share it. */
  readonly name: string
  /** One line, without bodies, values, comments, and what nothing is compared by. */
  readonly text: string
  /** As somebody wrote it, with names of parameters that say nothing to a compiler, where that is another text. */
  readonly written?: string
  /** As it is written inside, where it has another name there. */
  readonly inside?: string
  /** 1-based. */
  readonly line: number
}

/** What became of reading a file. */
export type FileSignatures = { readonly path: string } & (
  | { readonly is: 'read'; readonly signatures: readonly Signature[] }
  /** It does not parse; 1-based place. */
  | { readonly is: 'broken'; readonly line: number; readonly column: number; readonly what: string }
  /** It was not looked into. */
  | { readonly is: 'refused'; readonly why: string }
)
