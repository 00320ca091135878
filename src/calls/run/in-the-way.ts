/** What of the machine and the repository is in the way of a run, whatever its plan says. */

import path from 'node:path'
import { shellWord } from '../../plan/shell-word.ts'
import type { Environment } from '../../system/environment.ts'
import { makeFolder, temporaryKind, writeFileAtomic } from '../../system/files.ts'
import { isInside, namesIn, realPathOf } from '../../system/look-at-path.ts'
import { tooFewFiles } from '../../system/open-files.ts'
import { ownVariables } from '../../system/own-variables.ts'
import { inState, stateFolder, stateParts } from '../../system/state-folder.ts'
import { whyNotOpened, type GitFacts } from '../../workspaces/git/git-facts.ts'
import { runGit, splitNul } from '../../workspaces/git/run-git.ts'
import { keptFromBranch } from '../../workspaces/publish/human-checkout.ts'
import { branchInTheWay } from '../plan/branch-name.ts'
import type { OpenedPlan } from '../plan/open-plan.ts'
import type { Wrong } from '../refusal.ts'
import { unusableState } from '../state-trouble.ts'

/**
 * Looks at the state folder, which is made where it is missing, at the sandbox, at the repository and the branch, and at what
 * workspaces share.
 * @param of.git null where the run has no repository of a person
 * @returns everything that is in the way
 */
export async function inTheWay(
  { settings, root }: Pick<OpenedPlan, 'settings' | 'root'>,
  of: {
    readonly env: Environment
    readonly dry: boolean
    readonly branch: string | null
    readonly git: GitFacts | null
    /** Whether a run begins here, and none goes on. */
    readonly begins: boolean
  },
): Promise<readonly Wrong[]> {
  const found: Wrong[] = []
  const fewFiles = tooFewFiles()
  if (fewFiles !== null) found.push({ is: 'wrong', ...fewFiles })
  const state = stateFolder(of.env)
  const usable = makeFolder(state)
  if (usable.is === 'failed') found.push(unusableState(usable.failure))
  else if (of.git !== null) found.push(...(await keepFromGit(state, of.git)))
  const named = of.env[ownVariables.state] ?? ''
  if (named !== '' && !path.isAbsolute(named))
    found.push({
      is: 'wrong',
      message: `${ownVariables.state} is no absolute path: ${named}`,
      help: `write it in full, such as ${ownVariables.state}="$PWD"/${shellWord(named)}`,
    })
  if (settings.sandbox === 'on' && !of.dry)
    found.push({
      is: 'wrong',
      message: 'the sandbox is asked for (on), and there is none yet',
      help: 'leave it out, or run in a container or as another user',
    })
  const isMeant = settings.policy.workspace !== 'none' && !of.dry && of.git === null
  const closed = isMeant ? await whyNotOpened(root) : null
  if (closed !== null)
    found.push({
      is: 'wrong',
      message: `git does not open the repository in ${root}: ${closed.because}`,
      help: `${closed.help}; or run without it (--workspace none)`,
    })
  const checkout = of.git?.root ?? null
  // The top of a checkout is where its `.git` is found, also of a submodule and of a linked worktree.
  if (checkout !== null && (realPathOf(checkout) ?? checkout) !== root)
    found.push({
      is: 'wrong',
      message: `the repository in ${root} has its files elsewhere (core.worktree is ${checkout}): what is done would be written there`,
      help: 'where that is meant, move the plan there; else: git config --unset core.worktree',
    })
  const busy =
    of.begins && checkout !== null && settings.policy.workspace !== 'none' ? keptFromBranch(of.git?.gitDir ?? '') : null
  if (busy !== null)
    found.push({
      is: 'wrong',
      message: `${busy} is under way in ${root}: git moves HEAD while it is, and marks in the plan would keep it from going on`,
      help: `finish or abort it first (git status says how); or run without git (--workspace none)`,
    })
  const { branch } = of
  const other = of.git?.root && branch !== null ? await branchInTheWay(of.git.gitDir, branch) : null
  if (other !== null)
    found.push({
      is: 'wrong',
      message: `the branch ${branch} cannot be made: there is a branch ${other}, and git keeps one of the two only`,
      help: 'name another branch with --branch, or rename that one (git branch -m)',
    })
  const missing = of.git === null || settings.policy.workspace !== 'worktree' ? 0 : await missingObjects(of.git)
  if (missing > 0)
    found.push({
      is: 'wrong',
      message: `this clone is partial, and lacks ${missing} ${missing === 1 ? 'object' : 'objects'} of the commit that the run begins from`,
      help: 'fetch what is missing: git fetch --refetch --no-filter',
    })
  const tracked =
    of.git === null || settings.policy.workspace !== 'worktree' ? [] : await trackedShares(of.git, settings)
  if (tracked.length > 0)
    found.push({
      is: 'wrong',
      message: `[workspace] shares or copies what git tracks: ${tracked.join(', ')}`,
      help: 'leave it out of `share` and `copy`: a workspace has it from its commit, and a link in its place would be taken for the work of an agent',
    })
  return found
}

