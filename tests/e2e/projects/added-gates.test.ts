/** Gates are only added, by a call and to a run that has not ended (DESIGN, Runs and policy). */

import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

function project(config = ''): Project {
  const made = makeProject()
  made.write(
    'tasks.md',
    '# Tasks: page\n\n## Phase 06: Implementation\n\n- [ ] T001 Write a page\n  files: page.md (CREATE)\n',
  )
  if (config !== '') made.write('millwright.toml', config)
  made.commit('Begin')
  made.agent(`write('page.md', 'x')`)
  return made
}

test('a name that is taken is a wrong call', async () => {
  const one = project('[gates.unit]\nrun = ["false"]\n')
  const taken = await one.run('run', 'tasks.md', '--exec', one.exec, '--yes', '--gate', 'unit=true')
  expect([taken.code, taken.err]).toEqual([2, expect.stringContaining('MW602 --gate unit has the name of a gate in')])
  const twice = await one.run('run', 'tasks.md', '--exec', one.exec, '--yes', '--gate', 'a=false', '--gate', 'a=true')
  expect([twice.code, twice.err]).toEqual([2, expect.stringContaining('MW602 --gate a is given more than once')])
  expect(one.read('tasks.md')).toContain('- [ ] T001')
})

test('a run that has not ended keeps its gates, and says what is new', async () => {
  const one = project()
  expect((await one.run('run', 'tasks.md', '--exec', one.exec, '--gate', 'g=false')).code).toBe(3)
  const branch = await one.run('run', 'tasks.md', '--branch', 'other')
  expect([branch.code, branch.err]).toEqual([
    2,
    expect.stringContaining('has not ended, and cannot take --branch other'),
  ])
  const more = await one.run('run', 'tasks.md', '--gate', 'h=true')
  expect([more.code, more.out]).toEqual([
    3,
    expect.stringMatching(/^continues run \S+ of \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m),
  ])
  expect((await one.run('review', 'ignore-same', 'R1')).code).toBe(0)
  const resumed = await one.view('resume', 'tasks.md')
  expect(resumed.view.tasks.map((it) => [it.state, it.reason, it.evidence.map((of) => of.gate).sort()])).toEqual([
    ['done', null, ['files', 'g', 'h']],
  ])
})

test('a gate that is run otherwise in a run that has not ended is said', async () => {
  const one = project()
  expect((await one.run('run', 'tasks.md', '--exec', one.exec, '--gate', 'g=false')).code).toBe(3)
  const changed = await one.run('run', 'tasks.md', '--gate', 'g=true')
  expect(changed.out).toContain('gate g is run as true from now on, before: false')
})

const two =
  '# Tasks: page\n\n## Phase 06: Implementation\n\n- [ ] T001 Write a page\n  files: a.md (CREATE)\n- [ ] T002 Write another\n  blocked_by: [T001]\n  files: b.md (CREATE)\n'

/** A run whose first draft waits for a person, beside a gate of which the project's files say otherwise now. */
async function waiting(config: (prep: string) => string): Promise<Project> {
  const made = makeProject()
  made.write('tasks.md', two)
  made.write('.gitignore', 'dist/\n')
  made.write('millwright.toml', config('paths = ["elsewhere/**"]'))
  made.commit('Begin')
  made.agent(`write(task === 'T001' ? 'a.md' : 'b.md', 'x')`)
  expect((await made.run('run', 'tasks.md', '--exec', made.exec, '--yes')).code).toBe(3)
  return made
}

