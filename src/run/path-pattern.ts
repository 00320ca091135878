/** Whether a path lies in what a plan or a configuration names: a path, a directory, a glob, an abbreviated path. */

import type { FileSpec } from '../plan/model.ts'

/**
 * Matches parts one by one, some of which stand for any number of them; in linear memory and without recursion.
 *
 * @param isWide whether a wanted part stands for any number
 * @param fits whether one that does not stands for this one
 */
export function matchesWild<Part>(
  wanted: ArrayLike<Part>,
  given: ArrayLike<string>,
  isWide: (part: Part) => boolean,
  fits: (part: Part, one: string) => boolean,
): boolean {
  let at = 0
  let read = 0
  let wide = -1
  let resume = 0
  while (read < given.length) {
    const part = wanted[at]
    if (part !== undefined && isWide(part)) {
      wide = at++
      resume = read
    } else if (part !== undefined && fits(part, given[read] ?? '')) {
      at++
      read++
    } else if (wide >= 0) {
      at = wide + 1
      read = ++resume
    } else return false
  }
  for (let part = wanted[at]; part !== undefined && isWide(part); part = wanted[at]) at++
  return at === wanted.length
}

const isStar = (sign: string): boolean => sign === '*'
const fitsSign = (wanted: string, sign: string): boolean => wanted === '?' || wanted === sign
/** Segments are left out by two stars, or by the plan's dots. */
const isGap = (segment: string): boolean => segment === '**' || segment === '...'
const fitsSegment = (pattern: string, segment: string): boolean => matchesWild(pattern, segment, isStar, fitsSign)

/** Splits `a.{ts,tsx}` into `a.ts` and `a.tsx`; one pair of braces, at most 64 alternatives, anything else is literal. */
function alternatives(pattern: string): readonly string[] {
  const open = pattern.indexOf('{')
  const close = pattern.indexOf('}', open)
  if (open < 0 || close < 0) return [pattern]
  const choices = pattern.slice(open + 1, close).split(',')
  if (choices.length > 64) return [pattern]
  return choices.map((choice) => pattern.slice(0, open) + choice + pattern.slice(close + 1))
}

/**
 * Whether a path matches a glob: `*` and `?` inside a segment, `**` (or the plan's `...`) for any number of segments,
 * `{a,b}` once; a pattern that ends in `/` names everything below it.
 *
 * @param pattern as written, with `/`
 * @param path relative, with `/`
 */
export function matchesPattern(pattern: string, path: string): boolean {
  return matcherOf(pattern)(path)
}

/** The same for many paths. */
function matcherOf(pattern: string): (path: string) => boolean {
  const wanted = alternatives(pattern.endsWith('/') ? `${pattern}**` : pattern).map((one) =>
    one.split('/').filter((segment) => segment !== '' && segment !== '.'),
  )
  return (path) => {
    const segments = path.split('/')
    return wanted.some((one) => matchesWild(one, segments, isGap, fitsSegment))
  }
}

/**
 * Some path that a glob matches, by putting a name where it leaves open what stands there.
 *
 * @param pattern as for `matchesPattern`
 * @param name of letters, digits and dashes
 */
export function pathIn(pattern: string, name: string): string {
  const [first = pattern] = alternatives(pattern)
  const segments = first.split('/').filter((it) => it !== '' && it !== '.')
  const named = segments.map((it) => (isGap(it) ? name : it.replaceAll(/\*+/g, name).replaceAll('?', 'x')))
  return [...named, ...(pattern.endsWith('/') ? [name] : [])].join('/')
}

/**
 * Whether a changed path is inside what a task declares: its path, its new path, anything below it, or what its pattern
 * matches. Where something lies below a path, it is a directory, whether or not the plan writes a `/` behind it. So is what
 * the path leads to by a link.
 *
 * @param file one entry of `files:`
 * @param path the changed path, relative, with `/`
 */
export function covers(file: FileSpec, path: string): boolean {
  return coveringOf(file)(path)
}

/** The same for many paths. */
export function coveringOf({ path: own, to, form, leadsTo }: FileSpec): (path: string) => boolean {
  const isNamed = (path: string): boolean => path === own || path === to
  if (form === 'path' || form === 'directory') {
    const folder = own.endsWith('/') ? own : `${own}/`
    if (leadsTo === undefined) return (path) => isNamed(path) || path.startsWith(folder)
    // A link to the root leads to all there is.
    const [behind, below] = [leadsTo, leadsTo === '' ? '' : `${leadsTo}/`]
    return (path) => isNamed(path) || path.startsWith(folder) || path === behind || path.startsWith(below)
  }
  if (form === 'glob') {
    const matches = matcherOf(own)
    return (path) => isNamed(path) || matches(path)
  }
  // Nothing is demanded of a shortened path, and what it may mean is no departure from it.
  const pattern = own
    .split('/')
    .map((it) => (it === '...' || it === '…' ? '**' : it.replaceAll(/\.{3}|…/g, '*')))
    .join('/')
  const [matches, holds] = [matcherOf(pattern), matcherOf(`${pattern}/**`)]
  return (path) => isNamed(path) || matches(path) || holds(path)
}
