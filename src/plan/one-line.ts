/** Text from elsewhere made fit to stand on one line of a plan: it can add no line, no hidden text and no comment. */

const longest = 2000

/**
 * One line of plain text out of any text: white space and line ends become one space, control and invisible characters
 * are shown as `\x1b` or `\u202e`, what opens or closes a comment is broken, and at most 2,000 characters are kept.
 * Empty where nothing is left. The same text always gives the same line, and a line made here comes back unchanged.
 */
export function oneLine(text: string): string {
  let line = ''
  let gap = false
  for (const character of text) {
    if (isSpace(character)) {
      gap = line !== ''
      continue
    }
    // Behind a comment that opens here the rest of the plan would no longer be read; one that closes here takes in all
    // lines above it, up to a `<!--` that was read as text before (FORMATS R8).
    if (character === '!' && line.endsWith('<')) gap = true
    if (character === '>' && (line.endsWith('--') || line.endsWith('--!'))) gap = true
    const shown = isHidden(character) ? escaped(character) : character
    if (line.length + shown.length + (gap ? 1 : 0) > longest) return `${line.trimEnd()}…`
    line += gap ? ` ${shown}` : shown
    gap = false
  }
  return line
}

const longestQuoted = 120

/** Text as a message cites it: one line, in quotes, its end cut off where it is long. */
export function quoted(text: string): string {
  const characters = Array.from(oneLine(text))
  const isLong = characters.length > longestQuoted
  return `"${isLong ? `${characters.slice(0, longestQuoted).join('')}…` : characters.join('')}"`
}

function isSpace(character: string): boolean {
  return character.trim() === '' && character !== '\ufeff'
}

/** Control characters, invisible and direction-changing ones, tags and halves of pairs (RELIABILITY 3.8). */
function isHidden(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  return (
    code < 0x20 ||
    (code >= 0x7f && code <= 0x9f) ||
    code === 0xad ||
    code === 0x61c ||
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x206f) ||
    code === 0xfeff ||
    (code >= 0xd800 && code <= 0xdfff) ||
    (code >= 0xe0000 && code <= 0xe007f)
  )
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, '0')}`
  return code <= 0xffff ? `\\u${code.toString(16).padStart(4, '0')}` : `\\u{${code.toString(16)}}`
}

/** Text of several lines as a plan may keep it: what nobody would see in it is shown as `\x1b` or `\u202e`. */
export function shownText(text: string): string {
  let shown = ''
  for (const character of text.replaceAll(/\r\n?/g, '\n'))
    shown += character !== '\n' && character !== '\t' && isHidden(character) ? escaped(character) : character
  return shown
}
