/** A spec whose agent fails in chosen steps: what its agents are told of each, and what a person sees of them (seed 004 §2.2, §2.6). */

import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = 'spec_tea.md'

const step = (id: number, title: string, more: readonly string[]): readonly string[] => [
  '[[tasks.steps]]',
  `id = ${id}`,
  `title = "${title}"`,
  `expected_output = "${id}.txt"`,
  ...more,
]

const backup = (id: number, lines: readonly string[]): readonly string[] => [
  '[[tasks.steps.backups]]',
  `id = ${id}`,
  ...lines,
]

/** Two tasks; the second step of the first has an agent and a program as backups, the third is not critical. */
function tea(project: Project): Project {
  project.write(
    plan,
    [
      '# Tea',
      '## Goal',
      'Serve tea to guests',
      '## Components',
      '- **Kettle:** of iron',
      '## Constraints',
      '- Nobody drinks before the guests',
      '- Of china, all `constraints.cups` of them',
      '',
    ].join('\n'),
  )
  project.write(
    'parameters_tea.toml',
    [
      '[goal]',
      'description = "Serve tea to guests"',
      '[constraints]',
      'cups = 4',
      '[[tasks]]',
      'id = 1',
      'description = "Brew"',
      'research_enabled = true',
      'research_sources = ["documentation"]',
      ...step(1, 'Boil water', ['primary_method = "Use the kettle"', 'critical = true']),
      ...step(2, 'Steep', ['primary_method = "Use a pot"', 'critical = true']),
      ...backup(1, ['description = "Use a bag"', 'trigger_condition = "primary_failure"']),
      ...backup(2, ['description = "Use a machine"', 'type = "tool"', 'tool = "tools/brew.sh"']),
      ...step(3, 'Warm the cups', ['primary_method = "Pour water"', 'critical = false']),
      '[[tasks]]',
      'id = 2',
      'description = "Serve"',
      ...step(1, 'Carry it', ['primary_method = "Walk"', 'critical = true']),
    ].join('\n'),
  )
  project.write('project_constitution.toml', '[constraints]\nprohibited_actions = ["Spill it"]\n')
  project.write('tools/brew.sh', 'echo brewed > 2.txt\n')
  project.write('millwright.toml', '[policy]\nretries = 0\n[research]\nenabled = false\n')
  project.commit('Tea')
  project.agent(`
const step = process.env.MILLWRIGHT_STEP
const brief = readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8')
const at = task + '.' + step
append(path.join(meeting, at + '.md'), brief + '\\n=== next\\n')
const fails = { '1.2': 'no leaves', '1.3': 'no cups', '2.1': process.env.HANDS === undefined ? 'no hands' : '' }[at]
if (fails) { console.log(fails); process.exit(3) }
write(step + '.txt', at)
say({ status: 'done', text: at === '1.1' ? 'It boils' : '' })
`)
  return project
}

const called = (project: Project): readonly string[] => [plan, '--exec', project.exec, '--yes', '--mode', 'silent']

/** The briefs of a step, in the order of its attempts. */
function briefsOf(project: Project, at: string): readonly string[] {
  return project.read(`../meeting/${at}.md`).split('\n=== next\n').slice(0, -1)
}

