/** Files and folders that a sentence names, read by fixed rules: what is not surely a path is none. */

import { classifyPath } from '../path-safety.ts'

export interface NamedPath {
  /** Relative, with `/`, as a glob where `form` says so. */
  readonly path: string
  readonly form: 'path' | 'directory' | 'glob'
  /** Whether it may be something else (`src/auth`, `Node.js`): then it counts only where it is there. */
  readonly isSure: boolean
}

export interface PathsNamed {
  readonly paths: readonly NamedPath[]
  /** Those that lead out of the project, as written. */
  readonly unsafe: readonly string[]
  /** Whether the sentence says that something is not there: `no TODO.md is left`. */
  readonly isNegated: boolean
  /** Whether the sentence says no more of them than that they are there. */
  readonly saysOnlyThat: boolean
}

const endings: ReadonlySet<string> = new Set(
  (
    'md markdown txt rst adoc html htm css scss less js mjs cjs jsx ts tsx vue svelte py ipynb rb go rs java kt swift c h cc ' +
    'cpp hpp cs php lua r jl sh bat ps1 sql json jsonl yaml yml toml ini cfg conf env properties xml csv tsv xlsx xls pdf ' +
    'docx pptx png jpg jpeg svg gif webp ico mp3 mp4 wav ogg zip tar gz tgz whl exe msi dmg pkg app apk aab ipa deb rpm appimage ' +
    'jar war wasm dll so dylib db sqlite log tex bib epub proto graphql ui qml'
  ).split(' '),
)

/** Names without an ending that are files wherever they stand. */
const known = /^(?:README|LICENSE|CHANGELOG|CONTRIBUTING|INSTALL|Dockerfile|Makefile|Procfile|\.env(?:\.\w{1,20})?)$/
/** Signs of a path; spaces are none, since what has them in back-ticks is mostly a command. */
const signs = /^[\w@.*?{},+/-]{1,300}$/
const isTemplate = /\{\{|\}\}/
const mediaType = /^(?:text|application|image|audio|video|multipart|font|model)\//
const negation = /\b(?:no|not|never|without|removed?|deleted?|absent|gone)\b/i

/** Whether words say of something that it is not, or not to be there. */
export function saysNo(text: string): boolean {
  return negation.test(text)
}

/** Beside the paths, all that a sentence has that says no more than that they are there. What is to be written `of` one is another. */
const plainWords: ReadonlySet<string> = new Set(
  (
    'a an the and or is are was were be been has have exists exist existing present created exported generated produced written ' +
    'delivered available file files folder folders directory document report documentation guide manual handbook user in at ' +
    'under as it there project repository root primary deliverable deliverables final'
  ).split(' '),
)
/** Of what a step leaves they say that it is there; of a goal they say more, since a draft is there, too. */
const doneWords: ReadonlySet<string> = new Set(['complete', 'completed', 'done', 'ready'])