test('what a gate is for by now counts for a draft that waits, and for what has not begun', async () => {
  const made = await waiting(
    (prep) =>
      `[policy]\nreview = "always"\nretries = 0\n[gates.prep]\nrun = ["sh", "-c", "! test -e b.md"]\n${prep}\n[gates.unit]\nrun = ["true"]\n`,
  )
  made.write('millwright.toml', made.read('millwright.toml').replace('paths = ["elsewhere/**"]\n', ''))
  const asked = await made.view('resume', 'tasks.md', '--yes')
  expect(asked.view.waiting).toMatchObject([{ review: 'R2', kind: 'draft' }])
  expect((await made.run('review', 'show', 'R2')).out).toContain('gate prep not run on this draft')
  expect((await made.run('review', 'approve', 'R2')).code).toBe(0)
  // A yes to what it has not seen has it look, and is asked for again.
  expect((await made.view('resume', 'tasks.md', '--yes')).view.waiting).toMatchObject([{ review: 'R3' }])
  expect((await made.run('review', 'approve', 'R3')).code).toBe(0)
  const { view } = await made.view('resume', 'tasks.md', '--yes')
  expect(view.tasks.map((it) => [it.id, it.state, it.evidence.map(({ gate }) => gate)])).toEqual([
    ['T001', 'done', ['files', 'prep', 'unit']],
    ['T002', 'blocked', expect.anything()],
  ])
  expect(view.tasks[1]?.reason).toContain('prep')
})

test('what a gate needs by now runs before it, and what it said without that is not used again', async () => {
  const made = await waiting(
    (needs) =>
      `[policy]\nreview = "always"\nretries = 0\n[gates.prep]\npaths = ["elsewhere/**"]\nrun = ["sh", "-c", "mkdir -p dist; cat *.md > dist/all"]\n[gates.unit]\nrun = ["sh", "-c", "! grep -q x dist/all"]\n${needs.replace(/^paths.*/, 'needs = []')}\n`,
  )
  made.write('millwright.toml', made.read('millwright.toml').replace('needs = []', 'needs = ["prep"]'))
  const { view } = await made.view('resume', 'tasks.md', '--yes')
  expect(view.tasks[0]).toMatchObject({ state: 'blocked', reason: expect.stringContaining('unit') })
  expect(view.tasks[0]?.evidence.map(({ gate, result }) => [gate, result])).toContainEqual(['prep', 'passed'])
})

test('a gate of the call is one that others may need, and runs before them', async () => {
  const made = project('[gates.unit]\nrun = ["test", "-e", "dist/app"]\nneeds = ["build"]\n')
  const place = 'millwright.toml:3:9: error MW508 gate unit needs build, and there is no such gate'
  for (const call of [
    ['check', 'tasks.md'],
    ['run', 'tasks.md', '--exec', made.exec, '--yes'],
  ]) {
    const { code, out, err } = await made.run(...call)
    expect([code, out + err]).toEqual([expect.any(Number), expect.stringContaining(place)])
    expect(code).not.toBe(0)
  }
  made.write('build.sh', 'mkdir -p dist && touch dist/app && test -e page.md')
  made.write('.gitignore', 'dist/\n')
  made.commit('Build')
  const asked = await made.view('run', 'tasks.md', '--exec', made.exec, '--yes', '--gate', 'build=sh build.sh')
  expect(asked.view.waiting).toMatchObject([{ question: expect.stringContaining('gate build failed before') }])
  // Whoever looks at it or goes on with it need not give it again.
  expect((await made.run('status', 'tasks.md')).err).not.toContain('MW508')
  expect((await made.run('review', 'ignore-same', 'R1')).code).toBe(0)
  const { view } = await made.view('resume', 'tasks.md', '--yes')
  expect(view.tasks[0]).toMatchObject({ state: 'done', proof: 'verified' })
  expect(view.tasks[0]?.evidence.map(({ gate, after }) => [gate, after ?? []])).toEqual([
    ['files', []],
    ['build', []],
    ['unit', ['build']],
  ])
})

test('what only the files of the project could define is missed with its place', async () => {
  const made = project(
    '[gates.sum]\nkind = "numeric"\nrun = ["echo", "1"]\nneeds = ["build"]\n[[gates.sum.values]]\nname = "a"\nregex = "(1)"\nreference = 1\n',
  )
  const { code, err } = await made.run('run', 'tasks.md', '--exec', made.exec, '--yes')
  expect([code, err]).toEqual([2, expect.stringContaining('millwright.toml:4:9: error MW508 gate sum needs build')])
})

test('what nobody can define is told where the set-up is looked at, too', async () => {
  const made = project('[gates.unit]\nrun = ["true"]\nneeds = ["bild"]\n')
  expect((await made.run('doctor')).out).toMatch(/config.*MW508 gate unit needs bild, and there is no such gate/)
})
