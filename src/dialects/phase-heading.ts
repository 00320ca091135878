/** The text of a heading as a phase: number, name and status label, in the spellings that people use. */

/** The name and the status label of a heading. */
export interface Named {
  readonly title: string
  /** The status behind the name, and where it begins in the heading's text. */
  readonly label: { readonly text: string; readonly at: number } | null
}

export interface PhaseHeading extends Named {
  readonly number: string
  /** Whether it is spelled as no other tool reads it: in emphasis, behind a sign, without its blank or its colon (MW122). */
  readonly odd: boolean
  /** Whether a colon or a dash sets the name apart, or there is none: prose has blanks there. */
  readonly apart: boolean
}

/** Signs that may stand before the word: emphasis, pictures, arrows; no letter, no number. */
const before = /^(?:\d{1,3}[.)][ \t])?[^\p{L}\p{N}]{0,12}/u
const word = /^phases?/i
/** A number, `06.5`, `6a`, or a range of numbers. */
const numbers = /^(\d+(?:\.\d+|[a-z](?![\p{L}\p{N}]))?(?:[-–]\d+(?:\.\d+)?)?)/iu

/**
 * Reads the text of a heading as a phase: `Phase 06: Implementation -- PENDING`, `Phase 00-04: Analysis`. Null where it
 * is no phase. The number is kept as written; a colon or a dash sets the name apart (FORMATS section 2, grammar).
 */
export function readPhase(text: string): PhaseHeading | null {
  const sign = before.exec(text)?.[0] ?? ''
  let at = sign.length
  const name = word.exec(text.slice(at, at + 6))?.[0]
  if (name === undefined) return null
  at += name.length
  const gap = /^[ \t\u00a0_*`#-]{0,6}/.exec(text.slice(at, at + 6))?.[0] ?? ''
  const number = numbers.exec(text.slice(at + gap.length, at + gap.length + 40))?.[1]
  // `phases` are prose, unless it is a range of them.
  if (number === undefined || (name.length > 5 && !/[-–]/.test(number))) return null
  at += gap.length + number.length
  const closing = /^[*_`]{0,3}/.exec(text.slice(at, at + 3))?.[0] ?? ''
  at += closing.length
  const rest = text.slice(at)
  const next = rest.slice(0, 1)
  // `06.5`, `6th`, `06%` are something else.
  if (closing === '' && next !== '' && !/[:：.\s,)|/–—-]/.test(next)) return null
  const usual = next === '' || next === ':' || next === '.' || next === ' ' || next === '\t'
  if (/[:：.,)|]/.test(next)) at += 1
  // The end of an emphasis that opens before the word.
  const emphasis = /[*_`~]{1,3}$/.exec(sign)?.[0] ?? ''
  const { title, label } = readLabel(withoutEnd(text, emphasis), at)
  return {
    number,
    title: withoutDash(withoutEnd(title, emphasis)),
    label,
    odd: sign !== '' || closing !== '' || name.length > 5 || !usual || !/^[ \t]+$/.test(gap),
    apart: !/^[ \t]+[\p{L}\p{N}]/u.test(rest),
  }
}

/** A section's name and the status label behind it, from `from` on; comments are none of it. */
export function readLabel(whole: string, from = 0): Named {
  const text = withBlankComments(whole)
  const plain = (start: number, end: number): string => {
    const part = text.slice(start, end).trim()
    return text === whole ? part : part.replace(/ {2,}/g, ' ')
  }
  const double = text.lastIndexOf(' --')
  const dash = text.lastIndexOf(' — ')
  const at = Math.max(double, dash)
  if (at >= from) {
    const label = text.slice(at + 3).trim()
    // An em dash stands in many names; only a word in capitals behind it is a label.
    if (label !== '' && (double > dash || isShouted(label)))
      return { title: plain(from, at), label: { text: label, at: text.indexOf(label, at + 3) } }
    if (double > dash && label === '') return { title: plain(from, at), label: null }
  }
  return { title: plain(from, text.length), label: null }
}

/** The text with blanks where comments stand, so that everything keeps its place. */
function withBlankComments(text: string): string {
  const parts: string[] = []
  let at = 0
  for (let open = text.indexOf('<!--'); open >= 0; open = text.indexOf('<!--', at)) {
    const close = text.indexOf('-->', open + 4)
    if (close < 0) break
    parts.push(text.slice(at, open), ' '.repeat(close + 3 - open))
    at = close + 3
  }
  return at === 0 ? text : parts.join('') + text.slice(at)
}

function withoutEnd(text: string, end: string): string {
  return end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text
}

function isShouted(label: string): boolean {
  const first = label.split(' ', 1)[0] ?? ''
  return first.length > 1 && first === first.toUpperCase() && first !== first.toLowerCase()
}

function withoutDash(title: string): string {
  for (const dash of ['-- ', '- ', '— ', '– ', '-', '—', '–'])
    if (title.startsWith(dash)) return title.slice(dash.length).trim()
  return title
}
