/**
 * Whether a test still stands in its file as it did, whatever other tests came, went or changed there. It is found by its name
 * and by how lines are indented and brackets closed, in any language. What is not surely another test has to be as it was.
 */

import type { CriterionTest } from '../run/effect.ts'
import { importsGrow, isImport } from './test-imports.ts'

/** A longer file is compared as a whole: nobody wrote it by hand. */
const longest = 512 * 1024

/** What is longer is not taken for one test. */
const mostLines = 500

interface Head {
  /** Name of the test, or of what holds tests. */
  readonly name: string
  /** Whether it holds tests and is none itself. */
  readonly holdsTests: boolean
}

/** @param before text of the file when the test was seen red; @param after its text now */
export function isTestUnchanged(test: CriterionTest, before: string, after: string): boolean {
  if (before === after) return true
  if (before.length > longest || after.length > longest) return false
  const [was, is] = [partsOf(test, before), partsOf(test, after)]
  if (was.own === 0 || is.own !== was.own) return false
  return was.kept.join('\n') === is.kept.join('\n') && importsGrow(was.imports, is.imports)
}

/** Whether a file holds the test of a criterion, tests of others only, or none. */
export function testsIn(test: CriterionTest, text: string): 'own' | 'others' | 'none' {
  if (text.length > longest) return 'none'
  const { own, others } = partsOf(test, text)
  return own > 0 ? 'own' : others > 0 ? 'others' : 'none'
}

interface Parts {
  /** How many tests are the one of the criterion, and how many are others that were left out. */
  readonly own: number
  readonly others: number
  /** Lines that are neither imports nor other tests nor remarks; those of the test itself as they are. */
  readonly kept: readonly string[]
  readonly imports: readonly string[]
}

