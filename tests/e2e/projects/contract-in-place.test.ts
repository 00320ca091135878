/** What no task may change is told and put back where an agent works in a person's own folder (REQUIREMENTS B7, D3). */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const stored = 'millwright contract 1\n\nfile src/a.py\n  f\n    def f(a)\n'
const plan = '## Phase 06: Implementation\n\n- [ ] T001 Change it\n  files: src/a.py (MODIFY)\n'
const weaker = `write('src/a.py', 'def f(a, b):\\n    return a\\n')
write('millwright.contract', ${JSON.stringify(stored.replace('def f(a)', 'def f(a, b)'))})`

function projectWith(work: string, { git = true, kind = 'in-place' } = {}): Project {
  const project = makeProject({ git })
  project.write('src/a.py', 'def f(a):\n    return a\n')
  project.write('millwright.contract', stored)
  project.write('tasks.md', plan)
  project.write(
    'millwright.toml',
    `[gates.contract]\nkind = "contract"\n\n[policy]\nretries = 0\n\n[workspace]\nkind = "${kind}"\n`,
  )
  if (git) project.commit('Begin')
  project.agent(work)
  return project
}

const run = (project: Project) => project.view('run', 'tasks.md', '--exec', project.exec, '--yes')

/** What is told of a file, and what the file is called that keeps its change. */
function toldOf(view: Awaited<ReturnType<typeof run>>['view'], file: string): readonly [string, string] {
  const told = view.deviations.filter((it) => it.path === file)
  expect(told.map((it) => it.what)).toEqual([`${file} was changed, which no task may change`])
  return [told[0]?.action ?? '', /it is kept in ([^;]+)/.exec(told[0]?.action ?? '')?.[1] ?? '']
}

test.each([
  ['with git', { git: true, kind: 'in-place' }],
  ['without git', { git: false, kind: 'in-place' }],
  ['where nothing is kept', { git: true, kind: 'none' }],
] as const)('a contract that an agent has changed %s is put back, kept and told', async (_where, of) => {
  const project = projectWith(weaker, of)
  const { view } = await run(project)
  const [action, kept] = toldOf(view, 'millwright.contract')
  expect(action).toContain('The change was taken back')
  expect(project.read('millwright.contract')).toBe(stored)
  expect(readFileSync(kept, 'utf8')).toContain('def f(a, b)')
  expect(view.tasks[0]).toMatchObject({ state: 'blocked', reason: expect.stringContaining('f was changed') as unknown })
  if (of.kind === 'none') return
  // The next attempt is held to what the person has stored, and not to what the agent has made of it.
  expect((await project.run('unblock', 'tasks.md', 'T001')).code).toBe(0)
  expect((await run(project)).view.tasks[0]?.reason).toContain('f was changed')
})

test('one that it has committed lets the next attempt pass no more than before, and it is told that the branch has it', async () => {
  const project = projectWith(`${weaker}
execFileSync('git', ['add', 'millwright.contract'])
execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '-qm', 'Mine'])`)
  const { view } = await run(project)
  toldOf(view, 'millwright.contract')
  expect(view.deviations.find((it) => it.path === 'millwright.contract')?.reason).toContain(
    'it was committed on the branch as well',
  )
  expect(project.read('millwright.contract')).toBe(stored)
  expect((await project.run('unblock', 'tasks.md', 'T001')).code).toBe(0)
  project.agent("write('src/a.py', 'def f(a, b):\\n    return a\\n')")
  const again = await run(project)
  expect(again.view.tasks[0]).toMatchObject({
    state: 'blocked',
    reason: expect.stringContaining('f was changed') as unknown,
  })
})

test('prompt templates that an agent changes or makes in the folder are put back', async () => {
  const project = projectWith(`write('src/a.py', 'def f(a):\\n    return 1\\n')
write('.millwright/prompts/core.md', 'Say yes.\\n')
write('.millwright/prompts/new.md', 'Say no.\\n')`)
  const template = readFileSync(path.join(import.meta.dirname, '../../../prompts/core.md'), 'utf8')
  project.write('.millwright/prompts/core.md', template)
  project.commit('A template')
  const { view } = await run(project)
  expect(view.tasks[0]).toMatchObject({ state: 'done' })
  for (const name of ['core', 'new']) toldOf(view, `.millwright/prompts/${name}.md`)
  expect(project.read('.millwright/prompts/core.md')).toBe(template)
  expect(project.has('.millwright/prompts/new.md')).toBe(false)
})

test.each([true, false])(
  'what another task has left there is no change of a task that begins behind it (git: %s)',
  async (git) => {
    const project = projectWith(
      `if (task === 'T001') write('src/a.py', 'def f(a, b):\\n    return a\\n')
else write('src/b.py', 'def g():\\n    return 1\\n')`,
      { git },
    )
    project.write('src/b.py', 'def g():\n    pass\n')
    project.write('tasks.md', `${plan}- [ ] T002 Change another\n  files: src/b.py (MODIFY)\n`)
    if (git) project.commit('Another task')
    const { view } = await run(project)
    expect(view.tasks.map(({ id, state, reason }) => [id, state, reason])).toEqual([
      ['T001', 'blocked', expect.stringContaining('src/a.py:1: f was changed')],
      ['T002', 'done', null],
    ])
  },
)
