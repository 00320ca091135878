/** The branch that a run is published to. */

import type { Settings } from '../../config/settings.ts'

/**
 * `--branch` or `git.branch`; else, where only a branch is to be published (`git.publish`), one that is named after the
 * plan: `specs/a/tasks.md` goes to `millwright/specs-a-tasks` (DESIGN, Workspaces: "or use `millwright/<plan>`").
 *
 * @param plan path of the plan, relative to the repository
 * @returns null for the branch that is checked out
 */
export function branchFor(git: Settings['git'], plan: string): string | null {
  if (git.branch !== null || git.publish === 'checkout') return git.branch
  const name = plan
    .replace(/\.[^./]+$/, '')
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((it) => it !== '')
    .join('-')
  return `millwright/${name === '' ? 'plan' : name}`
}
