/** Project states as people may lay them out: in lines, in one line, or both, with comments in every place that has room for one. */

import fc from 'fast-check'

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

/** A state as text, with the name of its file. */
export interface RandomState {
  readonly path: 'state.json' | 'state.jsonc'
  readonly text: string
}

/** Turns of a printer: how each thing in its way is laid out. Used again from the beginning at the end. */
interface Turns {
  next(below: number): number
}

function turnsOf(numbers: readonly number[]): Turns {
  let at = 0
  return {
    next: (below) => {
      at += 1
      return (numbers[(at - 1) % numbers.length] ?? 0) % below
    },
  }
}

interface Look {
  readonly lineEnd: '\n' | '\r\n'
  readonly step: string
  readonly colon: string
  readonly hasComments: boolean
  /** One comment in so many places. */
  readonly rare: number
}

/** Prints a value; every comment is told from every other by its number. */
function print(value: Json, look: Look, turns: Turns): string {
  let count = 0
  const gap = (indent: string, isIn: 'lines' | 'one line'): string => {
    if (!look.hasComments || turns.next(look.rare) > 0) return ''
    count += 1
    const kinds = [
      `/* c${count} */`,
      ` /* c${count} */ `,
      ` /* c${count}${look.lineEnd} */`,
      `${look.lineEnd}${indent}/* c${count} */`,
    ]
    const lines = [
      ` // c${count}${look.lineEnd}${indent}`,
      `${look.lineEnd}${indent}// c${count}${look.lineEnd}${indent}`,
    ]
    const all = isIn === 'lines' ? [...kinds, ...lines, ...lines] : kinds.slice(0, 2)
    return all[turns.next(all.length)] ?? ''
  }
  const write = (it: Json, indent: string): string => {
    if (it === null || typeof it !== 'object') return JSON.stringify(it)
    const below = indent + look.step
    const isIn = turns.next(4) > 0 ? 'lines' : 'one line'
    // Mostly all on lines of their own or all in one; now and then each as it comes.
    const isMixed = turns.next(4) === 0
    const isOnLine = (): boolean => (isMixed ? turns.next(2) === 0 : isIn === 'lines')
    const feed = (): string => (isOnLine() ? look.lineEnd + below : ['', ' '][turns.next(2)]!)
    const parts = Array.isArray(it)
      ? (it as readonly Json[]).map((item) => write(item, below))
      : Object.entries(it).map(
          ([name, member]) =>
            `${JSON.stringify(name)}${gap(below, isIn)}${look.colon}${gap(below, isIn)}${write(member, below)}`,
        )
    const [open, close] = Array.isArray(it) ? ['[', ']'] : ['{', '}']
    let text = `${open}${gap(below, isIn)}`
    parts.forEach((part, at) => {
      const isLast = at === parts.length - 1
      const comma = !isLast || (look.hasComments && turns.next(3) === 0) ? ',' : ''
      text += `${feed()}${gap(below, isIn)}${part}${gap(below, isIn)}${comma}${gap(below, isIn)}`
    })
    return `${text}${isOnLine() ? look.lineEnd + indent : ''}${close}`
  }
  return `${gap('', 'lines')}${write(value, '')}${gap('', 'lines')}${look.lineEnd}`
}

const look = fc.record({
  lineEnd: fc.constantFrom('\n' as const, '\r\n' as const),
  step: fc.constantFrom('  ', '    ', '\t'),
  colon: fc.constantFrom(': ', ':', ' : '),
  rare: fc.constantFrom(2, 4, 10),
})

/** A value laid out anyhow; without comments where the file may have none. */
export function laidOut(
  value: fc.Arbitrary<Json>,
  path: fc.Arbitrary<RandomState['path']> = fc.constantFrom('state.json', 'state.jsonc'),
): fc.Arbitrary<RandomState> {
  const turns = fc.array(fc.nat(239), { minLength: 1, maxLength: 97 })
  return fc.record({ value, look, turns, path }).map((it) => ({
    path: it.path,
    text: print(it.value, { ...it.look, hasComments: it.path === 'state.jsonc' }, turnsOf(it.turns)),
  }))
}

/** What a text is made of, without its blanks: strings, words, signs, comments and line feeds. */
export function piecesOf(text: string): readonly string[] {
  return text.match(/"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*.*?\*\/|[-\w.]+|[^ \t\r]/gs) ?? []
}

export function isComment(piece: string): boolean {
  return piece.startsWith('/')
}

export function commentsOf(text: string): readonly string[] {
  return piecesOf(text).filter(isComment)
}

/** The value that a text holds beside its comments and trailing commas. */
export function valueOf(text: string): Json {
  const pieces = piecesOf(text).filter((it) => !isComment(it) && it !== '\n')
  return JSON.parse(pieces.filter((it, at) => it !== ',' || !/^[\]}]$/.test(pieces[at + 1] ?? '')).join(' ')) as Json
}
