/** The checklist of acceptance criteria of a project: where it lies, and what it lists (FORMATS section 2). */

import path from 'node:path'
import { checklistName } from '../../dialects/atdd/write.ts'
import { readChecklist } from '../../dialects/atdd/read.ts'
import { criterionKey, type Criterion } from '../../plan/criterion.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Source } from '../../plan/source.ts'
import { classifyPath } from '../../plan/path-safety.ts'
import { readFile } from '../../system/files.ts'
import { sourceOf } from '../plan/projectors.ts'

export interface FoundChecklist {
  /** Where it is, or where one is made: relative to the root. */
  readonly path: string
  readonly isThere: boolean
  /** By `criterionKey`, in its order. */
  readonly criteria: ReadonlyMap<string, Criterion>
  readonly diagnostics: readonly Diagnostic[]
  readonly texts: readonly Source[]
}

const longest = 16 * 1024 * 1024

/**
 * Reads the first one that is there: what the configuration names and nothing else, else beside the plan, in the folder of
 * the requirement that the project works on, or in `docs/isdlc`.
 *
 * @param root absolute path of the project
 * @param of.plan relative to the root
 * @param of.folders further folders to look in, relative to the root
 */
export function findChecklist(
  root: string,
  of: { readonly plan: string; readonly configured: string | null; readonly folders: readonly string[] },
): FoundChecklist {
  const beside = path.posix.join(path.posix.dirname(of.plan), checklistName)
  const others = [...of.folders, 'docs/isdlc'].map((it) => path.posix.join(it, checklistName))
  const paths = of.configured === null ? [beside, ...others].filter(isSafe) : [of.configured]
  for (const file of paths) {
    const read = readFile(path.join(root, file), longest)
    if (read.is === 'read') return listed(sourceOf(file, read.bytes))
    if (!['ENOENT', 'ENOTDIR'].includes(read.failure.code)) return unreadable(file, read.failure.reason)
  }
  return { path: paths[0] ?? beside, isThere: false, criteria: new Map(), diagnostics: [], texts: [] }
}

function isSafe(file: string): boolean {
  return classifyPath(file).kind === 'safe'
}

function listed(source: Source): FoundChecklist {
  const { criteria, diagnostics } = readChecklist(source)
  return {
    path: source.path,
    isThere: true,
    criteria: new Map(
      criteria.map(({ id, priority, text, file, name, status }) => [
        criterionKey(id),
        { id, priority, text, file, name, status },
      ]),
    ),
    diagnostics,
    texts: [source],
  }
}

function unreadable(file: string, reason: string): FoundChecklist {
  const diagnostic: Diagnostic = {
    code: 'MW631',
    severity: 'error',
    message: `${file} cannot be read: ${reason}`,
    help: 'Make it readable, or name another one under [atdd] in millwright.toml',
    span: null,
    related: [],
  }
  return { path: file, isThere: true, criteria: new Map(), diagnostics: [diagnostic], texts: [] }
}
