/** What several rules look up in a draft: tasks by id, edges between tasks, cycles, an order. */

import type { Draft, DraftTask, Reference } from '../draft.ts'
import { adjacencyOfLinks, isAcyclic } from '../graph/adjacency.ts'
import { findCycles } from '../graph/cycles.ts'
import type { Cycle } from '../graph/cycles.ts'
import type { Span } from '../source.ts'
import { countPaths, declaredFiles, type DeclaredFile } from './declared-files.ts'

/** A dependency as written. Numbers are places in `Draft.tasks`. */
export interface DraftEdge {
  /** The blocker. */
  readonly from: number
  /** The task that waits. */
  readonly to: number
  /** Where it is written: in `blocked_by`, or in `blocks` where it stands nowhere else. */
  readonly span: Span
  /** Whether both tasks name it. */
  readonly mirrored: boolean
  /** What the plan calls the list that names it. */
  readonly writtenAs: string
}

/** A name in a dependency list that is not the id of exactly one task. */
export interface LooseReference {
  readonly task: number
  readonly reference: Reference
  readonly writtenAs: string
  /** Whether nobody waits for it: it stands in a list that only repeats what others say. */
  readonly isRepeated: boolean
}

export interface PlanIndex {
  /** Place in `Draft.tasks` of the first task with an id. */
  readonly byId: ReadonlyMap<string, number>
  /** All places of the ids that stand more than once, in document order. */
  readonly twins: ReadonlyMap<string, readonly number[]>
  /** Each pair of tasks once; a task that waits for itself is among them. */
  readonly edges: readonly DraftEdge[]
  readonly unknown: readonly LooseReference[]
  readonly ambiguous: readonly LooseReference[]
  /** The edges that hold somebody up: neither end is done. */
  readonly waiting: readonly DraftEdge[]
  /** Among `waiting`, two tasks or more, none of them skipped. */
  readonly cycles: readonly Cycle<number>[]
  /** Place in `cycles` of the tasks that are in one. */
  readonly cycleOf: ReadonlyMap<number, number>
  /** All declared paths in document order, classified. */
  readonly files: readonly DeclaredFile[]
  /** How many different safe paths they are. */
  readonly paths: number
  /** Whether the bytes of a span already carry an error of the reader. */
  readonly faulted: (span: Span) => boolean
}

/** Whether a task counts as finished by its mark. */
export function isDone(task: DraftTask | undefined): boolean {
  return task?.mark.state === 'done'
}

/** Whether a run would still work on the task. */
export function isOpen(task: DraftTask | undefined): boolean {
  const state = task?.mark.state
  return state === 'todo' || state === 'running' || state === 'blocked'
}

interface Collected {
  readonly edges: DraftEdge[]
  readonly unknown: LooseReference[]
  readonly ambiguous: LooseReference[]
}

function collect(draft: Draft, { byId, twins }: Pick<PlanIndex, 'byId' | 'twins'>): Collected {
  const { tasks, relation = { blockedBy: 'blocked_by', blocks: 'blocks', mirrors: false } } = draft
  const edges: DraftEdge[] = []
  const unknown: LooseReference[] = []
  const ambiguous: LooseReference[] = []
  /** The task that is named; -1 where it is not exactly one. */
  const named = (task: number, reference: Reference, side: 'blockedBy' | 'blocks'): number => {
    const found = byId.get(reference.id)
    if (found !== undefined && !(twins.size > 0 && twins.has(reference.id))) return found
    const isRepeated = side === 'blocks' && relation.mirrors
    ;(found === undefined ? unknown : ambiguous).push({ task, reference, writtenAs: relation[side], isRepeated })
    return -1
  }
  // Where in `edges` the last edge of each blocker stands, and for each edge the one of its blocker before it.
  const last = new Int32Array(tasks.length).fill(-1)
  const previous: number[] = []
  const blocking: number[] = []
  tasks.forEach(({ blockedBy, blocks }, to) => {
    blockedBy.forEach((reference) => {
      const from = named(to, reference, 'blockedBy')
      const place = last[from] ?? -1
      if (from < 0 || (place >= 0 && edges[place]?.to === to)) return
      previous.push(place)
      last[from] = edges.length
      edges.push({ from, to, span: reference.span, mirrored: false, writtenAs: relation.blockedBy })
    })
    if (blocks.length > 0) blocking.push(to)
  })
  // What is written in `blocks` comes after all that the waiting tasks say themselves.
  const placeOf = new Int32Array(tasks.length).fill(-1)
  blocking.forEach((from) => {
    for (let place = last[from] ?? -1; place >= 0; place = previous[place] ?? -1) placeOf[edges[place]?.to ?? 0] = place
    tasks[from]?.blocks.forEach((reference) => {
      const to = named(from, reference, 'blocks')
      if (to < 0) return
      const place = placeOf[to] ?? -1
      const known = place < 0 ? undefined : edges[place]
      if (known?.from !== from) {
        placeOf[to] = edges.length
        edges.push({ from, to, span: reference.span, mirrored: false, writtenAs: relation.blocks })
      } else if (known.writtenAs === relation.blockedBy && !known.mirrored) edges[place] = { ...known, mirrored: true }
    })
  })
  return { edges, unknown, ambiguous }
}

