/** Criteria whose tests nobody has named: the brief asks for a file of tests, and writing one is no departure. */

import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { agent, at, criteriaIn, obedient, sums } from './sums.ts'

const makeProject = projectsOfTests()

const declared = `# Tasks

## Phase 06: Implementation -- PENDING

- [ ] T0001 Add and double | traces: FR-01, AC-01, AC-02
  files: src/sums.mjs (CREATE), tests/other.test.mjs (CREATE)
`

async function run(project: Project): Promise<{ readonly kinds: readonly string[]; readonly view: RunView }> {
  const { view } = await project.view('run', at, '--atdd', '--exec', project.exec, '--yes')
  return { kinds: view.deviations.map(({ kind, path }) => `${kind} ${path ?? ''}`), view }
}
type RunView = Awaited<ReturnType<Project['view']>>['view']

test('a file of tests is asked for, and what else is written is told', async () => {
  const project = sums(makeProject(), { list: null })
  project.agent(`${obedient}\nif (half === 'red') { write('tests/numbers.mjs', ''); write('src/more.mjs', '') }`)
  const { kinds, view } = await run(project)
  expect(view.tasks[0]).toMatchObject({ state: 'done', proof: 'verified' })
  expect(kinds).toEqual(['outside src/more.mjs', 'outside tests/numbers.mjs'])
})

test('where the plan declares files of tests, these are the ones', async () => {
  const project = sums(makeProject(), { list: null })
  project.write(at, declared)
  project.commit('Declared')
  project.agent(`${obedient}\nif (step === 'red:AC-01') write('tests/other.test.mjs', '// other')`)
  expect((await run(project)).kinds).toEqual(['outside tests/sums.test.mjs'])
})

test('one that is changed after it was seen red is found all the same', async () => {
  const project = sums(makeProject(), { list: null })
  const weaken = `write('tests/sums.test.mjs', readFileSync('tests/sums.test.mjs', 'utf8').replace('sums.add?.(1, 2), 3', '3, 3'))`
  project.agent(`${agent}\nif (half === 'red') { writeTest(); if (criterion === 'AC-02') ${weaken} }\nelse work()`)
  const { kinds, view } = await run(project)
  expect(kinds).toEqual(['test-changed tests/sums.test.mjs'])
  expect(criteriaIn(view).map((it) => it.testChanged)).toEqual([['tests/sums.test.mjs'], []])
})
