import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile, mkdir } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { AttemptContext, EndedAttempt } from '../../src/agents/agent.ts'
import { commandAgent, fillArgv } from '../../src/agents/command.ts'
import { readDoubles } from '../../src/agents/doubles.ts'
import { humanAgent } from '../../src/agents/human.ts'
import { openAgent, setupOf, type AgentSettings } from '../../src/agents/open-agent.ts'
import { scriptedAgent } from '../../src/agents/scripted.ts'

let root = ''
let folder = ''
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'mw-agent-'))
  folder = path.join(root, 'work')
  await mkdir(folder)
})
afterEach(() => rm(root, { recursive: true }))

const context = (more: Partial<AttemptContext> = {}): AttemptContext => ({
  name: { run: 'r', task: 'u1', step: 'work', method: 'primary', attempt: 1, round: 1 },
  replaces: null,
  joined: null,
  taskId: 'T001',
  folder,
  briefFile: path.join(root, 'state/brief.md'),
  resultFile: path.join(root, 'state/result.json'),
  planFile: 'tasks.md',
  limits: { attemptMs: 30_000, idleMs: 30_000, outputBytes: 100_000 },
  from: process.env,
  markers: { MILLWRIGHT_ATTEMPT: 'mark' },
  keep: (content) =>
    Promise.resolve(`kept:${Buffer.concat('pieces' in content ? [...content.pieces()] : [content]).length}`),
  askHuman: null,
  ...more,
})
const settings = (argv: string[], more: Partial<AgentSettings> = {}): AgentSettings => ({
  name: 'coder',
  kind: 'command',
  preset: null,
  argv,
  args: [],
  brief: null,
  env: [],
  set: {},
  script: null,
  attemptMs: null,
  idleMs: null,
  ...more,
})
async function attempt(
  given: AgentSettings,
  more: Partial<AttemptContext> = {},
  brief = '# T001: do it',
): Promise<EndedAttempt> {
  const opened = await openAgent(given, root)
  if (!('agent' in opened)) throw new Error(opened.diagnostics.map((it) => it.message).join())
  const end = await opened.agent.start(brief, context(more)).done
  if (end.is !== 'ended') throw new Error('it waits')
  return end
}
const node = (script: string, ...args: string[]) => [process.execPath, '-e', script, '--', ...args]

