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
 * The other file of a pair.
 * @param names of the files in the folder of `name`
 * @returns its name as it is written there; null where there is none
 */
export function partnerOf(name: string, names: readonly string[]): string | null {
  const own = descriptorOf(name).toLowerCase()
  const wanted = name.toLowerCase().endsWith('.toml') ? 'markdown' : 'parameters'
  const found = names.filter((it) => {
    const other = specName(it)
    return it !== name && other?.is === wanted && other.descriptor.toLowerCase() === own
  })
  // The usual spelling comes first where several are there.
  return found.find((it) => /^(?:spec|parameters)_/.test(it)) ?? found[0] ?? null
}

/** The file that is the plan where one of a pair is named: the Markdown, which people read. */
export function mainOf(name: string, names: readonly string[]): string {
  return name.toLowerCase().endsWith('.toml') ? (partnerOf(name, names) ?? name) : name
}

/** What is read with a plan: its parameters; with parameters of which nobody can read the Markdown, that one, so that this is told. */
export function besideOf(name: string, names: readonly string[]): readonly string[] {
  const partner = partnerOf(name, names)
  return partner === null ? [] : [partner]
}
