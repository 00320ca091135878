/** MW013: a plan without any task. */

import type { Diagnostic } from '../diagnostic.ts'
import type { Rule } from './rule.ts'

const explanations: ReadonlySet<string> = new Set([
  'MW002',
  'MW010',
  'MW011',
  'MW013',
  'MW400',
  'MW401',
  'MW403',
  'MW404',
  'MW500',
  'MW501',
])

/**
 * Where the reader could make nothing of the whole file it has said so, and why. A plan that is too large is said at its
 * start (MW008); a line or a list that is too long explains nothing.
 */
function explains({ code, span }: Diagnostic): boolean {
  return explanations.has(code) || (code === 'MW008' && span?.offset === 0 && span.length === 0)
}

const lines = {
  text: 'lines like "- [ ] T001 text"',
  help: 'look whether this is the right file, and whether the tasks stand inside a code fence or a comment',
}

export const emptyPlan: Rule = ({ draft }) => {
  const [source] = draft.sources
  const explained = draft.diagnostics.some(explains)
  const beside = new Set(draft.groups.flatMap(({ key, file }) => (file === undefined ? [] : [key])))
  if (draft.tasks.some(({ group }) => !beside.has(group)) || explained) return []
  const { text, help } = draft.expected ?? lines
  return [
    {
      code: 'MW013',
      severity: 'error',
      message: `no tasks found; expected ${text}`,
      help,
      span: source === undefined ? null : { path: source.path, offset: 0, length: 0 },
      related: [],
    },
  ]
}
