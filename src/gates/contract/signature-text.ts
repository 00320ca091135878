/** A declaration as one line: its source without what is cut, without comments, and without line ends. */

import { createHash } from 'node:crypto'
import type { Node, TreeCursor } from '@vscode/tree-sitter-wasm'
import type { LanguageFile } from './language-file.ts'
import { sameness, type Lexis } from './sameness.ts'

/** Longer signatures are cut, and end in a digest of the rest. */
const longest = 4000

/** How nodes are written, by their ids. */
export interface Form {
  /** Left out with all that is in them. */
  readonly cut: ReadonlySet<number>
  /** With `;` between their parts, whatever stands there. */
  readonly separated: ReadonlySet<number>
  /** In round brackets. */
  readonly bracketed: ReadonlySet<number>
  /** Without quotes where a plain name is in them. */
  readonly bare: ReadonlySet<number>
  /** With their words in the order of the language. */
  readonly words: ReadonlySet<number>
}

export interface TextOptions {
  readonly source: string
  readonly language: LanguageFile
  readonly form: Form
}

/** Of a declaration of several names: one takes the place of all, the rest and what stands between them is left out. */
export interface Parts {
  readonly first: number
  readonly rest: ReadonlySet<number>
  readonly instead: string
}

/** The text of a node. @param parts of it that are the same node with another name each */
export function textOf(node: Node, options: TextOptions, parts: Parts | null = null): string {
  return shortened(wholeText(node, options, parts), options.language)
}

function wholeText(node: Node, options: TextOptions, parts: Parts | null): string {
  const { source, language, form } = options
  const said: string[] = []
  const separated: { readonly depth: number; isBegun: boolean }[] = []
  let end = node.startIndex
  let isGap = false
  let comma = -1
  const cursor = node.walk()
  /** Whether the cursor was moved to a node that has not been seen. */
  const goOn = (): boolean => {
    while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return false
    return true
  }
  /** The separated node that the cursor is right below. */
  const around = (): { isBegun: boolean } | null => {
    if (separated.length === 0) return null
    while ((separated.at(-1)?.depth ?? -1) >= cursor.currentDepth) separated.pop()
    const last = separated.at(-1)
    return last?.depth === cursor.currentDepth - 1 ? last : null
  }
  const blank = (): void => {
    if (said.length > 0 && !openers.has(said.at(-1) ?? '')) said.push(' ')
  }
  const tighten = (): void => {
    if (said.at(-1) === ' ') said.pop()
  }
  const take = (at: number, to: number, type: string, text = source.slice(at, to)): void => {
    const between = source.slice(end, at).replaceAll(/\\\r?\n/g, ' ')
    // What no node holds is text all the same, as in some strings.
    const unheld = between.trim()
    if (closers.has(type) && comma === said.length - 1 && !isTuple(cursor.currentNode.parent, language.tuple))
      said.pop()
    if (isGap || between !== unheld) blank()
    if (unheld !== '') said.push(oneLine(unheld))
    if (tight.has(type)) tighten()
    comma = type === ',' ? said.length : -1
    said.push(oneLine(text))
    isGap = false
    end = to
  }
  for (let more = true; more;) {
    const id = cursor.nodeId
    const type = cursor.nodeType
    const list = around()
    const isCut = form.cut.has(id) || parts?.rest.has(id) === true || (list !== null && (type === ';' || type === ','))
    if (id !== node.id && (isCut || isNothing(type))) {
      isGap = true
      end = Math.max(end, cursor.endIndex)
      more = goOn()
      continue
    }
    if (list !== null && cursor.nodeIsNamed) {
      if (list.isBegun) {
        tighten()
        said.push(';')
        isGap = true
      }
      list.isBegun = true
    }
    if (form.separated.has(id)) separated.push({ depth: cursor.currentDepth, isBegun: false })
    const instead = id === parts?.first ? parts.instead : rewritten(cursor, options)
    if (instead !== null) take(cursor.startIndex, cursor.endIndex, type, instead)
    else if (language.strings.has(type)) take(cursor.startIndex, cursor.endIndex, type)
    else if (cursor.gotoFirstChild()) continue
    // A line end that a grammar takes for a sign is a blank as any other.
    else if (source.slice(cursor.startIndex, cursor.endIndex).trim() !== '')
      take(cursor.startIndex, cursor.endIndex, type)
    more = goOn()
  }
  cursor.delete()
  return tidy(said.join(''))
}

/** Nodes that a compiler passes over. */
function isNothing(type: string): boolean {
  return type.includes('comment') || type === 'line_continuation'
}

/** What stands for a node that is written in another way than it would be by others; null for all the rest. */
function rewritten(cursor: TreeCursor, options: TextOptions): string | null {
  const { bare, bracketed, words } = options.form
  const id = cursor.nodeId
  if (bracketed.has(id)) return `(${cursor.nodeText})`
  if (bare.has(id)) return /^(["'])([\p{L}_$][\p{L}\p{N}_$]*)\1$/u.exec(cursor.nodeText)?.[2] ?? null
  if (!words.has(id)) return null
  const { order } = options.language
  const placeOf = ({ type }: Node): number => order.indexOf(type)
  return cursor.currentNode.children
    .flatMap((it) => (it === null || isNothing(it.type) ? [] : it))
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((it) => wholeText(it, options, null))
    .join(' ')
}

/** Whether a comma behind the only thing in a node makes it another thing. */
function isTuple(node: Node | null, tuple: ReadonlySet<string>): boolean {
  return (
    node !== null &&
    tuple.has(node.type) &&
    node.namedChildren.filter((it) => it !== null && !isNothing(it.type)).length === 1
  )
}

const openers: ReadonlySet<string> = new Set(['(', '['])
const closers: ReadonlySet<string> = new Set([')', ']', '}', '>'])
/** Before these no blank stands. */
const tight: ReadonlySet<string> = new Set([')', ']', ',', ';'])

function oneLine(text: string): string {
  return /[\r\n]/.test(text) ? text.replaceAll('\r', '').replaceAll('\\\n', ' ').replaceAll('\n', '\\n') : text
}

/** Takes away what only stood before something that was cut. */
function tidy(text: string): string {
  let line = text.trim()
  while (line !== '' && (';:,{'.includes(line.at(-1) ?? '') || (line.endsWith(' =') && !line.endsWith('operator ='))))
    line = line.slice(0, -1).trimEnd()
  return line
}

/** Where a long one is cut depends on its signs alone, and not on how these are written. */
function shortened(text: string, lexis: Lexis): string {
  const key = text.length <= longest ? text : sameness(text, lexis)
  if (key.length <= longest) return text
  return `${key.slice(0, longest)} …${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
}
