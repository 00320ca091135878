/** How often education mode pauses (seed 004 §3: learning pace and approval gates). */

import type { Education, LearningPace } from '../../plan/education.ts'

/** What of a step says whether something is to be learned of it. */
export interface Lesson {
  readonly critical: boolean
  /** Whether the plan has more than one approach to it. */
  readonly hasAlternatives: boolean
  /** Whether its task begins with it. */
  readonly isFirst: boolean
}

/** From the fewest checkpoints to the most; each has those of the one before it, too. */
const notches: readonly ((lesson: Lesson) => boolean)[] = [
  // Major decisions: much hangs on it, and there is something to choose.
  ({ critical, hasAlternatives }) => critical && hasAlternatives,
  // Critical steps and key decisions.
  ({ critical, hasAlternatives }) => critical || hasAlternatives,
  // And where a task begins.
  ({ critical, hasAlternatives, isFirst }) => critical || hasAlternatives || isFirst,
  () => true,
]

const notchOf: Readonly<Record<LearningPace, number>> = { fast: 0, moderate: 1, slow: 2 }

const fewer: ReadonlySet<string> = new Set([
  ...['standard', 'normal', 'default', 'minimal', 'minimum', 'reduced', 'decreased', 'fewer', 'few', 'low', 'none'],
])
const more: ReadonlySet<string> = new Set(['maximum', 'maximal', 'all', 'every', 'every_step', 'always', 'high'])

/**
 * By how many notches `approval_gates` moves the pace: one less for words such as `standard` and `minimal`, one more for such as
 * `maximum` and `all`. `increased`, which is what education mode means by itself, leaves the pace as it is, and so does every
 * other word.
 */
export function notchesOf(approvalGates: string): -1 | 0 | 1 {
  const word = approvalGates
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/gu, '_')
  if (fewer.has(word)) return -1
  return more.has(word) ? 1 : 0
}

/** Whether a run pauses before a step, to teach. There is no less than the notch `fast` has, and no more than each step. */
export function isTaught(lesson: Lesson, { learningPace, approvalGates }: Education): boolean {
  const notch = notchOf[learningPace] + notchesOf(approvalGates)
  const at = Math.min(Math.max(notch, 0), notches.length - 1)
  return notches[at]?.(lesson) ?? true
}
