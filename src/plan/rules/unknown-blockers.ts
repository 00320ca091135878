/** MW111: a dependency on a task that the plan does not have; a warning where nobody waits for it. */

import { nearest } from '../nearest-name.ts'
import { quoted, type Rule } from './rule.ts'

/** How many ids are compared in one check; a plan with more unknown names than that gets no further guesses. */
const comparisons = 100_000

export const unknownBlockers: Rule = ({ draft, index }) => {
  const ids = [...index.byId.keys()]
  let left = comparisons
  return index.unknown
    .filter(({ reference }) => !index.faulted(reference.span))
    .map(({ task, reference, writtenAs, isRepeated }) => {
      const own = draft.tasks[task]?.id?.text
      left -= ids.length
      const near =
        left < 0 || isRepeated
          ? null
          : nearest(
              reference.id,
              ids.filter((id) => id !== own),
            )
      return {
        code: 'MW111',
        severity: isRepeated ? 'warning' : 'error',
        message: `unknown task ${quoted(reference.id)} in ${writtenAs}${near === null ? '' : `; did you mean ${quoted(near)}?`}`,
        help: isRepeated
          ? 'nothing has to be done: nobody waits for it from here'
          : near === null
            ? `add the task or take it out of ${writtenAs}; tasks of all phases of this plan can be named`
            : `write ${quoted(near)}, or take the id out of ${writtenAs}`,
        span: reference.span,
        related: [],
      }
    })
}
