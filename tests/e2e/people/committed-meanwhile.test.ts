/** Somebody commits in the folder in which an agent works: that alone makes no task done. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `## Phase 06: Implementation -- PENDING

- [ ] T0001 Do it
  files: src/a.txt (MODIFY)
`

test.each([
  ['', 1, '- [BLOCKED] T0001 Do it'],
  [`write('src/a.txt', 'done')`, 0, '- [X] T0001 Do it'],
])('in place, beside a commit of another file, an agent that does "%s": exit code %i', async (work, code, mark) => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.write('src/a.txt', 'a')
  project.write('millwright.toml', '[policy]\nretries = 0\n')
  project.commit('Begin')
  project.agent(`await meet('agent')\n${work}`)
  const running = project.begin('run', 'tasks.md', '--yes', '--exec', project.exec, '--workspace', 'in-place')
  await project.arrived('agent', running)
  project.write('src/theirs.txt', 't')
  project.git('add', 'src/theirs.txt')
  project.git('commit', '-q', '-m', 'Theirs')
  project.release('agent')
  const ended = await running.ended
  expect([ended.code, project.read('tasks.md').split('\n')[2]]).toEqual([code, mark])
  const words = 'and it was committed on the branch meanwhile: by the agent, or by you'
  if (code === 0) expect((await project.run('log', 'tasks.md')).out + ended.out + ended.err).toContain(words)
  else expect(ended.out).toContain('changes nothing but what was committed on the branch meanwhile')
})

/** A run whose draft waits for a person, who has committed a remark in a gate's script and a file of their own meanwhile. */
async function parked() {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.write('src/a.txt', 'a')
  project.write('check.sh', 'test -e src/a.txt\n')
  project.write('millwright.toml', '[policy]\nreview = "always"\n\n[gates.unit]\nrun = ["sh", "check.sh"]\n')
  project.commit('Begin')
  project.agent(`write('src/a.txt', 'done ' + attempt)`)
  const run = await project.view('run', 'tasks.md', '--yes', '--exec', project.exec, '--workspace', 'in-place')
  expect([run.code, run.view.waiting.map(({ kind }) => kind)]).toEqual([3, ['draft']])
  project.write('check.sh', 'test -e src/a.txt\n# a remark\n')
  project.write('src/theirs.txt', 't')
  project.git('add', 'check.sh', 'src/theirs.txt')
  project.git('commit', '-q', '-m', 'Theirs')
  expect((await project.run('review', 'revise', 'R1', '-m', 'again', '--plan', 'tasks.md')).code).toBe(0)
  return project
}

test('in place, what a person commits while their draft waits is none of its changes, and nothing that is asked about', async () => {
  const project = await parked()
  const { code, view } = await project.view('resume', 'tasks.md', '--yes')
  expect([code, view.waiting.map(({ kind }) => kind), view.deviations]).toEqual([3, ['draft'], []])
  const shown = (await project.run('review', 'show', 'R2', '--plan', 'tasks.md')).out
  expect(shown).toContain('done 2')
  expect(shown).not.toMatch(/check\.sh|theirs\.txt|what defines/)
  expect((await project.run('review', 'approve', 'R2', '--plan', 'tasks.md')).code).toBe(0)
  const ended = await project.view('resume', 'tasks.md', '--yes')
  expect([ended.code, ended.view.tasks[0]?.proof]).toEqual([0, 'verified'])
  expect(project.git('show', '--format=', '--name-only', 'HEAD').trim().split('\n')).toEqual(['src/a.txt', 'tasks.md'])
  expect(project.read('check.sh')).toContain('# a remark')
})

test.each([
  ['a new file, written anew', 'src/new.txt', null, ['one\n', 'two\n']],
  ['lines that it puts elsewhere', 'src/a.txt', 'a\nb\nc\nd\ne\n', ['first\na\nb\nc\nd\ne\n', 'a\nb\nc\nd\ne\nlast\n']],
])(
  'in place, a draft that a person has committed and sent back goes on from that: %s',
  async (_, file, before, drafts) => {
    const project = makeProject()
    project.write('tasks.md', `## Phase 06: Implementation -- PENDING\n\n- [ ] T0001 Do it\n  files: ${file}\n`)
    if (before !== null) project.write(file, before)
    project.write('millwright.toml', '[policy]\nreview = "always"\n')
    project.commit('Begin')
    project.agent(`write('${file}', ${JSON.stringify(drafts)}[attempt - 1])`)
    const run = await project.view('run', 'tasks.md', '--yes', '--exec', project.exec, '--workspace', 'in-place')
    expect(run.view.waiting.map(({ kind }) => kind)).toEqual(['draft'])
    project.git('add', file)
    project.git('commit', '-q', '-m', 'So far')
    expect((await project.run('review', 'revise', 'R1', '-m', 'again', '--plan', 'tasks.md')).code).toBe(0)
    expect((await project.run('resume', 'tasks.md', '--yes')).code).toBe(3)
    expect((await project.run('review', 'approve', 'R2', '--plan', 'tasks.md')).code).toBe(0)
    const ended = await project.view('resume', 'tasks.md', '--yes')
    expect([ended.code, ended.view.tasks[0]?.proof]).toEqual([0, 'files-only'])
    expect([project.git('show', `HEAD:${file}`), project.git('status', '--porcelain')]).toEqual([drafts[1], ''])
  },
)
