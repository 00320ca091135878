/** How a spec's own program is run, what its end means, and what a kill while it runs leads to. */

import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'
import { marking, writeSpec, type ToolBackup } from './tools-project.ts'

const makeProject = projectsOfTests()

const plan = 'spec_sums.md'

/** One step that fails by hand; its programs have their turns. */
function spec(scripts: Readonly<Record<string, string>>, backups: readonly ToolBackup[]): Project {
  const project = makeProject()
  project.write('millwright.toml', '[policy]\nretries = 2\n')
  for (const [name, text] of Object.entries(scripts)) project.write(name, text)
  writeSpec(project, [{ title: 'Sum', backups }])
  project.agent('process.exit(1)')
  return project
}

const run = (project: Project, ...words: readonly string[]): ReturnType<Project['view']> =>
  project.view('run', plan, '--exec', project.exec, '--yes', ...words)

test('it is told its task and step, and has neither a brief nor what is yours', async () => {
  const project = spec({ 'sum.sh': 'env > environment.txt\npwd -P > place.txt\n' }, [{ path: 'sum.sh' }])
  project.env['MY_TOKEN'] = 'tk-93810-hidden'
  expect((await run(project)).code).toBe(0)
  const names = project
    .read('environment.txt')
    .split('\n')
    .map((it) => it.split('=')[0])
  expect(names).toEqual(expect.arrayContaining(['MILLWRIGHT_TASK', 'MILLWRIGHT_STEP', 'PATH']))
  expect(names).not.toEqual(expect.arrayContaining(['MILLWRIGHT_BRIEF']))
  expect(names).not.toEqual(expect.arrayContaining(['MILLWRIGHT_RESULT']))
  expect(names).not.toEqual(expect.arrayContaining(['MY_TOKEN']))
  expect(project.read('environment.txt')).toContain('MILLWRIGHT_STEP=1\n')
  expect(project.read('place.txt').trim()).not.toBe(project.root)
})

test('its words reach it as they are written, whatever they look like', async () => {
  const project = spec(
    {
      'say.mjs':
        "import { writeFileSync } from 'node:fs'\nwriteFileSync('said.json', JSON.stringify(process.argv.slice(2)))\n",
    },
    [{ path: 'say.mjs', args: "'a b' {brief} '$HOME' '*.md' --x=1" }],
  )
  expect((await run(project)).code).toBe(0)
  expect(JSON.parse(project.read('said.json'))).toEqual(['a b', '{brief}', '$HOME', '*.md', '--x=1'])
})

test('one that fails is tried once, whatever the retries, and its last lines are told to the next', async () => {
  const project = makeProject()
  project.write('fail.sh', marking(`${project.top}/first`, 'echo begun\necho no such month >&2\nexit 7\n'))
  project.write('sum.sh', marking(`${project.top}/second`, 'echo 12 > sums.txt\n'))
  project.write('millwright.toml', '[policy]\nretries = 2\n')
  writeSpec(project, [{ title: 'Sum', backups: [{ path: 'fail.sh' }, { path: 'sum.sh' }] }])
  project.agent('process.exit(1)')
  const { code, view } = await run(project)
  expect([code, view.tasks[0]?.state, view.tasks[0]?.attempts]).toEqual([0, 'done', 5])
  expect([project.read('../first'), project.read('../second')]).toEqual(['x\n', 'x\n'])
  expect((await project.run('log', plan, '--json')).out).toContain(
    JSON.stringify('the tool ended with exit code 7\nbegun\nno such month'),
  )
})

test('it ends at the limit of attempts, with all that it started', async () => {
  const project = spec({ 'wait.sh': 'sleep 600 &\nwait\n' }, [{ path: 'wait.sh' }])
  project.write('millwright.toml', '[policy]\nretries = 0\n[policy.limits]\nattempt = "1s"\n')
  project.commit('A limit')
  const { code, view } = await run(project)
  expect(view.waiting).toMatchObject([
    { kind: 'exhausted', question: expect.stringMatching(/the tool took longer than its time limit of 1 ?s/) },
  ])
  expect(code).toBe(3)
})

test.each([
  ['in a worktree', [], /nobody saw how far it came; run it again\?/],
  ['in place', ['--workspace', 'in-place'], /what it changed is still in the folder; run it again\?/],
] as const)(
  'killed while it runs, %s: it is asked about, and not run twice in silence',
  async (_about, words, question) => {
    const project = makeProject()
    const meeting = `${project.top}/meeting`
    project.write(
      'sum.sh',
      marking(
        `${project.top}/ran`,
        `touch ${meeting}/tool.here\nwhile [ ! -e ${meeting}/tool.go ]; do sleep 0.05; done\necho 12 > sums.txt\n`,
      ),
    )
    project.write('millwright.toml', '[policy]\nretries = 0\n')
    writeSpec(project, [{ title: 'Sum', backups: [{ path: 'sum.sh' }] }])
    project.agent('process.exit(1)')
    const running = project.begin('run', plan, '--exec', project.exec, '--yes', ...words)
    await project.arrived('tool', running)
    running.child.kill('SIGKILL')
    await running.ended
    project.release('tool')
    const { code, view } = await project.view('resume', plan, '--yes')
    expect(view.waiting).toMatchObject([{ kind: 'interrupted', question: expect.stringMatching(question) }])
    expect([code, project.read('../ran')]).toEqual([3, 'x\n'])
    expect((await project.run('review', 'retry', 'R1', '--plan', plan)).code).toBe(0)
    const done = await project.view('resume', plan, '--yes')
    expect([done.code, done.view.tasks[0]?.state, project.read('../ran')]).toEqual([0, 'done', 'x\nx\n'])
  },
)
