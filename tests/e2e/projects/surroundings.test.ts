/** What a machine may lack: git, a folder for passing files, the very folder of the call. */

import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { start } from '../../rig/program.ts'
import { builtProgram } from '../../rig/built-program.ts'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `## Phase 06: Implementation

- [ ] T001 One
  files: one.txt (CREATE)
`

describe('without git', () => {
  function bare(): Project {
    const project = makeProject({ git: false })
    project.write('tasks.md', plan)
    project.agent(`write('one.txt', task)`)
    const bin = path.join(project.top, 'bin')
    mkdirSync(bin)
    symlinkSync(process.execPath, path.join(bin, 'node'))
    symlinkSync('/bin/sh', path.join(bin, 'sh'))
    project.env['PATH'] = bin
    return project
  }

  test('a run works in place and comes to its end, and so does doctor', async () => {
    const project = bare()
    const { code, err, out } = await project.run('run', 'tasks.md', '--yes', '--exec', project.exec)
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('no git repository here: work is done in place, one task at a time, without commits, ')
    expect(out).toContain('+ T001 done, files-only, ')
    const doctor = await project.run('doctor')
    expect(doctor.out).toContain('git      ✗ git was not found\n             help: install git 2.38 or newer; ')
  })

  test('a dry run says that it needs it', async () => {
    const { code, err } = await bare().run('run', 'tasks.md', '--dry-run')
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('no scratch copy can be made: git was not found\n  help: install git 2.38 or newer\n'),
    ])
  })
})

test('without a folder for passing files a dry run says so, and clean has nothing to do there', async () => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.commit('Begin')
  project.env['TMPDIR'] = path.join(project.top, 'nowhere')
  const { code, err } = await project.run('run', 'tasks.md', '--dry-run')
  expect(code).toBe(2)
  expect(err).toContain(
    `no scratch copy can be made: cannot write to the folder for passing files (TMPDIR) ${project.env['TMPDIR']}: it does not exist\n`,
  )
  expect((await project.run('clean', '--dry-run')).code).toBe(0)
})

test('in a folder that was deleted nothing can be found, and that is no fault of this program', async () => {
  const project = makeProject()
  mkdirSync(path.join(project.root, 'gone'))
  const call = `cd gone; rmdir ../gone; '${process.execPath}' '${builtProgram()}' status`
  const { code, err } = await start(['/bin/sh', '-c', call], { cwd: project.root, env: project.env }).ended
  expect([code, err]).toEqual([2, expect.stringContaining('the folder that this was called in is not there any more')])
})

test('without git what tools tag as their cache is no work, and no change by a gate', async () => {
  const project = makeProject({ git: false })
  project.write('tasks.md', plan)
  project.write(
    'gate.sh',
    `mkdir -p .cache/v && date +%N >> .cache/v/ids
printf 'Signature: 8a477f597d28d172789f06886806bc55\\n# of a tool\\n' > .cache/CACHEDIR.TAG\n`,
  )
  project.agent(`write('one.txt', task)`)
  const gate = ['--gate', 'unit=sh gate.sh']
  const { code, view } = await project.view('run', 'tasks.md', '--yes', '--exec', project.exec, ...gate)
  expect([code, view.tasks.find((it) => it.id === 'T001'), view.deviations]).toMatchObject([
    0,
    { state: 'done', proof: 'verified', attempts: 1 },
    [],
  ])
})

describe.each([
  ['and no agent does', '', null],
  ['and agents do so too, where git would ignore it', `write('dist/app', 'by an agent'); `, 'dist/\n'],
])('without git a gate may build, %s', (_, alsoBuilds, ignored) => {
  test('it is red for nobody, charged to nobody, and looks once at what was there', async () => {
    const project = makeProject({ git: false })
    project.write('tasks.md', `${plan}- [ ] T002 Two\n  files: two.txt (CREATE)\n`)
    if (ignored !== null) project.write('.gitignore', ignored)
    const log = path.join(project.top, 'built')
    project.write('build.sh', `mkdir -p dist && cat *.txt > dist/app; date +%N >> dist/app; echo built >> '${log}'\n`)
    project.agent(`${alsoBuilds}write(task === 'T001' ? 'one.txt' : 'two.txt', task)`)
    const gates = ['--gate', 'build=sh build.sh', '--gate', 'unit=test -s dist/app']
    const { code, out, view } = await project.view('run', 'tasks.md', '--yes', '--exec', project.exec, ...gates)
    expect(code, out).toBe(0)
    expect([view.deviations, view.findings]).toEqual([[], []])
    for (const it of ['T001', 'T002'])
      expect(view.tasks.find(({ id }) => id === it)).toMatchObject({ state: 'done', proof: 'verified', attempts: 1 })
    // Once for itself and once for the other gate of the base, then once for each draft.
    expect(readFileSync(log, 'utf8').split('\n').length - 1).toBeLessThanOrEqual(4)
  })
})
