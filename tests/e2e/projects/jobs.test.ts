/** Several tasks at once: who works beside whom is shown by handshakes of the agents, never by the clock. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { lookAtMachine } from '../../../src/system/machine.ts'
import { type Project, projectsOfTests, type RunView } from '../../rig/project.ts'

const makeProject = projectsOfTests()

/** Agents mark in a folder of the test when they begin and end; `comes` waits for such a mark of another one. */
const prelude = `
const mark = (name) => writeFileSync(path.join(meeting, name), '')
const comes = (name) => new Promise((resolve) => {
  const watcher = watch(meeting, () => look())
  const look = () => { if (existsSync(path.join(meeting, name))) { watcher.close(); resolve() } }
  look()
})
mark(task + '.in')
`

function tasks(...declared: readonly string[]): string {
  const lines = declared.map((files, index) => `- [ ] T000${index + 1} Number ${index + 1}\n  files: ${files}\n`)
  return `## Phase 06: Implementation -- PENDING\n\n${lines.join('')}`
}

function makeJobs(plan: string, agent: string): Project {
  const project = makeProject()
  project.write('specs/tasks.md', plan)
  project.write('common.txt', 'as it was\n')
  project.commit('Begin')
  project.agent(`${prelude}\n${agent}\nmark(task + '.out')`)
  return project
}

const own = 'write(`src/${task}.txt`, task)'
const ownFiles = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `src/T000${index + 1}.txt (CREATE)`)
const run = (project: Project, jobs: number): readonly string[] => [
  'run',
  'specs/tasks.md',
  '--exec',
  project.exec,
  '--yes',
  '--jobs',
  String(jobs),
]

/** Ids of the tasks in the order of their commits, the first first. */
function merged(project: Project): readonly string[] {
  const subjects = project.git('log', '--reverse', '--format=%s').trim().split('\n')
  return subjects.flatMap((it) => /^T\d+/.exec(it) ?? [])
}

test('as many as there are jobs work at once: each waits for all others to have begun', async () => {
  const project = makeJobs(
    tasks(...ownFiles(3)),
    `${own}\nfor (const other of ['T0001', 'T0002', 'T0003']) await comes(other + '.in')`,
  )
  const { code, view, err } = await project.view(...run(project, 3))
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  expect(view.tasks.map((it) => it.state)).toEqual(['done', 'done', 'done'])
})

test('who writes into a folder from which another one moves all other files is in nobody’s way', async () => {
  const move = `mkdirSync('new', { recursive: true }); for (const it of ['a', 'b']) { write('new/' + it, readFileSync('old/' + it)); rmSync('old/' + it) }`
  const plan = tasks('old/a (DELETE), old/b (DELETE), new/a (CREATE), new/b (CREATE)', 'old/c (CREATE)')
  const project = makeProject()
  project.write('specs/tasks.md', plan)
  for (const it of ['a', 'b']) project.write(`old/${it}`, `${it} of the folder\n`.repeat(9))
  project.commit('Begin')
  project.agent(`${prelude}
    for (const other of ['T0001', 'T0002']) await comes(other + '.in')
    if (task === 'T0001') { ${move} } else write('old/c', 'new here')`)
  const { code, view, err } = await project.view(...run(project, 2))
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  expect(view.tasks.map((it) => it.state)).toEqual(['done', 'done'])
  expect(project.git('ls-tree', '-r', '--name-only', 'HEAD').trim().split('\n')).toEqual([
    'new/a',
    'new/b',
    'old/c',
    'specs/tasks.md',
  ])
})

const meetAll = `${own}\nfor (const other of ['T0001', 'T0002', 'T0003']) await comes(other + '.in')`
const unsaid = (project: Project): readonly string[] => ['run', 'specs/tasks.md', '--exec', project.exec, '--yes']

test('where the call says no number, the environment does; a run that is gone on with keeps its own', async () => {
  const project = makeJobs(tasks(...ownFiles(3)), `if (attempt === 1) await meet(task)\n${meetAll}`)
  project.env['MILLWRIGHT_JOBS'] = '3'
  const first = project.begin(...unsaid(project))
  for (const task of ['T0001', 'T0002', 'T0003']) await project.arrived(task, first)
  first.child.kill('SIGINT')
  expect((await first.ended).code).toBe(130)
  Reflect.deleteProperty(project.env, 'MILLWRIGHT_JOBS')
  const { code, err } = await project.run('resume', 'specs/tasks.md', '--yes')
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
})

