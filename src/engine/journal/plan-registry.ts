/** Finds the journal of a plan, also of one that was moved: by an index, by a generated id. */

import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import { safeLine } from '../../plan/safe-text.ts'
import { wait } from '../../system/clock.ts'
import type { FileFailure } from '../../system/file-failure.ts'
import { makeFolder, makeLastingFolder, resolveLink, writeFileAtomic } from '../../system/files.ts'
import { randomSigns } from '../../system/identifiers.ts'
import { acquireLock, lookAtLock, type Lock } from '../../system/lock.ts'
import { branchOfCheckout, isKeptElsewhere, otherCheckouts } from '../../workspaces/git/kept-elsewhere.ts'
import { planLock } from '../plan-lock.ts'
import { matchPlan, type PlanEntry, type PlanMatch } from './match-plan.ts'
import { isNoted, journalFolder, readIndex, writeEntry } from './plan-index.ts'

export type { PlanEntry } from './match-plan.ts'

export interface PlanPlace {
  readonly planPath: string
  /** The repository's common git folder, absolute; null outside a repository. */
  readonly gitCommonDir: string | null
  /** Folder that paths are relative to; default: the repository's, else the plan's. */
  readonly root?: string
}

export interface LocateJournal extends PlanPlace {
  readonly contentHash: string
  readonly taskIds?: readonly string[]
  /** Of the tasks, in the same order. */
  readonly titles?: readonly string[]
  /** Titles of those that are ticked. */
  readonly ticked?: readonly string[]
  /** Whether an unknown plan gets an id and a place; a reader says no. */
  readonly create: boolean
}

interface NamedPlan extends LocateJournal {
  /** Its path, relative to the root. */
  readonly name: string
}

export type JournalLocated =
  | {
      readonly is: 'located'
      /** The journal's own folder; it is there. */
      readonly dir: string
      readonly planId: string
      readonly isNew: boolean
      /** Where the plan was before, relative to the root. */
      readonly movedFrom?: string
      /** Former paths of plans that this one may have been: it got an id of its own, and people are told. */
      readonly ambiguous?: readonly string[]
    }
  /** Nobody ran this plan, and none was to be made. */
  | { readonly is: 'unknown' }
  | { readonly is: 'failed'; readonly failure: FileFailure }

const sampleSize = 200
/** Characters of a title that are kept. */
const titleLength = 80

/**
 * Finds the journal of a plan, or gives it one.
 * Source: DESIGN, Journal: in a repository `<git common dir>/millwright/`, so that `git clean` and other worktrees do not
 * lose it; else `.millwright/` beside the plan.
 */
export async function locateJournal(plan: LocateJournal): Promise<JournalLocated> {
  const found = await locate({ ...plan, name: relativePath(plan) })
  if (!plan.create || found.is !== 'located') return found
  // Who was told to move a damaged journal away has moved this one.
  const made = makeFolder(found.dir)
  return made.is === 'failed' ? made : found
}

async function locate(plan: NamedPlan): Promise<JournalLocated> {
  const base = registryFolder(plan)
  const first = readIndex(base)
  if (first.is === 'failed') return first
  const known = first.plans.find((it) => it.path === plan.name)
  const other = await otherNameOf(base, plan, first.plans)
  if (other !== null) return other
  const branch = plan.create ? await branchOf(plan) : undefined
  const isWritten = (it: PlanEntry): boolean => it.branch === branch && !first.isMade && isNoted(base, it)
  if (known?.contentHash === plan.contentHash && (!plan.create || isWritten(known))) return located(base, known, false)
  if (known === undefined && !plan.create && first.plans.length === 0) return { is: 'unknown' }
  if (!plan.create) return await look(base, first.plans, plan)
  const made = prepareFolder(base, plan)
  if (made.is === 'failed') return made
  const lock = await indexLock(base)
  if ('code' in lock) return { is: 'failed', failure: lock }
  try {
    return await enter(base, plan, branch)
  } finally {
    await lock.release()
  }
}

/**
 * Refuses a plan that is the same file as another one: a hard link, or on some file systems the same name in other letters. By
 * two names it would have two journals, and so two executors at once (RELIABILITY P5). Of two that have one already the name
 * that is being run keeps it, else the first.
 */
