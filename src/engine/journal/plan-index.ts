/**
 * The index of journals, `plans.json`: which one belongs to which plan.
 *
 * Each journal's folder says so, too, and an index that is gone is made of that, as is what an older copy of it lacks:
 * without it a second executor would give a plan that is being run another journal, and so another lock.
 */

import path from 'node:path'
import type { FileFailure } from '../../system/file-failure.ts'
import { readFile, writeFileAtomic } from '../../system/files.ts'
import { namesIn } from '../../system/look-at-path.ts'
import type { PlanEntry } from './match-plan.ts'

const indexLimit = 64 * 1024 * 1024

/** @returns the folder of the journal of that id */
export function journalFolder(base: string, id: string): string {
  return path.join(base, 'plans', id)
}

function indexFile(base: string): string {
  return path.join(base, 'plans.json')
}

/** What a journal's own folder says of its plan: its entry, written as an index of one. */
function noteFile(base: string, id: string): string {
  return path.join(journalFolder(base, id), 'plan.json')
}

/**
 * Writes an entry into its journal's folder and, with the others, into the index.
 * @param plans those that the index has, an older state of this one among them
 */
export function writeEntry(
  base: string,
  plans: readonly PlanEntry[],
  entry: PlanEntry,
): ReturnType<typeof writeFileAtomic> {
  const all = [...plans.filter((it) => it.id !== entry.id), entry].sort((a, b) => (a.path < b.path ? -1 : 1))
  const noted = writePlans(noteFile(base, entry.id), [entry])
  return noted.is === 'failed' ? noted : writePlans(indexFile(base), all)
}

/** Whether an index that is lost could be made again as far as this entry goes. */
export function isNoted(base: string, { id }: PlanEntry): boolean {
  return noteOf(base, id) !== null
}

function writePlans(file: string, plans: readonly PlanEntry[]): ReturnType<typeof writeFileAtomic> {
  return writeFileAtomic(file, `${JSON.stringify({ version: 1, plans }, null, 2)}\n`)
}

export type PlanIndex =
  | {
      readonly is: 'read'
      readonly plans: readonly PlanEntry[]
      /** Whether some of it is what the journals' folders say: the file is gone or damaged, or lacks them. */
      readonly isMade: boolean
    }
  | { readonly is: 'failed'; readonly failure: FileFailure }

/**
 * Reads the index of a folder that holds journals.
 * @param base absolute path of that folder
 */
export function readIndex(base: string): PlanIndex {
  const file = indexFile(base)
  const read = readFile(file, indexLimit)
  if (read.is === 'failed' && read.failure.code !== 'ENOENT') return read
  const text = read.is === 'read' ? Buffer.from(read.bytes).toString('utf8') : null
  const plans = text === null ? null : parseIndex(text)
  if (plans !== null) {
    // The note is written first: where it says something else, the index is an older copy, unless it is the folder that was
    // put back, and another plan has that place by now.
    const noted = plans.map((it) => noteOf(base, it.id) ?? it)
    const isTaken = (note: PlanEntry): boolean => noted.some((it) => it !== note && it.path === note.path)
    const present = noted.map((note, at) =>
      note.path !== plans[at]?.path && isTaken(note) ? (plans[at] ?? note) : note,
    )
    const isOlder = present.some((it, at) => JSON.stringify(it) !== JSON.stringify(plans[at]))
    const lacking = lackedBy(base, present)
    return { is: 'read', plans: [...present, ...lacking], isMade: isOlder || lacking.length > 0 }
  }
  const what = text === null ? 'is gone' : 'cannot be understood'
  if (text !== null && isOfOthers(text))
    return damaged(`${file} ${what}`, 'another version of millwright wrote it: use that one, or a newer one')
  const ids = journalIds(base)
  const notes = ids.flatMap((id) => noteOf(base, id) ?? [])
  const lost = ids.find((id) => isBegun(base, id) && !notes.some((it) => it.id === id))
  if (lost === undefined) {
    // A folder that no run has begun in may have been made for a plan that has another one by now.
    const isTaken = (it: PlanEntry): boolean => notes.some((one) => one.path === it.path && isBegun(base, one.id))
    return { is: 'read', plans: notes.filter((it) => isBegun(base, it.id) || !isTaken(it)), isMade: true }
  }
  const help =
    'restore it from a backup; or, when no run of that plan is going on, move that folder away: its plan then gets a new journal'
  return damaged(`${file} ${what}, and ${journalFolder(base, lost)} does not say which plan it is the journal of`, help)
}

/** Journals that an index lacks, as an older copy does that was put back; of a plan that has another one by it, none. */
function lackedBy(base: string, plans: readonly PlanEntry[]): readonly PlanEntry[] {
  const ids = new Set(plans.map((it) => it.id))
  const paths = new Set(plans.map((it) => it.path))
  return journalIds(base)
    .filter((id) => !ids.has(id) && isBegun(base, id))
    .flatMap((id) => noteOf(base, id) ?? [])
    .filter((it) => !paths.has(it.path))
}

function journalIds(base: string): readonly string[] {
  return namesIn(path.join(base, 'plans')).filter(isId)
}

function damaged(reason: string, help: string): PlanIndex {
  return { is: 'failed', failure: { code: 'DAMAGED', reason, help } }
}

/** Whether there is a journal in the folder of that id. */
function isBegun(base: string, id: string): boolean {
  return namesIn(journalFolder(base, id)).some((it) => it.startsWith('journal.'))
}

function noteOf(base: string, id: string): PlanEntry | null {
  const read = readFile(noteFile(base, id), indexLimit)
  const plans = read.is === 'read' ? parseIndex(Buffer.from(read.bytes).toString('utf8')) : null
  return plans?.find((it) => it.id === id) ?? null
}

/** Whether it is an index of a version that we do not know. */
function isOfOthers(text: string): boolean {
  const { version } = Object(parsed(text)) as { version?: unknown }
  return version !== undefined && version !== 1
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function parseIndex(text: string): readonly PlanEntry[] | null {
  const { version, plans } = Object(parsed(text)) as { version?: unknown; plans?: unknown }
  return version === 1 && Array.isArray(plans) && plans.every(isEntry) ? plans : null
}

function isEntry(value: unknown): value is PlanEntry {
  const {
    id,
    path: file,
    contentHash,
    taskIds,
    titles = [],
    ticked = [],
    branch = '',
  } = Object(value) as Record<keyof PlanEntry, unknown>
  const areLists = [taskIds, titles, ticked].every((it) => Array.isArray(it))
  return (
    isId(id) && typeof file === 'string' && typeof contentHash === 'string' && typeof branch === 'string' && areLists
  )
}

/** An id becomes the name of a folder. */
function isId(id: unknown): boolean {
  return typeof id === 'string' && /^[0-9a-z]{16}$/.test(id)
}
