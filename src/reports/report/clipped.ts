/** Texts of any length for a page that people read. */

/** Longer than that nobody reads it here. */
const longest = 4000

/** The beginning of a text that is long. */
export function clipped(text: string, most = longest): string {
  if (text.length <= most) return text
  // No half of a pair is left at the end.
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most
  return `${text.slice(0, end)}…`
}
