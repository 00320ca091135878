/** What a gate needs runs before it on the same files, by its own verdict, wherever agents work. */

import { describe, expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const twoTasks = (gates: readonly string[]): string =>
  JSON.stringify(
    {
      phase: 'execute',
      tasks: ['A-1', 'A-2'].map((id) => ({
        id,
        title: `The part ${id}`,
        layer: 'core',
        type: 'new',
        acceptance_criteria: ['it is there'],
        files_to_touch: [`src/${id}.txt (NEW)`],
        gates,
        status: 'pending',
      })),
      integration_results: [],
    },
    null,
    2,
  )

const configured = `[gates.build]
run = ["node", "build.mjs"]
[gates.unit]
run = ["node", "unit.mjs"]
[gates.year]
milestone = "core"
run = ["node", "unit.mjs"]
`

/** `build` puts all sources together in an ignored file, and `unit` looks at nothing else. */
function built(agent: string, { gates, config = configured }: { gates: readonly string[]; config?: string }): Project {
  const project = makeProject()
  project.write('project_state.json', twoTasks(gates))
  project.write('.gitignore', 'dist/\n')
  project.write('src/zero.txt', 'good')
  project.write(
    'build.mjs',
    `import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
const text = readdirSync('src').map((it) => readFileSync('src/' + it, 'utf8')).join('\\n')
if (text.includes('broken')) { console.error('syntax error near broken'); process.exit(1) }
mkdirSync('dist', { recursive: true })
writeFileSync('dist/app.txt', text)
`,
  )
  project.write(
    'unit.mjs',
    `import { readFileSync } from 'node:fs'
if (readFileSync('dist/app.txt', 'utf8').includes('bad')) { console.error('something is bad'); process.exit(1) }
`,
  )
  project.write('millwright.toml', config)
  project.commit('Begin')
  project.agent(`const file = 'src/' + task + '.txt'\n${agent}`)
  return project
}

const run = (project: Project, workspace: string): ReturnType<Project['view']> =>
  project.view(
    ...(['run', 'project_state.json', '--exec', project.exec, '--workspace', workspace] as const),
    ...['--mode', 'silent', '--yes'],
  )

describe.each(['worktree', 'in-place', 'none'])('in the workspace %s', (workspace) => {
  test('what builds looks where the plan names only tests, and no test is green on what was built of other files', async () => {
    const project = built("write(file, task === 'A-2' ? 'broken' : 'good')", { gates: ['unit'] })
    const { code, view } = await run(project, workspace)
    expect(code).toBe(3)
    expect(view.tasks.map((it) => [it.id, it.state, it.proof])).toEqual([
      ['A-1', 'done', 'verified'],
      ['A-2', 'reviewing', null],
    ])
    const said = view.tasks.map((it) => {
      const seen = it.evidence.filter(({ gate }) => gate !== 'files')
      return [...new Map(seen.map((e) => [e.gate, e.result]))]
    })
    expect(said).toEqual([
      [
        ['build', 'passed'],
        ['unit', 'passed'],
      ],
      [['build', 'failed']],
    ])
  })

  test('a build that breaks in a later round is told, and so mended', async () => {
    const project = built(
      `const told = readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8')
write(file, told.includes('near broken') ? 'good' : told.includes('something is bad') ? 'broken' : task === 'A-1' ? 'bad' : 'good')`,
      { gates: ['build', 'unit'] },
    )
    const { code, view } = await run(project, workspace)
    expect([code, view.tasks.map((it) => [it.attempts, it.proof])]).toEqual([
      0,
      [
        [3, 'verified'],
        [1, 'verified'],
      ],
    ])
  })

  test('integration tests of what is done already have what is built, and its words where it cannot be built', async () => {
    const project = built("write('src/zero.txt', 'good')", { gates: ['unit'] })
    project.write('project_state.json', twoTasks(['unit']).replaceAll('"pending"', '"done"'))
    for (const id of ['A-1', 'A-2']) project.write(`src/${id}.txt`, 'good')
    project.commit('Both are done')
    const first = await project.run('run', 'project_state.json', '--exec', 'false', '--workspace', workspace, '--yes')
    expect([first.code, first.out]).toEqual([0, expect.stringContaining('year: passed')])
  })

  test('where it cannot be built, that is asked about before integration tests look, or said by them', async () => {
    const project = built('', { gates: ['unit'] })
    project.write('project_state.json', twoTasks(['unit']).replaceAll('"pending"', '"done"'))
    project.write('src/zero.txt', 'broken')
    for (const id of ['A-1', 'A-2']) project.write(`src/${id}.txt`, 'good')
    project.commit('Both are done, and broken')
    const { out } = await project.run(
      ...(['run', 'project_state.json', '--exec', project.exec, '--workspace', workspace] as const),
      ...['--mode', 'silent', '--yes'],
    )
    // Without a workspace nothing is known of what was there before.
    const told =
      workspace === 'none'
        ? 'year: failed: year did not look: gate build, which it needs, is red: syntax error near broken'
        : 'Gate build on the untouched base: failed: syntax error near broken'
    expect(out).toContain(told)
  })

  test('what builds for other tasks alone runs for none of these', async () => {
    const project = built("write(file, 'good')", {
      gates: ['unit'],
      config: `[gates.build-docs]
layers = ["docs"]
run = ["node", "-e", "require('node:fs').writeFileSync('src/zero.txt', 'of the documents')"]
[gates.unit]
run = ["node", "-e", "0"]
`,
    })
    const { code, view } = await run(project, workspace)
    expect([code, view.tasks.map((it) => it.proof), project.read('src/zero.txt')]).toEqual([
      0,
      ['verified', 'verified'],
      'good',
    ])
  })
})

test('what a gate names runs before it, of whatever name, and what stands behind it is refused', async () => {
  const generated = (needs: string): string => `[gates.generate]
run = ["node", "build.mjs"]
[gates.unit]
run = ["node", "unit.mjs"]
${needs}
`
  const project = built("write(file, attempt === 1 && task === 'A-1' ? 'bad' : 'good')", {
    gates: ['unit'],
    config: generated('needs = ["generate"]'),
  })
  const { code, view } = await run(project, 'in-place')
  expect([code, view.tasks.map((it) => [it.attempts, it.proof])]).toEqual([
    0,
    [
      [2, 'verified'],
      [1, 'verified'],
    ],
  ])
  const refused = async (config: string): Promise<string> => {
    project.write('millwright.toml', config)
    return (await project.run('check', 'project_state.json')).out
  }
  expect(await refused(generated('needs = ["genrate"]'))).toContain(
    'error MW508 gate unit needs genrate, and there is no such gate',
  )
  expect(await refused(generated('needs = ["unit"]'))).toContain('error MW508 gate unit needs unit, itself')
  expect(await refused('[gates.unit]\nrun = ["true"]\nneeds = ["late"]\n[gates.late]\nrun = ["true"]\n')).toContain(
    'millwright.toml:3:9: error MW508 gate unit needs late, which stands behind it',
  )
})

test('a number needs a build that the files of the project name, and a name that means nothing is told before anything runs', async () => {
  const numeric = (needs: string): string => `[gates.total]
kind = "numeric"
run = ["node", "-e", "console.log('total = ' + Number(require('node:fs').existsSync('dist/app.txt')))"]
needs = ["${needs}"]
[[gates.total.values]]
name = "total"
regex = "total = ([0-9]+)"
reference = 1
`
  const project = built("write(file, 'good')", { gates: ['build', 'total'], config: numeric('build') })
  project.write('package.json', JSON.stringify({ scripts: { build: 'node build.mjs' } }))
  project.write(
    'project_state.json',
    JSON.stringify({ tasks: (JSON.parse(twoTasks(['total'])) as { tasks: object[] }).tasks.slice(0, 1) }),
  )
  project.commit('A build by npm')
  const { code, view } = await run(project, 'worktree')
  expect([code, view.tasks.map((it) => it.proof)]).toEqual([0, ['verified']])
  project.write('millwright.toml', numeric('bild'))
  const refused = await project.run('run', 'project_state.json', '--exec', 'true', '--yes')
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining('error MW508 gate total needs bild, and there is no such gate'),
  ])
})

