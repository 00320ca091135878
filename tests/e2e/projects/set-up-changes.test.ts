/** What a set-up does to files that git sees is nobody's work: no draft has it, and no gate is charged for it. */

import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { type Project, type RunView, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

/** What an agent does that works for both tasks. */
const plainWork = "write(task === 'T001' ? 'a.txt' : 'b.txt', task)"

/** @param files that the first task declares beside its own */
function setUp(setup: string, check: string, files = ''): Project {
  const project = makeProject()
  project.write('lock.json', 'base\n')
  project.write('.gitignore', 'nm\n')
  project.write('setup.sh', `echo ran >> ${ranIn(project)}\n${setup}\n`)
  project.write('check.sh', `${check}\n`)
  project.write(
    'tasks.md',
    `## Phase 06: Implementation\n\n- [ ] T001 One\n  files: a.txt (CREATE)${files}\n- [ ] T002 Two\n  blocked_by: [T001]\n  files: b.txt (CREATE)\n`,
  )
  project.write(
    'millwright.toml',
    '[workspace]\nsetup = ["sh", "setup.sh"]\n[gates.g]\nrun = ["sh", "check.sh"]\n[policy]\nretries = 0\n',
  )
  project.commit('Begin')
  project.agent(plainWork)
  writeFileSync(ranIn(project), '')
  return project
}

const ranIn = (project: Project): string => path.join(project.top, 'meeting', 'ran')

const run = (project: Project) => project.view('run', 'tasks.md', '--exec', project.exec, '--yes')

/** Nothing was asked, said or committed but the work of the two tasks. */
function expectOnlyWork(project: Project, view: RunView, first = 'a.txt'): void {
  expect(view.tasks.map((it) => [it.id, it.state, it.proof, it.reason])).toEqual([
    ['T001', 'done', 'verified', null],
    ['T002', 'done', 'verified', null],
  ])
  expect({ deviations: view.deviations, findings: view.findings, waiting: view.waiting }).toEqual({
    deviations: [],
    findings: [],
    waiting: [],
  })
  expect(view.tasks.map((it) => filesOf(project, it.commit))).toEqual([`${first} tasks.md`, 'b.txt tasks.md'])
  expect(project.git('status', '--porcelain')).toBe('')
}

const filesOf = (project: Project, commit: string | null): string =>
  project
    .git('show', '--format=', '--name-only', commit ?? 'none')
    .trim()
    .split('\n')
    .join(' ')

const forms: readonly (readonly [about: string, setup: string, check: string])[] = [
  ['a tracked file changed', 'mkdir -p nm; echo k > nm/k; echo changed >> lock.json', 'test -e nm/k'],
  ['a tracked file deleted', 'rm lock.json', 'test ! -e lock.json'],
  ['files that nobody ignores', 'mkdir egg; echo i > egg/info', 'grep -q i egg/info'],
  [
    'both',
    'mkdir egg; echo i > egg/info; echo changed >> lock.json',
    'grep -q i egg/info && grep -q changed lock.json',
  ],
]
test.each(forms)('%s: gates see it, no task has it', async (_about, setup, check) => {
  const project = setUp(setup, check)
  const { code, view } = await run(project)
  expectOnlyWork(project, view)
  expect(code).toBe(0)
  expect(project.read('lock.json')).toBe('base\n')
  expect(project.has('egg')).toBe(false)
  // Once in each workspace: that of gates, and one for each task. It is put back with each look, not made again.
  expect(project.read('../meeting/ran').split('\n').length - 1).toBeLessThanOrEqual(3)
  expect(project.git('for-each-ref', 'refs/millwright')).toContain('/setup/')
  expect((await project.run('clean')).code).toBe(0)
  expect(project.git('for-each-ref', 'refs/millwright')).toBe('')
})

test('what it makes in a folder of the work is told from the work', async () => {
  const project = setUp('mkdir -p src; echo made > src/made', 'grep -q made src/made', ', src/own.txt (CREATE)')
  project.agent(`${plainWork}\nif (task === 'T001') write('src/own.txt', 'own')`)
  const { view } = await run(project)
  expectOnlyWork(project, view, 'a.txt src/own.txt')
})

test('a file that the set-up and the agent change is the agent’s, and only in the task that changed it', async () => {
  const project = setUp('echo changed >> lock.json', 'grep -q changed lock.json', ', lock.json (MODIFY)')
  project.agent(`${plainWork}\nif (task === 'T001') write('lock.json', 'mine\\n')`)
  const { view } = await run(project)
  expectOnlyWork(project, view, 'a.txt lock.json')
  expect(project.read('lock.json')).toBe('mine\n')
})

test('one set-up is enough for the gates of the base, the tasks one after another, and the gates of the end', async () => {
  const project = setUp('touch nm', 'test -e nm')
  const { view } = await run(project)
  expectOnlyWork(project, view)
  expect(readFileSync(ranIn(project), 'utf8')).toBe('ran\n')
})

test('an undeclared change by the agent to what the set-up made is a deviation of that task', async () => {
  const project = setUp('mkdir -p egg; echo i > egg/info; echo j > egg/more', 'test -e egg/info')
  project.agent(`${plainWork}\nif (task === 'T001') write('egg/info', 'mine')`)
  const { view } = await run(project)
  expect(view.tasks.map((it) => [it.state, filesOf(project, it.commit)])).toEqual([
    ['done', 'a.txt egg/info task-refinement-log.md tasks.md'],
    ['done', 'b.txt tasks.md'],
  ])
  expect(view.deviations.map((it) => it.path)).toEqual(['egg/info'])
})

test('a set-up that goes by what the task changes runs again on the draft, over its files', async () => {
  const project = setUp('cp package.json built.json', 'cmp package.json built.json', ', package.json (CREATE)')
  project.write('package.json', '{}\n')
  project.commit('A list of packages')
  project.write('tasks.md', project.read('tasks.md').replace('package.json (CREATE)', 'package.json (MODIFY)'))
  project.commit('It is there')
  project.agent(`${plainWork}\nif (task === 'T001') write('package.json', '{"name":"one"}\\n')`)
  const { view } = await run(project)
  expectOnlyWork(project, view, 'a.txt package.json')
})

test('a gate is charged for what it changed of it, and the next gate gets it as the set-up left it', async () => {
  const project = setUp('mkdir -p egg; echo i > egg/info; echo changed >> lock.json', 'echo gate >> egg/info')
  project.write(
    'millwright.toml',
    `${project.read('millwright.toml')}baseline = "ignore-same"\n[gates.h]\nrun = ["sh", "-c", "test $(cat egg/info) = i && grep -q changed lock.json"]\n`,
  )
  project.commit('Another gate')
  const { view } = await run(project)
  const charged = view.findings.filter((it) => it.kind === 'MW606').map((it) => it.text)
  expect(charged.join('\n')).toContain('gate g changed egg/info while it judged')
  expect(charged.join('\n')).not.toContain('lock.json')
  for (const task of view.tasks)
    for (const it of task.evidence.filter(({ gate }) => gate === 'h')) expect(it.result).toBe('passed')
})

test.each([
  ['in the set-up of the base', 'base', 'test $(wc -l < RAN) != 1 || kill -9 $(ps -o ppid= -p $PPID)', '', []],
  ['in the set-up of a task', 'task', 'test $(wc -l < RAN) != 1 || kill -9 $(ps -o ppid= -p $PPID)', '', []],
  ['while an agent works', 'base', '', "if (attempt === 1 && task === 'T001') write('half.txt', '')", ['half.txt']],
])('the executor dies %s: what is kept is what an agent did', async (_about, setsUpFirst, end, first, kept) => {
  const project = setUp('', 'test -e egg/info')
  // Without a gate of its own nobody sets up before the first task does.
  if (setsUpFirst === 'task')
    project.write('millwright.toml', project.read('millwright.toml').replace(/\[gates\.g\]\n.*\n/, ''))
  const made = 'mkdir -p egg; echo i > egg/info; echo changed >> lock.json'
  project.write('setup.sh', `echo ran >> ${ranIn(project)}\n${made}\n${end.replace('RAN', ranIn(project))}\n`)
  project.commit('The set-up')
  // What starts programs is a child of the executor.
  const above = `Number(execFileSync('ps', ['-o', 'ppid=', '-p', String(process.ppid)], { encoding: 'utf8' }))`
  const dies = `${first}\nif (attempt === 1) { process.kill(${above}, 'SIGKILL'); await new Promise(() => setInterval(() => {}, 1000)) }`
  project.agent(first === '' ? plainWork : `if (task === 'T001') { ${dies} }\n${plainWork}`)
  expect((await project.begin('run', 'tasks.md', '--exec', project.exec, '--yes').ended).code).not.toBe(0)
  const { view } = await run(project)
  if (setsUpFirst === 'task') expect(view.tasks.map((it) => it.state)).toEqual(['done', 'done'])
  else expectOnlyWork(project, view)
  const refs = project.git('for-each-ref', '--format=%(refname)').split('\n')
  expect(refs.filter((it) => it.includes('/kept/')).map((it) => filesOf(project, it))).toEqual(kept)
})

test('a run that is stopped while it sets up ends at once, and resume sets up anew', async () => {
  // Until the file is there it never ends by itself.
  const project = setUp('true', 'test -e nm')
  const go = path.join(project.top, 'meeting', 'go')
  project.write('setup.sh', `echo ran >> ${ranIn(project)}\nwhile test ! -e ${go}; do sleep 0.05; done\ntouch nm\n`)
  project.commit('A set-up that waits')
  const running = project.begin('run', 'tasks.md', '--exec', project.exec, '--yes')
  await vi.waitFor(() => expect(readFileSync(ranIn(project), 'utf8')).toContain('ran'), {
    timeout: 120_000,
    interval: 20,
  })
  expect(await project.run('stop', 'tasks.md')).toMatchObject({ code: 0 })
  expect(await running.ended).toMatchObject({ code: 3 })
  writeFileSync(go, '')
  const { code, view } = await project.view('resume', 'tasks.md', '--yes')
  expect(code).toBe(0)
  expectOnlyWork(project, view)
})
