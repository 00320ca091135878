/** MW135: open tasks that name one file with no order between them. */

import type { Diagnostic } from '../diagnostic.ts'
import type { Span } from '../source.ts'
import { nameOf } from './cycles.ts'
import { isOpen } from './plan-index.ts'
import { rankTasks, reachable } from './reachability.ts'
import { quoted, relatedLimit, type Rule } from './rule.ts'

interface Use {
  readonly task: number
  readonly span: Span
  writes: boolean
}

/** Two uses of one file, the lower rank first; an order has to lead from one to the other. */
interface Question {
  readonly path: string
  readonly from: number
  readonly to: number
}

export const sharedFiles: Rule = ({ draft, index }) => {
  const works = (task: number): boolean => isOpen(draft.tasks[task]) && !index.cycleOf.has(task)
  const links = index.waiting.filter(({ from, to }) => from !== to && works(from) && works(to))
  const rank = rankTasks(draft.tasks.length, links)

  const uses = new Map<string, Use[]>()
  index.files.forEach(({ task, file, verdict, action }) => {
    if (verdict.kind === 'unsafe' || file.form !== 'path' || !works(task)) return
    const users = uses.get(verdict.path)
    const writes = action !== 'read'
    // Paths stand in document order: what a task said of this file before is the last that was said of it.
    const last = users?.at(-1)
    if (users === undefined) uses.set(verdict.path, [{ task, span: file.span, writes }])
    else if (last?.task === task) last.writes ||= writes
    else users.push({ task, span: file.span, writes })
  })

  const questions: Question[] = []
  uses.forEach((users, path) => {
    if (users.length > 1) ask(questions, path, users, rank)
  })
  if (questions.length === 0) return []
  const answers = reachable(rank, links, questions)
  const unordered = new Map<string, Set<number>>()
  questions.forEach(({ path, from, to }, at) => {
    if (answers[at] === true) return
    const tasks = unordered.get(path) ?? new Set()
    unordered.set(path, tasks.add(from).add(to))
  })
  return [...unordered].flatMap(([path, tasks]): Diagnostic[] => {
    const [first, ...others] = (uses.get(path) ?? []).filter(({ task }) => tasks.has(task))
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
        help: 'if one needs what another leaves, say so with blocked_by',
        span: first.span,
        related: others
          .slice(0, relatedLimit)
          .map(({ task, span }) => ({ message: `${nameOf(draft, task)} names it here`, span })),
      },
    ]
  })
}

/**
 * Adds the pairs that decide whether all uses are ordered. By rank, each writer has to come after the writer before it, and a
 * reader between two writers after the one and before the other; two readers never disturb each other. So the number of
 * questions grows with the uses and not with their pairs.
 */
function ask(questions: Question[], path: string, users: readonly Use[], rank: Int32Array): void {
  const add = (from: Use, to: Use): void => void questions.push({ path, from: from.task, to: to.task })
  let writer: Use | null = null
  let readers: Use[] = []
  const ranked = [...users].sort((a, b) => (rank[a.task] ?? 0) - (rank[b.task] ?? 0))
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
