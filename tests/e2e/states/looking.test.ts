/** What `check` says of a state beside its tasks: copies of it, documents that are not there; and how a lone one is found. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const task = (id: string, more: object = {}): object => ({
  id,
  title: `Do ${id}`,
  layer: 'core',
  dependencies: [],
  files_to_touch: [`${id}.txt (NEW)`],
  status: 'pending',
  ...more,
})
const state = (...tasks: readonly object[]): string => `${JSON.stringify({ tasks }, null, 2)}\n`

test('copies at other paths are told, by a check and by a run, and the one that is named is written', async () => {
  const project = makeProject()
  const text = state(task('A-1'), task('A-2'), task('A-3'))
  project.write('state.json', text)
  project.write('old/state.json', text.replaceAll('pending', 'done').replace('A-3', 'A-4').replace('Do A-3', 'Do A-4'))
  project.write('kept.json', text)
  // Neither other tasks with the same ids, nor a list of other tasks, is a copy, nor what others or an archive keep.
  project.write('other/state.json', text.replaceAll('Do ', 'See '))
  project.write('tasks_more.json', state(task('B-1'), task('B-2'), task('B-3')))
  project.write('node_modules/x/state.json', text)
  project.write('archive_2026-01-31_2/state.json', text)
  project.commit('Begin')
  const { code, out } = await project.run('check', 'state.json')
  expect([code, out.match(/warning MW815 .*/g)]).toEqual([
    0,
    [
      'warning MW815 kept.json holds the same tasks; this plan is run and written, that file is not',
      'warning MW815 old/state.json holds the same tasks; this plan is run and written, that file is not',
    ],
  ])
  project.agent(`write(task + '.txt', '')`)
  const ended = await project.run('run', 'state.json', '--yes', '--mode', 'silent', '--exec', project.exec)
  expect([ended.code, ended.out + ended.err]).toEqual([0, expect.stringContaining('MW815 old/state.json')])
  expect(project.read('kept.json')).toBe(text)
})

test('a document that is not there is told with its place, and one of a task that is done is not', async () => {
  const project = makeProject()
  project.write('docs/A-1.md', 'All of it.')
  project.write('lib/a.cpp', '')
  const tasks = [
    task('A-1', { spec_doc: 'docs/A-1.md' }),
    task('A-2', { spec_doc: 'docs/gone.md' }),
    task('A-3', { spec_doc: '../../secret.md' }),
    task('A-4', { spec_doc: 'lib/a.cpp' }),
    task('A-5', { spec_doc: 'docs/gone.md', status: 'done' }),
  ]
  project.write('s.json', state(...tasks))
  project.commit('Begin')
  const { code, out } = await project.run('check', 's.json')
  expect([code, out.match(/^s\.json:.*MW139.*$/gm)]).toEqual([
    0,
    [
      's.json:23:19: warning MW139 the document docs/gone.md is not told to the agent: it is not there',
      's.json:34:19: warning MW139 the document ../../secret.md is not told to the agent: that is no path inside the project, and it was not looked at',
    ],
  ])
})

test('a lone state is found by what it holds, whatever it is called', async () => {
  const project = makeProject()
  project.write('s.json', state(task('A-1')))
  project.write('package.json', '{"tasks": [{"id": "x", "layer": "y"}]}')
  project.write('data.json', '{"tasks": [{"id": 1, "status": "done"}]}')
  project.commit('Begin')
  const found = await project.run('check', '.')
  expect([found.code, found.out]).toEqual([0, expect.stringContaining('as project-state')])
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: a.txt (CREATE)\n')
  expect((await project.run('check', '.')).out).toContain('as phase-tasks')
})
