/** A state folder that cannot be used, one whose disk is full (RELIABILITY P9), and a journal on another disk than the plan. */

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { builtProgram } from '../../rig/built-program.ts'
import { makeProject, type Project } from '../../rig/project.ts'
import { closed } from '../../rig/served.ts'

const projects: Project[] = []
const mounted: string[] = []
afterEach(async () => {
  // Who has looked at a disk last may stand on it.
  await closed()
  for (const folder of mounted.splice(0)) execFileSync('umount', [folder])
  for (const project of projects.splice(0)) project.end()
})

function planned(): Project {
  const project = makeProject()
  projects.push(project)
  project.write(
    'tasks.md',
    '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: one.txt (CREATE)\n- [ ] T002 Two\n  files: two.txt (CREATE)\n',
  )
  project.write('note', 'n')
  project.commit('Begin')
  project.agent(`write(task === 'T001' ? 'one.txt' : 'two.txt', 'x'.repeat(300_000))`)
  return project
}

test.each([
  ['below a file', (project: Project) => path.join(project.root, 'note', 'state')],
  ['a file', (project: Project) => path.join(project.root, 'note')],
  ['where no folder can be made', () => '/proc/x/y'],
])('the state folder is %s: said at once, and nothing is started', async (_where, place) => {
  const project = planned()
  project.env['MILLWRIGHT_STATE'] = place(project)
  const { code, err } = await project.run('run', 'tasks.md', '--exec', project.exec)
  expect(err).toMatch(
    /^millwright: the state folder cannot be used: cannot make the folder .*\n {2}help: set MILLWRIGHT_STATE/,
  )
  expect(code).toBe(2)
  expect(project.git('status', '--porcelain')).toBe('')
})

test.skipIf(process.platform !== 'linux')('too few files may be open: said at once, and nothing is started', () => {
  const project = planned()
  const call = ['run', 'tasks.md', '--yes', '--exec', project.exec]
  const limited = ['-c', 'ulimit -n 100 && exec "$@"', 'sh', process.execPath, builtProgram(), ...call]
  const { status, stderr } = spawnSync('sh', limited, { cwd: project.root, env: project.env, encoding: 'utf8' })
  expect([status, stderr]).toEqual([2, expect.stringContaining('may open only 100 files at once')])
  expect(project.git('status', '--porcelain')).toBe('')
})

test.each([
  ['run', 'tasks.md', '--only', 'T002'],
  ['trust', '--yes'],
  ['accept', 'tasks.md', 'T002'],
])('the same after an earlier run, of each call that needs it: %s', async (...words) => {
  const project = planned()
  project.write('millwright.toml', '[gates.unit]\nrun = ["true"]\n')
  project.commit('A gate')
  const run = ['run', 'tasks.md', '--exec', project.exec, '--yes', '--only', 'T001']
  expect((await project.run(...run)).code).toBe(0)
  // Below it node alone would try for ever.
  project.env['MILLWRIGHT_STATE'] = '/proc/x/y'
  const { code, err } = await project.run(...words)
  expect([code, err]).toEqual([2, expect.stringContaining('the state folder cannot be used: ')])
})

test.skipIf(process.platform !== 'linux')(
  'its disk is full before anything began: said, and no fault of ours',
  async () => {
    const project = planned()
    const run = ['run', 'tasks.md', '--exec', project.exec, '--yes', '--only']
    expect((await project.run(...run, 'T001')).code).toBe(0)
    const files = readdirSync(project.state, { recursive: true, encoding: 'utf8' })
    const heads = files.filter((it) => path.basename(it) === 'HEAD').map((it) => path.join(project.state, it))
    expect(heads.length).toBeGreaterThan(0)
    for (const it of heads) {
      rmSync(it)
      symlinkSync('/dev/full', it)
    }
    const { code, err } = await project.run(...run, 'T002')
    expect(err).toMatch(/^millwright: cannot write .*\n {2}help: free /m)
    expect([code, err]).toEqual([2, expect.not.stringContaining('something went wrong inside')])
    expect(project.has('two.txt')).toBe(false)
  },
)

test('it is moved away while an agent works: the run is parked with the reason, and goes on when it is back', async () => {
  const project = planned()
  const aside = `${project.state}.aside`
  project.agent(`
    const { renameSync } = await import('node:fs')
    write(task === 'T001' ? 'one.txt' : 'two.txt', task)
    if (attempt === 1 && task === 'T001') renameSync(${JSON.stringify(project.state)}, ${JSON.stringify(aside)})
  `)
  const first = await project.run('run', 'tasks.md', '--exec', project.exec, '--yes', '--jobs', '1')
  expect(first.err).toContain(`the run’s folder of workspaces is gone`)
  expect(first.code).toBe(3)
  rmSync(project.state, { recursive: true, force: true })
  renameSync(aside, project.state)
  const second = await project.run('resume', 'tasks.md', '--yes')
  expect([second.code, second.err]).toEqual([0, expect.not.stringContaining('something went wrong inside')])
  expect([project.read('one.txt'), project.read('two.txt')]).toEqual(['T001', 'T002'])
})

