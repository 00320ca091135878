/** Whether what a criterion names lies in the project, and what is left to be judged of it. */

import { oneLine } from '../../plan/one-line.ts'
import type { CompletionFinding, FindingPlace } from '../../run/completion/finding.ts'
import { pathsNamed, type NamedPath } from '../../plan/values/named-paths.ts'
import type { CompletionCriterion } from '../../plan/spec.ts'
import { checkOf } from '../../run/completion/sort-criterion.ts'
import { matchesPattern } from '../../run/path-pattern.ts'
import type { ProjectTree } from './project-tree.ts'

/** Places told of one criterion. */
const mostPlaces = 10

/** Names without a folder are looked for in all of them, as git's ignore files do; one of the root comes first. */
function placesOf({ path, form }: NamedPath, tree: ProjectTree): readonly string[] {
  const isAnywhere = !path.replace(/\/$/, '').includes('/')
  const pattern = isAnywhere && form !== 'directory' ? `**/${path}` : path
  const isUpper = form === 'path' && /^[A-Z]+$/.test(path)
  const fits = (file: string): boolean => {
    if (form === 'glob') return matchesPattern(pattern, file)
    const name = isAnywhere ? file.slice(file.lastIndexOf('/') + 1) : file
    // `README` is the one that there is, whatever its ending.
    return name === path || (isUpper && name.startsWith(`${path}.`))
  }
  const found = [...tree.files.filter(fits), ...(form === 'glob' ? [] : [...tree.folders].filter(fits))]
  return found.sort((a, b) => a.split('/').length - b.split('/').length || (a < b ? -1 : 1))
}

interface Looked {
  readonly named: NamedPath
  readonly places: readonly string[]
  /** Whether there is something in it. */
  readonly isFilled: boolean
}

async function lookFor(named: NamedPath, tree: ProjectTree): Promise<Looked> {
  const places = placesOf(named, tree)
  let isFilled = false
  for (const place of places.slice(0, mostPlaces))
    isFilled ||= tree.folders.has(place)
      ? tree.files.some((it) => it.startsWith(`${place}/`))
      : (await tree.facts(place)).size > 0
  return { named, places, isFilled }
}

const needsSomebody = 'a person or an agent has to judge it'

/**
 * Looks for what a criterion names. What it names and is not there, or is empty, is missed. Only where it says no more than that it is
 * there it is met. All else is unknown: no program reads a sentence.
 */
export async function findingOf(criterion: CompletionCriterion, tree: ProjectTree): Promise<CompletionFinding> {
  const { paths, unsafe, isNegated, saysOnlyThat } = pathsNamed(criterion.text)
  const looked = await Promise.all(paths.map((it) => lookFor(it, tree)))
  const counted = looked.filter(({ named, places }) => named.isSure || places.length > 0)
  const check = checkOf(criterion, counted.length > 0)
  const places: readonly FindingPlace[] = counted
    .flatMap((it) => it.places.slice(0, 1))
    .slice(0, mostPlaces)
    .map((path) => ({ path, line: null }))
  const told = (found: CompletionFinding['found'], why: string): CompletionFinding => ({
    check,
    what: oneLine(criterion.text),
    found,
    by: 'program',
    why: oneLine(why),
    places,
  })
  if (criterion.isWords === true) return told('unknown', `it is no point of a list; ${needsSomebody}`)
  if (isNegated && counted.length > 0) return told('unknown', `it says what is not to be there; ${needsSomebody}`)
  const [outside] = unsafe
  if (outside !== undefined) return told('unknown', `${outside} does not lie in the project; ${needsSomebody}`)
  const gone = counted.filter((it) => it.places.length === 0).map(({ named }) => named.path)
  if (gone.length > 0)
    return tree.isWhole
      ? told('missed', `${gone.join(', ')} ${gone.length > 1 ? 'are' : 'is'} not there`)
      : told('unknown', `${gone.join(', ')} was not found before the search was cut off`)
  const empty = counted.filter((it) => !it.isFilled).map(({ named }) => named.path)
  if (empty.length > 0) return told('missed', `${empty.join(', ')} ${empty.length > 1 ? 'are' : 'is'} empty`)
  if (counted.length === 0) return told('unknown', `it names no file that a program could look for; ${needsSomebody}`)
  const there = `${counted.map(({ named }) => named.path).join(', ')} ${counted.length > 1 ? 'are' : 'is'} there`
  return saysOnlyThat && counted.length === looked.length
    ? told('met', there)
    : told('unknown', `${there}; what else it says a person or an agent has to judge`)
}
