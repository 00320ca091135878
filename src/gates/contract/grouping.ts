/**
 * Which brackets a signature is written with: those that group what would be read otherwise, whether somebody wrote them or
 * not, and no others. So it makes no difference which of those that mean nothing a formatter takes or leaves.
 */

import type { Node } from '@vscode/tree-sitter-wasm'
import type { LanguageFile } from './language-file.ts'

/** What a language says of brackets. */
export type Grouping = Pick<LanguageFile, 'brackets' | 'operators' | 'operands' | 'whole' | 'chains' | 'flat'>

/** Where a node stands, brackets that mean nothing left out. */
export interface Place {
  /** What it is an operand of, if it is one. */
  readonly operator: Node | null
  /** Whether nothing stands before it there. */
  readonly isFirst: boolean
}

/** Whether a node is written in brackets. @param type of the node */
export function isGrouped(node: () => Node, type: string, { operator, isFirst }: Place, grouping: Grouping): boolean {
  if (operator === null || !grouping.operands.has(type)) return false
  if (type !== operator.type) return true
  return !grouping.flat.has(type) && !(isFirst && isSameSign(node(), operator))
}

/** `a + b + c` is `(a + b) + c`. */
function isSameSign(node: Node, other: Node): boolean {
  const sign = node.childForFieldName('operator')?.type
  return sign !== undefined && sign !== '**' && sign === other.childForFieldName('operator')?.type
}

/**
 * Whether brackets are written as all others are, and not because somebody wrote them. What nobody has thought of here keeps
 * those that it has.
 *
 * @param brackets the outermost ones, of a kind that the language names
 */
export function isLoose(brackets: Node, { operator }: Place, grouping: Grouping): boolean {
  const type = contentOf(brackets, grouping)?.type ?? ''
  return grouping.operands.has(type) || grouping.whole.has(type) || (grouping.chains.has(type) && operator === null)
}

/** What a node is without the brackets around it; null where these are around no one thing. */
export function contentOf(node: Node, { brackets }: Pick<Grouping, 'brackets'>): Node | null {
  let content: Node | null = node
  while (content !== null && brackets.has(content.type)) {
    const inner: readonly Node[] = content.namedChildren.flatMap((it) => (it === null || it.isExtra ? [] : it))
    content = inner.length === 1 ? (inner[0] ?? null) : null
  }
  return content
}
