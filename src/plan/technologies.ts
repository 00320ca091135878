/** Technologies as people write them: by which words one is known, and which a software stack names. */

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

/** Words that tell nothing of it. */
const filler: ReadonlySet<string> = new Set(['with', 'and', 'or', 'the', 'lts', 'latest', 'version'])

/** More than this is no name of a technology. */
const longest = 200

/**
 * The words that a technology is known by: in small letters, without versions (`v5`, `18+`, the `5` of `pyqt5`), without the
 * `.js` of `node.js`, and with one spelling for those that have several (`ts`, `golang`). Parts joined by a dash, a dot or an
 * underscore stay one word, since `electron-builder` is not `electron`.
 */
export function technologyWords(technology: string): readonly string[] {
  return technology
    .slice(0, longest)
    .toLowerCase()
    .split(/[\s,;/()&|]/)
    .map((it) => it.replace(/\.js$/, '').replaceAll(/[-_.]/g, ''))
    .filter((it) => it !== '' && !/^v?\d+[a-z]?\+?$/.test(it) && !filler.has(it))
    .map((it) => (/^[a-z]{3,40}\d{1,4}$/.test(it) ? it.replace(/\d+$/, '') : it))
    .map((it) => (Object.hasOwn(others, it) ? (others[it] ?? it) : it))
}

/** Keys of a software stack that name no technology. */
const noTechnology: ReadonlySet<string> = new Set(['deployment_type', 'deployment', 'architecture', 'required'])

/** What stands where there is none. */
const nothing: ReadonlySet<string> = new Set(['none', 'n/a', 'na', 'not_applicable', 'not applicable', 'flexible'])

/** Tables within tables that are looked into: nobody writes a stack that is deeper. */
const deepest = 8

/**
 * The technologies of a spec's `[software_stack]`: the texts of its keys and of the tables in it (`[software_stack.frontend]`),
 * in the order of the file, each once, without what says that there is none.
 * @param stack the table as it was read
 */
export function stackTechnologies(stack: Readonly<Record<string, unknown>>): readonly string[] {
  const found = new Set<string>()
  const take = (table: Readonly<Record<string, unknown>>, depth: number): void => {
    for (const [key, value] of Object.entries(table)) {
      if (noTechnology.has(key)) continue
      for (const one of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
        if (typeof one === 'string') {
          if (!nothing.has(one.trim().toLowerCase()) && technologyWords(one).length > 0) found.add(one.trim())
        } else if (typeof one === 'object' && one !== null && depth > 0)
          take(one as Readonly<Record<string, unknown>>, depth - 1)
      }
    }
  }
  take(stack, deepest)
  return [...found]
}