test('what is said without a build that is red, and was let pass, verifies nothing', async () => {
  const project = built("write('docs/' + task + '.txt', 'good')", {
    gates: ['unit'],
    config: `[policy]\nbaseline = "ignore-same"\n${configured.replace('[gates.unit]', 'paths = ["src/**"]\n[gates.unit]').split('[gates.year]')[0] ?? ''}`,
  })
  const [first, second] = (JSON.parse(twoTasks(['unit'])) as { tasks: object[] }).tasks
  const tasks = [
    { ...first, gates: ['build', 'unit'], status: 'done' },
    { ...second, files_to_touch: ['docs/A-2.txt (NEW)'] },
  ]
  project.write('project_state.json', JSON.stringify({ tasks }))
  project.write('src/zero.txt', 'broken')
  project.commit('It cannot be built')
  // Built by the person, of other files.
  project.write('dist/app.txt', 'good')
  const { view } = await run(project, 'in-place')
  expect(view.tasks.map((it) => [it.id, it.state, it.proof])[1]).toEqual(['A-2', 'done', 'files-only'])
  expect(view.tasks[1]?.evidence.find(({ gate }) => gate === 'unit')).toMatchObject({
    result: 'passed',
    without: 'build',
  })
})

test('a build that a person has let pass is let pass on what is merged with the work of others, too', async () => {
  const project = built("write(file, task === 'A-1' ? 'broken' : 'good')", {
    gates: ['build', 'unit'],
    config: `[policy]\nretries = 0\nexhausted = "ask"\n[gates.build]\nrun = ["node", "build.mjs"]\n[gates.unit]\nrun = ["node", "-e", "0"]\n`,
  })
  const { view } = await run(project, 'worktree')
  expect(view.tasks.map(({ state }) => state)).toEqual(['reviewing', 'done'])
  const [asked] = view.waiting
  const plan = ['--plan', 'project_state.json']
  await project.run('review', 'override', asked?.review ?? '', '-m', 'known', ...plan)
  const resumed = await project.view('resume', 'project_state.json', '--yes')
  expect(resumed.view.tasks.map(({ state, proof }) => [state, proof])).toEqual([
    ['done', 'overridden'],
    ['done', 'verified'],
  ])
})

