/**
 * The stored contract: a text file of the project, so that a change of it is read, reviewed and merged as any other line.
 *
 * ```
 * millwright contract 1
 *
 * file src/shape.hpp
 *   geo::Shape::area
 *     virtual double area() const = 0
 * ```
 *
 * Files, names and overloads stand in one order, whoever writes them. Lines that begin with `#` are notes for people; those
 * below a `file` stay with it.
 */

import { classifyPath } from '../../plan/path-safety.ts'
import { languageOf } from './languages.ts'
import { byCodePoint } from './order.ts'

/** Larger ones are not read. */
export const longestContract = 32 * 1024 * 1024

const version = 'millwright contract 1'

/** Overloads by qualified name, in order. */
export type Entries = ReadonlyMap<string, readonly string[]>

export interface StoredFile {
  readonly entries: Entries
  /** Notes of people, without their `#`. */
  readonly notes: readonly string[]
}

/** By path with `/`. */
export type StoredContract = ReadonlyMap<string, StoredFile>

export type ContractRead =
  | { readonly is: 'read'; readonly contract: StoredContract }
  /** What is wrong with it; a place in bytes, and as people count lines and columns. */
  | {
      readonly is: 'damaged'
      readonly what: string
      readonly offset: number
      readonly length: number
      readonly line: number
      readonly column: number
    }

/** Reads a stored contract whole, or not at all. Linear in its length. */
export function readContract(bytes: Uint8Array): ContractRead {
  const encoder = new TextEncoder()
  let offset = 0
  let number = 0
  const damaged = (what: string, text: string): ContractRead => {
    const column = text.length - text.trimStart().length
    return {
      is: 'damaged',
      what,
      offset: offset + column,
      length: encoder.encode(text.trim()).length,
      line: number,
      column: column + 1,
    }
  }
  if (bytes.length > longestContract) {
    number = 1
    return damaged(`it has more than ${longestContract / 1024 / 1024} MiB`, '')
  }
  const contract = new Map<string, { entries: Map<string, string[]>; notes: string[] }>()
  let file: { entries: Map<string, string[]>; notes: string[] } | null = null
  let texts: string[] | null = null
  let name = ''
  for (const raw of linesOf(bytes)) {
    number += 1
    if (raw.text === null) return damaged('it is no text in UTF-8', '')
    const text = raw.text
    if (number === 1) {
      if (text !== version) return damaged(`it does not begin with "${version}"`, text)
    } else if (/^(?:<{7}|={7}|>{7}|\|{7})/.test(text)) return damaged('a merge conflict is not resolved', text)
    else if (text.startsWith('#')) {
      if (file !== null && file.entries.size === 0) file.notes.push(text.slice(1).trim())
    } else if (text.trim() !== '') {
      const depth = text.length - text.trimStart().length
      const said = text.trim()
      if (texts?.length === 0 && depth !== 4) return damaged(`${name} has no signature before this line`, text)
      if (depth === 0) {
        if (!said.startsWith('file ')) return damaged('this is no "file PATH"', text)
        const path = said.slice('file '.length)
        const found = classifyPath(path)
        if (found.kind !== 'safe' || found.path !== path) return damaged('this is no path inside the project', text)
        if (languageOf(path) === null)
          return damaged('no parser reads this file, so that nothing would be held to it', text)
        if (contract.has(path)) return damaged(`${path} stands here for the second time`, text)
        file = { entries: new Map(), notes: [] }
        texts = null
        contract.set(path, file)
      } else if (depth === 2) {
        if (file === null) return damaged('there is no "file PATH" above this name', text)
        if (file.entries.has(said)) return damaged(`${said} stands here for the second time`, text)
        name = said
        texts = []
        file.entries.set(said, texts)
      } else if (depth === 4 && texts !== null) texts.push(said)
      else return damaged('a name stands behind two blanks, and a signature behind four, below its name', text)
    }
    offset += raw.bytes
  }
  if (number === 0) {
    number = 1
    return damaged(`it does not begin with "${version}"`, '')
  }
  if (texts?.length === 0) return damaged(`${name} has no signature`, '')
  return { is: 'read', contract }
}

/** Each line without its end, and how many bytes it takes with it; null where it is not UTF-8. */
function* linesOf(bytes: Uint8Array): Generator<{ readonly text: string | null; readonly bytes: number }> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let start = 0; start < bytes.length;) {
    const found = bytes.indexOf(0x0a, start)
    const end = found < 0 ? bytes.length : found + 1
    let text: string | null = null
    try {
      text = decoder.decode(bytes.subarray(start, end)).replace(/\r?\n$/, '')
    } catch {
      // Told by whoever reads it.
    }
    yield { text, bytes: end - start }
    start = end
  }
}

/** The file for a contract: what is equal gives equal bytes. */
export function contractText(contract: StoredContract): string {
  const lines = [version]
  for (const [path, { entries, notes }] of inOrder(contract)) {
    lines.push('', `file ${path}`, ...notes.map((it) => `# ${it}`))
    for (const [name, texts] of inOrder(entries))
      lines.push(`  ${name}`, ...texts.toSorted(byCodePoint).map((it) => `    ${it}`))
  }
  return `${lines.join('\n')}\n`
}

function inOrder<T>(map: ReadonlyMap<string, T>): readonly (readonly [string, T])[] {
  return [...map].toSorted(([one], [other]) => byCodePoint(one, other))
}
