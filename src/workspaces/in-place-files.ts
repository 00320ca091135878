/**
 * Work in place without git: the folder's files by hash before and after, one task at a time.
 *
 * Deviations are found as with git. A draft is in the folder already, so integration only records it; nothing is ever
 * put back by itself, and there is no other branch or worktree to bring anything to.
 */
/* oxlint-disable typescript/require-await -- the interface waits because git does; this implementation need not */

import path from 'node:path'
import { makeFolders } from '../system/own-folder.ts'
import { lookAtPath } from '../system/look-at-path.ts'
import type { FileSpec } from '../plan/model.ts'
import type { Failure } from '../run/outcome.ts'
import { contractPath } from '../plan/path-safety.ts'
import { coveringOf, matchesPattern } from '../run/path-pattern.ts'
import { sameEntries } from './draft.ts'
import {
  changedFiles,
  keptFiles,
  isSameFile,
  openFileStates,
  stateGone,
  storeIn,
  workIn,
  type FolderState,
} from './file-states.ts'
import { openGateMade, type GateBegun } from './gate-made.ts'
import { ownFiles } from './ground.ts'
import { guardFolder } from './guard.ts'
import { behindLinks, linksOut, writtenNames, type LinkAt } from './links-out.ts'
import { keptDiff } from './kept-diff.ts'
import { lookAtFolder } from './none.ts'
import { markWorkingFiles } from './publish/working-files.ts'
import { recordFile } from './record-file.ts'
import {
  failureOf,
  triesAgain,
  type EffectOf,
  type OutcomeOf,
  type WorkspaceOptions,
  type Workspaces,
} from './workspaces.ts'

interface Held {
  readonly workspace: string
  readonly base: string
  /** States that were the base before somebody else's files were brought into it, the first one first. */
  readonly former?: readonly string[]
}

/** What was kept of a draft lies in our state folder, which somebody has taken away, or under the name of another folder. */
const gone: Failure = {
  reason: stateGone,
  help: 'put that back; or `millwright unblock` the task, which is done anew on what lies there',
}

