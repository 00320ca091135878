/** Which findings of a plan's audit are about a task (seed 003 §1): told by the words that both use. */

import type { AuditItem, TaskSpec } from '../plan/model.ts'

/** More of an audit is not looked at, and more of it is not told. */
const most = { items: 2_000, matches: 5, words: 4_000 } as const

/** Words that name no part of anything. */
const empty: ReadonlySet<string> = new Set(
  'src lib libs source sources include includes test tests docs doc path file files main index core module modules the and for with'.split(
    ' ',
  ),
)

/** ASCII words, split where their case changes, and runs of other letters: `PyAbacus/io.cpp` is py, abacus, io, cpp. */
function wordsIn(text: string): readonly string[] {
  const found = text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[\u0080-\uffff]+/g) ?? []
  return found.slice(0, most.words).map((it) => it.toLowerCase())
}

/** All that is looked up in texts: their words, and what stands together in them. Where no blanks part words, a part will do. */
function lookUp(texts: readonly string[]): (word: string) => boolean {
  const words = new Set<string>()
  const low = texts.join('\n').toLowerCase()
  for (const text of texts) for (const word of wordsIn(text)) words.add(word)
  for (const whole of low.match(/[a-z0-9_]+/g) ?? []) words.add(whole)
  return (word) => words.has(word) || (/[\u0080-\uffff]/.test(word) && low.includes(word))
}

/**
 * How much of a component's name stands in each part of a task. A whole name counts more than its parts, and of these at least
 * half has to be there: one word of three is chance.
 */
function scoreOf(
  { component }: AuditItem,
  parts: readonly { readonly has: (word: string) => boolean; readonly weight: number }[],
): number {
  const whole = component.trim().toLowerCase()
  const words = [...new Set(wordsIn(component))].filter((it) => it.length > 1 && !empty.has(it))
  let score = 0
  for (const { has, weight } of parts) {
    if (whole.length > 1 && !empty.has(whole) && has(whole)) score += 2 * weight
    else {
      const found = words.filter(has).length
      if (found > 0 && 2 * found >= words.length) score += (weight * found) / words.length
    }
  }
  return score
}

/**
 * The findings of an audit that are about a task, the closest first.
 *
 * A component is known by its name in the paths of the task's files, in its title, or in its description and criteria, in
 * this order of weight. A name that is only made of words such as `core` or `src` is in everything, and matches nothing.
 *
 * @returns at most five; of equals those that the plan names first
 */
export function auditMatches(
  { title, description, files, criteria = [] }: Pick<TaskSpec, 'title' | 'description' | 'files' | 'criteria'>,
  audit: readonly AuditItem[],
): readonly AuditItem[] {
  if (audit.length === 0) return []
  const paths = files.flatMap((file) => (file.to === null ? [file.path] : [file.path, file.to]))
  const parts = [
    { has: lookUp(paths), weight: 4 },
    { has: lookUp([title]), weight: 3 },
    { has: lookUp([description ?? '', ...criteria]), weight: 2 },
  ]
  return audit
    .slice(0, most.items)
    .map((item, at) => ({ item, at, score: scoreOf(item, parts) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at)
    .slice(0, most.matches)
    .map(({ item }) => item)
}
