/** Workspaces in a git repository: where work happens differs, how it is kept and brought to the human does not. */

import { beginRun } from './begin.ts'
import { evidenceTreeOf } from './evidence-tree.ts'
import { diffText, rawChanges } from './git/changes.ts'
import { watchCommits } from './foreign-commits.ts'
import { openGcHold } from './git/gc-hold.ts'
import type { GitFacts } from './git/git-facts.ts'
import { openGround, tipOf } from './ground.ts'
import { openInPlace } from './in-place.ts'
import { filesOf } from './git/tree-files.ts'
import { mergeDraft, moveTip, writeTipCommit } from './integrate.ts'
import { lookAtShares, lookOutside } from './outside.ts'
import { publishTip } from './publish/publish.ts'
import { placeOfCheckout } from './publish/place.ts'
import type { Stage } from './publish/bring-forward.ts'
import type { WorkspaceOptions, Workspaces } from './workspaces.ts'
import { openWorktrees } from './worktree.ts'
import { targetOf } from './publish/target.ts'

/** Cut of a difference that is shown to a reviewer. */
const diffLimit = 1024 * 1024

/**
 * Opens worktrees or work in place.
 * @param reached called between the stages of a publish; a test ends the process there
 * @throws when the state folder cannot be written, or work in place is asked of a bare repository
 */
export async function openGitWorkspaces(
  options: WorkspaceOptions,
  facts: GitFacts,
  reached?: (stage: Stage) => void,
): Promise<Workspaces> {
  const opened = options.now()
  const ground = await openGround(options, facts)
  const commits = watchCommits(ground, opened)
  if (options.kind === 'in-place' && facts.root === null)
    throw new Error('a bare repository has no files to work on in place; use --workspace worktree')
  const trees =
    options.kind === 'in-place' && facts.root !== null ? openInPlace(ground, facts.root) : openWorktrees(ground)
  const gcHold = openGcHold(facts.commonDir, options.remark)
  /** Whatever writes objects goes through here. */
  const kept = <In extends readonly unknown[], Out>(write: (...given: In) => Promise<Out>) => {
    return async (...given: In): Promise<Out> => {
      await gcHold.keep()
      return write(...given)
    }
  }
  return {
    kind: options.kind,
    git: true,
    ...trees,
    prepare: kept((effect) => trees.prepare(effect)),
    restore: kept((workspace, commit, of) => trees.restore(workspace, commit, of)),
    guard: kept((workspace, commit) => trees.guard(workspace, commit)),
    snapshot: kept((effect) => trees.snapshot(effect)),
    dispose: kept((effect) => trees.dispose(effect)),
    materialise: kept((of) => trees.materialise(of)),
    keep: kept((workspace, name) => trees.keep(workspace, name)),
    begin: kept(() => beginRun(ground)),
    merge: kept((effect) => mergeDraft(ground, effect)),
    commit: kept((effect) => writeTipCommit(ground, effect)),
    move: kept((effect) => moveTip(ground, effect)),
    publish: kept(async (effect) => publishTip(ground, targetOf(ground), effect.tip, reached)),
    tip: () => tipOf(ground),
    files: (commit) => filesOf(ground.objects, commit),
    changed: async (from, to) => (await rawChanges(ground.objects, from, to)).map((it) => it.path),
    contains: async (commit) => {
      if ((await ground.objects.read(commit))?.type !== 'commit') return false
      return ground.refs.isAncestor(commit, await tipOf(ground))
    },
    evidenceTreeOf: (name) => evidenceTreeOf(ground, name),
    place: () => placeOfCheckout(ground),
    outside: async (part) => {
      if (part === 'shared') return options.kind === 'worktree' ? lookAtShares(ground) : new Map()
      const seen = await lookOutside(ground, options.kind === 'worktree')
      // In place an agent works in the person's own repository, and may commit there.
      return options.kind === 'worktree' ? new Map([...seen, ...(await commits())]) : seen
    },
    diff: (from, to, { limit = diffLimit, only = [] } = {}) => diffText(ground.own, from, to, { limit, only }),
    close: () => {
      ground.objects.close()
      ground.refs.close()
      gcHold.release()
      return Promise.resolve()
    },
  }
}
