/** The plan is changed while agents work in its own folder: nobody can tell who did it, so it is taken back and kept. */

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectsOfTests, type RunView } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `## Phase 06: Implementation -- PENDING

- [ ] T0001 One
  files: src/T0001.txt (CREATE)
- [ ] T0002 Two
  blocked_by: [T0001]
  files: src/T0002.txt (CREATE)
- [ ] T0003 Three
  blocked_by: [T0002]
  files: src/T0003.txt (CREATE)
`

type Edit = (text: string) => string
const edits: readonly (readonly [name: string, edit: Edit, told: string])[] = [
  ['ticks a task', (text) => text.replace('[ ] T0003', '[X] T0003'), '; ticked: T0003'],
  ['deletes a task', (text) => text.slice(0, text.indexOf('- [ ] T0003')), '; removed: T0003'],
  ['adds a task', (text) => `${text}- [ ] T0050 More\n  files: src/T0050.txt (CREATE)\n`, '; added: T0050'],
  ['leaves half of it', (text) => text.slice(0, text.indexOf('T0003') + 2), '; added: T0; removed: T0003'],
]
const kinds = [['in-place'], ['none'], ['in-place, without git']] as const

test.each(kinds.flatMap(([kind]) => edits.map(([name, edit, told]) => [kind, name, edit, told] as const)))(
  '%s: an agent %s',
  async (kind, _name, edit, told) => {
    const project = makeProject({ git: !kind.includes('without') })
    project.write('tasks.md', plan)
    if (!kind.includes('without')) project.commit('Begin')
    project.agent(`
      write('src/' + task + '.txt', task)
      const text = readFileSync('tasks.md', 'utf8')
      if (task === 'T0001') write('tasks.md', (${edit.toString()})(text))`)
    const workspace = kind.split(',')[0] ?? ''
    const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--workspace', workspace)
    expect({ code, tasks: view.tasks.map((it) => [it.id, it.state, it.proof, it.attempts]) }).toEqual({
      code: 0,
      tasks: ['T0001', 'T0002', 'T0003'].map((id) => [id, 'done', 'files-only', 1]),
    })
    expect(project.read('tasks.md')).toBe(plan.replaceAll('[ ]', '[X]').replace('PENDING', 'COMPLETE'))
    expect(view.deviations.map((it) => [it.kind, it.what])).toEqual([
      ['plan-edited', `tasks.md was changed while T0001 worked in this folder${told}`],
    ])
    const kept = /kept in (\S+);/.exec(project.read('task-refinement-log.md'))?.[1] ?? ''
    expect(readFileSync(kept, 'utf8')).toBe(edit(plan))
  },
)

test('deleted: it is made again, with our own marks', async () => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.commit('Begin')
  project.agent(`write('src/' + task + '.txt', task)\nif (task === 'T0002') rmSync('tasks.md')`)
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--workspace', 'none')
  expect({ code, done: view.counts['done'] }).toEqual({ code: 0, done: 3 })
  expect(project.read('tasks.md').match(/\[X\]/g)).toHaveLength(3)
})

test('not looked at, nothing is told of what was there before, nor of what was changed', async () => {
  const project = makeProject()
  project.write('there.txt', 'there')
  project.write('gone.txt', 'gone')
  project.write(
    'tasks.md',
    '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: there.txt (MODIFY), gone.txt (DELETE), new.txt (CREATE)\n',
  )
  project.commit('Begin')
  project.agent(`write('there.txt', task)\nwrite('new.txt', task)\nrmSync('gone.txt')`)
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec, '--workspace', 'none')
  expect([code, view.deviations]).toEqual([0, []])
  expect(project.has('task-refinement-log.md')).toBe(false)
})

test('in a worktree, by its whole path: an edit counts as a person’s, and it is told who was at work', async () => {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.commit('Begin')
  project.agent(`
    write('src/' + task + '.txt', task)
    const text = readFileSync(human + '/tasks.md', 'utf8')
    if (task === 'T0001') write(human + '/tasks.md', text.replace('T0003 Three', 'T0003 Four') + '- [X] T0050 More\\n')`)
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec)
  expect({ code, states: view.tasks.map((it) => [it.id, it.state]) }).toEqual({
    code: 1,
    states: [
      ['T0001', 'done'],
      ['T0002', 'done'],
      ['T0003', 'done'],
      ['T0050', 'blocked'],
    ],
  })
  expect(texts(view)).toEqual([
    'T0050 was ticked in the plan while T0001 was at work: that is taken as a claim, and undone; `millwright accept tasks.md T0050` if it was you',
  ])
  const what =
    'the plan was edited while T0001 was at work: T0050 is new in it; T0003 is changed in it (title "Three" is now "Four")'
  expect(view.deviations).toMatchObject([{ kind: 'plan-edited', what }])
  expect(project.read('task-refinement-log.md')).toContain(`[DEVIATION] T0001: ${what}`)
  expect(project.read('tasks.md')).toContain('- [BLOCKED] T0050 More')
})

function texts(view: RunView): readonly string[] {
  return view.findings.map((it) => it.text)
}
