/** Deviations that an agent writes into its output in the seed's form (seed 000 §4.3). */

import type { DeclaredDeviation } from '../run/outcome.ts'

/** More than this of one agent is noise. */
export const mostDeclared = 50
const longestField = 2000

/** A field's text, cut to a length that an event can hold. */
export function fieldText(text: string): string {
  return text.trim().slice(0, longestField)
}

const fields = [
  ['reason:', 'reason'],
  ['action taken:', 'action'],
  ['impact:', 'impact'],
] as const

/** A line without Markdown around it: bullets, quotes, emphasis and back-ticks. */
function bare(line: string): string {
  let at = 0
  let end = line.length
  while (at < end && ' \t>*-_`#'.includes(line[at] ?? '')) at++
  while (end > at && ' \t\r*'.includes(line[end - 1] ?? '')) end--
  return line.slice(at, end)
}

/**
 * Finds `[DEVIATION] ID: text` with the lines `Reason:`, `Action taken:` and `Impact:` that follow it.
 *
 * @param text what the agent wrote
 * @param brief what it was told: many print it first, and the form in which to write stands there
 * @returns in the order of the text, at most 50; fields that are missing are empty
 */
export function readDeclared(text: string, brief: string): readonly DeclaredDeviation[] {
  const told = new Set(entriesIn(brief).map((it) => it.what))
  return entriesIn(text)
    .filter((it) => !told.has(it.what))
    .slice(0, mostDeclared)
}

function entriesIn(text: string): readonly DeclaredDeviation[] {
  const found: { what: string; reason: string; action: string; impact: string }[] = []
  let open = false
  for (const written of text.split('\n')) {
    const line = bare(written.length > 8000 ? written.slice(0, 8000) : written)
    if (line.startsWith('[DEVIATION]')) {
      if (found.length === 2 * mostDeclared) break
      const rest = line.slice('[DEVIATION]'.length).replace(/^[*_`\s]+/, '')
      const colon = rest.indexOf(':')
      // The id before the colon is our own name for the task; a sentence there belongs to the description.
      const named = colon > 0 && colon <= 40 && !rest.slice(0, colon).includes(' ')
      found.push({ what: fieldText(named ? rest.slice(colon + 1) : rest), reason: '', action: '', impact: '' })
      open = true
      continue
    }
    const last = found.at(-1)
    if (!open || last === undefined) continue
    const low = line.toLowerCase()
    const field = fields.find(([start]) => low.startsWith(start))
    if (field !== undefined) last[field[1]] = fieldText(line.slice(field[0].length).replace(/^[*_`\s]+/, ''))
    else if (line !== '') open = false
  }
  return found.filter((it) => it.what !== '')
}
