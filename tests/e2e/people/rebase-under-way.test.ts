/** A run that is begun while git keeps HEAD from its branch: nothing is started, and what is said to do works. */

import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `## Phase 06: Implementation -- PENDING

- [ ] T0001 One
  files: src/one.txt (CREATE)
`

/** On two branches one file is changed, each in its way. */
function diverge(project: Project): void {
  project.git('checkout', '-q', '-b', 'other')
  project.write('b.txt', 'theirs\n')
  project.commit('Theirs')
  project.git('checkout', '-q', 'main')
  project.write('b.txt', 'ours\n')
  project.commit('Ours')
}

/** A repository in the middle of what git does there. */
const busy: Readonly<Record<string, { readonly begin: (project: Project) => void; readonly end: readonly string[] }>> =
  {
    rebase: {
      begin(project) {
        diverge(project)
        expect(() => project.git('rebase', '-q', 'other')).toThrow()
      },
      end: ['rebase', '--abort'],
    },
    bisect: {
      begin(project) {
        for (const at of ['1', '2', '3', '4']) {
          project.write('b.txt', at)
          project.commit(at)
        }
        project.git('bisect', 'start', 'HEAD', 'HEAD~4')
      },
      end: ['bisect', 'reset'],
    },
  }

test.each(Object.entries(busy))(
  '%s: nothing is started; once it is over, the run begins',
  async (what, { begin, end }) => {
    const project = makeProject()
    project.write('tasks.md', plan)
    project.write('b.txt', '0')
    project.commit('Begin')
    begin(project)
    project.agent(`write('src/one.txt', task)`)
    const call = ['run', 'tasks.md', '--yes', '--exec', project.exec] as const
    expect(await project.run(...call)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`a ${what} is under way in ${project.root}`),
    })
    expect([project.has('src/one.txt'), project.read('tasks.md')]).toEqual([false, plan])
    project.git(...end)
    expect(await project.run(...call)).toMatchObject({ code: 0 })
    expect(project.git('show', 'main:src/one.txt')).toBe('T0001')
  },
)

test('a merge keeps HEAD on its branch: the run begins, waits, and is published once that is over', async () => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.write('b.txt', '0')
  project.commit('Begin')
  diverge(project)
  expect(() => project.git('merge', '-q', 'other')).toThrow()
  project.agent(`write('src/one.txt', task)`)
  const waits = await project.run('run', 'tasks.md', '--yes', '--exec', project.exec)
  expect(waits).toMatchObject({ code: 3, out: expect.stringContaining('a merge is under way') })
  project.git('merge', '--abort')
  expect(await project.run('resume', 'tasks.md')).toMatchObject({ code: 0 })
  expect(project.git('show', 'main:src/one.txt')).toBe('T0001')
})

test('a bisect that is begun while a run waits for an answer: it goes on, and is published once that is over', async () => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.commit('Begin')
  project.agent(`write('src/one.txt', task)`)
  const { view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--mode', 'education')
  // HEAD stays on its branch until a first commit is named.
  project.git('bisect', 'start')
  expect(await project.run('review', 'approve', view.waiting[0]?.review ?? '')).toMatchObject({ code: 0 })
  const waits = await project.run('resume', 'tasks.md')
  expect(waits).toMatchObject({ code: 3, out: expect.stringContaining('a bisect is under way') })
  project.git('bisect', 'reset')
  expect(await project.run('resume', 'tasks.md')).toMatchObject({ code: 0 })
  expect(project.git('show', 'main:src/one.txt')).toBe('T0001')
})
