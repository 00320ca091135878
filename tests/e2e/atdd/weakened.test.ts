/** A test that is changed after it was seen red, in whichever half: told, and no proof any more (seed 000 §5). */

import { describe, expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { agent, at, checklist, criteriaIn, stepsOf, sums } from './sums.ts'

const makeProject = projectsOfTests()

/** The same criteria with a test file for each. */
const apart = checklist.replace(
  '"tests/sums.test.mjs", "test_name": "AC-01',
  '"tests/adds.test.mjs", "test_name": "AC-01',
)

/** Begins a test file of its own for AC-01, and has what weakens it and takes the work away. */
const weakening = `${agent}
// Of this half.
const nth = readFileSync(path.join(meeting, 'steps'), 'utf8').split('\\n').filter((it) => it === step).length
const name = (criterion) => (existsSync('tests/apart') && criterion === 'AC-01' ? 'tests/adds.test.mjs' : 'tests/sums.test.mjs')
const begin = () => {
  stub()
  const file = name(criterion)
  write(file, (existsSync(file) ? readFileSync(file, 'utf8') : head) + tests[criterion])
}
const weaken = () => {
  const file = name('AC-01')
  write(file, readFileSync(file, 'utf8').replace(tests['AC-01'], "test('AC-01 adds', () => assert.ok(true))\\n"))
}
const remove = () => write('src/sums.mjs', readFileSync('src/sums.mjs', 'utf8').replace(works['AC-01'], ''))
`

async function run(project: Project, ...more: readonly string[]): ReturnType<Project['view']> {
  return project.view('run', at, '--atdd', '--exec', project.exec, '--yes', ...more)
}

async function expectVoid(project: Project, file = 'tests/sums.test.mjs'): Promise<void> {
  const { view } = await run(project)
  expect(view.deviations.map(({ kind, what }) => [kind, what])).toEqual([
    ['test-changed', `${file} was changed after the test of AC-01 in it was seen red`],
  ])
  expect(view.tasks[0]).toMatchObject({ state: 'done', proof: 'files-only' })
  expect(criteriaIn(view)).toMatchObject([{ testChanged: [file] }, { testChanged: [] }])
  const { out } = await project.run('status', at)
  expect(out).toContain('criteria: 1 of 2 red first and green now; its test was changed after it was seen red: AC-01')
  expect(out).toMatch(/AC-01: red in \w{7}, green in \w{7}, but its test was changed after it was seen red/)
  // What the changed test says is nothing that anybody has seen fail.
  expect(project.read('docs/isdlc/atdd-checklist.json')).toContain('"status": "SKIP"')
}

describe('a weakened test is told and proves nothing', () => {
  test('in the red half of another criterion, in the same file, and the work is gone', async () => {
    const project = sums(makeProject())
    project.agent(`${weakening}
if (half === 'red') { begin(); if (criterion === 'AC-02') { weaken(); remove() } }
else work()
`)
    await expectVoid(project)
  })

  test('in the green half of another criterion, in a file of its own', async () => {
    const project = sums(makeProject(), { list: apart })
    project.write('tests/apart', '')
    project.commit('Apart')
    project.agent(`${weakening}
if (half === 'red') begin()
else { work(); if (criterion === 'AC-02') { weaken(); remove() } }
`)
    await expectVoid(project, 'tests/adds.test.mjs')
  })

  test('in its own green half', async () => {
    const project = sums(makeProject())
    project.agent(`${weakening}
if (half === 'red') begin()
else if (criterion === 'AC-01') weaken()
else work()
`)
    await expectVoid(project)
  })

  test('by a helper that it is written with', async () => {
    const project = sums(makeProject())
    project.write('tests/same.mjs', "export { equal as same } from 'node:assert'\n")
    project.commit('A helper')
    project.agent(`${weakening.replaceAll('assert.equal', 'same').replace("import assert from 'node:assert'", "import { same } from './same.mjs'")}
if (half === 'red') begin()
else { work(); if (criterion === 'AC-01') write('tests/same.mjs', 'export const same = () => {}\\n') }
`)
    const { view } = await run(project)
    expect(view.deviations.map(({ kind, what }) => [kind, what])).toContainEqual([
      'test-changed',
      'tests/same.mjs was changed after the test of AC-01 was seen red',
    ])
    expect(criteriaIn(view)[0]).toMatchObject({ testChanged: ['tests/same.mjs'] })
    expect(view.tasks[0]?.proof).toBe('files-only')
  })
})

test('in place it is told as well, and without a workspace that nobody looks', async () => {
  const project = sums(makeProject())
  project.agent(`${weakening}
if (half === 'red') { begin(); if (criterion === 'AC-02') weaken() }
else work()
`)
  const { view } = await run(project, '--workspace', 'in-place')
  expect(criteriaIn(view).map((it) => it.testChanged)).toEqual([['tests/sums.test.mjs'], []])
  const other = sums(makeProject())
  other.agent(`${weakening}\nif (half === 'red') begin()\nelse work()`)
  const { err } = await run(other, '--workspace', 'none')
  expect(err).toContain('ATDD: without a workspace nobody looks whether a test is changed after it was seen red')
})

test('where the policy asks, it is asked about in the half in which it is changed', async () => {
  const project = sums(makeProject(), { config: '[policy]\ndeviations = "ask"\n' })
  project.agent(`${weakening}
if (half === 'red') { begin(); if (criterion === 'AC-02') weaken() }
else work()
`)
  const { view, code } = await run(project)
  expect([code, stepsOf(project).at(-1)]).toEqual([3, 'red:AC-02'])
  const review = view.waiting[0]?.review ?? ''
  const { out } = await project.run('review', 'show', review, '--plan', at)
  expect(out).toContain('tests/sums.test.mjs was changed after the test of AC-01 in it was seen red')
  expect(out).toMatch(/UNTESTED +AC-01/)
})

test('where the policy blocks, the next attempt that puts the test back goes on', async () => {
  const project = sums(makeProject(), { config: '[policy]\ndeviations = "block"\n' })
  project.agent(`${weakening}
const file = 'tests/sums.test.mjs'
if (half === 'red' && nth === 1) { begin(); if (criterion === 'AC-02') weaken() }
else if (half === 'red') write(file, head + tests['AC-01'] + tests['AC-02'])
else work()
`)
  const { view, code } = await run(project)
  expect(code).toBe(0)
  expect(stepsOf(project)).toEqual(['red:AC-01', 'green:AC-01', 'red:AC-02', 'red:AC-02', 'green:AC-02'])
  expect(view.tasks[0]).toMatchObject({ state: 'done', proof: 'verified' })
  expect(view.deviations).toEqual([])
})

test('work that a later half takes away is red in the last one, and comes back', async () => {
  const project = sums(makeProject())
  project.agent(`${weakening}
if (half === 'red') { begin(); if (criterion === 'AC-02') remove() }
else if (nth === 1) work()
else append('src/sums.mjs', works['AC-01'])
`)
  const { view, code } = await run(project)
  expect(code).toBe(0)
  expect(stepsOf(project)).toEqual(['red:AC-01', 'green:AC-01', 'red:AC-02', 'green:AC-02', 'green:AC-02'])
  expect(view.tasks[0]).toMatchObject({ state: 'done', proof: 'verified' })
  expect(view.deviations).toEqual([])
})

test.each([
  ['deleted', "''"],
  ['skipped', `readFileSync(file, 'utf8').replace("test('AC-01", "test.skip('AC-01")`],
  ['renamed', `readFileSync(file, 'utf8').replace('AC-01 adds', 'sums up')`],
])('a test that a later half has %s is no green one: the task does not end with it', async (_, text) => {
  const project = sums(makeProject(), { config: '[policy]\nretries = 0\n' })
  project.agent(`${weakening}
const file = 'tests/sums.test.mjs'
if (half === 'red') { if (criterion === 'AC-02') write(file, ${text}); if (readFileIfThere(file) === '') write(file, head); begin() }
else work()
function readFileIfThere(name) { return existsSync(name) ? readFileSync(name, 'utf8') : null }
`)
  const { view, code } = await run(project)
  expect(code).toBe(1)
  expect(view.tasks[0]?.state).toBe('blocked')
  expect(view.tasks[0]?.reason).toContain('the test of AC-01 did not run')
  expect(view.deviations.map(({ kind }) => kind)).toEqual(['test-changed'])
})

test('what a test of another criterion adds to the file voids nothing', async () => {
  const project = sums(makeProject())
  project.agent(`${weakening}
const file = 'tests/sums.test.mjs'
const more = "import { describe } from 'node:test'\\n"
if (half === 'red') { begin(); if (criterion === 'AC-02') write(file, '// Sums\\n' + more + readFileSync(file, 'utf8')) }
else work()
`)
  const { view } = await run(project)
  expect(view.deviations).toEqual([])
  expect(view.tasks[0]).toMatchObject({ state: 'done', proof: 'verified' })
})
