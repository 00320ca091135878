/** Whether a path that a plan or an agent names stays inside the repository, decided from its text alone. */

/** What makes a path unsafe. */
export type UnsafePath =
  | 'empty'
  | 'control'
  | 'invisible'
  | 'absolute'
  | 'home'
  | 'drive'
  | 'server'
  | 'address'
  | 'option'
  | 'parent'
  | 'look-alike'
  | 'trailing'

/** `path` is the one spelling to check, compare and use: relative, with `/`, without `.` and empty segments. */
export type PathClass =
  { readonly kind: 'safe'; readonly path: string } | { readonly kind: 'unsafe'; readonly why: UnsafePath }

const unsafe = (why: UnsafePath): PathClass => ({ kind: 'unsafe', why })

const isLetter = (unit: number): boolean => (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122)

function hasControl(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x20 || (unit >= 0x7f && unit <= 0x9f)) return true
  }
  return false
}

/** Format characters (bidi, zero-width, tags), line separators, and halves of a character: never seen, never meant. */
const invisible = /[\p{Cf}\p{Cs}\u2028\u2029]/u

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) return false
  return true
}

/** Whether some system would read other characters of the segment as `..`, `/` or `\`. */
function looksLikeSeparator(segment: string): boolean {
  if (isAscii(segment)) return false
  const folded = segment.normalize('NFKC')
  return folded === '..' || folded === '.' || folded.includes('/') || folded.includes('\\')
}

/** Whether the segment is dots with blanks behind them, which Windows reads as the dots alone. */
function isPaddedDots(segment: string): boolean {
  let dots = 0
  while (segment[dots] === '.') dots++
  let end = segment.length
  while (end > dots && (segment[end - 1] === ' ' || segment[end - 1] === '.')) end--
  return end <= dots && segment.includes(' ')
}

/** Whether one of the choices of a pattern goes up: `{src,..` of `{src,../other}/x.ts`. */
function climbsInBraces(segment: string): boolean {
  return segment.includes('..') && /(?:[{,]\.\.(?:$|[},]))|(?:^\.\.[},])/.test(segment)
}

/** Whether the text begins as an address does: letters, then `://`. */
function isAddress(text: string): boolean {
  let at = 0
  while (at < text.length && isLetter(text.charCodeAt(at))) at++
  return at > 0 && text.startsWith('://', at)
}

function rootOf(text: string): UnsafePath | null {
  if (text.startsWith('//')) return 'server'
  if (text.startsWith('/')) return 'absolute'
  if (text.startsWith('~')) return 'home'
  if (text[1] === ':' && isLetter(text.charCodeAt(0))) return 'drive'
  return null
}

/**
 * Names of ASCII letters, digits, `_`, `-` and dots within: nothing that any system reads in another way, but for the case of
 * letters and for names that one reserves. Most paths are such, so that they are not looked at sign by sign.
 */
const plain = /^\w[\w-]*(?:[./]\w[\w-]*)*$/

/**
 * Classifies a path by its text. Both `/` and `\` separate segments, so that one verdict holds on every system; whole
 * segments are compared, never prefixes (RELIABILITY S5, MW130). `.` stands for the repository itself. Links and the
 * state of the disk are the caller's: what is used afterwards has to be `path`, not the text that came in.
 */
export function classifyPath(text: string): PathClass {
  if (plain.test(text)) return { kind: 'safe', path: text }
  if (text.trim() === '') return unsafe('empty')
  if (hasControl(text)) return unsafe('control')
  if (invisible.test(text)) return unsafe('invisible')
  if (isAddress(text)) return unsafe('address')
  const slashed = text.replaceAll('\\', '/')
  const root = rootOf(slashed)
  if (root !== null) return unsafe(root)
  if (slashed.startsWith('-')) return unsafe('option')
  const segments: string[] = []
  for (const segment of slashed.split('/')) {
    if (segment === '' || segment === '.') continue
    if (segment === '..') {
      if (segments.pop() === undefined) return unsafe('parent')
      continue
    }
    if (climbsInBraces(segment)) return unsafe('parent')
    if (isPaddedDots(segment)) return unsafe('trailing')
    if (looksLikeSeparator(segment)) return unsafe('look-alike')
    segments.push(segment)
  }
  const path = segments.join('/')
  // `x/../-n` and `./~` end up as spellings that were refused above when they stood alone.
  if (path.startsWith('-')) return unsafe('option')
  const hidden = rootOf(path)
  if (hidden !== null) return unsafe(hidden)
  return { kind: 'safe', path: path === '' ? '.' : path }
}

