/** Where links lead: out of the repository, so that whoever writes there writes somewhere else (RELIABILITY S5), or to another path of it. */

import type { FileSpec } from '../plan/model.ts'
import type { LinkOut } from '../run/outcome.ts'

/** What a symbolic link at a path says; null where there is none. Asked only for paths whose folders are no links. */
export type LinkAt = (path: string) => Promise<string | null>

/** More links than this behind one path lead nowhere. */
const mostLinks = 40

/**
 * Of these paths those that lead out of the repository: by an absolute link, by one that climbs out, or into `.git`.
 *
 * @param linkAt reads links of one state of the files
 * @param paths relative to the root, with `/`
 */
export async function linksOut(linkAt: LinkAt, paths: Iterable<string>): Promise<readonly LinkOut[]> {
  const found: LinkOut[] = []
  for (const path of new Set(paths)) {
    const way = await follow(linkAt, path)
    if (way !== null && 'out' in way) found.push({ path, to: way.out })
  }
  return found
}

/** The files that a task declares to write, as far as they are named. */
export function writtenNames(declared: readonly FileSpec[]): string[] {
  return declared
    .filter((file) => file.action !== 'read' && (file.form === 'path' || file.form === 'directory'))
    .flatMap((file) => (file.to === null ? [file.path] : [file.path, file.to]))
}

/**
 * Follows the folders of a path that are links; what it names itself is not followed.
 * @returns the path that leads there without links; null where it leads out of the repository, or round and round
 */
export async function behindLinks(linkAt: LinkAt, path: string): Promise<string | null> {
  const cut = path.lastIndexOf('/')
  if (cut < 0) return path
  const way = await follow(linkAt, path.slice(0, cut))
  if (way === null || 'out' in way) return null
  return way.at === '' ? path.slice(cut + 1) : `${way.at}${path.slice(cut)}`
}

/** Walks a path as a system does; @returns where it leads, or the link by which it leaves the repository; null for neither. */
async function follow(
  linkAt: LinkAt,
  path: string,
): Promise<{ readonly at: string } | { readonly out: string } | null> {
  const steps = (text: string, by: string | null) => text.split('/').map((name) => ({ name, by }))
  const done: string[] = []
  const todo = steps(path, null)
  let last: string | null = null
  for (let links = 0; links <= mostLinks;) {
    const step = todo.shift()
    if (step === undefined)
      return done[0]?.toLowerCase() === '.git' && last !== null ? { out: last } : { at: done.join('/') }
    if (step.name === '' || step.name === '.') continue
    if (step.name === '..') {
      if (done.pop() === undefined) return step.by === null ? null : { out: step.by }
      continue
    }
    last = step.by
    const to = await linkAt([...done, step.name].join('/'))
    if (to === null) done.push(step.name)
    else if (to.startsWith('/')) return { out: to }
    else {
      links += 1
      todo.unshift(...steps(to, to))
    }
  }
  return null
}
