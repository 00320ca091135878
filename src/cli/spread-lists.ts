/** Options that take several words: `--only T1 T2 tasks.md` is two tasks and a plan, as people mean it. */

import { existsSync } from 'node:fs'
import path from 'node:path'

/**
 * Gives each word behind a list option a flag of its own, and leaves the plan to stand for itself: the last word behind
 * such an option is no value when it looks like a path, or is there as a file and does not look like an id.
 *
 * @param words of the call
 * @param flags long names of the options that take several words
 * @param cwd absolute path of the folder that file names are relative to
 */
export function spreadLists(words: readonly string[], flags: readonly string[], cwd: string): readonly string[] {
  const spread: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (word === '--') return [...spread, ...words.slice(at)]
    if (!flags.includes(word)) {
      spread.push(word)
      continue
    }
    let end = at + 1
    while (end < words.length && words[end]?.startsWith('-') === false) end += 1
    const values = words.slice(at + 1, end)
    const last = values.at(-1)
    const plan = last !== undefined && values.length > 1 && isPlan(last, cwd) ? values.splice(-1) : []
    if (values.length === 0) spread.push(word)
    spread.push(...values.flatMap((value) => [word, value]), ...plan)
    at = end - 1
  }
  return spread
}

/** The values of one word: commas stand between them. */
export function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((it) => it.trim())
    .filter((it) => it !== '')
}

/** Whether a word can only be the name of a file or folder. */
export function looksLikeFile(word: string): boolean {
  return /^\.{1,2}$|\.(?:md|markdown|json|ya?ml|toml|txt)$/i.test(word)
}

const looksLikeId = /^[A-Za-z]{0,12}[-_]?\d+(?:[.-]\d+)*[A-Za-z]?(?:,|$)/

function isPlan(word: string, cwd: string): boolean {
  return looksLikeFile(word) || /[/\\]/.test(word) || (existsSync(path.resolve(cwd, word)) && !looksLikeId.test(word))
}
