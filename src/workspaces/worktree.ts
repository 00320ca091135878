/** Each task in a worktree of its own outside the repository; also where gates look at a tree by itself. */

import { existsSync } from 'node:fs'
import path from 'node:path'
import { DiskFailure } from '../system/disk-failure.ts'
import { beganFrom, makeAgentGit, makeJudgedGit } from './agent-git.ts'
import { captureTree, type Place } from './capture.ts'
import { checkOut } from './checkout.ts'
import { keepBeside, takeDraft } from './draft.ts'
import { evidenceTreeOf, withBookkeepingOf } from './evidence-tree.ts'
import { refPart } from './git/refs.ts'
import { writeIndexTree } from './git/index-facts.ts'
import { runGit } from './git/run-git.ts'
import { guardSlot, unguarded } from './guard.ts'
import { treeOf } from './git/trees.ts'
import { indexCall, tipOf, type Ground } from './ground.ts'
import { mergeDraft } from './integrate.ts'
import { lookAtFolder } from './none.ts'
import { copyAnew, installedIn, isAsShared, provision, provisionBare } from './provision.ts'
import { recentLooks, type RecentLooks } from './recent-looks.ts'
import { isAsSetUp, leftBySetup, withoutSetup, withSetup } from './setup-layer.ts'
import { isUnderWay } from './setup-record.ts'
import { moveAside, type Slot } from './slot-folder.ts'
import { openSlots, type Slots } from './slots.ts'
import { filledSubmodules } from './submodules.ts'
import { readTarget } from './publish/target.ts'
import {
  failureOf,
  triesAgain,
  type EffectOf,
  type Guard,
  type Materialised,
  type OutcomeOf,
  type Restored,
  type RestoreFor,
} from './workspaces.ts'

const diskHelp = `look at free space and rights of the state folder; ${triesAgain}`

/** The worktrees of a run. */
export interface Worktrees {
  prepare(effect: EffectOf<'prepare-workspace'>): Promise<OutcomeOf<'prepare-workspace'>>
  folderOf(workspace: string): string | null
  restore(workspace: string, commit: string, of?: RestoreFor): Promise<Restored>
  standsOn?(workspace: string, commit: string): Promise<boolean>
  guard(workspace: string | null, commit: string | null): Promise<Guard>
  snapshot(effect: EffectOf<'snapshot'>): Promise<OutcomeOf<'snapshot'>>
  dispose(effect: EffectOf<'dispose-workspace'>): Promise<OutcomeOf<'dispose-workspace'>>
  materialise(name: string): Promise<Materialised>
  keep(workspace: string, name: string): Promise<string | null>
}

