/** What `make` would run: the recipes of targets and of what they need, read as far as no variable decides. */

/** What is read of a makefile. */
export interface Makefile {
  /** In order; the first one that is no special one is what `make` makes without a target. */
  readonly rules: ReadonlyMap<string, { readonly needs: readonly string[]; readonly recipe: readonly string[] }>
  /** Files that it includes by a plain name. */
  readonly includes: readonly string[]
}

export function readMakefile(text: string): Makefile {
  const rules = new Map<string, { needs: string[]; recipe: string[] }>()
  const includes: string[] = []
  let present: { needs: string[]; recipe: string[] }[] = []
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    if (line.startsWith('\t')) {
      const command = line.trim().replace(/^[@+-]+/, '')
      for (const rule of present) rule.recipe.push(command)
      continue
    }
    const [word = '', ...rest] = line.trim().split(/\s+/)
    if (word === 'include' || word === '-include' || word === 'sinclude') includes.push(...rest)
    const colon = line.indexOf(':')
    if (colon < 1 || line.charAt(colon + 1) === '=' || line.slice(0, colon).includes('=') || line.startsWith('#')) {
      if (line.trim() !== '' && !line.startsWith('#')) present = []
      continue
    }
    const [needs = '', ...command] = line
      .slice(colon + 1)
      .replace(/^:/, '')
      .split(';')
    present = line
      .slice(0, colon)
      .split(/\s+/)
      .filter((it) => it !== '')
      .map((target) => {
        const rule = rules.get(target) ?? { needs: [], recipe: [] }
        rules.set(target, rule)
        rule.needs.push(...needs.split(/\s+/).filter((it) => it !== '' && it !== '|'))
        rule.recipe.push(...command)
        return rule
      })
  }
  return { rules, includes }
}

/**
 * The lines that making these targets would run.
 *
 * @param wanted names of targets; without any it is the first one
 */
export function recipeLines({ rules }: Makefile, wanted: readonly string[]): readonly string[] {
  const first = [...rules.keys()].find((it) => !it.startsWith('.'))
  const open = wanted.length > 0 ? [...wanted] : first === undefined ? [] : [first]
  const seen = new Set<string>()
  const lines: string[] = []
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const rule = rules.get(name)
    if (rule === undefined || seen.has(name)) continue
    seen.add(name)
    lines.push(...rule.recipe)
    open.push(...rule.needs)
  }
  return lines
}
