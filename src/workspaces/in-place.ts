/**
 * Work in the human's own checkout, one task at a time, with git to see what changed.
 *
 * The base of a draft is the state of the files when the task began, the human's uncommitted edits included: these are
 * never charged to an agent and never committed. Nothing is ever put back by itself.
 */

import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Leftovers } from '../run/effect.ts'
import { broughtSince, foreignTo, isEntry, withBrought, type Brought, type Seen } from './brought.ts'
import { captureTree, type Place } from './capture.ts'
import { takenOn } from './committed-drafts.ts'
import { keepBeside, keepTree, takeDraft, type Draft } from './draft.ts'
import { evidenceTreeOf, protectedPaths } from './evidence-tree.ts'
import { copyIndex } from './git/copy-index.ts'
import { changesBetween, rawChanges } from './git/changes.ts'
import { refPart } from './git/refs.ts'
import { entryAt, treeOf, withEntries, type TreeEntry } from './git/trees.ts'
import { changedSince, guardFolder } from './guard.ts'
import { lookAtFolder } from './none.ts'
import { ownFiles, tipOf, type Ground } from './ground.ts'
import { readHead } from './publish/human-checkout.ts'
import { stayHome } from './publish/place.ts'
import { oneAtATime } from '../system/one-at-a-time.ts'
import { openWorktrees, type Worktrees } from './worktree.ts'
import { failureOf, triesAgain, type EffectOf, type OutcomeOf } from './workspaces.ts'
import { readTarget } from './publish/target.ts'

interface Held {
  readonly workspace: string
  readonly base: string
  /** Where the person's branch stood. */
  readonly head?: string | null
  /** Since the last draft was taken nobody works here; absent while an agent does. */
  readonly seen?: Seen
  /** What a person has committed since then, until it is part of the base. */
  readonly brought?: readonly Brought[]
  /** States that were the base before that, the first one first. */
  readonly former?: readonly string[]
}

