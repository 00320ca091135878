/** Places as a person in some folder names them, so that a terminal can follow them. */

import path from 'node:path'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Source } from '../../plan/source.ts'

/**
 * Rewrites paths that are relative to `root` for somebody in `cwd`: relative where the file lies below it, else absolute.
 * A file known under another name (`~/…`) keeps it. `root` null changes nothing.
 */
export function shownPaths(
  given: {
    readonly diagnostics: readonly Diagnostic[]
    readonly texts: readonly Source[]
    readonly root: string | null
  },
  cwd: string,
): { readonly diagnostics: readonly Diagnostic[]; readonly texts: readonly Source[] } {
  const { root } = given
  if (root === null) return given
  const moved = <T extends { readonly path: string }>(it: T): T => ({ ...it, path: shownPath(root, it.path, cwd) })
  return {
    texts: given.texts.map(moved),
    diagnostics: given.diagnostics.map((it) => ({
      ...it,
      span: it.span === null ? null : moved(it.span),
      related: it.related.map((place) => ({ ...place, span: moved(place.span) })),
    })),
  }
}

/** One path as somebody in `cwd` names it. */
export function shownPath(root: string, file: string, cwd: string): string {
  if (file === '' || file.startsWith('~/') || path.isAbsolute(file)) return file
  const absolute = path.join(root, file)
  const relative = path.relative(cwd, absolute)
  return relative.startsWith('..') || path.isAbsolute(relative) ? absolute : relative.split(path.sep).join('/')
}
