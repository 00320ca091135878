/** ATDD on the real program with Node's own runner: the test of each criterion is seen red, then green (seed 000 §5, B8). */

import { describe, expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'
import { agent, at, briefOf, checklist, criteriaIn, fileIn, obedient, stepsOf, sums } from './sums.ts'

const makeProject = projectsOfTests()

test('each criterion by its priority, red and then green: in evidence, trees, checklist and reports', async () => {
  const project = sums(makeProject())
  project.agent(obedient)
  const { view, code, err } = await project.view('run', at, '--atdd', '--exec', project.exec, '--yes')
  expect({ code, err }).toMatchObject({ code: 0 })
  expect(err).toContain('ATDD mode (--atdd was given)')
  expect(err).toContain(
    'ATDD: 2 criteria, each red first, then green; docs/isdlc/atdd-checklist.json names the test of 2',
  )
  expect(stepsOf(project)).toEqual(['red:AC-01', 'green:AC-01', 'red:AC-02', 'green:AC-02'])
  expect(view.tasks[0]).toMatchObject({ state: 'done', proof: 'verified', attempts: 4 })
  expect(view.deviations).toEqual([])

  const [first, second] = criteriaIn(view)
  expect(first).toMatchObject({ criterion: 'AC-01', red: { result: 'red' }, green: { result: 'green' } })
  expect(second).toMatchObject({ criterion: 'AC-02', wasGreenBefore: false })
  // What was red holds the test and not the work; what is green is what was merged.
  expect(fileIn(project, first?.red.commit ?? '', 'tests/sums.test.mjs')).toContain('AC-01 adds')
  expect(fileIn(project, first?.red.commit ?? '', 'src/sums.mjs')).toBe('// nothing yet\n')
  expect(fileIn(project, second?.red.commit ?? '', 'src/sums.mjs')).not.toContain('double')
  expect(second?.green.commit).toBe(view.tasks[0]?.commit)
  expect(first?.red.tree).not.toBe(first?.green.tree)

  // Only the two words have changed in the file, in the letters that stood there.
  const green = checklist.replace('"skip"', '"green"').replace('"SKIP"', '"GREEN"')
  expect(project.read('docs/isdlc/atdd-checklist.json')).toBe(green)
  expect(fileIn(project, 'HEAD', 'docs/isdlc/atdd-checklist.json')).toBe(green)

  const status = await project.run('status', at)
  expect(status.out).toMatch(/AC-01: red in [0-9a-f]{7}, green in [0-9a-f]{7}/)
  expect(status.out).toContain('criteria: 2 of 2 red first and green now')
  expect((await project.run('why', at, 'T0001')).out).toMatch(/AC-02: red in [0-9a-f]{7}, green in/)
  const [red, work] = [briefOf(project, 'red', 'AC-02'), briefOf(project, 'green', 'AC-02')]
  expect(red).toContain('first half of AC-02 (P1)')
  expect(red).toContain('> Given a number\n> When it is doubled\n> Then it is twice as much')
  expect(red).toContain('called `AC-02 doubles` in `tests/sums.test.mjs`')
  expect(work).toContain('Leave that test as it is')
})

test('what no test can fail for is told as that, and not counted', async () => {
  const project = sums(makeProject())
  const of = (id: string, criterion: string, file: string): string =>
    `- [ ] ${id} Say it | traces: ${criterion}\n  files: ${file}\n`
  project.write(
    at,
    `${project.read(at)}${of('T0002', 'AC-08', 'README.md (CREATE)')}${of('T0003', 'AC-09', 'src/README (REVIEW)')}`,
  )
  project.commit('Documents')
  project.agent(obedient)
  const { out } = await project.run('run', at, '--atdd', '--only', 'T0001', '--exec', project.exec, '--yes')
  expect(out).toContain('ATDD: 2 criteria, each red first')
  expect(out).toContain('ATDD: no test is asked for of AC-08, AC-09: the tasks that trace them write documents')
})

describe('a test that is green before the work', () => {
  const early = `${agent}
if (half === 'red') { writeTest(); if (criterion === 'AC-01') work() }
else if (criterion !== 'AC-01') work()
`

  test('is a departure in the form of the seed, and the task goes on', async () => {
    const project = sums(makeProject())
    project.agent(early)
    const { view, code } = await project.view('run', at, '--atdd', '--exec', project.exec, '--yes')
    expect(code).toBe(0)
    expect(stepsOf(project)).toEqual(['red:AC-01', 'green:AC-01', 'red:AC-02', 'green:AC-02'])
    expect(view.deviations.map(({ kind, what }) => [kind, what])).toEqual([
      ['green-before', 'AC-01 was green before the work'],
    ])
    expect(criteriaIn(view)[0]).toMatchObject({ wasGreenBefore: true, green: { result: 'green' } })
    expect(project.read('docs/isdlc/task-refinement-log.md')).toContain(
      '[DEVIATION] T0001: AC-01 was green before the work\n  Reason: Its test passes with what was changed to write it: src/sums.mjs, tests/sums.test.mjs\n',
    )
    const { out } = await project.run('status', at)
    expect(out).toContain('criteria: 1 of 2 red first and green now; green before the work: AC-01')
    expect(out).toContain('[DEVIATION] T0001: AC-01 was green before the work')
  })

  test('blocks the task at once where the policy says so', async () => {
    const project = sums(makeProject(), { config: '[policy]\ndeviations = "block"\n' })
    project.agent(early)
    const { view, code } = await project.view('run', at, '--atdd', '--exec', project.exec, '--yes')
    expect(code).toBe(1)
    expect(stepsOf(project)).toEqual(['red:AC-01'])
    expect(view.tasks[0]).toMatchObject({ state: 'blocked', reason: 'Deviation: AC-01 was green before the work' })
    expect(project.read('docs/isdlc/atdd-checklist.json')).toBe(checklist)
  })

  test('is asked about once where the policy says so, and shown in the review', async () => {
    const project = sums(makeProject(), { config: '[policy]\ndeviations = "ask"\n' })
    project.agent(early)
    const { view, code } = await project.view('run', at, '--atdd', '--exec', project.exec, '--yes')
    expect(code).toBe(3)
    expect(view.waiting).toMatchObject([{ on: 'human', kind: 'deviation' }])
    const review = view.waiting[0]?.review ?? ''
    const { out } = await project.run('review', 'show', review, '--plan', at)
    expect(out).toContain('[DEVIATION] AC-01 was green before the work')
    expect(out).toContain('AC-01: green before the work')
    await project.run('review', 'approve', review, '--plan', at)
    expect((await project.view('resume', at, '--yes')).view).toMatchObject({ status: 'finished', counts: { done: 1 } })
  })
})

describe('a test that could not run', () => {
  test('is no red: the attempt has failed, with what was said, and the next one mends it', async () => {
    const project = sums(makeProject())
    project.agent(`${agent}
if (half === 'red') { writeTest(); if (attempt === 1) append('tests/sums.test.mjs', 'this is no JavaScript (') }
else work()
if (half === 'red' && criterion === 'AC-01' && attempt === 2) write('tests/sums.test.mjs', head + tests[criterion])
`)
    const { view, code } = await project.view('run', at, '--atdd', '--exec', project.exec, '--yes')
    expect(code).toBe(0)
    expect(stepsOf(project)).toEqual(['red:AC-01', 'red:AC-01', 'green:AC-01', 'red:AC-02', 'green:AC-02'])
    expect(view.deviations).toEqual([])
    expect(briefOf(project, 'red', 'AC-01')).toContain('the test of AC-01 did not run')
  })

  test('nor is one that is not there: it blocks its task in the end, and proves nothing', async () => {
    const project = sums(makeProject(), { config: '[policy]\nretries = 1\n' })
    project.agent(`${agent}\nstub()\nwrite('tests/sums.test.mjs', head + "test('another', () => {})\\n")`)
    const { view, code } = await project.view('run', at, '--atdd', '--exec', project.exec, '--yes')
    expect(code).toBe(1)
    expect(stepsOf(project)).toEqual(['red:AC-01', 'red:AC-01'])
    expect(view.tasks[0]?.state).toBe('blocked')
    expect(view.tasks[0]?.reason).toContain('the test of AC-01 did not run: there is no test called AC-01 adds')
    expect(criteriaIn(view)[0]).toMatchObject({ red: { result: 'not-run' }, green: null })
  })
})

test('what the work does to a file of tests is told of each test in it, and a remark of nothing', async () => {
  const project = sums(makeProject())
  project.agent(`${agent}
if (half === 'red') writeTest()
else { work(); append('tests/sums.test.mjs', criterion === 'AC-02' ? 'assert.equal = () => {}\\n' : '// added\\n') }
`)
  const { view } = await project.view('run', at, '--atdd', '--exec', project.exec, '--yes')
  expect(view.deviations.map(({ kind, what }) => [kind, what])).toEqual(
    ['AC-01', 'AC-02'].map((it) => [
      'test-changed',
      `tests/sums.test.mjs was changed after the test of ${it} in it was seen red`,
    ]),
  )
})

test('without a checklist the tests go by the ids of their criteria, and one is made beside the plan', async () => {
  const project = sums(makeProject(), { list: null })
  project.agent(obedient)
  const { view, code } = await project.view('run', at, '--atdd', '--exec', project.exec, '--yes')
  expect(code).toBe(0)
  expect(criteriaIn(view).map(({ criterion, red, green }) => [criterion, red.result, green.result])).toEqual([
    ['AC-01', 'red', 'green'],
    ['AC-02', 'red', 'green'],
  ])
  expect(briefOf(project, 'red', 'AC-01')).toContain('has to contain `AC-01`')
  expect(JSON.parse(project.read('docs/isdlc/atdd-checklist.json'))).toEqual({
    criteria: [
      { id: 'AC-01', status: 'green' },
      { id: 'AC-02', status: 'green' },
    ],
  })
})
