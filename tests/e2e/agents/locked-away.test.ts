/** An agent takes the right to read what it made away: its work is not lost, and nothing is taken for deleted. */

import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { builtProgram } from '../../rig/built-program.ts'
import { projectsOfTests, type RunView } from '../../rig/project.ts'
import { asUnprivileged, giveTo } from '../../rig/unprivileged.ts'

const makeProject = projectsOfTests()

test('folders and files that nobody may read are read all the same', (context) => {
  const as = asUnprivileged(context)
  const project = makeProject()
  project.write(
    'tasks.md',
    `# Tasks: locked

## Phase 06: Implementation

- [ ] T001 Write and lock
  files: src/deep/new.txt (CREATE), src/shut.txt (CREATE)
`,
  )
  project.write('src/deep/old.txt', 'old')
  project.write('kept/old.txt', 'old')
  project.commit('Begin')
  project.agent(`
const { chmodSync } = await import('node:fs')
write('src/deep/new.txt', 'new'); write('src/shut.txt', 'shut')
chmodSync('src/deep', 0); chmodSync('src/shut.txt', 0); chmodSync('kept', 0)`)
  giveTo(as, project.top)
  const [program, ...words] = [...as.words, process.execPath, builtProgram()]
  const args = ['run', 'tasks.md', '--exec', project.exec, '--yes', '--json']
  const ran = spawnSync(program, [...words, ...args], { cwd: project.root, env: project.env, encoding: 'utf8' })
  expect(ran.status, ran.stderr).toBe(0)
  const { tasks, deviations } = JSON.parse(ran.stdout) as RunView
  expect(tasks).toMatchObject([{ state: 'done', proof: 'files-only', attempts: 1 }])
  expect(deviations).toEqual([])
  const [git, ...rest] = [...as.words, 'git', 'ls-tree', '-r', '--name-only', 'HEAD']
  const held = spawnSync(git, rest, { cwd: project.root, env: project.env, encoding: 'utf8' }).stdout
  expect(held.split('\n')).toEqual(
    expect.arrayContaining(['kept/old.txt', 'src/deep/new.txt', 'src/deep/old.txt', 'src/shut.txt']),
  )
})
