/** What an agent proposes must not make the plan unsound: paths that no task may touch are left out of it. */

import { quoted } from '../../plan/one-line.ts'
import { protectedBy, classifyPath } from '../../plan/path-safety.ts'
import type { Claim } from '../../run/outcome.ts'
import { lookUpPaths } from '../plan/look-up-paths.ts'

/**
 * Makes the filter for claims: of the files of proposed tasks those stay that `check` lets a plan name (MW130 to MW132).
 *
 * @param root absolute path of the project
 * @param protectedPaths paths that only this program writes, relative to it
 */
export function claimFilter(root: string, protectedPaths: readonly string[]): (claim: Claim) => Claim {
  return (claim) => {
    const { proposal } = claim
    if (proposal === null || proposal.tasks.length === 0) return claim
    const named = proposal.tasks.flatMap(({ files }) => files.map(({ path }) => path))
    const facts = lookUpPaths(root, named)
    const mayName = (path: string): boolean => {
      const found = classifyPath(path)
      return found.kind === 'safe' && protectedBy(found.path, protectedPaths) === null && !facts.get(path)?.leavesBy
    }
    const left = [...(proposal.left ?? [])]
    const tasks = proposal.tasks.map((task) => {
      const files = task.files.filter(({ path }) => mayName(path))
      for (const { path } of task.files)
        if (!mayName(path)) left.push(`${quoted(task.title)}: no task may name the file ${quoted(path)}`)
      return { ...task, files, declaresFiles: files.length > 0 }
    })
    return { ...claim, proposal: { ...proposal, tasks, ...(left.length === 0 ? {} : { left }) } }
  }
}