describe('a command line as the agent', () => {
  test('the brief comes on stdin, names in the environment, the working directory is the workspace', async () => {
    const script = `
      const fs = require('fs'), e = process.env
      fs.writeFileSync('seen.json', JSON.stringify({ brief: fs.readFileSync(0, 'utf8'), file: fs.readFileSync(e.MILLWRIGHT_BRIEF, 'utf8'),
        task: e.MILLWRIGHT_TASK, step: e.MILLWRIGHT_STEP, mark: e.MILLWRIGHT_ATTEMPT, secret: e.SOME_SECRET ?? null }))
      fs.writeFileSync(e.MILLWRIGHT_RESULT, JSON.stringify({ status: 'completed', text: 'did it' }))`
    const end = await attempt(settings(node(script)), { from: { ...process.env, SOME_SECRET: 'x' } })
    expect(end).toMatchObject({
      how: 'finished',
      exitCode: 0,
      claim: { says: 'done', text: 'did it' },
      brief: 'kept:13',
      failure: null,
    })
    expect(JSON.parse(await readFile(path.join(folder, 'seen.json'), 'utf8'))).toEqual({
      brief: '# T001: do it',
      file: '# T001: do it',
      task: 'T001',
      step: 'work',
      mark: 'mark',
      secret: null,
    })
  })

  test('where the workspace lies is no part of what it says, nor is what it was handed by name', async () => {
    const script = `
      const text = 'no ' + process.cwd() + '/src/a.ts with ' + process.env.GIVEN + process.env.API_KEY + process.env.PROFILE
      console.log(text)
      require('fs').writeFileSync(process.env.MILLWRIGHT_RESULT, JSON.stringify({ status: 'blocked', text }))`
    const end = await attempt(settings(node(script), { env: ['GIVEN', 'API_KEY', 'PROFILE'] }), {
      from: { ...process.env, GIVEN: 'a"secret', API_KEY: 'plainword', PROFILE: 'default' },
    })
    expect(end).toMatchObject({
      claim: { says: 'blocked', text: 'no src/a.ts with ******default' },
      excerpt: 'no src/a.ts with ******default',
    })
    // The file stays where it is; what it was handed does not.
    expect(await readFile(context().resultFile, 'utf8')).toBe(
      '{"status":"blocked","text":"no src/a.ts with ******default"}',
    )
  })

  const ends: [name: string, argv: string[], limits: Partial<AttemptContext['limits']>, expected: object][] = [
    ['fails', node('console.log("no"); process.exit(4)'), {}, { how: 'failed', exitCode: 4, excerpt: 'no' }],
    [
      'is missing',
      ['no-such-agent-here'],
      {},
      { how: 'missing', output: null, failure: { reason: "the program 'no-such-agent-here' was not found" } },
    ],
    [
      'hangs in silence',
      node('setInterval(() => {}, 1000)'),
      { idleMs: 150 },
      { how: 'idle', limit: { key: 'policy.limits.idle', ms: 150 } },
    ],
    [
      'never ends',
      node('setInterval(() => console.log(1), 20)'),
      { attemptMs: 300 },
      { how: 'timed-out', limit: { key: 'policy.limits.attempt', ms: 300 } },
    ],
    ['dies', node('process.kill(process.pid, "SIGKILL")'), {}, { how: 'failed', signal: 'SIGKILL' }],
  ]
  for (const [name, argv, limits, expected] of ends)
    test(name, async () => {
      const base = context().limits
      expect(await attempt(settings(argv), { limits: { ...base, ...limits } })).toMatchObject({
        claim: { says: 'nothing' },
        ...expected,
      })
    })

  test('a flood is kept with its beginning and its end, and what is lost between them is told', async () => {
    const kept: string[] = []
    const end = await attempt(settings(node('process.stdout.write("first\\n" + "x".repeat(300000) + "\\nlast\\n")')), {
      limits: { ...context().limits, outputBytes: 10_000 },
      keep: (bytes) =>
        Promise.resolve(
          `kept:${kept.push(Buffer.concat('pieces' in bytes ? [...bytes.pieces()] : [bytes]).toString())}`,
        ),
    })
    expect(end).toMatchObject({ how: 'finished', dropped: 300_012 - 10_000 - 4096, output: 'kept:2' })
    expect(kept[1]).toMatch(/^first\nx{4090}\n\[285916 bytes of output were dropped here\]\nx{9994}\nlast\n$/)
    expect(await attempt(settings(node('console.log("all")')))).not.toHaveProperty('dropped')
  })

  test('its own limit is named where that is the shorter one', async () => {
    const silent = { ...settings(node('setInterval(() => {}, 1000)')), name: 'mine', attemptMs: 10_000, idleMs: 100 }
    const end = await attempt(silent)
    expect(end).toMatchObject({ how: 'idle', limit: { key: 'agents.mine.idle_timeout', ms: 100 } })
    const talking = { ...settings(node('setInterval(() => console.log(1), 20)')), name: 'mine', attemptMs: 200 }
    expect(await attempt(talking)).toMatchObject({ how: 'timed-out', limit: { key: 'agents.mine.timeout', ms: 200 } })
  })

  test('it can be stopped, also before it runs', async () => {
    const opened = await openAgent(settings(node('setInterval(() => {}, 1000)')), root)
    const running = 'agent' in opened ? opened.agent.start('#', context()) : null
    running?.stop('a test')
    expect(await running?.done).toMatchObject({ how: 'stopped' })
  })

  test('slots are filled inside single words and never become options or slots', () => {
    const values = { brief: '--evil {workspace}', briefFile: '/b c', workspace: '/w' }
    expect(fillArgv(['x', '{brief}', '--f={briefFile}', '{workspace}/a', '-m{brief}'], values)).toEqual([
      'x',
      '\n--evil {workspace}',
      '--f=/b c',
      '/w/a',
      '-m--evil {workspace}',
    ])
    expect(fillArgv(['x', '{brief}'], { ...values, brief: '#'.repeat(200_000) })[1]).toContain('/b c')
  })

  test('a brief that cannot be written is an answer, not a crash', async () => {
    await writeFile(path.join(root, 'taken'), '')
    const end = await attempt(settings(node('')), { briefFile: path.join(root, 'taken/attempts/brief.md') })
    expect(end).toMatchObject({ how: 'missing', claim: { says: 'nothing' } })
    expect(end.failure?.reason).toContain('the brief could not be written')
  })

  test('a brief that the disk does not take is no answer of the agent: the run is to stop', async ({ skip }) => {
    const disk = path.join(root, 'disk')
    await mkdir(disk)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'ro', 'tmpfs', disk], { stdio: 'pipe' })
    } catch {
      skip('no disk can be mounted here')
    }
    try {
      const told = attempt(settings(node('')), { briefFile: path.join(disk, 'attempts/brief.md') })
      await expect(told).rejects.toThrow(/^cannot write .*: the disk is mounted read-only$/)
    } finally {
      execFileSync('umount', [disk])
    }
  })

  test('any bytes of a brief arrive as one argument', async () => {
    const script = 'require("fs").writeFileSync("argv.json", JSON.stringify(process.argv.slice(1)))'
    const brief = '# $(touch x) `y` "z" \'\n\\ ü 😀 ; && |'
    await attempt(settings([...node(script), '{brief}'], { brief: 'argument' }), {}, brief)
    expect(JSON.parse(await readFile(path.join(folder, 'argv.json'), 'utf8'))).toEqual([brief])
  })

  test('deviations in the output join those of the result file', async () => {
    const script = `
      console.log('- **[DEVIATION] T001: Added a helper**\\n  Reason: needed\\n  Action taken: wrote it\\n  Impact: none\\n\\nmore')
      require('fs').writeFileSync(process.env.MILLWRIGHT_RESULT, JSON.stringify({ deviations: [{ what: 'from the file' }] }))`
    const { claim } = await attempt(settings(node(script)))
    expect(claim.deviations.map((it) => [it.what, it.reason, it.action, it.impact])).toEqual([
      ['from the file', '', '', ''],
      ['Added a helper', 'needed', 'wrote it', 'none'],
    ])
  })

  test('a result of an earlier attempt, or a link in its place, says nothing', async () => {
    await mkdir(path.join(root, 'state'))
    await writeFile(path.join(root, 'state/result.json'), '{"status": "done"}')
    expect((await attempt(settings(node('')))).claim.says).toBe('nothing')
    await writeFile(path.join(root, 'elsewhere.json'), '{"status": "done"}')
    const link = `require('fs').symlinkSync(${JSON.stringify(path.join(root, 'elsewhere.json'))}, process.env.MILLWRIGHT_RESULT)`
    expect((await attempt(settings(node(link)))).claim.says).toBe('nothing')
  })
})

