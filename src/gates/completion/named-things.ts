/** Whether what a criterion names lies in the project, and what is left to be judged of it. */

import { oneLine, quoted } from '../../plan/one-line.ts'
import { criterionName, type CompletionFinding, type FindingPlace } from '../../run/completion/finding.ts'
import { foldersMeant, pathsNamed, saysNo, type NamedPath } from '../../plan/values/named-paths.ts'
import { isPlainHeading } from '../../plan/values/plain-heading.ts'
import type { CompletionCriterion } from '../../plan/spec.ts'
import { checkOf } from '../../run/completion/sort-criterion.ts'
import { matchesPattern } from '../../run/path-pattern.ts'
import { isFilled as isFilledIn } from './filled.ts'
import type { ProjectTree } from './project-tree.ts'

/** Places told of one criterion. */
const mostPlaces = 10

/** Nothing is ever written into them: that they are there is all. */
const emptyByNature = /(?:^|\/)(?:__init__\.pyi?|py\.typed|\.(?:git)?keep|\.nojekyll)$/

interface Looked {
  readonly named: NamedPath
  readonly places: readonly string[]
  /** Whether it lies where it is to be: at the root, or in a folder that the plan names. */
  readonly isAtPlace: boolean
  /** Whether there is something in it. */
  readonly isFilled: boolean
}

const ofDocument = /\.(?:md|markdown|txt|rst|adoc|org|html?|pdf)$/i

