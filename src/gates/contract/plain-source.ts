/**
 * A source without what stands in it for a compiler alone: words that decorate a declaration, and conditions about what is
 * known to be defined. Blanks take their place, so that every other sign stays where it is.
 */

import type { LanguageFile } from './language-file.ts'

/** @param text without a byte order mark; @returns a text of the same length */
export function plainSource(
  text: string,
  { decoration, defined }: Pick<LanguageFile, 'decoration' | 'defined'>,
): string {
  return withoutDecoration(withoutConditions(text, defined), decoration)
}

/** A word behind `#define` stays: it is a macro that is declared there. */
function withoutDecoration(text: string, decoration: readonly string[]): string {
  if (decoration.length === 0) return text
  const ends = decoration.filter((it) => it.startsWith('*')).map((it) => it.slice(1))
  const whole = new Set(decoration)
  return text.replaceAll(/\b[A-Z][A-Z0-9_]*\b(?!\()/g, (word, at: number) => {
    const isMeant = whole.has(word) || ends.some((it) => word.endsWith(it))
    return isMeant && !/#[ \t]*\w+[ \t]+$/.test(text.slice(Math.max(0, at - 40), at)) ? ' '.repeat(word.length) : word
  })
}

/** One `#if` that is open: `known` tells whether what stands below it counts, null where only a compiler could say. */
interface Condition {
  known: boolean | null
}

/**
 * Decides `#ifdef` and `#ifndef` of these names, and `#if defined(…)` of one alone: `extern "C" {` in such a condition closes
 * in another one, which no parser of whole files understands.
 */
function withoutConditions(text: string, defined: ReadonlySet<string>): string {
  if (defined.size === 0 || ![...defined].some((it) => text.includes(it))) return text
  const open: Condition[] = []
  return text
    .split('\n')
    .map((line) => {
      const directive = /^[ \t]*#[ \t]*([a-z]+)(.*)$/.exec(line.length > 400 ? line.slice(0, 400) : line)
      const isDead = open.some((it) => it.known === false)
      const [, word = '', rest = ''] = directive ?? []
      switch (word) {
        case 'if':
        case 'ifdef':
        case 'ifndef': {
          const name = nameIn(word, rest)
          const known = name !== null && defined.has(name) ? word !== 'ifndef' : null
          open.push({ known })
          return isDead || known !== null ? blank(line) : line
        }
        case 'else':
        case 'elif': {
          const last = open.at(-1)
          if (last === undefined || last.known === null) return isDead ? blank(line) : line
          last.known = word === 'else' && !last.known
          return blank(line)
        }
        case 'endif': {
          const last = open.pop()
          return last !== undefined && (last.known !== null || isDead) ? blank(line) : line
        }
        default:
          return isDead ? blank(line) : line
      }
    })
    .join('\n')
}

function nameIn(word: string, rest: string): string | null {
  const form = word === 'if' ? /^\s*defined\s*\(?\s*(\w+)\s*\)?\s*$/ : /^\s+(\w+)/
  return form.exec(rest.replace(/\/[/*].*$/, ''))?.[1] ?? null
}

function blank(line: string): string {
  return ' '.repeat(line.length)
}
