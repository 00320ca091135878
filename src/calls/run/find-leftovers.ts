/** Decides what of a plan's leftovers may go: only what a run that has ended needs no more, and never unmerged work. */

import { existsSync, readdirSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { foldJournal } from '../../engine/fold-journal.ts'
import { openJournal, type Journal } from '../../engine/journal/journal.ts'
import { callAgain } from '../../reports/run/call-again.ts'
import type { EventBody } from '../../run/event.ts'
import { lookAtGit, type GitFacts } from '../../workspaces/git/git-facts.ts'
import { realPathOf } from '../../system/look-at-path.ts'
import { refsOfRun, removeRefs, sizeOf, unkeptWork } from '../../workspaces/leftovers.ts'
import { removeFolder } from '../../workspaces/slots.ts'
import { noteName, type Pool, type PoolOwner } from './pool-owner.ts'
import { strayCopies } from './stray-copies.ts'
import { scratchPrefix } from './scratch.ts'

/** Something that may go. */
export interface Leftover {
  readonly what: 'worktrees' | 'scratch copy' | 'references'
  /** A folder, or the common beginning of the references. */
  readonly where: string
  /** How many references; 1 for a folder. */
  readonly count: number
  readonly plan: string
  readonly bytes: number
  /** Removes it; @returns whether it is gone. */
  readonly remove: () => Promise<boolean>
}

/** Something that stays. */
export interface Kept {
  readonly where: string
  readonly count: number
  readonly plan: string | null
  readonly because: string
  readonly help: string
}

export interface Leftovers {
  readonly leftovers: readonly Leftover[]
  readonly kept: readonly Kept[]
}

/** Looks at one pool. The caller holds the lock of its journal, or only wants to tell. */
export async function findLeftovers({ folder, owner }: Pool): Promise<Leftovers> {
  if (owner === null)
    return stays(
      folder,
      null,
      'nobody noted which plan it belongs to',
      'where no run of yours is open, delete it by hand',
    )
  if (!existsSync(owner.journalDir)) return orphaned(folder, owner)
  const opened = openJournal({ dir: owner.journalDir, planId: owner.planId, create: false })
  if (opened.is === 'missing') return orphaned(folder, owner)
  if (opened.is === 'refused') return stays(folder, owner, opened.problem.message, opened.problem.help)
  try {
    return await ofJournal(folder, owner, opened.journal)
  } finally {
    opened.journal.close()
  }
}

async function ofJournal(folder: string, owner: PoolOwner, journal: Journal): Promise<Leftovers> {
  const { state, problem } = foldJournal(journal)
  if (problem !== null) return stays(folder, owner, problem.message, problem.help)
  if (state.status !== 'finished' && state.status !== 'new')
    return stays(folder, owner, 'its run is not finished', `go on with: ${callAgain('resume', state, owner.plan)}`)
  const facts = await lookAtGit(owner.root)
  if (isScratch(owner))
    return { leftovers: [wholePool(folder, owner), folderLeftover('scratch copy', owner.root, owner)], kept: [] }
  const work = await unkeptWork(folder, facts)
  if (work.length > 0) return unkept(work, owner)
  const refs = facts === null ? [] : await Promise.all(provedByRun(journal).map((run) => ofRun(facts, owner, run)))
  const kept = refs.flatMap((it) => it.kept)
  // Where references stay, so does the note by which they are found again.
  const worktrees = kept.length === 0 ? [wholePool(folder, owner)] : poolContent(folder, owner)
  return { leftovers: [...worktrees, ...refs.flatMap((it) => it.leftovers)], kept }
}

async function ofRun(
  facts: GitFacts,
  owner: PoolOwner,
  { run, proved }: { readonly run: string; readonly proved: ReadonlyMap<string, string> },
): Promise<Leftovers> {
  const { merged, unmerged } = await refsOfRun(facts, run, proved)
  const where = `refs/millwright/${run}`
  const { plan } = owner
  const leftover = {
    what: 'references' as const,
    count: merged.size,
    where,
    plan,
    bytes: 0,
    remove: () => removeRefs(facts, merged),
  }
  const kept = {
    where,
    count: unmerged.size,
    plan,
    because: 'work that is on no branch',
    help: `look with: git log --oneline --no-walk --glob=${where}`,
  }
  return { leftovers: merged.size === 0 ? [] : [leftover], kept: unmerged.size === 0 ? [] : [kept] }
}

/** The runs of a journal, each with the tasks that were proved in it and the commits that hold their work. */
function provedByRun(journal: Journal): readonly { readonly run: string; readonly proved: Map<string, string> }[] {
  return journal.runs().map(({ id }) => {
    const proved = new Map<string, string>()
    for (const { body, subject } of journal.read<EventBody>({ run: id }).events)
      if (body.type === 'task-proved' && body.commit !== null && subject) proved.set(subject.task, body.commit)
    return { run: id, proved }
  })
}

/** The plan's journal is gone: nothing can be continued, and only files nobody kept are worth a word. */
async function orphaned(folder: string, owner: PoolOwner): Promise<Leftovers> {
  const work = owner.scratch ? [] : await unkeptWork(folder, null)
  if (work.length > 0) return unkept(work, owner)
  const isThere = isScratch(owner) && existsSync(owner.root)
  const copies = isThere ? [folderLeftover('scratch copy', owner.root, owner)] : []
  return { leftovers: [wholePool(folder, owner), ...copies], kept: [] }
}

function unkept(work: readonly string[], owner: PoolOwner): Leftovers {
  const help = 'take out what you want of it, then delete it by hand'
  return {
    leftovers: [],
    kept: work.map((where) => ({
      where,
      count: 1,
      plan: owner.plan,
      because: 'files that are kept nowhere else',
      help,
    })),
  }
}

function stays(where: string, owner: PoolOwner | null, because: string, help: string): Leftovers {
  return { leftovers: [], kept: [{ where, count: 1, plan: owner?.plan ?? null, because, help }] }
}

/** @param pools those of the state folder */
export function findStrays(pools: readonly Pool[]): Leftovers {
  const strays = strayCopies(pools.flatMap(({ owner }) => owner?.root ?? []))
  return { leftovers: strays.map((it) => folderLeftover('scratch copy', it.folder, { plan: it.from })), kept: [] }
}

function wholePool(folder: string, owner: PoolOwner): Leftover {
  return folderLeftover('worktrees', folder, owner)
}

/** All of a pool but the note whose it is; nothing where only that is left. */
function poolContent(folder: string, owner: PoolOwner): readonly Leftover[] {
  const parts = readdirSync(folder)
    .filter((it) => it !== noteName)
    .map((it) => path.join(folder, it))
  const bytes = parts.reduce((sum, it) => sum + sizeOf(it), 0)
  const remove = (): Promise<boolean> => {
    parts.forEach(removeFolder)
    return Promise.resolve(!parts.some((it) => existsSync(it)))
  }
  return parts.length === 0 ? [] : [{ what: 'worktrees', where: folder, count: 1, plan: owner.plan, bytes, remove }]
}

function folderLeftover(what: 'worktrees' | 'scratch copy', folder: string, owner: Pick<PoolOwner, 'plan'>): Leftover {
  const remove = (): Promise<boolean> => {
    removeFolder(folder)
    return Promise.resolve(!existsSync(folder))
  }
  return { what, where: folder, count: 1, plan: owner.plan, bytes: sizeOf(folder), remove }
}

/** A copy of ours in the folder of temporary files; a note alone is no reason to delete a folder. */
function isScratch({ root, scratch }: PoolOwner): boolean {
  return scratch && path.dirname(root) === realPathOf(os.tmpdir()) && path.basename(root).startsWith(scratchPrefix)
}
