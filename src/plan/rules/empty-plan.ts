/** MW013: a plan without any task. */

import type { Diagnostic } from '../diagnostic.ts'
import type { Rule } from './rule.ts'

const explanations: ReadonlySet<string> = new Set(['MW002', 'MW011', 'MW013'])

/**
 * Where the reader could make nothing of the whole file it has said so, and why. A plan that is too large is said at its
 * start (MW008); a line or a list that is too long explains nothing.
 */
function explains({ code, span }: Diagnostic): boolean {
  return explanations.has(code) || (code === 'MW008' && span?.offset === 0 && span.length === 0)
}

export const emptyPlan: Rule = ({ draft }) => {
  const [source] = draft.sources
  const explained = draft.diagnostics.some(explains)
  if (draft.tasks.length > 0 || explained) return []
  return [
    {
      code: 'MW013',
      severity: 'error',
      message: 'no tasks found; expected lines like "- [ ] T001 text"',
      help: 'look whether this is the right file, and whether the tasks stand inside a code fence or a comment',
      span: source === undefined ? null : { path: source.path, offset: 0, length: 0 },
      related: [],
    },
  ]
}
