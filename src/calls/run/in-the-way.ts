/** What of the machine and the repository is in the way of a run, whatever its plan says. */

import type { Environment } from '../../system/environment.ts'
import { makeFolder } from '../../system/files.ts'
import { ownVariables } from '../../system/own-variables.ts'
import { stateFolder } from '../../system/state-folder.ts'
import type { GitFacts } from '../../workspaces/git/git-facts.ts'
import { branchInTheWay } from '../plan/branch-name.ts'
import type { OpenedPlan } from '../plan/open-plan.ts'
import type { Wrong } from '../refusal.ts'

/**
 * Looks at the state folder, which is made where it is missing, at the sandbox and at the branch.
 * @param of.git null where the run has no repository of a person
 * @returns everything that is in the way
 */
export async function inTheWay(
  { settings }: Pick<OpenedPlan, 'settings'>,
  of: {
    readonly env: Environment
    readonly dry: boolean
    readonly branch: string | null
    readonly git: GitFacts | null
  },
): Promise<readonly Wrong[]> {
  const found: Wrong[] = []
  const usable = makeFolder(stateFolder(of.env))
  if (usable.is === 'failed')
    found.push({
      is: 'wrong',
      message: `the state folder cannot be used: ${usable.failure.reason}`,
      help: `set ${ownVariables.state} to a folder that you can write to; ${usable.failure.help}`,
    })
  if (settings.sandbox === 'on' && !of.dry)
    found.push({
      is: 'wrong',
      message: 'the sandbox is asked for (on), and there is none yet',
      help: 'leave it out, or run in a container or as another user',
    })
  const { branch } = of
  const other = of.git?.root && branch !== null ? await branchInTheWay(of.git.root, branch) : null
  if (other !== null)
    found.push({
      is: 'wrong',
      message: `the branch ${branch} cannot be made: there is a branch ${other}, and git keeps one of the two only`,
      help: 'name another branch with --branch, or rename that one (git branch -m)',
    })
  return found
}
