/** Paths that a text names: in back-ticks, or words with a slash or a known ending. They are inferred and never widen what may be written. */

import { classifyPath } from '../../plan/path-safety.ts'

/** Longer texts name more than anybody compares. */
const most = 20

/** What ends like a file and begins like one. */
const fileLike = /^[\w@.][\w@./-]*\.[A-Za-z][A-Za-z0-9]{0,5}$/
const folderLike = /^[\w@.-]+(?:\/[\w@.-]+)*\/$/

/**
 * @param text words of a person
 * @returns safe relative paths, each once, in the order of the text
 */
export function pathsIn(text: string): readonly string[] {
  const quoted = [...text.matchAll(/`([^`\n]{1,200})`/g)].map(([, inner = '']) => inner.trim())
  const bare = text.replaceAll(/`[^`\n]{1,200}`/g, ' ').split(/[\s,;()'"]+/)
  const found = new Set<string>()
  for (const word of [...quoted, ...bare.map((it) => it.replace(/[.:!?]+$/, ''))]) {
    if (word.length > 200 || (!fileLike.test(word) && !folderLike.test(word))) continue
    // Versions and names of things are no files: `v1.2`, `e.g`, `Node.js`.
    if (!word.includes('/') && !quoted.includes(word) && !knownEnding.test(word)) continue
    const verdict = classifyPath(word)
    if (verdict.kind === 'safe') found.add(verdict.path)
    if (found.size >= most) break
  }
  return [...found]
}

const knownEnding =
  /\.(?:csv|json|jsonl|toml|ya?ml|md|txt|html?|css|pdf|png|svg|sql|sh|py|tsx?|jsx|mjs|cjs|go|rs|java|c|h|cc|cpp|hpp|rb|php|xml|ipynb|exe|zip|whl|lock|log|cfg|ini)$/i
