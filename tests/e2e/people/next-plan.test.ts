/** A plan that was run and is another one now: the next feature under the same ids, work that was taken back, deleted lines. */

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const head = '# Tasks: page\n\n## Phase 06: Implementation\n\n'
const plan = `${head}- [ ] T001 First
  files: T001.txt (CREATE)
- [ ] T002 Second
  files: T002.txt (CREATE)
  blocked_by: [T001]
`

/** A project in which each agent writes a file named after its task. */
function made(text: string): Project {
  const project = makeProject()
  project.write('tasks.md', text)
  project.commit('Begin')
  project.agent(`append(task + '.txt', 'x'); append(path.join(meeting, 'ran'), task + '\\n')`)
  return project
}

const run = (project: Project, ...more: readonly string[]): ReturnType<Project['view']> =>
  project.view('run', 'tasks.md', '--exec', project.exec, '--gate', 'ok=true', ...more)

test('the next feature begins at T001 again: its tasks are worked on, and their blockers hold', async () => {
  const project = made(plan)
  expect((await run(project)).code).toBe(0)
  project.write(
    'tasks.md',
    `${head}- [ ] T001 Alpha\n- [ ] T002 Beta\n  blocked_by: [T001]\n- [ ] T003 Gamma\n  files: T003.txt (CREATE)\n`,
  )
  project.commit('The next feature')
  const { code, view } = await run(project)
  expect({ code, proofs: view.tasks.map((it) => [it.id, it.attempts, it.proof]) }).toEqual({
    code: 0,
    proofs: [
      ['T001', 1, 'verified'],
      ['T002', 1, 'verified'],
      ['T003', 1, 'verified'],
    ],
  })
  expect(project.read('../meeting/ran')).toBe('T001\nT002\nT001\nT002\nT003\n')
  expect(view.findings.map((it) => it.text)).toEqual([expect.stringMatching(/taken as new tasks: T001 \(was "First"/)])
})

test('a commit that was reverted with its mark is a choice: done again, or the mark written back', async () => {
  const project = made(plan)
  expect((await run(project, '--only', 'T001')).code).toBe(0)
  project.git('revert', '--no-edit', 'HEAD')
  const refused = await project.run('run', 'tasks.md', '--exec', project.exec)
  expect([refused.code, refused.err]).toEqual([
    2,
    expect.stringContaining('MW117 T001 is done by the journal, and its box is open again in the plan'),
  ])
  expect(refused.err).toContain('millwright unblock tasks.md T001')
  expect(project.has('T001.txt')).toBe(false)
  expect(project.read('tasks.md')).toContain('- [ ] T001')
  expect((await project.run('unblock', 'tasks.md', 'T001')).code).toBe(0)
  const { code, view } = await run(project)
  expect([code, project.has('T001.txt'), view.tasks.map((it) => it.proof)]).toEqual([0, true, ['verified', 'verified']])

  const other = made(plan)
  await run(other)
  other.write('tasks.md', other.read('tasks.md').replace('[X] T001', '[ ] T001'))
  expect((await other.run('rebuild', 'tasks.md', '--yes')).code).toBe(0)
  expect(other.read('tasks.md')).toContain('- [X] T001')
  expect((await run(other)).code).toBe(0)
  expect(other.read('../meeting/ran')).toBe('T001\nT002\n')
})

test('the boxes of several done tasks, opened together: a verb about another task ticks none again, and unblock takes all', async () => {
  const project = made(`${plan}- [BLOCKED] T003 Third\n`)
  await run(project)
  project.write('tasks.md', project.read('tasks.md').replaceAll('[X]', '[ ]'))
  const boxes = (): readonly string[] | null => project.read('tasks.md').match(/- \[.*\]/g)
  const skipped = await project.run('skip', 'tasks.md', 'T003')
  expect([skipped.code, skipped.err]).toEqual([0, ''])
  expect(boxes()).toEqual(['- [ ]', '- [ ]', '- [SKIP]'])
  expect((await project.run('run', 'tasks.md', '--exec', project.exec)).err).toContain(
    'millwright unblock tasks.md T001 T002',
  )
  const opened = await project.run('unblock', 'tasks.md', 'T001', 'T002')
  expect([opened.code, opened.err]).toEqual([0, ''])
  expect(boxes()).toEqual(['- [ ]', '- [ ]', '- [SKIP]'])
})

test('on a branch without the work nothing is marked: neither is a rebuild advised nor done', async () => {
  const project = made(plan)
  project.git('checkout', '-q', '-b', 'feature')
  await run(project)
  project.git('checkout', '-q', 'main')
  const verified = await project.run('verify', 'tasks.md')
  expect([verified.code, verified.out]).toEqual([
    1,
    expect.stringContaining('MW117 T001, T002 are done by the journal'),
  ])
  expect(verified.out).not.toContain('rebuild')
  const rebuilt = await project.run('rebuild', 'tasks.md', '--yes')
  expect([rebuilt.code, rebuilt.err]).toEqual([2, expect.stringContaining('neither holds the work')])
  expect(project.read('tasks.md')).toBe(plan)
})

test('a run to a branch of its own, and then one to what is checked out: the way that is printed leads there', async () => {
  const project = made(plan)
  await run(project, '--branch', 'feature', '--only', 'T001')
  expect(project.read('tasks.md')).toContain('- [X] T001')
  const refused = await project.run('run', 'tasks.md', '--exec', project.exec)
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('MW117 T001 is done by the journal')])
  const way = /merge the branch that holds it: (git commit .* && git merge \w+)$/m.exec(refused.err)?.[1] ?? ''
  execFileSync('sh', ['-c', way], { cwd: project.root, env: project.env, stdio: 'pipe' })
  expect((await run(project)).code).toBe(0)
  expect(project.read('../meeting/ran')).toBe('T001\nT002\n')
})

