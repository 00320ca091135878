/** What a task said before an edit of the plan, beside what it says now: nobody has to look for the difference. */

import type { TaskSpec } from '../plan/model.ts'
import { quoted } from '../plan/one-line.ts'

/**
 * Both sides of what differs in title and files, in words.
 * @returns null where it differs in nothing of that, but in its steps, its description or its place
 */
export function bothSides(before: TaskSpec, now: TaskSpec): string | null {
  const parts = [
    ...(before.title === now.title ? [] : [`title ${quoted(before.title)} is now ${quoted(now.title)}`]),
    ...(filesOf(before) === filesOf(now) ? [] : [`files ${quoted(filesOf(before))} is now ${quoted(filesOf(now))}`]),
  ]
  return parts.length === 0 ? null : parts.join(', ')
}

function filesOf({ files }: TaskSpec): string {
  return files.map((it) => it.path).join(', ')
}
