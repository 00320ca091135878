/** What git ignores of a folder by the `.gitignore` files in it, read without git. */

import path from 'node:path'
import { matchesWild } from '../run/path-pattern.ts'
import { textOfFile } from '../system/files.ts'

export interface IgnoreRule {
  /** Folder of the file it stands in, relative to the root with a final `/`; empty for the root. */
  readonly below: string
  readonly segments: readonly Segment[]
  readonly forFolders: boolean
  readonly takesBack: boolean
}

/** Tells of a path relative to the root, with `/`, whether it is ignored. */
export type IsIgnored = (name: string, isFolder: boolean) => boolean

/** What a sign has to be; any number of any signs. */
type Sign = ((sign: string) => boolean) | 'any'
/** The signs of a name; any number of names. */
type Segment = readonly Sign[] | 'any'

/** More lines of one ignore file are not read. */
const mostRules = 2000

/**
 * Opens the rules of a folder; each `.gitignore` is read when it is first asked for.
 * @param first rules that come before all others
 */
export function openIgnoreRules(root: string, first: readonly IgnoreRule[] = []): IsIgnored {
  const rules = new Map([['', [...first, ...rulesOf(path.join(root, '.gitignore'), '')]]])
  const known = new Map<string, boolean>()
  const rulesIn = (folder: string): readonly IgnoreRule[] => {
    const before = rules.get(folder)
    if (before !== undefined) return before
    const above = rulesIn(folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1))
    const all = [...above, ...rulesOf(path.join(root, folder, '.gitignore'), folder)]
    rules.set(folder, all)
    return all
  }
  const isIgnored = (name: string, isFolder: boolean): boolean => {
    const key = isFolder ? `${name}/` : name
    const before = known.get(key)
    if (before !== undefined) return before
    const cut = name.lastIndexOf('/')
    const inIgnored = cut >= 0 && isIgnored(name.slice(0, cut), true)
    const last = inIgnored ? undefined : rulesIn(name.slice(0, cut + 1)).findLast((it) => applies(it, name, isFolder))
    const is = inIgnored || last?.takesBack === false
    known.set(key, is)
    return is
  }
  return isIgnored
}

/**
 * Reads the rules of one file; none where there is none.
 * @param below the folder that they are for, relative to the root with a final `/`
 */
export function rulesOf(file: string, below: string): IgnoreRule[] {
  const lines = (textOfFile(file) ?? '').replace(/^\uFEFF/, '').split('\n')
  return lines.slice(0, mostRules).flatMap((line): IgnoreRule[] => {
    const cut = line.trimEnd()
    // A space that is escaped belongs to the name.
    const text = cut.endsWith('\\') && cut !== line ? `${cut} ` : cut
    if (text === '' || text.startsWith('#')) return []
    const takesBack = text.startsWith('!')
    const named = takesBack ? text.slice(1) : text
    const bare = named.replace(/\/$/, '')
    const segments = segmentsOf(bare.includes('/') ? bare : `**/${bare}`)
    // A line that names nothing means nothing.
    if (bare === '') return []
    return [{ below, segments, forFolders: named !== bare, takesBack }]
  })
}

function applies({ below, segments, forFolders }: IgnoreRule, name: string, isFolder: boolean): boolean {
  return (isFolder || !forFolders) && matchesWild(segments, name.slice(below.length).split('/'), isAny, fitsName)
}

/** Git compares bytes: each is one sign here. */
const bytesOf = (text: string): string => Buffer.from(text).toString('latin1')
const isAny = (part: Sign | Segment): part is 'any' => part === 'any'
const fitsName = (part: Segment, name: string): boolean =>
  part !== 'any' && matchesWild(part, bytesOf(name), isAny, (sign, given) => sign !== 'any' && sign(given))

function segmentsOf(pattern: string): readonly Segment[] {
  const segments = pattern
    .split('/')
    .filter((it) => it !== '')
    .map((it): Segment => (it === '**' ? 'any' : signsOf(it)))
  // What a folder holds is meant, and not the folder.
  return segments.at(-1) === 'any' ? [...segments, ['any']] : segments
}

/** The parts of a pattern that stand for signs: an escaped one, a set, or one as it is. */
const parts = /\\(.)|\[([!^]?)(\]?[^\]]*)\]|(.)/gs

function signsOf(segment: string): readonly Sign[] {
  return [...bytesOf(segment).matchAll(parts)].map(([, escaped, not, set, plain]): Sign => {
    if (set !== undefined) return inSet(set, not !== '')
    if (plain === '*') return 'any'
    if (plain === '?') return () => true
    return (sign) => sign === (escaped ?? plain)
  })
}

/** Whether a sign is one of a set such as `a-z_`. */
function inSet(set: string, isNot: boolean): (sign: string) => boolean {
  const ranges = [...set.matchAll(/\\?(.)(?:-\\?(.))?/gs)].map(([, from = '', to = from]) => [from, to] as const)
  return (sign) => ranges.some(([from, to]) => from <= sign && sign <= to) !== isNot
}
