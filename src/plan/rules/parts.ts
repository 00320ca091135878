/** MW807: a task that is only the sum of its parts is marked done, and a part of it is not (FORMATS R26). */

import type { Diagnostic } from '../diagnostic.ts'
import type { DraftTask } from '../draft.ts'
import { isDone } from './plan-index.ts'
import { quoted, type Rule } from './rule.ts'

export const partsOpen: Rule = ({ draft }) => {
  if (draft.tasks.every(({ parent }) => parent === null)) return []
  const byKey = new Map(draft.tasks.map((task) => [task.key, task]))
  const pairs = draft.tasks.flatMap((part) => {
    const whole = part.parent === null ? undefined : byKey.get(part.parent)
    return whole === undefined ? [] : [{ part, whole }]
  })
  // A task that one of its parts waits for is work of its own, as is one with files.
  const working = new Set(pairs.filter(({ part, whole }) => waitsFor(part, whole)).map(({ whole }) => whole.key))
  return pairs.flatMap(({ part, whole }): Diagnostic[] => {
    const settled = isDone(part) || part.mark.state === 'skipped'
    if (!isDone(whole) || settled || whole.files.length > 0 || working.has(whole.key)) return []
    const names = [whole, part].map(({ id, key }) => quoted(id?.text ?? key))
    return [
      {
        code: 'MW807',
        severity: 'info',
        message: `${names[0] ?? ''} is marked done, and its part ${names[1] ?? ''} is not; both are left as they are`,
        help: 'mark the part done, or open the whole again',
        span: part.mark.span,
        related: [{ message: 'marked done here', span: whole.mark.span }],
      },
    ]
  })
}

function waitsFor(part: DraftTask, whole: DraftTask): boolean {
  const names = (list: DraftTask['blocks'], task: DraftTask): boolean => list.some(({ id }) => id === task.id?.text)
  return names(part.blockedBy, whole) || names(whole.blocks, part)
}