test('a task whose lines are deleted while its agent works is not merged, and the run goes on', async () => {
  const project = made(plan)
  project.agent(`
    write(task + '.txt', 'x')
    if (task === 'T001') { await meet('first') }`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec, '--gate', 'ok=true', '--json')
  await project.arrived('first', running)
  project.write('tasks.md', `${head}- [ ] T002 Second\n  files: T002.txt (CREATE)\n`)
  project.commit('T001 is not wanted')
  const { code, out } = await running.ended
  const view = JSON.parse(out) as { tasks: { id: string; state: string }[] }
  expect({ code, states: view.tasks.map((it) => [it.id, it.state]) }).toEqual({
    code: 0,
    states: [['T002', 'done']],
  })
  expect([project.has('T001.txt'), project.has('T002.txt')]).toEqual([false, true])
  // What it did is kept beside.
  const kept = project.git('for-each-ref', '--format=%(objectname)', 'refs/millwright').trim().split('\n')
  expect(kept.some((it) => project.git('ls-tree', '--name-only', it).includes('T001.txt'))).toBe(true)
})

test('the plan is moved during a run: under its new name the run goes on, and nobody works twice', async () => {
  const project = made(plan)
  project.agent(`
    append(path.join(meeting, 'ran'), task + '\\n')
    if (task === 'T002') await meet('second')
    write(task + '.txt', 'x')`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec, '--gate', 'ok=true', '--jsonl')
  await project.arrived('second', running)
  while (!running.out().includes('mark-shown')) await once(running.child.stdout as Readable, 'data')
  project.git('mv', 'tasks.md', 'plan.md')
  project.git('commit', '-q', '-m', 'Move the plan')
  project.release('second')
  expect((await running.ended).code).toBe(3)
  const status = await project.run('status', 'plan.md')
  expect(status.out).not.toContain('never run')
  const resumed = await project.view('resume', 'plan.md')
  expect([resumed.code, resumed.view.tasks.map((it) => it.proof)]).toEqual([0, ['verified', 'verified']])
  expect(project.read('../meeting/ran')).toBe('T001\nT002\n')
  expect(project.read('plan.md').match(/\[X\]/g)).toHaveLength(2)
})

test('a plan that is renamed and gets a task keeps what was proved; one that is made from it begins anew', async () => {
  const project = made(plan)
  await run(project)
  project.git('mv', 'tasks.md', 'plan.md')
  project.write('plan.md', `${project.read('plan.md')}- [ ] T003 Third\n  files: T003.txt (CREATE)\n`)
  project.commit('Rename the plan')
  const again = (file: string) => project.view('run', file, '--exec', project.exec, '--gate', 'ok=true')
  expect((await again('plan.md')).view.tasks.map((it) => it.proof)).toEqual(['verified', 'verified', 'verified'])
  const next = project.read('plan.md').replaceAll('[X]', '[ ]').replaceAll('.txt (CREATE)', '.txt (MODIFY)')
  project.git('mv', 'plan.md', 'next.md')
  project.write('next.md', next.replace('[ ] T001', '[X] T001'))
  project.commit('The next plan')
  expect((await again('next.md')).view.tasks.map((it) => it.proof)).toEqual(['by-human', 'verified', 'verified'])
})

test('an id that is one task in the plan now and another one in the last run is refused; a new id is its task’s', async () => {
  const lines = (tasks: readonly string[]): string =>
    tasks.map((it) => `- ${it}\n  files: ${it.split(' ').at(-1)}.txt (CREATE)\n`).join('')
  const project = made(`${head}${lines(['[ ] T001 First', '[ ] T002 Second', '[ ] T003 Third'])}`)
  project.agent(
    "for (const it of readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8').matchAll(/\\w+\\.txt/g)) write(it[0], 'x')",
  )
  await run(project, '--only', 'T001')
  const titles = (): readonly string[] => project.read('tasks.md').match(/- \[.*?\] T\d+ \w+/g) ?? []
  project.write('tasks.md', `${head}${lines(['[ ] T001 New', '[X] T002 First', '[ ] T003 Second', '[ ] T004 Third'])}`)
  expect(await project.run('skip', 'tasks.md', 'T001')).toMatchObject({
    code: 2,
    err: expect.stringContaining('T001 is another task in the plan now (New) than in its last run (First)'),
  })
  expect((await project.run('why', 'tasks.md', 'T003')).out).toMatch(/^T003 +Second/)
  expect((await project.run('skip', 'tasks.md', 'T003')).err).toContain('now (Second) than in its last run (Third)')
  expect((await project.run('skip', 'tasks.md', 'T004', '-m', 'later')).code).toBe(0)
  await run(project)
  expect(titles()).toEqual(['- [X] T001 New', '- [X] T002 First', '- [X] T003 Second', '- [SKIP] T004 Third'])
})
