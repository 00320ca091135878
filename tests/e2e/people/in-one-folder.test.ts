/** Two plans in one folder: where one of them works in place, the other waits until that has ended. */

import { rmSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { poolsIn } from '../../../src/calls/run/pool-owner.ts'
import { planLock } from '../../../src/engine/plan-lock.ts'
import { acquireLock } from '../../../src/system/lock.ts'
import { stateFolder } from '../../../src/system/state-folder.ts'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const planOf = (id: string): string => `## Phase 06: Implementation -- PENDING

- [ ] ${id} Do it
  files: src/${id}.txt (CREATE)
`

function twoPlans(git = true): Project {
  const project = makeProject({ git })
  project.write('one.md', planOf('T0001'))
  project.write('two.md', planOf('T0002'))
  if (git) project.commit('Begin')
  project.agent(`if (task === 'T0001') await meet('one')\nwrite('src/' + task + '.txt', task)`)
  return project
}

const run = (project: Project, plan: string, workspace: string): readonly string[] => [
  'run',
  plan,
  '--yes',
  '--exec',
  project.exec,
  '--workspace',
  workspace,
]

test.each([
  ['in-place', 'worktree', 'one.md is being run in place in this folder'],
  ['worktree', 'in-place', 'one.md is being run in this folder'],
  ['in-place', 'in-place', 'one.md is being run in place in this folder'],
])('beside a run of kind %s, one of kind %s is not begun; once that has ended, it is', async (first, second, says) => {
  const project = twoPlans()
  const running = project.begin(...run(project, 'one.md', first))
  await project.arrived('one', running)
  const refused = await project.run(...run(project, 'two.md', second))
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining(says)])
  expect(project.read('two.md')).toBe(planOf('T0002'))
  project.release('one')
  expect(await running.ended).toMatchObject({ code: 0 })
  expect(await project.run(...run(project, 'two.md', second))).toMatchObject({ code: 0 })
  expect(project.git('show', '--name-only', '--format=', 'HEAD').trim().split('\n').sort()).toContain('src/T0002.txt')
})

test('one that has taken its lock and said nothing in its journal yet works where its note says', async () => {
  const project = twoPlans()
  project.agent("write('src/' + task + '.txt', task)")
  expect(await project.run(...run(project, 'one.md', 'in-place'))).toMatchObject({ code: 0 })
  const [pool] = poolsIn(stateFolder(project.env))
  const taken = await acquireLock(planLock(pool?.owner?.journalDir ?? ''))
  if (taken.held !== true) throw new Error('not taken')
  try {
    const refused = await project.run(...run(project, 'two.md', 'worktree'))
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('one.md is being run in place')])
  } finally {
    await taken.lock.release()
  }
  expect(await project.run(...run(project, 'two.md', 'worktree'))).toMatchObject({ code: 0 })
})

test.each([
  ['with git', 'worktree', true],
  ['without git', 'none', false],
])('worktrees are advised only where there is git: %s', async (_, first, git) => {
  const project = twoPlans(git)
  const running = project.begin(...run(project, 'one.md', first))
  await project.arrived('one', running)
  const { code, err } = await project.run(...run(project, 'two.md', 'in-place'))
  expect([code, err]).toEqual([2, expect.stringContaining('one.md is being run in this folder')])
  expect(err.includes('--workspace worktree')).toBe(git)
  project.release('one')
  expect(await running.ended).toMatchObject({ code: 0 })
})

describe('beside a task that was cut off in place', () => {
  let project: Project
  const second = (): ReturnType<Project['run']> => project.run(...run(project, 'two.md', 'worktree'))
  beforeEach(async () => {
    project = twoPlans()
    project.agent(`if (task === 'T0001') { write('begun.txt', task); await meet('one') }
write('src/' + task + '.txt', task)`)
    const running = project.begin(...run(project, 'one.md', 'in-place'))
    await project.arrived('one', running)
    running.child.kill('SIGKILL')
    await running.ended
    project.release('one')
    const refused = await second()
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining('was begun in place in this folder and has not ended'),
    ])
  })

  test('none is begun before that has ended, also where it waits for an answer', async () => {
    expect(await project.run('resume', 'one.md', '--yes')).toMatchObject({ code: 3 })
    const asked = await second()
    expect([asked.code, asked.err]).toEqual([
      2,
      expect.stringMatching(/answer what it asks.*: millwright review list --plan \S*one\.md/),
    ])
    expect(await project.run('review', 'retry', 'R1', '--plan', 'one.md')).toMatchObject({ code: 0 })
    expect(await second()).toMatchObject({ code: 2 })
    expect(await project.run('resume', 'one.md', '--yes')).toMatchObject({ code: 0 })
    expect(await second()).toMatchObject({ code: 0 })
    expect(project.git('show', '--name-only', '--format=', 'HEAD').trim().split('\n')).not.toContain('begun.txt')
  })

  test('one is, once that was let go of', async () => {
    expect(await project.run('defer', 'one.md', 'T0001')).toMatchObject({ code: 0 })
    expect(await second()).toMatchObject({ code: 0 })
  })

  test('one is, where that plan is gone: nobody could go on with it', async () => {
    rmSync(path.join(project.root, 'one.md'))
    expect(await second()).toMatchObject({ code: 0 })
  })
})

test('of folders without git one that lies in the other is the same', async () => {
  const project = makeProject({ git: false })
  project.write('one.md', planOf('T0001'))
  project.write('inner/package.json', '{}')
  project.write('inner/two.md', planOf('T0002'))
  project.agent(`if (task === 'T0001') await meet('one')\nwrite('src/' + task + '.txt', task)`)
  const running = project.begin(...run(project, 'one.md', 'in-place'))
  await project.arrived('one', running)
  const refused = await project.run(...run(project, 'inner/two.md', 'in-place'))
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('one.md is being run in place')])
  project.release('one')
  expect(await running.ended).toMatchObject({ code: 0 })
})

test.each([
  ['in-place', 'worktree'],
  ['in-place', 'in-place'],
  ['none', 'in-place'],
])('of two that begin at once, of kind %s and %s, one at least is not begun', async (one, two) => {
  const project = twoPlans()
  // Nobody who has begun ends before the other has decided.
  project.agent(`await meet(task)\nwrite('src/' + task + '.txt', task)`)
  const [first, second] = [
    project.begin(...run(project, 'one.md', one)),
    project.begin(...run(project, 'two.md', two)),
  ] as const
  const both = Promise.all([project.arrived('T0001', first), project.arrived('T0002', second)]).then(
    () => 'both have begun',
    // One of them has ended.
    () => new Promise<never>(() => undefined),
  )
  expect(await Promise.race([first.ended, second.ended, both])).toMatchObject({
    code: 2,
    err: expect.stringContaining('.md is being run') as string,
  })
  for (const it of ['T0001', 'T0002']) project.release(it)
  await Promise.all([first.ended, second.ended])
})

test('two in worktrees go on beside each other', async () => {
  const project = twoPlans()
  const running = project.begin(...run(project, 'one.md', 'worktree'))
  await project.arrived('one', running)
  expect(await project.run(...run(project, 'two.md', 'worktree'))).toMatchObject({ code: 0 })
  project.release('one')
  expect(await running.ended).toMatchObject({ code: 0 })
})
