/** Tests of single signs, by a table for those of ASCII: a matcher asks them for each sign of an output. */

import { isIn, type CharacterSet } from '../../plan/values/character-set.ts'
import type { Instruction } from '../../plan/values/compile-pattern.ts'

export type SignTest = (code: number) => boolean

const tableSize = 128

/** The same answers as `isIn`, faster. */
export function testOf(set: CharacterSet): SignTest {
  const table = Uint8Array.from({ length: tableSize }, (_, code) => Number(isIn(set, code)))
  return (code) => (code < tableSize ? table[code] === 1 : isIn(set, code))
}

/**
 * The signs with which a match can begin; null where it may begin with any, or be empty. Of others than ASCII any may be one.
 *
 * @param program from `readPattern`
 */
export function startOf(program: readonly Instruction[]): SignTest | null {
  const table = new Uint8Array(tableSize)
  const seen = new Set<number>()
  const open = [0]
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    const it = program[at]
    switch (it?.do) {
      case 'sign':
        for (let code = 0; code < tableSize; code++) if (isIn(it.set, code)) table[code] = 1
        break
      case 'split':
        open.push(it.first, it.second)
        break
      case 'jump':
        open.push(it.to)
        break
      case 'end':
      case undefined:
        return null
      case 'open':
      case 'close':
      case 'clear':
      case 'place':
        open.push(at + 1)
        break
    }
  }
  return (code) => code >= tableSize || table[code] === 1
}
