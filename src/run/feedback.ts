/** What is told to the next attempt of a step, and how much of it is remembered. */

import type { Feedback } from './effect.ts'

/** Whether it is the word of a person, which is forwarded as it is (seed 003 §2). */
export function isOfPerson({ from }: Pick<Feedback, 'from'>): boolean {
  return from === 'review' || from === 'person'
}

/** Most bytes that an agent is told of the words of one review. */
export const mostOfPerson = 24 * 1024

/** The last that was said, by people and by programs: however often a program fails, what a person asked for stays. */
export function remembered(feedback: readonly Feedback[]): Feedback[] {
  const last = [true, false].flatMap((is) => feedback.filter((it) => isOfPerson(it) === is).slice(-5))
  return feedback.filter((it) => last.includes(it))
}

/** What of a program's output is told with it. @param told outputs that the same brief tells elsewhere */
export function excerptTold({ excerpt = '' }: Feedback, told: readonly string[]): string {
  return told.some((it) => it.includes(excerpt)) ? '' : excerpt
}
