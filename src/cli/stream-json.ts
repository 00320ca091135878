/** A large JSON document written piece by piece, so that it never stands in memory as one text. */

import { safeJson } from '../plan/safe-text.ts'
import type { Io } from './output.ts'

/** Members and elements down to this depth are written on their own; what lies deeper is small. */
const deepest = 2
/** Characters that are written at once, at least. */
const batch = 1 << 16

/** Prints one JSON document with a line end, the very text that `printJson` prints. */
export function streamJson(io: Io, value: unknown): void {
  let waiting = ''
  const put = (text: string): void => {
    waiting += text
    if (waiting.length < batch) return
    io.stdout.write(waiting)
    waiting = ''
  }
  putValue(value, 0, put)
  io.stdout.write(`${waiting}\n`)
}

function putValue(value: unknown, depth: number, put: (text: string) => void): void {
  const pad = '\n' + '  '.repeat(depth)
  if (depth > deepest || typeof value !== 'object' || value === null) {
    put(depth === 0 ? safeJson(value) : safeJson(value).replaceAll('\n', pad))
    return
  }
  const isList = Array.isArray(value)
  const parts: Iterable<readonly [string, unknown]> = isList
    ? elements(value)
    : Object.entries(value).filter(([, part]) => part !== undefined)
  let first = true
  for (const [name, part] of parts) {
    put(`${first ? (isList ? '[' : '{') : ','}${pad}  ${isList ? '' : `${safeJson(name)}: `}`)
    first = false
    putValue(part, depth + 1, put)
  }
  put(first ? (isList ? '[]' : '{}') : `${pad}${isList ? ']' : '}'}`)
}

function* elements(list: readonly unknown[]): Iterable<readonly [string, unknown]> {
  for (const part of list) yield ['', part]
}
