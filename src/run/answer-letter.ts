/** Letters that stand for answers, in questions that have them. */

import type { ReviewAnswer } from './command.ts'
import type { ReviewKind } from './event.ts'
import { letterOf } from './patterns/texts.ts'
import { failureLetter } from './speclets/options.ts'

/** By which letter an answer is given; null for an answer without one. */
export function answerLetter(kind: ReviewKind, answer: ReviewAnswer): string | null {
  return letterOf(kind, answer) ?? failureLetter(kind, answer)
}