/** Opens the pool of worktrees in the state folder. */
export function openWorktrees(ground: Ground): Worktrees {
  const name = path.basename(ground.facts.root ?? ground.facts.commonDir.replace(/\.git$/, '')) || 'files'
  const slots = openSlots(path.join(ground.options.stateFolder, 'trees'), name, ground.options.run)
  let materialised = 0
  /** Workspaces of which a draft holds all: nobody but gates, which are tidied up after, was there since it was taken. */
  const drafted = new Set<string>()
  /** What lies beside a draft that was just taken: looked at while it is being kept. */
  const besideDraft = recentLooks<Promise<Since>>(ground.options.now)
  /** Slots in which a gate has left nothing. */
  const tidy: Tidy = recentLooks(ground.options.now)
  const keep = async (workspace: string, keptAs: string): Promise<string | null> => {
    const slot = slots.find(workspace)
    return slot ? keepFiles(ground, slots, slot, keptAs) : null
  }
  const takeSlot = (workspace: string, base: string, use: Use): Promise<Slot> =>
    take(ground, slots, tidy, { workspace, base, use })
  /** Whether the set-up works on a commit now: it is run there, in a workspace in which it has just failed. */
  const setsUp = async (base: string, workspace: string): Promise<boolean> =>
    (await provision(ground, await takeSlot(workspace, base, 'written over'), base)) === null
  return {
    async prepare(effect) {
      drafted.delete(effect.workspace)
      try {
        const carried = effect.carry ? await carryDraft(ground, effect.workspace, effect.carry) : null
        if (carried !== null && 'paths' in carried) return { of: 'prepare-workspace', is: 'conflict', ...carried }
        const base = effect.from ?? carried?.base ?? (await tipOf(ground))
        const slot = await takeSlot(effect.workspace, base, 'task')
        const unready = await provision(ground, slot, base)
        if (unready) return { of: 'prepare-workspace', is: 'failed', failure: unready.failure, retry: false }
        const tree = await evidenceTreeOf(ground, base)
        const draft = carried === null ? {} : { draft: carried.draft }
        return { of: 'prepare-workspace', is: 'prepared', base, tree, ...draft }
      } catch (error) {
        return { of: 'prepare-workspace', is: 'failed', failure: failureOf(error, diskHelp), retry: false }
      }
    },
    folderOf(workspace) {
      standOn(ground)
      const slot = slots.find(workspace)
      // What stands there instead is nowhere to work in; asked to prepare it again, the slot is made anew.
      return slot && slots.trouble(slot) === null ? slot.files : null
    },
    async restore(workspace, commit, { keep: keeps, isJudged, isDraft } = { keep: true }) {
      // Whoever works goes on from here; gates judge what a draft holds.
      if (keeps && !isJudged) drafted.delete(workspace)
      try {
        const known = slots.find(workspace)
        if (!known) throw new Error(`there is no workspace ${workspace}`)
        const isReplaced = slots.trouble(known) !== null
        tidy.take(known)
        const seen = besideDraft.take(known)
        const since = keeps || isReplaced ? null : await (seen ?? lookSinceFilled(ground, known))
        const edited = since?.edited ?? isReplaced
        // A gate that wrote nothing leaves nothing to be put back; git does not look at copies.
        const isClean = since !== null && !since.edited && !since.added
        const isGiven = isClean && isAsSetUp(ground, known) && isAsShared(ground, known)
        const isAsJudged = isGiven && (await holds(ground, known, commit))
        const left = leftBySetup(known)
        if (isAsJudged && [...(await filledSubmodules(ground, known)).keys()].every((it) => left.includes(it))) {
          copyAnew(ground, known)
          await makeGit(ground, known, commit, 'written over')
          return { is: 'restored', edited }
        }
        const slot = await takeSlot(workspace, commit, keeps ? (isJudged ? 'merged' : 'task') : 'written over')
        const unready = await provision(ground, slot, commit)
        if (unready === null) return { is: 'restored', edited }
        const { failure, said } = unready
        if (said !== undefined && isDraft) {
          // Nothing of the set-up that failed is there: it would be taken for the agent's.
          provisionBare(ground, await takeSlot(workspace, commit, 'task'))
          return { is: 'restored', edited, notSetUp: said }
        }
        if (said === undefined || !isJudged || !(await setsUp(await beganFrom(ground, commit), workspace)))
          return { is: 'failed', failure }
        // Once more with the draft: a network that was away for a moment is nobody's fault.
        const again = await provision(ground, await takeSlot(workspace, commit, 'written over'), commit)
        if (again === null) return { is: 'restored', edited }
        return again.said === undefined ? { is: 'failed', failure: again.failure } : { is: 'broken', said: again.said }
      } catch (error) {
        return { is: 'failed', failure: failureOf(error, diskHelp) }
      }
    },
    async standsOn(workspace, commit) {
      const slot = slots.find(workspace)
      const holder = slot && slots.holder(slot)
      if (!holder) return false
      return holder.kept === null ? holder.base === commit : holder.kept === (await treeOf(ground.objects, commit))
    },
    async guard(workspace, commit) {
      const slot = workspace === null ? null : slots.find(workspace)
      if (!slot || commit === null || workspace === null) return unguarded
      const makeAnew = async (): Promise<void> => {
        await takeSlot(workspace, commit, 'written over')
        await provision(ground, slot, commit)
      }
      tidy.take(slot)
      const guard = await guardSlot(ground, slot, commit, () => tidy.note(slot, true))
      return guardReplaced(slots, slot, guard, makeAnew)
    },
    async snapshot(effect) {
      if (effect.workspace === null) return lookAtFolder(ground.options.root, effect)
      const slot = slots.find(effect.workspace)
      const trouble = slot && slots.trouble(slot)
      const holder = slot && slots.holder(slot)
      const base = effect.base ?? holder?.base
      standOn(ground)
      if (!slot || base === undefined) return noWorkspace(effect.workspace)
      try {
        if (trouble !== null) {
          await takeSlot(effect.workspace, base, 'written over')
          return replaced(trouble)
        }
        if (!holder) return noWorkspace(effect.workspace)
        const installed = installedIn(ground, slot)
        const captured = (): void => besideDraft.note(slot, lookSinceFilled(ground, slot))
        const draft = await takeDraft(ground, effect, { ...placeOf(ground, slot, holder.base), captured }, base)
        slots.write(slot, { ...holder, kept: draft.tree })
        drafted.add(effect.workspace)
        return installed.length === 0 ? draft.outcome : { ...draft.outcome, installed }
      } catch (error) {
        return { of: 'snapshot', is: 'failed', failure: failureOf(error, diskHelp) }
      }
    },
    async dispose(effect) {
      const slot = slots.find(effect.workspace)
      const holder = slot && slots.holder(slot)
      if (slot && holder) {
        // Work that no draft holds (an attempt that was cut off) is kept before the slot is used again; where that is
        // not possible the slot stays with its holder.
        const isGone = slots.trouble(slot) !== null
        if (isGone) slots.settle(slot)
        const isHeld = isGone || holder.for === 'gates' || drafted.has(effect.workspace)
        const isSafe = isHeld || (await isKept(keep(effect.workspace, 'disposed')))
        if (isSafe) slots.release(slot)
        drafted.delete(effect.workspace)
      }
      return { of: 'dispose-workspace', is: 'disposed' }
    },
    async materialise(of) {
      try {
        const workspace = `gates ${process.pid} ${materialised++}`
        const slot = await takeSlot(workspace, of, 'gates')
        const unready = await provision(ground, slot, of)
        if (unready) return { is: 'failed', failure: unready.failure }
        return { is: 'ready', workspace, folder: slot.files, tree: await evidenceTreeOf(ground, of) }
      } catch (error) {
        return { is: 'failed', failure: failureOf(error, diskHelp) }
      }
    },
    keep,
  }
}

