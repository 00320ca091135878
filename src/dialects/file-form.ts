/** What a path may stand for, by its spelling: a file, a folder, a pattern, or one that was cut short. */

import type { DraftFile } from '../plan/draft.ts'

/**
 * The form of a path (FORMATS R20). Dots at the end of a segment stand for what was left out (`docs/REQ-GH-1-.../x.md`);
 * `[...slug]` is a name.
 */
export function formOf(path: string): DraftFile['form'] {
  if (mayBePattern.test(path)) {
    if (isCut(path, '...') || isCut(path, '…')) return 'abbreviated'
    if (path.includes('*') || path.includes('?') || path.includes('{')) return 'glob'
  }
  return path.endsWith('/') || path === '.' ? 'directory' : 'path'
}

/** Most paths are looked at for all of these signs at once. */
const mayBePattern = /[*?{…]|\.\.\./

function isCut(path: string, dots: string): boolean {
  return path.endsWith(dots) || path.includes(`${dots}/`)
}
