/** A declaration as one line: its source without what is cut, without comments, and without line ends. */

import { createHash } from 'node:crypto'
import type { Node, TreeCursor } from '@vscode/tree-sitter-wasm'
import { Frames } from './frames.ts'
import type { LanguageFile } from './language-file.ts'
import { sameness, type Lexis } from './sameness.ts'

/** No word that has a place in an order is longer. */
const longestWord = 40

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
  /** With round brackets behind. */
  readonly called: ReadonlySet<number>
  /** With their words in the order of the language. */
  readonly words: ReadonlySet<number>
  /** As often as they have names, and without these. */
  readonly repeated: ReadonlySet<number>
}

export interface TextOptions {
  readonly source: string
  readonly language: LanguageFile
  readonly form: Form
  /** A node that is a name, and what stands there instead. */
  readonly renamed: { readonly id: number; readonly as: string } | null
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
  const around = new Frames(language, form)
  const inOrder = new Map<number, string>()
  let end = node.startIndex
  let isGap = false
  let comma = -1
  const cursor = node.walk()
  /** Whether the cursor was moved to a node that has not been seen. */
  const goOn = (): boolean => {
    while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return false
    return true
  }
  const blank = (): void => {
    if (said.length > 0 && !openers.has(said.at(-1) ?? '')) said.push(' ')
  }
  const tighten = (): void => {
    if (said.at(-1) === ' ') said.pop()
  }
  const close = (signs: readonly string[]): void => {
    if (signs.length > 0) tighten()
    said.push(...signs)
  }
  const take = (at: number, to: number, type: string, text = source.slice(at, to)): void => {
    const between = source.slice(end, at).replaceAll(/\\\r?\n/g, ' ')
    // What no node holds is text all the same, as in some strings.
    const unheld = between.trim()
    if (closers.has(type) && comma === said.length - 1 && !isTuple(cursor.currentNode.parent, language.tuple))
      said.pop()
    if (isGap || between !== unheld || areWords(said.at(-1) ?? '', unheld || text)) blank()
    if (unheld !== '') said.push(oneLine(unheld))
    if (tight.has(type)) tighten()
    comma = type === ',' ? said.length : -1
    said.push(oneLine(text))
    isGap = false
    end = to
  }
  for (let more = true; more;) {
    const { nodeId: id, nodeType: type } = cursor
    close(around.leave(cursor.currentDepth))
    const outer = around.last()
    const isBetween = outer?.isSeparated === true && (type === ';' || type === ',')
    if (id !== node.id && (isBetween || form.cut.has(id) || parts?.rest.has(id) === true || isNothing(type))) {
      isGap = true
      end = Math.max(end, cursor.endIndex)
      more = goOn()
      continue
    }
    if (outer?.isSeparated === true && cursor.nodeIsNamed) {
      if (outer.isBegun) {
        tighten()
        said.push(';')
        isGap = true
      }
      outer.isBegun = true
    }
    const isLooseBracket = outer?.isLoose === true && !cursor.nodeIsNamed
    if (around.enter(cursor).isGrouped) take(cursor.startIndex, cursor.startIndex, '(', '(')
    if (form.words.has(id)) for (const [word, text] of wordsOf(cursor.currentNode, options)) inOrder.set(word, text)
    const instead = id === parts?.first ? parts.instead : (inOrder.get(id) ?? rewritten(cursor, options))
    if (isLooseBracket) {
      isGap ||= /\s/.test(source.slice(end, cursor.startIndex))
      end = cursor.endIndex
    } else if (instead !== null) take(cursor.startIndex, cursor.endIndex, type, instead)
    else if (language.strings.has(type)) take(cursor.startIndex, cursor.endIndex, type)
    else if (cursor.gotoFirstChild()) continue
    // A line end that a grammar takes for a sign is a blank as any other.
    else if (source.slice(cursor.startIndex, cursor.endIndex).trim() !== '')
      take(cursor.startIndex, cursor.endIndex, type)
    more = goOn()
  }
  close(around.leave(0))
  cursor.delete()
  return tidy(said.join(''))
}

/** Nodes that a compiler passes over. */
function isNothing(type: string): boolean {
  return type.includes('comment') || type === 'line_continuation'
}

/** What stands for a node that is written in another way than it would be by others; null for all the rest. */
function rewritten(cursor: TreeCursor, options: TextOptions): string | null {
  const { bare, bracketed, repeated } = options.form
  const id = cursor.nodeId
  if (id === options.renamed?.id) return options.renamed.as
  if (bracketed.has(id)) return `(${cursor.nodeText})`
  if (repeated.has(id)) return onceForEach(cursor.currentNode, options)
  if (bare.has(id)) return /^(["'])([\p{L}_$][\p{L}\p{N}_$]*)\1$/u.exec(cursor.nodeText)?.[2] ?? null
  return options.language.strings.has(cursor.nodeType) ? withHoles(cursor.currentNode, options) : null
}

/** The type of several names once for each of them; null where that is too long. */
function onceForEach(node: Node, options: TextOptions): string | null {
  const [names, type] = [node.childrenForFieldName('name'), node.childForFieldName('type')]
  const text = type === null ? '' : wholeText(type, options, null)
  return text.length * names.length > longest ? null : names.map(() => text).join(', ')
}

/** A string with what is computed in it as others would write that; null where nothing is. */
function withHoles(node: Node, options: TextOptions): string | null {
  const holes = node.namedChildren.flatMap((it) => (it !== null && options.language.holes.has(it.type) ? [it] : []))
  if (holes.length === 0) return null
  let [text, end] = ['', node.startIndex]
  for (const hole of holes) {
    text += options.source.slice(end, hole.startIndex) + sameness(wholeText(hole, options, null), options.language)
    end = hole.endIndex
  }
  return text + options.source.slice(end, node.endIndex)
}

/** The words of a node that may stand in any order, each with the one that stands in its place. */
function wordsOf(node: Node, options: TextOptions): readonly (readonly [number, string])[] {
  const { order } = options.language
  const words = node.children.flatMap((word, at) => {
    if (word === null || options.form.cut.has(word.id)) return []
    const text = word.endIndex - word.startIndex > longestWord ? '' : word.text
    const names = [word.type, text, `${node.fieldNameForChild(at) ?? ''}:`]
    const place = Math.max(...names.map((it) => order.indexOf(it)))
    return place < 0 ? [] : { word, place }
  })
  const sorted = words.toSorted((one, other) => one.place - other.place)
  if (sorted.every((it, at) => it === words[at])) return []
  return words.map(({ word }, at) => [word.id, wholeText(sorted[at]?.word ?? word, options, null)])
}

/** Whether a comma behind the only thing in a node makes it another thing. */
function isTuple(node: Node | null, tuple: ReadonlySet<string>): boolean {
  return (
    node !== null &&
    tuple.has(node.type) &&
    node.namedChildren.filter((it) => it !== null && !isNothing(it.type)).length === 1
  )
}

/** Whether two signs would be one word if nothing stood between them. */
function areWords(one: string, other: string): boolean {
  return /[\p{L}\p{N}_$]$/u.test(one) && /^[\p{L}\p{N}_$]/u.test(other)
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
