/** Colours of a terminal, and the signs of the states. */

import type { MarkState } from '../../plan/model.ts'

export type Colour = 'plain' | 'dim' | 'bold' | 'red' | 'green' | 'yellow' | 'blue'

/** Wraps safe text in a colour, or gives it back as it is. */
export type Paint = (colour: Colour, text: string) => string

const codes: Readonly<Record<Colour, number>> = { plain: 0, dim: 2, bold: 1, red: 31, green: 32, yellow: 33, blue: 34 }

/** Gives the painter for an output that shows colours, or for one that does not. */
export function painter(colour: boolean): Paint {
  if (!colour) return (_, text) => text
  return (name, text) => (name === 'plain' || text === '' ? text : `\u001b[${codes[name]}m${text}\u001b[0m`)
}

/** One column wide each. */
export const signs: Readonly<Record<MarkState, string>> = {
  todo: '○',
  done: '✓',
  running: '▶',
  blocked: '✗',
  skipped: '–',
  deferred: '»',
  unknown: '?',
}

export const colours: Readonly<Record<MarkState, Colour>> = {
  todo: 'plain',
  done: 'green',
  running: 'blue',
  blocked: 'red',
  skipped: 'dim',
  deferred: 'yellow',
  unknown: 'yellow',
}
