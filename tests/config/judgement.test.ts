/** `[judgement]`: the agent that is asked what no program can tell. */

import { expect, test } from 'vitest'
import { judgingPerson, mergeJudgement } from '../../src/config/judgement.ts'
import { readConfig } from '../../src/config/read-config.ts'
import { executablesOf } from '../../src/config/trust.ts'

const read = async (lines: string | null, source: 'user' | 'repository') => {
  if (lines === null) return null
  const { config, diagnostics } = await readConfig(`[judgement]\n${lines}\n`, 'millwright.toml', source)
  expect(diagnostics).toEqual([])
  return config
}
const merged = async (user: string | null, repository: string | null) =>
  mergeJudgement(await read(user, 'user'), await read(repository, 'repository'))

const usual = { agent: 'judge', steps: true, completion: true, retry: false, limitMs: 600_000 }

test.each([
  ['nobody names one', null, 'steps = true', null],
  ['one is named', 'agent = "judge"', null, { ...usual, source: 'user' }],
  [
    'all is said',
    null,
    'agent = "judge"\nsteps = false\ncompletion = true\nretry = true\ntimeout = "90s"',
    { ...usual, steps: false, retry: true, limitMs: 90_000, source: 'repository' },
  ],
  [
    'both name one: the repository does, and the shorter time holds',
    'agent = "mine"\ntimeout = "1m"',
    'agent = "judge"\ntimeout = "2m"',
    { ...usual, limitMs: 60_000, source: 'repository' },
  ],
  [
    'a repository switches on what its user has switched off: it stays off',
    'agent = "judge"\nsteps = false\nretry = false',
    'steps = true\nretry = true',
    { ...usual, steps: false, source: 'user' },
  ],
  ['all that it could be asked is switched off', 'steps = false', 'agent = "judge"\ncompletion = false', null],
])('%s', async (_, user, repository, expected) => {
  expect(await merged(user, repository)).toEqual(expected)
})

test.each([
  ['agent = 3', 'MW508'],
  ['agent = "judge"\nsteps = "yes"', 'MW508'],
  ['agent = "judge"\ntimeout = "soon"', 'MW508'],
  ['agent = "judge"\ntime_limit = "5m"', 'MW408'],
])('what is wrong is told: %s', async (lines, code) => {
  const { diagnostics } = await readConfig(`[judgement]\n${lines}\n`, 'millwright.toml')
  expect(diagnostics.map((it) => it.code)).toContain(code)
})

test('whom a repository chooses to judge is asked about, and is among the agents that are named', async () => {
  const { named } = await readConfig('[judgement]\nagent = "codex"\n', 'millwright.toml')
  expect(named?.others.map(({ name }) => name)).toEqual(['codex'])
  const told = (source: 'user' | 'repository'): readonly string[] =>
    executablesOf({
      agent: 'claude-code',
      agentSource: 'user',
      roles: new Map(),
      judgement: { agent: 'codex', source },
      agents: [],
      gates: [],
      workspace: { setup: null },
      setupSource: 'user',
    }).map(({ what, argv }) => [what, ...argv].join(' '))
  expect([told('repository'), told('user')]).toEqual([['what no program can tell is judged by codex'], []])
})

test('a person cannot be named: told at its place, also where the other file says who that is', async () => {
  const told = async (own: string, repository: string): Promise<readonly string[]> => {
    const files = [await readConfig(own, 'own.toml', 'user'), await readConfig(repository, 'millwright.toml')]
    const configs = files.flatMap(({ config }) => config ?? [])
    expect(configs).toHaveLength(2)
    const agents = configs.flatMap((it) => it.agents)
    const found = judgingPerson(mergeJudgement(configs[0] ?? null, configs[1] ?? null), { agents, configs })
    return found.map(({ code, message, span }) => `${span?.path}:${span?.offset} ${code} ${message}`)
  }
  const why = (name: string): string =>
    `MW508 judgement.agent must be an agent: ${name} is a person, whom no run can ask to judge`
  expect(await told('', '[judgement]\nagent = "human"\n')).toEqual([`millwright.toml:20 ${why('human')}`])
  expect(await told('[judgement]\nagent = "human"\n', '')).toEqual([`own.toml:20 ${why('human')}`])
  expect(await told('[agents.ann]\nkind = "human"\n', '[judgement]\nagent = "ann"\n')).toEqual([
    `millwright.toml:20 ${why('ann')}`,
  ])
  // An agent that is only called so is none, and who is asked nothing is nobody.
  expect(await told('[agents.human]\ncommand = ["x"]\n', '[judgement]\nagent = "human"\n')).toEqual([])
  expect(await told('', '[judgement]\nagent = "human"\nsteps = false\ncompletion = false\n')).toEqual([])
  expect(await told('', '[judgement]\nagent = "codex"\n')).toEqual([])
})