async function otherNameOf(base: string, plan: NamedPlan, plans: readonly PlanEntry[]): Promise<JournalLocated | null> {
  const own = fileId(plan.planPath)
  if (own === null) return null
  const [root, here] = [rootFolder(plan), resolveLink(plan.planPath)]
  const roots = [root, ...(plan.gitCommonDir !== null && own.names > 1n ? await otherCheckouts(root) : [])]
  // Another spelling of one path is no second name, nor is the same path in another worktree, which has the same journal.
  const isOther = (file: string): boolean => fileId(file)?.id === own.id && resolveLink(file) !== here
  const before = plans.findIndex((it) => it.path === plan.name)
  const others = plans.flatMap((it, at) => {
    const found = at === before ? undefined : roots.find((top) => isOther(path.join(top, it.path)))
    const name = found === root ? it.path : path.join(found ?? '', it.path)
    return found === undefined ? [] : [{ id: it.id, name, isFirst: before < 0 || at < before }]
  })
  const known = plans[before]
  if (others.length === 0 || (known !== undefined && (await isRun(base, known)))) return null
  const run = await Promise.all(others.map((it) => isRun(base, it)))
  const other = others.find((_, at) => run[at]) ?? others.find((it) => it.isFirst)
  return other === undefined ? null : { is: 'failed', failure: secondName(plan.name, other.name) }
}

async function isRun(base: string, { id }: Pick<PlanEntry, 'id'>): Promise<boolean> {
  return (await lookAtLock(planLock(journalFolder(base, id)))) !== null
}

/** Which file lies at a path, followed through links, and how many names it has; null where none may be looked at. */
function fileId(file: string): { readonly id: string; readonly names: bigint } | null {
  try {
    const { dev, ino, nlink } = statSync(file, { bigint: true })
    return { id: `${dev} ${ino}`, names: nlink }
  } catch {
    return null
  }
}

function secondName(name: string, other: string): FileFailure {
  return {
    code: 'SAME-FILE',
    reason: `${safeLine(name)} is the same file as ${safeLine(other)} (a hard link), and that plan has a journal`,
    help: `call it ${safeLine(other)}, or make ${safeLine(name)} a file of its own: copy it, and move the copy into its place`,
  }
}

/** @returns every plan that has a journal beside this one */
export function listPlans(place: PlanPlace): readonly (PlanEntry & { readonly dir: string })[] {
  const base = registryFolder(place)
  const index = readIndex(base)
  return index.is === 'failed' ? [] : index.plans.map((it) => ({ ...it, dir: journalFolder(base, it.id) }))
}

/** @returns the folder that holds the index and the journals */
function registryFolder({ planPath, gitCommonDir }: PlanPlace): string {
  if (gitCommonDir !== null) return path.join(gitCommonDir, 'millwright')
  return path.join(path.dirname(resolveLink(planPath)), '.millwright')
}

function rootFolder({ planPath, gitCommonDir, root }: PlanPlace): string {
  if (root !== undefined) return root
  if (gitCommonDir !== null && path.basename(gitCommonDir) === '.git') return path.dirname(gitCommonDir)
  return gitCommonDir ?? path.dirname(resolveLink(planPath))
}

function relativePath(place: PlanPlace): string {
  return path
    .relative(resolveLink(rootFolder(place)), resolveLink(path.resolve(place.planPath)))
    .replaceAll(path.sep, '/')
}

/** Finds without writing. */
async function look(base: string, plans: readonly PlanEntry[], plan: NamedPlan): Promise<JournalLocated> {
  const match = await findEntry(plans, plan)
  return match.is === 'found' ? located(base, match.entry, false, match) : { is: 'unknown' }
}

