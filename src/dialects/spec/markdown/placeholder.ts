/** What a template leaves for people to fill in (MW516): `[Insert …]`, `TODO`, `{{this.name}}`. */

import type { Findings } from '../../findings.ts'
import { byte, byteAt, decode, isLetter, standsAt, type Extent } from '../../scan/bytes.ts'
import { bare } from './block.ts'

const words: ReadonlySet<string> = new Set(['todo', 'tbd', 'fixme', 'true/false', 'yes/no'])
const longestWord = 10
const embedded = ['[descriptor]', '[insert ']

/** Whether nothing but a placeholder stands in an extent, so that it says nothing. */
export function isPlaceholder(bytes: Uint8Array, extent: Extent): boolean {
  const { start, end } = bare(bytes, extent.start, extent.end)
  if (end <= start) return false
  if (standsAt(bytes, start, '{{')) return true
  if (end - start <= longestWord) {
    const word = decode(bytes, start, end).toLowerCase()
    if (words.has(word.endsWith('.') || word.endsWith(':') ? word.slice(0, -1) : word)) return true
  }
  return bytes[start] === byte.openSquare && isBracketed(bytes, start, end)
}

/** Whether one pair of brackets with words in it, and no list of names in quotes, is all of an extent. */
function isBracketed(bytes: Uint8Array, start: number, end: number): boolean {
  if (bytes[end - 1] !== byte.closeSquare) return false
  let letters = 0
  for (let at = start + 1; at < end - 1; at += 1) {
    const value = byteAt(bytes, at)
    if (value === byte.openSquare || value === byte.closeSquare || value === 34) return false
    if (isLetter(value) || value >= 0x80) letters += 1
  }
  return letters > 1
}

/** Whether a placeholder that many files share stands within a text. */
export function holdsPlaceholder(text: string): boolean {
  const low = text.toLowerCase()
  return embedded.some((it) => low.includes(it)) || low.includes('{{')
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
