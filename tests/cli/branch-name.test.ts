import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isBranchName } from '../../src/calls/plan/branch-name.ts'
import { type Project, projectsOfTests } from '../rig/project.ts'

const makeProject = projectsOfTests()

const gitTakes = (name: string): boolean =>
  spawnSync('git', ['check-ref-format', '--branch', name], { cwd: '/' }).status === 0

test.each([
  'plan/über#1',
  'a',
  'a/b.c',
  'x@y',
  "it's",
  'HEAD',
  'a..b',
  '-x',
  '.a',
  'a/.b',
  'a.lock',
  'a.lock/b',
  'a/',
  '/a',
  'a//b',
  'a.',
  'a b',
  'a~1',
  'a@{1}',
  'a\\b',
  'a\u0001',
  '',
])('%j is judged as git does', (name) => {
  expect(isBranchName(name)).toBe(gitTakes(name))
})

test('and so is any name', () => {
  const parts = fc.constantFrom('a', '.', '..', '/', '@', '{', '-', 'HEAD', '.lock', '~', 'ü', '#', ' ', '*')
  fc.assert(
    fc.property(fc.array(parts, { minLength: 1, maxLength: 4 }), (name) => {
      const text = name.join('')
      // `@` stands for HEAD to git; it is no name.
      expect(isBranchName(text)).toBe(text !== '@' && gitTakes(text))
    }),
    { numRuns: 200 },
  )
})

test('the long name of a branch is no name', () => {
  expect([isBranchName('refs/heads/q'), isBranchName('refs'), isBranchName('a/refs/b')]).toEqual([false, true, true])
})

describe('--branch', () => {
  const plan = '# Plan\n\n## Phase 06: Implementation\n\n- [ ] T001 One\n  files: one.txt (CREATE)\n'
  function make(): Project {
    const project = makeProject()
    project.write('tasks.md', plan)
    project.commit('Begin')
    project.agent(`write('one.txt', '1')`)
    return project
  }

  test.each([
    { there: 'x/y', wanted: 'x' },
    { there: 'x', wanted: 'x/y/z' },
  ])('$wanted beside $there is refused before anything starts', async ({ there, wanted }) => {
    const project = make()
    project.git('branch', there)
    const { code, err } = await project.run('run', 'tasks.md', '--exec', project.exec, '--branch', wanted)
    expect([code, err]).toEqual([2, expect.stringContaining(`there is a branch ${there}`)])
    expect(project.read('tasks.md')).toBe(plan)
  })

  test('HEAD is no branch, and a name beside its like is one', async () => {
    const project = make()
    expect((await project.run('run', 'tasks.md', '--exec', project.exec, '--branch', 'HEAD')).code).toBe(2)
    project.git('branch', 'plan/a')
    const { code, err } = await project.run('run', 'tasks.md', '--exec', project.exec, '--branch', 'plan/über#1')
    expect(code, err).toBe(0)
    expect(project.git('show', '--name-only', '--format=', 'plan/über#1')).toContain('one.txt')
  })
})
