/** A prompt template: a text with named slots, from which a brief is made. Read with places, filled without reading values. */

import type { Diagnostic } from '../plan/diagnostic.ts'
import { nearest } from '../plan/nearest-name.ts'

/** Every slot, with what it holds and whether a template may do without it. */
export const promptSlots = {
  id: { holds: "the task's id, or its key where it has none", isNeeded: false },
  title: { holds: "the task's title, which for many is all that is said of what is to be done", isNeeded: true },
  role: { holds: 'the role for which the template was taken', isNeeded: false },
  task: {
    holds: 'all else that the plan says of the task, its acceptance criteria and files among it',
    isNeeded: true,
  },
  background: { holds: 'what an audit found, what was done before, and the contracts of that', isNeeded: false },
  feedback: {
    holds: 'what went wrong before, the words of a review, and the draft that they are about',
    isNeeded: true,
  },
  rules: {
    holds: 'the working directory, test first, the checks that decide, and the plan that is not to be edited',
    isNeeded: false,
  },
  departures: { holds: 'what to do where the task cannot be done as written', isNeeded: true },
  result: { holds: 'how to write the result file', isNeeded: true },
} as const satisfies Readonly<Record<string, { readonly holds: string; readonly isNeeded: boolean }>>

export type PromptSlot = keyof typeof promptSlots

/** A template that was read: its text, cut at its slots. */
export interface PromptTemplate {
  readonly pieces: readonly PromptPiece[]
  /** Bytes of its own text, which a brief has beside what fills the slots. */
  readonly bytes: number
}

type PromptPiece = { readonly is: 'text'; readonly text: string } | { readonly is: 'slot'; readonly name: PromptSlot }

const names = Object.keys(promptSlots) as readonly PromptSlot[]
const needed = names.filter((it) => promptSlots[it].isNeeded)

function isSlot(name: string): name is PromptSlot {
  return Object.hasOwn(promptSlots, name)
}

/** What looks like a slot: a word in braces. Two braces on each side write it down as it is. */
const slotLike = /\{\{[a-z][a-z0-9_]{0,39}\}\}|\{[a-z][a-z0-9_]{0,39}\}/gi

/**
 * Reads a template. `{name}` is a slot, `{{name}}` is the text `{name}`, and all other braces are text.
 *
 * @param text the whole template
 * @param path as it is shown to people
 * @returns the template, or all that is wrong with it: slots that do not exist, and those that are missing (MW620)
 */
export function readPromptTemplate(
  text: string,
  path: string,
): { readonly template: PromptTemplate } | { readonly diagnostics: readonly Diagnostic[] } {
  const diagnostics: Diagnostic[] = []
  const pieces: PromptPiece[] = []
  const seen = new Set<string>()
  let from = text.startsWith('\ufeff') ? 1 : 0
  const add = (until: number): void => {
    if (until > from) pieces.push({ is: 'text', text: text.slice(from, until) })
  }
  const wrong = (message: string, help: string, at: number, length: number): void => {
    const span = { path, offset: bytesOf(text.slice(0, at)), length }
    diagnostics.push({ code: 'MW620', severity: 'error', message, help, span, related: [] })
  }
  for (const { 0: found, index } of text.matchAll(slotLike)) {
    add(index)
    from = index + found.length
    if (found.startsWith('{{')) {
      pieces.push({ is: 'text', text: found.slice(1, -1) })
      continue
    }
    const name = found.slice(1, -1)
    seen.add(name)
    if (isSlot(name)) pieces.push({ is: 'slot', name })
    else {
      const meant = nearest(name, names)
      const message = `there is no slot {${name}}${meant === null ? '' : `; did you mean {${meant}}?`}`
      const help = `Slots are ${names.map((it) => `{${it}}`).join(', ')}; write {{${name}}} where the braces are meant`
      wrong(message, help, index, found.length)
    }
  }
  add(text.length)
  const missing = needed.filter((it) => !seen.has(it))
  if (missing.length > 0) {
    const [are, them] = missing.length === 1 ? ['the slot', 'it'] : ['the slots', 'them']
    const message = `the template lacks ${are} ${missing.map((it) => `{${it}}`).join(', ')}`
    wrong(
      message,
      `Without ${them} agents are not told: ${missing.map((it) => promptSlots[it].holds).join('; ')}`,
      0,
      0,
    )
  }
  if (diagnostics.length > 0) return { diagnostics }
  return { template: { pieces, bytes: bytesOf(text) } }
}

function bytesOf(text: string): number {
  return Buffer.byteLength(text)
}

/**
 * Fills the slots of a template. What a value says is not looked at, so that the words of others arrive as they are; where one
 * is empty, no more than one blank line is left of its place.
 */
export function fillPrompt({ pieces }: PromptTemplate, values: Readonly<Record<PromptSlot, string>>): string {
  let filled = ''
  for (const piece of pieces) {
    if (piece.is === 'slot') {
      filled += values[piece.name]
      continue
    }
    const before = lineFeeds(filled, filled.length - 1, -1)
    const own = lineFeeds(piece.text, 0, 1)
    filled += piece.text.slice(Math.max(0, Math.min(own, before + own - 2)))
  }
  return `${filled.trimEnd()}\n`
}

/** How many line feeds follow each other from a place on. */
function lineFeeds(text: string, from: number, by: 1 | -1): number {
  let count = 0
  while (text[from + count * by] === '\n') count += 1
  return count
}
