/** Paths that lead out of the repository by a link: whoever writes there writes somewhere else (RELIABILITY S5). */

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
    const to = await wayOut(linkAt, path)
    if (to !== null) found.push({ path, to })
  }
  return found
}

/** The files that a task declares to write, as far as they are named. */
export function writtenNames(declared: readonly FileSpec[]): string[] {
  return declared
    .filter((file) => file.action !== 'read' && (file.form === 'path' || file.form === 'directory'))
    .flatMap((file) => (file.to === null ? [file.path] : [file.path, file.to]))
}

/** Walks a path as a system does; @returns the link by which it leaves the repository, or null. */
async function wayOut(linkAt: LinkAt, path: string): Promise<string | null> {
  const steps = (text: string, by: string | null) => text.split('/').map((name) => ({ name, by }))
  const done: string[] = []
  const todo = steps(path, null)
  let last: string | null = null
  for (let links = 0; links <= mostLinks;) {
    const step = todo.shift()
    if (step === undefined) return done[0]?.toLowerCase() === '.git' ? last : null
    if (step.name === '' || step.name === '.') continue
    if (step.name === '..') {
      if (done.pop() === undefined) return step.by
      continue
    }
    last = step.by
    const to = await linkAt([...done, step.name].join('/'))
    if (to === null) done.push(step.name)
    else if (to.startsWith('/')) return to
    else {
      links += 1
      todo.unshift(...steps(to, to))
    }
  }
  return null
}
