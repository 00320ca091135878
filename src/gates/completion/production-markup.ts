/** Which text of a page is a program, and which is for people. */

export interface MarkupLine {
  /** Scripts, and tags with what they are given. */
  readonly source: string
  /** Both together, as written. */
  readonly all: string
}

const tags = /<[^<>]{1,2000}>/g

/** The lines of a page. A script goes from its tag to where it is closed; a line in which one begins or ends is source. */
export function linesOfMarkup(text: string): readonly MarkupLine[] {
  let isScript = false
  return text.split('\n').map((all) => {
    const lower = all.toLowerCase()
    const begins = lower.lastIndexOf('<script')
    const ends = lower.lastIndexOf('</script')
    const isSource = isScript || begins >= 0
    if (begins !== ends) isScript = begins > ends
    return { source: isSource ? all : (all.match(tags) ?? []).join(' '), all }
  })
}
