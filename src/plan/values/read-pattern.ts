/**
 * Reads a regular expression that can be matched in linear time, whatever it says.
 *
 * It comes from a repository, and the output that it looks through as well: a matcher that goes back could be made to take for
 * ever. So what needs going back (`\1`, look-ahead, look-behind) is refused, and the rest is matched by `match-pattern.ts` in
 * one pass. What is taken means what it means in JavaScript.
 */

import { anySign, rangesOfClass, type CharacterSet, type Range } from './character-set.ts'
import { compile, mostInstructions, type Instruction } from './compile-pattern.ts'
import type { PatternNode } from './pattern-node.ts'

/** A pattern, or what is wrong with it and where, in characters from 0. */
export type Pattern =
  | { readonly program: readonly Instruction[]; readonly groups: number }
  | { readonly fault: string; readonly at: number }

/** A longer pattern is a mistake. */
const longest = 1000
const deepest = 50
const mostRepeats = 1000

class Fault extends Error {
  readonly at: number
  constructor(message: string, at: number) {
    super(message)
    this.at = at
  }
}

/** @param text as configured */
export function readPattern(text: string): Pattern {
  const signs = Array.from(text)
  if (signs.length > longest) return { fault: `a pattern has at most ${longest} characters`, at: longest }
  const reader = readerOf(signs)
  try {
    const { node, groups } = reader.whole()
    const program = compile(node)
    if (program === null) return { fault: `its counts make more than ${mostInstructions} instructions of it`, at: 0 }
    return { program, groups }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { fault: error.message, at: error.at }
  }
}

const controls: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['f', '\f'],
  ['v', '\v'],
])

/** Descends through the signs; `at` only moves forward. */
function readerOf(signs: readonly string[]): { whole: () => { node: PatternNode; groups: number } } {
  let at = 0
  let groups = 0
  let depth = 0

  const single = (sign: string): CharacterSet => ({ ranges: [rangeOf(sign)], negated: false })

  /** What stands behind a backslash at `at - 1`, in and out of a class. */
  const escaped = (): CharacterSet => {
    const sign = signs[at++]
    if (sign === undefined) throw new Fault('a backslash at the end', at - 2)
    const known = rangesOfClass(sign)
    if (known !== null) return { ranges: known, negated: false }
    const control = controls.get(sign)
    if (control !== undefined) return single(control)
    if (/[1-9k]/.test(sign)) throw new Fault(`\\${sign} needs going back, which could take for ever`, at - 2)
    if (/[A-Za-z0-9_]/.test(sign)) throw new Fault(`\\${sign} is not known here`, at - 2)
    return single(sign)
  }

  const classPart = (): CharacterSet => {
    const sign = signs[at++]
    if (sign === undefined) throw new Fault('[ is not closed', signs.length)
    return sign === '\\' ? escaped() : single(sign)
  }

  const characterClass = (): PatternNode => {
    const open = at - 1
    const negated = signs[at] === '^'
    if (negated) at++
    const ranges: Range[] = []
    while (signs[at] !== ']') {
      if (at >= signs.length) throw new Fault('[ is not closed', open)
      const began = at
      const first = classPart()
      if (signs[at] !== '-' || signs[at + 1] === ']' || at + 1 >= signs.length) {
        ranges.push(...first.ranges)
        continue
      }
      at++
      const [from, to] = [onlySign(first), onlySign(classPart())]
      if (from === null || to === null) throw new Fault('a range has one sign at each end', began)
      if (from > to) throw new Fault('a range ends before it begins', began)
      ranges.push([from, to])
    }
    at++
    return { is: 'sign', set: { ranges, negated } }
  }

  const group = (): PatternNode => {
    const open = at - 1
    let number: number | null = null
    if (signs[at] !== '?') number = ++groups
    else if (signs[at + 1] === ':') at += 2
    else throw new Fault('of ( … ) only (?: … ) may begin with ?: the others need going back', open)
    if (++depth > deepest) throw new Fault(`more than ${deepest} groups in each other`, open)
    const part = either()
    depth--
    if (signs[at] !== ')') throw new Fault('( is not closed', open)
    at++
    return { is: 'group', part, number }
  }

  const one = (): PatternNode => {
    const sign = signs[at++] ?? ''
    switch (sign) {
      case '.':
        return { is: 'sign', set: anySign }
      case '^':
        return { is: 'place', at: 'start' }
      case '$':
        return { is: 'place', at: 'end' }
      case '(':
        return group()
      case '[':
        return characterClass()
      case '*':
      case '+':
      case '?':
        throw new Fault(`there is nothing that ${sign} could repeat`, at - 1)
      case '{':
        throw new Fault('the sign { is written \\{', at - 1)
      case '\\':
        if (signs[at] === 'b' || signs[at] === 'B') return { is: 'place', at: signs[at++] === 'b' ? 'word' : 'no-word' }
        return { is: 'sign', set: escaped() }
      default:
        return { is: 'sign', set: single(sign) }
    }
  }

  const counted = (): readonly [least: number, most: number | null] => {
    const open = at
    let end = at + 1
    while (end < signs.length && signs[end] !== '}' && end - open < 16) end++
    const found = /^(\d{1,4})(?:(,)(\d{1,4})?)?$/.exec(signs.slice(open + 1, end).join(''))
    if (found === null || signs[end] !== '}')
      throw new Fault('{ … } holds one or two numbers: {3}, {3,} or {3,5}', open)
    at = end + 1
    const least = Number(found[1])
    const most = found[2] === undefined ? least : found[3] === undefined ? null : Number(found[3])
    if (most !== null && most < least) throw new Fault('the most is less than the least', open)
    if (Math.max(least, most ?? 0) > mostRepeats) throw new Fault(`more than ${mostRepeats} times`, open)
    return [least, most]
  }

  const limits = (): readonly [least: number, most: number | null] | null => {
    switch (signs[at]) {
      case '*':
        at++
        return [0, null]
      case '+':
        at++
        return [1, null]
      case '?':
        at++
        return [0, 1]
      case '{':
        return counted()
      default:
        return null
    }
  }

  const repeated = (): PatternNode => {
    const part = one()
    const began = at
    const found = limits()
    if (found === null) return part
    if (part.is === 'place') throw new Fault('a place cannot be repeated', began)
    const [least, most] = found
    const isLazy = signs[at] === '?'
    if (isLazy) at++
    return { is: 'repeat', part, least, most, isLazy }
  }

  const either = (): PatternNode => {
    const ways: PatternNode[] = []
    for (;;) {
      const parts: PatternNode[] = []
      while (at < signs.length && signs[at] !== '|' && signs[at] !== ')') parts.push(repeated())
      ways.push({ is: 'all', parts })
      if (signs[at] !== '|') break
      at++
    }
    const [only] = ways
    return ways.length === 1 && only !== undefined ? only : { is: 'either', ways }
  }

  return {
    whole() {
      const node = either()
      if (at < signs.length) throw new Fault(') without (', at)
      return { node, groups }
    },
  }
}

function rangeOf(sign: string): Range {
  const code = sign.codePointAt(0) ?? 0
  return [code, code]
}

/** The one code point of a set; null where it holds several. */
function onlySign({ ranges: [first, second] }: CharacterSet): number | null {
  return first !== undefined && second === undefined && first[0] === first[1] ? first[0] : null
}
