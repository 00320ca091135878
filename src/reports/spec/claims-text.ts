/** What another tool's progress file says, in one line for people: numbers, and what does not go with the plan. */

import { oneLine } from '../../plan/one-line.ts'
import type { Claimed, ClaimedState, ProgressClaims } from '../../plan/progress-claims.ts'

/** Names that are listed before the rest is counted. */
const mostNamed = 5
/** States beside `done`, in the order in which they are told. */
const others: readonly (readonly [ClaimedState, string])[] = [
  ['partial', 'partly done'],
  ['failed', 'failed'],
  ['pending', 'open'],
]

/** From `it says …` on, without a full stop. Fit for one line. */
export function claimsText({ fault, whole, tasks, speclets, unknown, untold }: ProgressClaims): string {
  if (fault !== null) return `nothing of it can be read: ${oneLine(fault)}`
  const count = tasks.length + untold.length
  const says = [
    ...(tasks.length === 0 ? [] : [`${doneOf(tasks, count)} tasks are done${othersOf(tasks)}`]),
    ...(speclets.length === 0 ? [] : [`${doneOf(speclets, speclets.length)} SPECLets are done${othersOf(speclets)}`]),
  ]
  const told = says.length > 0 ? `it says that ${says.join(', and ')}` : `it says nothing of the plan's tasks`
  const calls = whole?.word == null || says.length > 0 ? '' : `, and calls the whole "${oneLine(whole.word)}"`
  const missing = untold.length === 0 || tasks.length === 0 ? '' : `; nothing of ${namesOf(untold)}`
  const strange = unknown.length === 0 ? '' : `; it names ${namesOf(unknown)}, which the plan does not have`
  return `${told}${calls}${missing}${strange} (claims of another tool: nothing is skipped for them)`
}

function doneOf(claims: readonly Claimed[], of: number): string {
  return `${claims.filter(({ state }) => state === 'done').length} of ${of}`
}

function othersOf(claims: readonly Claimed[]): string {
  const counted = others.flatMap(([state, word]) => {
    const count = claims.filter((it) => it.state === state).length
    return count === 0 ? [] : [`${count} ${word}`]
  })
  const unread = claims.filter(({ state }) => state === 'unknown')
  const words = [...new Set(unread.flatMap(({ word }) => (word === null ? [] : [oneLine(word)])))]
  const kept =
    unread.length === 0
      ? []
      : [`${unread.length} in words that are not known${words.length === 0 ? '' : `: ${namesOf(words)}`}`]
  const all = [...counted, ...kept]
  return all.length === 0 ? '' : ` (${all.join(', ')})`
}

function namesOf(names: readonly string[]): string {
  const named = names.slice(0, mostNamed).map(oneLine).join(', ')
  return names.length > mostNamed ? `${named} and ${names.length - mostNamed} more` : named
}
