/** Whether two texts of a spec say the same, but for white space, case and the dot at their end. */
export function sameWords(a: string, b: string): boolean {
  return plain(a) === plain(b)
}

function plain(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ').replace(/[.!]$/, '').toLowerCase()
}
