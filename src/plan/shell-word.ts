/** A path or name as it can be typed into a shell, for the calls that messages suggest. */

/** The text itself where a shell takes it as one plain word, else in quotes. Control characters are left to the output. */
export function shellWord(text: string): string {
  if (/^[\p{L}\p{N}_./@%+=:,-]+$/u.test(text)) return text
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`
}
