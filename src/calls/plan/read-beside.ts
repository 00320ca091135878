/** The files that are read with a plan because its dialect asks for them: other parts of it, in the same folder. */

import { readdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { Dialect } from '../../dialects/dialect.ts'
import { limits } from '../../dialects/limits.ts'
import type { Source } from '../../plan/source.ts'
import { isInside } from '../../system/look-at-path.ts'
import { readFile } from '../../system/files.ts'
import { kindOf } from './find-root.ts'

/**
 * Reads them, in the order of their names. What leads out of the repository is not followed, and what cannot be read is not
 * there: the plan then names tasks that nobody knows (MW111).
 * @param planPath absolute
 */
export function readBeside(
  { planPath, root }: { readonly planPath: string; readonly root: string },
  { beside }: Dialect,
): readonly Source[] {
  if (beside === undefined) return []
  const folder = path.dirname(planPath)
  return beside(path.basename(planPath), namesIn(folder)).flatMap((name) => {
    const file = path.join(folder, name)
    if (kindOf(file) !== 'file' || !isInside(root, realpathSync(file))) return []
    const read = readFile(file, limits.planBytes)
    return read.is === 'failed'
      ? []
      : [{ path: path.relative(root, file).split(path.sep).join('/'), bytes: read.bytes }]
  })
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    // Closed to us: the plan itself was read by its name.
    return []
  }
}