test('a number that the environment may not say is refused before anything begins', async () => {
  const project = makeJobs(tasks(...ownFiles(2)), own)
  project.env['MILLWRIGHT_JOBS'] = 'many'
  const { code, err } = await project.run(...unsaid(project))
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('MILLWRIGHT_JOBS must be a whole number') })
  expect(project.git('log', '--format=%s').trim()).toBe('Begin')
})

test('by itself it is as many as the machine allows, told once, and only where the plan says what depends on what', async () => {
  const chain = tasks(...ownFiles(3)).replace('(CREATE)\n- [ ] T0003', '(CREATE)\n  blocked_by: [T0001]\n- [ ] T0003')
  const project = makeJobs(chain, own)
  Reflect.deleteProperty(project.env, 'MILLWRIGHT_JOBS')
  const { code, out, err } = await project.run(...unsaid(project))
  expect(code, err).toBe(0)
  const { cores, freeBytes } = lookAtMachine()
  const isUnsure = Math.abs(freeBytes - 2 * 1024 ** 3) < 1024 ** 3
  // Near the limit it may have been either.
  if (!isUnsure) expect(/up to [234] tasks at a time/.test(out + err)).toBe(cores > 1 && freeBytes > 2 * 1024 ** 3)
  const other = makeJobs(tasks(...ownFiles(3)), own)
  Reflect.deleteProperty(other.env, 'MILLWRIGHT_JOBS')
  const one = await other.run(...unsaid(other))
  expect(one.out + one.err).not.toContain('tasks at a time')
})

test('never more than there are jobs', async () => {
  // Each agent counts who is in and not yet out; a third one beside two others would be seen by whoever comes last.
  const project = makeJobs(
    tasks(...ownFiles(5)),
    `${own}
const names = (await import('node:fs')).readdirSync(meeting)
const beside = names.filter((it) => it.endsWith('.in') && !names.includes(it.replace('.in', '.out')))
mark('beside-' + beside.length + '-' + task)`,
  )
  const { code, err } = await project.view(...run(project, 2))
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  const counted = readdirSync(path.join(project.top, 'meeting')).filter((it) => it.startsWith('beside-'))
  expect(counted).toHaveLength(5)
  expect(counted.filter((it) => !/^beside-[12]-/.test(it))).toEqual([])
})

test('two tasks that declare one file are never at work together, though a job is free for a later task', async () => {
  const project = makeJobs(
    tasks(
      'common.txt (MODIFY)',
      'common.txt (MODIFY), src/T0002.txt (CREATE)',
      'src/T0003.txt (CREATE)',
      'src/T0004.txt (CREATE)',
    ),
    `
if (task === 'T0001') {
  // T0002 stands before these two in the plan: that they are at work shows that it was passed over.
  await comes('T0003.in')
  await comes('T0004.in')
  if (existsSync(path.join(meeting, 'T0002.in'))) mark('together')
}
if (task === 'T0002' && !existsSync(path.join(meeting, 'T0001.out'))) mark('together')
if (task === 'T0001' || task === 'T0002') append('common.txt', task + '\\n')
if (task !== 'T0001') ${own}`,
  )
  const { code, err } = await project.view(...run(project, 3))
  expect({ code, err: code === 0 ? '' : err }).toEqual({ code: 0, err: '' })
  expect(project.has('../meeting/together')).toBe(false)
  expect(project.read('common.txt')).toBe('as it was\nT0001\nT0002\n')
})

test('tasks merge when they are ready: the plan’s order holds nobody up', async () => {
  const project = makeJobs(tasks(...ownFiles(3)), `${own}\nif (task === 'T0001') await meet('first')`)
  const running = project.begin(...run(project, 2))
  await project.arrived('first', running)
  // While the first is at work, the others begin, merge and are marked.
  await project.shows('specs/tasks.md', '[X] T0003', running)
  expect(project.read('specs/tasks.md')).toMatch(/\[ \] T0001[^]*\[X\] T0002[^]*\[X\] T0003/)
  project.release('first')
  expect((await running.ended).code).toBe(0)
  expect(merged(project)).toEqual(['T0002', 'T0003', 'T0001'])
})

