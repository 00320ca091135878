/** A declared path as it is told: with the slash that makes a folder known. */

import type { FileSpec } from './model.ts'

/** The path of a declared file; that of a folder ends in a slash, as the plan has it. */
export function shownPath({ path, form }: Pick<FileSpec, 'path' | 'form'>): string {
  return form === 'directory' && !path.endsWith('/') ? `${path}/` : path
}
