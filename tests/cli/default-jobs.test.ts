/** How many tasks are worked on at once where nobody says it, and what else a run settles for itself. */

import { describe, expect, test } from 'vitest'
import { defaultJobs, jobsOfEnvironment } from '../../src/calls/run/default-jobs.ts'
import { settlePolicy } from '../../src/calls/run/settle-policy.ts'
import { agentFromFlag, mergeSettings, noFlags, type Settings } from '../../src/config/settings.ts'
import { builtInPolicy, type Policy } from '../../src/plan/policy.ts'
import { newState } from '../../src/run/new-state.ts'
import { lookAtMachine } from '../../src/system/machine.ts'
import type { GitFacts } from '../../src/workspaces/git/git-facts.ts'
import { edge, plan, task } from '../run/world.ts'

const gib = 1024 ** 3
const ordered = plan([task('A'), task('B')], [edge('A', 'B')])
const usual = { workspace: 'worktree', plan: ordered, agent: 'exec', agents: [], oneByOne: false } as const

describe('by the machine', () => {
  test.each([
    { cores: 8, free: 16, jobs: 4 },
    { cores: 3, free: 16, jobs: 3 },
    { cores: 8, free: 2.9, jobs: 2 },
    { cores: 8, free: 0.4, jobs: 1 },
    { cores: 1, free: 16, jobs: 1 },
  ])('$cores cores and $free GiB: $jobs', ({ cores, free, jobs }) => {
    expect(defaultJobs(usual, { cores, freeBytes: free * gib })).toBe(jobs)
  })

  test('the machine is looked at as it is', () => {
    const { cores, freeBytes } = lookAtMachine()
    expect(cores).toBeGreaterThanOrEqual(1)
    expect(freeBytes).toBeGreaterThan(0)
  })
})

test.each([
  ['all work in one folder', { workspace: 'in-place' }],
  ['nothing keeps tasks apart', { workspace: 'none' }],
  ['the plan names no dependency: it may mean its order', { plan: plan([task('A'), task('B')]) }],
  ['a person is the agent', { agent: 'human' }],
  ['it is played, or one agent gets a whole phase', { oneByOne: true }],
] as const)('one at a time where %s', (_, other) => {
  expect(defaultJobs({ ...usual, ...other }, { cores: 8, freeBytes: 16 * gib })).toBe(1)
})

describe('by the environment', () => {
  test.each([
    [undefined, null],
    ['', null],
    ['1', 1],
    ['256', 256],
  ])('%o: %o', (said, jobs) => {
    expect(jobsOfEnvironment({ MILLWRIGHT_JOBS: said })).toEqual({ is: 'read', jobs })
  })

  test.each(['0', '257', '-1', '1.5', 'two', '1 ', '1000'])('%o is refused', (said) => {
    expect(jobsOfEnvironment({ MILLWRIGHT_JOBS: said })).toMatchObject({
      is: 'wrong',
      message: `MILLWRIGHT_JOBS must be a whole number from 1 to 256, and is ${JSON.stringify(said)}`,
    })
  })
})

const git: GitFacts = {
  root: '/r',
  gitDir: '/r/.git',
  commonDir: '/r/.git',
  objectFormat: 'sha1',
  version: [2, 39],
  isPartial: false,
  remarks: [],
}

interface Of {
  readonly said?: Partial<Policy>
  readonly agents?: Settings['agents']
  readonly environment?: number
  /** Jobs of the run that goes on. */
  readonly last?: number
}

function settled(of: Of): Policy {
  const flags = { ...noFlags, policy: of.said ?? {} }
  const { settings } = mergeSettings({ dialect: {}, user: null, repository: null, flags })
  const last = newState()
  return settlePolicy({
    keepsRecords: false,
    testFirst: false,
    saysMode: false,
    verifiesCompletion: false,
    mayJudge: false,
    settings: { ...settings, agents: of.agents ?? [] },
    git,
    flagDeviations: true,
    environmentJobs: of.environment ?? null,
    last: of.last === undefined ? null : { ...last, policy: { ...last.policy, jobs: of.last } },
    plan: ordered,
    agent: 'exec',
    oneByOne: false,
  }).policy
}

test('an attempt is charged with the time of its agent only where that is shorter than any attempt may take', () => {
  const { attemptMs } = builtInPolicy.limits
  const agent = (name: string, ms: number | null): Settings['agents'][number] => {
    const read = agentFromFlag('true')
    if (!('agent' in read)) throw new Error(read.diagnostic.message)
    return { ...read.agent, name, attemptMs: ms }
  }
  const longer = [agent('none', null), agent('same', attemptMs), agent('longer', attemptMs + 1)]
  expect(settled({ agents: [...longer, agent('shorter', attemptMs - 1)] }).agentsMs).toEqual({ shorter: attemptMs - 1 })
  expect(settled({ agents: longer })).not.toHaveProperty('agentsMs')
})

describe('of a run that begins or goes on', () => {
  const jobs = (of: Of): number => settled(of).jobs

  test('the call is asked before the environment, and that before the run that goes on', () => {
    expect(jobs({ said: { jobs: 7 }, environment: 8, last: 9 })).toBe(7)
    expect(jobs({ environment: 8, last: 9 })).toBe(8)
    expect(jobs({ last: 9 })).toBe(9)
  })

  test('in the folder itself one works at a time, whoever says more', () => {
    expect(jobs({ said: { jobs: 7, workspace: 'in-place' } })).toBe(1)
    expect(jobs({ said: { jobs: 7, workspace: 'none' } })).toBe(1)
  })
})
