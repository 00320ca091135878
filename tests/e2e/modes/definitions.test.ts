/** Integration tests in a folder of their own, on real runs: what is read, what is refused, what is asked, and when they run. */

import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const phases = `## Phase 06: Implementation

- [ ] T001 The tide
  files: tide.mjs (CREATE)
- [ ] T002 The harbour
  files: harbour.mjs (CREATE)
  blocked_by: [T001]
`

const state = {
  project_id: 'tides',
  phase: 'execute',
  tasks: [
    {
      id: 'H-1',
      title: 'The tide',
      layer: 'infra',
      dependencies: [],
      files_to_touch: ['tide.mjs (NEW)'],
      status: 'pending',
    },
    {
      id: 'H-2',
      title: 'The harbour',
      layer: 'core',
      dependencies: ['H-1'],
      files_to_touch: ['harbour.mjs (NEW)'],
      status: 'pending',
    },
  ],
  integration_results: [],
}

const depth = {
  id: 'depth',
  description: 'the depth at the pier',
  tasks_covered: ['T001', 'T002'],
  command: 'node check.mjs depth',
  reference: { depth: { value: 3.5, atol: 0.01, rtol: 0 } },
}

const named = '[milestones]\ndefinitions = "checks/layers"\n'

function planned(files: Readonly<Record<string, unknown>>, config = named): Project {
  const project = makeProject()
  project.write('tasks.md', phases)
  project.write('tides_state.json', `${JSON.stringify(state, null, 2)}\n`)
  project.write('millwright.toml', config)
  project.write(
    'check.mjs',
    `import { appendFileSync } from 'node:fs'
appendFileSync(${JSON.stringify(path.join(project.top, 'ran'))}, process.argv[2] + '\\n')
import { depth } from './harbour.mjs'
console.log(JSON.stringify({ depth }))
`,
  )
  for (const [file, value] of Object.entries(files))
    project.write(`checks/layers/${file}`, typeof value === 'string' ? value : JSON.stringify(value, null, 2))
  project.commit('Begin')
  project.agent(`const half = "import { tide } from './tide.mjs'\\nexport const depth = 2 + tide"
if (task === 'T001' || task === 'H-1') write('tide.mjs', 'export const tide = 1.5\\n')
else write('harbour.mjs', half + (attempt === 1 && (task === 'T002' || task === 'H-2') ? ' * 0.5\\n' : '\\n'))`)
  return project
}

const ran = (project: Project): readonly string[] =>
  execFileSync('cat', [path.join(project.top, 'ran')], { encoding: 'utf8' })
    .trim()
    .split('\n')

/** The first lines of what is found, without the code frames. */
const findings = (text: string): readonly string[] => text.split('\n').filter((it) => /MW\d{3}/.test(it))

