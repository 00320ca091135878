/** JSON in the output of a program: the whole of it, a block between other lines, or one document in each of some lines. */

import { parseTree, type Node, type ParseError } from 'jsonc-parser'
import type { Found } from './found.ts'
import type { Lines } from './lines.ts'

/** A document, and the text that it was read from. */
export interface JsonDocument {
  readonly root: Node
  /** Where its text begins in the output, in UTF-16 units. */
  readonly from: number
}

/** As deep as JSON may go elsewhere (MW404): what is read costs its depth. */
const deepest = 64

/** Words for numbers that JSON has not; Python, Node's inspector and C print them. */
const notFinite = /-?(?:NaN|nan|Infinity|inf)\b/y

/**
 * Makes a text of each number that JSON has not, as long as it was, so that all places stay. Null where it is nested too deeply.
 */
function withWords(text: string): string | null {
  let out = ''
  let copied = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]
    if (sign === '"') {
      at++
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    } else if (sign === '{' || sign === '[') {
      if (++depth > deepest) return null
    } else if (sign === '}' || sign === ']') depth--
    else if (sign === '-' || sign === 'N' || sign === 'n' || sign === 'I' || sign === 'i') {
      notFinite.lastIndex = at
      const word = notFinite.exec(text)?.[0]
      if (word === undefined) continue
      out += `${text.slice(copied, at)}"${'.'.repeat(word.length - 2)}"`
      at += word.length - 1
      copied = at + 1
    }
  }
  return copied === 0 ? text : out + text.slice(copied)
}

function read(text: string, from: number): JsonDocument | null {
  const words = withWords(text)
  if (words === null) return null
  const errors: ParseError[] = []
  const root = parseTree(words, errors, { disallowComments: true, allowTrailingComma: false })
  return root === undefined || errors.length > 0 ? null : { root, from }
}

/**
 * Finds the documents of an output: all of it; else what lies between the first line that is `{` or `[` alone and the last one
 * that closes; else each line that is a document.
 *
 * @returns none where there is no JSON
 */
export function documentsOf({ text, lines }: Lines): readonly JsonDocument[] {
  const begin = text.length - text.trimStart().length
  const whole = /^[{["\d-]/.test(text.slice(begin, begin + 1)) ? read(text.trim(), begin) : null
  if (whole !== null) return [whole]
  const opened = lines.findIndex((line) => /^[{[]\s*$/.test(line.text))
  const closed = lines.findLastIndex((line) => /^[}\]]/.test(line.text))
  const [first, last] = [lines[opened], lines[closed]]
  if (first !== undefined && last !== undefined && closed > opened) {
    const block = read(text.slice(first.from, last.from + last.text.length), first.from)
    if (block !== null) return [block]
  }
  return lines.flatMap((line) => {
    const start = line.text.length - line.text.trimStart().length
    return /^[{[]/.test(line.text.slice(start)) ? (read(line.text.trim(), line.from + start) ?? []) : []
  })
}

/** What a node of a document says, as it is found: of a text its content. @param from where the document begins */
export function foundAt(node: Node, from: number, lines: Lines): Found {
  const offset = from + node.offset
  const raw = lines.text.slice(offset, offset + node.length)
  // What only stands for a number that JSON has not is no text.
  const isText = node.type === 'string' && raw.startsWith('"')
  return { text: isText ? String(node.value).trim() : raw, before: '', behind: '', ...lines.placeAt(offset) }
}
