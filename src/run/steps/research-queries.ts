/** What is looked up before a task, made from what the plan says of it by one rule: the same task always asks the same. */

import { oneLine } from '../../plan/one-line.ts'
import type { TaskSpec } from '../../plan/model.ts'

/** So many at most, and so long at most: what a search takes. */
const mostQueries = 3
const longestQuery = 160
const mostAddresses = 5
const longestAddress = 500

/**
 * The title; the title with the first sentence of the description; the title with what the steps are to bring, one after the
 * other: the first three that are not the same. Source: seed 004 §2.1a ("review task description and expected outcomes").
 */
export function researchQueries({
  title,
  description,
  steps,
}: Pick<TaskSpec, 'title' | 'description' | 'steps'>): readonly string[] {
  const behind = [firstSentence(description ?? ''), ...steps.map(({ expected }) => firstSentence(expected ?? ''))]
  const all = [title, ...behind.filter((it) => it !== '').map((it) => `${title}: ${it}`)].map(asQuery)
  return [...new Set(all)].filter((it) => it !== '').slice(0, mostQueries)
}

/** Addresses that the plan names in a task: what its documentation is looked up by, where there are any. */
export function namedAddresses({
  title,
  description,
  steps,
}: Pick<TaskSpec, 'title' | 'description' | 'steps'>): readonly string[] {
  const texts = [title, description ?? '', ...steps.flatMap((it) => [it.title, it.expected ?? ''])]
  const methods = steps.flatMap((it) => it.methods.map(({ instruction }) => instruction))
  return addressesIn([...texts, ...methods].join('\n'), mostAddresses)
}

/** What ends an address of the web in a text. */
const ends = ' \t\r\n<>"\'`|\\^{}()[]'
/** What does not belong to an address at its end. */
const trailing = '.,;:!?*_'

/**
 * Addresses of the web in a text, each once and in its order.
 * @param most so many at most
 */
export function addressesIn(text: string, most: number): readonly string[] {
  const found = new Set<string>()
  let end = 0
  for (let at = text.indexOf('http'); at >= 0 && found.size < most; at = text.indexOf('http', Math.max(end, at + 4))) {
    if (!text.startsWith('http://', at) && !text.startsWith('https://', at)) continue
    end = at
    while (end < text.length && end - at < longestAddress && !ends.includes(text.charAt(end))) end += 1
    while (end > at && trailing.includes(text.charAt(end - 1))) end -= 1
    const address = oneLine(text.slice(at, end))
    if (address.length > 'https://'.length) found.add(address)
  }
  return [...found]
}

/** Up to the end of the first sentence, or of the first line. */
function firstSentence(text: string): string {
  const line =
    text
      .trim()
      .slice(0, 4 * longestQuery)
      .split('\n')[0] ?? ''
  const end = line.indexOf('. ')
  return (end < 0 ? line : line.slice(0, end)).trim()
}

/** On one line, without marks of Markdown, cut behind a word. */
function asQuery(text: string): string {
  const line = oneLine(text.slice(0, 4 * longestQuery).replaceAll(/[*`#]/g, '')).trim()
  if (line.length <= longestQuery) return line
  const cut = line.slice(0, longestQuery)
  const space = cut.lastIndexOf(' ')
  return (space > 0 ? cut.slice(0, space) : cut).trim()
}