/** Work in place; has the shape of a pool of worktrees with a single one in it. */
export function openInPlace(ground: Ground, root: string): Worktrees {
  const place: Place = {
    files: root,
    index: path.join(ground.own.dir, 'in-place.index'),
    inside: 'link',
  }
  const record = path.join(ground.own.dir, `in-place-${refPart(ground.options.run)}.json`)
  const gates = openWorktrees(ground)
  const held = (): Held | null => {
    try {
      return JSON.parse(readFileSync(record, 'utf8')) as Held
    } catch {
      return null
    }
  }
  const hold = (next: Held): void => {
    writeFileSync(`${record}.next`, JSON.stringify(next))
    renameSync(`${record}.next`, record)
  }
  /** What was captured while another branch was checked out is no state of the run's files. */
  const atHome = async <T>(work: () => Promise<T>): Promise<T> => {
    await stayHome(ground)
    const done = await work()
    await stayHome(ground)
    return done
  }
  /** A gate may ask for the state of the folder while a task begins or a draft is taken: all of them write the same index. */
  const looking = oneAtATime()
  const capture = (): Promise<string> =>
    looking(() =>
      atHome(async () => {
        seedIndex(ground, place.index)
        return captureTree(ground, place, await treeOf(ground.objects, await tipOf(ground)))
      }),
    )
  /** Null where the folder is as it was before. */
  const leftBy = async ({ workspace, base }: Held): Promise<Leftovers | null> => {
    const tree = await capture()
    if (tree === (await treeOf(ground.objects, base))) return null
    const draft = await keepTree(ground, tree, base, `left/${refPart(workspace)}`, `Left by ${workspace}`)
    return { base, draft }
  }
  const giveBack = async (effect: EffectOf<'dispose-workspace'>): Promise<OutcomeOf<'dispose-workspace'>> => {
    const by = held()
    if (by?.workspace !== effect.workspace) {
      if (effect.workspace !== here) await gates.dispose(effect)
      return { of: 'dispose-workspace', is: 'disposed' }
    }
    const leftovers = effect.leaves ? await leftBy(by).catch(() => null) : null
    rmSync(record, { force: true })
    return { of: 'dispose-workspace', is: 'disposed', ...(leftovers ? { leftovers } : {}) }
  }
  /** An agent begins again: what was committed since the draft before was taken, was committed by a person. */
  const beginAgain = async (folder: string): Promise<void> => {
    const by = held()
    if (by?.seen === undefined) return
    const { seen, brought = [], ...rest } = by
    const later = await broughtSince(ground, seen, folder)
    const isLater = ({ path }: Brought): boolean => later.some((it) => it.path === path)
    hold({ ...rest, brought: [...brought.filter((it) => !isLater(it)), ...later] })
  }
  /** Its base, with what a person has committed while no agent was at work. */
  const broughtForward = async (by: Held, { declared }: EffectOf<'snapshot'>): Promise<Held> => {
    const { brought = [], ...rest } = by
    const { base, former = [], workspace } = by
    const foreign = foreignTo(declared, brought)
    if (foreign.length === 0) return by
    const tree = await withBrought(ground, base, { first: base, brought: foreign })
    if (tree === (await treeOf(ground.objects, base))) return by
    const next = await keepTree(
      ground,
      tree,
      base,
      `base/${refPart(workspace)}`,
      `Before ${workspace}, brought forward`,
    )
    const then = { ...rest, base: next, former: [...former, base] }
    hold(then)
    return then
  }
  /** What a draft is compared with: the base as it is now, or what a step before it left, with what came into the base since. */
  const comparedWith = async (asked: string | null, { base, former = [], workspace }: Held): Promise<string> => {
    const [first] = former
    if (asked === null || asked === base || former.includes(asked)) return base
    if (first === undefined) return asked
    const changes = await rawChanges(ground.objects, first, base)
    const brought = changes.map(({ path, mode, id }) => ({ path, entry: mode === '000000' ? null : { mode, id } }))
    const tree = await withBrought(ground, asked, { first, brought })
    if (tree === (await treeOf(ground.objects, asked))) return asked
    return keepTree(ground, tree, asked, `step/${refPart(workspace)}`, `Before a step of ${workspace}`)
  }
  let missing: string | null = null
  /** Whether the branch holds commits that the tip lacks: what the folder has of them would count as what a person has not committed. */
  const isBehind = async (): Promise<boolean> => {
    const target = readTarget(ground)
    if (target === null) return false
    const there = target.branch === null ? (await readHead(ground)).commit : await ground.refs.read(target.branch)
    if (there === null || there === missing || (await ground.refs.isAncestor(there, await tipOf(ground)))) return false
    missing = there
    return true
  }
  /** Whoever begins here next waits until it was given back, which takes as long as a look at all files. */
  let released: Promise<unknown> = Promise.resolve()
  return {
    async prepare(effect) {
      await released
      const by = held()
      if (by && by.workspace !== effect.workspace) {
        const help = 'work in place goes one task at a time; it is tried again'
        const failure = { reason: `${by.workspace} works in this folder`, help }
        return { of: 'prepare-workspace', is: 'failed', failure, retry: true }
      }
      try {
        if (!by && (await isBehind())) return { of: 'prepare-workspace', is: 'behind' }
        // Read before the files are, so that no commit falls between the two.
        const head = by ? null : (await readHead(ground)).commit
        // Asked again, the base stays the state from before anybody worked.
        const name = `base/${refPart(effect.workspace)}`
        const before = async (): Promise<string> => withoutLeftovers(ground, await capture(), effect.leftovers)
        const base =
          by?.base ?? (await keepTree(ground, await before(), await tipOf(ground), name, `Before ${effect.workspace}`))
        if (!by) hold({ workspace: effect.workspace, base, head })
        return { of: 'prepare-workspace', is: 'prepared', base, tree: await evidenceTreeOf(ground, base) }
      } catch (error) {
        const failure = failureOf(error, 'look at the folder’s rights and free space')
        return { of: 'prepare-workspace', is: 'failed', failure, retry: false }
      }
    },
    folderOf: (workspace) => (held()?.workspace === workspace || workspace === here ? root : gates.folderOf(workspace)),
    async restore(_workspace, commit, of) {
      try {
        const folder = await capture()
        if (of?.isJudged !== true) await beginAgain(folder)
        if ((await evidenceTreeOf(ground, folder)) === (await evidenceTreeOf(ground, commit)))
          return { is: 'restored', edited: false }
        const reason = 'an attempt was interrupted in your own folder, and its files are still there'
        return { is: 'asks', failure: { reason, help: 'look at `git diff`; undo what you do not want, then continue' } }
      } catch (error) {
        return { is: 'failed', failure: failureOf(error, 'look at the folder’s rights and free space') }
      }
    },
    async guard(workspace, commit) {
      if (workspace !== null && gates.folderOf(workspace) !== null) return gates.guard(workspace, commit)
      const before = await capture()
      const ours = new Set(ownFiles(ground.options))
      return guardFolder(async () =>
        // We mark the plan while gates run.
        changedSince(await changesBetween(ground, before, await capture())).filter((it) => !ours.has(it)),
      )
    },
    async snapshot(effect) {
      if (effect.workspace === null) return lookAtFolder(root, effect)
      const holder = held()
      try {
        if (holder?.workspace !== effect.workspace) throw new Error(`${effect.workspace} does not work in this folder`)
        const made: Place = { ...place, inside: 'files' }
        const by = await broughtForward(holder, effect)
        const head = (await readHead(ground)).commit
        const on = await comparedWith(effect.base, by)
        const draft = await looking(() => atHome(() => takeDraft(ground, effect, made, on, by.base)))
        const { commit } = draft.outcome
        if (commit !== null) hold({ ...by, seen: { head, draft: commit } })
        if (commit !== null && head !== null) await ground.refs.set(ground.ref(`${takenOn}/${commit}`), head)
        const committed = await committedOf(ground, by.head ?? null, draft)
        return {
          ...draft.outcome,
          ...(committed.length > 0 ? { committed } : {}),
          ...(by.former === undefined ? {} : { rebased: { from: by.former, to: by.base } }),
        }
      } catch (error) {
        return { of: 'snapshot', is: 'failed', failure: failureOf(error, triesAgain) }
      }
    },
    dispose(effect) {
      const given = giveBack(effect)
      released = given.catch(() => null)
      return given
    },
    async materialise(name) {
      try {
        const tree = await evidenceTreeOf(ground, name)
        // The folder itself has its dependencies; another tree is looked at in a worktree outside.
        if ((await evidenceTreeOf(ground, await capture())) === tree)
          return { is: 'ready', workspace: here, folder: root, tree }
        return await gates.materialise(name)
      } catch (error) {
        return { is: 'failed', failure: failureOf(error, triesAgain) }
      }
    },
    async keep(workspace, name) {
      const by = held()
      if (by?.workspace !== workspace) return null
      const tree = await capture()
      if (tree === (await treeOf(ground.objects, by.base))) return null
      return keepBeside(
        ground,
        tree,
        by.base,
        `kept/${refPart(workspace)}/${refPart(name)}`,
        `Kept of ${workspace}: ${name}`,
      )
    },
  }
}

