import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/read-config.ts'
import { executablesOf } from '../../src/config/trust.ts'
import { foundGates, gateFromFlag } from '../../src/config/gates.ts'
import { agentFromFlag, findAgent, mergeSettings, noFlags, type Flags } from '../../src/config/settings.ts'
import { wrongNeeds } from '../../src/config/wrong-needs.ts'
import { unmetNeeds } from '../../src/calls/plan/named-gates.ts'
import { educationDefaults } from '../../src/plan/education.ts'
import type { Policy } from '../../src/plan/policy.ts'
import type { AgentSettings } from '../../src/agents/open-agent.ts'
import type { AssignableGate } from '../../src/run/assign-gates.ts'
import type { GateSpec } from '../../src/run/effect.ts'

async function merged(of: { user?: string; repository?: string; flags?: Partial<Flags>; dialect?: Partial<Policy> }) {
  const read = async (text: string | undefined, source: 'user' | 'repository') => {
    if (text === undefined) return null
    const { config, diagnostics } = await readConfig(text, `${source}.toml`, source)
    expect(diagnostics).toEqual([])
    return config
  }
  return mergeSettings({
    dialect: of.dialect ?? {},
    user: await read(of.user, 'user'),
    repository: await read(of.repository, 'repository'),
    flags: { ...noFlags, ...of.flags },
  })
}

