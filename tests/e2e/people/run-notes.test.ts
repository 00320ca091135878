/** What a run notes about itself beside the journal: lost or damaged, it is said, and nothing is guessed. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

/** Two tasks; where `asks`, a gate that is red before the first one, so that the run parks with a question. */
function noted(asks: boolean): Project {
  const project = makeProject()
  project.write(
    'tasks.md',
    '## Phase 1: P\n\n- [ ] T001 A\n  files: a.txt (CREATE)\n- [ ] T002 B\n  blocked_by: [T001]\n  files: b.txt (CREATE)\n',
  )
  project.write('millwright.toml', `[gates.unit]\nrun = ["test", "${asks ? '-e' : '!'}", "${asks ? 'never' : ''}"]\n`)
  project.commit('Begin')
  return project
}

const call = (project: Project) => ['run', 'tasks.md', '--exec', project.exec, '--yes']

const noteOf = (project: Project): string => {
  const found = readdirSync(project.state, { recursive: true, encoding: 'utf8' })
  return path.join(project.state, found.find((it) => /targets\/[^/]+\.json$/.test(it)) ?? '')
}

test.each([
  ['empty', ''],
  ['cut off', '{"branch":"refs/he'],
  ['something else', '[]'],
])('a branch of the run that cannot be read stops it, and is not chosen anew: %s', async (_about, text) => {
  const project = noted(true)
  project.agent("write(task === 'T001' ? 'a.txt' : 'b.txt', 'x')")
  expect((await project.run(...call(project))).code).toBe(3)
  const note = noteOf(project)
  expect(JSON.parse(readFileSync(note, 'utf8'))).toMatchObject({ branch: 'refs/heads/main' })
  writeFileSync(note, text)
  project.git('switch', '-qc', 'other')
  const resumed = await project.run('resume', 'tasks.md', '--yes')
  expect(resumed.code).not.toBe(0)
  expect(resumed.err).toContain(`the branch of the run cannot be read: ${note} is damaged`)
  expect(resumed.err).toContain('help: write the branch that the run began on into it')
  expect(readFileSync(note, 'utf8')).toBe(text)
  expect(project.read('tasks.md')).not.toContain('[X]')
})
