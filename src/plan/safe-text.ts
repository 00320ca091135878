/** Text of plans, agents and tools made safe to show: nothing that steers a terminal, hides or reorders (RELIABILITY 3.8, S10). */

/**
 * What is not shown as it is: everything outside the printable code points (controls, format characters such as bidi
 * overrides, zero-width and tag characters, halves of characters, private and unassigned ones), and the two Unicode line
 * separators. A single class, so that matching is linear.
 */
const unprintable = /[\p{C}\u2028\u2029]/gu

/** What is looked at with it: Unicode's tables take ten times as long as all that is plain anyway [M]. */
const beyondPlain = /[^\n\t\x20-\x7e]+/g

/** A text of several lines with each character that is not shown as `as` says; line feeds and tabs stay. */
function replaceUnprintable(text: string, as: (character: string) => string): string {
  return text.replace(beyondPlain, (run) => run.replace(unprintable, as))
}

function spelledOut(character: string): string {
  const code = character.codePointAt(0) ?? 0
  const hex = code.toString(16)
  if (code < 0x100) return `\\x${hex.padStart(2, '0')}`
  return code < 0x10000 ? `\\u${hex.padStart(4, '0')}` : `\\u{${hex}}`
}

/**
 * Text of several lines: printable code points, line feeds and tabs stay, all else is spelled out (`\x1b`, `\u202e`,
 * `\u{e0041}`). A carriage return before a line feed is part of the line end and goes.
 */
export function safeText(text: string): string {
  return replaceUnprintable(text.replaceAll('\r\n', '\n'), spelledOut)
}

/** Text that has to stay in one line: as `safeText`, with line feeds and tabs spelled out too. */
export function safeLine(text: string): string {
  return text.replace(unprintable, spelledOut)
}

/** The message of a workflow command (`::error ...::message`): safe, on one line, `%` and line feeds escaped as the format asks. */
export function safeAnnotation(text: string): string {
  return safeText(text).replaceAll('%', '%25').replaceAll('\n', '%0A')
}

/** A property of a workflow command (`file=`, `title=`): as `safeAnnotation`, and free of what separates properties. */
export function safeAnnotationProperty(text: string): string {
  return safeLine(text).replaceAll('%', '%25').replaceAll(':', '%3A').replaceAll(',', '%2C')
}

/** JSON of a value, in which characters that are not printable are written as escapes: same value, safe to show. */
export function safeJson(value: unknown, indent = 2): string {
  return replaceUnprintable(JSON.stringify(value, null, indent), (it) =>
    it
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  )
}