/** A tree of the folder without what a task left there; what was changed or committed since is somebody else's, and stays. */
async function withoutLeftovers(
  ground: Ground,
  tree: string,
  leftovers: EffectOf<'prepare-workspace'>['leftovers'],
): Promise<string> {
  if (leftovers === undefined) return tree
  const { objects } = ground
  const kept = await Promise.all([leftovers.base, leftovers.draft].map((it) => objects.read(it)))
  if (kept.includes(null)) return tree
  const tip = await treeOf(objects, await tipOf(ground))
  const changes = new Map<string, TreeEntry | null>()
  const ours = new Set(protectedPaths(ground))
  for (const { path, oldMode, oldId, mode, id } of await rawChanges(objects, leftovers.base, leftovers.draft)) {
    if (ours.has(path) || leftovers.paths?.includes(path) === false) continue
    const committed = await entryAt(objects, tip, path)
    // What it began with and nobody had committed is in no base that it could be merged from: it conflicts, or is asked about for ever.
    if (!isEntry(committed, oldMode, oldId)) continue
    if (isEntry(await entryAt(objects, tree, path), mode, id)) changes.set(path, committed)
  }
  return withEntries(objects, tree, changes, (bytes) => objects.write('tree', bytes))
}

/**
 * Of a draft's changes those that are as commits on the person's branch have them that were not there when the task began; and
 * what these change of what no task may change.
 */
async function committedOf(ground: Ground, since: string | null, { tree, outcome }: Draft): Promise<readonly string[]> {
  const { objects } = ground
  const head = (await readHead(ground)).commit
  if (since === null || head === null || since === head || (await objects.read(since)) === null) return []
  const changed = new Set(outcome.changes.flatMap((it) => (it.from === null ? [it.path] : [it.path, it.from])))
  const all = await rawChanges(objects, since, head)
  const brought = all.filter((it) => changed.has(it.path))
  const there = await Promise.all(brought.map((it) => entryAt(objects, tree, it.path)))
  const ours = ownFiles(ground.options)
  const steering = protectedPaths(ground).filter((it) => !ours.includes(it))
  return [
    ...brought.filter((it, index) => isEntry(there[index] ?? null, it.mode, it.id)).map((it) => it.path),
    ...all.map((it) => it.path).filter((it) => steering.some((one) => it === one || it.startsWith(`${one}/`))),
  ]
}

/** Name under which gates are given the folder itself. */
const here = 'in-place'

/** The human's index knows the files already: without it every file would be read once more. */
function seedIndex(ground: Ground, index: string): void {
  const human = path.join(ground.facts.gitDir, 'index')
  if (!existsSync(index) && existsSync(human)) copyIndex(human, index)
}