/** Opens work in place on a folder without git. */
export function openFileWorkspaces(options: WorkspaceOptions): Workspaces {
  const store = storeIn(options.stateFolder)
  const own = ownFiles(options)
  const unseen = [...options.settings.share, ...options.settings.copy, ...(options.hidden ?? [])]
  /** What is no work of a task: our own files, and what else no draft changes. */
  const noWork = new Set([...own, contractPath])
  const runFolder = path.join(store, 'runs', Buffer.from(options.run, 'utf8').toString('hex'))
  makeFolders(runFolder)
  const made = openGateMade({ store, run: runFolder, noWork })
  const states = openFileStates(options.root, store, {
    unseen,
    own,
    declared: options.declared ?? (() => []),
    made: () => made.files(),
  })
  const ours = new Set(own)
  const tip = recordFile<{ readonly tip: string }>(path.join(runFolder, 'tip.json'))
  const holder = recordFile<Held>(path.join(runFolder, 'holder.json'))
  /** What this executor has merged last. */
  let mergedHere: string | null = null
  const tipNow = (): string => tip.read()?.tip ?? 'none'
  const evidenceOf = (name: string): string => states.save(without(states.judged(states.load(name)), noWork))
  const capture = (from?: string): string =>
    states.capture((from === undefined ? null : states.known(from)) ?? undefined)
  /** What gates look at of a state, without our own files. */
  const work = (name: string): FolderState => without(states.judged(states.load(name)), noWork)
  const isAsIn = (name: string): boolean => evidenceOf(capture()) === evidenceOf(name)
  /** Whether what a task began on is still known. */
  const isBegun = (workspace: string): boolean => {
    const by = holder.read()
    return by?.workspace === workspace && states.known(by.base) !== null
  }
  /** What a gate has done since it began, seen to its end or not; @returns the files that were there and are not as they were */
  const judgeGate = ({ workspace, before }: GateBegun, wasSeen = true): readonly string[] => {
    // We mark the plan while gates run.
    const others = (name: string): FolderState => without(states.load(name), ours)
    // While gates judge a draft nobody works on it.
    const isAlone = wasSeen && (workspace !== null || holder.read() === null)
    return made.ended(others(before), others(capture()), isAlone)
  }

  return {
    kind: 'in-place',
    git: false,
    begin: async () => {
      // Since a gate was cut off, a person may have made what is new: of that it counts only what gates made before.
      const cutOff = made.begun()
      if (cutOff !== null && states.known(cutOff.before)) judgeGate(cutOff, false)
      if (!tip.read()) tip.write({ tip: capture() })
      return { tip: tipNow(), branch: null, remarks: [] }
    },
    prepare: async (effect) => {
      const by = holder.read()
      if (by && by.workspace !== effect.workspace) {
        const failure = {
          reason: `${by.workspace} works in this folder`,
          help: 'work in place goes one task at a time; it is tried again',
        }
        return { of: 'prepare-workspace', is: 'failed', failure, retry: true }
      }
      const base = by?.base ?? withoutLeftovers(capture(effect.leftovers?.base), effect.leftovers)
      holder.write({ workspace: effect.workspace, base })
      return { of: 'prepare-workspace', is: 'prepared', base, tree: evidenceOf(base) }
    },
    folderOf: () => options.root,
    restore: async (workspace, commit, of) => {
      // An agent would work in vain: of what it does no draft could be taken.
      const isKept = of?.isJudged === true || isBegun(workspace)
      if (!isKept || states.known(commit) === null) return { is: 'failed', failure: gone }
      if (isAsIn(commit)) return { is: 'restored', edited: false }
      const reason = 'an attempt was interrupted in your own folder, and its files are still there'
      return { is: 'asks', failure: { reason, help: 'undo what you do not want of them, then continue' } }
    },
    guard: async (workspace) => {
      const gate = { workspace, before: capture() }
      made.begins(gate)
      return guardFolder(async () => judgeGate(gate))
    },
    snapshot: async (effect) => {
      if (effect.workspace === null) return lookAtFolder(options.root, effect)
      try {
        return await take(effect)
      } catch (error) {
        return { of: 'snapshot', is: 'failed', failure: failureOf(error, triesAgain) }
      }
    },
    merge: async ({ draft, lies }) => {
      if (states.known(draft) === null) return { of: 'integrate', is: 'failed', failure: gone }
      const otherwise = lies === true ? otherwiseIn(draft, capture(draft)) : []
      mergedHere = draft
      return {
        of: 'integrate',
        is: 'merged',
        tree: draft,
        evidenceTree: evidenceOf(draft),
        tip: tipNow(),
        ...(otherwise.length === 0 ? {} : { otherwise }),
      }
    },
    commit: async ({ tree, tip }) => {
      // An executor that is gone has merged it: nobody knows what was done in the folder since, and it is looked at once more.
      const isKept = tree !== null && states.known(tree) !== null
      if (isKept && tree !== mergedHere && otherwiseIn(tree, capture(tree)).length > 0)
        return { of: 'integrate', is: 'tip-moved', tip }
      return { of: 'integrate', is: 'committed', commit: tree ?? tip, oldTip: tip }
    },
    move: async (effect) => {
      const now = tipNow()
      if (now !== effect.oldTip && now !== effect.commit) return { of: 'integrate', is: 'tip-moved', tip: now }
      tip.write({ tip: effect.commit })
      return { of: 'integrate', is: 'moved', tip: effect.commit }
    },
    publish: async () => {
      const left = markWorkingFiles(options, options.root)
      if (left.length === 0) return { of: 'publish', is: 'published', to: 'files' }
      const failure = { reason: 'the plan is being edited', help: 'it is marked as soon as it stays still' }
      return { of: 'publish', is: 'waiting', failure, paths: left }
    },
    dispose: async (effect) => {
      const by = holder.read()
      if (by?.workspace !== effect.workspace) return { of: 'dispose-workspace', is: 'disposed' }
      const leftovers = effect.leaves ? { base: by.base, draft: capture(by.base) } : null
      holder.clear()
      return { of: 'dispose-workspace', is: 'disposed', ...(leftovers ? { leftovers } : {}) }
    },
    tip: async () => tip.read()?.tip ?? null,
    contains: async (commit) => tip.read()?.tip === commit,
    evidenceTreeOf: async (name) => evidenceOf(name),
    materialise: async (name) => {
      if (states.known(name) === null) return { is: 'failed', failure: gone }
      if (isAsIn(name)) return { is: 'ready', workspace: 'in-place', folder: options.root, tree: evidenceOf(name) }
      const reason = 'the folder is no longer in the state that has to be checked'
      return { is: 'failed', failure: { reason, help: 'without git only the present files can be checked' } }
    },
    files: (name) => keptFiles(states, name),
    changed: async (from, to) =>
      changedFiles(workIn(states.load(from)), workIn(states.load(to))).flatMap((it) =>
        it.from === null ? it.path : [it.from, it.path],
      ),
    diff: async (from, to, { limit = 1024 * 1024, changes = [] } = {}) => {
      const text = keptDiff(store, { from, to, changes, limit }) ?? ''
      return Buffer.from(text).subarray(0, limit).toString('utf8')
    },
    keep: async (workspace) => (holder.read()?.workspace === workspace ? capture() : null),
    close: async () => undefined,
  }

  async function take(effect: EffectOf<'snapshot'>): Promise<OutcomeOf<'snapshot'>> {
    const by = holder.read()
    if (by?.workspace !== effect.workspace) throw new Error(`${effect.workspace} does not work in this folder`)
    const commit = capture(effect.base ?? by.base)
    const held = broughtForward(by, commit, effect)
    const base = states.load(comparedWith(effect.base, held))
    const now = states.load(commit)
    made.isWritten(workIn(now))
    const covers = effect.declared.map(coveringOf)
    const workBefore = workIn(base)
    const workOfTask = (state: FolderState): FolderState =>
      new Map(
        [...without(state, noWork)].filter(
          ([it, { aside }]) => !aside || workBefore.has(it) || covers.some((one) => one(it)),
        ),
      )
    const changes = changedFiles(workOfTask(base), workOfTask(now))
    const linkIn =
      (state: FolderState): LinkAt =>
      async (it) =>
        state.get(it)?.mode === 'link' ? Buffer.from(bytesIn(state, it) ?? []).toString('utf8') : null
    const links = await linksOut(linkIn(now), [
      ...changes.map((it) => it.path).filter((it) => now.get(it)?.mode === 'link'),
      ...writtenNames(effect.declared),
    ])
    // What we wrote since a draft that this one stands on lay there when the task began.
    const were = [base, states.load(held.base)]
    const edited = [...ours].filter((it) => it !== options.planPath && were.every((was) => !isOwnEntry(it, was, now)))
    return {
      of: 'snapshot',
      is: 'taken',
      commit,
      tree: evidenceOf(commit),
      changes,
      present: await presentIn(now, { declared: effect.declared, root: options.root, linkAt: linkIn(now) }),
      before: await presentIn(base, { declared: effect.declared, root: null, linkAt: linkIn(base) }),
      // What an agent does to the plan in its own folder is taken back and told when its attempt ends.
      ticked: [],
      planEdited: false,
      protectedChanges: edited,
      ...(isSameFile(base.get(contractPath), now.get(contractPath)) ? {} : { protectedLeft: [contractPath] }),
      ...(links.length > 0 ? { links } : {}),
      ...(held.former === undefined ? {} : { rebased: { from: held.former, to: held.base } }),
    }
  }

  /** What a task began on, with what lies otherwise beside a draft that is taken anew: nobody was at work on it since. */
  function broughtForward(by: Held, commit: string, { anew, declared }: EffectOf<'snapshot'>): Held {
    if (anew === undefined || states.known(anew) === null) return by
    const [base, draft] = [states.load(by.base), states.load(anew)]
    const written = declared.filter((it) => it.action !== 'read').map(coveringOf)
    const theirs = differing(work(anew), work(commit)).filter(
      (it) => isSameFile(base.get(it), draft.get(it)) && !written.some((covers) => covers(it)),
    )
    if (theirs.length === 0) return by
    const next = {
      ...by,
      base: states.save(withPaths(base, theirs, states.load(commit))),
      former: [...(by.former ?? []), by.base],
    }
    holder.write(next)
    return next
  }

  /** What a draft is compared with: the base as it is now, or what a step before it left, with what came into the base since. */
  function comparedWith(asked: string | null, { base, former = [] }: Held): string {
    const [first] = former
    if (asked === null || asked === base || former.includes(asked)) return base
    if (first === undefined) return asked
    const [before, now, step] = [states.load(first), states.load(base), states.load(asked)]
    const brought = differing(before, now).filter((it) => isSameFile(before.get(it), step.get(it)))
    return states.save(withPaths(step, brought, now))
  }

  /** What a later state holds otherwise than a draft, by somebody else than a gate. */
  function otherwiseIn(draft: string, later: string): readonly string[] {
    const [was, is] = [work(draft), work(later)]
    return differing(was, is).filter((it) => !made.hasLeft(it, is.get(it)))
  }

  /** The folder without what a task left there; what was changed since is somebody else's, and stays. */
  function withoutLeftovers(present: string, leftovers: EffectOf<'prepare-workspace'>['leftovers']): string {
    if (leftovers === undefined) return present
    const [base, draft] = [leftovers.base, leftovers.draft].map((it) => states.known(it))
    if (!base || !draft) return present
    const now = new Map(states.load(present))
    for (const name of new Set([...base.keys(), ...draft.keys()])) {
      const [was, left, there] = [base.get(name), draft.get(name), now.get(name)]
      if (isSameFile(was, left) || !isSameFile(left, there) || leftovers.paths?.includes(name) === false) continue
      if (was === undefined) now.delete(name)
      else now.set(name, was)
    }
    return states.save(now)
  }

  function bytesIn(state: FolderState, file: string): Uint8Array | null {
    const there = state.get(file)
    return there ? states.bytes(there.hash) : null
  }

  /** We write our log while an agent works: what it holds beside our own entries is what counts. */
  function isOwnEntry(file: string, base: FolderState, now: FolderState): boolean {
    if (base.get(file)?.hash === now.get(file)?.hash) return true
    if (!options.projectWorking) return false
    const [before, after] = [base, now].map((it) => options.projectWorking?.(file, bytesIn(it, file)) ?? null)
    return sameEntries(before ?? null, after ?? null)
  }
}

