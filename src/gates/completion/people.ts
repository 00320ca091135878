/** Whether there is something for the people who are to use it: an interface, and words that tell how (seed 004 §6.4, 5 and 7). */

import { listed } from '../../plan/names.ts'
import { oneLine } from '../../plan/one-line.ts'
import { saysNo } from '../../plan/values/named-paths.ts'
import type { CompletionFinding, FindingPlace } from '../../run/completion/finding.ts'
import type { CompletionScope } from '../../run/completion/verify-completion.ts'
import { visible } from './filled.ts'
import { manifestsOf } from './manifests.ts'
import type { ProjectTree } from './project-tree.ts'

/** Files that only an interface of its kind has. */
const pages = /\.(?:html?|jsx|tsx|vue|svelte|astro|ejs|hbs|pug|jinja2?|erb|blade\.php)$/i
const windows = /\.(?:ui|qml|xaml|storyboard|xib|fxml|glade|slint)$/i
/** What a program takes in to draw windows, or to read words of a command line. */
const windowImports =
  /^\s{0,40}(?:from|import|use|using|#include|const|let|var)\b.{0,80}\b(?:tkinter|PyQt\d|PySide\d|wx|kivy|customtkinter|gi\.repository|electron|javafx|swing|SwiftUI|UIKit|gtk|egui|fyne|iced|QApplication|QWidget|System\.Windows)\b/m
const commandImports =
  /^\s{0,40}(?:from|import|use|using|const|let|var)\b.{0,80}\b(?:argparse|click|typer|docopt|commander|yargs|clap|cobra|parseArgs)\b/m
const sources = /\.(?:py|[cm]?[jt]sx?|rs|go|java|kt|swift|cs|cc|cpp|h|hpp|c)$/i
/** As many sources are looked into for such a line. */
const mostSources = 2_000
const elsewhere = /(?:^|\/)(?:tests?|__tests__|fixtures|examples?|docs?|vendor|third_party|coverage)\//i

function placed(files: readonly string[]): readonly FindingPlace[] {
  return files.slice(0, 5).map((path) => ({ path, line: null }))
}

function filesWith(tree: ProjectTree, pattern: RegExp): readonly string[] {
  const found: string[] = []
  for (const file of tree.files.filter((it) => sources.test(it) && !elsewhere.test(it)).slice(0, mostSources)) {
    const text = tree.text(file)
    // Imports stand at the beginning.
    if (text !== null && pattern.test(text.slice(0, 8_000))) found.push(file)
    if (found.length === 5) break
  }
  return found
}

/** The files of an interface of this kind; null for one that needs none (`api_only`). */
function interfaceFiles(type: string, tree: ProjectTree): readonly FindingPlace[] | null {
  const own = tree.files.filter((it) => !elsewhere.test(it))
  const words = type
    .toLowerCase()
    .slice(0, 200)
    .split(/[^a-z0-9]+/)
  if (words.includes('api') || words.includes('none')) return null
  if (words.includes('cli') || words.includes('command') || words.includes('terminal'))
    return [...manifestsOf(tree).bins, ...placed(filesWith(tree, commandImports))].slice(0, 5)
  if (words.includes('web')) return placed(own.filter((it) => pages.test(it)))
  const drawn = own.filter((it) => windows.test(it) || pages.test(it))
  return placed(drawn.length > 0 ? drawn : filesWith(tree, windowImports))
}

/**
 * What can be told of the interface: whether files of one are there, by its kind (`web`: pages and components; `gui`, `touch`
 * and others: the same, window descriptions, and sources that take in a library for windows; `cli`: declared programs and sources that read
 * words of a command line). Whether people get along with it is always unknown to a program.
 */
export function interfaceFindings(
  { interfaceType, targetUsers }: Pick<CompletionScope, 'interfaceType'> & { readonly targetUsers: string },
  tree: ProjectTree,
): readonly CompletionFinding[] {
  const files = interfaceFiles(interfaceType ?? '', tree)
  const check = 'user_interface_implemented'
  const kind = oneLine(interfaceType ?? '') || 'any kind'
  const usable: CompletionFinding = {
    check,
    what: `${oneLine(targetUsers) || 'Target users'} can use it without technical knowledge`,
    found: 'unknown',
    by: 'program',
    why: 'a person has to try it',
    places: [],
  }
  const what = `User interface is implemented (${kind})`
  if (files === null) return [{ ...usable, what, why: 'one of this kind has no files that a program could look for' }]
  const isThere = files.length > 0
  const implemented: CompletionFinding = {
    check,
    what,
    found: isThere ? 'met' : tree.isWhole ? 'missed' : 'unknown',
    by: 'program',
    why: isThere ? `${files[0]?.path ?? ''} is there` : 'no file of such an interface was found',
    places: files,
  }
  return [implemented, usable]
}

const guide =
  /(?:^|\/)(?:[^/]*user[-_ ]?(?:guide|manual|docs?|handbook)[^/]*|guide|manual|handbook|getting[-_ ]started|tutorial|help|usage)(?:\.(?:md|markdown|rst|txt|adoc|html?|pdf|docx)$|\/[^/]+\.(?:md|markdown|rst|txt|adoc|html?)$)/i
const setup =
  /(?:^|\/)(?:install(?:ation|ing)?|set-?up|config(?:uration|uring)?|deploy(?:ment|ing)?)(?:[-_ ]?guide)?\.(?:md|markdown|rst|txt|adoc|html?|pdf|docx)$/i
const readme = /^readme(?:\.[a-z]+)?$/i
const guideHeading =
  /^(?:#{1,6}|={1,6}) {0,4}.{0,60}\b(?:usage|how to use|using|getting started|quick ?start|user guide)\b/im
const setupHeading =
  /^(?:#{1,6}|={1,6}) {0,4}.{0,60}\b(?:install|installation|installing|set-?up|configuration|configuring|deploy|deployment)\b/im
/** Less than this is a heading and nothing below it. */
const leastBytes = 200

interface Documented {
  /** Where it lies; null where nothing is that counts. */
  readonly place: FindingPlace | null
  /** Paths of what would count, and is too short. */
  readonly short: readonly string[]
}

async function documented(tree: ProjectTree, file: RegExp, heading: RegExp): Promise<Documented> {
  const short: string[] = []
  for (const path of tree.files
    .filter((it) => file.test(it) && !/(?:^|\/)(?:tests?|fixtures|vendor)\//i.test(it))
    .slice(0, 20))
    if (
      (await tree.facts(path)).size >= leastBytes &&
      visible(tree.text(path) ?? 'x'.repeat(leastBytes)).length >= leastBytes / 2
    )
      return { place: { path, line: null }, short }
    else short.push(path)
  for (const path of tree.files.filter((it) => readme.test(it))) {
    const text = tree.text(path) ?? ''
    const found = headingIn(text, heading)
    if (found === null) continue
    if (text.length >= leastBytes)
      return { place: { path, line: text.slice(0, found.index).split('\n').length }, short }
    short.push(path)
  }
  return { place: null, short }
}

/** Why there is none. */
function lacking(short: readonly string[]): string {
  if (short.length === 0) return 'neither a file of such a name nor a heading in the README was found'
  const are = short.length === 1 ? 'is' : 'are'
  return `${listed(short, 3)} ${are} there, but too short to count: ${leastBytes} bytes are the least, ${leastBytes / 2} of them signs that are seen`
}

/** The first heading of this kind that does not say that there is none. */
function headingIn(text: string, heading: RegExp): RegExpExecArray | null {
  for (const found of text.matchAll(new RegExp(heading.source, 'gim'))) {
    const line = text.slice(found.index).split('\n', 1)[0] ?? ''
    if (!saysNo(line)) return found
  }
  return null
}

const aboutDocuments = /\b(?:guides?|manuals?|handbooks?|documentation)\b/i
const aboutSetup = /\binstall|\bset-?up\b|\bconfigur|\bdeploy/i
const aboutUse = /\busers?\b|\busage\b|\busing\b/i

/** Documents that tell nobody how to use the thing. */
const ofDevelopers =
  /(?:^|\/)(?:change(?:log|s)|history|news|release[-_ ]?notes|licen[cs]e|copying|notice|contributing|contributors|authors|code[-_]of[-_]conduct|security|todo|roadmap)(?:\.[a-z]+)?$/i

/** Where the documentation lies that a criterion of the spec names. */
function namedPlace(named: readonly CompletionFinding[], isMeant: (what: string) => boolean): FindingPlace | null {
  const own = named.filter(
    ({ check, what, found }) =>
      found !== 'missed' && (check === 'user_documentation_exists' || aboutDocuments.test(what)),
  )
  const places = own.filter(({ what }) => isMeant(what)).flatMap((it) => it.places)
  return places.find(({ path }) => !ofDevelopers.test(path)) ?? null
}

/**
 * Whether there is a guide for users (one that a criterion names, a file of such a name of at least 200 bytes, or a heading such as
 * `## Usage` in the README) and, where something has to be installed or configured, one for that.
 *
 * @param named what was found of the spec's criteria
 */
export async function documentationFindings(
  { isForUsers, needsSetup }: Pick<CompletionScope, 'isForUsers' | 'needsSetup'>,
  tree: ProjectTree,
  named: readonly CompletionFinding[],
): Promise<readonly CompletionFinding[]> {
  const finding = (what: string, { place, short }: Documented): CompletionFinding => ({
    check: 'user_documentation_exists',
    what,
    found: place !== null ? 'met' : tree.isWhole ? 'missed' : 'unknown',
    by: 'program',
    why: place === null ? lacking(short) : `${place.path} is there`,
    places: place === null ? [] : [place],
  })
  const isThere = async (place: FindingPlace | null, file: RegExp, heading: RegExp): Promise<Documented> =>
    place === null ? documented(tree, file, heading) : { place, short: [] }
  const guides = namedPlace(named, (what) => aboutUse.test(what) || !aboutSetup.test(what))
  const setups = namedPlace(named, (what) => aboutSetup.test(what))
  return [
    ...(isForUsers ? [finding('User guide exists', await isThere(guides, guide, guideHeading))] : []),
    ...(needsSetup
      ? [finding('Installation or configuration guide exists', await isThere(setups, setup, setupHeading))]
      : []),
  ]
}
