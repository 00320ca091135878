/** A journal that this user may not write is shown, not called damaged; nothing is started. */

import { spawnSync, execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { builtProgram } from '../../rig/built-program.ts'
import { projectsOfTests } from '../../rig/project.ts'
import { asUnprivileged, giveTo } from '../../rig/unprivileged.ts'

const makeProject = projectsOfTests()

test('a journal that may not be written', (context) => {
  const as = asUnprivileged(context)
  const project = makeProject()
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: a.txt (CREATE)\n- [ ] T002 Two\n')
  project.commit('Begin')
  project.agent(`write(task === 'T001' ? 'a.txt' : 'b.txt', task)`)
  const passing = path.join(project.top, 'passing')
  mkdirSync(passing)
  giveTo(as, project.top)
  const call = (...args: readonly string[]): ReturnType<typeof spawnSync> & { stdout: string; stderr: string } => {
    const [program = '', ...words] = [...as.words, process.execPath, builtProgram(), ...args]
    return spawnSync(program, words, { cwd: project.root, env: { ...project.env, TMPDIR: passing }, encoding: 'utf8' })
  }
  const run = ['run', 'tasks.md', '--exec', project.exec] as const
  expect(call(...run, '--only', 'T001').status).toBe(0)
  execFileSync('chmod', ['-R', 'a-w', `${project.root}/.git/millwright`])
  try {
    expect(call('status', 'tasks.md').stdout).toContain('1 completed')
    expect(call('log', 'tasks.md').stdout).toContain('run-finished')
    expect(call('why', 'tasks.md', 'T001').stdout).toContain('In the run T001 is done')
    expect(call('verify', 'tasks.md').stdout).toContain('journal intact')
    expect(call('review', '--plan', 'tasks.md').stdout).toBe('nothing waits for a person\n')
    const ran = call(...run)
    expect(ran.status).toBe(2)
    expect(ran.stderr).toMatch(
      /MW705 .*the journal cannot be written: this user may not write it; nothing was started\n {2}help: /,
    )
    const told = call('skip', 'tasks.md', 'T002')
    expect([told.status, told.stderr]).toEqual([2, expect.stringContaining('the journal cannot be written')])
    expect(project.read('tasks.md')).toContain('- [ ] T002')
    expect(readdirSync(passing).filter((it) => it.startsWith('millwright-journal-'))).toEqual([])
  } finally {
    execFileSync('chmod', ['-R', 'u+w', `${project.root}/.git/millwright`])
  }
})
