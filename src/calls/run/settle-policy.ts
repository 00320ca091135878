/** The policy that holds for a run: where it is, and what the call, the environment, the last run and the machine say. */

import type { Settings } from '../../config/settings.ts'
import type { Plan } from '../../plan/model.ts'
import type { Policy } from '../../plan/policy.ts'
import type { RunState } from '../../run/state.ts'
import { lookAtMachine } from '../../system/machine.ts'
import type { GitFacts } from '../../workspaces/git/git-facts.ts'
import { defaultJobs } from './default-jobs.ts'

interface Circumstances {
  readonly settings: Settings
  /** Null without a repository: then there are no worktrees. */
  readonly git: GitFacts | null
  readonly flagDeviations: boolean
  /** What `MILLWRIGHT_JOBS` says; null for nothing. */
  readonly environmentJobs: number | null
  /** Of a run that goes on. */
  readonly last: RunState | null
  readonly plan: Plan
  /** Name of the run's agent. */
  readonly agent: string
  /** Where nothing is gained by several jobs. */
  readonly oneByOne: boolean
  /** Whether the plan's format has places for what a run knows of its tasks. */
  readonly keepsRecords: boolean
  /** Whether the test of each criterion is seen red first. */
  readonly testFirst: boolean
  /** Whether it is verified at the end that the goal is reached. */
  readonly verifiesCompletion: boolean
  /** Whether an agent may be asked what no program can tell, where the configuration names one. */
  readonly mayJudge: boolean
  /** Whether the call, or the one that it goes on with, names the mode. */
  readonly saysMode: boolean
}

/** @returns the policy, and what a person is told of it */
export function settlePolicy(of: Circumstances): { readonly policy: Policy; readonly notes: readonly string[] } {
  const { settings, git, environmentJobs, last, plan, agent, oneByOne } = of
  const wanted = settings.policy
  const workspace = git === null && wanted.workspace === 'worktree' ? 'in-place' : wanted.workspace
  const said = settings.saysJobs ? wanted.jobs : (environmentJobs ?? last?.policy.jobs ?? null)
  const jobs = said ?? defaultJobs({ workspace, plan, agent, agents: settings.agents, oneByOne }, lookAtMachine())
  const policy = {
    ...wanted,
    ...ownLimits(settings),
    ...(of.keepsRecords ? { keepsRecords: true as const } : {}),
    ...(of.testFirst ? { testFirst: true as const } : {}),
    ...(of.verifiesCompletion ? { verifiesCompletion: true as const } : {}),
    ...(of.saysMode ? { saysMode: true as const } : {}),
    ...(of.mayJudge ? judgementIn(settings) : {}),
    ...(settings.research.isOn ? {} : { research: 'off' as const }),
    workspace,
    // Of two agents in one folder each would be judged by what the other one has half done.
    jobs: workspace === 'worktree' ? jobs : 1,
    // The project may leave deviations without a flag; what a person asks for, to be asked or blocked, it cannot lower.
    deviations: !of.flagDeviations && wanted.deviations === 'record' ? 'ignore' : wanted.deviations,
  } as const
  const isNews = said === null && policy.jobs > 1
  const note = `note: up to ${policy.jobs} tasks at a time, as cores and memory allow; --jobs says another number`
  return { policy, notes: [...(isNews ? [note] : []), ...researchNote(settings, plan), ...ownJudge(of, policy)] }
}

function researchNote({ research }: Settings, { tasks }: Plan): readonly string[] {
  const count = research.isOn ? 0 : tasks.filter((it) => it.research !== undefined && it.mark !== 'done').length
  if (count === 0) return []
  const wants = count === 1 ? 'one task wants' : `${count} tasks want`
  return [`note: ${wants} something looked up first, and [research] is switched off in the configuration`]
}

function judgementIn({ judgement }: Settings): Pick<Policy, 'judgement'> {
  if (judgement === null) return {}
  const { agent, steps, completion, retry, limitMs } = judgement
  return { judgement: { agent, steps, completion, retry, limitMs } }
}

/** Who judges what they have done themselves is told: by their name, or since they are the same program. */
function ownJudge({ settings, plan, agent }: Circumstances, { judgement }: Policy): readonly string[] {
  if (judgement === undefined) return []
  const named = plan.tasks.flatMap(({ steps }) =>
    steps.flatMap(({ methods }) => methods.flatMap((it) => it.agent ?? [])),
  )
  const program = (name: string): string => {
    const found = settings.agents.find((it) => it.name === name)
    return JSON.stringify(found === undefined ? name : [found.preset, found.argv, found.args])
  }
  const same = [agent, ...named].find((it) => program(it) === program(judgement.agent))
  if (same === undefined) return []
  const who = same === judgement.agent ? `the agent ${same}` : `the agent ${same}, as ${judgement.agent},`
  return [`warning: ${who} judges its own work; name another one under [judgement] in millwright.toml`]
}

/** An attempt is charged with no more time than its agent may take, which only the configuration knows. */
function ownLimits({ policy, agents }: Settings): Pick<Policy, 'agentsMs'> {
  const own = agents.flatMap(({ name, attemptMs }) =>
    attemptMs !== null && attemptMs < policy.limits.attemptMs ? [[name, attemptMs] as const] : [],
  )
  return own.length === 0 ? {} : { agentsMs: Object.fromEntries(own) }
}