describe('presets', () => {
  test('codex: the brief is the last word, further arguments stand before it, usage and session are read', async () => {
    const completed = setupOf(settings([], { kind: 'preset', preset: 'codex', args: ['-m', 'x'] }))
    if (!('setup' in completed)) throw new Error('no preset')
    expect(completed.setup.argv).toEqual(['codex', 'exec', '--json', '-s', 'workspace-write', '-m', 'x', '{brief}'])
    const lines = [
      'a banner',
      { type: 'thread.started', thread_id: 't-1' },
      { type: 'item.completed', item: { type: 'agent_message', text: 'All done.' } },
      { type: 'turn.completed', usage: { input_tokens: 10, cached_input_tokens: 4, output_tokens: 2 } },
      { type: 'turn.completed', usage: { input_tokens: 5, output_tokens: 1 } },
    ].map((it) => (typeof it === 'string' ? it : JSON.stringify(it)))
    const fake = node('require("fs").readFileSync(0); console.log(process.argv[1])', lines.join('\n'))
    const end = await commandAgent({ ...completed.setup, argv: fake }).start('# b', context()).done
    expect(end).toMatchObject({
      session: 't-1',
      usage: { inputTokens: 15, outputTokens: 3, costUsd: null },
      claim: { text: 'All done.' },
      excerpt: 'All done.',
    })
  })

  test('claude-code: the result line tells all; without one nothing is known', async () => {
    const completed = setupOf(settings([], { kind: 'preset', preset: 'claude-code' }))
    if (!('setup' in completed)) throw new Error('no preset')
    expect(completed.setup).toMatchObject({ brief: 'stdin', kind: 'command' })
    const end = async (line: object) =>
      commandAgent({ ...completed.setup, argv: node('console.log(process.argv[1])', JSON.stringify(line)) }).start(
        '# b',
        context(),
      ).done
    const usage = { input_tokens: 1, cache_read_input_tokens: 2, cache_creation_input_tokens: 3, output_tokens: 4 }
    expect(await end({ type: 'result', session_id: 's', result: 'ok', total_cost_usd: 0.5, usage })).toMatchObject({
      session: 's',
      usage: { inputTokens: 6, outputTokens: 4, costUsd: 0.5 },
      claim: { text: 'ok', says: 'nothing' },
    })
    expect(await end({ type: 'result', usage: { input_tokens: 'many' } })).toMatchObject({ usage: null, session: null })
  })

  test('an unknown preset is told with the nearest name', () => {
    expect(setupOf(settings([], { kind: 'preset', preset: 'codx' }))).toMatchObject({
      diagnostics: [{ code: 'MW609', message: 'unknown preset codx; did you mean codex?' }],
    })
  })
})