describe('the merge', () => {
  test('scalars replace, the stronger voice last', async () => {
    const { settings } = await merged({
      dialect: { retries: 1, jobs: 2 },
      user: '[policy]\njobs = 3\nretries = 4',
      repository: '[policy]\njobs = 5',
      flags: { policy: { jobs: 6 } },
    })
    expect(settings.policy).toMatchObject({ jobs: 6, retries: 4, mode: 'dynamic' })
  })

  test('roles are single values, by one spelling; who names the agent in the call names it for all', async () => {
    const of = {
      user: '[roles.core]\nagent = "mine"\n[roles.Infra-Agent]\nagent = "ops"',
      repository: '[roles.core]\nagent = "theirs"',
    }
    const { settings } = await merged(of)
    expect([...settings.roles]).toEqual([
      ['core', { agent: 'theirs', source: 'repository' }],
      ['infra_agent', { agent: 'ops', source: 'user' }],
    ])
    expect((await merged({ ...of, flags: { agent: 'x' } })).settings.roles.size).toBe(0)
    const exec = agentFromFlag('true')
    expect('agent' in exec && (await merged({ ...of, flags: { exec: exec.agent } })).settings.roles.size).toBe(0)
  })

  test('the folder of integration tests is a single value without a usual one', async () => {
    expect((await merged({})).settings.definitions).toBeNull()
    const user = '[milestones]\ndefinitions = "mine"'
    expect((await merged({ user })).settings.definitions).toMatchObject({ folder: 'mine', span: { path: 'user.toml' } })
    const repository = '[milestones]\ndefinitions = "./a//b/"'
    expect((await merged({ user, repository })).settings.definitions).toMatchObject({
      folder: 'a/b',
      span: { path: 'repository.toml', offset: 27 },
    })
  })

  test('the folder of prompt templates is a single value, too', async () => {
    expect((await merged({})).settings.prompts).toEqual({ folder: '.millwright/prompts', span: null })
    const user = '[prompts]\nfolder = "prompts"'
    expect((await merged({ user })).settings.prompts.folder).toBe('prompts')
    const { settings } = await merged({ user, repository: '[prompts]\nfolder = "docs/prompts"' })
    expect(settings.prompts).toEqual({
      folder: 'docs/prompts',
      span: { path: 'repository.toml', offset: 19, length: 14 },
    })
  })

  test('limits take the minimum of what was named', async () => {
    const limit = (gate: string) => `[policy.limits]\ngate = "${gate}"`
    expect((await merged({ user: limit('5m'), repository: limit('2h') })).settings.policy.limits.gateMs).toBe(300_000)
    expect((await merged({ user: limit('2h'), repository: limit('5m') })).settings.policy.limits.gateMs).toBe(300_000)
    expect((await merged({ user: limit('2h') })).settings.policy.limits.gateMs).toBe(7_200_000)
    expect((await merged({})).settings.policy.limits.gateMs).toBe(1_200_000)
  })

  test('gates are only added', async () => {
    const { settings } = await merged({
      user: '[gates.unit]\nrun = ["mine"]',
      repository: '[gates.unit]\nrun = ["theirs"]\n[gates.lint]\nrun = ["lint"]\ntimeout = "1m"',
    })
    expect(settings.gates.map((it) => [it.name, it.argv[0], it.timeoutMs])).toEqual([
      ['unit', 'mine', 1_200_000],
      ['unit-repository', 'theirs', 1_200_000],
      ['lint', 'lint', 60_000],
    ])
  })

  test('what a gate needs is that of its own file, where both have one of the name; and the other one else', async () => {
    const of = {
      user: '[gates.build]\nrun = ["mine"]\n[gates.make]\nrun = ["mine"]',
      repository: '[gates.build]\nrun = ["theirs"]\n[gates.unit]\nrun = ["unit"]\nneeds = ["build", "make"]',
    }
    const { settings, diagnostics } = await merged(of)
    expect(diagnostics).toEqual([])
    expect(settings.gates.map(({ name, needs }) => [name, needs])).toEqual([
      ['build', undefined],
      ['make', undefined],
      ['build-repository', undefined],
      ['unit', ['build-repository', 'make']],
    ])
  })

  test('of budgets the least that anybody names holds; where nobody does, there is none', async () => {
    expect((await merged({ user: '[policy]\njobs = 2' })).settings.policy.budgets).toBeUndefined()
    const { settings } = await merged({
      user: '[policy.budgets]\nrun_attempts = 5\nday_time = "90m"\ntask_time = 90',
      repository: '[policy.budgets]\nrun_attempts = 50\nrun_time = "30h"\nday_time = "1h"',
    })
    expect(settings.policy.budgets).toEqual({
      task: { ms: 90_000 },
      run: { attempts: 5, ms: 30 * 3_600_000 },
      day: { ms: 3_600_000 },
    })
  })

  test('no gate has more time or output than the policy allows', async () => {
    const { settings } = await merged({
      user: '[policy.limits]\ngate = "5m"\ngate_output = 2000000',
      repository:
        '[gates.long]\nrun = ["x"]\ntimeout = "3h"\noutput = 1000000000\n[gates.short]\nrun = ["x"]\ntimeout = "1m"\noutput = 1000000',
    })
    expect(settings.gates.map((it) => [it.timeoutMs, it.outputBytes])).toEqual([
      [300_000, 2_000_000],
      [60_000, 1_000_000],
    ])
  })

  test('a gate of the command line takes the place of no other', async () => {
    const given = (text: string) => {
      const flag = gateFromFlag(text)
      return { gates: 'gate' in flag ? [flag.gate] : [] }
    }
    const repository = '[gates.unit]\nrun = ["slow", "test"]\nenv = ["LANG"]'
    const other = await merged({ repository, flags: given('unit=true') })
    expect(other.settings.gates.map((it) => it.argv)).toEqual([['slow', 'test']])
    expect(other.diagnostics.map((it) => [it.code, it.severity, it.message])).toEqual([
      ['MW602', 'error', expect.stringContaining('--gate unit has the name of a gate in')],
    ])
    const same = await merged({ repository, flags: given('unit=slow test') })
    expect(same.settings.gates.map((it) => [it.argv, it.env])).toEqual([[['slow', 'test'], ['LANG']]])
    expect(same.diagnostics).toEqual([])
    const beside = await merged({ repository, flags: given('more=true') })
    expect(beside.settings.gates.map((it) => it.name)).toEqual(['unit', 'more'])
  })

  const looser: [key: string, user: string, repository: string][] = [
    ['mode', '', '[policy]\nmode = "silent"'],
    ['review', '[policy]\nreview = "always"', '[policy]\nreview = "never"'],
    ['unverified', '[policy]\nunverified = "block"', '[policy]\nunverified = "accept"'],
    ['deviations', '[policy]\ndeviations = "ask"', '[policy]\ndeviations = "record"'],
    ['baseline', '[policy]\nbaseline = "ask"', '[policy]\nbaseline = "ignore-same"'],
    ['added_tasks', '[policy]\nadded_tasks = "record"', '[policy]\nadded_tasks = "accept"'],
  ]
  for (const [key, user, repository] of looser)
    test(`a repository cannot loosen ${key}`, async () => {
      const { settings, diagnostics } = await merged({ user, repository })
      expect(diagnostics.map((it) => [it.code, it.span?.path])).toEqual([['MW607', 'repository.toml']])
      expect(settings.policy).toEqual((await merged({ user })).settings.policy)
    })

  test('what is red before the first task, and what agents add, is its own business where its user says nothing', async () => {
    const repository = '[policy]\nbaseline = "ignore-same"\nadded_tasks = "accept"'
    const { settings, diagnostics } = await merged({ repository })
    expect([settings.policy.baseline, settings.policy.addedTasks, diagnostics]).toEqual(['ignore-same', 'accept', []])
  })

  test.each(['ask', 'block'])(
    'a repository cannot have deviations unseen that its user sets to %s',
    async (deviations) => {
      const user = `[policy]\ndeviations = "${deviations}"`
      const repository = '[workspace]\nkind = "none"'
      const { settings, diagnostics } = await merged({ user, repository })
      expect(diagnostics.map((it) => [it.code, it.span?.path])).toEqual([['MW607', 'repository.toml']])
      expect(settings.policy.workspace).toBe('worktree')
      const alone = await merged({ repository })
      expect([alone.diagnostics, alone.settings.policy.workspace]).toEqual([[], 'none'])
      const own = await merged({ user: `${user}\n${repository}` })
      expect([own.diagnostics, own.settings.policy.workspace]).toEqual([[], 'none'])
    },
  )

  test('a repository can tighten', async () => {
    const { settings, diagnostics } = await merged({ repository: '[policy]\nmode = "education"\nunverified = "block"' })
    expect(diagnostics).toEqual([])
    expect(settings.policy).toMatchObject({ mode: 'education', unverified: 'block' })
  })

  test.each<[string, Parameters<typeof merged>[0], Policy['sets']]>([
    ['nothing', { user: '[policy]\nmode = "collaborative"' }, undefined],
    ['a review', { repository: '[policy]\nreview = "always"' }, ['review']],
    [
      'both',
      { user: '[policy]\nunverified = "ask"', repository: '[policy]\nreview = "always"' },
      ['review', 'unverified'],
    ],
  ])('what is set by name and not by a mode is known: %s', async (_what, of, sets) => {
    expect((await merged(of)).settings.policy.sets).toEqual(sets)
  })

  const asking: [what: string, said: Parameters<typeof merged>[0], review: string, unverified: string][] = [
    ['of the user', { user: '[policy]\nmode = "education"' }, 'always', 'ask'],
    ['of the repository', { repository: '[policy]\nmode = "collaborative"' }, 'always', 'ask'],
    [
      'of the command line',
      { user: '[policy]\nmode = "education"', flags: { policy: { mode: 'silent' } } },
      'never',
      'accept',
    ],
    ['beside a word of its own', { repository: '[policy]\nmode = "education"\nreview = "never"' }, 'never', 'ask'],
    [
      'of the user, below the repository',
      { user: '[policy]\nmode = "education"', repository: '[policy]\njobs = 2' },
      'always',
      'ask',
    ],
    [
      'of the repository, looser than what the user said by name',
      { user: '[policy]\nreview = "critical"\nunverified = "block"', repository: '[policy]\nmode = "dynamic"' },
      'critical',
      'block',
    ],
  ]
  for (const [what, said, review, unverified] of asking)
    test(`a mode ${what} says what is asked`, async () => {
      const { settings, diagnostics } = await merged(said)
      expect(diagnostics).toEqual([])
      expect(settings.policy).toMatchObject({ review, unverified })
    })

  const reviewing = { review: 'always' } as const
  const traditions: [what: string, said: Parameters<typeof merged>[0], review: string][] = [
    ['holds where nobody says anything', {}, 'always'],
    ['holds in a mode that asks less', { flags: { policy: { mode: 'dynamic' } } }, 'always'],
    ['holds in such a mode of the user', { user: '[policy]\nmode = "dynamic"' }, 'always'],
    ['holds in such a mode of the repository', { repository: '[policy]\nmode = "dynamic"' }, 'always'],
    ['ends with the mode that asks nobody', { flags: { policy: { mode: 'silent' } } }, 'never'],
    ['ends with that mode of the user', { user: '[policy]\nmode = "silent"' }, 'never'],
    [
      'comes back with a mode after that',
      { user: '[policy]\nmode = "silent"', flags: { policy: { mode: 'dynamic' } } },
      'always',
    ],
    ['ends with what the user says by name', { user: '[policy]\nreview = "critical"' }, 'critical'],
    [
      'does not come back with a mode once the user has said so',
      { user: '[policy]\nreview = "never"', flags: { policy: { mode: 'dynamic' } } },
      'never',
    ],
    ['ends with a word beside a mode', { user: '[policy]\nmode = "dynamic"\nreview = "never"' }, 'never'],
  ]
  for (const [what, said, review] of traditions)
    test(`the review of a dialect ${what}`, async () => {
      const { settings, diagnostics } = await merged({ dialect: reviewing, ...said })
      expect(diagnostics).toEqual([])
      expect(settings.policy.review).toBe(review)
    })

  test('a repository does not take away the review of a dialect', async () => {
    const { settings, diagnostics } = await merged({ dialect: reviewing, repository: '[policy]\nreview = "never"' })
    expect(diagnostics.map((it) => it.code)).toEqual(['MW607'])
    expect(settings.policy.review).toBe('always')
  })

  test('a repository cannot take the place of the agent of its user', async () => {
    const { settings, diagnostics } = await merged({
      user: '[agents.coder]\ncommand = ["mine"]',
      repository: '[agents.coder]\ncommand = ["theirs"]',
    })
    expect(diagnostics.map((it) => it.code)).toEqual(['MW607'])
    expect(settings.agents.map((it) => it.argv[0])).toEqual(['mine'])
  })

  test('severities: raised by anybody, lowered by the user alone', async () => {
    const { settings } = await merged({
      user: '[diagnostics]\nMW113 = "error"\nMW111 = "warning"',
      repository: '[diagnostics]\nMW113 = "info"\nMW101 = "error"',
    })
    expect(settings.severities).toEqual({ MW113: 'error', MW111: 'warning', MW101: 'error' })
  })
})

