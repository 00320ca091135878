import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBench, type Bench } from '../rig/cli.ts'
import { builtProgram } from '../rig/built-program.ts'
import { brokenPlan, cleanPlan, warnedPlan } from './plans.ts'

let bench: Bench
beforeAll(() => {
  bench = makeBench({ git: true })
  bench.write('src/read.ts', '')
  bench.write('clean.md', cleanPlan)
  bench.write('warned.md', warnedPlan)
  bench.write('broken.md', brokenPlan)
})
afterAll(() => bench.remove())

describe('exit codes', () => {
  test.each([
    { words: ['clean.md'], code: 0 },
    { words: ['clean.md', '--strict'], code: 0 },
    { words: ['warned.md'], code: 0 },
    { words: ['warned.md', '--strict'], code: 1 },
    { words: ['broken.md'], code: 2 },
    { words: ['broken.md', '--strict'], code: 2 },
    { words: ['missing.md'], code: 2 },
    { words: ['clean.md', '--dialect', 'phase-tasks'], code: 0 },
    { words: ['clean.md', '--dialect', 'phase-task'], code: 2 },
    { words: ['clean.md', '--json', '--format', 'sarif'], code: 2 },
  ])('check $words gives $code', async ({ words, code }) => {
    for (const format of words.includes('--json') ? [[]] : [[], ['--format', 'json'], ['--format', 'github']])
      expect((await bench.millwright(['check', ...words, ...format])).code).toBe(code)
  })
})

