/** Integration tests on a real run: red ones bring a task into the plan file, and what that mends turns them green. */

import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const two = `## Phase 06: Implementation

- [ ] T001 The tide
  files: tide.mjs (CREATE)
- [ ] T002 The harbour
  files: harbour.mjs (CREATE)
  blocked_by: [T001]
`

const config = `[gates.depth]
kind = "numeric"
milestone = "all"
run = ["node", "check.mjs"]

[[gates.depth.values]]
name = "depth"
json_path = "$.depth"
reference = 3.5
atol = 0.01
`

/** The second task takes the tide for a half; who diagnoses mends that where \`mends\` says so. */
function planned(mends: boolean): Project {
  const project = makeProject()
  project.write('tasks.md', two)
  project.write('millwright.toml', config)
  project.write('check.mjs', "import { depth } from './harbour.mjs'\nconsole.log(JSON.stringify({ depth }))\n")
  project.commit('Begin')
  project.agent(`const harbour = (part) => \`import { tide } from './tide.mjs'
export const depth = 2 + tide * \${part}
\`
if (task === 'T001') write('tide.mjs', 'export const tide = 1.5\\n')
else if (task === 'T002') write('harbour.mjs', harbour(0.5))
else write('harbour.mjs', harbour(${mends} ? 1 : 0.25 + attempt / 100))`)
  return project
}

const call = (project: Project): readonly string[] => ['run', 'tasks.md', '--exec', project.exec, '--yes']

test('what the layers make together is wrong: a task of the plan finds out why, and the tests turn green', async () => {
  const project = planned(true)
  const { code, view } = await project.view(...(call(project) as [string]))
  expect([code, view.counts['done']]).toEqual([0, 3])
  expect(project.read('tasks.md')).toContain(
    '- [X] T003 Find out why the integration tests of the whole plan are red, and mend it: depth\n',
  )
  expect(project.read('harbour.mjs')).toContain('tide * 1\n')
  const { out } = await project.run('log', 'tasks.md')
  expect(out).toContain('depth')
})

