/** How the files of a spec are called, and which of a folder belong together (FORMATS section 6). */

/** Holds for all specs of a project: in the plan's folder, or the nearest one above it. */
export const constitutionName = 'project_constitution.toml'

export interface SpecName {
  readonly is: 'markdown' | 'parameters'
  /** What both files are named for. */
  readonly descriptor: string
}

const markdownNames: readonly RegExp[] = [/^spec_(.+)\.md$/i, /^(speclet_.+)\.md$/i, /^(.+)_spec\.md$/i]
const parametersName = /^parameters_(.+)\.toml$/i

/** What a file of this name is of a spec; null where its name does not say so. */
export function specName(name: string): SpecName | null {
  for (const pattern of markdownNames) {
    const descriptor = pattern.exec(name)?.[1]
    if (descriptor !== undefined) return { is: 'markdown', descriptor }
  }
  const descriptor = parametersName.exec(name)?.[1]
  return descriptor === undefined ? null : { is: 'parameters', descriptor }
}

/** What a file that is called otherwise is named for: its name without its ending. */
export function descriptorOf(name: string): string {
  return specName(name)?.descriptor ?? name.replace(/\.[^.]+$/, '').replace(/^spec_/i, '')
}

/**
 * What may be the other file of a pair. The exact name wins; where there is none, one in other case is it, unless it is the exact
 * one of another file.
 * @param names of the files in the folder of `name`
 * @returns names as they are written there; several where nobody can say which it is
 */
export function partnersOf(name: string, names: readonly string[]): readonly string[] {
  const own = descriptorOf(name)
  const alike = othersNamed(name, names, (it) => it.toLowerCase() === own.toLowerCase())
  const exact = alike.filter((it) => descriptorOf(it) === own)
  const isFree = (it: string): boolean =>
    othersNamed(it, names, (other) => other === descriptorOf(it)).every((other) => other === name)
  const found = exact.length > 0 ? exact : alike.filter(isFree)
  // The usual spelling comes first where several are named for the same.
  const usualFirst = [...found].sort((one, other) => Number(isUsual(other)) - Number(isUsual(one)))
  return [...new Map([...usualFirst].reverse().map((it) => [descriptorOf(it), it])).values()].reverse()
}

/** Files of the other kind that are named for something. */
function othersNamed(name: string, names: readonly string[], isNamed: (descriptor: string) => boolean): string[] {
  const wanted = name.toLowerCase().endsWith('.toml') ? 'markdown' : 'parameters'
  return names.filter((it) => {
    const other = specName(it)
    return it !== name && other?.is === wanted && isNamed(other.descriptor)
  })
}

function isUsual(name: string): boolean {
  return /^(?:spec|parameters)_/.test(name)
}

/** The file that is the plan where one of a pair is named: the Markdown, which people read. */
export function mainOf(name: string, names: readonly string[]): string {
  const [partner, ...more] = name.toLowerCase().endsWith('.toml') ? partnersOf(name, names) : []
  return partner !== undefined && more.length === 0 ? partner : name
}

/**
 * What is read with a plan: its parameters; with parameters of which nobody can read the Markdown, that one, so that this is told.
 * Where several may be the one, all of them, for the same reason.
 */
export function besideOf(name: string, names: readonly string[]): readonly string[] {
  return partnersOf(name, names)
}
