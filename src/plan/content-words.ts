/** What texts are about, by their words: whether two of them can speak of the same thing at all. */

import { functionWords } from './function-words.ts'

/** Longer texts are known by their beginning. */
const longest = 20_000
/** And by as many different words. */
const most = 400

const withoutBlanks =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}ー]'
/** The ending of a file's name; a run of a script without blanks; a word or a number. */
const token = new RegExp(
  String.raw`(?<=[\p{L}\p{N}])\.\p{L}[\p{L}\p{N}]{0,4}(?![\p{L}\p{N}])|${withoutBlanks}+|(?:(?!${withoutBlanks})[\p{L}\p{M}\p{N}])+`,
  'gu',
)
const isWithoutBlanks = new RegExp(`^${withoutBlanks}`, 'u')
const hiragana = /^\p{Script=Hiragana}+$/u
const hangul = /^\p{Script=Hangul}/u

const empty: ReadonlySet<string> = new Set(Object.values(functionWords).flatMap((it) => [...it]))

function tokensOf(text: string): readonly string[] {
  const apart = text
    .slice(0, longest)
    .normalize('NFC')
    .replaceAll(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
  return apart.toLowerCase().match(token) ?? []
}

/** A run of characters by its pairs. Of Japanese, those of the letters that only inflect say nothing. */
function pairsOf(run: string): readonly string[] {
  const characters = Array.from(run)
  return characters.slice(1).flatMap((it, at) => {
    const pair = `${characters[at] ?? ''}${it}`
    return hiragana.test(pair) ? [] : [pair]
  })
}

/**
 * The words of a text that say what it is about, each once: in small letters, apart at the capitals of `oneName`, numbers and the parts
 * of file names among them, an ending with its dot (`.csv`); of scripts without blanks pairs of characters. Words of which a language
 * has many and that say nothing alone are left out. Linear.
 */
export function contentWords(text: string): ReadonlySet<string> {
  const words = new Set<string>()
  for (const it of tokensOf(text))
    for (const word of isWithoutBlanks.test(it) ? pairsOf(it) : [it]) {
      if (words.size >= most) return words
      if (!empty.has(word) && !/^\.?[a-z]$/.test(word)) words.add(word)
    }
  return words
}

/** Shorter words are the same only where they are equal. */
const shortestStem = 3
/** Share of the shorter word that two forms of one begin with: `tables` and `tabled`, and no `tabulate`. */
const stem = 0.75
/** A word that stands within a longer one is a part of it from here on: `tabelle` of `gezeitentabelle`. */
const shortestPart = 5

/**
 * How many words of one text another one has, too, in whatever form: equal, with one stem, or as a part of a longer one. Numbers have
 * no forms, and of two endings of file names nobody knows more than that.
 * @param enough more are not counted
 */
export function sharedWords(own: ReadonlySet<string>, others: ReadonlySet<string>, enough = Infinity): number {
  const endings = new Set([...others].flatMap((it) => (it.startsWith('.') ? [it.slice(1)] : [])))
  const words = [...others].filter((it) => /^\p{L}/u.test(it))
  const byStart = new Map<string, string[]>()
  for (const it of words) {
    const alike = byStart.get(startOf(it))
    if (alike === undefined) byStart.set(startOf(it), [it])
    else alike.push(it)
  }
  const together = words.join(' ')
  const parts = words.filter(({ length }) => length >= shortestPart)
  const isShared = (it: string): boolean => {
    if (it.startsWith('.')) return others.has(it.slice(1))
    if (others.has(it) || endings.has(it)) return true
    if (/^\p{N}/u.test(it)) return false
    if (byStart.get(startOf(it))?.some((other) => isInflected(it, other)) === true) return true
    return it.length >= shortestPart && (together.includes(it) || parts.some((part) => it.includes(part)))
  }
  let shared = 0
  for (const it of own) {
    if (isShared(it)) shared += 1
    if (shared >= enough) break
  }
  return shared
}

/** What two forms of a word have in common at least: of Korean, in which particles follow on a syllable, that one. */
function startOf(word: string): string {
  return word.slice(0, hangul.test(word) ? 1 : shortestStem)
}

/** Whether two words with one start begin as forms of one do. */
function isInflected(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const least = Math.max(startOf(short).length, Math.ceil(short.length * stem))
  return long.startsWith(short.slice(0, least))
}

const scripts: readonly RegExp[] = [
  ...['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Hangul'].map(
    (it) => new RegExp(`^\\.?\\p{Script=${it}}`, 'u'),
  ),
  isWithoutBlanks,
]

/** Whether two texts say enough to be compared: as many words, or numbers, each, in one script. Two pairs of characters are a word. */
export function canCompare(one: ReadonlySet<string>, other: ReadonlySet<string>, fewest: number): boolean {
  const amount = (words: ReadonlySet<string>, script: RegExp): number => {
    const inScript = [...words].filter((it) => script.test(it)).length
    const numbers = [...words].filter((it) => /^\p{N}/u.test(it)).length
    return inScript === 0 ? 0 : inScript / (script === isWithoutBlanks ? 2 : 1) + numbers
  }
  return scripts.some((it) => amount(one, it) >= fewest && amount(other, it) >= fewest)
}

/** Fewer words of a language say nothing of a text: names and loans are everywhere. */
const fewestOfLanguage = 3

/** The languages that a text may be in, by its small words; empty where they do not tell. */
function languagesOf(text: string): readonly string[] {
  const words = tokensOf(text)
  const counts = Object.entries(functionWords).map(
    ([language, own]) => [language, words.filter((it) => own.has(it)).length] as const,
  )
  const best = Math.max(...counts.map(([, count]) => count))
  return best < fewestOfLanguage ? [] : counts.flatMap(([language, count]) => (count * 2 >= best ? [language] : []))
}

/** Whether two texts are surely in two languages, so that no word of theirs tells whether they say the same. */
export function isTranslated(one: string, other: string): boolean {
  const [own, theirs] = [languagesOf(one), languagesOf(other)]
  return own.length > 0 && theirs.length > 0 && !own.some((it) => theirs.includes(it))
}