describe('what a gate needs', () => {
  const gate = (name: string, more = ''): string => `[gates.${name}]\nrun = ["${name}"]\n${more}\n`
  const needing = (name: string): string => gate('unit', `needs = ["${name}"]`)
  const told = async (repository: string): Promise<readonly string[]> =>
    (await merged({ repository })).diagnostics.map(({ code, message }) => `${code} ${message}`)

  test.each([
    ['itself', needing('unit'), 'unit, itself'],
    ['one behind it', `${needing('late')}${gate('late')}`, 'late, which stands behind it'],
    [
      'one that is not repeated unasked',
      `${gate('slow', 'repeat = "ask"')}${needing('slow')}`,
      'slow, which is not repeated unasked (repeat = "ask")',
    ],
    [
      'one that compares signatures',
      `[gates.signs]\nkind = "contract"\n${needing('signs')}`,
      'signs, which runs no program',
    ],
    ['the look at files', needing('files'), 'files, which makes nothing that others need'],
    [
      'an integration test',
      `${gate('year', 'milestone = "core"')}${needing('year')}`,
      'year, which makes nothing that others need',
    ],
  ])('is not %s', async (_, config, wrong) => {
    expect(await told(config)).toEqual([`MW508 gate unit needs ${wrong}`])
  })

  test('is nothing that nobody defines, once the call is known', async () => {
    const config = `${gate('year', 'milestone = "core"')}${needing('bild')}`
    const { settings, diagnostics } = await merged({ repository: config })
    expect(diagnostics).toEqual([])
    expect(wrongNeeds(settings.gates, () => false)).toMatchObject([
      {
        message: 'gate unit needs bild, and there is no such gate',
        span: { path: 'repository.toml', offset: config.indexOf('["bild"]') },
      },
    ])
  })

  test('may be named by the files of the project where nothing else is a command here, or where the plan asks for it', async () => {
    const unmet = async (repository: string, ...words: readonly string[]): Promise<readonly string[]> => {
      const gates = words.map((text) => ({ text, span: { path: 'tasks.md', offset: 0, length: 1 } }))
      return unmetNeeds({ tasks: [{ gates }] }, (await merged({ repository })).settings).map(({ message }) => message)
    }
    const numeric = (needs: string): string =>
      `[gates.sums]\nkind = "numeric"\nrun = ["sums"]\nneeds = ["${needs}"]\n[[gates.sums.values]]\nname = "a"\nregex = "(1)"\nreference = 1\n`
    const test = gate('year', 'milestone = "core"')
    expect([await unmet(numeric('build')), await unmet(`${test}${numeric('build')}`)]).toEqual([[], []])
    const both = `${gate('unit')}${numeric('build')}`
    expect(await unmet(both)).toEqual(['gate sums needs build, and there is no such gate'])
    expect(await unmet(both, 'Build')).toEqual([])
    expect(await told(numeric('files'))).toHaveLength(1)
  })

  test('is told where it is written, of an integration test and of a gate beside one of the user, too', async () => {
    const config = `${gate('year', 'milestone = "core"\nneeds = ["none"]')}${needing('none')}`
    const { settings } = await merged({ user: gate('unit'), repository: config })
    expect(
      wrongNeeds(settings.gates, () => false).map(({ message, span }) => [message.split(' ')[1], span?.offset]),
    ).toEqual([
      [expect.stringContaining('year'), config.indexOf('["none"]')],
      ['unit-repository', config.lastIndexOf('["none"]')],
    ])
  })

  test('may be a gate of the call, which runs before it then', async () => {
    const [build, more] = ['build=make', 'more=true'].map((it) => {
      const read = gateFromFlag(it)
      if ('diagnostic' in read) throw new Error(read.diagnostic.message)
      return read.gate
    })
    if (build === undefined || more === undefined) throw new Error('two were read')
    const { settings, diagnostics } = await merged({ repository: needing('build'), flags: { gates: [more, build] } })
    expect(diagnostics).toEqual([])
    expect(settings.gates.map(({ name }) => name)).toEqual(['build', 'unit', 'more'])
  })
})

