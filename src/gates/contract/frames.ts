/** What stands around a node while the text of a declaration is put together. */

import type { Node, TreeCursor } from '@vscode/tree-sitter-wasm'
import { isGrouped, isLoose, type Grouping, type Place } from './grouping.ts'

/** What frames are asked for, by the ids of nodes. */
interface Marked {
  readonly separated: ReadonlySet<number>
  readonly called: ReadonlySet<number>
}

/** A node that the cursor is in. */
export interface Frame {
  readonly type: string
  readonly place: Place
  /** It and its operands, if it has such. */
  readonly operator: Node | null
  readonly isGrouped: boolean
  /** Brackets that are left out. */
  readonly isLoose: boolean
  readonly isSeparated: boolean
  /** Whether something stands in it already, where that is separated. */
  isBegun: boolean
  /** What stands behind it. */
  readonly behind: readonly string[]
  /** Type of the last node right in it. */
  before: string
}

/** Behind these, or in a list, nothing reads as a part of what stands before. */
const openers: ReadonlySet<string> = new Set(['(', '[', '{', ','])

export class Frames {
  readonly #language: Grouping
  readonly #marked: Marked
  readonly #open: Frame[] = []

  constructor(language: Grouping, marked: Marked) {
    this.#language = language
    this.#marked = marked
  }

  last(): Frame | undefined {
    return this.#open.at(-1)
  }

  /** Leaves what is as deep as this, or deeper. @returns what stands behind that */
  leave(depth: number): readonly string[] {
    return this.#open
      .splice(depth)
      .toReversed()
      .flatMap((it) => it.behind)
  }

  /** Goes into the node of a cursor. */
  enter(cursor: TreeCursor): Frame {
    const language = this.#language
    const { nodeId: id, nodeType: type } = cursor
    const outer = this.last()
    const place = placeIn(outer)
    const grouped = isGrouped(() => cursor.currentNode, type, place, language)
    const isBracket = language.brackets.has(type)
    const frame = {
      type,
      place,
      operator: language.operators.has(type) ? cursor.currentNode : null,
      isGrouped: grouped,
      isLoose: isBracket && (language.brackets.has(outer?.type ?? '') || isLoose(cursor.currentNode, place, language)),
      isSeparated: this.#marked.separated.has(id),
      isBegun: false,
      behind: [...(this.#marked.called.has(id) ? ['(', ')'] : []), ...(grouped ? [')'] : [])],
      before: '',
    }
    if (outer !== undefined) outer.before = type
    this.#open.push(frame)
    return frame
  }
}

function placeIn(outer: Frame | undefined): Place {
  if (outer === undefined) return { operator: null, isFirst: true }
  if (outer.isLoose) return outer.place
  return { operator: openers.has(outer.before) ? null : outer.operator, isFirst: outer.before === '' }
}