describe('text', () => {
  test('a clean plan is told in four lines', async () => {
    const { stdout, stderr } = await bench.millwright(['check', 'clean.md'])
    expect(stdout.split('\n')).toEqual([
      'clean.md: no findings',
      '  read  all 5 task-like lines, as phase-tasks',
      '  tasks 2 tasks in 1 phase: 1 done, 1 open',
      '  run   1 task of 06 Implementation, 1 of them can start at once',
      '',
    ])
    expect(stderr).toBe('')
  })

  test('a configuration beside a plan that lies deeper is said not to be read', async () => {
    bench.write('services/one/tasks.md', cleanPlan)
    bench.write('services/one/millwright.toml', '[gates.unit]\nrun = ["true"]\n')
    const { stderr } = await bench.millwright(['check', 'services/one/tasks.md'])
    expect(stderr).toBe(
      'services/one/millwright.toml is not read: the configuration of a plan is millwright.toml at the top of its repository\n',
    )
  })

  test.each([
    ['3 tasks in 2 SPECLets: 3 open', '[2, 3]'],
    ['3 tasks in 2 SPECLets, 1 in none: 3 open', '[2]'],
  ])('of a spec the SPECLets are counted that it defines: %s', async (expected, book) => {
    const tasks = ['1', '2', '3'].map((id) => `[[tasks]]\nid = ${id}\nname = "Part ${id}"\n`).join('')
    const speclet = (id: string, list: string): string => `[[speclets]]\nid = "${id}"\ntasks = ${list}\n`
    const goal = 'Print the tide book of the harbour.'
    bench.write('speclets/spec_x.md', `## Goal\n\n${goal}\n`)
    const toml = `[goal]\ndescription = "${goal}"\n${speclet('data', '[1]')}${speclet('book', book)}${tasks}`
    bench.write('speclets/parameters_x.toml', toml)
    expect((await bench.millwright(['check', 'speclets/spec_x.md'])).stdout).toContain(`  tasks ${expected}\n`)
  })

  test('what a run would begin with, and what waits for tasks that it leaves out', async () => {
    bench.write(
      'phases.md',
      `## Phase 05: Tests

- [SKIP] T001 Skipped
  reason: not needed
- [ ] T002 Open

## Phase 06: Implementation

- [ ] T003 Goes on without it
  blocked_by: [T001]
- [ ] T004 Waits outside
  blocked_by: [T002]
- [ ] T005 Waits for what waits outside
  blocked_by: [T004]
- [ ] T006 Waits inside
  blocked_by: [T003]
`,
    )
    const { stdout } = await bench.millwright(['check', 'phases.md'])
    expect(stdout).toContain(
      '  run   4 tasks of 06 Implementation, 1 of them can start at once; 2 wait for tasks that it leaves out\n',
    )
  })

  test('a finding has place, code, line with squiggle, nearest name and help, and all are told in one run', async () => {
    const { stdout } = await bench.millwright(['check', 'broken.md'])
    expect(stdout).toContain('broken.md:5:16: error MW111 unknown task T003 in blocked_by; did you mean T002?')
    expect(stdout).toContain('    5 |   blocked_by: [T003]\n      |                ^~~~\n')
    expect(stdout).toContain('broken.md:7:4: warning MW116')
    expect(stdout.match(/ {2}help: /g)).toHaveLength(2)
    expect(stdout).toContain('broken.md: 1 error, 1 warning\n')
    expect(stdout).toContain('  run   nothing, until the errors are mended\n')
  })

  test('places are named as from the folder of the call', async () => {
    mkdirSync(path.join(bench.folder, 'deep'), { recursive: true })
    const inside = await bench.millwright(['check', 'broken.md'], { cwd: bench.folder })
    const outside = await bench.millwright(['check', '../broken.md'], { cwd: path.join(bench.folder, 'deep') })
    expect(inside.stdout).toMatch(/^broken\.md:5:16/)
    expect(outside.stdout.startsWith(`${bench.folder}/broken.md:5:16`)).toBe(true)
  })

  test.each([
    { env: {}, colour: false },
    { env: { FORCE_COLOR: '1' }, colour: true },
    { env: { FORCE_COLOR: '0' }, colour: false },
    { env: { NO_COLOR: '1' }, colour: false },
  ])('into a pipe with $env: colour $colour', async ({ env, colour }) => {
    const { stdout } = await bench.millwright(['check', 'broken.md'], { env })
    expect(stdout.includes('\u001b[')).toBe(colour)
  })

  test('text of a plan cannot steer the terminal', async () => {
    bench.write(
      'hostile.md',
      '# Plan\n\n## Phase 06: X\n- [ ] T001 a\u001b]0;x\u0007\u202eb\n  blocked_by: [T9\u001b[2J]\n',
    )
    for (const format of ['text', 'json', 'sarif', 'github'])
      for (const env of [{}, { FORCE_COLOR: '1' }]) {
        const { stdout, stderr } = await bench.millwright(['check', 'hostile.md', '--format', format], { env })
        const plain = (stdout + stderr).replaceAll(/\u001b\[[0-9;]+m/g, '')
        expect(plain.match(/[^\P{C}\n\t]/gu)).toBeNull()
      }
  })
})

describe('for programs', () => {
  test('json is the documented document', async () => {
    const { stdout } = await bench.millwright(['check', 'clean.md', '--format', 'json'])
    const short = await bench.millwright(['check', 'clean.md', '--json'])
    expect(short.stdout).toBe(stdout)
    const told = JSON.parse(stdout) as {
      plan: { groups: unknown; tasks: { id: string; state: string }[]; edges: unknown }
    }
    expect(Object.keys(told)).toEqual(['dialect', 'plan', 'diagnostics', 'summary'])
    expect(told).toMatchObject({
      dialect: 'phase-tasks',
      diagnostics: [],
      summary: { errors: 0, warnings: 0, infos: 0 },
    })
    expect(Object.keys(told.plan)).toEqual(['title', 'groups', 'tasks', 'edges'])
    expect(told.plan.groups).toMatchObject([{ number: '06', implementation: true }])
    expect(told.plan.tasks.map(({ id, state }) => [id, state])).toEqual([
      ['T001', 'done'],
      ['T002', 'todo'],
    ])
    expect(told.plan.edges).toEqual([{ from: 'T001', to: 'T002', basis: 'explicit', needs: 'done' }])
  })

  test('json of a plan with an error has every field of a finding, and what was read', async () => {
    const { stdout } = await bench.millwright(['check', 'broken.md', '--format', 'json'])
    const told = JSON.parse(stdout) as {
      plan: { tasks: { id: string }[]; edges: unknown }
      diagnostics: unknown[]
    }
    expect(told).toMatchObject({ dialect: 'phase-tasks', summary: { errors: 1, warnings: 1, infos: 0 } })
    expect(Object.keys(told.plan)).toEqual(['title', 'groups', 'tasks', 'edges'])
    expect(told.plan.tasks.map(({ id }) => id)).toEqual(['T001', 'T002', 'T004'])
    // T001 waits for a task that is not there.
    expect(told.plan.edges).toEqual([])
    expect(told.diagnostics[0]).toEqual({
      code: 'MW111',
      severity: 'error',
      message: expect.stringContaining('T003'),
      help: expect.any(String),
      file: 'broken.md',
      line: 5,
      column: 16,
      endLine: 5,
      endColumn: 20,
      offset: brokenPlan.indexOf('T003'),
      related: expect.any(Array),
    })
  })

  test('json of what holds nothing has no plan', async () => {
    bench.write('empty.md', '')
    const { code, stdout } = await bench.millwright(['check', 'empty.md', '--format', 'json'])
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toMatchObject({ plan: null, summary: { errors: 1 } })
  })

  test('sarif 2.1.0 has rules, results and regions', async () => {
    const { stdout } = await bench.millwright(['check', 'broken.md', '--format', 'sarif'])
    const { version, runs } = JSON.parse(stdout) as {
      version: string
      runs: { tool: { driver: { name: string; version: string; rules: { id: string }[] } }; results: unknown[] }[]
    }
    expect(version).toBe('2.1.0')
    expect(runs[0]?.tool.driver.name).toBe('millwright')
    expect(runs[0]?.tool.driver.version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(runs[0]?.tool.driver.rules.map(({ id }) => id)).toEqual(['MW111', 'MW116'])
    expect(runs[0]?.results[0]).toMatchObject({
      ruleId: 'MW111',
      level: 'error',
      locations: [
        { physicalLocation: { artifactLocation: { uri: 'broken.md' }, region: { startLine: 5, startColumn: 16 } } },
      ],
    })
  })

  test('github writes one command per finding', async () => {
    const { stdout } = await bench.millwright(['check', 'broken.md', '--format', 'github'])
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^::error file=broken\.md,line=5,col=16,endLine=5,endColumn=20,title=MW111::/)
    expect(lines[1]).toMatch(/^::warning file=broken\.md,line=7,/)
  })
})

describe('input that is no plan', () => {
  const row = (code: string, name: string, make: (bench: Bench) => void) => ({ code, name, make })
  test.each([
    row('MW013', 'empty.md', (it) => it.write('empty.md', '')),
    row('MW011', 'folder', (it) => mkdirSync(path.join(it.folder, 'folder'))),
    row('MW011', 'nothing-there.md', () => undefined),
    row('MW011', '', () => undefined),
    row('MW013', 'prose.md', (it) => it.write('prose.md', '# Notes\n\nJust prose\n')),
    row('MW800', 'openspec/changes/a/notes.md', (it) =>
      it.write('openspec/changes/a/notes.md', '# Change\n\nJust prose\n'),
    ),
    row('MW800', 'login.md', (it) => it.write('login.md', '# Story 1.2: Login\n\nAs a user\n')),
    row('MW013', 'docs/plans/lost.md', (it) =>
      it.write('docs/plans/lost.md', '# Plan\n\n## Phase 06: Implementation\n\nNothing\n'),
    ),
    row('MW800', 'notes.yaml', (it) => it.write('notes.yaml', 'x: 1\n')),
    row('MW002', 'utf-16.md', (it) => it.write('utf-16.md', Buffer.from(`\ufeff${cleanPlan}`, 'utf16le'))),
    row('MW010', 'merge.md', (it) =>
      it.write('merge.md', cleanPlan.replace('- [ ]', '<<<<<<< ours\n- [ ]') + '=======\n>>>>>>> theirs\n'),
    ),
    row('MW011', 'dangling.md', (it) => symlinkSync('gone.md', path.join(it.folder, 'dangling.md'))),
    row('MW011', 'outside.md', (it) => {
      it.write('../elsewhere.md', cleanPlan)
      symlinkSync('../elsewhere.md', path.join(it.folder, 'outside.md'))
    }),
    row('MW011', 'loop.md', (it) => symlinkSync('loop.md', path.join(it.folder, 'loop.md'))),
    row('MW011', 'clean.md/below', () => undefined),
    row('MW008', 'huge.md', (it) => it.write('huge.md', Buffer.alloc(64 * 1024 * 1024 + 1, 0x20))),
  ])('$name is $code, told once, with help', async ({ code, name, make }) => {
    make(bench)
    const { stdout, stderr, code: exit } = await bench.millwright(['check', name])
    expect(stdout).toContain(`error ${code} `)
    expect(stdout).toContain('help: ')
    expect(stderr).toBe('')
    expect(exit).toBe(2)
    const json = await bench.millwright(['check', name, '--json'])
    const told = JSON.parse(json.stdout) as { plan: object | null }
    expect(told).toMatchObject({ summary: { errors: 1 } })
    // Of these only a file with merge markers can be read at all.
    expect(told.plan === null).toBe(code !== 'MW010')
  })

  test.skipIf(process.getuid?.() === 0)('a file that may not be read', async () => {
    chmodSync(bench.write('closed.md', cleanPlan), 0)
    const { stdout, code } = await bench.millwright(['check', 'closed.md'])
    expect(stdout).toContain('error MW011 cannot read closed.md: permission is denied')
    expect(code).toBe(2)
  })

  test('a named pipe is not waited for', async () => {
    execFileSync('mkfifo', [path.join(bench.folder, 'pipe.md')])
    const { stdout, code } = await bench.millwright(['check', 'pipe.md'])
    expect(stdout).toContain('error MW011')
    expect(code).toBe(2)
  })
})

describe('a folder', () => {
  test('one plan at a usual place is taken and said; several are listed', async () => {
    const own = makeBench()
    try {
      own.write('docs/requirements/REQ-2/tasks.md', cleanPlan)
      const one = await own.millwright(['check', '.'])
      expect(one).toMatchObject({ code: 0, stderr: '' })
      expect(one.stdout).toContain('docs/requirements/REQ-2/tasks.md: ')
      const graph = await own.millwright(['graph', '.'])
      expect(graph.stderr).toContain('docs/requirements/REQ-2/tasks.md')
      own.write('docs/isdlc/tasks.md', cleanPlan)
      const several = await own.millwright(['check', '.'])
      expect(several.code).toBe(2)
      expect(several.stdout).toContain('MW800')
      expect(several.stdout).toContain('docs/isdlc/tasks.md, docs/requirements/REQ-2/tasks.md')
    } finally {
      own.remove()
    }
  })
})

describe('the configuration is told together with the plan', () => {
  test('its errors stop, its severities count, and a repository cannot lower security', async () => {
    const own = makeBench({ git: true })
    try {
      own.write('plan.md', brokenPlan)
      own.write('millwright.toml', '[diagnostics]\nMW111 = "warning"\n')
      const lowered = await own.millwright(['check', 'plan.md', '--json'])
      expect(lowered.code).toBe(0)
      expect(JSON.parse(lowered.stdout)).toMatchObject({ summary: { errors: 0, warnings: 2 } })

      own.write('millwright.toml', '[gates.unit]\nrun = "npm test && rm -rf x"\n[diagnostics]\nMW130 = "off"\n')
      const wrong = await own.millwright(['check', 'plan.md'])
      expect(wrong.code).toBe(2)
      expect(wrong.stdout).toMatch(/^millwright\.toml:2:\d+: error MW600 /m)
      expect(wrong.stdout).toMatch(/^millwright\.toml:4:\d+: error MW607 /m)
      expect(wrong.stdout).toContain('error MW111')

      rmSync(path.join(own.folder, 'millwright.toml'))
      own.write('../home/.config/millwright/config.toml', 'gates = 3\n')
      const user = await own.millwright(['check', 'plan.md'])
      expect(user.stdout).toMatch(/^~\/\.config\/millwright\/config\.toml:1:\d+: error MW508 /m)
    } finally {
      own.remove()
    }
  })
})

describe('a configuration that cannot be used', () => {
  let own: Bench
  beforeEach(() => {
    own = makeBench({ git: true })
    own.write('tasks.md', cleanPlan)
    own.write('src/read.ts', '')
  })
  afterEach(() => own.remove())
  const firstLine = async () => {
    const { code, stdout, stderr } = await own.millwright(['check', 'tasks.md'])
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' })
    return stdout.split('\n')[0]
  }

  test('bytes that are not UTF-8 have their place', async () => {
    own.write('millwright.toml', Buffer.from('# g\u00fcte\n[commit]\ntemplate = "\u00e9"\n', 'latin1'))
    expect(await firstLine()).toBe(
      'millwright.toml:1:4: error MW001 not UTF-8 (byte 0xFC); nothing of the file was used',
    )
  })

  test('a link that leads out of the repository is refused, and nothing behind it is shown', async () => {
    const target = own.write('../secret.toml', 'password = "ebb and flow"\n= broken\n')
    symlinkSync(target, path.join(own.folder, 'millwright.toml'))
    const { code, stdout, stderr } = await own.millwright(['check', 'tasks.md'])
    expect(code).toBe(2)
    expect(stdout).toContain('error MW011 millwright.toml is a link that leads out of the repository\n')
    expect(stdout + stderr).not.toMatch(/ebb|secret|broken/)
  })

  test('a link inside is followed, one to nothing is refused', async () => {
    own.write('settings/real.toml', '[policy]\njobs = 0\n')
    symlinkSync('settings/real.toml', path.join(own.folder, 'millwright.toml'))
    expect(await firstLine()).toBe('millwright.toml:2:8: error MW508 policy.jobs must be at least 1')
    rmSync(path.join(own.folder, 'settings/real.toml'))
    expect(await firstLine()).toBe('error MW011 cannot read millwright.toml: it is a link that leads to nothing')
  })

  test('who judges has to be an agent, whoever works', async () => {
    own.write('millwright.toml', '[judgement]\nagent = "human"\n')
    expect(await firstLine()).toBe(
      'millwright.toml:2:9: error MW508 judgement.agent must be an agent: human is a person, whom no run can ask to judge',
    )
    const { code, stderr } = await own.millwright(['run', 'tasks.md', '--agent', 'codex'])
    expect([code, stderr]).toEqual([2, expect.stringContaining('error MW508 judgement.agent')])
  })

  test('its agent has to be known, though something else is wrong too', async () => {
    own.write('millwright.toml', '[agents.coder]\ncommand = ["x"]\n[policy]\nagent = "codr"\njobs = 0\n')
    const { stdout } = await own.millwright(['check', 'tasks.md'])
    expect(stdout).toContain('millwright.toml:4:9: error MW609 unknown agent codr; did you mean coder?\n')
    expect(stdout).toContain('millwright.toml:5:8: error MW508')
    for (const agent of ['coder', 'human', 'claude-code']) {
      own.write('millwright.toml', `[agents.coder]\ncommand = ["x"]\n[policy]\nagent = "${agent}"\n`)
      expect((await own.millwright(['check', 'tasks.md'])).code).toBe(0)
    }
  })
})

test('whoever reads only the beginning gets no complaint', () => {
  bench.write(
    'long.md',
    `# P\n\n## Phase 06: X\n${Array.from({ length: 3000 }, (_, at) => `- [ ] T${at} a\n`).join('')}`,
  )
  const line = `"${process.execPath}" "${builtProgram()}" check long.md --json 2>err.txt | head -c 10; cat err.txt >&2`
  expect(execFileSync('sh', ['-c', line], { cwd: bench.folder, encoding: 'utf8' })).toHaveLength(10)
  expect(readFileSync(path.join(bench.folder, 'err.txt'), 'utf8')).toBe('')
})

test.skipIf(process.platform !== 'linux')(
  'output that cannot be written is said, wherever it goes, and is no success',
  () => {
    bench.write('tasks.md', '## Phase 06: Implementation\n- [ ] T1 a\n')
    for (const errors of ['err.txt', '/dev/full']) {
      const line = `"${process.execPath}" "${builtProgram()}" check tasks.md >/dev/full 2>${errors}; echo $?`
      expect(execFileSync('sh', ['-c', line], { cwd: bench.folder, encoding: 'utf8' })).toBe('4\n')
    }
    const told = readFileSync(path.join(bench.folder, 'err.txt'), 'utf8')
    expect(told).toMatch(/^millwright: cannot write its output: .*no space left.*\n {2}help: .*\n$/)
  },
)

test('many findings that are alike are folded in text, counted all, and whole in JSON and with --all', async () => {
  const tasks = Array.from(
    { length: 9 },
    (_, at) => `- [ ] T00${at + 1} Change\n  files: gone-${at + 1}.txt (MODIFY)\n`,
  )
  bench.write('tasks.md', `# Plan\n\n## Phase 06: Implementation\n${tasks.join('')}`)
  const text = await bench.millwright(['check', 'tasks.md'])
  expect(text.stdout.match(/warning MW134 file to modify does not exist/g)).toHaveLength(3)
  expect(text.stdout).toContain('warning MW134 6 more like these, in lines 11, 13, 15, 17, 19, 21 (--all shows each)')
  expect(text.stdout).toContain('tasks.md: 9 warnings')
  const all = await bench.millwright(['check', 'tasks.md', '--all'])
  expect(all.stdout.match(/warning MW134 file to modify does not exist/g)).toHaveLength(9)
  const { stdout } = await bench.millwright(['check', 'tasks.md', '--json'])
  expect((JSON.parse(stdout) as { diagnostics: unknown[] }).diagnostics).toHaveLength(9)
})