/** Names without a folder are looked for in all of them; one of the root or of a folder that the plan names comes first. */
function placesOf({ path, form }: NamedPath, tree: ProjectTree, folders: ReadonlySet<string>): readonly string[] {
  const isAnywhere = isBare(path)
  const pattern = (isAnywhere && form !== 'directory' ? `**/${path}` : path).normalize('NFC')
  const isUpper = form === 'path' && /^[A-Z]+$/.test(path)
  const wanted = path.normalize('NFC')
  // Some systems store a name decomposed, whatever it was called when it was made.
  const fits = (found: string): boolean => {
    const file = found.normalize('NFC')
    if (form === 'glob') return matchesPattern(pattern, file)
    const name = isAnywhere ? file.slice(file.lastIndexOf('/') + 1) : file
    // `README` is the one that there is, whatever its ending.
    return name === wanted || (isUpper && name.startsWith(`${path}.`) && ofDocument.test(name))
  }
  // A folder is no file, though it may be called like one.
  const isFile = form === 'glob' || (form === 'path' && path.slice(path.lastIndexOf('/') + 1).includes('.'))
  const files = form === 'directory' ? [] : tree.files.filter(fits)
  const found = [...files, ...(isFile ? [] : [...tree.folders].filter(fits))]
  const rank = (it: string): number => (folders.has(folderOf(it)) ? 0 : it.split('/').length)
  return found.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

function isBare(path: string): boolean {
  return !path.replace(/\/$/, '').includes('/')
}

/** The folder of a path, without a slash behind it; empty for the root. */
function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

async function lookFor(named: NamedPath, tree: ProjectTree, folders: ReadonlySet<string>): Promise<Looked> {
  const all = placesOf(named, tree, folders)
  const meant = isBare(named.path) ? all.filter((it) => folders.has(folderOf(it))) : all
  const places = meant.length > 0 ? meant : all
  let isFilled = false
  for (const place of places.slice(0, mostPlaces))
    isFilled ||= emptyByNature.test(place) || (await isFilledIn(place, tree))
  return { named, places, isAtPlace: meant.length > 0, isFilled }
}

/** The folders that a plan names in such words, by themselves or in a path; the root is one. */
export function foldersNamed(texts: readonly string[]): ReadonlySet<string> {
  const paths = texts.flatMap((text) => pathsNamed(text).paths)
  return new Set(['', ...paths.map(({ path, form }) => (form === 'directory' ? path : folderOf(path)))])
}

/** What is to lie in a folder is looked for there: `report.md exists in docs/`. */
function joined(paths: readonly NamedPath[], [folder]: readonly NamedPath[]): readonly NamedPath[] {
  if (folder === undefined) return paths
  const at = folder.path.replace(/\/$/, '')
  return paths.map((it) =>
    it.form === 'directory' || it === folder || it.path.startsWith(`${at}/`)
      ? it
      : { ...it, path: `${at}/${it.path}`, isSure: it.isSure && folder.isSure },
  )
}

const needsSomebody = 'a person or an agent has to judge it'

/**
 * Looks for what a criterion names. What it names and is not there, or is empty, is missed. Only where it says no more than that it is
 * there it is met. All else is unknown: no program reads a sentence.
 *
 * @param folders where names without a folder are to lie (`foldersNamed`); one that lies elsewhere alone may be another
 */
export async function findingOf(
  criterion: CompletionCriterion,
  tree: ProjectTree,
  folders: ReadonlySet<string> = foldersNamed([]),
): Promise<CompletionFinding> {
  const { paths, unsafe, isNegated, saysOnlyThat, wantsThem } = pathsNamed(criterion.text)
  const within = foldersMeant(criterion.text, paths)
  // `root.tsx` is a name as any other.
  const isAtRoot = /\b(?:the|in|at|project|repository|repo)\s+root\b|(?:^|[\s`"'(])\.\//i.test(criterion.text)
  const named = isAtRoot ? foldersNamed([]) : folders
  const looked = await Promise.all(joined(paths, within).map((it) => lookFor(it, tree, named)))
  const counted = looked.filter(({ named, places }) => named.isSure || places.length > 0)
  const check = checkOf(criterion, counted.length > 0)
  const places: readonly FindingPlace[] = counted
    .flatMap((it) => it.places.slice(0, 1))
    .slice(0, mostPlaces)
    .map((path) => ({ path, line: null }))
  const told = (found: CompletionFinding['found'], why: string): CompletionFinding => ({
    check,
    what: criterionName(criterion),
    found,
    by: 'program',
    why: oneLine(why),
    places,
  })
  if (criterion.isWords === true) return told('unknown', `it is no point of a list; ${needsSomebody}`)
  const heading = criterion.under.find((it) => !isPlainHeading(it))
  if (heading !== undefined && saysNo(heading) && counted.length > 0)
    return told('unknown', `it stands under ${quoted(heading)}; ${needsSomebody}`)
  if (isNegated && counted.length > 0) return told('unknown', `it says what is not to be there; ${needsSomebody}`)
  const [outside] = unsafe
  if (outside !== undefined) return told('unknown', `${outside} does not lie in the project; ${needsSomebody}`)
  const gone = counted.filter((it) => it.places.length === 0).map(({ named }) => named.path)
  // Of a sentence that nobody has read it is not known what follows from that.
  const fails = (said: string): CompletionFinding =>
    wantsThem
      ? told('missed', said)
      : told('unknown', `${said}; whether that is meant a person or an agent has to judge`)
  if (gone.length > 0)
    return tree.isWhole
      ? fails(`${gone.join(', ')} ${gone.length > 1 ? 'are' : 'is'} not there`)
      : told('unknown', `${gone.join(', ')} was not found before the search was cut off`)
  const empty = counted.filter((it) => !it.isFilled).map(({ named }) => named.path)
  if (empty.length > 0) return fails(`${empty.join(', ')} ${empty.length > 1 ? 'are' : 'is'} empty`)
  if (counted.length === 0)
    return told('unknown', `it names no file, and no command that is known to verify something; ${needsSomebody}`)
  const there = `${counted.map(({ named }) => named.path).join(', ')} ${counted.length > 1 ? 'are' : 'is'} there`
  const [elsewhere] = counted.filter((it) => !it.isAtPlace)
  if (elsewhere !== undefined)
    return told(
      'unknown',
      `${elsewhere.named.path} is only at ${elsewhere.places[0] ?? ''}, where nothing says that it is to be; ${needsSomebody}`,
    )
  // Of what lies in a folder, or in which of two, words alone say nothing that could be looked for.
  if (heading !== undefined)
    return told('unknown', `${there}; what ${quoted(heading)} says of it a person or an agent has to judge`)
  // One of several is there, or all of them.
  const either = counted.find(({ named }) => named.form === 'glob' && named.path.includes('{'))
  if (either !== undefined) return told('unknown', `something of ${either.named.path} is there; ${needsSomebody}`)
  const isPlaced = within.length === 0 || (!isAtRoot && within.length === 1 && paths.length > 1)
  return saysOnlyThat && isPlaced && counted.length === looked.length
    ? told('met', there)
    : told('unknown', `${there}; what else it says a person or an agent has to judge`)
}
