/** MW112 and MW113: tasks that wait for themselves or for each other (FORMATS R18). */

import type { Diagnostic, Related } from '../diagnostic.ts'
import type { Draft } from '../draft.ts'
import type { DraftEdge } from './plan-index.ts'
import { isDone } from './plan-index.ts'
import { quoted, relatedLimit, type Rule } from './rule.ts'

/** How many steps of a circle its message spells out; the related places name all edges. */
const spelledOut = 12

/** How a message names a task. */
export function nameOf(draft: Draft, task: number): string {
  const found = draft.tasks[task]
  return quoted(found?.id?.text ?? found?.key ?? '')
}

export const selfBlockers: Rule = ({ draft, index }) =>
  index.edges
    .filter(({ from, to }) => from === to)
    .map(({ to, span, writtenAs }) => ({
      code: 'MW112',
      severity: 'warning',
      message: isDone(draft.tasks[to])
        ? `${nameOf(draft, to)} waits for itself; it is marked done and stays so`
        : `${nameOf(draft, to)} waits for itself; it will end blocked, the rest runs`,
      help: `take ${nameOf(draft, to)} out of its own ${writtenAs}`,
      span,
      related: [],
    }))

export const cycles: Rule = ({ draft, index }) => {
  if (index.cycles.length === 0) return []
  const edgesOf = new Map<number, DraftEdge[]>()
  for (const edge of index.waiting) {
    const cycle = index.cycleOf.get(edge.to)
    if (cycle === undefined || cycle !== index.cycleOf.get(edge.from) || edge.from === edge.to) continue
    const known = edgesOf.get(cycle)
    if (known === undefined) edgesOf.set(cycle, [edge])
    else known.push(edge)
  }
  return index.cycles.flatMap(({ members, walks }, at): Diagnostic[] => {
    const edges = edgesOf.get(at) ?? []
    const [first, second] = walks[0] ?? []
    const begin = edges.find(({ from, to }) => to === first && from === second) ?? edges[0]
    if (begin === undefined) return []
    const others = edges.filter((edge) => edge !== begin)
    const related: Related[] = others.slice(0, relatedLimit).map(({ from, to, span }) => ({
      message: `${nameOf(draft, to)} waits for ${nameOf(draft, from)}`,
      span,
    }))
    const hidden = others.length - related.length
    return [
      {
        code: 'MW113',
        severity: 'warning',
        message: `dependency cycle ${inWords(draft, walks)}; these ${members.length} tasks will end blocked, the rest runs`,
        help: `take one of these ${edges.length} dependencies out${hidden > 0 ? ` (${hidden} of them are not shown)` : ''}; what depends on the cycle ends blocked too`,
        span: begin.span,
        related,
      },
    ]
  })
}

function inWords(draft: Draft, walks: readonly (readonly number[])[]): string {
  let left = spelledOut
  const parts: string[] = []
  for (const walk of walks) {
    if (left <= 0) return `${parts.join(', ')}, ...`
    const shown = walk.slice(0, left + 1).map((task) => nameOf(draft, task))
    parts.push(shown.length < walk.length ? `${shown.join(' -> ')} -> ...` : shown.join(' -> '))
    left -= walk.length - 1
  }
  return parts.join(', ')
}
