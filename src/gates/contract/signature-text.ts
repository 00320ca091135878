/** A declaration as one line: its source without what is cut, without comments, and without line ends. */

import { createHash } from 'node:crypto'
import type { Node } from '@vscode/tree-sitter-wasm'

/** Longer signatures are cut, and end in a digest of the rest. */
const longest = 4000

export interface TextOptions {
  readonly source: string
  /** Ids of nodes that are left out with all that is in them. */
  readonly cut: ReadonlySet<number>
  /** Kinds of nodes in which a last comma stays. */
  readonly tuple: ReadonlySet<string>
}

/** Of a declaration of several names: one takes the place of all, the rest and what stands between them is left out. */
export interface Parts {
  readonly first: number
  readonly rest: ReadonlySet<number>
  readonly instead: string
}

/** The text of a node. @param parts of it that are the same node with another name each */
export function textOf(node: Node, { source, cut, tuple }: TextOptions, parts: Parts | null = null): string {
  const said: string[] = []
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
  const take = (at: number, to: number, type: string, text = source.slice(at, to)): void => {
    const between = source.slice(end, at)
    // What no node holds is text all the same, as in some strings.
    const unheld = between.trim()
    if (isGap || between !== unheld) blank()
    if (unheld !== '') said.push(oneLine(unheld))
    if (tight.has(type) && said.at(-1) === ' ') said.pop()
    if (closers.has(type) && comma === said.length - 1) said.pop()
    comma = -1
    said.push(oneLine(text))
    isGap = false
    end = to
  }
  for (let more = true; more;) {
    const id = cursor.nodeId
    const type = cursor.nodeType
    if (id !== node.id && (cut.has(id) || parts?.rest.has(id) === true || type.includes('comment'))) {
      isGap = true
      end = Math.max(end, cursor.endIndex)
      more = goOn()
    } else if (id === parts?.first) {
      take(cursor.startIndex, cursor.endIndex, type, parts.instead)
      more = goOn()
    } else if (cursor.gotoFirstChild()) more = true
    else {
      // A line end that a grammar takes for a sign is a blank as any other.
      if (source.slice(cursor.startIndex, cursor.endIndex).trim() !== '') {
        take(cursor.startIndex, cursor.endIndex, type)
        if (type === ',' && !tuple.has(cursor.currentNode.parent?.type ?? '')) comma = said.length - 1
      }
      more = goOn()
    }
  }
  cursor.delete()
  return shortened(tidy(said.join('')))
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

function shortened(text: string): string {
  if (text.length <= longest) return text
  return `${text.slice(0, longest)} …${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}
