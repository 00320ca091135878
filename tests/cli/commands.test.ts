import { chmodSync, existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { commandList } from '../../src/cli/command-list.ts'
import { makeBench, type Bench } from '../rig/cli.ts'
import { brokenPlan, cleanPlan } from './plans.ts'

let bench: Bench
beforeEach(() => {
  bench = makeBench({ git: true })
})
afterEach(() => bench.remove())

describe('help', () => {
  test.each(commandList.map(({ name }) => name))('%s shows its use and at least two examples', async (name) => {
    const { stdout, stderr, code } = await bench.millwright([name, '--help'])
    expect(code).toBe(0)
    expect(stderr).toBe('')
    expect(stdout).toMatch(new RegExp(`^Usage: millwright ${name} `))
    const examples = stdout
      .slice(stdout.indexOf('\nExamples:\n') + 11)
      .trimEnd()
      .split('\n')
    expect(examples.length).toBeGreaterThanOrEqual(2)
    for (const line of examples) expect(line).toMatch(/^ {2}.*\bmillwright .* # \S/)
  })

  test('the program lists every command and every exit code', async () => {
    const { stdout, code } = await bench.millwright(['--help'])
    expect(code).toBe(0)
    for (const { name } of commandList) expect(stdout).toMatch(new RegExp(`^ {2}${name} `, 'm'))
    for (const exit of [0, 1, 2, 3, 4, 130]) expect(stdout).toMatch(new RegExp(`^ {2}${exit} +\\S`, 'm'))
    const same = await bench.millwright(['help'])
    expect(same).toEqual({ code: 0, stdout, stderr: '' })
  })

  test('the version is that of the package', async () => {
    const { version } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8')) as {
      version: string
    }
    expect((await bench.millwright(['--version'])).stdout).toBe(`${version}\n`)
  })
})

describe('wrong calls', () => {
  test.each([
    { words: ['chekc', 'tasks.md'], says: 'Did you mean check?' },
    { words: ['run', 'tasks.md', '--moed', 'silent'], says: 'Did you mean --mode?' },
    { words: ['check'], says: "missing required argument 'plan'" },
    { words: ['check', 'a', 'b'], says: 'too many arguments' },
    { words: ['check', 'a', '--format', 'xml'], says: 'Allowed choices are text, json, sarif, github' },
    { words: ['run', 'a', '--jobs', 'many'], says: 'whole number from 1 to 256' },
    { words: ['run', 'a', '--jobs', '0'], says: 'whole number from 1 to 256' },
    { words: ['run', 'a', '--agent', 'x', '--exec', 'y'], says: 'cannot be used with' },
    { words: ['run', 'a', '--mechanical', '--standard'], says: 'cannot be used with' },
    { words: ['review', 'aprove'], says: 'Allowed choices are list, show, approve' },
    { words: ['chekc\u001b[2J'], says: 'unknown command' },
    { words: ['help', 'chekc'], says: "unknown command 'chekc'" },
    { words: ['help', 'undo'], says: 'undo comes later' },
    { words: [], says: 'Usage: millwright' },
  ])('$words', async ({ words, says }) => {
    const { code, stdout, stderr } = await bench.millwright(words)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toContain(says)
    expect(stderr.includes('\u001b')).toBe(false)
  })
})

test.each(['undo', 'task', 'feature', 'convert', 'suggest-mode', 'serve', 'mcp'])(
  '%s is planned, and says so instead of being unknown',
  async (name) => {
    expect(commandList.some((it) => it.name === name)).toBe(false)
    const { code, stdout, stderr } = await bench.millwright([name, 'tasks.md'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain(`${name} comes later`)
  },
)

describe('graph', () => {
  test.each([
    { format: 'text', says: /T001 +Read the table/ },
    { format: 'mermaid', says: /^(flowchart|graph) LR/m },
    { format: 'dot', says: /^digraph / },
  ])('$format', async ({ format, says }) => {
    bench.write('tasks.md', cleanPlan)
    const { code, stdout, stderr } = await bench.millwright(['graph', 'tasks.md', '--format', format])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(says)
  })

  test('json is the documented document, with the place of each task', async () => {
    bench.write('tasks.md', cleanPlan)
    const { stdout } = await bench.millwright(['graph', 'tasks.md', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({
      dialect: 'phase-tasks',
      tasks: [
        { id: 'T001', state: 'done', dependsOn: [], traces: ['FR-001'], span: { file: 'tasks.md', line: 4 } },
        {
          id: 'T002',
          dependsOn: [{ key: 'T001', basis: 'explicit', needs: 'done' }],
          files: [{ path: 'src/draw.ts', action: 'create' }],
          span: { file: 'tasks.md', line: 6 },
        },
      ],
      order: ['T001', 'T002'],
      stages: [['T001'], ['T002']],
      cycles: [],
    })
  })

  test('svg is not there yet, and says when', async () => {
    bench.write('tasks.md', cleanPlan)
    const { code, stderr } = await bench.millwright(['graph', 'tasks.md', '--format', 'svg'])
    expect(code).toBe(2)
    expect(stderr).toContain('comes with the web page')
  })

  test('a plan with an error is told on stderr, and nothing is drawn', async () => {
    bench.write('tasks.md', brokenPlan)
    const { code, stdout, stderr } = await bench.millwright(['graph', 'tasks.md'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('tasks.md:5:16: error MW111')
    expect(stderr).not.toContain('MW116')
    expect(stderr).toContain('1 error (and 1 milder')
    expect(stderr).toContain('nothing to show before they are mended')
  })

  test('json of a plan with errors is the graph of what was read, with the findings', async () => {
    bench.write(
      'tasks.md',
      `${brokenPlan}- [ ] T005 Swing\n  blocked_by: [T006]\n- [ ] T006 Turn\n  blocked_by: [T005]\n`,
    )
    const { code, stdout } = await bench.millwright(['graph', 'tasks.md', '--json'])
    expect(code).toBe(2)
    const told = JSON.parse(stdout) as { diagnostics: { code: string }[] }
    expect(Object.keys(told)).toEqual(['dialect', 'tasks', 'order', 'stages', 'criticalPath', 'cycles', 'diagnostics'])
    expect(told).toMatchObject({
      dialect: 'phase-tasks',
      order: ['T001', 'T002', 'T004'],
      stages: [['T001', 'T002', 'T004']],
      cycles: [['T005', 'T006']],
    })
    expect(told.diagnostics.map(({ code: it }) => it)).toEqual(['MW111', 'MW116', 'MW113'])
  })

  test('json of what holds nothing is the findings alone', async () => {
    bench.write('tasks.md', '')
    const { code, stdout } = await bench.millwright(['graph', 'tasks.md', '--json'])
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ plan: null, summary: { errors: 1 } })
  })
})

describe('why', () => {
  test('tells what a task waits for, as text and as data; case does not matter', async () => {
    bench.write('tasks.md', cleanPlan.replace('[X]', '[ ]'))
    const text = await bench.millwright(['why', 'tasks.md', 't002'])
    expect(text.code).toBe(0)
    expect(text.stdout).toContain('waits for 1 task; T001 can be worked on first')
    const { stdout } = await bench.millwright(['why', 'tasks.md', 'T002', '--json'])
    expect(JSON.parse(stdout)).toMatchObject({ task: 'T002', verdict: 'waiting', run: null })
  })

  test('an unknown task is refused with the nearest name', async () => {
    bench.write('tasks.md', cleanPlan)
    const { code, stderr } = await bench.millwright(['why', 'tasks.md', 'T003'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/there is no task T003 in this plan; did you mean T00[12]\?/)
  })
})

describe('init', () => {
  test('writes what it found, once, and the result is a valid configuration', async () => {
    bench.write('package.json', '{"name":"x","scripts":{"test":"node --test","lint":"eslint ."}}')
    bench.write('deep/a.txt', '')
    const first = await bench.millwright(['init', 'deep'])
    const file = path.join(bench.folder, 'millwright.toml')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).toContain(`wrote ${file}`)
    const written = readFileSync(file, 'utf8')
    expect(written).toMatch(/^\[gates\.unit\]$/m)
    bench.write('tasks.md', cleanPlan)
    bench.write('src/read.ts', '')
    const check = await bench.millwright(['check', 'tasks.md', '--strict'])
    expect(check.stdout).toMatch(/^tasks\.md: no findings/)

    bench.write('millwright.toml', '# mine\n')
    const second = await bench.millwright(['init'])
    expect(second.code).toBe(2)
    expect(second.stderr).toContain('--force')
    expect(readFileSync(file, 'utf8')).toBe('# mine\n')
    expect((await bench.millwright(['init', '--force'])).code).toBe(0)
    expect(readFileSync(file, 'utf8')).toBe(written)
    const told = await bench.millwright(['init', '--force', '--json'])
    expect(JSON.parse(told.stdout)).toMatchObject({
      file,
      gates: expect.arrayContaining([{ name: 'unit', argv: expect.any(Array) }]),
    })
  })

  test.each([true, false])('what a link leads to is left alone, also where nothing is there: %s', async (isThere) => {
    const outside = path.join(bench.home, 'precious')
    if (isThere) writeFileSync(outside, 'precious')
    symlinkSync(outside, path.join(bench.folder, 'millwright.toml'))
    for (const words of [['init'], ['init', '--force']]) {
      const { code, stderr } = await bench.millwright(words)
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining(`is a link, to ${isThere ? outside : 'nothing'}; it was left as it is`),
      ])
    }
    expect(existsSync(outside) ? readFileSync(outside, 'utf8') : null).toBe(isThere ? 'precious' : null)
  })

  test('a folder that is none', async () => {
    expect((await bench.millwright(['init', 'nowhere'])).code).toBe(2)
  })
})

describe('doctor', () => {
  /** A PATH on which an agent is found that does nothing. */
  function withClaude(): { readonly env: { readonly PATH: string } } {
    const file = bench.write('../bin/claude', '#!/bin/sh\n')
    chmodSync(file, 0o755)
    return { env: { PATH: `${path.dirname(file)}:${process.env['PATH'] ?? ''}` } }
  }

  test('without any agent nothing can be run: what is missing and how to get it', async () => {
    const { code, stdout } = await bench.millwright(['doctor'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/agent +✗ none is configured, and none was found on the PATH/)
    expect(stdout).toContain('install Claude Code (the program claude) or Codex (the program codex)')
    expect(stdout).toContain('--exec "CMD ARGS"')
    expect(stdout).toMatch(/Not ready: 1 problem to be mended first, marked with ✗ above\.\n$/)
    const json = await bench.millwright(['doctor', '--json'])
    expect(json.code).toBe(1)
    expect(JSON.parse(json.stdout)).toMatchObject({ ready: false, problems: 1, call: null })
  })

  test('ready comes with the call that runs a plan', async () => {
    const found = await bench.millwright(['doctor'], withClaude())
    expect(found.stdout).toMatch(/Ready to run: millwright run PLAN --agent claude-code\n$/)
    bench.write('millwright.toml', '[policy]\nagent = "claude-code"\n')
    const { stdout } = await bench.millwright(['doctor', '--json'], withClaude())
    expect(JSON.parse(stdout)).toMatchObject({ ready: true, problems: 0, call: 'millwright run PLAN' })
    bench.write('millwright.toml', '[policy]\nagent = "codex"\n')
    const other = await bench.millwright(['doctor'], withClaude())
    expect(other.code).toBe(1)
    expect(other.stdout).toContain('✗ codex: codex was not found')
  })

  test('a plain project with an agent is ready, and what is missing is said', async () => {
    const { code, stdout } = await bench.millwright(['doctor'], withClaude())
    expect(code).toBe(0)
    for (const about of ['node', 'git', 'journal', 'state', 'config', 'agent', 'gate', 'sandbox'])
      expect(stdout).toMatch(new RegExp(`^ {2}${about} `, 'm'))
    expect(stdout).toContain('none was found: nothing is verified, and tasks end files-only or unverified')
    expect(stdout).toMatch(/journal +✓ SQLite 3/)
    expect(readdirSync(bench.state)).toEqual([])
  })

  test('a gate and an agent whose programs are missing are problems, with their place in the configuration', async () => {
    bench.write(
      'millwright.toml',
      '[gates.unit]\nrun = ["no-such-program"]\n[agents.a]\nkind = "command"\ncommand = ["nor-this"]\n',
    )
    const { code, stdout } = await bench.millwright(['doctor', '--json'])
    expect(code).toBe(1)
    const { problems, findings } = JSON.parse(stdout) as {
      problems: number
      findings: { about: string; is: string; says: string }[]
    }
    expect(problems).toBe(2)
    expect(findings.filter(({ is }) => is === 'problem').map(({ about, says }) => [about, says])).toEqual([
      ['agent', 'a: nor-this was not found'],
      ['gate', 'unit: no-such-program (millwright.toml): no-such-program was not found'],
    ])
  })

  test('what a workspace gets is what a run gives it', async () => {
    const shown = async (): Promise<string> => (await bench.millwright(['doctor'])).stdout
    bench.write('package.json', '{"dependencies": {"x": "1"}}')
    bench.write('package-lock.json', '')
    expect(await shown()).toMatch(
      /workspace +· a fresh checkout has no dependencies: .*\n +help: install them here; or .* setup = \["npm", "ci"\]/,
    )
    bench.write('node_modules/x/index.js', '')
    expect(await shown()).toMatch(/workspace +✓ shared node_modules, since nothing else is configured/)
  })

  test('an active environment is told where workspaces have one of their own', async () => {
    for (const it of ['pyvenv.cfg', 'bin/python', 'lib/python3/site-packages/x.py']) bench.write(`env/${it}`, '')
    const shown = async (): Promise<string> =>
      (await bench.millwright(['doctor'], { env: { VIRTUAL_ENV: path.join(bench.folder, 'env') } })).stdout
    const told = 'env is active: each workspace has its own'
    expect(await shown()).toMatch(new RegExp(`workspace +✓ ${told}`))
    for (const it of ['share = ["env"]', 'kind = "in-place"']) {
      bench.write('millwright.toml', `[workspace]\n${it}\n`)
      expect(await shown()).not.toContain(told)
    }
  })

  test('a found gate that a run does not use is no ✓', async () => {
    bench.write('Makefile', 'lint:\n')
    bench.write('gradlew', 'not executable')
    const shown = async (): Promise<string> => (await bench.millwright(['doctor'])).stdout
    expect(await shown()).toMatch(
      /· unit: .*: \.\/gradlew was not found, and a run goes without it\n[^]*✓ lint: make lint /,
    )
    bench.write('millwright.toml', '[gates.own]\nrun = ["true"]\n')
    expect(await shown()).toMatch(/✓ own: true [^]*· lint: make lint .*: not used, because others are configured/)
    bench.write('millwright.toml', '[gates.own]\nrun = ["make", "lint"]\n')
    expect(await shown()).not.toContain(' lint: ')
  })

  test('a project of another kind below the root, at which no gate looks, is told until one does', async () => {
    const shown = async (): Promise<string> => (await bench.millwright(['doctor'])).stdout
    bench.write('package.json', '{"scripts": {"test": "x"}, "workspaces": ["packages/*"]}')
    bench.write('packages/a/package.json', '{"scripts": {"test": "x"}}')
    for (const folder of ['services/api', 'examples/one', 'node_modules/x'])
      bench.write(`${folder}/pyproject.toml`, '[tool.pytest.ini_options]\n')
    const told = (await shown()).split('\n').filter((line) => line.includes('of its own') || line.includes('cwd'))
    expect(told).toEqual([
      expect.stringMatching(/ · services\/api is a project of its own \(python\), and no gate looks there$/),
      expect.stringMatching(/help: add \[gates\.NAME\] with run = \[.*"pytest".*\] and cwd = "services\/api"$/),
    ])
    // What is installed for it is in no workspace by itself, and a list takes the place of what is.
    for (const it of ['node_modules', 'services/api/.venv/bin']) bench.write(`${it}/y`, '')
    expect(await shown()).toContain('; and under [workspace]: share = ["node_modules", "services/api/.venv"], or no ')
    bench.write('millwright.toml', '[workspace]\nshare = ["data"]\n')
    expect(await shown()).toContain('; and under [workspace]: share = ["data", "services/api/.venv"], or no ')
    bench.write('millwright.toml', '[workspace]\nshare = ["services/api/.venv"]\n')
    expect(await shown()).toMatch(/ and cwd = "services\/api"\n/)
    bench.write('millwright.toml', '[gates.api]\nrun = ["true"]\ncwd = "services/api"\n')
    expect(await shown()).not.toContain('a project of its own')
  })

  test('what is not built in yet is no ✓', async () => {
    bench.write('millwright.toml', '[agents.a]\nkind = "acp"\ncommand = ["true"]\n')
    const { code, stdout } = await bench.millwright(['doctor'])
    expect([code, stdout]).toEqual([
      1,
      expect.stringMatching(/✗ a speaks the Agent Client Protocol, .* not built in yet/),
    ])
  })

  test('a numeric gate is told with what it compares', async () => {
    bench.write(
      'millwright.toml',
      '[gates.sum]\nkind = "numeric"\nrun = ["true"]\n[[gates.sum.values]]\nname = "a"\njson_path = "$.a"\nreference = 1\natol = 0.5\n' +
        '[[gates.sum.values]]\nname = "b"\ncolumn = 2\nreference = 3\nunit = "cm"\n',
    )
    const { stdout } = await bench.millwright(['doctor'])
    expect(stdout).toContain('✓ sum: true, numeric: a 1 ± 0.5, b 3 cm (millwright.toml)')
  })

  test('a configuration that cannot be read is a problem with its place', async () => {
    bench.write('millwright.toml', 'x = [\n')
    const { code, stdout } = await bench.millwright(['doctor'])
    expect(code).toBe(1)
    expect(stdout).toMatch(/config +✗ millwright\.toml:\d+:\d+: MW500 /)
  })
})

describe('trust', () => {
  const gate = '[gates.unit]\nrun = ["sh", "check.sh"]\n'

  test('shows what would run, asks, and a change asks again', async () => {
    bench.write('millwright.toml', gate)
    bench.write('check.sh', 'exit 0\n')
    const shown = await bench.millwright(['trust'])
    expect(shown.code).toBe(3)
    expect(shown.stdout).toContain('gate unit: sh check.sh')
    expect(shown.stdout).toContain('file check.sh')
    expect(existsSync(path.join(bench.state, 'trust'))).toBe(false)
    expect((await bench.millwright(['trust', '--yes'])).code).toBe(0)
    expect((await bench.millwright(['trust'])).stdout).toContain('trusted already')
    bench.write('check.sh', 'exit 1\n')
    const changed = await bench.millwright(['trust', '--json'])
    expect(changed.code).toBe(3)
    expect(JSON.parse(changed.stdout)).toMatchObject({ is: 'changed', lines: ['file check.sh'] })
  })

  test('an agent may not', async () => {
    bench.write('millwright.toml', gate)
    const { code, stderr } = await bench.millwright(['trust', '--yes'], { env: { MILLWRIGHT_ATTEMPT: 'x' } })
    expect(code).toBe(2)
    expect(stderr).toContain('an agent or a gate may not')
    expect(existsSync(path.join(bench.state, 'trust'))).toBe(false)
  })

  test('nothing to execute is nothing to trust', async () => {
    expect(await bench.millwright(['trust'])).toMatchObject({ code: 0, stderr: '' })
  })
})

test('commands that only look start no program and write nothing', async () => {
  bench.write('tasks.md', cleanPlan)
  bench.write('millwright.toml', '[gates.unit]\nrun = ["git", "status"]\n')
  // A git that tells when it is called stands first on the search path.
  bench.write('bin/git', `#!/bin/sh\necho called >> "${bench.folder}/called"\n`)
  chmodSync(path.join(bench.folder, 'bin/git'), 0o755)
  const before = readdirSync(bench.folder).map((name) => [name, statSync(path.join(bench.folder, name)).mtimeMs])
  const env = { PATH: `${path.join(bench.folder, 'bin')}:${process.env['PATH'] ?? ''}` }
  for (const words of [
    ['check', 'tasks.md'],
    ['graph', 'tasks.md'],
    ['why', 'tasks.md', 'T002'],
  ])
    await bench.millwright(words, { env })
  expect(readdirSync(bench.folder).map((name) => [name, statSync(path.join(bench.folder, name)).mtimeMs])).toEqual(
    before,
  )
  expect(readdirSync(bench.state)).toEqual([])
})