/** Writes what is new into the index; called by one process at a time. */
async function enter(base: string, plan: NamedPlan, branch: string | undefined): Promise<JournalLocated> {
  const index = readIndex(base)
  if (index.is === 'failed') return index
  // Both names may have been called at once.
  const other = await otherNameOf(base, plan, index.plans)
  if (other !== null) return other
  const match = await findEntry(index.plans, plan)
  const before = match.is === 'found' ? match.entry : null
  const taskIds = plan.taskIds?.slice(0, sampleSize) ?? before?.taskIds ?? []
  const titles = plan.titles ? sampleOf(plan.titles) : (before?.titles ?? [])
  const id = before?.id ?? randomSigns(16)
  const ticked = plan.ticked ? sampleOf(plan.ticked) : (before?.ticked ?? [])
  const entry: PlanEntry = {
    id,
    path: plan.name,
    contentHash: plan.contentHash,
    taskIds,
    titles,
    ticked,
    ...(branch === undefined ? {} : { branch }),
  }
  // A mark in the plan survives a power cut; so must the folder in which its journal is.
  const made = makeLastingFolder(journalFolder(base, id))
  if (made.is === 'failed') return made
  const written = writeEntry(base, index.plans, entry)
  return written.is === 'failed' ? written : located(base, entry, before === null, match)
}

function sampleOf(titles: readonly string[]): readonly string[] {
  return titles.slice(0, sampleSize).map((it) => it.slice(0, titleLength))
}

/** What only lies on another branch, or in another worktree, was not moved from there; only what fits is asked about. */
async function findEntry(plans: readonly PlanEntry[], plan: NamedPlan): Promise<PlanMatch> {
  const root = rootFolder(plan)
  const there = new Set<string>()
  for (;;) {
    const match = matchPlan({
      plans,
      path: plan.name,
      contentHash: plan.contentHash,
      taskIds: plan.taskIds ?? [],
      titles: sampleOf(plan.titles ?? []),
      ticked: sampleOf(plan.ticked ?? []),
      isGone: (it) => !there.has(it) && !existsSync(path.join(root, it)),
    })
    const before = there.size
    for (const it of plan.gitCommonDir === null ? [] : movedEntries(match))
      if (await isKeptElsewhere(root, { path: it.path, branch: it.branch ?? null })) there.add(it.path)
    if (there.size === before) return match
  }
}

function movedEntries(match: PlanMatch): readonly PlanEntry[] {
  if (match.is === 'new') return match.ambiguous ?? []
  return match.movedFrom === undefined ? [] : [match.entry]
}

async function branchOf(plan: LocateJournal): Promise<string | undefined> {
  return plan.gitCommonDir === null ? undefined : ((await branchOfCheckout(rootFolder(plan))) ?? undefined)
}

function located(
  base: string,
  entry: PlanEntry,
  isNew: boolean,
  match: { readonly movedFrom?: string; readonly ambiguous?: readonly PlanEntry[] } = {},
): JournalLocated {
  const { movedFrom, ambiguous } = match
  return {
    is: 'located',
    dir: journalFolder(base, entry.id),
    planId: entry.id,
    isNew,
    ...(movedFrom === undefined ? {} : { movedFrom }),
    ...(ambiguous === undefined ? {} : { ambiguous: ambiguous.map((it) => it.path) }),
  }
}

function prepareFolder(base: string, { gitCommonDir }: PlanPlace): ReturnType<typeof makeLastingFolder> {
  const made = makeLastingFolder(base)
  const ignore = path.join(base, '.gitignore')
  if (made.is === 'failed' || gitCommonDir !== null || existsSync(ignore)) return made
  return writeFileAtomic(ignore, '*\n')
}

/** Waits for the short moment in which another process writes the index. */
async function indexLock(base: string): Promise<Lock | FileFailure> {
  let holder = 'another process'
  for (let count = 0; count < 500; count += 1) {
    const taken = await acquireLock({ name: `index ${resolveLink(base)}` })
    if (taken.held === true) return taken.lock
    if (taken.held === 'failed')
      return { code: 'LOCK', reason: `the index of plans cannot be locked: ${taken.reason}`, help: 'try again' }
    if (taken.holder.pid !== null) holder = `process ${taken.holder.pid} (${taken.holder.state})`
    if (taken.holder.state === 'stopped') break
    await wait(10)
  }
  return {
    code: 'LOCK',
    reason: `${holder} holds the index of plans`,
    help: 'resume or end that process, then try again',
  }
}
