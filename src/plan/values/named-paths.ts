/** Files and folders that a sentence names, read by fixed rules: what is not surely a path is none. */

import { classifyPath } from '../path-safety.ts'
import { readName } from './path-name.ts'
import { isListed, isToldList } from './told-list.ts'

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
  /** Whether it surely does not hold where one of them is not there: `a.md lists all tides`, and not `users can upload a.csv`. */
  readonly wantsThem: boolean
}

const negation =
  /\b(?:no|not|\p{L}+n['’]t|never|without|nothing|removed?|deleted?|dropped|ignored|excluded|absent|gone|nicht|keine?[nrsm]?|gelöscht|entfernt)\b|\bn['’]existe|不|没|沒|删|刪|[\u{1F6AB}\u{26D4}\u{274C}\u{274E}\u{2717}\u{2718}]/iu

/** Whether words say of something that it is not, or not to be there. */
export function saysNo(text: string): boolean {
  return negation.test(text)
}

/** Beside the paths, all that a sentence has that says no more than that they are there. What is to be written `of` one is another. */
const plainWords: ReadonlySet<string> = new Set(
  (
    'a an the and or is are was were be been has have exists exist existing present created exported generated produced written ' +
    'delivered available file files folder folders directory document report documentation guide manual handbook user in at ' +
    'under as it there project repository root primary deliverable deliverables final must shall should will create write produce ' +
    'generate deliver provide add ist sind wurde wird existiert existieren vorhanden erstellt geschrieben est sont existe existent ' +
    'existen está créé présent 存在 已存在 已创建 存在する 存在します'
  ).split(' '),
)
/** Those that name a thing: behind a path they are about another one, or say what it is or holds. */
const thingWords: ReadonlySet<string> = new Set(
  'report document documentation guide manual handbook user deliverable deliverables'.split(' '),
)
/** Of what a step leaves they say that it is there; of a goal they say more, since a draft is there, too. */
const doneWords: ReadonlySet<string> = new Set(['complete', 'completed', 'done', 'ready'])

/** Where one of several is enough, or nothing of it has to be, none of them is demanded. `§` stands for a path. */
const choosing = new RegExp(
  [
    String.raw`§[^.;§]{0,30}\bor\b[\s([]{0,4}(?:(?:the|an?)\s)?§`,
    String.raw`§\s?[/|]\s?§`,
    String.raw`§[^.;§]{0,10}\bor (?:similar|equivalent|the like)\b`,
    String.raw`\b(?:either|one of|any of)\b[^.;§]{0,40}§`,
    String.raw`\b(?:optional(?:ly)?|unless)\b`,
    String.raw`§\s{1,4}(?:may|might|could|if)\b`,
    String.raw`§[^.;§(]{0,4}\b(?:exists?|is there|(?:is|are|was|were) (?:there|present|written|made|created|delivered|added))\s{1,4}if\b`,
    String.raw`^[\s(["'*_]{0,6}(?:nice[- ]to[- ]have|stretch|bonus|ideally|perhaps|maybe|if time (?:permits|allows))\b`,
    // What is struck out its author has taken back.
    '~~',
  ].join('|'),
  'i',
)
/** Before a path that is told for comparison, is made something of, or is not to be there. */
const besides =
  /\b(?:from|like|such as|based on|instead of|in place of|(?:replac|supersed)(?:es?|ing|ed(?! by))|than|same\b[^.;,]{0,40}\bas|unlike|except|formerly|previously|no|not|never|without|remov\w+|delet\w+)\b[^.;,]*$|\b(?:log(?:s|ged|ging)?|read(?:s|ing)?|accept(?:s|ing)?|support(?:s|ing)?|upload(?:s|ed|ing)?|import(?:s|ing)?|open(?:s|ing)?|pars(?:es?|ing)|load(?:s|ing)?|ignor(?:es?|ing)|honou?r(?:s|ing)?|refer(?:s|ring)? to)\b[^.;,]*$|\b(?:e\.g\.|was)\s*[("'[]?\s*$/i
/** Behind one that is made something else, or is gone. */
const past =
  /^[\s)\]"']{0,4}(?:(?:is|are|was|were|be|has been|have been)\s)?(?:(?:renamed|moved|converted|turned)\b[^.;]{0,40}\b(?:to|into|as)\b|(?:replaced|superseded) by\b|(?:not|never|no longer|absent|gone|removed|deleted|dropped|ignored|excluded|git-?ignored|nicht|gelöscht|entfernt)\b|\p{L}+n['’]t\b|existiert (?:nicht|kein)|n['’]existe|no existe|不|已[删刪]|(?:→|=>|->)\s*§)/iu
/** In front of another file. */
const entryOf = /^[\s)\]"'*]{0,4}(?:(?:is|are|exists?|stands?)\s)?(?:\w+\s)?in\s(?:the\s)?[\s("'[*]*§/i
const joined = /^[\s,&]*(?:and)?[\s,]*$/i

/** What stands before the first path of a sentence that wants it: words for a thing, or that something is told there. */
const toldThere =
  /\b(?:documented|described|explained|listed|recorded|summari[sz]ed|shown) in(?: the(?: file)?)?[\s(["']{0,4}$/i
const adjectives: ReadonlySet<string> = new Set(
  'new updated complete full our this one single whole short working valid filled both all each every named called module script page test tests map table list chart source config configuration data'.split(
    ' ',
  ),
)
/** And behind those of a list: the end of a clause, what says more of the thing, or what it is or does as one that is there. */
const goesWith = new RegExp(
  [
    String.raw`^(?: ?[)"'\]*_]{1,3})?(?:\s*$|\s*[,;:.!([–—|]|\s-`,
    String.raw`\s(?:with|for|containing|including|listing|describing|showing|explaining|holding|that|which|whose)\b`,
    String.raw`\s(?:in|at|under)\s(?:the\s)?(?:project|repository|root)\b`,
    String.raw`\s(?:(?:must|shall|should|will|still|also|each|both|all)\s){0,2}(?:exists?|contains?|lists?|holds?|has|have|documents?|describes?|explains?|includes?|shows?|covers?|names?|says?|states?|tells?|defines?|summari[sz]es?|exports?|passes|compiles|builds|parses|validates|loads|renders|opens|runs|prints|works)\b`,
    String.raw`\s(?:(?:must|shall|should|will|also|each|both|all)\s){0,2}(?:be|is|are|was|were|has been|have been)\s(?:there|present|complete|ready|done|valid|filled|written|created|made|added|delivered|generated|produced|provided|committed|up[ -]to[ -]date|documented|tested|executable|readable)(?:\s*$|\s*[.,;!]|\s(?:and|with|for)\b))`,
  ].join('|'),
  'i',
)
/** When it is there: not now. */
const laterOn =
  /\b(?:when|whenever|after|before|once|if|until|unless|while|during|on (?:first|start|startup|exit|failure|error|demand|request|click)|at (?:run|start|build) ?time|each time|every time|by the (?:tool|program|script|app|application|server|user)|download|deprecated|input)\b/i

/** What stands before a folder in which something is to lie. */
const inFolder = /\b(?:in|at|into|inside|within|under|below|beneath)\s+(?:the\s+)?(?:(?:folder|directory)\s+)?[`"'(]?$/i

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

const standsForSome = /\w\.{2,3}\w|(?<![A-Za-z])(?:YYYY|MM|DD|XX+|NN+)(?![A-Za-z])|…/

/** What a word is as a path; null where it is none. */
function readToken(token: string, isCode: boolean): NamedPath | 'unsafe' | null {
  const name = readName(token, isCode)
  if (name === null) return null
  const { isFile, isFolder, isDoubtful } = name
  if (!isFolder && !isFile && !(isCode && token.includes('/'))) return null
  const safe = classifyPath(token)
  // A route such as `/api/tides` is no path of the project; a file outside of it is one that is not looked for.
  if (safe.kind === 'unsafe') return isFile ? 'unsafe' : null
  if (safe.path === '.') return null
  const isGlob = /[*?{]/.test(safe.path)
  const form = isGlob ? 'glob' : isFolder ? 'directory' : 'path'
  // What has no ending may be a branch: `feature/login`.
  // `ch1.md..ch3.md` are several, and `report_YYYY-MM-DD.md` is any one.
  const isSure = (isFile || isFolder) && !isDoubtful && !standsForSome.test(token)
  return { path: isGlob && isFolder ? `${safe.path}/` : safe.path, form, isSure }
}

/** A word and the marks of a sentence around it. */
function marked(text: string): { readonly head: string; readonly word: string; readonly tail: string } {
  const [head = ''] = /^[("'[*_]{0,5}/.exec(text) ?? []
  const rest = text.slice(head.length)
  const word = rest.replace(/[)"'\]*_,;:!?]{1,5}$/, '').replace(/\.$/, '')
  return { head, word, tail: rest.slice(word.length) }
}

/**
 * The paths of a sentence.
 *
 * - In back-ticks: a word with a known ending (`report.md`), one in a folder with any ending (`data/levels.tide`), one that ends
 *   with `/`, a name such as `Dockerfile`, a glob of these; any other word with a `/` counts only where it is there. There it
 *   may have letters of any script, and with a known ending spaces and brackets (`docs/my report.md`, `app/[id]/page.tsx`); words with
 *   spaces and no folder before them count only where such a file is there.
 * - Outside of them: words with a known ending or a `/` at their end, and such names.
 * - Addresses, routes (`/api/tides`), scoped packages, media types and commands are none.
 */
export function pathsNamed(written: string): PathsNamed {
  const text = plainly(written)
  const { words, paths, told: sentence, all, ...named } = readSentence(text)
  const folders = all.map(isFolder)
  const isAbout = saidBehind(sentence).every((part) => wordsOf(part).every((it) => !thingWords.has(it)))
  const isPlain =
    words.every((it) => plainWords.has(it)) &&
    isAbout &&
    !joinsMore(text, paths.length) &&
    isToldList(sentence, folders)
  const told = paths.map(({ path, form, isSure }) => ({ path, form, isSure }))
  // A question says nothing.
  const saysOnlyThat = written.length <= longest && isPlain && !text.includes('?')
  return { ...named, paths: told, saysOnlyThat, wantsThem: saysOnlyThat || wantsAll(sentence, folders) }
}

/**
 * @param sentence with `§` for each path
 * @param folders of each of these whether it may be a folder
 */
function wantsAll(sentence: string, folders: readonly boolean[]): boolean {
  const told = sentence.replaceAll(/\s+/g, ' ')
  if (/[?→]|[-=]>|\bor\b/i.test(told) || saysNo(told) || laterOn.test(told) || !isListed(told, folders)) return false
  const before = told.slice(0, told.indexOf('§'))
  const behind = told.slice(told.lastIndexOf('§') + 1)
  const isThing = wordsOf(before).every((it) => plainWords.has(it) || adjectives.has(it))
  return told.includes('§') && (isThing || toldThere.test(before)) && goesWith.test(behind)
}

/** What a text says without the number before it, that it is required, and that what it names holds something, which is looked at anyhow. */
function plainly(text: string): string {
  return text
    .replace(
      /^\s*(?:\[[ xX]\]\s+)?[*_]{0,2}(?:\(\d{1,3}\)|(?:[A-Za-z]{1,5}[-_ ]?\d{1,3}(?:\.\d{1,3}){0,3}|\d{1,3})[*_]{0,2}\s*[:.)–—-])[*_]{0,2}\s+/u,
      '',
    )
    .replace(/\s*[([](?:required|mandatory|must[- ]have|blocking|critical)[)\]](?=[.\s]*$)/i, '')
    .replaceAll(/(?:\b(?:and|,)\s+)?\b(?:is|are|be|must be)\s+(?:not empty|non-?empty|not blank)\b/gi, '')
    .replaceAll(/\[([^[\]`]{1,80})\]\((?![a-z][a-z\d+.-]*:)([^()\s`]{1,200})\)/gi, (_, said: string, target: string) =>
      said === target ? `\`${target}\`` : `${said} \`${target}\``,
    )
}

/** Whether a path may be a folder. */
function isFolder({ form, isSure }: NamedPath): boolean {
  return form === 'directory' || (form === 'path' && !isSure)
}

/**
 * Which of the paths are folders in which the others are to lie: `report.md exists in docs/`.
 * @param paths of the same text (`pathsNamed`)
 */
export function foldersMeant(text: string, paths: readonly NamedPath[]): readonly NamedPath[] {
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

const clauseEnd =
  /[.!?](?=\s|$)|[;:|()[\]\n\u2013\u2014\u2022\u2026\u3001\u3002\uFF01\uFF0C\uFF1A\uFF1B\uFF1F]|\s(?:-{1,3}|[/+>]|→|=>)\s/u

/**
 * The sentences and clauses of a text that come behind the first thing it names, and name none.
 * @param told the text with `§` for each thing
 */
export function clausesBehind(told: string): readonly string[] {
  const clauses = told.split(clauseEnd)
  const first = clauses.findIndex((it) => it.includes('§'))
  return first < 0 ? [] : clauses.slice(first).filter((it) => !it.includes('§'))
}

const joint = new RegExp(joints.source, 'i')

/** What a text says behind the things that it names, up to where it begins to name the next one: `and the user guide §`. */
export function saidBehind(told: string): readonly string[] {
  const [, ...behind] = told.split('§')
  return behind.map((part, at) => (at === behind.length - 1 ? part : (part.split(joint)[0] ?? '')))
}

/** The words of a text in small letters. */
export function wordsOf(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{Sm}]+/u)
    .filter((it) => it !== '' && it !== '|')
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
): Omit<PathsNamed, 'saysOnlyThat' | 'wantsThem' | 'paths'> & {
  readonly words: readonly string[]
  readonly paths: readonly ReadPath[]
  /** The sentence with `§` for each path. */
  readonly told: string
  /** All of these, in their order. */
  readonly all: readonly NamedPath[]
} {
  const paths: ReadPath[] = []
  const unsafe: string[] = []
  const rest: string[] = []
  const found: { readonly path: NamedPath; readonly isCode: boolean; readonly from: number }[] = []
  let told = ''
  for (const part of partsOf(text)) {
    const words = part.isCode ? [part.text.trim()] : part.text.split(/\s+/).map(marked)
    for (const { head, word, tail } of words.map((it) =>
      typeof it === 'string' ? { head: '', word: it, tail: '' } : it,
    )) {
      const read = word === '' ? null : readToken(word, part.isCode)
      if (read === 'unsafe') unsafe.push(word)
      else if (read === null) rest.push(word)
      else found.push({ path: read, isCode: part.isCode, from: told.length + 1 + head.length })
      told += ` ${head}${read === null || read === 'unsafe' ? word : '§'}${tail}`
    }
  }
  const isChosen = choosing.test(told)
  let isBeside = false
  found.forEach(({ path, isCode, from }, at) => {
    const before = told.slice(at === 0 ? 0 : (found[at - 1]?.from ?? 0) + 1, from)
    const after = told.slice(from + 1, (found[at + 1]?.from ?? told.length) + 1)
    isBeside = besides.test(before.slice(-longestBefore)) || (isBeside && joined.test(before))
    const next = found[at + 1]?.path
    // What is in another file is an entry of that.
    const isEntry = next !== undefined && !isFolder(next) && entryOf.test(after)
    const isDemanded = !isChosen && !isBeside && !isEntry && !past.test(after.slice(0, longestBefore))
    const read = { ...path, isSure: path.isSure && isDemanded, isDemanded, isCode }
    if (isKnownBefore(paths, read)) return
    if (paths.length < most) paths.push(read)
    else rest.push(path.path)
  })
  return {
    paths,
    unsafe,
    isNegated: negation.test(rest.join(' ')),
    words: rest.flatMap(wordsOf),
    told,
    all: found.map(({ path }) => path),
  }
}

/**
 * The files and folders that a step has to leave behind by the words of its expected output: those in back-ticks, or all of a
 * text that says no more than that they are there. What is told in passing (`a src/ folder with tests, config, …`) demands nothing, and
 * neither does one of several (`a.md` or `a.pdf`), or what something is compared with.
 */
export function outputsNamed(text: string): readonly Pick<NamedPath, 'path' | 'form'>[] {
  const all = readSentence(plainly(text), mostOutputs)
  const saysOnlyThat = all.words.every((it) => plainWords.has(it) || doneWords.has(it))
  // Where nothing else is said than that they are there, `bin/tiller` is no branch.
  const isMeant = ({ path, isSure, isDemanded, isCode }: ReadPath): boolean =>
    saysOnlyThat ? isSure || (isDemanded && isCode && /^[^ ]*\/[^ ]*$/.test(path)) : isSure && isCode
  return all.paths.filter((it) => it.form !== 'glob' && isMeant(it)).map(({ path, form }) => ({ path, form }))
}
