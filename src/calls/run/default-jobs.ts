/** How many tasks are worked on at once where neither the call nor a configuration says it. */

import type { Plan } from '../../plan/model.ts'
import type { Policy } from '../../plan/policy.ts'
import type { Settings } from '../../config/settings.ts'
import { ownVariables } from '../../system/own-variables.ts'
import type { Machine } from '../../system/machine.ts'
import type { Wrong } from '../refusal.ts'
import { jobsRange } from './run-options.ts'

/** An agent takes 90 to 600 MB (measured of four), and its gates run beside those of others. */
const bytesPerJob = 1024 ** 3
/** More agents at once is more that is paid at once: that is for people to say. */
const mostUnasked = 4

/**
 * The number of jobs by itself: as many as cores and memory allow, 4 at most, where tasks work apart and the plan says what
 * depends on what; else 1.
 *
 * @param of.workspace where the run works
 * @param of.plan one that names no dependency may mean its order: then each task sees what the one before it did
 * @param of.agent name of the run's agent: a person does one task at a time
 * @param of.oneByOne where nothing is gained: an agent gets a whole phase, or the run is played in a copy
 */
export function defaultJobs(
  of: {
    readonly workspace: Policy['workspace']
    readonly plan: Plan
    readonly agent: string
    readonly agents: Settings['agents']
    readonly oneByOne: boolean
  },
  machine: Machine,
): number {
  const kind = of.agents.find(({ name }) => name === of.agent)?.kind ?? (of.agent === 'human' ? 'human' : 'preset')
  const isProgram = kind === 'command' || kind === 'preset' || kind === 'acp'
  const saysOrder = of.plan.edges.some(({ basis }) => basis === 'explicit')
  if (of.workspace !== 'worktree' || of.oneByOne || !isProgram || !saysOrder) return 1
  return Math.max(1, Math.min(machine.cores, Math.floor(machine.freeBytes / bytesPerJob), mostUnasked))
}

/**
 * The number that the environment asks for (`MILLWRIGHT_JOBS`); null where it names none.
 * @returns the number, or what is wrong with it
 */
export function jobsOfEnvironment(
  env: Readonly<Record<string, string | undefined>>,
): { readonly is: 'read'; readonly jobs: number | null } | Wrong {
  const said = env[ownVariables.jobs]
  if (said === undefined || said === '') return { is: 'read', jobs: null }
  const jobs = /^\d{1,3}$/.test(said) ? Number(said) : Number.NaN
  return jobs >= jobsRange.least && jobs <= jobsRange.most
    ? { is: 'read', jobs }
    : {
        is: 'wrong',
        help: 'set another number, or none',
        message: `${ownVariables.jobs} must be a whole number from ${jobsRange.least} to ${jobsRange.most}, and is ${JSON.stringify(said)}`,
      }
}
