/** Whether two lists of technologies mean the same ones, however they are spelled. */

export type Alignment = 'full' | 'partial' | 'none'

export interface TechnologyAlignment {
  readonly is: Alignment
  /** Of the recommended ones, as the pattern spells them. */
  readonly matched: readonly string[]
  readonly missing: readonly string[]
}

/** What people call the same thing; the left one is as `wordsOf` leaves it. */
const others: Readonly<Record<string, string>> = {
  js: 'javascript',
  ts: 'typescript',
  py: 'python',
  golang: 'go',
  nodejs: 'node',
  postgres: 'postgresql',
  mongo: 'mongodb',
  'c++': 'cpp',
  'c#': 'csharp',
  k8s: 'kubernetes',
}

const filler: ReadonlySet<string> = new Set(['with', 'and', 'or', 'the', 'lts', 'latest', 'version', 'none'])

/** More than this is no name of a technology. */
const longest = 200

/**
 * The words that a technology is known by: in small letters, without versions (`v5`, `18+`, the `5` of `pyqt5`), without the
 * `.js` of `node.js`, and with one spelling for those that have several (`ts`, `golang`). Parts joined by a dash, a dot or an
 * underscore stay one word, since `electron-builder` is not `electron`.
 */
function wordsOf(technology: string): readonly string[] {
  return technology
    .slice(0, longest)
    .toLowerCase()
    .split(/[\s,;/()&|]/)
    .map((it) => it.replace(/\.js$/, '').replaceAll(/[-_.]/g, ''))
    .filter((it) => it !== '' && !/^v?\d+[a-z]?\+?$/.test(it) && !filler.has(it))
    .map((it) => (/^[a-z]{3,40}\d{1,4}$/.test(it) ? it.replace(/\d+$/, '') : it))
    .map((it) => (Object.hasOwn(others, it) ? (others[it] ?? it) : it))
}

/**
 * Compares what a pattern recommends with what the spec is built with (seed 004 §2.0a, 2): `full` where each recommended
 * technology is there, `none` where not one is, else `partial`. What the spec has beside is no deviation. A recommended one is
 * there when all of its words stand in one of the spec's (`react` in `React 18+ with TypeScript`).
 */
export function alignTechnologies(recommended: readonly string[], chosen: readonly string[]): TechnologyAlignment {
  const have = chosen.map((it) => new Set(wordsOf(it)))
  const isThere = (technology: string): boolean => {
    const words = wordsOf(technology)
    return words.length === 0 || have.some((it) => words.every((word) => it.has(word)))
  }
  const matched = recommended.filter(isThere)
  const missing = recommended.filter((it) => !matched.includes(it))
  return { is: missing.length === 0 ? 'full' : matched.length === 0 ? 'none' : 'partial', matched, missing }
}

/** Keys of a software stack that name no technology. */
const noTechnology: ReadonlySet<string> = new Set(['deployment_type', 'architecture', 'required'])

/**
 * The technologies of a spec's `[software_stack]`: the texts of its keys and of the tables in it (`[software_stack.frontend]`),
 * in the order of the file, each once.
 * @param stack the table as it was read
 */
export function stackTechnologies(stack: Readonly<Record<string, unknown>>): readonly string[] {
  const found = new Set<string>()
  const take = (table: Readonly<Record<string, unknown>>, depth: number): void => {
    for (const [key, value] of Object.entries(table)) {
      if (noTechnology.has(key)) continue
      for (const one of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
        if (typeof one === 'string') {
          if (wordsOf(one).length > 0) found.add(one.trim())
        } else if (typeof one === 'object' && one !== null && depth > 0)
          take(one as Readonly<Record<string, unknown>>, depth - 1)
      }
    }
  }
  take(stack, 2)
  return [...found]
}
