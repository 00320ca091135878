/** From a pattern as it is read to the instructions that a matcher follows, all ways at once. */

import type { CharacterSet } from './character-set.ts'
import type { PatternNode } from './pattern-node.ts'

export type Instruction =
  | { readonly do: 'sign'; readonly set: CharacterSet }
  /** Both ways are followed; `first` is preferred. */
  | { readonly do: 'split'; readonly first: number; readonly second: number }
  | { readonly do: 'jump'; readonly to: number }
  /** Where the first group begins and ends. */
  | { readonly do: 'open' }
  | { readonly do: 'close' }
  /** What the group held before counts no more. */
  | { readonly do: 'clear' }
  | { readonly do: 'place'; readonly at: Extract<PatternNode, { is: 'place' }>['at'] }
  | { readonly do: 'end' }

/** What is followed at each sign of the output; more would be a matter of seconds. */
export const mostInstructions = 2000

/** @returns null where there would be too many instructions */
export function compile(node: PatternNode): readonly Instruction[] | null {
  const program: Instruction[] = []
  return write(program, node) && push(program, { do: 'end' }) ? program : null
}

function push(program: Instruction[], ...added: readonly Instruction[]): boolean {
  program.push(...added)
  return program.length <= mostInstructions
}

/** Writes a node behind what is there. @returns false where it is too much */
function write(program: Instruction[], node: PatternNode): boolean {
  switch (node.is) {
    case 'sign':
      return push(program, { do: 'sign', set: node.set })
    case 'place':
      return push(program, { do: 'place', at: node.at })
    case 'all':
      return node.parts.every((part) => write(program, part))
    case 'group':
      if (node.number !== 1) return write(program, node.part)
      return push(program, { do: 'open' }) && write(program, node.part) && push(program, { do: 'close' })
    case 'either':
      return writeEither(program, node.ways)
    case 'repeat':
      return writeRepeat(program, node)
  }
}

function writeEither(program: Instruction[], ways: readonly PatternNode[]): boolean {
  const ends: number[] = []
  for (const [index, way] of ways.entries()) {
    if (index === ways.length - 1) {
      if (!write(program, way)) return false
      continue
    }
    const split = program.length
    if (!push(program, { do: 'jump', to: 0 }) || !write(program, way) || !push(program, { do: 'jump', to: 0 }))
      return false
    ends.push(program.length - 1)
    program[split] = { do: 'split', first: split + 1, second: program.length }
  }
  for (const end of ends) program[end] = { do: 'jump', to: program.length }
  return true
}

function writeRepeat(
  program: Instruction[],
  { part, least, most, isLazy }: Extract<PatternNode, { is: 'repeat' }>,
): boolean {
  const begin = program.length
  const clear: readonly Instruction[] = holdsFirst(part) ? [{ do: 'clear' }] : []
  const once = (): boolean => push(program, ...clear) && write(program, part)
  const choose = (within: number, past: number): Instruction =>
    isLazy ? { do: 'split', first: past, second: within } : { do: 'split', first: within, second: past }
  for (let count = 0; count < least; count++) {
    if (!once()) return false
    // Nothing as often as one likes.
    if (program.length === begin) return true
  }
  if (most === null) {
    const split = program.length
    if (!push(program, { do: 'jump', to: 0 }) || !once() || !push(program, { do: 'jump', to: split })) return false
    program[split] = choose(split + 1, program.length)
    return true
  }
  const splits: number[] = []
  for (let count = least; count < most; count++) {
    splits.push(program.length)
    if (!push(program, { do: 'jump', to: 0 }) || !once()) return false
  }
  for (const split of splits) program[split] = choose(split + 1, program.length)
  return true
}

/** Whether the first group lies in a node. */
function holdsFirst(node: PatternNode): boolean {
  switch (node.is) {
    case 'sign':
    case 'place':
      return false
    case 'all':
      return node.parts.some(holdsFirst)
    case 'either':
      return node.ways.some(holdsFirst)
    case 'group':
      return node.number === 1 || holdsFirst(node.part)
    case 'repeat':
      return holdsFirst(node.part)
  }
}
