/** `millwright report` of a phase plan that was really run, and the file that it may write. */

import { symlinkSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { all, named, readPage } from '../../reports/report/page.ts'

const makeProject = projectsOfTests()

const plan = `# Task Plan: <script>alert(1)</script>

## Phase 06: Implementation

- [ ] T001 Build the *first* | part
  files: one.txt (CREATE)
- [ ] T002 Build the second
  files: two.txt (CREATE)
  blocked_by: [T001]
`

const gate = ['--gate', `part=${process.execPath} -e ""`]

async function ran(lines = `write(task === 'T001' ? 'one.txt' : 'two.txt', 'made')`): Promise<Project> {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.agent(lines)
  project.commit('Begin')
  await project.run('run', 'tasks.md', '--yes', '--exec', project.exec, ...gate)
  return project
}

test('a plan that was never run has no report', async () => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.commit('Begin')
  expect(await project.run('report', 'tasks.md', '--output', 'r.md')).toMatchObject({
    code: 2,
    out: '',
    err: 'millwright: tasks.md was never run: there is nothing to report\n  help: start it with: millwright run tasks.md --agent NAME\n',
  })
  expect(project.has('r.md')).toBe(false)
  expect(await project.run('report', 'tasks.md', '--json', '--format', 'md')).toMatchObject({ code: 2 })
})

test('tasks, proofs and gates are told, and no word of the plan is more than a word', async () => {
  const project = await ran()
  const md = await project.run('report', 'tasks.md')
  expect([md.code, md.err]).toEqual([0, ''])
  expect(md.out).toContain(String.raw`# Report: Task Plan: \<script\>alert(1)\</script\>`)
  expect(md.out).toMatch(/\| T001 \| Build the \\\*first\\\* \\\| part \| done \| verified \| 1 \|/)
  expect(md.out).toContain('| part | 2 passed |')
  const html = await project.run('report', '--format', 'html')
  const { root, faults } = readPage(html.out)
  expect([html.code, faults, named(root, 'script')]).toEqual([0, [], []])
  expect(named(root, 'h1')[0]?.text).toBe('Task Plan: <script>alert(1)</script>')
  expect(all(root).some((it) => it.name === 'th' && it.text === 'T001 Build the *first* | part')).toBe(true)

  const json = JSON.parse((await project.run('report', 'tasks.md', '--json')).out) as Record<string, unknown>
  const { view } = await project.view('status', 'tasks.md')
  expect(json).toMatchObject({ ...view, generator: 'millwright', report: 1 })
  expect((json['tasks'] as readonly Record<string, unknown>[])[0]).toMatchObject({
    doneAt: expect.stringMatching(/Z$/) as string,
  })
})

test('a run in which something failed is told with 0: its report is made', async () => {
  const project = await ran(`process.exit(1)`)
  const { code, out } = await project.run('report', 'tasks.md')
  expect(code).toBe(0)
  expect(out).toContain('- Task T001 is blocked: Implementation failed after 4 attempts')
})

test('a plan that has errors by now has the report of its last run, which is told', async () => {
  const project = await ran()
  const before = (await project.run('report', 'tasks.md')).out
  project.write('tasks.md', `${project.read('tasks.md')}- [ ] T001 Again\n`)
  const after = await project.run('report', 'tasks.md')
  expect([after.code, after.out]).toEqual([0, before])
  expect(after.err).toContain('the plan has errors by now')
})

test('--output takes the place of a report, and of nothing else unasked', async () => {
  const project = await ran()
  const write = (
    file: string,
    ...more: readonly string[]
  ): Promise<{ code: number | null; out: string; err: string }> =>
    project.run('report', 'tasks.md', '--output', file, ...more)
  expect(await write('report.md')).toMatchObject({ code: 0, out: '', err: 'wrote report.md\n' })
  expect(project.read('report.md')).toBe((await project.run('report', 'tasks.md')).out)
  // Every form of a report may take the place of any other.
  for (const form of ['html', 'json', 'md', 'html']) expect((await write('report.md', '--format', form)).code).toBe(0)
  expect(project.read('report.md')).toBe((await project.run('report', 'tasks.md', '--format', 'html')).out)

  project.write('mine.md', '# Mine\n')
  const refused = await write('mine.md')
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('mine.md is there already, is no report')])
  expect(project.read('mine.md')).toBe('# Mine\n')
  expect((await write('mine.md', '--force')).code).toBe(0)
  expect(project.read('mine.md')).toContain('# Report: ')

  const marked = project.read('tasks.md')
  expect((await write('tasks.md', '--force')).code).toBe(2)
  expect(project.read('tasks.md')).toBe(marked)
  symlinkSync('mine.md', path.join(project.root, 'link.md'))
  expect((await write('link.md', '--force')).err).toContain('is a link')
  expect((await write('.', '--force')).err).toContain('is no ordinary file')
  expect((await write('/dev/null')).err).toContain('is no ordinary file')
  expect((await write('none/report.md')).code).toBe(2)
  expect((await write('n'.repeat(300))).code).toBe(2)
  expect((await write('tasks.md/report.md')).code).toBe(2)
  expect(project.has('none')).toBe(false)
})
