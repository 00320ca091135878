/** What a person is asked, on one line of a terminal. */

import { safeLine } from '../../plan/safe-text.ts'

/** @param question may be of several lines, one for each thing that is wrong */
export function questionText(question: string): string {
  return safeLine(question.replaceAll(/\s*\n\s*/g, '; '))
}