/** A draft that began on an earlier tip, on the present one; or where it does not merge. @throws when git fails */
async function carryDraft(
  ground: Ground,
  workspace: string,
  { base, draft }: NonNullable<EffectOf<'prepare-workspace'>['carry']>,
): Promise<{ readonly base: string; readonly draft: string } | { readonly paths: readonly string[] }> {
  const merged = await mergeDraft(ground, { is: 'integrate', stage: 'merge', workspace, draft, base })
  if (merged.is === 'conflict') return { paths: merged.paths }
  if (merged.is !== 'merged') throw new Error(merged.is === 'failed' ? merged.failure.reason : `internal: ${merged.is}`)
  const name = `kept/${refPart(workspace)}/carried`
  const kept = await keepBeside(ground, merged.tree, merged.tip, name, `Draft of ${workspace}, on what came in`)
  return { base: merged.tip, draft: kept }
}

/** Of a slot's files since our index was filled. */
interface Since {
  readonly edited: boolean
  readonly added: boolean
}

/** Slots that hold what our index knows, and nothing else but what is shared or copied. */
type Tidy = RecentLooks<true>

/** What a slot is put to a commit for: work, or a look at a merge, at a draft that is kept, or at a commit by itself. */
type Use = 'task' | 'merged' | 'written over' | 'gates'

/** A slot at a commit, with a git directory of its own for the agent. Repeatable: the same workspace, the same slot. */
async function take(
  ground: Ground,
  slots: Slots,
  tidy: Tidy,
  { workspace, base, use }: { readonly workspace: string; readonly base: string; readonly use: Use },
): Promise<Slot> {
  standOn(ground)
  const { run } = ground.options
  const holder = {
    run,
    workspace,
    base,
    // What it is put back to after a gate is a draft or a merge of one: both are kept already.
    kept: use === 'written over' ? await treeOf(ground.objects, base) : null,
    for: use === 'gates' ? use : 'task',
  } as const
  const known = slots.find(workspace)
  // What lies there from before a restart or an attempt that was cut off is kept, then put back.
  if (known && (use === 'task' || use === 'merged') && slots.trouble(known) === null)
    await keepOrMoveAside(ground, slots, known)
  const slot = known ?? slots.claim(holder)
  slots.settle(slot)
  if (known && slots.holder(slot) === null) slots.write(slot, holder)
  const isTidy = tidy.take(slot) !== null
  await checkOut(ground, slots, slot, { name: base, by: use === 'written over' ? 'locks' : 'key', isTidy })
  await makeGit(ground, slot, base, use)
  slots.write(slot, holder)
  return slot
}

/** @throws DiskFailure where the folder is gone that all of a run's workspaces lie in: no task is to be blocked for that */
function standOn({ options: { stateFolder } }: Ground): void {
  if (existsSync(stateFolder)) return
  const help = 'put it back where it was moved, then `millwright resume`; what lies nowhere else is done again'
  throw new DiskFailure(`the run’s folder of workspaces is gone: ${stateFolder}`, help)
}

