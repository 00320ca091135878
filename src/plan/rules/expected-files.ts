/** MW134: files that are not as an open task expects them. */

import type { Diagnostic } from '../diagnostic.ts'
import type { Draft } from '../draft.ts'
import type { PathFact } from '../facts.ts'
import type { DeclaredFile } from './declared-files.ts'
import { isOpen, type PlanIndex } from './plan-index.ts'
import { type Rule } from './rule.ts'

/** Tasks that make or remove a path, by path. */
type Changers = ReadonlyMap<string, readonly { readonly task: number; readonly action: 'create' | 'delete' }[]>

export const expectedFiles: Rule = ({ draft, facts, index }) => {
  if (facts.paths.size === 0) return []
  const declared = index.files
  const changers = changersOf(declared)
  const blockers = blockersOf(draft, index)
  const found: Diagnostic[] = []
  declared.forEach(({ task, file, text, verdict, action }) => {
    const fact = facts.paths.get(text)
    if (fact === undefined || verdict.kind === 'unsafe' || file.form !== 'path' || !isOpen(draft.tasks[task])) return
    // What is there as it should be needs no look at earlier tasks.
    if (surprise(action, fact, { made: false, changed: false }) === null) return
    const isEarlier = (other: number): boolean => other < task || (blockers.get(task)?.has(other) ?? false)
    const before = (changers.get(verdict.path) ?? []).filter((it) => it.task !== task && isEarlier(it.task))
    const message = surprise(action, fact, {
      made: before.some((it) => it.action === 'create'),
      changed: before.length > 0,
    })
    if (message === null) return
    const help =
      fact.is === 'directory'
        ? 'name the files in it, or write the folder with a closing /'
        : 'correct the action or the path; if it is meant so, the difference is recorded as a deviation'
    found.push({ code: 'MW134', severity: 'warning', message, help, span: file.span, related: [] })
  })
  return found
}

function surprise(
  action: DeclaredFile['action'],
  fact: PathFact,
  earlier: { readonly made: boolean; readonly changed: boolean },
): string | null {
  if (action !== 'create' && action !== 'modify' && action !== 'delete') return null
  if (fact.is === 'directory') return 'the path is a folder, not a file'
  if (action === 'create') return fact.is === 'file' && !earlier.changed ? 'file to create already exists' : null
  if (fact.is !== 'missing' || earlier.made) return null
  return action === 'modify' ? 'file to modify does not exist' : 'file to delete does not exist'
}

function changersOf(declared: readonly DeclaredFile[]): Changers {
  const changers = new Map<string, { task: number; action: 'create' | 'delete' }[]>()
  declared.forEach(({ task, action, verdict }) => {
    if (verdict.kind === 'unsafe' || (action !== 'create' && action !== 'delete')) return
    const known = changers.get(verdict.path)
    // One plan may name one file thousands of times; the first few tell what earlier tasks do to it.
    if (known === undefined) changers.set(verdict.path, [{ task, action }])
    else if (known.length < 64) known.push({ task, action })
  })
  return changers
}

function blockersOf(draft: Draft, index: PlanIndex): ReadonlyMap<number, ReadonlySet<number>> {
  const blockers = new Map<number, Set<number>>()
  index.edges.forEach(({ from, to }) => {
    if (from <= to || draft.tasks[from] === undefined) return
    const known = blockers.get(to)
    if (known === undefined) blockers.set(to, new Set([from]))
    else known.add(from)
  })
  return blockers
}
