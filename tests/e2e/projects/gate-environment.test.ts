/** Nothing runs twice on the same tree in the same environment; in another environment nothing is known. */

import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const task = (number: number): string => `- [ ] T000${number} Number ${number}\n  files: src/${number}.txt (CREATE)\n`

test('a gate is run again where its program, its variables or what its workspace is given have changed', async () => {
  const project = makeProject()
  const bin = path.join(project.top, 'bin')
  mkdirSync(bin)
  const program = path.join(bin, 'checker')
  const text = `#!/bin/sh\nprintf x >> '${project.top}/ran'\n`
  writeFileSync(program, text, { mode: 0o755 })
  project.env['PATH'] = `${bin}:${project.env['PATH'] ?? ''}`
  project.write('.gitignore', '.env\n')
  project.write('.env', 'one')
  project.write('millwright.toml', '[gates.unit]\nrun = ["checker"]\nenv = ["FLAVOUR"]\n[workspace]\ncopy = [".env"]\n')
  project.write('specs/tasks.md', `## Phase 06: Implementation -- PENDING\n\n${task(1)}`)
  project.commit('Begin')
  project.agent("write(`src/${task.slice(-1)}.txt`, 'x')")
  const ran = (): number => readFileSync(path.join(project.top, 'ran'), 'utf8').length
  const environments: string[] = []
  let number = 1
  /** Parks with an accepted draft, changes something, goes on: how often the gate runs then. */
  const runsAgain = async (change: () => void): Promise<number> => {
    if (number > 1) project.write('specs/tasks.md', `${project.read('specs/tasks.md')}${task(number)}`)
    const words = ['run', 'specs/tasks.md', '--exec', project.exec, '--yes', '--mode', 'education']
    const parked = await project.view(...words)
    expect(parked.code, parked.err).toBe(3)
    const before = ran()
    change()
    const answered = await project.run(
      'review',
      'approve',
      parked.view.waiting[0]?.review ?? '',
      '--plan',
      'specs/tasks.md',
    )
    expect(answered.code, answered.err).toBe(0)
    const { code, view, err } = await project.view('resume', 'specs/tasks.md', '--yes')
    expect(code, err).toBe(0)
    const unit = view.tasks.find((it) => it.id === `T000${number}`)?.evidence.find((it) => it.gate === 'unit')
    environments.push(unit?.environment ?? 'none')
    number += 1
    return ran() - before
  }
  expect(await runsAgain(() => undefined)).toBe(0)
  expect(await runsAgain(() => (project.env['TMPDIR'] = path.join(project.top, 'home')))).toBe(0)
  // Once on the base, so that what it says there is charged to nobody, and once on what was accepted.
  expect(await runsAgain(() => writeFileSync(program, `${text}# mended\n`))).toBe(2)
  expect(await runsAgain(() => (project.env['FLAVOUR'] = 'mint'))).toBe(2)
  expect(await runsAgain(() => project.write('.env', 'two'))).toBe(2)
  expect(environments.map((it) => /^[0-9a-f]{16}$/.test(it))).toEqual(environments.map(() => true))
  // The first two and then one for each change.
  expect(new Set(environments).size).toBe(4)
})

test('what is handed on by name and printed is nowhere in what is kept, told or committed', async () => {
  const project = makeProject()
  project.env['DATABASE_URL'] = 'postgres://u:Canary-0011@db'
  project.write('check.sh', 'test -e src/1.txt || exit 0\necho "connect $DATABASE_URL failed"; exit 1\n')
  const command = JSON.stringify(project.exec.split(' '))
  project.write(
    'millwright.toml',
    `[gates.unit]\nrun = ["sh", "check.sh"]\nenv = ["DATABASE_URL"]\n[agents.coder]\ncommand = ${command}\nenv = ["DATABASE_URL"]\n`,
  )
  project.write('specs/tasks.md', `## Phase 06: Implementation -- PENDING\n\n${task(1)}`)
  project.commit('Begin')
  project.agent(`
write('src/1.txt', String(attempt))
console.log('with ' + process.env.DATABASE_URL)
say({ status: 'done', summary: 'used ' + process.env.DATABASE_URL })
`)
  const { code, out, err } = await project.run('run', 'specs/tasks.md', '--agent', 'coder', '--yes')
  expect(code, err).toBe(1)
  expect(project.read('specs/tasks.md')).toContain('connect *** failed')
  expect(out + err).not.toContain('Canary')
  expect(project.git('log', '-p', '--all')).not.toContain('Canary')
  expect(
    spawnSync('grep', ['-rlaF', '--exclude=*.result.json', 'Canary', project.top], { encoding: 'utf8' }).stdout,
  ).toBe('')
})
