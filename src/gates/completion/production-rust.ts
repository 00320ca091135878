/** Tests of Rust stand within the files that they are about: what stands in them is no part of the product. */

/** What is compiled for tests alone. `not(test)` and `any(test, …)` are not. */
const forTests =
  /#\[\s{0,8}(?:cfg\s{0,8}\(\s{0,8}(?:test|all\((?:[^()\]]{0,200},)?\s{0,20}test\s{0,20}[,)][^\]]{0,200})\s{0,8}\)|(?:\w{1,40}::){0,3}test(?:\([^\]]{0,200}\))?)\s{0,8}\]/g

/** More attributes of what has no end of its own are looked at no further. */
const mostFields = 20

/** The text with blanks for all items that are for tests; its lines stay where they are. */
export function withoutRustTests(text: string): string {
  let found = ''
  let done = 0
  let fields = 0
  for (const match of text.matchAll(forTests)) {
    if (match.index < done || isWithinWords(text, match.index)) continue
    const end = endOfItem(text, match.index + match[0].length)
    if (end === 'text') break
    if (end === 'parent') {
      fields += 1
      if (fields > mostFields) break
      continue
    }
    found += text.slice(done, match.index) + text.slice(match.index, end).replaceAll(/[^\n]/g, ' ')
    done = end
  }
  return found + text.slice(done)
}

/** Whether a comment or a text begins before a place of its line. */
function isWithinWords(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 400), at)
  return /\/\/|"/.test(before.slice(before.lastIndexOf('\n') + 1))
}

const token = /\/\/|\/\*|\b[bc]?r#{0,20}"|"|'|[()[\]{};]/g
const character = /(?:[^'\\\n]|\\(?:u\{[^}\n]{1,10}\}|x..|[^\n]))'/y

/**
 * Where an item ends: behind its `;`, or behind the brace that closes it. `parent`: what it stands in ends first, as of a field;
 * `text`: nothing ends.
 */
function endOfItem(text: string, from: number): number | 'parent' | 'text' {
  let depth = 0
  token.lastIndex = from
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    const [sign] = match
    const behind = behindWords(text, sign, token.lastIndex)
    if (behind === null) return 'text'
    token.lastIndex = behind
    if ('([{'.includes(sign)) depth += 1
    if (!')]}'.includes(sign)) {
      if (sign === ';' && depth === 0) return behind
      continue
    }
    depth -= 1
    if (depth < 0) return 'parent'
    if (depth === 0 && sign === '}') return behind
  }
  return 'text'
}

/** Behind the comment, the text or the character that a sign begins, whatever stands in it; null where that never ends. */
function behindWords(text: string, sign: string, from: number): number | null {
  const behind = (closing: string): number | null => {
    const at = text.indexOf(closing, from)
    return at < 0 ? null : at + closing.length
  }
  if (sign === '//') return behind('\n')
  if (sign === '/*') return behind('*/')
  if (sign === "'") {
    character.lastIndex = from
    // Else it is a lifetime.
    return character.test(text) ? character.lastIndex : from
  }
  if (sign.length > 1) return behind(`"${'#'.repeat(sign.split('#').length - 1)}`)
  if (sign !== '"') return from
  for (let at = from; at < text.length; at += text[at] === '\\' ? 2 : 1) if (text[at] === '"') return at + 1
  return null
}
