/** The files that are read with a plan because its dialect asks for them: other parts of it, in the same folder. */

import { readdirSync, realpathSync } from 'node:fs'
import path from 'node:path'
import type { Dialect } from '../../dialects/dialect.ts'
import { limits } from '../../dialects/limits.ts'
import type { Source } from '../../plan/source.ts'
import { isInside } from '../../system/look-at-path.ts'
import { readFile } from '../../system/files.ts'
import { kindOf } from './find-root.ts'
import { readSources, type ReadPlan } from './read-sources.ts'

/** The plan as it is known: where another file of it was named, the one that marks it. */
export function mainOf(read: ReadPlan, { main }: Dialect, cwd: string): ReadPlan {
  const name = path.basename(read.planPath)
  const folder = path.dirname(read.planPath)
  const wanted = main?.(name, namesIn(folder)) ?? name
  const other = wanted === name ? null : readSources(path.join(folder, wanted), cwd)
  if (other?.is !== 'read') return read
  const note = `the plan is ${other.planRelative}; ${read.planRelative} is read with it`
  return { ...other, notes: [...read.notes, note] }
}

/**
 * Reads them, in the order of their names, and behind them those that hold for all plans below them. What leads out of the repository is not followed, and what cannot be read is not
 * there: the plan then names tasks that nobody knows (MW111).
 * @param planPath absolute
 */
export function readBeside(
  { planPath, root }: { readonly planPath: string; readonly root: string },
  { beside, above = [] }: Pick<Dialect, 'beside' | 'above'>,
): readonly Source[] {
  const folder = path.dirname(planPath)
  const names = beside?.(path.basename(planPath), namesIn(folder)) ?? []
  const files = [
    ...names.map((name) => path.join(folder, name)),
    ...above.flatMap((name) => nearest(folder, root, name)),
  ]
  return files.flatMap((file) => {
    if (kindOf(file) !== 'file' || !isInside(root, realpathSync(file))) return []
    const read = readFile(file, limits.planBytes)
    return read.is === 'failed'
      ? []
      : [{ path: path.relative(root, file).split(path.sep).join('/'), bytes: read.bytes }]
  })
}

/** The file of this name in a folder, or the nearest one above it up to the root. */
function nearest(folder: string, root: string, name: string): readonly string[] {
  for (let at = folder; isInside(root, at); at = path.dirname(at)) {
    const file = path.join(at, name)
    if (kindOf(file) === 'file') return [file]
    if (path.dirname(at) === at) break
  }
  return []
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).sort()
  } catch {
    // Closed to us: the plan itself was read by its name.
    return []
  }
}