function without(state: FolderState, paths: ReadonlySet<string>): FolderState {
  return new Map([...state].filter(([path]) => !paths.has(path)))
}

/** The paths of which two states do not hold the same, in order. */
function differing(one: FolderState, other: FolderState): readonly string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((it) => !isSameFile(one.get(it), other.get(it))).sort()
}

/** A state with some paths as another one has them. */
function withPaths(state: FolderState, paths: readonly string[], from: FolderState): FolderState {
  const changed = new Map(state)
  for (const it of paths) {
    const there = from.get(it)
    if (there === undefined) changed.delete(it)
    else changed.set(it, there)
  }
  return changed
}

async function presentIn(
  state: FolderState,
  of: { readonly declared: readonly FileSpec[]; readonly root: string | null; readonly linkAt: LinkAt },
): Promise<string[]> {
  const paths = [...state.keys()]
  const isThere = (file: FileSpec, wanted: string): boolean => {
    if (file.form === 'path') return state.has(wanted)
    if (file.form !== 'directory') return paths.some((it) => matchesPattern(wanted, it))
    const folder = wanted.endsWith('/') ? wanted : `${wanted}/`
    if (paths.some((it) => it.startsWith(folder))) return true
    return of.root !== null && Boolean(lookAtPath(path.join(of.root, wanted))?.isDirectory())
  }
  const present: string[] = []
  for (const file of of.declared)
    for (const wanted of [file.path, ...(file.to === null ? [] : [file.to])]) {
      const isLiteral = file.form === 'path' || file.form === 'directory'
      const led = isLiteral ? await behindLinks(of.linkAt, wanted) : wanted
      if (led !== null && isThere(file, led)) present.push(wanted)
    }
  return present
}
