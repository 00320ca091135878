/** What stands behind the name of an MCP server: how it is installed, and what it is for. */

export interface Remark {
  readonly install: string | null
  /** The other words; null where there are none. */
  readonly words: string | null
}

const program =
  /^(?:sudo\s+)?(?:npm|npx|pnpm|yarn|bunx?|deno|pip3?|pipx|uvx?|python3? -m pip|brew|cargo|go|gem|docker|podman|apt|apt-get|dnf|pacman|winget|choco|scoop|dotnet|git clone|curl|claude mcp|code --\S+)\s+\S/i
/** Words before a command that only say what it is. */
const label = /(?:^|[\s(;,.–—-])(?:install(?:ed|ation)?(?: command)?)(?: (?:with|by|via|using|it with))?\s*:?\s*$/i
const longest = 1_000

/** @param remark without blanks at its ends: `` `npm i -g mcp-postgres` (for the tables) `` */
export function readRemark(remark: string): Remark {
  const spans = [...remark.slice(0, longest).matchAll(/`([^`]+)`/g)]
  const alone = spans.length === 1 && wordsOf(remark.replace(spans[0]?.[0] ?? '', '')) === null
  for (const { 0: whole, 1: said = '', index } of spans) {
    const before = remark.slice(0, index)
    const isNamed = label.test(before) || alone
    if (!program.test(said.trim()) && !(isNamed && /\S\s+\S/.test(said))) continue
    return { install: said.trim(), words: wordsOf(before.replace(label, '') + remark.slice(index + whole.length)) }
  }
  // Without back-ticks nobody knows where a command ends, but for one that is all there is.
  const bare = remark.replace(/^[\s:–—-]+/, '').replace(/^install(?:ation)?(?: command)?(?: with)?\s*:?\s+/i, '')
  if (spans.length === 0 && program.test(bare) && /\s(?:i|install|add|get|pull|run|-y|-g)\s/.test(bare))
    return { install: bare, words: null }
  return { install: null, words: remark === '' ? null : remark }
}

/** What is left without signs at both ends; null where no word is. */
function wordsOf(text: string): string | null {
  const words = text
    .replace(/\(\s*\)/g, ' ')
    .replace(/^[\s:;,.–—-]+/, '')
    .replace(/[\s:;,–—-]+$/, '')
  return /[\p{L}\p{N}]/u.test(words) ? words.replaceAll(/\s{2,}/g, ' ') : null
}
