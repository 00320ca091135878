/** The files that are read with a plan because its dialect asks for them: other parts of it, in the same folder. */

import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Dialect } from '../../dialects/dialect.ts'
import { limits } from '../../dialects/limits.ts'
import type { Code, Diagnostic } from '../../plan/diagnostic.ts'
import type { Draft } from '../../plan/draft.ts'
import { safeLine } from '../../plan/safe-text.ts'
import type { Source } from '../../plan/source.ts'
import { isInside, kindOfPath } from '../../system/look-at-path.ts'
import { readFile } from '../../system/files.ts'
import { linkAt } from './link-at.ts'
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

/** The other files of a plan, and what of those that hold for it nobody could read. */
export interface Beside {
  readonly sources: readonly Source[]
  readonly unread: readonly Diagnostic[]
  /** What nobody could read of the plan's own parts. */
  readonly unreadParts: readonly Diagnostic[]
}

/**
 * Reads them, in the order of their names, and behind them those that hold for all plans below them. What leads out of the
 * repository is not followed. A part of the plan that cannot be read is not there: the plan then names tasks that nobody knows
 * (MW111), or lacks a file that it has to have (`withCauses`). What holds for it and cannot be read is an error (MW011, MW008): nobody knows what it forbids.
 * @param planPath absolute
 */
export function readBeside(
  { planPath, root }: { readonly planPath: string; readonly root: string },
  { beside, above = [] }: Pick<Dialect, 'beside' | 'above'>,
): Beside {
  const folder = path.dirname(planPath)
  const names = beside?.(path.basename(planPath), namesIn(folder)) ?? []
  const parts = names.map((name) => readWithin(path.join(folder, name), root))
  const holding = above.flatMap((name) => nearest(folder, root, name)).map((file) => readWithin(file, root))
  return {
    sources: [...parts, ...holding].flatMap((it) => (it.is === 'read' ? [it.source] : [])),
    unread: unreadOf(holding),
    unreadParts: unreadOf(parts),
  }
}

function unreadOf(all: readonly Read[]): readonly Diagnostic[] {
  return all.flatMap((it) => (it.is === 'unread' ? [it.diagnostic] : []))
}

/** Of a part that is said to be missing (MW503) why it could not be read, where one lies there. */
export function withCauses(draft: Draft, { unreadParts: [first] }: Pick<Beside, 'unreadParts'>): Draft {
  if (first === undefined) return draft
  const { message, help } = first
  return { ...draft, diagnostics: draft.diagnostics.map((it) => (it.code === 'MW503' ? { ...it, message, help } : it)) }
}

type Read =
  { readonly is: 'read'; readonly source: Source } | { readonly is: 'unread'; readonly diagnostic: Diagnostic }

/** @param file absolute; something lies there, whatever it is */
function readWithin(file: string, root: string): Read {
  const shown = path.relative(root, file).split(path.sep).join('/')
  const link = linkAt(file)
  if (link === 'dangling' || (link !== null && !isInside(root, link))) {
    const where = link === 'dangling' ? 'leads to nothing' : `leads out of the repository, to ${link}`
    const help = 'put the file itself into its place, or take the link away where it is to hold no more'
    return { is: 'unread', diagnostic: unreadable('MW011', `${shown} is a link that ${where}`, help) }
  }
  const read = readFile(file, limits.planBytes)
  if (read.is === 'read') return { is: 'read', source: { path: shown, bytes: read.bytes } }
  const { code, reason } = read.failure
  const help = 'put a file that can be read into its place, or take it away where it is to hold no more'
  return {
    is: 'unread',
    diagnostic: unreadable(
      code === 'TOO-LARGE' ? 'MW008' : 'MW011',
      reason.replace(file, () => shown),
      help,
    ),
  }
}

function unreadable(code: Code, message: string, help: string): Diagnostic {
  return { code, severity: 'error', message: safeLine(message), help, span: null, related: [] }
}

/** Whatever is called so in a folder, or in the nearest one above it up to the root. */
function nearest(folder: string, root: string, name: string): readonly string[] {
  for (let at = folder; isInside(root, at); at = path.dirname(at)) {
    const file = path.join(at, name)
    if (kindOfPath(file) !== null) return [file]
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