test('a gate that passes where a build that it needs is red and let pass is told as proving nothing, wherever it is told', async () => {
  const config = `[policy]
baseline = "ignore-same"
review = "always"

${configured.replace('["node", "build.mjs"]', '["node", "build.mjs"]\npaths = ["src/**"]')}`
  const project = built("write('docs/a.txt', 'a')", { gates: ['unit'], config })
  project.write('src/zero.txt', 'broken')
  project.write('dist/app.txt', 'of other files')
  const [task] = (JSON.parse(twoTasks(['unit'])) as { tasks: object[] }).tasks
  const tasks = [{ ...task, files_to_touch: ['docs/a.txt (NEW)'] }]
  project.write('project_state.json', JSON.stringify({ tasks, gate_results: [], integration_results: [] }))
  project.commit('Break the build')
  const args = ['project_state.json', '--yes'] as const
  const asked = await project.run('run', ...args, '--exec', project.exec, '--workspace', 'in-place')
  const words = 'passed, but gate build, which it needs, is red: that proves nothing'
  expect(asked.out).toMatch(/gate unit passed \([^)]*\), but gate build, which it needs, is red/)
  expect((await project.run('review', 'show', 'R1', '--plan', 'project_state.json')).out).toContain(
    `gate unit ${words}`,
  )
  const shown = await project.run('review', 'show', 'R1', '--json', '--plan', 'project_state.json')
  expect(JSON.parse(shown.out)).toMatchObject({ gates: [{ gate: 'files' }, { gate: 'unit', without: 'build' }] })
  expect((await project.run('review', 'approve', 'R1', '--plan', 'project_state.json')).code).toBe(0)
  const ended = await project.run('resume', ...args)
  expect([ended.code, ended.out]).toEqual([0, expect.stringContaining(`year: ${words}`)])
  expect((await project.run('why', 'project_state.json', 'A-1')).out).toContain(
    'gate unit passed: gate build, which it needs',
  )
  const state = JSON.parse(project.read('project_state.json')) as Record<string, Record<string, unknown>[]>
  const told = 'gate build, which it needs, is red: that proves nothing'
  expect(state['integration_results']).toMatchObject([{ result: 'passed', details: told }])
  expect(state['gate_results']?.find((it) => it['gate'] === 'unit')).toMatchObject({ result: 'passed', output: told })
})