/** Where errors lie in one file: their starts in rising order, and how far any of them up to there reaches. */
interface Faults {
  readonly starts: readonly number[]
  readonly reach: readonly number[]
}

const endOf = (span: Span): number => span.offset + Math.max(1, span.length)

function faults(draft: Draft): (span: Span) => boolean {
  const byPath = new Map<string, Span[]>()
  for (const { severity, span } of draft.diagnostics) {
    if (severity !== 'error' || span === null) continue
    const spans = byPath.get(span.path)
    if (spans === undefined) byPath.set(span.path, [span])
    else spans.push(span)
  }
  const files = new Map<string, Faults>()
  for (const [path, spans] of byPath) {
    spans.sort((a, b) => a.offset - b.offset)
    let furthest = 0
    const reach = spans.map((span) => (furthest = Math.max(furthest, endOf(span))))
    files.set(path, { starts: spans.map(({ offset }) => offset), reach })
  }
  return (span) => {
    const file = files.get(span.path)
    if (file === undefined) return false
    let low = 0
    let high = file.starts.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((file.starts[middle] ?? 0) < endOf(span)) low = middle + 1
      else high = middle
    }
    return low > 0 && (file.reach[low - 1] ?? 0) > span.offset
  }
}

/** Reads a draft once for all rules, in time linear in tasks and references. */
export function indexDraft(draft: Draft): PlanIndex {
  const byId = new Map<string, number>()
  const twins = new Map<string, number[]>()
  // Asked for both ends of every edge.
  const done = new Uint8Array(draft.tasks.length)
  const skipped = new Uint8Array(draft.tasks.length)
  draft.tasks.forEach(({ id, mark }, at) => {
    if (mark.state === 'done') done[at] = 1
    else if (mark.state === 'skipped') skipped[at] = 1
    if (id === null) return
    const first = byId.get(id.text)
    if (first === undefined) byId.set(id.text, at)
    else {
      const places = twins.get(id.text) ?? [first]
      places.push(at)
      twins.set(id.text, places)
    }
  })
  const { edges, unknown, ambiguous } = collect(draft, { byId, twins })
  // A done blocker is met and a done task waits for nothing: no circle of such edges holds anybody up.
  const waiting = edges.filter(({ from, to }) => done[from] === 0 && done[to] === 0)
  // Nor is a skipped one waited for.
  const holding = waiting.filter(({ from, to }) => skipped[from] === 0 && skipped[to] === 0)
  const cycles = isAcyclic(adjacencyOfLinks(draft.tasks.length, holding))
    ? []
    : findCycles([...draft.tasks.keys()], holding).filter(({ members }) => members.length > 1)
  const cycleOf = new Map(cycles.flatMap(({ members }, at) => members.map((task) => [task, at] as const)))
  return {
    byId,
    twins,
    edges,
    unknown,
    ambiguous,
    waiting,
    cycles,
    cycleOf,
    files: declaredFiles(draft),
    paths: countPaths(draft),
    faulted: faults(draft),
  }
}
