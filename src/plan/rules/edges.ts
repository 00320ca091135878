/** MW114, MW115, MW123 and MW805: dependencies that have one reading and are still worth a word. */

import type { Diagnostic } from '../diagnostic.ts'
import { nameOf } from './cycles.ts'
import { isDone, isOpen, type DraftEdge } from './plan-index.ts'
import { count, type Rule } from './rule.ts'

/** MW114: where a plan uses both keys, an edge that only one side names. A plan with one key alone has no mirror. */
export const unmirrored: Rule = ({ draft, index }) => {
  const both = draft.tasks.some((it) => it.blockedBy.length > 0) && draft.tasks.some((it) => it.blocks.length > 0)
  if (!both) return []
  const oneSided = index.edges.filter(({ mirrored, from, to }) => !mirrored && from !== to)
  const first = firstInFile(oneSided)
  if (first === undefined) return []
  const one = oneSided.length === 1
  const { blockedBy, blocks } = draft.relation ?? { blockedBy: 'blocked_by', blocks: 'blocks' }
  return [
    {
      code: 'MW114',
      severity: 'info',
      message: `${count(oneSided.length, 'dependency', 'dependencies')} ${one ? 'is' : 'are'} named on one side only; read as if both sides did`,
      help: `nothing has to be done: ${blockedBy} and ${blocks} are one relation`,
      span: first.span,
      related: [],
    },
  ]
}

/** MW115: a done task whose blocker is not. A skipped blocker is waited for by nobody. */
export const doneBeforeBlocker: Rule = ({ draft, index }) => {
  const found: Diagnostic[] = []
  index.edges.forEach(({ from, to, span }) => {
    const blocker = draft.tasks[from]
    if (blocker === undefined || from === to || !isDone(draft.tasks[to])) return
    if (isDone(blocker) || blocker.mark.state === 'skipped') return
    found.push({
      code: 'MW115',
      severity: 'warning',
      message: `${nameOf(draft, to)} is marked done before its blocker ${nameOf(draft, from)}; left as it is`,
      help: `mark ${nameOf(draft, from)} done if it is, or take the dependency out`,
      span,
      related: [{ message: `${nameOf(draft, from)} is not done`, span: blocker.id?.span ?? blocker.title.span }],
    })
  })
  return found
}

/** MW123: a blocker further down than the task that waits, where the order of the file means anything. Edges of a cycle are told by MW113. */
export const laterBlockers: Rule = ({ draft, index }) => {
  if (draft.unordered === true) return []
  const forward = index.waiting.filter(({ from, to }) => {
    const cycle = index.cycleOf.get(from)
    return from > to && (cycle === undefined || cycle !== index.cycleOf.get(to))
  })
  const first = firstInFile(forward)
  if (first === undefined) return []
  const blocker = draft.tasks[first.from]
  return [
    {
      code: 'MW123',
      severity: 'info',
      message:
        forward.length === 1
          ? `${nameOf(draft, first.to)} waits for ${nameOf(draft, first.from)}, which stands later; the dependency decides the order`
          : `${forward.length} blockers stand later than the tasks that wait for them; the dependencies decide the order`,
      help: 'nothing has to be done: the place in the file does not decide',
      span: first.span,
      related:
        blocker === undefined ? [] : [{ message: 'the blocker stands here', span: blocker.id?.span ?? blocker.line }],
    },
  ]
}

/** MW805: an open task that waits for one the plan defers (FORMATS R18). */
export const deferredBlockers: Rule = ({ draft, index }) => {
  const found: Diagnostic[] = []
  index.waiting.forEach(({ from, to, span }) => {
    const blocker = draft.tasks[from]
    if (blocker?.mark.state !== 'deferred' || !isOpen(draft.tasks[to])) return
    found.push({
      code: 'MW805',
      severity: 'warning',
      message: `${nameOf(draft, to)} waits for ${nameOf(draft, from)}, which is deferred; it will end blocked`,
      help: `take the dependency out, or open ${nameOf(draft, from)} again`,
      span,
      related: [{ message: `${nameOf(draft, from)} is deferred`, span: blocker.mark.span }],
    })
  })
  return found
}

/** The edge that is written first; of several at one place the first in the list. */
function firstInFile(edges: readonly DraftEdge[]): DraftEdge | undefined {
  let first = edges[0]
  edges.forEach((edge) => {
    if (first !== undefined && edge.span.offset < first.span.offset) first = edge
  })
  return first
}