describe('agents by name', () => {
  test('configured, preset, human, unknown', async () => {
    const { settings } = await merged({ user: '[agents.coder]\ncommand = ["x"]' })
    const find = (name: string) => {
      const found = findAgent(settings, name, ['claude-code', 'codex'])
      return 'agent' in found ? found.agent.kind : `${found.diagnostic.code} ${found.diagnostic.message}`
    }
    expect(find('coder')).toBe('command')
    expect(find('codex')).toBe('preset')
    expect(find('human')).toBe('human')
    expect(find('codr')).toBe('MW609 unknown agent codr; did you mean coder?')
  })

  test('--exec takes the brief where the line has a place for it', () => {
    const brief = (line: string) => {
      const read = agentFromFlag(line)
      return 'agent' in read ? read.agent.brief : read.diagnostic.code
    }
    expect(brief('my-agent -q')).toBe('stdin')
    expect(brief('my-agent "{brief}"')).toBe('argument')
    expect(brief('my-agent --file={briefFile}')).toBe('file')
    expect(brief('a | b')).toBe('MW600')
    expect(brief('')).toBe('MW602')
    expect(gateFromFlag('npm test')).toMatchObject({ diagnostic: { code: 'MW602' } })
    expect(gateFromFlag('files=true')).toMatchObject({ diagnostic: { code: 'MW602' } })
  })
})

