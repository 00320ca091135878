/** What is told of a task, a step, a backup or a SPECLet beside what has a meaning of its own: nothing of it is lost, and nothing is said twice. */

import type { Text } from '../../plan/draft.ts'
import type { Sides } from './merge.ts'
import { holdsWords, plainWords } from './same-words.ts'

/** Something that both files may tell, each in its own words. */
type Part<What> = readonly [name: string, text: (it: What) => Text | null]

/**
 * A paragraph for each of these: what the Markdown says in other words than the parameters, which count, and the notes of both.
 * @param of.main what is told of it anyhow
 * @param of.parts what of the Markdown the parameters may stand in place of
 */
export function toldBesides<What extends { readonly notes: readonly Text[] }>(
  { markdown, parameters }: Sides<What>,
  of: { readonly main: readonly (Text | null)[]; readonly parts: readonly Part<What>[] },
): readonly string[] {
  const told: string[] = []
  const main = of.main.flatMap((it) => (it === null ? [] : it.text))
  const known = new Set<string>()
  if (markdown !== null && parameters !== null)
    for (const [name, text] of of.parts) {
      const words = text(markdown)?.text.trim() ?? ''
      if (words === '' || main.some((it) => holdsWords(it, words))) continue
      main.push(words)
      told.push(`${name} in the Markdown: ${words}`)
    }
  for (const { text } of [...(markdown?.notes ?? []), ...(parameters?.notes ?? [])]) {
    if (known.has(plainWords(text))) continue
    known.add(plainWords(text))
    told.push(text.trim())
  }
  return told
}
