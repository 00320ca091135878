/** What a file of tests takes from elsewhere: it may take more than before, for other tests, and nothing in place of what it had. */

/** Whether a line begins an import. @param plain without the blanks in front */
export function isImport(plain: string): boolean {
  return /^(?:import\b|from \S+ import\b|use |#include\b|(?:const|let|var) [^=]{1,400}= require\()/.test(plain)
}

/** More imports than that are compared as they stand. */
const most = 400

/**
 * Whether each import is still there, with other names added to it at most, and no other import brings one of its names.
 * @param before whole statements, as they stand
 */
export function importsGrow(before: readonly string[], after: readonly string[]): boolean {
  if (before.length > most || after.length > most) return before.join('\n') === after.join('\n')
  const rest = new Set(after)
  for (const old of before) {
    const words = wordsOf(old)
    const found = rest.has(old) ? old : [...rest].find((it) => !/\bas\b/.test(it) && isWithin(words, wordsOf(it)))
    if (found === undefined) return false
    rest.delete(found)
  }
  const known = new Set(before.flatMap(namesOf))
  return [...rest].every((it) => namesOf(it).every((name) => !known.has(name)))
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
