/** What the Markdown of a spec tells besides what both of its files can tell. */

import type { Text } from '../../../plan/draft.ts'
import type { Span } from '../../../plan/source.ts'
import type { ToldSpec, ToldStep } from '../told.ts'

/** A document that is one SPECLet by its header (`**SPEClet ID:** 1`) or its title (`# SPECLet [1]: …`). */
export interface ToldDocument {
  /** Id of its SPECLet, which stands in `speclets`, too. */
  readonly speclet: string
  /** Steps that stand in no task. Where `tasks` is empty, they are those of the one task that the document is. */
  readonly steps: readonly ToldStep[]
  /** The whole file. */
  readonly block: Span
}

/** `spec_[d].md`. */
export interface ToldSpecText extends ToldSpec {
  /** The SPECLet that the whole document is; null for a spec. */
  readonly document: ToldDocument | null
  /** `constraints.x` and `components.x` where they are named: in tasks, criteria, components and constraints. */
  readonly references: readonly Text[]
  /** Points of `## Software Stack`, without choices that are not ticked. */
  readonly stack: readonly Text[]
  /** `pattern_name`, `pattern_confidence` … of the header, by name: small letters, with `_`. */
  readonly pattern: ReadonlyMap<string, Text>
  /** Whatever else it says of the whole, in the order of the file. */
  readonly background: readonly Text[]
  /** Where the first criteria of a phase or a user story stand, which are none of the goal; null where there are none. */
  readonly ofParts: Span | null
  /** Heads of tasks and steps that were seen, and how many of them were read (FORMATS R21). */
  readonly coverage: { readonly taskLike: number; readonly read: number }
}