test('its disk is full: the run is parked with the reason, and goes on when there is space', async (context) => {
  const project = planned()
  const disk = path.join(project.top, 'disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=500k', 'tmpfs', disk], { stdio: 'pipe' })
  } catch {
    context.skip('a small disk cannot be mounted here')
  }
  mounted.push(disk)
  project.env['MILLWRIGHT_STATE'] = path.join(disk, 'state')
  const { code, out, err } = await project.run('run', 'tasks.md', '--exec', project.exec)
  expect(err).toMatch(/the run is parked: cannot write .*: the disk is full.*\n {2}help: free some space/)
  expect(out).not.toContain('attempt 2')
  expect(code).toBe(3)
  execFileSync('mount', ['-o', 'remount,size=20m', disk])
  const { view } = await project.view('resume', 'tasks.md')
  expect(view.tasks.map((it) => it.state)).toEqual(['done', 'done'])
})

test('its repository lies on another disk: that is said, and where that disk is read-only nothing is started', async (context) => {
  const project = planned()
  const disk = path.join(project.top, 'disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=20m', 'tmpfs', disk], { stdio: 'pipe' })
  } catch {
    context.skip('a small disk cannot be mounted here')
  }
  mounted.push(disk)
  cpSync(path.join(project.root, '.git'), path.join(disk, 'git'), { recursive: true })
  rmSync(path.join(project.root, '.git'), { recursive: true })
  project.write('.git', `gitdir: ${path.join(disk, 'git')}\n`)
  const said = `warning MW705: the journal lies on another file system than the plan (${path.join(disk, 'git')}`
  const { code, out } = await project.run('run', 'tasks.md', '--exec', project.exec)
  expect([code, out]).toEqual([0, expect.stringContaining(said)])
  await closed()
  execFileSync('mount', ['-o', 'remount,ro', disk])
  const expectRefused = async (): Promise<void> => {
    const second = await project.run('run', 'tasks.md', '--exec', project.exec)
    expect(second.code).toBe(2)
    expect(second.err).toMatch(
      /MW705 .*the disk is mounted read-only; nothing was started\n {2}help: mount it so that it can be written/,
    )
  }
  await expectRefused()
  // What is known of the plan would have to be noted anew.
  project.write('tasks.md', project.read('tasks.md').replace('T002 Two', 'T002 Twice'))
  await expectRefused()
})

test('its repository lies on the disk of the plan: nothing is said of disks', async () => {
  const project = planned()
  const { code, out, err } = await project.run('run', 'tasks.md', '--exec', project.exec)
  expect([code, out + err]).toEqual([0, expect.not.stringContaining('MW705')])
})

test.skipIf(process.platform === 'win32').each(['HEAD', 'config'])(
  'an agent puts a pipe in the place of .git/%s: nothing waits, and what cannot be done without it is done by a resume',
  async (name) => {
    const project = planned()
    project.agent(`
      write(task === 'T001' ? 'one.txt' : 'two.txt', 'x')
      const at = path.join(human, '.git', '${name}')
      if (task === 'T001' && attempt === 1) { execFileSync('mv', [at, at + '.kept']); execFileSync('mkfifo', [at]) }
    `)
    const run = await project.run('run', 'tasks.md', '--exec', project.exec)
    const file = path.join(project.root, '.git', name)
    expect(run.err).toContain(`git waits at ${file}, which is a pipe and no file\n  help: `)
    expect(run.err).not.toContain('something went wrong inside')
    renameSync(`${file}.kept`, file)
    if (run.code !== 0) expect(await project.run('resume', 'tasks.md')).toMatchObject({ code: 0 })
    expect(project.git('status', '--porcelain')).toBe('')
    expect(project.git('show', 'main:tasks.md')).toContain('- [X] T002')
  },
)

test.skipIf(process.platform === 'win32')(
  'a pipe in the place of .git/HEAD is told by a call that has begun nothing yet',
  async () => {
    const project = planned()
    const file = path.join(project.root, '.git/HEAD')
    rmSync(file)
    execFileSync('mkfifo', [file])
    const { code, err } = await project.run('run', 'tasks.md', '--exec', project.exec)
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^millwright: git waits at .*\/HEAD, which is a pipe and no file\n/),
    ])
  },
)