describe('tests in a folder of their own', () => {
  test('run on a phase plan once what they cover is done; a red one is found out about in the plan', async () => {
    const project = planned({ 'depth.json': depth })
    const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes')
    expect([code, view.counts['done']]).toEqual([0, 3])
    expect(project.read('tasks.md')).toContain('- [X] T003 Find out why the integration tests')
    expect(ran(project)).toEqual(['depth', 'depth'])
  })

  test('run on a project state by its layers, and are recorded in it', async () => {
    const of = { command: 'node check.mjs', reference: { depth: { value: 3.5, atol: 0.01, rtol: 0 } } }
    const project = planned({
      'b10.json': { ...of, id: 'last', command: 'node check.mjs last', layer: 'core' },
      'b9.json': [
        { ...of, id: 'first', command: 'node check.mjs first', tasks_covered: ['H-1', 'H-2'], layer: 'Core' },
      ],
      'notes.md': 'read by nobody',
      '.hidden.json': '{',
    })
    const { code, view } = await project.view(
      'run',
      'tides_state.json',
      '--exec',
      project.exec,
      '--yes',
      '--mode',
      'silent',
    )
    expect([code, view.counts['done']]).toEqual([0, 3])
    expect(ran(project)).toEqual(['first', 'last', 'first', 'last'])
    const written = JSON.parse(project.read('tides_state.json')) as typeof state & {
      tasks: { layer?: string; type?: string }[]
      integration_results: object[]
    }
    expect(written.integration_results).toMatchObject([
      { test: 'first', result: 'failed', suspected: 'H-2' },
      { test: 'last', result: 'failed' },
      { test: 'first', result: 'passed' },
      { test: 'last', result: 'passed' },
    ])
    expect(written.tasks[2]).toMatchObject({ id: 'H-3', layer: 'core', type: 'fix', status: 'done' })
  })

  test('are asked about before they run, and again when they are others', async () => {
    const project = planned({ 'depth.json': depth })
    const refused = await project.run('run', 'tasks.md', '--exec', project.exec)
    expect([refused.code, refused.err + refused.out]).toEqual([
      2,
      expect.stringContaining('gate integration:depth: node check.mjs depth'),
    ])
    expect(project.has('tide.mjs')).toBe(false)
    expect((await project.run('trust')).out).toContain('gate integration:depth: node check.mjs depth')
    expect((await project.run('trust', '--yes')).code).toBe(0)
    project.write('checks/layers/depth.json', JSON.stringify({ ...depth, command: 'node check.mjs other' }))
    const other = await project.run('run', 'tasks.md', '--exec', project.exec)
    expect([other.code, other.err + other.out]).toEqual([
      2,
      expect.stringContaining('gate integration:depth: node check.mjs other'),
    ])
    project.write(
      'checks/layers/depth.json',
      JSON.stringify({ ...depth, reference: { depth: { value: 3.5, atol: 1 } } }),
    )
    // What is compared is data.
    const run = await project.view('run', 'tasks.md', '--exec', project.exec)
    expect([run.code, run.view.counts['done'], ran(project)]).toEqual([0, 2, ['depth']])
  })

  test('are of the run that begins with them; one that goes on takes those that are there then', async () => {
    const project = planned({ 'depth.json': depth })
    project.agent(`if (task === 'T001') write('tide.mjs', 'export const tide = 1.5\\n')
else { await meet('work'); write('harbour.mjs', "import { tide } from './tide.mjs'\\nexport const depth = 2 + tide\\n") }`)
    const running = project.begin('run', 'tasks.md', '--exec', project.exec, '--yes')
    await project.arrived('work', running)
    project.write('checks/layers/depth.json', JSON.stringify({ ...depth, command: 'node check.mjs later' }))
    running.child.kill('SIGKILL')
    await running.ended
    project.release('work')
    const refused = await project.run('resume', 'tasks.md')
    expect([refused.code, refused.err + refused.out]).toEqual([2, expect.stringContaining('node check.mjs later')])
    const { code, view } = await project.view('resume', 'tasks.md', '--yes')
    expect([code, view.counts['done'], ran(project)]).toEqual([0, 2, ['later']])
  })

  test('take part in a dry run, and nothing of them is executed', async () => {
    const project = planned({ 'depth.json': depth })
    project.write('doubles.json', JSON.stringify({ gates: { 'integration:depth': ['fail', 'pass'] } }))
    const { code, view } = await project.view('run', 'tasks.md', '--dry-run', '--doubles', 'doubles.json')
    expect([code, view.counts['done'], project.has('../ran')]).toEqual([0, 3, false])
  })

  test('for which nothing of the plan calls are named when a run begins', async () => {
    const project = planned(
      { 'core.json': { id: 'year', command: 'false', layer: 'core' } },
      `${named}[gates.old]\nmilestone = "infra"\ncovers = ["T099"]\nrun = ["false"]\n`,
    )
    const { code, out, err } = await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')
    expect([code, findings(out + err).filter((it) => it.includes('MW110'))]).toEqual([0, []])
    for (const note of [
      'note: integration test old (millwright.toml) does not run: no task of this plan is of the layer infra',
      'note: integration test year (checks/layers/core.json) does not run: no task of this plan is of the layer core',
    ])
      expect(out + err).toContain(note)
  })

  test('stand in what doctor lists', async () => {
    const project = planned({ 'depth.json': depth, 'gone.json': { id: 'gone', command: 'no-such-program-here' } })
    const { out } = await project.run('doctor')
    expect(out).toContain('integration:depth: node check.mjs depth (checks/layers/depth.json)')
    expect(out).toContain('no-such-program-here was not found')
  })

  test('are a deviation that is asked about where a draft changes them', async () => {
    const project = planned({ 'depth.json': depth })
    project.agent(`write('tide.mjs', 'export const tide = 1.5\\n')
if (task === 'T001') write('checks/layers/depth.json', '[]')`)
    const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--yes')
    expect([code, view.waiting.map((it) => it.kind)]).toEqual([3, ['deviation']])
    const { out } = await project.run('review', 'list', '--plan', 'tasks.md')
    expect(out).toContain(
      'it changes what defines the integration tests, and does not declare that: checks/layers/depth.json',
    )
  })
})

