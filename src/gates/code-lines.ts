/** The lines of a source file, in any language that tests are run in: which are code, and which are within a text or a remark of several lines. */

import type { TestRunner } from '../plan/test-runner.ts'

export interface Line {
  /** Without the blanks behind it; as it is within a text of several lines. */
  readonly text: string
  /** Without those in front, too. */
  readonly plain: string
  /** How many there are in front. */
  readonly indent: number
  /** How many brackets it leaves open. */
  readonly opens: number
  /** Whether it begins within a text or a remark that has begun before it: then all of it means something. */
  readonly isWithin: boolean
}

/** What begins a text of several lines, and what ends it. A backslash takes the meaning of the sign behind it, but for raw ones. */
interface Long {
  readonly begin: RegExp
  readonly end: (begin: string) => string
  readonly isRaw: boolean
}

const same = (it: string): string => it
const remark: Long = { begin: /\/\*/y, end: () => '*/', isRaw: true }
const backtick = (isRaw: boolean): Long => ({ begin: /`/y, end: same, isRaw })
const triple: Long = { begin: /"""|'''/y, end: same, isRaw: false }
const rustRaw: Long = { begin: /r#{0,8}"/y, end: (it) => `"${'#'.repeat(it.length - 2)}`, isRaw: true }
const rustPlain: Long = { begin: /"/y, end: same, isRaw: false }
const cRaw: Long = { begin: /R"[^\s()\\"]{0,16}\(/y, end: (it) => `)${it.slice(2, -1)}"`, isRaw: true }

interface Language {
  readonly longs: readonly Long[]
  /** What begins a remark up to the end of its line. */
  readonly remark: string
  /** Whether an apostrophe holds one sign. */
  readonly hasSigns: boolean
}

const script: Language = { longs: [remark, backtick(false)], remark: '//', hasSigns: false }
const c: Language = { longs: [remark, cRaw], remark: '//', hasSigns: true }
const languages: Readonly<Record<TestRunner, Language>> = {
  vitest: script,
  jest: script,
  node: script,
  pytest: { longs: [triple], remark: '#', hasSigns: false },
  go: { longs: [remark, backtick(true)], remark: '//', hasSigns: true },
  cargo: { longs: [remark, rustRaw, rustPlain], remark: '//', hasSigns: true },
  gtest: c,
  ctest: c,
  'exit-code': { longs: [triple, backtick(false)], remark: '', hasSigns: false },
}

/** @param text of a file; its lines may end as they like */
export function linesOf(runner: TestRunner, text: string): readonly Line[] {
  const language = languages[runner]
  let open: Pick<Begun, 'end' | 'isRaw'> | null = null
  return text.split('\n').map((whole): Line => {
    const isWithin = open !== null
    const line = whole.endsWith('\r') ? whole.slice(0, -1) : whole
    let opens = 0
    /** Quotes that nothing closes any more on this line. */
    let lone = ''
    let at = 0
    while (at < line.length) {
      if (open !== null) {
        const end = endIn(line, at, open)
        if (end < 0) break
        open = null
        at = end
        continue
      }
      const begun = beginAt(line, at, language)
      if (begun !== null) {
        open = begun
        at += begun.length
        continue
      }
      const sign = line[at] ?? ''
      if (isRemarkAt(line, at, language)) break
      const isQuote = (sign === '"' || sign === "'") && !lone.includes(sign)
      const closed = isQuote ? quoteEnd(line, at, language) : -1
      if (closed >= 0) at = closed
      else if (isQuote && !(language.hasSigns && sign === "'")) lone += sign
      else if ('([{'.includes(sign)) opens++
      else if (')]}'.includes(sign)) opens--
      at++
    }
    const trimmed = line.trimEnd()
    const plain = trimmed.trimStart()
    return { text: isWithin ? line : trimmed, plain, indent: trimmed.length - plain.length, opens, isWithin }
  })
}

interface Begun {
  readonly end: string
  readonly isRaw: boolean
  readonly length: number
}

function beginAt(line: string, at: number, { longs }: Language): Begun | null {
  for (const { begin, end, isRaw } of longs) {
    begin.lastIndex = at
    const found = begin.exec(line)
    if (found !== null) return { end: end(found[0]), isRaw, length: found[0].length }
  }
  return null
}

/** Where a text that is open ends in a line: behind its end; negative where it goes on. */
function endIn(line: string, from: number, { end, isRaw }: Pick<Begun, 'end' | 'isRaw'>): number {
  for (let at = from; at < line.length; at++) {
    if (!isRaw && line[at] === '\\') at++
    else if (line.startsWith(end, at)) return at + end.length
  }
  return -1
}

/** A remark stands in front of a line, or behind a blank: in an address and a pattern two slashes are none. */
function isRemarkAt(line: string, at: number, { remark: begin }: Language): boolean {
  return begin !== '' && line.startsWith(begin, at) && (at === 0 || /\s/.test(line[at - 1] ?? ''))
}

/** The sign that closes a quote on its line; negative where it is none: an apostrophe, or the name of a lifetime. */
function quoteEnd(line: string, from: number, { hasSigns }: Language): number {
  const quote = line[from] ?? ''
  if (hasSigns && quote === "'") {
    const found = /^'(?:\\[^']{1,10}|\\'|[^\\'])'/u.exec(line.slice(from, from + 14))
    return found === null ? -1 : from + found[0].length - 1
  }
  for (let at = from + 1; at < line.length; at++) {
    if (line[at] === '\\') at++
    else if (line[at] === quote) return at
  }
  return -1
}
