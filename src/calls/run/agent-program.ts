/** Whether the program of an agent is there: a plain name on the search path, a path where the agent will work. */

import path from 'node:path'
import { findPreset } from '../../agents/presets.ts'
import { findProgram } from '../../gates/find-program.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import { lookAtGit, type GitFacts } from '../../workspaces/git/git-facts.ts'
import { runGit } from '../../workspaces/git/run-git.ts'
import type { Where } from '../plan/where.ts'
import { workspaceSettings, type Configured } from './run-gates.ts'

/** A project, and the commits that workspaces may be made from; those that do not exist are left out. */
export interface AgentPlace extends Configured {
  readonly commits: readonly string[]
}

/**
 * MW601: the run's agent is a program that is not here; better said before anything is marked. The first task needs it
 * already, so that no task can make it.
 *
 * @param name of the agent
 * @returns the finding; null where the program is there, where the set-up may make it, or where there is none to look for
 */
export async function missingProgram(of: AgentPlace, name: string, io: Where): Promise<Diagnostic | null> {
  const configured = of.settings.agents.find((it) => it.name === name)
  const argv = configured?.argv.length ? configured.argv : findPreset(configured?.preset ?? name)?.argv
  const program = configured?.kind === 'human' || configured?.kind === 'scripted' ? undefined : argv?.[0]
  if (program === undefined) return null
  const wrong = await faultOf(program, of, io)
  if (wrong === null) return null
  return {
    code: 'MW601',
    severity: 'error',
    message: `agent ${name}: the program ${program} ${wrong.what}`,
    help: wrong.help,
    span: null,
    related: [],
  }
}

interface Fault {
  readonly what: string
  readonly help: string
}

const another = 'or name another agent; `millwright doctor` lists those that are here'
const notHere: Fault = {
  what: 'is not there, or may not be executed',
  help: `correct its path, make it executable, ${another}`,
}

async function faultOf(program: string, of: AgentPlace, io: Where): Promise<Fault | null> {
  const here = await findProgram(program, io.env['PATH'], of.root)
  if (!program.includes('/'))
    return here === null ? { what: 'is not on the PATH', help: `install it, ${another}` } : null
  const git = of.settings.policy.workspace === 'worktree' && !path.isAbsolute(program) ? await lookAtGit(of.root) : null
  if (git?.root)
    return (await isGiven(program, of, io)) && here !== null ? null : faultInCommits(program, { git, of, io, here })
  if (here !== null) return null
  return notHere
}

/** Whether workspaces are given the path beside their commit. */
async function isGiven(program: string, of: AgentPlace, io: Where): Promise<boolean> {
  const { share, copy } = await workspaceSettings(of, io)
  const name = path.posix.normalize(program)
  return [...share, ...copy].some((it) => {
    const given = path.posix.normalize(it).replace(/\/$/, '')
    return name === given || name.startsWith(`${given}/`)
  })
}

/** A path in a worktree is what some commit holds, or what the set-up makes there. */
async function faultInCommits(
  program: string,
  {
    git,
    of,
    io,
    here,
  }: { readonly git: GitFacts; readonly of: AgentPlace; readonly io: Where; readonly here: string | null },
): Promise<Fault | null> {
  if ((await workspaceSettings(of, io)).setup.length > 0) return null
  const absolute = 'give its absolute path'
  const name = path
    .relative(git.root ?? of.root, path.resolve(of.root, program))
    .split(path.sep)
    .join('/')
  if (name.startsWith('../'))
    return { what: 'leads out of the repository: workspaces are elsewhere', help: `${absolute}, ${another}` }
  const modes = await Promise.all(of.commits.map((commit) => modeIn(git, commit, name)))
  // A link leads to where only the workspace can say.
  if (modes.some((mode) => mode === '100755' || mode === '120000')) return null
  if (modes.includes('100644'))
    return {
      what: 'may not be executed as it was committed',
      help: `make it executable and commit that: git update-index --chmod=+x ${name}; ${another}`,
    }
  return here === null
    ? notHere
    : { what: 'is in no commit, and workspaces are made from commits', help: `commit it, ${absolute}, ${another}` }
}

/** The mode that a commit records for a path; null where it has none there, or where there is no such commit. */
async function modeIn(git: GitFacts, commit: string, name: string): Promise<string | null> {
  const args = ['ls-tree', '-z', '--full-tree', '--end-of-options', commit, '--', name]
  const { code, out } = await runGit({ args, cwd: git.root ?? git.gitDir, env: { GIT_DIR: git.gitDir } })
  return code === 0 ? (/^(\d+) /.exec(out.toString('utf8'))?.[1] ?? null) : null
}
