/** What a task declares and nobody did, or nobody can do. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

test('a path that is named without an action is to be somewhere: an agent that does nothing is not done', async () => {
  const project = makeProject()
  project.write('millwright.toml', '[policy]\nretries = 0\n')
  project.write('src/old.txt', 'old')
  project.write(
    'tasks.md',
    `## Phase 06: Implementation -- PENDING

- [ ] T0001 New
  files: src/new.txt
- [ ] T0002 Old
  files: src/old.txt
- [ ] T0003 Folder
  files: lib/
- [ ] T0004 Folder that is there
  files: src/
- [ ] T0005 Folder that becomes a file
  files: core/ (CREATE)
`,
  )
  project.commit('Begin')
  project.agent(`if (task === 'T0005') write('core', 'x')`)
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec)
  expect(code).toBe(1)
  expect(view.tasks.map((it) => [it.id, it.state])).toEqual([
    ['T0001', 'blocked'],
    ['T0002', 'done'],
    ['T0003', 'blocked'],
    ['T0004', 'done'],
    ['T0005', 'blocked'],
  ])
  expect(project.read('tasks.md')).toContain('src/new.txt is named in files: and is not there, nor was it before')
  expect(view.deviations.map((it) => it.what)).toEqual([
    'src/old.txt is named in files: and was left as it was',
    'src is named in files: and was left as it was',
  ])
})

test('a file of the person’s own that git ignores costs one attempt: no other could have it', async () => {
  const project = makeProject()
  project.write('.gitignore', '.env\nkeys/\n')
  project.write(
    'tasks.md',
    `## Phase 06: Implementation -- PENDING

- [ ] T0001 Key
  files: .env (MODIFY)
- [ ] T0002 Keys
  files: keys/ (CREATE)
- [ ] T0003 Made
  files: gen/deep (CREATE)
`,
  )
  project.commit('Begin')
  project.write('.env', 'KEY=1')
  project.write('keys/one', '1')
  project.agent(`write(task === 'T0003' ? 'gen/deep/x' : task === 'T0001' ? '.env' : 'keys/two', task)`)
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec)
  expect(code).toBe(1)
  expect(view.tasks.map((it) => [it.id, it.state, it.attempts])).toEqual([
    ['T0001', 'blocked', 1],
    ['T0002', 'done', 1],
    ['T0003', 'done', 1],
  ])
  expect(project.read('.env')).toBe('KEY=1')
  expect(project.read('tasks.md')).toContain('.env is a file of the person’s own that git ignores')
})

test('an empty folder is told to be one that no commit has; what is gone already is deleted, and a deviation', async () => {
  const project = makeProject()
  project.write(
    'tasks.md',
    `## Phase 06: Implementation -- PENDING

- [ ] T0001 Folder
  files: out/dir/ (CREATE)
- [ ] T0002 Gone
  files: src/gone.txt (DELETE), src/gone/ (DELETE)
`,
  )
  project.commit('Begin')
  project.agent(`if (task === 'T0001') {
  mkdirSync('out/dir', { recursive: true })
  if (readFileSync(0, 'utf8').includes('a file such as .gitkeep into out/dir')) write('out/dir/.gitkeep', '')
}`)
  const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec)
  expect(code).toBe(0)
  expect(view.tasks.map((it) => [it.id, it.state, it.attempts])).toEqual([
    ['T0001', 'done', 2],
    ['T0002', 'done', 1],
  ])
  expect(view.deviations.map((it) => it.what)).toEqual([
    'src/gone.txt was to be deleted but did not exist',
    'src/gone was to be deleted but did not exist',
  ])
})
