/** Whether a text of others, put into a brief as it is, would take in what stands behind it. */

/** HTML that goes on until its own end, and not to the next blank line. */
const blocks = [
  [/^<!--/, /-->/],
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
] as const

interface Fence {
  readonly sign: string
  readonly length: number
  /** Where the text of the list entry begins that it stands in: a line before that ends it. */
  readonly inset: number
}

/**
 * Whether a code fence, or a block of HTML, is opened in Markdown and not closed. A fence in a list or in a quotation ends with
 * that. In linear time.
 */
export function leavesOpen(text: string): boolean {
  const insets: number[] = []
  let fence: Fence | null = null
  let html: RegExp | null = null
  for (const line of text.split('\n')) {
    const { indent, rest } = cutIndent(line)
    if (rest === '') continue
    if (fence !== null && indent >= fence.inset) {
      if (indent - fence.inset < 4 && closes(rest, fence)) fence = null
      continue
    }
    fence = null
    if (html !== null) {
      if (html.test(rest)) html = null
      continue
    }
    while (indent < (insets.at(-1) ?? 0)) insets.pop()
    const own = withoutMarks(rest, indent, insets)
    const inset = insets.at(-1) ?? 0
    if (own.indent - inset >= 4 || own.rest.startsWith('>')) continue
    fence = fenceIn(own.rest, inset)
    const block = blocks.find(([begin]) => begin.test(own.rest))
    if (inset === 0 && block !== undefined && !block[1].test(own.rest.slice(4))) html = block[1]
  }
  return fence?.inset === 0 || html !== null
}

function cutIndent(line: string): { readonly indent: number; readonly rest: string } {
  let indent = 0
  let at = 0
  for (; line[at] === ' ' || line[at] === '\t'; at += 1) indent += line[at] === '\t' ? 4 - (indent % 4) : 1
  return { indent, rest: line.slice(at).trimEnd() }
}

const mark = /^(?:[-*+]|\d{1,9}[.)])(?=[ \t])/

/** What stands behind the marks of list entries; of each the place where its text begins is put on `insets`. */
function withoutMarks(
  line: string,
  from: number,
  insets: number[],
): { readonly indent: number; readonly rest: string } {
  let [indent, rest] = [from, line]
  for (let depth = 0; depth < 32; depth += 1) {
    const found = indent - (insets.at(-1) ?? 0) < 4 ? mark.exec(rest)?.[0] : undefined
    if (found === undefined) break
    const behind = cutIndent(rest.slice(found.length))
    indent += found.length + behind.indent
    rest = behind.rest
    insets.push(indent)
  }
  return { indent, rest }
}

function fenceIn(line: string, inset: number): Fence | null {
  const signs = /^(?:`{3,}|~{3,})/.exec(line)?.[0]
  const sign = signs?.[0]
  if (signs === undefined || sign === undefined) return null
  // Back-ticks behind back-ticks are code within a line.
  if (sign === '`' && line.slice(signs.length).includes('`')) return null
  return { sign, length: signs.length, inset }
}

function closes(line: string, { sign, length }: Fence): boolean {
  return line.length >= length && line === sign.repeat(line.length)
}
