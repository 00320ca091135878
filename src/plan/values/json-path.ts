/** A path to one place in a JSON document: `$.a.b[0]['c d']`, and nothing that could name several places. */

/** A key of an object, or the place of an element; from the end where it is negative. */
export type JsonStep = string | number

/** A path, or what is wrong with it and where, in characters from 0. */
export type JsonPath = { readonly steps: readonly JsonStep[] } | { readonly fault: string; readonly at: number }

/** A longer path is a mistake. */
const longest = 1000

/**
 * Reads a path: `$`, then any number of `.key`, `["key"]`, `['key']` and `[0]`; `[-1]` is the last element. In quotes a
 * backslash stands before a quote or a backslash only. That is what RFC 9535 calls a singular query, in linear time.
 *
 * @param text as configured
 */
export function readJsonPath(text: string): JsonPath {
  if (text.length > longest) return { fault: `a path has at most ${longest} characters`, at: longest }
  if (!text.startsWith('$')) return { fault: 'a path begins with $', at: 0 }
  const steps: JsonStep[] = []
  let at = 1
  while (at < text.length) {
    const step = text[at] === '.' ? readKey(text, at) : text[at] === '[' ? readBracket(text, at) : nothing(at)
    if ('fault' in step) return step
    steps.push(step.step)
    at = step.end
  }
  return { steps }
}

type Step = { readonly step: JsonStep; readonly end: number } | { readonly fault: string; readonly at: number }

const nothing = (at: number): Step => ({ fault: 'only .key and [ … ] may follow', at })

/** Signs by which a path could mean several places. */
const several = /^(?:\*|\?|:|,|\.)/

function isKeySign(sign: string): boolean {
  return !'.[]*?:,\'"()@$ \t\r\n'.includes(sign)
}

function readKey(text: string, dot: number): Step {
  let end = dot + 1
  while (end < text.length && isKeySign(text[end] ?? '')) end++
  if (end > dot + 1) return { step: text.slice(dot + 1, end), end }
  const sign = text[end] ?? ''
  return several.test(sign)
    ? { fault: `${sign} could name several places: name the one key or number`, at: end }
    : { fault: 'a key is missing; one with other signs is written ["like this"]', at: end }
}

function readBracket(text: string, open: number): Step {
  const sign = text[open + 1] ?? ''
  if (sign === '"' || sign === "'") return readQuoted(text, open, sign)
  let end = open + 1
  while (end < text.length && text[end] !== ']') end++
  if (end >= text.length) return { fault: '[ is not closed', at: open }
  const word = text.slice(open + 1, end)
  if (/^-?\d{1,9}$/.test(word)) return { step: Number(word), end: end + 1 }
  return /[*?:,]/.test(word)
    ? { fault: `[${word}] could name several places: name the one key or number`, at: open + 1 }
    : { fault: `[${word}] is no number; a key stands in quotes`, at: open + 1 }
}

function readQuoted(text: string, open: number, quote: string): Step {
  let key = ''
  let at = open + 2
  for (; at < text.length && text[at] !== quote; at++) {
    if (text[at] === '\\') {
      at++
      if (!['\\', '"', "'"].includes(text[at] ?? ''))
        return { fault: 'a backslash stands before a quote or a backslash only', at: at - 1 }
    }
    key += text[at] ?? ''
  }
  if (at >= text.length) return { fault: `${quote} is not closed`, at: open + 1 }
  return text[at + 1] === ']' ? { step: key, end: at + 2 } : { fault: '] is missing', at: at + 1 }
}
