/** MW135: open tasks that name one file with no order between them. */

import type { Diagnostic } from '../diagnostic.ts'
import type { Span } from '../source.ts'
import { nameOf } from './cycles.ts'
import { isOpen, type PlanIndex } from './plan-index.ts'
import { rankTasks, reachable } from './reachability.ts'
import { quoted, relatedLimit, type Rule } from './rule.ts'

interface Use {
  readonly task: number
  readonly span: Span
  writes: boolean
}

/** A path that several tasks name. */
interface Shared {
  readonly path: string
  readonly users: Use[]
}

/** Two uses of one file, the lower rank first; an order has to lead from one to the other. */
interface Question {
  readonly shared: Shared
  readonly from: number
  readonly to: number
}

export const sharedFiles: Rule = ({ draft, index }) => {
  const works = (task: number): boolean => isOpen(draft.tasks[task]) && !index.cycleOf.has(task)
  const links = index.waiting.filter(({ from, to }) => from !== to && works(from) && works(to))
  const rank = rankTasks(draft.tasks.length, links)

  const questions: Question[] = []
  sharedBy(index, works).forEach((shared) => {
    ask(questions, shared, rank)
  })
  if (questions.length === 0) return []
  const answers = reachable(rank, links, questions)
  const unordered = new Map<Shared, Set<number>>()
  questions.forEach(({ shared, from, to }, at) => {
    if (answers[at] === true) return
    const tasks = unordered.get(shared) ?? new Set()
    unordered.set(shared, tasks.add(from).add(to))
  })
  return [...unordered].flatMap(([{ path, users }, tasks]): Diagnostic[] => {
    const [first, ...others] = users.filter(({ task }) => tasks.has(task))
    if (first === undefined) return []
    const names = [first, ...others].slice(0, 3).map(({ task }) => nameOf(draft, task))
    const more = others.length + 1 - names.length
    const who =
      more > 0 ? `${names.join(', ')} and ${more} more` : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
    return [
      {
        code: 'MW135',
        severity: 'warning',
        message: `${quoted(path)} is named by ${who} with no order between them; they run one after the other`,
        help: 'if one needs what another leaves, let it depend on the other',
        span: first.span,
        related: others
          .slice(0, relatedLimit)
          .map(({ task, span }) => ({ message: `${nameOf(draft, task)} names it here`, span })),
      },
    ]
  })
}

/** The paths that two tasks or more name which work, in document order. */
function sharedBy({ files, paths }: PlanIndex, works: (task: number) => boolean): readonly Shared[] {
  // Most paths are named once: they are put aside before anything is made for them.
  const named = new Int32Array(paths)
  files.forEach(({ place }) => {
    if (place >= 0) named[place] = (named[place] ?? 0) + 1
  })
  const found = new Map<number, Shared>()
  files.forEach(({ task, file, verdict, place, action }) => {
    if (verdict.kind === 'unsafe' || named[place] === 1 || file.form !== 'path' || !works(task)) return
    const writes = action !== 'read'
    const users = found.get(place)?.users
    // Paths stand in document order: what a task said of this file before is the last that was said of it.
    const last = users?.at(-1)
    if (users === undefined) found.set(place, { path: verdict.path, users: [{ task, span: file.span, writes }] })
    else if (last?.task === task) last.writes ||= writes
    else users.push({ task, span: file.span, writes })
  })
  return [...found.values()].filter(({ users }) => users.length > 1)
}

/**
 * Adds the pairs that decide whether all uses are ordered. By rank, each writer has to come after the writer before it, and a
 * reader between two writers after the one and before the other; two readers never disturb each other. So the number of
 * questions grows with the uses and not with their pairs.
 */
function ask(questions: Question[], shared: Shared, rank: Int32Array): void {
  const add = (from: Use, to: Use): void => void questions.push({ shared, from: from.task, to: to.task })
  let writer: Use | null = null
  let readers: Use[] = []
  const ranked = [...shared.users].sort((a, b) => (rank[a.task] ?? 0) - (rank[b.task] ?? 0))
  ranked.forEach((use) => {
    if (writer !== null) add(writer, use)
    if (!use.writes) {
      readers.push(use)
      return
    }
    readers.forEach((reader) => add(reader, use))
    readers = []
    writer = use
  })
}