test('a conflict stops that task alone and keeps its work; unblocked, it begins on what the other did', async () => {
  const project = makeJobs(
    tasks(...ownFiles(3)),
    `${own}
if (task === 'T0001' || task === 'T0002') {
  // Nobody declares this file. Both have begun from the same base before the first one changes it.
  for (const other of ['T0001', 'T0002']) await comes(other + '.in')
  write('common.txt', readFileSync('common.txt', 'utf8') + task + '\\n')
}
if (task === 'T0002' && attempt === 1) await meet('second')`,
  )
  const running = project.begin(...run(project, 2), '--json')
  await project.arrived('second', running)
  await project.shows('specs/tasks.md', '[X] T0003', running)
  project.release('second')
  const { code, out } = await running.ended
  expect(code).toBe(1)
  const view = JSON.parse(out) as { tasks: { id: string; state: string; reason: string | null }[] }
  expect(view.tasks.map((it) => [it.id, it.state, it.reason])).toEqual([
    ['T0001', 'done', null],
    ['T0002', 'blocked', expect.stringContaining('common.txt')],
    ['T0003', 'done', null],
  ])
  expect(project.read('common.txt')).toBe('as it was\nT0001\n')
  const refs = project.git('for-each-ref', '--format=%(refname)', 'refs/millwright').trim().split('\n')
  const kept = refs.filter((it) => project.git('ls-tree', '-r', '--name-only', it).includes('src/T0002.txt'))
  expect(kept.map((it) => project.git('show', `${it}:common.txt`))).toContain('as it was\nT0002\n')

  const unblocked = await project.run('unblock', 'specs/tasks.md', 'T0002')
  expect(unblocked.code, unblocked.err).toBe(0)
  const again = await project.view(...run(project, 2))
  expect(again.code, again.err).toBe(0)
  expect(project.read('common.txt')).toBe('as it was\nT0001\nT0002\n')
})

test.each([1, 2])(
  'a task that waits for a person for the whole run holds up its dependants alone, with %i at a time',
  async (jobs) => {
    const project = makeJobs(
      tasks(...ownFiles(4))
        .replace('T0002 Number 2\n', 'T0002 Number 2\n  blocked_by: [T0001]\n')
        .replace('T0004 Number 4\n', 'T0004 Number 4\n  blocked_by: [T0003]\n'),
      `${own}\nif (task === 'T0001') write('beside.txt', 'nobody has declared this')`,
    )
    project.write('millwright.toml', '[policy]\ndeviations = "ask"\n')
    project.commit('Ask')
    const { code, view, err } = await project.view(...run(project, jobs))
    expect(code, err).toBe(3)
    const states = (it: typeof view): readonly string[] => it.tasks.map(({ id, state }) => `${id} ${state}`)
    expect(states(view)).toEqual(['T0001 reviewing', 'T0002 pending', 'T0003 done', 'T0004 done'])

    const approved = await project.run('review', 'approve', 'R1', '--plan', 'specs/tasks.md')
    expect(approved.code, approved.err).toBe(0)
    const resumed = await project.view('resume', 'specs/tasks.md', '--yes')
    expect([resumed.code, states(resumed.view)]).toEqual([0, ['T0001 done', 'T0002 done', 'T0003 done', 'T0004 done']])
    expect(merged(project)).toEqual(['T0003', 'T0004', 'T0001', 'T0002'])
  },
)

/** A gate that notes the numbers of the works it finds, and may wait for the test by what it finds. */
function gateOf(project: Project, lines: string): string {
  const file = path.join(project.top, 'gate.mjs')
  writeFileSync(
    file,
    `import { appendFileSync, existsSync, readdirSync, watch, writeFileSync } from 'node:fs'
import path from 'node:path'
const meeting = ${JSON.stringify(path.join(project.top, 'meeting'))}
const meet = (name) => new Promise((resolve) => {
  const go = path.join(meeting, name + '.go')
  const watcher = watch(meeting, () => { if (existsSync(go)) { watcher.close(); resolve() } })
  writeFileSync(path.join(meeting, name + '.here'), '')
  if (existsSync(go)) { watcher.close(); resolve() }
})
const works = existsSync('src') ? readdirSync('src').map((it) => it.slice(4, 5)).sort().join('') : ''
appendFileSync(path.join(meeting, 'gate.runs'), works + '\\n')
${lines}`,
  )
  return `unit=${process.execPath} ${file}`
}

