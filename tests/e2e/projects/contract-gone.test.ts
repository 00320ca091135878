/** A person accepts that a file is deleted, renamed or offers nothing any more (REQUIREMENTS D3, seed 003 §3). */

import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const config = '[gates.contract]\nkind = "contract"\n\n[policy]\nretries = 0\n'
const api = 'def f(a):\n    return a\n'

interface Begin {
  readonly git?: boolean
  readonly files: string
  /** What the agent does. */
  readonly work: string
  readonly workspace?: string
}

function projectWith({ git = true, files, work, workspace }: Begin): Project {
  const project = makeProject({ git })
  project.write('src/a.py', api)
  project.write('src/b.py', 'def g():\n    pass\n')
  project.write('tasks.md', `## Phase 06: Implementation\n\n- [ ] T001 Change it\n  files: ${files}\n`)
  project.write('millwright.toml', workspace ? `${config}\n[workspace]\nkind = "${workspace}"\n` : config)
  if (git) project.commit('Begin')
  project.agent(work)
  return project
}

const run = (project: Project) => project.view('run', 'tasks.md', '--exec', project.exec, '--yes')

/** The words behind `millwright` in the command that the gate printed. */
function printedIn(reason: string): readonly string[] {
  const found = /accepts it with: millwright ([^"\\]+)/.exec(reason)
  return found?.[1]?.split(' ') ?? ['no command in', reason]
}

/** All that the contract gate has said. */
async function saidBy(project: Project): Promise<string> {
  return (await project.run('log', 'tasks.md', '--json')).out
}

/** Types the command that the gate has printed, commits what it writes, and runs the task once more. */
async function acceptAsPrinted(project: Project, git = true): Promise<string> {
  const said = await saidBy(project)
  const { code, out, err } = await project.run(...printedIn(said), '-m', 'it goes', '--yes')
  expect([code, err, said]).toEqual([0, '', said])
  if (git) project.commit('Accept it')
  expect((await project.run('unblock', 'tasks.md', 'T001')).code).toBe(0)
  return out
}

const removed = "rmSync('src/a.py')"

test.each([
  { what: 'deleted', isStored: false, files: 'src/a.py (DELETE)', work: removed },
  {
    what: 'renamed and stored',
    isStored: true,
    files: 'src/a.py (RENAME to src/c.py)',
    work: `${removed}; write('src/c.py', ${JSON.stringify(api)})`,
  },
  {
    what: 'left without a public name',
    isStored: false,
    files: 'src/a.py (MODIFY)',
    work: "write('src/a.py', '_a = 1\\n')",
  },
])('a file that is $what passes once a person has typed what the gate printed', async ({ isStored, files, work }) => {
  const project = projectWith({ files, work })
  if (isStored) {
    await project.run('contract', 'accept', '--yes')
    project.commit('Store it')
  }
  const first = await run(project)
  expect(first.view.tasks[0]?.reason).toContain('src/a.py: f was removed')
  expect(await acceptAsPrinted(project)).toContain('src/a.py: f was removed\n  - def f(a)\nsrc/a.py: nothing in it is')
  expect(project.read('millwright.contract')).toMatch(/file src\/a\.py\n# it goes\n(?:\n|$)/)
  // What was given up on purpose is held by nobody any more.
  expect((await run(project)).view.tasks[0]).toMatchObject({ state: 'done', proof: 'files-only' })

  // No task begins with what it was any more, so that the entry has no point.
  const pointless = await project.run('contract', 'accept', 'src', '--yes')
  expect(pointless.out).toContain('src/a.py: nothing in it is public, and its entry is taken out\n')
  expect(project.read('millwright.contract')).not.toContain('src/a.py')
})

test('a folder takes in what a draft has deleted there, and nothing of what others have added since', async () => {
  const project = projectWith({ files: 'src/a.py (DELETE)', work: removed })
  await run(project)
  const draft = printedIn(await saidBy(project)).at(-1) ?? ''
  project.write('src/new.py', 'def n():\n    pass\n')
  await project.run('contract', 'accept', 'src/new.py', '--yes')
  project.commit('Something else')

  expect((await project.run('contract', 'accept', 'src', '--at', draft, '--yes')).code).toBe(0)
  expect(project.read('millwright.contract')).toBe(
    'millwright contract 1\n\nfile src/a.py\n\nfile src/b.py\n  g\n    def g()\n\nfile src/new.py\n  n\n    def n()\n',
  )
  const same = await project.run('contract', 'accept', 'src', '--at', draft)
  expect(same).toMatchObject({ code: 0, out: expect.stringContaining('there is nothing to accept') as unknown })
  expect(await project.run('contract', 'accept', 'src/new.py', '--at', draft)).toMatchObject({
    code: 2,
    err: expect.stringContaining(`there is no src/new.py in ${draft}`) as unknown,
  })
})

test('in the folder itself the printed command works, with git and without', async () => {
  for (const git of [true, false]) {
    const project = projectWith({
      git,
      files: 'src/a.py (DELETE)',
      work: `try { ${removed} } catch {}`,
      workspace: 'in-place',
    })
    expect((await run(project)).view.tasks[0]?.reason).toContain('src/a.py: f was removed')
    await acceptAsPrinted(project, git)
    expect(project.read('millwright.contract')).toContain('file src/a.py\n')
    expect((await run(project)).view.tasks[0]?.state).toBe('done')
    // Without git nobody knows what tasks begin with: the entry stays until a person takes it out.
    const again = await project.run('contract', 'accept', 'src/a.py', '--yes')
    expect([git, again.code, project.read('millwright.contract').includes('src/a.py')]).toEqual([git, 0, !git])
  }
})

test('what is known to nobody is not accepted', async () => {
  const project = projectWith({ files: 'src/a.py (DELETE)', work: removed })
  const { code, err } = await project.run('contract', 'accept', 'src/typo.py', '--yes')
  expect([code, err]).toEqual([2, expect.stringContaining('there is no src/typo.py')])
  expect(project.has('millwright.contract')).toBe(false)
})

test('a test that is stored is accepted with its folder, as it is', async () => {
  const project = projectWith({ files: 'src/a.py (DELETE)', work: removed })
  project.write('src/test_a.py', 'def helper():\n    pass\n')
  await project.run('contract', 'accept', 'src/test_a.py', '--yes')
  await project.run('contract', 'accept', 'src', '--yes')
  expect(project.read('millwright.contract')).toContain('file src/test_a.py\n  helper\n')
})