test('after two diagnoses a person is asked, and the run waits; who lets it pass has said so for ever after', async () => {
  const project = planned(false)
  const { code, view } = await project.view(...(call(project) as [string]))
  expect([code, view.counts['done'], view.waiting.map((it) => it.kind)]).toEqual([3, 4, ['milestone']])
  const [asked] = JSON.parse((await project.run('review', 'list', '--plan', 'tasks.md', '--json')).out) as {
    id: string
    question: string
  }[]
  expect(asked?.question).toMatch(/^Integration tests of the whole plan are red after 2 diagnoses: depth: /)
  expect((await project.run('review', 'override', asked!.id, '-m', 'known', '--plan', 'tasks.md')).code).toBe(0)
  const resumed = await project.view('resume', 'tasks.md', '--yes')
  expect([resumed.code, resumed.view.status]).toEqual([0, 'finished'])
  expect(JSON.parse((await project.run('status', 'tasks.md', '--json')).out)).toMatchObject({
    milestones: [{ layer: 'all', proof: 'overridden', overridden: { text: 'known', gates: ['depth'] } }],
  })
  for (const name of ['depth', 'all', 'integration tests of the whole plan']) {
    const why = await project.run('why', 'tasks.md', name)
    expect([why.code, why.out]).toEqual([
      0,
      expect.stringMatching(
        /^In the run Integration tests of the whole plan is done\n(?:.*\n)* {2}overridden by .+ with depth red: known\n/,
      ),
    ])
  }
  const told = /Integration tests of the whole plan overridden by .+ with depth red: known$/m
  expect((await project.run('status', 'tasks.md')).out).toMatch(told)
  expect((await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')).out).toMatch(told)
})

test('what finds out why is done by the run that needs it, also in standard mode and where tasks were chosen', async () => {
  const ways: readonly (readonly string[])[] = [['--standard'], ['--only', 'T001', 'T002']]
  for (const how of ways) {
    const project = planned(true)
    const isChosen = how.includes('--only')
    project.write('tasks.md', isChosen ? `${two}- [ ] T009 Not now\n  files: later.mjs (CREATE)\n` : two)
    project.write('millwright.toml', config.replace('"all"', '"all"\ncovers = ["T001", "T002"]'))
    project.commit('Another task')
    project.agent(`const harbour = (part) => write('harbour.mjs', \`import { tide } from './tide.mjs'
export const depth = 2 + tide * \${part}
\`)
if (task.startsWith('phase')) {
  write('tide.mjs', 'export const tide = 1.5\\n')
  harbour(0.5)
  const { readFileSync } = await import('node:fs')
  write('tasks.md', readFileSync('tasks.md', 'utf8').replaceAll('[ ]', '[X]'))
} else if (task === 'T001') write('tide.mjs', 'export const tide = 1.5\\n')
else harbour(task === 'T002' ? 0.5 : 1)`)
    const { code, out, err } = await project.run(...(call(project) as [string]), ...how)
    expect([code, out + err]).toEqual([0, expect.stringContaining('Integration tests of T001, T002: depth: passed')])
    expect(project.read('tasks.md')).toMatch(
      /^- \[X\] T0(?:03|10) Find out why the integration tests of T001, T002 are red/m,
    )
    expect((await project.run('status', 'tasks.md')).out).toMatch(/^ {2}done +Integration tests of T001, T002$/m)
  }
})

test('in place it is what was accepted that is looked at, and not what lies beside it in no commit', async () => {
  const project = planned(true)
  project.write(
    'check.mjs',
    `import { existsSync } from 'node:fs'
import { depth } from './harbour.mjs'
console.log(JSON.stringify({ depth: existsSync('mine.txt') ? 3.5 : depth }))
`,
  )
  project.commit('A test that sees more')
  project.write('mine.txt', 'in no commit')
  const { code, out, err } = await project.run(...(call(project) as [string]), '--workspace', 'in-place')
  expect([code, out + err]).toEqual([
    0,
    expect.stringMatching(/Integration tests .+: depth: failed(?:.*\n)*.+ depth: passed/),
  ])
  expect(project.read('harbour.mjs')).toContain('tide * 1\n')
  expect(project.has('mine.txt')).toBe(true)
})

test('in place a checkout of its own has what gates build there', async () => {
  const project = makeProject()
  project.write('tasks.md', two)
  project.write('.gitignore', 'build/\n')
  project.write(
    'build.mjs',
    "import { mkdirSync, writeFileSync } from 'node:fs'\nmkdirSync('build', { recursive: true })\nwriteFileSync('build/tide.mjs', '')\n",
  )
  const look = 'run = ["node", "build/tide.mjs"]'
  project.write(
    'millwright.toml',
    `[gates.build]\nrun = ["node", "build.mjs"]\npaths = ["tide.mjs"]\n[gates.look]\n${look}\n[gates.all]\nmilestone = "all"\n${look}\n`,
  )
  project.commit('Begin')
  project.agent(`write(task === 'T001' ? 'tide.mjs' : 'harbour.mjs', '1')`)
  project.write('mine.txt', 'in no commit')
  const { code, out, err } = await project.run(...(call(project) as [string]), '--workspace', 'in-place')
  expect([code, project.read('tasks.md').match(/\[.\] T\d+/g)], out + err).toEqual([0, ['[X] T001', '[X] T002']])
  expect(out).toMatch(/Integration tests of the whole plan: all: passed/)
})

test('in place a gate looks at what is built of the present files, and not at what was built before', async () => {
  const project = makeProject()
  project.write('tasks.md', two)
  project.write('.gitignore', 'build/\n')
  project.write(
    'build.mjs',
    `import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
mkdirSync('build', { recursive: true })
writeFileSync('build/all.mjs', existsSync('harbour.mjs') ? readFileSync('harbour.mjs') : '')
`,
  )
  project.write(
    'millwright.toml',
    '[policy]\nretries = 0\n[gates.build]\nrun = ["node", "build.mjs"]\npaths = ["tide.mjs"]\n[gates.look]\nrun = ["node", "build/all.mjs"]\n',
  )
  project.commit('Begin')
  project.agent(`write(task === 'T001' ? 'tide.mjs' : 'harbour.mjs', 'process.exit(7)')`)
  const { code, view } = await project.view(...(call(project) as [string]), '--workspace', 'in-place')
  expect([code, view.tasks.map(({ id, state, proof }) => [id, state, proof])]).toEqual([
    1,
    [
      ['T001', 'done', 'verified'],
      ['T002', 'blocked', null],
    ],
  ])
})

test('where nothing is left to be done, tests that nobody has seen green run; in a clone, too', async () => {
  const project = planned(true)
  project.write('tasks.md', two.replaceAll('[ ]', '[X]'))
  project.write('tide.mjs', 'export const tide = 1.5\n')
  project.write('harbour.mjs', "import { tide } from './tide.mjs'\nexport const depth = 2 + tide * 0.5\n")
  project.commit('All is done')
  const first = await project.run(...(call(project) as [string]))
  expect([first.code, project.read('tasks.md')]).toEqual([0, expect.stringContaining('- [X] T003 Find out why')])
  const again = await project.run(...(call(project) as [string]))
  expect([again.code, (again.out + again.err).includes('Integration tests')]).toEqual([0, false])
})

test('an integration test covers tasks of the plan, and is no gate of any', async () => {
  const project = makeProject()
  project.write('tasks.md', two)
  project.write('millwright.toml', '[gates.depth]\ncovers = ["T001"]\nrun = ["true"]\n')
  project.commit('Begin')
  const { code, err } = await project.run('run', 'tasks.md', '--exec', 'true', '--yes')
  expect([code, err]).toEqual([2, expect.stringContaining('millwright.toml:2:10: error MW508 gate depth covers tasks')])
})
