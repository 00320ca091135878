/** A gate that is red before anybody worked is a question to a person, and never the agent's fault. */

import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

/** Red at first in one way, and in another way once there is a file `src/bad.txt`. */
function redProject(agent: string): Project {
  const project = makeProject()
  project.write(
    'specs/tasks.md',
    `## Phase 06: Implementation -- PENDING

- [ ] T0001 One
  files: src/one.txt (CREATE)
- [ ] T0002 Two
  blocked_by: [T0001]
  files: src/two.txt (CREATE)
`,
  )
  project.write(
    'check.mjs',
    `import { existsSync } from 'node:fs'
if (existsSync('src/bad.txt')) { console.error('the cellar is flooded'); process.exit(1) }
if (!existsSync('mended.txt')) { console.error('the roof has a hole'); process.exit(1) }
`,
  )
  project.write('millwright.toml', '[gates.house]\nrun = ["node", "check.mjs"]\n')
  project.commit('Begin')
  project.agent(agent)
  return project
}

const obedient = `write(task === 'T0001' ? 'src/one.txt' : 'src/two.txt', task)`

test('it is asked about, with nothing charged and no agent started', async () => {
  const project = redProject(obedient)
  const { code, view } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  expect(code).toBe(3)
  expect(view.status).toBe('waiting')
  expect(view.waiting).toMatchObject([
    { on: 'human', kind: 'baseline', options: expect.arrayContaining(['ignore-same']) },
  ])
  expect(view.tasks.map((it) => [it.state, it.attempts])).toEqual([
    ['pending', 0],
    ['pending', 0],
  ])
  expect(project.read('specs/tasks.md')).not.toMatch(/\[X\]|BLOCKED/)
})

async function ignoreSame(project: Project): Promise<void> {
  const { view } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  const review = view.waiting[0]?.review ?? ''
  const answered = await project.run('review', 'ignore-same', review, '--plan', 'specs/tasks.md')
  expect(answered).toMatchObject({ code: 0, out: 'answered; go on with `millwright resume specs/tasks.md --yes`\n' })
}

test('answered ignore-same: the same failure is let pass, and verifies nothing', async () => {
  const project = redProject(obedient)
  await ignoreSame(project)
  const { code, view } = await project.view('resume', 'specs/tasks.md', '--yes')
  expect(code).toBe(0)
  expect(view.tasks.map((it) => [it.state, it.attempts, it.proof])).toEqual([
    ['done', 1, 'files-only'],
    ['done', 1, 'files-only'],
  ])
})

test('another failure of the same gate is charged', async () => {
  const project = redProject(`write(task === 'T0001' ? 'src/one.txt' : 'src/two.txt', task)
if (task === 'T0002') write('src/bad.txt', 'x')`)
  await ignoreSame(project)
  const { code, view } = await project.view('resume', 'specs/tasks.md', '--yes')
  expect(code).toBe(1)
  expect(view.tasks.map((it) => [it.state, it.attempts])).toEqual([
    ['done', 1],
    ['blocked', 4],
  ])
  expect(view.tasks[1]?.reason).toContain('the cellar is flooded')
})

test('beside a test that fails, one that passes is let pass, and another one that fails is charged', async () => {
  const project = makeProject()
  const testOf = (name: string, isTrue: boolean): string =>
    `import test from 'node:test'\nimport assert from 'node:assert'\ntest('${name}', () => assert.ok(${String(isTrue)}))\n`
  project.write(
    'specs/tasks.md',
    `## Phase 06: Implementation -- PENDING

- [ ] T0001 One
  files: a.test.mjs (CREATE)
- [ ] T0002 Two
  blocked_by: [T0001]
  files: z.test.mjs (CREATE)
`,
  )
  project.write('m.test.mjs', testOf('has no hole', false))
  project.write(
    'millwright.toml',
    '[policy]\nbaseline = "ignore-same"\nretries = 0\n[gates.house]\nrun = ["node", "--test"]\n',
  )
  project.commit('Begin')
  project.agent(
    `if (task === 'T0001') write('a.test.mjs', ${JSON.stringify(testOf('tells of an error', true))})
else write('z.test.mjs', ${JSON.stringify(testOf('is dry', false))})`,
  )
  const { view } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  expect(view.tasks.map((it) => it.state)).toEqual(['done', 'blocked'])
})

test('a task that mends the gate is verified by it', async () => {
  const project = redProject(`write(task === 'T0001' ? 'src/one.txt' : 'src/two.txt', task)
if (task === 'T0001') write('mended.txt', 'x')`)
  await ignoreSame(project)
  const { code, view } = await project.view('resume', 'specs/tasks.md', '--yes')
  expect(code).toBe(0)
  expect(view.tasks.map((it) => it.proof)).toEqual(['verified', 'verified'])
})

test.each(['worktree', 'in-place'])(
  'a gate whose program is not here is said before anything starts (MW601): %s',
  async (place) => {
    const project = redProject(obedient)
    project.write(
      'millwright.toml',
      '[gates.house]\nrun = ["no-such-checker", "x"]\n[gates.roof]\nrun = ["nor-this"]\n',
    )
    project.commit('Gates that are not here')
    const { code, out, err } = await project.run(
      'run',
      'specs/tasks.md',
      '--exec',
      project.exec,
      '--yes',
      '--workspace',
      place,
    )
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toContain('MW601 gate house (millwright.toml): the program no-such-checker is not on the PATH')
    expect(err).toContain('MW601 gate roof (millwright.toml): the program nor-this is not on the PATH')
    expect(err).toContain('help: install it, correct the command, or leave the gate out')
    expect(project.git('for-each-ref', 'refs/millwright')).toBe('')
    expect(project.read('specs/tasks.md')).not.toMatch(/\[X\]|BLOCKED/)
  },
)

test('a gate that no chosen task needs is no obstacle, and a path may be made by a task', async () => {
  const project = redProject(
    `${obedient}\nif (task === 'T0001') { write('check.sh', '#!/bin/sh\\n'); execFileSync('chmod', ['+x', 'check.sh']) }`,
  )
  project.write(
    'millwright.toml',
    '[policy]\nbaseline = "ignore-same"\n[gates.other]\nrun = ["no-such-checker"]\nphases = ["09"]\n[gates.own]\nrun = ["./check.sh"]\n',
  )
  project.write(
    'specs/tasks.md',
    project.read('specs/tasks.md').replace('src/one.txt (CREATE)', 'src/one.txt (CREATE), check.sh (CREATE)'),
  )
  project.commit('Gates for later')
  const { code, view, err } = await project.view('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  expect(view.tasks.map((it) => it.proof)).toEqual(['verified', 'verified'])
})

test('asked for again, beside a commit that does not mend it: one question about what is there now', async () => {
  const project = redProject(obedient)
  await project.run('run', 'specs/tasks.md', '--exec', project.exec, '--yes')
  for (const id of ['R1', 'R2']) {
    project.write('notes.txt', id)
    project.commit('Not it yet')
    expect((await project.run('review', 'retry', id, '--plan', 'specs/tasks.md')).code).toBe(0)
    const { code, view } = await project.view('resume', 'specs/tasks.md', '--yes')
    expect([code, view.waiting.map((it) => it.kind)]).toEqual([3, ['baseline']])
  }
  project.write('mended.txt', 'x')
  project.commit('Mend it')
  await project.run('review', 'retry', 'R3', '--plan', 'specs/tasks.md')
  expect((await project.run('resume', 'specs/tasks.md', '--yes')).code).toBe(0)
})
