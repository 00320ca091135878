/** Where a test, or what holds tests, begins in a file of tests and where it ends, by how lines are indented and brackets closed. */

import type { Line } from './code-lines.ts'

/** What is longer is not taken for one test. */
const mostLines = 500

export interface Head {
  /** Name of the test, or of what holds tests. */
  readonly name: string
  /** Whether it holds tests and is none itself. */
  readonly holdsTests: boolean
}

const scriptHead = /^(?:(?:test|it|specify)|(describe|suite|context))(?:\.[A-Za-z]{1,20})*\(\s*(['"`])(.*)/

/** The test, or what holds tests, that begins with a line; null where none does. */
export function headOf({ plain, isWithin }: Line): Head | null {
  if (isWithin) return null
  const inScript = scriptHead.exec(plain)
  if (inScript) {
    const [, holder, quote = '', rest = ''] = inScript
    const end = rest.indexOf(quote)
    return end < 0 ? null : { name: rest.slice(0, end), holdsTests: holder !== undefined }
  }
  const inPython = /^(?:async )?def (test\w*)\(|^class (Test\w*)\b/.exec(plain)
  if (inPython) return { name: inPython[1] ?? inPython[2] ?? '', holdsTests: inPython[1] === undefined }
  const inGo = /^func (Test(?![a-z])\w*)\(\w+ \*testing\.T\)/.exec(plain)
  if (inGo) return { name: inGo[1] ?? '', holdsTests: false }
  const inRust = /^(?:pub )?(?:async )?fn (\w+)\(\)|^mod (\w+) \{/.exec(plain)
  if (inRust) return { name: inRust[1] ?? inRust[2] ?? '', holdsTests: inRust[1] === undefined }
  const inC = /^TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)/.exec(plain)
  return inC ? { name: `${inC[1] ?? ''}.${inC[2] ?? ''}`, holdsTests: false } : null
}

/**
 * The last line of what begins at a line: where its brackets are closed, else, behind a colon, where lines stand as far to the
 * left again.
 * @returns null where that does not come, or what follows is indented as if it belonged to it
 */
export function endOf(lines: readonly Line[], from: number): number | null {
  const depth = lines[from]?.indent ?? 0
  let open = 0
  for (let at = from; at < Math.min(lines.length, from + mostLines); at++) {
    const line = lines[at]
    if (line === undefined || line.plain === '') continue
    if (at > from && line.indent < depth && !line.isWithin) return null
    open += line.opens
    if (open > 0) continue
    if (open < 0) return null
    // A text that has begun goes on.
    if (lines[at + 1]?.isWithin === true) continue
    if (line.plain.endsWith(':')) return bodyEnd(lines, at + 1, depth)
    const next = lines.slice(at + 1, at + 8).find(({ plain }) => plain !== '')
    // An opening brace may stand below.
    if (next?.plain === '{') continue
    return next !== undefined && next.indent > depth ? null : at
  }
  return null
}

function bodyEnd(lines: readonly Line[], from: number, depth: number): number | null {
  let end = from - 1
  for (let at = from; at < Math.min(lines.length, from + mostLines); at++) {
    const line = lines[at]
    if (line === undefined || line.plain === '') continue
    if (line.indent <= depth && !line.isWithin) return end
    end = at
  }
  return from + mostLines < lines.length ? null : end
}
