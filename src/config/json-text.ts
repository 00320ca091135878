/** JSON with the place of what is wrong in it; keys that could reach a prototype are refused (RELIABILITY 3.9). */

import type { Code, Diagnostic } from '../plan/diagnostic.ts'
import { place } from '../plan/position.ts'
import type { Span } from '../plan/source.ts'

const deepest = 64
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

class Stop extends Error {
  readonly code: Code
  readonly at: number
  /** What was opened last and is not closed, where the text ends before that. */
  readonly opened: Opened | null
  constructor(code: Code, message: string, at: number, opened: Opened | null = null) {
    super(message)
    this.code = code
    this.at = at
    this.opened = opened
  }
}

interface Opened {
  readonly what: 'object' | 'list'
  readonly at: number
}

/** Reads one value by descending; `at` only moves forward. */
function reader(text: string): { whole: () => unknown } {
  let at = 0
  const space = (): void => {
    while (at < text.length && ' \t\r\n'.includes(text[at] ?? '')) at++
  }
  const open: Opened[] = []
  const ended = (inside: string): Stop => new Stop('MW401', `file ends inside ${inside}`, text.length, open.at(-1))

  const string = (): string => {
    const opened = at
    if (text[at] !== '"')
      throw new Stop('MW400', text[at] === "'" ? 'single quote; JSON needs "' : 'a key needs quotes', at)
    at++
    while (at < text.length && text[at] !== '"') {
      if ((text[at] ?? '') < ' ') throw new Stop('MW400', 'line end or control character inside a string', at)
      at += text[at] === '\\' ? 2 : 1
    }
    if (at >= text.length) throw ended('a string')
    at++
    try {
      return JSON.parse(text.slice(opened, at)) as string
    } catch {
      throw new Stop('MW400', 'unknown escape in a string', opened)
    }
  }

  const members = (close: string, what: Opened['what'], one: () => void): void => {
    const inside = what === 'object' ? 'an object' : 'a list'
    const next = (): void => {
      at++
      space()
      if (at >= text.length) throw ended(inside)
    }
    open.push({ what, at })
    next()
    while (text[at] !== close) {
      one()
      space()
      if (at >= text.length) throw ended(inside)
      if (text[at] === close) break
      if (text[at] !== ',') throw new Stop('MW400', `',' or '${close}' expected`, at)
      const comma = at
      next()
      if (text[at] === close) throw new Stop('MW400', 'trailing comma', comma)
    }
    at++
    open.pop()
  }

  const value = (depth: number): unknown => {
    space()
    const opened = at
    if (depth > deepest) throw new Stop('MW404', `nested deeper than ${deepest}`, at)
    if (at >= text.length) throw ended('a value')
    if (text[at] === '"') return string()
    if (text[at] === '{') {
      const table = Object.create(null) as Record<string, unknown>
      members('}', 'object', () => {
        const start = at
        const key = string()
        if (forbidden.has(key)) throw new Stop('MW403', `key "${key}" is not allowed`, start)
        if (Object.hasOwn(table, key)) throw new Stop('MW402', `duplicate key "${key}"`, start)
        space()
        if (text[at] !== ':') throw at >= text.length ? ended('an object') : new Stop('MW400', "':' expected", at)
        at++
        table[key] = value(depth + 1)
      })
      return table
    }
    if (text[at] === '[') {
      const list: unknown[] = []
      members(']', 'list', () => void list.push(value(depth + 1)))
      return list
    }
    while (at < text.length && !' \t\r\n,]}'.includes(text[at] ?? '')) at++
    const word = text.slice(opened, at)
    try {
      return JSON.parse(word) as unknown
    } catch {
      if (at >= text.length && isBegun(word)) throw ended('a value')
      throw new Stop(
        'MW400',
        word.startsWith('/') ? 'comments are not JSON' : `'${word.slice(0, 32)}' is not a JSON value`,
        opened,
      )
    }
  }

  return {
    whole: () => {
      const read = value(0)
      space()
      if (at < text.length) throw new Stop('MW410', 'something follows the value', at)
      return read
    },
  }
}

/** Whether more of the text could make a value of it. */
function isBegun(word: string): boolean {
  return ['true', 'false', 'null'].some((it) => it.startsWith(word)) || /^-?(?:\d+\.?\d*(?:[eE][+-]?)?)?$/.test(word)
}

/**
 * Reads JSON text strictly. Objects have no prototype.
 *
 * @param text the file's text; a byte order mark is accepted
 * @param path as it is shown in spans
 * @returns the value, or the first problem with its place (MW400–MW404, MW410)
 */
export function readJson(
  text: string,
  path: string,
): { readonly value: unknown } | { readonly diagnostic: Diagnostic } {
  const marked = text.startsWith('\ufeff')
  const plain = marked ? text.slice(1) : text
  try {
    return { value: reader(plain).whole() }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    const spanAt = (at: number): Span => ({
      path,
      offset: Buffer.byteLength(plain.slice(0, at)) + (marked ? 3 : 0),
      length: at < plain.length ? 1 : 0,
    })
    const { opened } = error
    const first = opened === null ? null : spanAt(opened.at)
    const where = first === null ? '' : place({ path, bytes: Buffer.from(text) }, first.offset)
    const unclosed = opened === null ? '' : `; ${opened.what} opened at ${where} is not closed`
    return {
      diagnostic: {
        code: error.code,
        severity: 'error',
        message: error.code === 'MW401' ? `${error.message}${unclosed} (partial write?)` : error.message,
        help: 'Correct the file; nothing of it was used',
        span: spanAt(error.at),
        related: first === null ? [] : [{ message: 'opened here', span: first }],
      },
    }
  }
}
