/** Words of a template that nobody has replaced (MW516): `[Insert goal description]`, `TODO`, `{{name}}`, `YYYY-MM-DD`. */

const words: ReadonlySet<string> = new Set(
  (
    'todo|tbd|tba|tbc|fixme|xxx|yyyy-mm-dd|true/false|yes/no|to be defined|to be determined|to be decided|to be written|' +
    'insert here|placeholder|fill in|fill me in'
  ).split('|'),
)
const longestWord = Math.max(...[...words].map((it) => it.length)) + 1
const embedded = ['[descriptor]', '[insert ', '{{']

/** Whether a value is nothing but a placeholder, so that it says nothing. Linear. */
export function isPlaceholder(value: string): boolean {
  const text = withoutEmphasis(value.trim())
  if (text.startsWith('{{')) return true
  if (text.length <= longestWord) {
    const word = text.toLowerCase()
    if (words.has(word.endsWith('.') || word.endsWith(':') ? word.slice(0, -1) : word)) return true
  }
  return isBracketed(text) || isAngled(text)
}

/** `_To be defined_`; back-ticks and stars of a Markdown are no longer there. */
function withoutEmphasis(text: string): string {
  return text.length > 2 && text.startsWith('_') && text.endsWith('_') ? text.slice(1, -1).trim() : text
}

/** Elements of HTML that may have a name without a value: `<details open>`. */
const element = /^(?:audio|button|details|dialog|input|ol|option|script|select|textarea|video)\s/i

/** Whether one pair of angle brackets with several words in it, or with a word of these, is all of a text: `<describe step>`. */
function isAngled(text: string): boolean {
  if (!text.startsWith('<') || !text.endsWith('>')) return false
  const within = text.slice(1, -1).trim()
  if (words.has(within.toLowerCase())) return true
  return !/[<>=/"]/.test(within) && /^\p{L}[^\s]*\s+\S/u.test(within) && !element.test(within)
}

/** Words that say that something is still to be chosen, alone or before what there is to say of it: `TODO: choose one`. */
const open =
  /^(?:(?:todo|tbd|tba|tbc|fixme)(?:\s{0,9}[^\w\s][^]*)?|to be (?:chosen|decided|defined|determined)\.?|undecided|undefined|unknown|null)$/i
/** `<language>`, `{language}`, `${LANGUAGE}`. */
const framed = /^(?:<[^<>]+>|\$?\{[^{}]+\})$/

/**
 * Whether a value that has to be one thing says none: a placeholder, a choice that is still open (`desktop_app | web_app`), a
 * word for that, or signs alone (`?`, `...`). Linear.
 */
export function isUndecided(value: string): boolean {
  const text = value.trim()
  return (
    isPlaceholder(text) || open.test(text) || framed.test(text) || text.includes('|') || !/[\p{L}\p{N}]/u.test(text)
  )
}

/** `<action>`, `{action}`, `${ACTION}`: one name in a frame. Elements that only a page has are none. */
const name =
  /^(?:<(?!(?:a|article|aside|audio|b|body|br|button|canvas|code|details|dialog|div|em|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|li|main|meta|nav|ol|p|pre|script|select|span|strong|style|svg|table|tbody|td|textarea|th|thead|tr|u|ul|video)>)[\p{L}_][\p{L}\p{N}_-]*>|\$?\{[\p{L}_][\p{L}\p{N}_ -]*\})$/iu
/** `TODO: ...`, with nothing behind it that says anything. */
const openAlone = /^(?:todo|tbd|tba|tbc|fixme)(?![\p{L}\p{N}_])[^\p{L}\p{N}]*$/iu
const signs = /^(?:\.{2,}|…+|\?+|-+|[–—]|_{2,})$/

/** The same where a name in a frame is no value either, as in what is to be done or has to hold. Linear. */
export function isUnwritten(value: string): boolean {
  const text = value.trim()
  return isPlaceholder(text) || name.test(text) || openAlone.test(text)
}

/** The same where signs alone say nothing either (`...`, `???`, `-`), as in what is to be done. Linear. */
export function saysNothing(value: string): boolean {
  return isUnwritten(value) || signs.test(value.trim())
}

/** Whether a text begins by saying that it is still to be decided: `TODO: ask the mayor`, `TBD - by hand?`. */
export function isOpen(value: string): boolean {
  return /^(?:todo|tbd|tba|tbc|fixme)(?:\([^()\n]{0,40}\))?(?:\s{0,9}:|\s{1,9}[–—-]{1,3}\s)/i.test(value.trimStart())
}

/** Whether a placeholder that many files share stands within a text. */
export function holdsPlaceholder(text: string): boolean {
  const low = text.toLowerCase()
  return embedded.some((it) => low.includes(it))
}

/** Whether one pair of brackets with words in it, and no list of names in quotes, is all of a text. */
function isBracketed(text: string): boolean {
  if (!text.startsWith('[') || !text.endsWith(']')) return false
  const within = text.slice(1, -1)
  return !/["[\]]/.test(within) && /\p{L}[^]*\p{L}/u.test(within)
}
