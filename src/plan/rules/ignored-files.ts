/** MW138: files that git ignores, in an open task. */

import type { Diagnostic } from '../diagnostic.ts'
import { isOpen } from './plan-index.ts'
import type { Rule } from './rule.ts'

export const ignoredFiles: Rule = ({ draft, facts, index }) => {
  const { ignored } = facts
  if (ignored === undefined || ignored.size === 0) return []
  const found: Diagnostic[] = []
  index.files.forEach(({ task, file, text, verdict, action }) => {
    if (!ignored.has(text) || verdict.kind === 'unsafe') return
    if (action === 'read' || !isOpen(draft.tasks[task])) return
    const isThere = facts.paths.get(text)?.is !== 'missing'
    found.push({
      code: 'MW138',
      severity: 'warning',
      message: isThere
        ? 'git ignores this path, and it is yours: no commit can have what a task does to it'
        : 'git ignores this path: what a task makes there in a worktree is committed all the same',
      help: 'take it out of files: where it holds secrets or is built, and do it by hand; where it belongs in commits, let .gitignore except it',
      span: file.span,
      related: [],
    })
  })
  return found
}
