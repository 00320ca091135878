/** What a person may do about a SPECLet that has failed, in the seed's words (seed 004 §2.0b, 6). */

import type { ReviewAnswer } from '../command.ts'
import type { ReviewKind } from '../event.ts'
import type { SpecletFailure } from './scenario.ts'

export type FailureAnswer = 'retry' | 'skip-blocked' | 'halt'

interface FailureOption {
  /** It stays the same whichever others are there. */
  readonly letter: 'A' | 'B' | 'C'
  readonly does: FailureAnswer
  readonly text: (speclet: string) => string
}

const failureOptions: readonly FailureOption[] = [
  { letter: 'A', does: 'retry', text: (speclet) => `Fix ${speclet} and retry` },
  { letter: 'B', does: 'skip-blocked', text: () => 'Skip blocked SPECLets and continue with independent ones' },
  { letter: 'C', does: 'halt', text: () => 'Halt execution entirely' },
]

export interface FailureQuestion {
  /** Lines of the question: what is blocked, what goes on, and the options with their letters. */
  readonly lines: readonly string[]
  readonly answers: readonly FailureAnswer[]
}

/** Blocked SPECLets can only be skipped where there are any. */
export function failureQuestion({ speclet, blocked, independent }: SpecletFailure): FailureQuestion {
  const options = failureOptions.filter(({ does }) => does !== 'skip-blocked' || blocked.length > 0)
  return {
    lines: [
      blocked.length === 0
        ? `SPECLet ${speclet} has failed; no other one waits for it`
        : `SPECLet ${speclet} has failed; blocked by it: ${blocked.join(', ')}`,
      ...(independent.length === 0 ? [] : [`independent of it: ${independent.join(', ')}`]),
      ...options.map(({ letter, text }) => `[${letter}] ${text(speclet)}`),
    ],
    answers: options.map(({ does }) => does),
  }
}

/** By which letter an answer to the failure of a SPECLet is given; null for an answer without one. */
export function failureLetter(kind: ReviewKind, answer: ReviewAnswer): string | null {
  if (kind !== 'exhausted') return null
  return failureOptions.find(({ does }) => does === answer)?.letter ?? null
}