/** The stored contract of a project, from its root: what its public signatures are held to. */
export const contractPath = 'millwright.contract'

/** Never to be changed by a task, whatever the repository: git's own data, our journal and configuration (MW131). */
const alwaysProtected = ['.gitmodules', '.millwright', contractPath, 'millwright.toml']

/** The segment as a file system that ignores case, Unicode form, closing dots, blanks and streams may read it. */
function foldSegment(segment: string): string {
  const stream = segment.indexOf(':')
  let folded = (stream > 0 ? segment.slice(0, stream) : segment).normalize('NFC').toLowerCase()
  let end = folded.length
  while (end > 1 && (folded[end - 1] === '.' || folded[end - 1] === ' ')) end--
  folded = folded.slice(0, end)
  return folded.startsWith('git~') ? '.git' : folded
}

/** One spelling for all paths that differ only in case or Unicode form. */
export function foldCase(path: string): string {
  return (plain.test(path) ? path : path.normalize('NFC')).toLowerCase()
}

/** The spellings that systems may give a name that is written like this: some store it composed, some decomposed. */
export function formsOf(path: string): readonly string[] {
  if (isAscii(path)) return [path]
  return [...new Set([path, path.normalize('NFC'), path.normalize('NFD')])]
}

/** One spelling for all paths that some file system takes for the same: for comparing, never for opening. */
export function foldPath(path: string): string {
  if (plain.test(path)) return path.toLowerCase()
  return path.split('/').map(foldSegment).join('/')
}

/**
 * What protected thing a safe path names or lies in, or null. `protectedPaths` are further ones, relative to the
 * repository: the plan and its bookkeeping. A `.git` is protected at any depth.
 */
export function protectedBy(path: string, protectedPaths: readonly string[]): string | null {
  const folded = foldPath(path)
  if (folded.includes('.git') && folded.split('/').includes('.git')) return '.git'
  const covers = (it: string): boolean =>
    folded.startsWith(it) && (folded.length === it.length || folded[it.length] === '/')
  // These are as they fold.
  return alwaysProtected.find(covers) ?? protectedPaths.find((it) => covers(foldPath(it))) ?? null
}

/** Where a name begins that Windows may reserve. */
const mayBeReserved = /(?:^|\/)(?:con|prn|aux|nul|com|lpt)/i

const reserved: ReadonlySet<string> = new Set([
  ...['con', 'prn', 'aux', 'nul'],
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap((digit) => [`com${digit}`, `lpt${digit}`]),
])

const encoder = new TextEncoder()

/** Length of a text in UTF-8 bytes. */
export function byteLength(text: string): number {
  return isAscii(text) ? text.length : encoder.encode(text).length
}

/** Most bytes of an id in UTF-8 (RELIABILITY 6). */
export const longestId = 64

/** More bytes in a name than that, and most file systems do not take it. */
export const longestName = 255

/** Length of the longest name of a path in UTF-8 bytes. */
export function nameLength(path: string): number {
  return path.split('/').reduce((most, name) => Math.max(most, byteLength(name)), 0)
}

/**
 * Why a safe path is not the same file on every system, one line for people; null where it is (MW136). Twins are not
 * looked for here.
 */
export function portability(path: string): string | null {
  if (path.length <= longestName && plain.test(path) && !mayBeReserved.test(path)) return null
  if (path.normalize('NFC') !== path) return 'is not in Unicode form NFC, some systems rename it'
  for (const segment of path.split('/')) {
    const stem = (segment.split('.', 1)[0] ?? '').trimEnd().toLowerCase()
    if (reserved.has(stem)) return `uses the name ${stem.toUpperCase()}, which Windows reserves`
    if (segment.endsWith(' ')) return 'has a name that ends with a space, which Windows drops'
    // Three dots stand for what was left out (`docs/REQ-1-.../x.md`), not for a name.
    if (segment.endsWith('.') && !segment.endsWith('...') && segment !== '.')
      return 'has a name that ends with a dot, which Windows drops'
  }
  const bytes = nameLength(path)
  return bytes > longestName ? `has a name of ${bytes} bytes, most file systems hold ${longestName}` : null
}
