/** What a file of tests takes from elsewhere: it may take more than before, for other tests, and nothing in place of what it had. */

/** Whether a line begins an import. @param plain without the blanks in front */
export function isImport(plain: string): boolean {
  return /^(?:import\b|from \S+ import\b|use |#include\b|(?:const|let|var) [^=]{1,400}= require\()/.test(plain)
}

/** More imports than that are compared as they stand. */
const most = 400

/**
 * Whether each import is still there, with other names added to it at most, and nothing that joins them brings one of its names,
 * or something without a name: a file that is only run, or all that there is in one.
 * @param before whole statements, as they stand
 */
export function importsGrow(before: readonly string[], after: readonly string[]): boolean {
  if (before.length > most || after.length > most) return before.join('\n') === after.join('\n')
  const rest = new Set(after)
  const known = new Set(before.flatMap(namesOf))
  for (const old of before) {
    const words = wordsOf(old)
    const found = rest.has(old) ? old : [...rest].find((it) => !/\bas\b/.test(it) && isWithin(words, wordsOf(it)))
    if (found === undefined) return false
    rest.delete(found)
    if (found !== old && !isNamed(without(wordsOf(found), words))) return false
    const own = new Set(namesOf(old))
    if (namesOf(found).some((it) => known.has(it) && !own.has(it))) return false
  }
  return [...rest].every(
    (it) => isNamed(wordsOf(it)) && bringsNames(it) && namesOf(it).every((name) => !known.has(name)),
  )
}

/** Whether no word of an import stands for all that there is, or, in Go, for a file that is only run. */
function isNamed(words: readonly string[]): boolean {
  return words.every((it, at) => {
    if (it === '*') return words[at + 1] === 'as'
    return it !== '_' && it !== '.' && !it.endsWith('::*')
  })
}

/** Whether what it brings can be told: by its names, or by the file that it is named after (`#include "a.h"`, `import "a/b"` of Go). */
function bringsNames(statement: string): boolean {
  return namesOf(statement).length > 0 || /^#include\b/.test(statement) || /^import (?:\w+ )?"[^"]+"$/.test(statement)
}

/** Words without those that stood there before. */
function without(words: readonly string[], before: readonly string[]): readonly string[] {
  const left = [...before]
  return words.filter((it) => {
    if (it !== left[0]) return true
    left.shift()
    return false
  })
}

function wordsOf(statement: string): readonly string[] {
  return statement.match(/[^\s,;{}()]+/g) ?? []
}

/** Whether words stand among others, in their order. */
function isWithin(words: readonly string[], others: readonly string[]): boolean {
  let at = 0
  for (const other of others) if (other === words[at]) at++
  return at === words.length
}

const keywords: ReadonlySet<string> = new Set([
  'import',
  'include',
  'from',
  'use',
  'const',
  'let',
  'var',
  'require',
  'type',
  'as',
])

/** Names that an import gives to the file, without where it takes them from. */
function namesOf(statement: string): readonly string[] {
  const plain = statement.replaceAll(/'[^'\n]*'|"[^"\n]*"/g, '').replace(/^\s*from \S+/, '')
  return plain
    .split(/[^\w:]+/)
    .map((it) => it.split('::').at(-1) ?? '')
    .filter((it) => it !== '' && !keywords.has(it))
}
