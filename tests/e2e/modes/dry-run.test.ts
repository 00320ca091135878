/** Dry runs: the whole pipeline in a copy, with doubles of agents, gates and reviewers (REQUIREMENTS F3, E5). */

import { describe, expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

test('a dry run follows what plans really declare: folders without a slash, paths shortened with dots', async () => {
  const project = makeProject()
  project.write(
    'tasks.md',
    `## Phase 06: Implementation

- [ ] T001 Look after the folder
  files: src/hooks (MODIFY)
- [ ] T002 One hook
  files: src/hooks/one.js (CREATE)
- [ ] T003 Look after what is there
  files: docs (MODIFY), plans/REQ-1-.../design.md (CREATE), docs/.../notes.md (CREATE)
`,
  )
  project.write('docs/a.md', 'a')
  project.commit('Begin')
  const { code, out, view } = await project.view('run', 'tasks.md', '--dry-run')
  expect([code, view.tasks.map((it) => it.state), view.deviations.filter((it) => it.kind === 'outside')], out).toEqual([
    0,
    ['done', 'done', 'done'],
    [],
  ])
})

test('a dry run gets past patterns of paths, each of which gets a file that it covers', async () => {
  const project = makeProject()
  const task = (id: string, ...files: readonly string[]): object => ({
    id,
    title: id,
    layer: 'core',
    dependencies: [],
    files_to_touch: files,
    status: 'pending',
  })
  const tasks = [task('A-1', 'tests/integrate/dfpt_*/'), task('A-2', 'lib/*.cpp'), task('A-3', 'g*.txt (NEW)')]
  project.write('s.json', JSON.stringify({ tasks }))
  project.commit('Begin')
  const { code, out, view } = await project.view('run', 's.json', '--dry-run', '--mode', 'silent')
  expect([code, view.tasks.map((it) => it.state), view.deviations], out).toEqual([0, ['done', 'done', 'done'], []])
})

test('doubles of tasks and gates that are not there are told at their place, and so is what is wrong in the file', async () => {
  const project = makeProject()
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: a.txt (CREATE)\n')
  project.commit('Begin')
  const call = ['run', 'tasks.md', '--dry-run', '--doubles', 'd.json', '--gate', 'unit=true'] as const
  const doubles = {
    tasks: { T01: [{ says: 'failed' }], 'decompose:T001': [{}] },
    gates: { unit: ['pass'], unti: ['fail'], '*': ['pass'] },
    reviews: { T009: ['approve'] },
  }
  project.write('d.json', JSON.stringify(doubles, null, 2))
  const played = await project.run(...call)
  expect(played.code).toBe(0)
  const said = (played.out + played.err).match(/^d\.json.*$/gm)
  expect(said).toEqual([
    expect.stringMatching(/^d\.json:3:5: warning MW407 tasks\.T01: there is no task T01, /),
    expect.stringMatching(/^d\.json:16:5: warning MW407 gates\.unti: there is no gate unti, /),
    expect.stringMatching(/^d\.json:24:5: warning MW407 reviews\.T009: there is no task T009/),
  ])
  expect(played.out + played.err).toContain('did you mean T001?')
  project.write('d.json', JSON.stringify({ ...doubles, tasks: { T001: [{ says: 'yes' }] } }, null, 2))
  const refused = await project.run(...call)
  expect([refused.code, refused.out + refused.err]).toEqual([
    2,
    expect.stringMatching(/^d\.json:5:9: error MW407 tasks\.T001\[0\]\.says must be one of/m),
  ])
})

test('the gates that the project names are played too, by script or green', async () => {
  const project = makeProject()
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: a.txt (CREATE)\n')
  project.write('package.json', JSON.stringify({ scripts: { test: 'node --test' } }))
  project.write('doubles.json', JSON.stringify({ gates: { unit: ['pass', 'fail', 'pass'] } }))
  project.commit('Begin')
  const green = await project.view('run', 'tasks.md', '--dry-run')
  expect([green.view.tasks.map((it) => it.proof), green.err]).toEqual([
    ['verified'],
    expect.not.stringContaining('MW605'),
  ])
  const red = await project.view('run', 'tasks.md', '--dry-run', '--doubles', 'doubles.json')
  expect(red.view.tasks.map((it) => [it.proof, it.attempts])).toEqual([['verified', 2]])
})

describe('reviews', () => {
  const plan =
    '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: a.txt (CREATE)\n- [ ] T002 Two\n  files: b.txt (CREATE)\n'

  function reviewed(doubles: object | null): { readonly project: Project; readonly call: readonly string[] } {
    const project = makeProject()
    project.write('tasks.md', plan)
    project.commit('Begin')
    const call = ['run', 'tasks.md', '--dry-run', '--mode', 'collaborative']
    if (doubles === null) return { project, call }
    project.write('doubles.json', JSON.stringify(doubles))
    return { project, call: [...call, '--doubles', 'doubles.json'] }
  }

  test.each<[string, object | null, number, readonly (readonly [string, number])[]]>([
    [
      'are approved where no file says otherwise',
      null,
      0,
      [
        ['done', 1],
        ['done', 1],
      ],
    ],
    [
      'that a file does not name are approved too',
      { reviews: { T001: ['reject'] } },
      1,
      [
        ['failed', 1],
        ['done', 1],
      ],
    ],
    [
      'are answered in order, and the last answer holds',
      { reviews: { '*': ['revise', 'approve'] } },
      0,
      [
        ['done', 2],
        ['done', 2],
      ],
    ],
    [
      'of each task are counted by themselves',
      { reviews: { T001: ['revise', 'revise', 'approve'] } },
      0,
      [
        ['done', 3],
        ['done', 1],
      ],
    ],
  ])('%s', async (_what, doubles, code, tasks) => {
    const { project, call } = reviewed(doubles)
    const { code: ended, out, err, view } = await project.view(...call)
    expect([ended, view.tasks.map((it) => [it.state, it.attempts])], out + err).toEqual([code, tasks])
    expect(project.read('tasks.md')).toBe(plan)
  })

  test('what a file pauses at stays open; nothing that is printed leads back into a dry run, or into the real plan', async () => {
    const { project, call } = reviewed({ reviews: { T002: ['pause'] } })
    const { code, out } = await project.run(...call)
    expect(code).toBe(3)
    const copy = /^The result lies in (.+)$/m.exec(out)?.[1] ?? ''
    expect(out).toContain(
      `? R2 T002: review T002\n    answer: approve, revise, reject, pause; first look with:\n    millwright review show R2 --plan ${copy}\n`,
    )
    expect(out).toContain(
      'A dry run is not gone on with: `reviews` in the file of --doubles says what is approved, revised or rejected\n',
    )
    expect(out).not.toContain('Go on with')
    const shown = await project.run('review', 'show', 'R2', '--plan', copy)
    expect([shown.code, shown.out], shown.err).toEqual([0, expect.stringContaining('  added b.txt\n')])
  })

  test('a red gate is approved by no script: the task is blocked as it would be', async () => {
    const { project, call } = reviewed({ gates: { check: ['pass', 'fail'] }, reviews: { '*': ['approve'] } })
    const { code, view } = await project.view(...call, '--gate', 'check=true')
    expect([code, view.tasks.filter((it) => it.id !== null).map((it) => it.state)]).toEqual([1, ['blocked', 'blocked']])
  })

  test('of a real run are no matter of doubles: a script that lies in the repository approves nothing', async () => {
    const project = makeProject()
    project.write('tasks.md', plan)
    project.write('millwright.toml', '[agents.double]\nkind = "scripted"\nscript = "doubles.json"\n')
    project.write(
      'doubles.json',
      JSON.stringify({
        tasks: { T001: [{ write: { 'a.txt': 'a' } }], T002: [{ write: { 'b.txt': 'b' } }] },
        reviews: { '*': ['approve'] },
      }),
    )
    project.commit('Begin')
    const { code, view } = await project.view(
      'run',
      'tasks.md',
      '--agent',
      'double',
      '--mode',
      'collaborative',
      '--yes',
    )
    expect([code, view.waiting.map((it) => it.review)]).toEqual([3, ['R1', 'R2']])
  })
})

test('doubles reject, propose and accept, too: a rejection is played to the end of the plan', async () => {
  const project = makeProject()
  const task = (id: string, dependencies: readonly string[]): object => ({
    ...{ id, title: `Do ${id}`, layer: 'infra', type: 'new', status: 'pending', dependencies },
    ...{ acceptance_criteria: [], files_to_touch: [`${id}.txt (NEW)`] },
  })
  project.write('state.json', JSON.stringify({ project_id: 'p', tasks: [task('A-1', []), task('A-2', ['A-1'])] }))
  const addTasks = [
    { id: 'a', title: 'First half', files: [{ path: 'half.txt', action: 'CREATE' }] },
    { title: 'Second half', blockedBy: ['a'] },
  ]
  const reviews = {
    ...{ 'A-1': ['reject'], 'decompose:A-1': [{ answer: 'revise', text: 'smaller' }, 'approve'] },
    'A-3': ['approve'],
  }
  project.write('d.json', JSON.stringify({ tasks: { 'decompose:A-1': [{ addTasks }] }, reviews }))
  project.commit('Begin')
  const { code, err, out } = await project.run('run', 'state.json', '--dry-run', '--doubles', 'd.json')
  expect([code, err]).toEqual([0, expect.not.stringContaining('warning')])
  // What joins the plan does what it declares, like all others.
  expect(out).toContain('    gate files passed')
  expect(out.match(/answered by the doubles: \w+/g)?.slice(0, 3)).toEqual(
    ['reject', 'revise', 'approve'].map((it) => `answered by the doubles: ${it}`),
  )
  expect(out).toMatch(
    /A-3 First half takes its place\n[^]*A-4 Second half takes its place\n[^]*\+ A-4 done[^]*\+ A-2 done/,
  )
  expect(out).toContain('3 completed, 0 blocked, 0 remaining, 1 skipped')
})