/** Where one of several is enough, or nothing of it has to be, none of them is demanded. */
const choosing = /\b(?:or|either|one of|any of|optional(?:ly)?|if|unless)\b/i
/** Before a path that is told for comparison, or was there before. */
const besides =
  /\b(?:from|like|such as|based on|instead of|in place of|replac\w+|supersed\w+|than|unlike|except|formerly|previously|renamed|moved)\b[^.;,]*$|\b(?:e\.g\.|was|formerly)\s*[("'[]?\s*$/i

/** What stands before a folder in which something is to lie. */
const inFolder = /\b(?:in|into|inside|within|under|below|beneath)\s+(?:the\s+)?(?:(?:folder|directory)\s+)?[`"'(]?$/i

const longestBefore = 60

/** More of a sentence is not read. */
const longest = 4_000
const mostPaths = 10
const mostOutputs = 100

/** The sentence cut at its back-ticks: every second part stood within them. */
function partsOf(text: string): readonly { readonly text: string; readonly isCode: boolean }[] {
  const parts = text.slice(0, longest).split('`')
  // A last one that is never closed is no code.
  return parts.map((it, at) => ({ text: it, isCode: at % 2 === 1 && at < parts.length - 1 }))
}

function endingOf(token: string): string {
  const name = token.slice(token.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot < 0 ? '' : name.slice(dot + 1).toLowerCase()
}

/** What a word is as a path; null where it is none. */
function readToken(token: string, isCode: boolean): NamedPath | 'unsafe' | null {
  if (
    !signs.test(token) ||
    token.startsWith('-') ||
    token.startsWith('@') ||
    isTemplate.test(token) ||
    mediaType.test(token)
  )
    return null
  const isFolder = token.endsWith('/') && token.length > 1
  const hasEnding = endings.has(endingOf(token))
  const isKnown = known.test(token.slice(token.lastIndexOf('/') + 1))
  if (!isFolder && !hasEnding && !isKnown && !(isCode && token.includes('/'))) return null
  const safe = classifyPath(token)
  // A route such as `/api/tides` is no path of the project; a file outside of it is one that is not looked for.
  if (safe.kind === 'unsafe') return hasEnding ? 'unsafe' : null
  if (safe.path === '.') return null
  const isGlob = /[*?{]/.test(safe.path)
  const form = isGlob ? 'glob' : isFolder ? 'directory' : 'path'
  // `Node.js` and `D3.js` are no files that anybody has to write, and `feature/login` may be a branch.
  const isSure = (hasEnding || isKnown || isFolder) && !/^[A-Z]\w*\.js$/.test(token)
  return { path: isGlob && isFolder ? `${safe.path}/` : safe.path, form, isSure }
}

/** A word without the marks of a sentence around it. */
function bare(word: string): string {
  return word
    .replace(/^[("'[*_]{1,5}/, '')
    .replace(/[)"'\]*_,;:!?]{1,5}$/, '')
    .replace(/\.$/, '')
}

/**
 * The paths of a sentence.
 *
 * - In back-ticks: a word with a known ending (`report.md`), one that ends with `/`, a name such as `Dockerfile`, a glob of
 *   these; any other word with a `/` counts only where it is there.
 * - Outside of them: the same without the last kind.
 * - Addresses, routes (`/api/tides`), scoped packages, media types and commands are none.
 */
export function pathsNamed(text: string): PathsNamed {
  const { words, paths, ...named } = readSentence(text)
  const isPlain = words.every((it) => plainWords.has(it)) && !joinsMore(text, paths.length)
  const told = paths.map(({ path, form, isSure }) => ({ path, form, isSure }))
  return { ...named, paths: told, saysOnlyThat: text.length <= longest && isPlain }
}

/**
 * Which of the paths are folders in which the others are to lie: `report.md exists in docs/`.
 * @param paths of the same text (`pathsNamed`)
 */
export function foldersMeant(text: string, paths: readonly NamedPath[]): readonly NamedPath[] {
  const isFolder = ({ form, isSure }: NamedPath): boolean => form === 'directory' || (form === 'path' && !isSure)
  const isMeant = (path: string): boolean =>
    text
      .slice(0, longest)
      .split(path)
      .slice(0, -1)
      .some((before) => inFolder.test(before.slice(-longestBefore)))
  return paths.filter((it) => isFolder(it) && isMeant(it.path))
}

/** Joins what it lists, outside of back-ticks. */
const joints = /,?\s*\b(?:and|or)\b|,(?=\s)(?!\s+(?:which|that|it|so|with)\b)|[;&]/gi

/** Whether a sentence lists more things than so many: `report.md and the manual` is about two. */
export function joinsMore(text: string, things: number): boolean {
  const rest = partsOf(text)
    .map((it) => (it.isCode ? ' ' : it.text))
    .join('')
  return (rest.match(joints)?.length ?? 0) >= Math.max(1, things)
}

interface ReadPath extends NamedPath {
  readonly isDemanded: boolean
  readonly isCode: boolean
}

/** Whether a path stands in the sentence before; what it says of it there and here counts together. */
function isKnownBefore(paths: ReadPath[], { path, isSure, isDemanded, isCode }: ReadPath): boolean {
  const at = paths.findIndex((it) => it.path === path)
  const known = paths[at]
  if (known === undefined) return false
  paths[at] = {
    ...known,
    isSure: known.isSure || isSure,
    isDemanded: known.isDemanded || isDemanded,
    isCode: known.isCode || isCode,
  }
  return true
}

/** The paths, and all other words in lower case; those of paths beyond the most that are read are among them. */
function readSentence(
  text: string,
  most = mostPaths,
): Omit<PathsNamed, 'saysOnlyThat' | 'paths'> & {
  readonly words: readonly string[]
  readonly paths: readonly ReadPath[]
} {
  const paths: ReadPath[] = []
  const unsafe: string[] = []
  const rest: string[] = []
  const parts = partsOf(text)
  const isChosen = choosing.test(parts.map((it) => (it.isCode ? ' ' : it.text)).join(''))
  let before = ''
  for (const part of parts) {
    const words = part.isCode ? [part.text.trim()] : part.text.split(/\s+/).map(bare)
    for (const word of words) {
      const token = word === '' ? null : readToken(word, part.isCode)
      const isDemanded = !isChosen && !besides.test(before)
      before = token === null ? `${before} ${word}`.slice(-longestBefore) : ''
      const read =
        token === null || token === 'unsafe'
          ? token
          : { ...token, isSure: token.isSure && isDemanded, isDemanded, isCode: part.isCode }
      if (read === 'unsafe') unsafe.push(word)
      else if (read === null) rest.push(word)
      else if (isKnownBefore(paths, read)) continue
      else if (paths.length < most) paths.push(read)
      else rest.push(word)
    }
  }
  const words = rest
    .flatMap((it) => it.toLowerCase().split(/[^\p{L}\p{N}\p{Sm}]+/u))
    .filter((it) => it !== '' && it !== '|')
  return { paths, unsafe, isNegated: negation.test(rest.join(' ')), words }
}

/**
 * The files and folders that a step has to leave behind by the words of its expected output: those in back-ticks, or all of a
 * text that says no more than that they are there. What is told in passing (`a src/ folder with tests, config, …`) demands nothing, and
 * neither does one of several (`a.md` or `a.pdf`), or what something is compared with.
 */
export function outputsNamed(text: string): readonly Pick<NamedPath, 'path' | 'form'>[] {
  const all = readSentence(text, mostOutputs)
  if (all.isNegated) return []
  const saysOnlyThat = all.words.every((it) => plainWords.has(it) || doneWords.has(it))
  // Where nothing else is said than that they are there, `bin/tiller` is no branch.
  const isMeant = ({ path, isSure, isDemanded, isCode }: ReadPath): boolean =>
    saysOnlyThat ? isSure || (isDemanded && isCode && path.includes('/')) : isSure && isCode
  return all.paths.filter((it) => it.form !== 'glob' && isMeant(it)).map(({ path, form }) => ({ path, form }))
}