describe('a person as the agent', () => {
  test('without a terminal the step waits, and no answer is never a yes', async () => {
    const start = (askHuman: AttemptContext['askHuman']) => humanAgent('me').start('# b', context({ askHuman })).done
    expect(await start(null)).toMatchObject({ is: 'waiting', on: 'human' })
    const proposing = await humanAgent('me').start('# b', context({ replaces: 'T001' })).done
    expect(proposing).toMatchObject({
      is: 'waiting',
      text: expect.stringMatching(/^what takes the place of T001 /) as string,
    })
    expect(await start(() => Promise.reject(new Error('closed')))).toMatchObject({ is: 'waiting' })
    expect(await readFile(path.join(root, 'state/brief.md'), 'utf8')).toBe('# b')
    expect(await start(() => Promise.resolve({ says: 'done', text: 'by hand' }))).toMatchObject({
      how: 'finished',
      claim: { says: 'done', text: 'by hand' },
    })
    const running = humanAgent('me').start('# b', context({ askHuman: () => new Promise(() => undefined) }))
    running.stop('a test')
    expect(await running.done).toMatchObject({ is: 'waiting' })
  })
})

describe('doubles', () => {
  const run = async (script: object, nth = 1, more: Partial<AttemptContext> = {}) => {
    const { doubles, diagnostics } = readDoubles(JSON.stringify(script), 'doubles.json')
    expect(diagnostics).toEqual([])
    return scriptedAgent('demo', doubles!).start('# b', context({ name: { ...context().name, attempt: nth }, ...more }))
      .done
  }
  const read = (name: string) => readFile(path.join(folder, name), 'utf8').catch(() => null)

  test('attempt by attempt, the last one holds', async () => {
    await writeFile(path.join(folder, 'old'), 'x')
    await writeFile(path.join(folder, 'tasks.md'), '- [ ] T001 a\n- [ ] T0012 b\n')
    const script = {
      tasks: {
        T001: [
          { exit: 1, output: 'not yet' },
          {
            write: { 'src/a.ts': '1' },
            append: { old: 'y' },
            says: 'done',
            tick: ['T001'],
            deviations: [{ what: 'w' }],
          },
          { delete: ['old'], crash: true },
        ],
      },
    }
    expect(await run(script, 1)).toMatchObject({ how: 'failed', exitCode: 1, excerpt: 'not yet' })
    expect(await read('src/a.ts')).toBeNull()
    expect(await run(script, 2)).toMatchObject({
      how: 'finished',
      claim: { says: 'done', deviations: [{ what: 'w', reason: '' }] },
    })
    expect([await read('src/a.ts'), await read('old'), await read('tasks.md')]).toEqual([
      '1',
      'xy',
      '- [X] T001 a\n- [ ] T0012 b\n',
    ])
    expect(await run(script, 9)).toMatchObject({ how: 'failed', signal: 'SIGKILL' })
    expect(await read('old')).toBeNull()
    expect(await run({}, 1)).toMatchObject({ how: 'finished' })
  })

  test('a hanging one ends at its limit or when it is stopped; links lead nowhere', async () => {
    const limits = { attemptMs: 50, idleMs: 1000, outputBytes: 1 }
    expect(await run({ tasks: { '*': [{ hang: true, write: { a: '' } }] } }, 1, { limits })).toMatchObject({
      how: 'timed-out',
    })
    expect(await read('a')).toBeNull()
    const { doubles } = readDoubles('{"tasks": {"*": [{"hang": true}]}}', 'd')
    const running = scriptedAgent('demo', doubles!).start('# b', context())
    running.stop('a test')
    expect(await running.done).toMatchObject({ how: 'stopped' })
    await symlink(root, path.join(folder, 'out'))
    await run({ tasks: { '*': [{ write: { 'out/x': 'bad' } }] } })
    expect(await readFile(path.join(root, 'x'), 'utf8').catch(() => null)).toBeNull()
  })

  test('links of the repository lead a script to no data of git, and to no file outside', async () => {
    await mkdir(path.join(folder, '.git'), { recursive: true })
    await writeFile(path.join(root, 'mine'), 'mine')
    await symlink('.git', path.join(folder, 'g'))
    await symlink(path.join(root, 'mine'), path.join(folder, 'f'))
    await symlink(path.join(root, 'new'), path.join(folder, 'dangling'))
    await run({ tasks: { '*': [{ write: { 'g/config': 'bad', dangling: 'bad', ok: 'ok' }, append: { f: 'bad' } }] } })
    expect(await read('ok')).toBe('ok')
    expect(await read('.git/config')).toBeNull()
    expect(await readFile(path.join(root, 'mine'), 'utf8')).toBe('mine')
    expect(await readFile(path.join(root, 'new'), 'utf8').catch(() => null)).toBeNull()
  })

  test.each(['.git/config', 'a/.GIT/hooks/x', '.git ', 'millwright.toml', '/etc/x', '.', 'a/../../x'])(
    'a script names no protected path: %s',
    (place) => {
      const { doubles, diagnostics } = readDoubles(
        JSON.stringify({ tasks: { '*': [{ append: { [place]: '' } }] } }),
        'd',
      )
      expect(doubles).toBeNull()
      expect(diagnostics[0]?.message).toContain('must be a path inside the workspace that is not protected')
    },
  )

  test('a script that cannot be followed is a failed attempt', async () => {
    await writeFile(path.join(folder, 'a'), '')
    expect(await run({ tasks: { '*': [{ write: { 'a/b': '' } }] } })).toMatchObject({ how: 'failed', exitCode: null })
  })

  test('what is wrong in the file is named', () => {
    const problems = (script: unknown) =>
      readDoubles(typeof script === 'string' ? script : JSON.stringify(script), 'd').diagnostics.map(
        (it) => `${it.code} ${it.message}`,
      )
    expect(problems('{"tasks": ')).toEqual(['MW400 the file of doubles is not JSON'])
    expect(
      problems({
        tasks: { T1: [{ exit: -1, wirte: {}, write: { '../x': '' }, says: 'yes' }], T2: [] },
        gates: { unit: ['maybe'] },
        more: 1,
      }).map((it) => it.split(' must')[0]?.split(' is')[0]),
    ).toEqual([
      'MW407 more',
      'MW407 tasks.T1[0].wirte',
      'MW407 tasks.T1[0].write.../x',
      'MW407 tasks.T1[0].says',
      'MW407 tasks.T1[0].exit',
      'MW407 tasks.T2',
      'MW407 gates.unit[0]',
    ])
  })
})

test('a script that a repository names lies in it: no other file of the person is read', async () => {
  const inside = path.join(root, 'inside')
  await mkdir(inside)
  await writeFile(path.join(root, 'outside.json'), '{"tasks":{"*":[{"says":"done"}]}}')
  await writeFile(path.join(inside, 'own.json'), '{"tasks":{"*":[{"says":"done"}]}}')
  await symlink('../outside.json', path.join(inside, 'link.json'))
  const open = async (script: string, isOfRepository: boolean): Promise<readonly string[]> => {
    const opened = await openAgent(settings([], { kind: 'scripted', script }), inside, isOfRepository)
    return 'agent' in opened ? [] : opened.diagnostics.map((it) => it.code)
  }
  for (const script of ['../outside.json', 'link.json', path.join(root, 'outside.json')]) {
    expect(await open(script, true)).toEqual(['MW508'])
    expect(await open(script, false)).toEqual([])
  }
  expect(await open('own.json', true)).toEqual([])
})
