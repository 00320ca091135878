/** What keeps a goal from being reached, for people: what is missing first, and what nobody has judged by its reasons (seed 004 §6.4). */

import { quoted } from '../../plan/one-line.ts'
import { unverifiedText } from '../../run/completion/verify-completion.ts'
import type { CompletionJson } from './completion-json.ts'

export interface Unjudged {
  readonly what: string
  readonly why: string
}

/** Of the fields of the progress file. */
export function unjudgedIn({
  unjudged = [],
}: {
  readonly unjudged?: CompletionJson['unjudged'] | undefined
}): readonly Unjudged[] {
  return unjudged.map(({ criterion: what, reason: why }) => ({ what, why }))
}

/** More with one reason are told together. */
const mostAlone = 2
const longestName = 120

/** Gaps that somebody has seen. @param unjudged those of which nobody can tell */
export function gapsSeen(gaps: readonly string[], unjudged: readonly Unjudged[]): readonly string[] {
  const open = new Set(unjudged.map(unverifiedText))
  return gaps.filter((it) => !open.has(it))
}

/** All gaps, a line each; of those that nobody has judged, one for each reason that several have. */
export function gapLines(gaps: readonly string[], unjudged: readonly Unjudged[]): readonly string[] {
  const byReason = new Map<string, Unjudged[]>()
  for (const it of unjudged) {
    const known = byReason.get(it.why)
    if (known === undefined) byReason.set(it.why, [it])
    else known.push(it)
  }
  const open = [...byReason].flatMap(([why, all]) =>
    all.length > mostAlone
      ? [
          unverifiedText({
            what: `${all.length} criteria, the first of them ${quoted((all[0]?.what ?? '').slice(0, longestName))}`,
            why,
          }),
        ]
      : all.map(unverifiedText),
  )
  return [...gapsSeen(gaps, unjudged), ...open]
}