test('each brief is for its step, and tells how those before it went', async () => {
  const project = tea(makeProject())
  const { code } = await project.run('run', ...called(project))
  expect(code).toBe(3)
  const [first = ''] = briefsOf(project, '1.1')
  expect(first).toContain('step 1 of 3 of task 1.')
  expect(first).toMatch(/## Your step: 1\.1 Boil water\n\nHow it is to be done:\n\nUse the kettle\n\n[^]*\n\n1\.txt\n/)
  expect(first).toMatch(
    /Serve tea to guests[^]*- Spill it\n[^]*- cups: 4 \(Of china, all `constraints\.cups` of them\)\n- Nobody drinks before the guests\n/,
  )
  expect(first).toMatch(/## Components of the whole\n\n[^\n]*\n\n- Kettle: of iron\n/)
  expect(first).toMatch(/looked up first[^]*- documentation\n/)
  const [primary = '', bag = '', ...more] = briefsOf(project, '1.2')
  expect(more).toEqual([])
  expect(primary).toContain('- 1.1 Boil water (critical): done with primary\n  - it said: It boils\n')
  expect(primary).not.toContain('Another way, and not a retry')
  expect(bag).toMatch(/How it is to be done:\n\nUse a bag\n[^]*## Another way, and not a retry\n[^]*primary_failure\n/)
  expect(bag).toMatch(/### primary failed\n\nthe agent ended with exit code 3\n[^]*Use a pot[^]*no leaves/)
  const [cups = ''] = briefsOf(project, '1.3')
  expect(cups).toMatch(/- 1\.2 Steep \(critical\): done with backup-2, after primary failed: [^\n]*; backup-1 failed: /)
  expect(cups).toContain('It is not critical')
  const { tasks } = JSON.parse(project.read('progress_tea.json')) as {
    readonly tasks: readonly { readonly steps: readonly { readonly constraint_status: unknown }[] }[]
  }
  expect(tasks[0]?.steps[0]?.constraint_status).toEqual({
    cups: 'not_verified',
    'Nobody drinks before the guests': 'not_verified',
  })
})

test('a task that follows is told of a critical step that failed before', async () => {
  const project = tea(makeProject())
  project.write('tools/brew.sh', 'echo no power; exit 1\n')
  project.commit('No power')
  expect((await project.run('run', ...called(project))).out).toContain('? R1 1, step 1.2 Steep: ')
  await project.run('review', 'block', 'R1', '--plan', plan)
  // Whether it begins all the same is asked about.
  expect((await project.run('resume', plan, '--yes')).out).toContain('begin step 2.1?')
  await project.run('review', 'approve', 'R2', '--plan', plan)
  await project.run('resume', plan, '--yes')
  expect(briefsOf(project, '2.1')[0]).toMatch(/## What failed before\n[^]*\n- 1\.2 Steep: /)
})

test('a person sees the steps by name: backups with what failed, programs, and what was left out and why', async () => {
  const project = tea(makeProject())
  const { out } = await project.run('run', ...called(project))
  const failed = 'the agent ended with exit code 3'
  const lines = out.split('\n')
  expect(lines.slice(lines.indexOf('> 1 Brew')).slice(0, 16)).toEqual([
    '> 1 Brew',
    '    1.1 Boil water: attempt 1, exec',
    '    gate files passed',
    '    1.2 Steep: attempt 1, exec',
    '    failed (exit code 3): no leaves',
    '    1.2 Steep: attempt 2, exec',
    `      backup-1: Use a bag, after primary failed: ${failed} (no leaves)`,
    '    failed (exit code 3): no leaves',
    '    1.2 Steep: attempt 3, sh ./tools/brew.sh',
    `      backup-2: Use a machine (sh ./tools/brew.sh), after backup-1 failed: ${failed} (no leaves)`,
    '    gate files passed',
    '    1.3 Warm the cups: attempt 1, exec',
    '    failed (exit code 3): no cups',
    `    1.3 Warm the cups left out, it is not critical: ${failed} (no cups)`,
    expect.stringMatching(/^\+ 1 done, /),
    '> 2 Serve',
  ])
  expect(out).toContain('? R1 2, step 2.1 Carry it: 1 attempt failed')
  expect(out).toContain(`  - 1.3 Warm the cups left out, it is not critical: ${failed} (no cups)\n`)
  const steps = [
    'done       1.1 Boil water',
    'done       1.2 Steep',
    '             backup-2: Use a machine (sh ./tools/brew.sh)',
    `               after primary failed: ${failed} (no leaves)`,
    `               after backup-1 failed: ${failed} (no leaves)`,
    `left out   1.3 Warm the cups, it is not critical: ${failed} (no cups)`,
  ]
  const told = async (...args: readonly string[]): Promise<string> => (await project.run(...args)).out
  const indented = (by: number): string => steps.map((it) => `${' '.repeat(by)}${it}\n`).join('')
  expect(await told('status', plan)).toContain(indented(13))
  expect(await told('why', plan, '1')).toContain(indented(2))
  expect(await told('review', 'show', 'R1', '--plan', plan)).toContain('step 1 of 1: 2.1 Carry it, critical\n')
  const log = await told('log', plan)
  expect(log).toMatch(/step-moved pending -> working \(begins\) 1\.2 Steep$/m)
  expect(log).toMatch(/start-attempt, 1\.2 Steep, backup-2 sh \.\/tools\/brew\.sh$/m)
  expect(log).toMatch(/working -> (?:skipped|merging) \(not-critical\) 1\.3 Warm the cups: /)
})

test('programs are told the steps of divided tasks', async () => {
  const project = tea(makeProject())
  await project.run('run', ...called(project))
  const { view } = await project.view('status', plan)
  const failed = 'the agent ended with exit code 3'
  expect(view.tasks[0]).toMatchObject({
    steps: [
      { id: '1', title: 'Boil water', critical: true, state: 'done', method: 'primary', attempts: 1, reason: null },
      {
        id: '2',
        state: 'done',
        method: 'backup-2',
        attempts: 3,
        reason: null,
        failed: [
          { method: 'primary', reason: failed },
          { method: 'backup-1', reason: failed },
        ],
      },
      { id: '3', critical: false, state: 'skipped', method: 'primary', attempts: 1, reason: failed },
    ],
  })
  const why = JSON.parse((await project.run('why', plan, '1', '--json')).out) as { run: { steps: unknown } }
  expect(why.run.steps).toEqual((view.tasks[0] as unknown as { steps: unknown }).steps)
})
