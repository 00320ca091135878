/** What defines the commands that a run would execute, in each state of the files from which it could execute them. */

import type { Defining, Executable } from '../../config/trust.ts'
import { definitionOf } from '../../gates/definition.ts'
import { filesOnDisk, type TreeFiles } from '../../system/tree-files.ts'
import { lookAtGit, type GitFacts } from '../../workspaces/git/git-facts.ts'
import { openOwnGitDir } from '../../workspaces/git/own-git-dir.ts'
import { runGit } from '../../workspaces/git/run-git.ts'
import { openCommits } from '../../workspaces/git/tree-files.ts'
import type { RunState } from '../../run/state.ts'
import type { OpenedPlan } from '../plan/open-plan.ts'
import { filesForWorktrees } from './disk-files.ts'
import { branchFor } from '../plan/plan-branch.ts'
import { lookFolder } from '../look-folder.ts'

/** Which states count, besides the files on the disk. */
export interface States {
  readonly root: string
  /** The state folder of the user. */
  readonly state: string
  /** References and commits; those that do not exist are left out. */
  readonly commits: readonly string[]
  /** Whether those count that runs go on from, and the branches to which their work went and that `HEAD` does not hold. */
  readonly results?: boolean
  /** Where commands run in worktrees: paths of the disk that these are given. Left out where they run on the disk itself. */
  readonly given?: readonly string[]
}

/** What workspaces of a run may be made from: where it begins, the branch it goes on from, and its tip. */
export function beginningsOf(
  { settings, planRelative }: Pick<OpenedPlan, 'settings' | 'planRelative'>,
  state: RunState | null,
): readonly string[] {
  if (settings.policy.workspace !== 'worktree') return []
  const branch = branchFor(settings.git, planRelative)
  return ['HEAD', ...(branch === null ? [] : [`refs/heads/${branch}`]), ...(state?.tip ? [state.tip] : [])]
}

/** Workspaces are made from commits: the bytes on the disk may be others (RELIABILITY S1). */
export async function definitionsIn(states: States): Promise<{
  readonly definedBy: (executable: Executable) => Promise<readonly Defining[]>
  readonly close: () => void
}> {
  const git = await lookAtGit(states.root)
  const { given } = states
  const disk =
    git === null || given === undefined
      ? filesOnDisk(states.root)
      : await filesForWorktrees(states.root, { git, looks: lookFolder(states.state, git.gitDir), given })
  const committed = git === null ? [] : await namedCommits(git, states)
  const commits =
    git === null || committed.length === 0 ? null : await openCommits(git, lookFolder(states.state, git.gitDir))
  return {
    definedBy: async (executable) => {
      const onDisk = (await definitionOf(executable, disk)).parts
      const seen = new Set(onDisk.map(keyOf))
      const parts: Defining[] = [...onDisk]
      for (const commit of commits === null ? [] : committed) {
        const files = commits?.at(commit.id) ?? noFiles
        for (const part of (await definitionOf(executable, files)).parts) {
          if (seen.has(keyOf(part))) continue
          seen.add(keyOf(part))
          parts.push({ ...part, text: `${part.text} (as it is in ${commit.name})` })
        }
      }
      return parts
    },
    close: () => commits?.close(),
  }
}

const noFiles: TreeFiles = { look: () => Promise.resolve(null) }

function keyOf({ name, digest }: Defining): string {
  return `${name}\0${digest}`
}

interface Named {
  readonly name: string
  readonly id: string
}

async function namedCommits(git: GitFacts, states: States): Promise<readonly Named[]> {
  const { human } = await openOwnGitDir(git, lookFolder(states.state, git.gitDir), [])
  const ask = async (args: readonly string[]): Promise<string> => {
    const { code, out } = await runGit({ args, cwd: states.root, env: human })
    return code === 0 ? out.toString('utf8').trim() : ''
  }
  const named = await Promise.all(
    states.commits.map(async (name) => ({
      name,
      id: await ask(['rev-parse', '--verify', '--quiet', `${name}^{commit}`]),
    })),
  )
  const each = ['for-each-ref', '--format=%(objectname)']
  // A run goes on from its tip, also where `HEAD` has gone further.
  const results = states.results
    ? [
        await ask([...each, 'refs/millwright/*/tip']),
        await ask([...each, '--no-merged=HEAD', 'refs/heads/millwright/*']),
      ]
    : []
  return [...named, ...results.flatMap((it) => it.split('\n')).map((id) => ({ name: 'what a run made', id }))].filter(
    ({ id }, at, all) => id !== '' && all.findIndex((it) => it.id === id) === at,
  )
}