test('configured gates and agents are what the adapters take', async () => {
  const { settings } = await merged({ user: '[gates.a]\nrun = ["x"]\n[agents.b]\ncommand = ["y"]' })
  const gates: readonly (GateSpec & AssignableGate)[] = settings.gates
  const agents: readonly AgentSettings[] = settings.agents
  expect([gates.length, agents.length]).toEqual([1, 1])
})

test('what trust is asked about: gates, the agent that is used, the set-up, each with whose word it is', async () => {
  const { settings } = await merged({
    user: '[agents.mine]\ncommand = ["a"]',
    repository: '[agents.theirs]\ncommand = ["b"]\n[agents.other]\ncommand = ["c"]\n[workspace]\nsetup = ["npm", "ci"]',
    flags: { agent: 'theirs' },
  })
  const gates = foundGates(
    [{ name: 'unit', argv: ['npm', 'test'], origin: 'package.json scripts.test', ecosystem: 'npm' }],
    settings.policy,
  )
  expect(executablesOf({ ...settings, gates }).map((it) => [it.what, it.argv.join(' '), it.source])).toEqual([
    ['gate unit', 'npm test', 'repository'],
    ['agent theirs', 'b', 'repository'],
    ['set-up', 'npm ci', 'repository'],
  ])
  expect(gates[0]).toMatchObject({ timeoutMs: 1_200_000, cwd: '.' })
})

