/** What a template leaves for people to fill in, in the Markdown of a spec (MW516). */

import type { Findings } from '../../findings.ts'
import { decode, type Extent } from '../../scan/bytes.ts'
import { isOpen, isPlaceholder, isUnwritten } from '../placeholder.ts'
import { bare } from './block.ts'

/** Whether nothing but a placeholder stands in an extent, so that it says nothing. */
export function isPlaceholderAt(bytes: Uint8Array, extent: Extent): boolean {
  const { start, end } = bare(bytes, extent.start, extent.end)
  return end > start && isPlaceholder(decode(bytes, start, end))
}

/** The same where a name in a frame says nothing either. */
export function isUnwrittenAt(bytes: Uint8Array, extent: Extent): boolean {
  const { start, end } = bare(bytes, extent.start, extent.end)
  return end > start && isUnwritten(decode(bytes, start, end))
}

/** MW516 for a text that says itself that it is still to be decided. */
export function sayOpen(findings: Findings, place: Extent, text: string): void {
  if (!isOpen(text.replace(/^[*_`]+/, ''))) return
  const help = 'decide it, and write what is meant; an agent would be given these words'
  findings.once('MW516', 'warning', 'open', place, 'this says itself that it is still to be decided', help)
}

/** MW516 for a placeholder, once for a file. */
export function sayPlaceholder(findings: Findings, place: Extent): void {
  const message = 'a placeholder of the template stands here'
  findings.once('MW516', 'warning', 'placeholder', place, message, 'write what is meant, or take the line out')
}

/** MW516 for an example whose tasks are none of the plan. */
export function sayExample(findings: Findings, place: Extent): void {
  const message = 'this is an example of the template; its tasks, steps and tools are not read'
  const help = 'take the example out, or give it another heading if it is meant'
  findings.once('MW516', 'warning', 'example', place, message, help)
}

/** MW516 for `{{#each …}}`. */
export function sayLoop(findings: Findings, place: Extent): void {
  const message = 'a loop of the template stands here; it was never filled in'
  findings.once('MW516', 'warning', 'loop', place, message, 'write what is meant, or take the lines out')
}