async function makeGit(ground: Ground, slot: Slot, name: string, use: Use): Promise<void> {
  const branch = readTarget(ground)?.branch ?? null
  if (use === 'task') return makeAgentGit(ground, slot, name, branch)
  return makeJudgedGit(ground, slot, { name, from: use === 'gates' ? 'itself' : 'parent' }, branch)
}

/** Files that git cannot read are kept as they are, beside the new checkout. */
async function keepOrMoveAside(ground: Ground, slots: Slots, slot: Slot): Promise<void> {
  if (await isKept(keepFiles(ground, slots, slot, 'interrupted'))) return
  moveAside(slot)
}

async function isKept(keeping: Promise<unknown>): Promise<boolean> {
  return keeping.then(
    () => true,
    () => false,
  )
}

/** The files of a slot as a commit; null when its base or last draft holds them already. */
async function keepFiles(ground: Ground, slots: Slots, slot: Slot, name: string): Promise<string | null> {
  const trouble = slots.trouble(slot)
  if (trouble !== null) throw new Error(trouble)
  const holder = slots.holder(slot)
  if (!holder || isUnderWay(slot)) return null
  if (holder.kept !== null && (await isUntouched(ground, slot))) return null
  const base = await treeOf(ground.objects, holder.base)
  const captured = await captureTree(ground, placeOf(ground, slot, holder.base), base)
  const { tree } = await withBookkeepingOf(ground, captured, base)
  if (tree === base || tree === holder.kept) return null
  const message = `Kept of ${holder.workspace}: ${name}`
  const ref = `kept/${refPart(holder.workspace)}/${refPart(name)}`
  const commit = await keepBeside(ground, tree, holder.base, ref, message)
  slots.write(slot, { ...holder, kept: tree })
  return commit
}

/** Whether nothing changed since our index was last filled: cheaper than a tree. */
async function isUntouched(ground: Ground, slot: Slot): Promise<boolean> {
  const args = ['ls-files', '-m', '-o', '-d', '--exclude-standard', '-z']
  const listed = await runGit({ ...indexCall(ground, slot), args })
  return listed.code === 0 && listed.out.length === 0
}

/** Whether our index of a slot holds just what it gets for a draft that is judged. */
async function holds(ground: Ground, slot: Slot, commit: string): Promise<boolean> {
  const written = await writeIndexTree(indexCall(ground, slot)).catch(() => null)
  return written !== null && written === (await withSetup(ground, slot, commit, 'locks'))
}

/**
 * What happened to the files since our index was filled: those it knows were changed or deleted, or others have come,
 * ignored ones and empty folders included, which no commit has. What every workspace shares or gets copied is no other.
 */
async function lookSinceFilled(ground: Ground, slot: Slot): Promise<Since> {
  const { share, copy } = ground.options.settings
  const args = ['ls-files', '-t', '-m', '-d', '-o', '--directory', '-z']
  const listed = await runGit({ ...indexCall(ground, slot), args })
  if (listed.code !== 0) return { edited: true, added: true }
  const given = (name: string): boolean => [...share, ...copy].some((it) => name === it || name.startsWith(`${it}/`))
  const lines = listed.out.toString('utf8').split('\0')
  return {
    edited: lines.some((line) => line !== '' && !line.startsWith('? ')),
    added: lines.some((line) => line.startsWith('? ') && !given(line.slice(2).replace(/\/$/, ''))),
  }
}

/** @param base commit or tree that the files were put to */
function placeOf(ground: Ground, slot: Slot, base: string): Place {
  const workOf = (tree: string): Promise<string> => withoutSetup(ground, slot, base, tree)
  return { files: slot.files, index: slot.index, inside: 'files', workOf }
}

/** A guard that looks first whether what it guards is still there. */
function guardReplaced(slots: Slots, slot: Slot, guard: Guard, makeAnew: () => Promise<void>): Guard {
  return {
    async tidy() {
      if (slots.trouble(slot) === null) return guard.tidy()
      await makeAnew()
      return { edited: ['the workspace itself'], isPutBack: true, left: false }
    },
  }
}

function replaced(reason: string): OutcomeOf<'snapshot'> {
  const help = 'nothing behind it was followed or deleted, and the workspace was made anew'
  return { of: 'snapshot', is: 'failed', failure: { reason, help }, workspaceLost: true }
}

function noWorkspace(name: string): OutcomeOf<'snapshot'> {
  const failure = { reason: `there is no workspace ${name}`, help: 'it is prepared again by `millwright resume`' }
  return { of: 'snapshot', is: 'failed', failure }
}