test('a script of a repository is asked about as a program is', async () => {
  const { settings } = await merged({ repository: '[agents.demo]\nkind = "scripted"\nscript = "demo.json"' })
  expect(executablesOf({ ...settings, gates: [] }).map((it) => [it.what, it.argv])).toEqual([
    ['agent demo', ['scripted', 'demo.json']],
  ])
})

describe('a spec in education mode, which asks before its steps', () => {
  const dialect: Partial<Policy> = { education: educationDefaults }

  test.each<[string, Parameters<typeof merged>[0], Policy['review'], Policy['unverified']]>([
    ['shows no draft', { dialect: { ...dialect, mode: 'education' } }, 'never', 'accept'],
    ['nor where the call names the mode', { dialect, flags: { policy: { mode: 'education' } } }, 'never', 'accept'],
    ['nor where the user does', { dialect, user: '[policy]\nmode = "education"' }, 'never', 'accept'],
    [
      'but where the user says so',
      { dialect, user: '[policy]\nmode = "education"\nreview = "always"' },
      'always',
      'accept',
    ],
    [
      'or wants to be asked of what no gate checks',
      { dialect, user: '[policy]\nmode = "education"\nunverified = "ask"' },
      'never',
      'ask',
    ],
    [
      'nor takes a project back with it what the mode of the user asks',
      { dialect, user: '[policy]\nmode = "collaborative"', repository: '[policy]\nmode = "education"' },
      'always',
      'ask',
    ],
    ['other plans show each', { user: '[policy]\nmode = "education"' }, 'always', 'ask'],
  ])('%s', async (_about, of, review, unverified) => {
    expect((await merged(of)).settings.policy).toMatchObject({ mode: 'education', review, unverified })
  })
})
