/** The order of SPECLets: which wait for which, and in which stage each is run (seed 004 §1.8a). */

import { findCycles } from '../../plan/graph/cycles.ts'
import type { MergedSpeclet } from './merge.ts'

/**
 * For each SPECLet by its id the stage that it is run in, from 1; 0 where it waits for itself or for one that there is not, also by
 * way of others.
 * @param of.isOneOfSeveral whether others are documents of their own: nothing waits for these
 */
export function stagesOf(
  speclets: readonly Pick<MergedSpeclet, 'id' | 'dependsOn'>[],
  of: { readonly isOneOfSeveral: boolean },
): ReadonlyMap<string, number> {
  const ids = new Set(speclets.map(({ id }) => id))
  const edges = speclets.flatMap(({ id, dependsOn }) =>
    dependsOn.filter(({ text }) => ids.has(text)).map(({ text }) => ({ from: text, to: id })),
  )
  const stuck = new Set(findCycles([...ids], edges).flatMap(({ members }) => members))
  if (!of.isOneOfSeveral)
    for (const { id, dependsOn } of speclets) if (dependsOn.some(({ text }) => !ids.has(text))) stuck.add(id)
  const waiting = new Map<string, number>()
  const after = new Map<string, string[]>()
  for (const { from, to } of edges) {
    waiting.set(to, (waiting.get(to) ?? 0) + 1)
    const before = after.get(from)
    if (before === undefined) after.set(from, [to])
    else before.push(to)
  }
  const stages = new Map<string, number>([...ids].map((id) => [id, 0]))
  const ready = [...ids].filter((id) => !waiting.has(id) && !stuck.has(id))
  for (const id of ready) stages.set(id, 1)
  // What becomes ready is appended, and comes up in turn.
  for (const id of ready)
    for (const next of after.get(id) ?? []) {
      if (stuck.has(next)) continue
      stages.set(next, Math.max(stages.get(next) ?? 0, (stages.get(id) ?? 0) + 1))
      const left = (waiting.get(next) ?? 0) - 1
      waiting.set(next, left)
      if (left === 0) ready.push(next)
    }
  // What waits for what is never run is never reached: it is in no stage either.
  for (const [id, left] of waiting) if (left > 0) stages.set(id, 0)
  return stages
}
