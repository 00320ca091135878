/** What a person is asked, and what they said to it, on one line of a terminal. */

import { safeLine } from '../../plan/safe-text.ts'
import type { FormerOverruling, Overruling } from '../../run/against.ts'

/** @param question may be of several lines, one for each thing that is wrong */
export function questionText(question: string): string {
  return safeLine(question.replaceAll(/\s*\n\s*/g, '; '))
}

/** Behind the word that something was overridden: by whom, what was red, and why. */
export function overruledText({ by, text, gates }: Overruling): string {
  const red = gates.length === 0 ? '' : ` with ${gates.map(safeLine).join(', ')} red`
  return `by ${safeLine(by)}${red}${text.trim() === '' ? '' : `: ${questionText(text)}`}`
}

/** The same of a run of which there is no journal here. */
export function overriddenBeforeText({ commit, red }: FormerOverruling): string {
  return `with ${safeLine(red)} red, as commit ${commit.slice(0, 10)} says`
}