function partsOf(test: CriterionTest, text: string): Parts {
  const lines = text.split('\n').map(lineOf)
  const isOwn = ownName(test)
  const heads = lines.map(({ plain }) => headOf(plain))
  const ownAt = heads.map((head) => head !== null && !head.holdsTests && isOwn(head.name))
  const ownUpTo: number[] = [0]
  for (const own of ownAt) ownUpTo.push((ownUpTo.at(-1) ?? 0) + (own ? 1 : 0))
  const holdsOwn = (from: number, to: number): boolean => (ownUpTo[to + 1] ?? 0) > (ownUpTo[from] ?? 0)
  const kept: string[] = []
  const imports: string[] = []
  /** Attributes: they belong to what comes next. */
  let ahead: string[] = []
  let others = 0
  for (let at = 0; at < lines.length; at++) {
    const { text: line, plain } = lines[at] ?? lineOf('')
    if (plain === '') continue
    const head = heads[at] ?? null
    const end = head !== null || isImport(plain) ? endOf(lines, at) : null
    if (head === null && end !== null) {
      imports.push(between(lines, at, end).join('\n'))
      at = end
    } else if (head !== null && end !== null && !holdsOwn(at, end)) {
      others += head.holdsTests ? 0 : 1
      ahead = []
      at = end
    } else if (head !== null && ownAt[at] === true) {
      kept.push(...ahead, ...between(lines, at, end ?? at))
      ahead = []
      at = end ?? at
    } else if (/^(?:@|#\[)/.test(plain)) ahead.push(line)
    else if (!isRemark(plain)) {
      kept.push(...ahead, line)
      ahead = []
    }
  }
  return { own: ownUpTo.at(-1) ?? 0, others, kept: [...kept, ...ahead], imports }
}

function isRemark(plain: string): boolean {
  return /^(?:\/\/|#(?![[!]|(?:include|define|undef|if|ifdef|ifndef|else|elif|endif|pragma)\b))/.test(plain)
}

const scriptHead = /^(?:(?:test|it|specify)|(describe|suite|context))(?:\.[A-Za-z]{1,20})*\(\s*(['"`])(.*)/

/** @param plain a line without the blanks around it */
function headOf(plain: string): Head | null {
  const inScript = scriptHead.exec(plain)
  if (inScript) {
    const [, holder, quote = '', rest = ''] = inScript
    const end = rest.indexOf(quote)
    return end < 0 ? null : { name: rest.slice(0, end), holdsTests: holder !== undefined }
  }
  const inPython = /^(?:async )?def (test\w*)\(|^class (Test\w*)\b/.exec(plain)
  if (inPython) return { name: inPython[1] ?? inPython[2] ?? '', holdsTests: inPython[1] === undefined }
  const inGo = /^func (Test\w*)\(/.exec(plain)
  if (inGo) return { name: inGo[1] ?? '', holdsTests: false }
  const inRust = /^(?:pub )?(?:async )?fn (\w+)\(\)|^mod (\w+) \{/.exec(plain)
  if (inRust) return { name: inRust[1] ?? inRust[2] ?? '', holdsTests: inRust[1] === undefined }
  const inC = /^TEST(?:_F|_P)?\(\s*(\w+)\s*,\s*(\w+)\s*\)/.exec(plain)
  return inC ? { name: `${inC[1] ?? ''}.${inC[2] ?? ''}`, holdsTests: false } : null
}

/** Whether a name is that of the criterion's test, by what its runner was told to look for. */
function ownName({ runner, name }: CriterionTest): (name: string) => boolean {
  if (runner === 'vitest' || runner === 'jest' || runner === 'node') {
    const wanted = new RegExp(name)
    return (it) => wanted.test(it)
  }
  if (runner === 'go') {
    const isLoose = name.startsWith('(?i)')
    const wanted = new RegExp((isLoose ? name.slice(4) : name).split('/')[0] ?? '', isLoose ? 'i' : '')
    return (it) => wanted.test(it)
  }
  const part = (name.split('::').at(-1) ?? name).replaceAll('*', '').toLowerCase()
  return part === '' ? () => false : (it) => it.toLowerCase().includes(part)
}

interface Line {
  /** Without the blanks behind it. */
  readonly text: string
  /** Without those in front, too. */
  readonly plain: string
  /** How many there are in front. */
  readonly indent: number
  /** How many brackets it leaves open. */
  readonly opens: number
}

function lineOf(whole: string): Line {
  const text = whole.trimEnd()
  const plain = text.trimStart()
  return { text, plain, indent: text.length - plain.length, opens: balanceOf(plain) }
}

function between(lines: readonly Line[], from: number, to: number): readonly string[] {
  return lines.slice(from, to + 1).map((it) => it.text)
}

/**
 * The last line of what begins at a line: where its brackets are closed, else, behind a colon, where lines stand as far to the
 * left again.
 * @returns null where that does not come, or what follows is indented as if it belonged to it
 */
function endOf(lines: readonly Line[], from: number): number | null {
  const depth = lines[from]?.indent ?? 0
  let open = 0
  for (let at = from; at < Math.min(lines.length, from + mostLines); at++) {
    const line = lines[at]
    if (line === undefined || line.plain === '') continue
    if (at > from && line.indent < depth) return null
    open += line.opens
    if (open > 0) continue
    if (open < 0) return null
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
    if (line.indent <= depth) return end
    end = at
  }
  return from + mostLines < lines.length ? null : end
}

const quotes: readonly string[] = ['"', "'", '`']

/** How many brackets a line leaves open; what stands in quotes on it counts for nothing. What nothing closes is an apostrophe. */
function balanceOf(line: string): number {
  const last = new Map(quotes.map((it) => [it, line.lastIndexOf(it)]))
  let open = 0
  let quote = ''
  for (let at = 0; at < line.length; at++) {
    const sign = line[at] ?? ''
    if (quote !== '') {
      if (sign === '\\') at++
      else if (sign === quote) quote = ''
    } else if ((last.get(sign) ?? -1) > at) quote = sign
    else if ('([{'.includes(sign)) open++
    else if (')]}'.includes(sign)) open--
  }
  return open
}