/** Asks until all but the first task wait for the integrator: where that never comes, the test's own limit ends it. */
async function areMerging(project: Project): Promise<void> {
  const states = async (): Promise<string> =>
    (await project.view('status', 'specs/tasks.md')).view.tasks.map((it) => it.state).join()
  while ((await states()) !== 'done,merging,merging,merging');
}

test('tasks that are ready together are merged as one batch: judged once, cut where that is red, and each with its own mark', async () => {
  const project = makeJobs(
    tasks(...ownFiles(4)),
    `${own}\nfor (const other of ['T0001', 'T0002', 'T0003', 'T0004']) await comes(other + '.in')`,
  )
  const gate = gateOf(
    project,
    `
if (/^[234]$/.test(works)) await meet('draft' + works)
if (works === '12') await meet('pair')
if (works.includes('2') && works.includes('4')) { console.log('2 and 4 do not go together'); process.exitCode = 1 }`,
  )
  writeFileSync(path.join(project.root, 'millwright.toml'), '[policy]\nretries = 0\n')
  const running = project.begin(...run(project, 4), '--gate', gate, '--json')
  await project.shows('specs/tasks.md', '[X] T0001', running)
  project.release('draft2')
  // While the gate looks at the second with the first, the other two become ready.
  await project.arrived('pair', running)
  project.release('draft3')
  project.release('draft4')
  await areMerging(project)
  project.release('pair')
  const { out, code } = await running.ended
  expect(code).toBe(1)
  const view = JSON.parse(out) as RunView
  expect(view.tasks.map((it) => it.state)).toEqual(['done', 'done', 'done', 'blocked'])
  expect(view.tasks[3]?.reason).toContain('2 and 4 do not go together')
  const runs = readFileSync(path.join(project.top, 'meeting', 'gate.runs'), 'utf8')
    .trim()
    .split('\n')
  expect(runs.filter((it) => it.length > 1)).toEqual(['12', '1234', '123'])
  const marks = merged(project).map((id, index) => {
    const commit = view.tasks.find((it) => it.id === id)?.commit ?? ''
    return [index + 1, project.git('show', `${commit}:specs/tasks.md`).match(/\[X\] T\d+/g)?.length]
  })
  expect(marks).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ])
})

test('a batch that is green goes to the tip at once: each of its commits shows the marks of those before it', async () => {
  const project = makeJobs(
    tasks(...ownFiles(4)),
    `${own}\nfor (const other of ['T0001', 'T0002', 'T0003', 'T0004']) await comes(other + '.in')`,
  )
  const gate = gateOf(
    project,
    `
if (/^[234]$/.test(works)) await meet('draft' + works)
if (works === '12') await meet('pair')`,
  )
  const running = project.begin(...run(project, 4), '--gate', gate, '--json')
  await project.shows('specs/tasks.md', '[X] T0001', running)
  project.release('draft2')
  await project.arrived('pair', running)
  project.release('draft3')
  project.release('draft4')
  await areMerging(project)
  project.release('pair')
  const { out, code } = await running.ended
  expect(code).toBe(0)
  const view = JSON.parse(out) as RunView
  const runs = readFileSync(path.join(project.top, 'meeting', 'gate.runs'), 'utf8')
    .trim()
    .split('\n')
  expect(runs.filter((it) => it.length > 1)).toEqual(['12', '1234'])
  expect(merged(project)).toEqual(['T0001', 'T0002', 'T0003', 'T0004'])
  const ticked = view.tasks.map(({ commit }) =>
    (project.git('show', `${commit ?? ''}:specs/tasks.md`).match(/\[X\] T\d+/g) ?? []).join(),
  )
  expect(ticked.map((it) => it.split(',').length)).toEqual([1, 2, 3, 4])
  expect(
    view.tasks.flatMap(({ evidence }) => evidence.flatMap((it) => (it.gate === 'unit' ? [it.result] : []))),
  ).toEqual(view.tasks.map(() => 'passed'))
})
