/** What nobody has committed as a run begins, and what came to it until the end. */

import type { GitFacts } from '../../workspaces/git/git-facts.ts'
import { isLearningsFile } from '../../reports/spec/learnings-file.ts'
import { learningsFolders } from '../plan/learnings-file.ts'
import { isInArchive } from '../plan/archive-name.ts'
import { ownPaths, type OpenedPlan } from '../plan/open-plan.ts'
import { uncommittedRemark } from './run-remarks.ts'
import { lookFolder } from '../look-folder.ts'
import { newlyUncommitted, uncommittedPaths } from './uncommitted.ts'

export interface Uncommitted {
  readonly remarks: readonly string[]
  /** Paths that were changed since, that nobody committed and that are not ours to write. */
  readonly meanwhile: () => Promise<readonly string[]>
}

export const nothingUncommitted: Uncommitted = { remarks: [], meanwhile: () => Promise.resolve([]) }

/** What nobody has committed, told before the first task; and how to tell afterwards what came to it. */
export async function lookAtUncommitted(
  opened: OpenedPlan,
  { git, state, continues }: { readonly git: GitFacts; readonly state: string; readonly continues: boolean },
): Promise<Uncommitted> {
  const { workspace } = opened.settings.policy
  if (git.root === null || workspace === 'none') return nothingUncommitted
  const looks = lookFolder(state, git.gitDir)
  const ours = ownPaths(opened)
  // An archive is made for people, who commit it or not; and lessons that could not be committed yet are ours.
  const lessons = learningsFolders(opened)
  const isOurs = (it: string): boolean =>
    isInArchive(it, opened.planRelative) || lessons.some((folder) => isLearningsFile(it, folder))
  const look = async (): Promise<readonly string[]> =>
    (await uncommittedPaths(git, looks, ours)).filter((it) => !isOurs(it))
  const before = await look()
  return {
    remarks: uncommittedRemark(before, { place: workspace, continues }),
    meanwhile:
      workspace === 'worktree' ? async () => newlyUncommitted(before, await look()) : nothingUncommitted.meanwhile,
  }
}