/**
 * A state folder in the checkout is no file of the project: git passes over it, and nobody is said to have changed it. One that
 * holds other things, too, is not hidden.
 * @returns what is in the way
 */
async function keepFromGit(state: string, { root, gitDir }: GitFacts): Promise<readonly Wrong[]> {
  const [inner, outer] = [realPathOf(state) ?? state, realPathOf(root ?? state) ?? state]
  if (root === null || !isInside(outer, inner)) return []
  const args = ['check-ignore', '-q', '--no-index', '--', inState(inner, 'workspaces')]
  // This command of git takes no literal paths.
  const env = { GIT_DIR: gitDir, GIT_WORK_TREE: outer, GIT_LITERAL_PATHSPECS: undefined }
  const call = { cwd: outer, env }
  const [ignored, tracked] = await Promise.all([
    runGit({ ...call, args }),
    runGit({ ...call, args: ['ls-files', '-z', '--', inner] }),
  ])
  if (ignored.code === 0 && tracked.out.length === 0) return []
  const file = path.join(inner, '.gitignore')
  const isOurs = (name: string): boolean =>
    stateParts.some((part) => part === name) || temporaryKind(file, name) !== null
  if (tracked.out.length > 0 || !namesIn(inner).every(isOurs))
    return [
      {
        is: 'wrong',
        message: `the state folder ${state} holds files of the project: what is kept there would be told as changed by somebody`,
        help: `have git ignore it, or set ${ownVariables.state} to a folder of its own`,
      },
    ]
  const hidden = writeFileAtomic(file, '*\n')
  return hidden.is === 'failed' ? [unusableState(hidden.failure)] : []
}

/** Shared and copied paths that the commit a run begins from holds, or something below which it holds. */
async function trackedShares(git: GitFacts, { workspace }: OpenedPlan['settings']): Promise<readonly string[]> {
  const paths = [...workspace.share, ...workspace.copy].map((it) => it.replace(/\/+$/, ''))
  if (git.root === null || paths.length === 0) return []
  // Git asks for a repository's own directory only: nothing that is configured there runs for this.
  const args = ['ls-tree', '-z', '--name-only', '--full-tree', 'HEAD', '--', ...paths]
  const listed = await runGit({ args, cwd: git.root, env: { GIT_DIR: git.gitDir } })
  return listed.code === 0 ? splitNul(listed.out) : []
}

/** Counts what a partial clone lacks of its commit: nothing is fetched for a workspace, which could not be filled without it. */
async function missingObjects({ gitDir, root, isPartial }: GitFacts): Promise<number> {
  if (root === null || !isPartial) return 0
  const args = ['rev-list', '--objects', '--missing=print', '--no-walk', 'HEAD']
  const listed = await runGit({ args, cwd: root, env: { GIT_DIR: gitDir } })
  return listed.code === 0 ? (listed.out.toString('utf8').match(/^\?/gm) ?? []).length : 0
}
