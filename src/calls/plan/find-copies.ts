/** Other files of a project that hold the same plan: the one that is named is run, and people are told of the others (FORMATS section 5). */

import { readdirSync, statSync, type Dirent } from 'node:fs'
import path from 'node:path'
import type { Dialect } from '../../dialects/dialect.ts'
import { limits } from '../../dialects/limits.ts'
import { oneLine } from '../../plan/one-line.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Draft } from '../../plan/draft.ts'
import type { Source } from '../../plan/source.ts'
import { readFile } from '../../system/files.ts'
import { isInArchive } from './archive-name.ts'

/** Folders that are looked into for files of the same name, and how far down; a plan lies near the top. */
const mostFolders = 400
const deepest = 4
/** Files that are read to see what they hold. */
const mostRead = 20

/** Folders of what others made. */
const foreign: ReadonlySet<string> = new Set(['node_modules', 'vendor', 'venv', 'dist', 'build', 'target'])

/**
 * Looks among the files of the plan's folder with its ending, and among those of its name in the project, for such as hold most of
 * its tasks. Bounded, and nothing is followed by a link; what cannot be read is no copy, and neither is what an archive of the plan
 * keeps.
 * @returns a warning for each (MW815)
 */
export function copiesOf(
  {
    root,
    planPath,
    sources,
  }: { readonly root: string; readonly planPath: string; readonly sources: readonly Source[] },
  dialect: Pick<Dialect, 'copies' | 'read'>,
  draft: Draft,
): readonly Diagnostic[] {
  const size = sources[0]?.bytes.length ?? 0
  const own = namesOf(draft)
  if (dialect.copies !== true || own.size === 0) return []
  const read = new Set([planPath, ...sources.slice(1).map((it) => path.join(root, it.path))])
  const relative = (file: string): string => path.relative(root, file).split(path.sep).join('/')
  const alike = [...filesBeside(planPath), ...filesCalled(root, path.basename(planPath))].filter((file) => {
    if (isInArchive(relative(file), relative(planPath))) return false
    const other = read.has(file) ? null : sizeOf(file)
    read.add(file)
    return other !== null && other <= 2 * size && 2 * other >= size
  })
  return alike.slice(0, mostRead).flatMap((file) => {
    const found = readFile(file, limits.planBytes)
    if (found.is !== 'read') return []
    const others = namesOf(dialect.read([{ path: relative(file), bytes: found.bytes }]))
    const shared = [...others].filter((it) => own.has(it)).length
    if (2 * shared <= Math.max(own.size, others.size)) return []
    const message = `${oneLine(relative(file))} holds the same tasks; this plan is run and written, that file is not`
    const help = 'take one of them away, so that nobody takes the other for the state of the work'
    return [{ code: 'MW815', severity: 'warning', message, help, span: null, related: [] }]
  })
}

/** What tasks are known by, those of the file itself. */
function namesOf({ tasks, groups }: Draft): ReadonlySet<string> {
  const beside = new Set(groups.flatMap(({ key, file }) => (file === undefined ? [] : [key])))
  return new Set(
    tasks.flatMap(({ id, title, group }) =>
      id === null || beside.has(group) ? [] : [JSON.stringify([id.text, title.text])],
    ),
  )
}

function filesBeside(planPath: string): readonly string[] {
  const folder = path.dirname(planPath)
  const end = path.extname(planPath).toLowerCase()
  return entriesOf(folder)
    .filter((it) => it.isFile() && path.extname(it.name).toLowerCase() === end)
    .map((it) => path.join(folder, it.name))
}

/** Files of a name, those near the top first. */
function filesCalled(root: string, name: string): readonly string[] {
  const found: string[] = []
  let level: readonly string[] = [root]
  let looked = 0
  for (let depth = 0; depth <= deepest && level.length > 0; depth += 1) {
    const below: string[] = []
    for (const folder of level) {
      if (looked >= mostFolders) return found
      looked += 1
      for (const entry of entriesOf(folder)) {
        if (entry.isDirectory() && !entry.name.startsWith('.') && !foreign.has(entry.name))
          below.push(path.join(folder, entry.name))
        else if (entry.isFile() && entry.name === name) found.push(path.join(folder, entry.name))
      }
    }
    level = below
  }
  return found
}

function sizeOf(file: string): number | null {
  try {
    return statSync(file).size
  } catch {
    return null
  }
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}
