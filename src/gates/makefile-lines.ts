/** What `make` would run: the recipes of targets and of what they need, with variables and pattern rules filled in. */

interface Rule {
  readonly needs: string[]
  readonly recipe: string[]
}

/** What is read of a makefile. */
export interface Makefile {
  /** In order; the first one that is no special one is what `make` makes without a target. */
  readonly rules: ReadonlyMap<string, Rule>
  /** Rules with a `%` in their target, in order. */
  readonly patterns: readonly (readonly [target: string, rule: Rule])[]
  readonly variables: ReadonlyMap<string, string>
  /** Files that it includes, as far as their names are known. */
  readonly includes: readonly string[]
}

/** No line that is filled in gets longer: variables may name each other. */
const longest = 16 * 1024
/** No name of a variable is longer. */
const longestName = 200
/** How deep variables name each other. */
const deepest = 50
/** Targets of one call. */
const mostTargets = 2_000

/**
 * @param text of the file and of all that it includes
 * @param set variables of the call, which win over those of the file
 */
export function readMakefile(text: string, set: ReadonlyMap<string, string> = new Map()): Makefile {
  const rules = new Map<string, Rule>()
  const patterns: (readonly [string, Rule])[] = []
  const variables = new Map<string, string>([['MAKE', 'make'], ...set])
  const includes: string[] = []
  const filled: Filled = new Map()
  let present: Rule[] = []
  for (const line of text.replaceAll('\\\n', ' ').split('\n')) {
    if (line.startsWith('\t')) {
      for (const rule of present) rule.recipe.push(line.trim())
      continue
    }
    const plain = line.trim()
    if (plain === '' || plain.startsWith('#')) continue
    const [word = '', ...rest] = plain.split(/\s+/)
    if (word === 'include' || word === '-include' || word === 'sinclude') {
      includes.push(...fill(rest.join(' '), variables, filled).split(/\s+/))
      continue
    }
    const assigned = assignmentOf(plain)
    if (assigned !== null) {
      const { name, value, adds } = assigned
      const old = variables.get(name)
      filled.clear()
      if (!set.has(name)) variables.set(name, adds && old !== undefined ? `${old} ${value}`.slice(0, longest) : value)
      present = []
      continue
    }
    const colon = line.indexOf(':')
    if (colon < 1) continue
    const [needs = '', ...command] = line
      .slice(colon + 1)
      .replace(/^:/, '')
      .split(';')
    const targets = wordsOf(fill(line.slice(0, colon), variables, filled))
    present = targets.map((target) => {
      const rule = rules.get(target) ?? { needs: [], recipe: [] }
      if (target.includes('%')) patterns.push([target, rule])
      else rules.set(target, rule)
      rule.needs.push(...wordsOf(fill(needs, variables, filled)))
      rule.recipe.push(...command)
      return rule
    })
  }
  return { rules, patterns, variables, includes: includes.filter((it) => it !== '') }
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((it) => it !== '' && it !== '|')
}

/** `NAME = value` and its like, with `export` and `override` before it; null for everything else. */
function assignmentOf(line: string): { readonly name: string; readonly value: string; readonly adds: boolean } | null {
  const equals = line.indexOf('=')
  if (equals < 1 || equals > longestName) return null
  const before = line.slice(0, equals)
  const name = before
    .replace(/[:?+!]+$/, '')
    .trim()
    .split(/\s+/)
    .at(-1)
  if (name === undefined || !/^[\w.-]+$/.test(name) || /:\s/.test(before)) return null
  return { name, value: line.slice(equals + 1).trim(), adds: before.endsWith('+') }
}

/** Variables by name, filled in once for as long as none is set anew: they may name each other many times. */
type Filled = Map<string, string>

/**
 * Puts values in the place of `$(NAME)`, `${NAME}` and `$(shell …)`, which becomes `$(…)` of a shell. A variable that names
 * itself stays as it is there, and what is too long is cut: each is filled in once (RELIABILITY S13).
 */
function fill(
  text: string,
  variables: ReadonlyMap<string, string>,
  filled: Filled,
  within: ReadonlySet<string> = new Set(),
): string {
  if (!text.includes('$') || within.size > deepest) return text
  let length = 0
  return text
    .slice(0, longest)
    .replaceAll('$(shell ', '$( ')
    .replace(/\$[({]([\w.-]{1,100})[)}]/g, (whole, name: string) => {
      const value = variables.get(name)
      if (value === undefined || within.has(name)) return whole
      if (length >= longest) return ''
      const known = filled.get(name) ?? fill(value, variables, filled, new Set([...within, name]))
      filled.set(name, known)
      length += known.length
      return known
    })
    .slice(0, longest)
}

/**
 * The lines that making these targets would run, for a shell.
 *
 * @param wanted names of targets; without any it is the first one
 */
export function recipeLines(made: Makefile, wanted: readonly string[]): readonly string[] {
  const { rules, variables } = made
  const first = variables.get('.DEFAULT_GOAL') ?? [...rules.keys()].find((it) => !it.startsWith('.'))
  const open = wanted.length > 0 ? [...wanted] : first === undefined ? [] : [first]
  const seen = new Set<string>()
  const filled: Filled = new Map()
  const lines: string[] = []
  for (let name = open.pop(); name !== undefined && seen.size < mostTargets; name = open.pop()) {
    if (seen.has(name)) continue
    seen.add(name)
    const found = ruleFor(made, name)
    if (found === null) continue
    const needs = found.needs.map((it) => it.replace('%', found.stem))
    const own = new Map([...variables, ['@', name], ['<', needs[0] ?? ''], ['^', needs.join(' ')], ['*', found.stem]])
    for (const line of found.recipe)
      lines.push(
        fill(line.trim().replace(/^[@+-]+/, ''), variables, filled)
          .replace(/\$[({]?([@<^*])[DF]?[)}]?/g, (_, sign: string) => own.get(sign) ?? '')
          .replaceAll('$$', '$'),
      )
    open.push(...needs)
  }
  return lines
}

/** The rule of a target by its name; where that has no recipe, the first pattern that fits. */
function ruleFor({ rules, patterns }: Makefile, name: string): (Rule & { readonly stem: string }) | null {
  const own = rules.get(name)
  if (own !== undefined && own.recipe.length > 0) return { ...own, stem: '' }
  for (const [target, rule] of patterns) {
    const at = target.indexOf('%')
    const [before, after] = [target.slice(0, at), target.slice(at + 1)]
    if (name.length <= before.length + after.length || !name.startsWith(before) || !name.endsWith(after)) continue
    const stem = name.slice(before.length, name.length - after.length)
    return { needs: [...rule.needs, ...(own?.needs ?? [])], recipe: rule.recipe, stem }
  }
  return own === undefined ? null : { ...own, stem: '' }
}