describe('a folder that cannot be used', () => {
  const check = async (project: Project, plan = 'tasks.md'): Promise<readonly [number | null, readonly string[]]> => {
    const before = project.read(plan)
    const { code, out, err } = await project.run('check', plan)
    expect(project.read(plan)).toBe(before)
    return [code, findings(out + err)]
  }

  test('is told where it is named: not there, a file, empty, or the whole repository', async () => {
    const project = planned({}, '[milestones]\ndefinitions = "checks/layers"\n')
    expect(await check(project)).toEqual([
      2,
      ['millwright.toml:2:15: error MW011 the folder checks/layers of integration tests is not there'],
    ])
    expect((await project.run('run', 'tasks.md', '--exec', 'true', '--yes')).code).toBe(2)
    mkdirSync(path.join(project.root, 'checks/layers'), { recursive: true })
    project.write('checks/layers/README.md', 'nothing here')
    expect(await check(project)).toEqual([
      0,
      [
        'millwright.toml:2:15: warning MW011 the folder checks/layers defines no integration test: no file *.json lies there',
      ],
    ])
    project.write('checks/layers/none.json', '[]')
    expect((await check(project))[1]).toEqual([expect.stringContaining('its files list none')])
    project.write('millwright.toml', '[milestones]\ndefinitions = "tasks.md"\n')
    expect((await check(project))[1]).toEqual([expect.stringContaining('error MW011 tasks.md is no folder')])
    for (const outside of ['.', './', '../other', '/etc', 'a/../..']) {
      project.write('millwright.toml', `[milestones]\ndefinitions = "${outside}"\n`)
      const [code, found] = await check(project)
      expect([code, found[0]]).toEqual([2, expect.stringContaining('millwright.toml:2:15: error MW508')])
    }
  })

  test('leads nowhere else: links, pipes and large files are refused and not read', async () => {
    const project = planned({ 'depth.json': depth })
    const outside = path.join(project.top, 'outside.json')
    writeFileSync(outside, '{"id": "secret", "command": "true"}')
    const folder = path.join(project.root, 'checks/layers')
    symlinkSync(outside, path.join(folder, 'a.json'))
    symlinkSync('nowhere', path.join(folder, 'b.json'))
    symlinkSync('/dev/zero', path.join(folder, 'c.json'))
    execFileSync('mkfifo', [path.join(folder, 'd.json')])
    writeFileSync(path.join(folder, 'e.json'), '')
    truncateSync(path.join(folder, 'e.json'), 2 ** 30)
    mkdirSync(path.join(folder, 'f.json'))
    const [code, found] = await check(project)
    expect([code, found.map((it) => it.replaceAll(/^.*error /g, ''))]).toEqual([
      2,
      [
        'MW008 cannot read checks/layers/e.json: it has 1073741824 bytes, the limit is 1048576',
        'MW011 checks/layers/a.json is a link that leads out of the repository',
        'MW011 cannot read checks/layers/b.json: it is a link that leads to nothing',
        'MW011 checks/layers/c.json is a link that leads out of the repository',
        'MW011 cannot read checks/layers/d.json: it is no ordinary file',
        'MW011 cannot read checks/layers/f.json: it is a folder, not a file',
      ],
    ])
    rmSync(folder, { recursive: true })
    symlinkSync(project.top, folder)
    expect((await check(project))[1]).toEqual([expect.stringContaining('is a link that leads out of the repository')])
    // By a link nobody would be asked about a draft that changes what it leads to.
    rmSync(folder)
    project.write('real/depth.json', JSON.stringify(depth))
    symlinkSync('../real', folder)
    expect((await check(project))[1]).toEqual([
      expect.stringContaining('checks/layers of integration tests is reached by a link'),
    ])
    rmSync(folder)
    mkdirSync(folder)
    symlinkSync('../../real/depth.json', path.join(folder, 'depth.json'))
    expect((await check(project))[1]).toEqual([
      expect.stringContaining('error MW011 checks/layers/depth.json is a link'),
    ])
  })

  test('is none where a person names it for all of their repositories', async () => {
    const project = planned({}, '')
    const config = path.join(project.top, 'home/.config/millwright/config.toml')
    mkdirSync(path.dirname(config), { recursive: true })
    writeFileSync(config, named)
    expect(await check(project)).toEqual([0, []])
    project.write('checks/layers/depth.json', '{')
    expect((await check(project))[0]).toBe(2)
  })

  test('with faults in its files, which are told at their places; nothing is started or written', async () => {
    const project = planned({
      'a.json': '{\n  "id": "a",\n  "id": "b",\n  "command": "true",\n}\n',
      'b.json': '{ "id": "b", "command": "tr',
      'c.json': { id: 'c', command: 'true', tasks_covered: ['T099'], reference: { e: { value: 'NaN', atol: -1 } } },
    })
    const { code, out } = await project.run('check', 'tasks.md')
    expect(code).toBe(2)
    expect(findings(out)).toEqual([
      expect.stringContaining('checks/layers/a.json:3:3: error MW402 duplicate key "id"'),
      expect.stringContaining('checks/layers/a.json:4:20: error MW400 trailing comma'),
      expect.stringContaining('checks/layers/b.json:1:28: error MW401'),
      expect.stringMatching(/^checks\/layers\/c.json:\d+:\d+: error MW603 reference.e.value is a string/),
      expect.stringMatching(/^checks\/layers\/c.json:\d+:\d+: error MW603 reference.e.atol is negative/),
      expect.stringMatching(/^checks\/layers\/c.json:\d+:\d+: info MW111 integration test c covers T099/),
    ])
    expect(out).toContain('    3 |   "id": "b",\n      |   ^~~~')
    const run = await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')
    expect([run.code, project.has('tide.mjs')]).toEqual([2, false])
    const trusted = await project.run('trust', '--yes')
    expect([trusted.code, trusted.err + trusted.out]).toEqual([2, expect.stringContaining('checks/layers/a.json:3:3')])
  })

  test('with a test of the checkout itself, which would judge that and not what was accepted', async () => {
    const project = planned({})
    project.write(
      'checks/layers/depth.json',
      JSON.stringify({ ...depth, command: ['node', path.join(project.root, 'check.mjs')] }),
    )
    const { code, out, err } = await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')
    expect([code, findings(out + err), project.has('tide.mjs')]).toEqual([
      2,
      [
        expect.stringMatching(
          /^checks\/layers\/depth.json:1:\d+: error MW610 gate integration:depth names your own checkout/,
        ),
      ],
      false,
    ])
  })

  test('with a test that is there already: in another file, in the plan, in the configuration', async () => {
    const project = planned(
      {
        'a.json': { id: 'depth', command: 'true' },
        'b.json': [
          { id: 'depth', command: 'false' },
          { id: 'own', command: 'true' },
          { id: 'gate', command: 'true' },
        ],
      },
      `${named}\n[gates.gate]\nmilestone = "all"\nrun = ["true"]\n`,
    )
    const own = { ...state, integration_tests: [{ id: 'own', command: 'true', layer: 'core' }] }
    project.write('tides_state.json', JSON.stringify(own, null, 2))
    const [code, found] = await check(project, 'tides_state.json')
    expect([code, found]).toEqual([
      2,
      [
        expect.stringContaining('checks/layers/b.json:3:11: error MW110 integration test depth is defined twice'),
        expect.stringContaining('error MW110 integration test own is defined twice'),
        expect.stringContaining(
          'error MW110 integration test gate is defined twice: a gate of millwright.toml has that name, too',
        ),
      ],
    ])
  })
})
