/** The process that starts agents and gates: it ends them when the executor dies, and its own loss costs no retry. */

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { isAlive, nameProcess } from '../../../src/system/process-table.ts'
import { putInFrontOfGit } from '../../rig/git-in-front.ts'
import { type Project, projectsOfTests } from '../../rig/project.ts'
import type { Started } from '../../rig/program.ts'
import { killSupervisor, supervisorOf } from './supervisor-of.ts'

const makeProject = projectsOfTests()

function onePlan(): Project {
  const project = makeProject()
  project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: one.txt (CREATE)\n')
  project.commit('Begin')
  return project
}

/** Settles when none of them lives; a test that waits in vain is ended by its own limit. */
async function allGone(pids: readonly number[]): Promise<void> {
  while (pids.some((pid) => isAlive(nameProcess(pid)))) await new Promise((resolve) => setTimeout(resolve, 20))
}

const pidsIn = (project: Project): readonly number[] =>
  readFileSync(path.join(project.top, 'pids'), 'utf8').trim().split('\n').map(Number)

test.skipIf(process.platform !== 'linux')(
  'an agent and all that it has started are ended when the executor is killed, without anybody starting anew',
  async () => {
    const project = onePlan()
    // One in its group, one in a session of its own, one there without our marks, one whose parent has ended; none minds to be
    // asked politely.
    project.agent(`
      const hang = "process.on('SIGTERM', () => {}); require('fs').appendFileSync(process.argv[1], process.pid + '\\\\n'); setInterval(() => process.stdout.write('x'), 5)"
      const note = ${JSON.stringify(path.join(project.top, 'pids'))}
      appendFileSync(note, process.pid + '\\n')
      process.on('SIGTERM', () => {})
      spawn(process.execPath, ['-e', hang, note], { stdio: 'inherit' })
      spawn(process.execPath, ['-e', hang, note], { stdio: 'inherit', detached: true }).unref()
      spawn(process.execPath, ['-e', hang, note], { stdio: 'ignore', detached: true, env: {} }).unref()
      const twice = "require('child_process').spawn(process.execPath, ['-e', process.argv[2], process.argv[1]], { stdio: 'inherit', detached: true }).unref()"
      spawn(process.execPath, ['-e', twice, note, hang], { stdio: 'inherit' })
      while (readFileSync(note, 'utf8').trim().split('\\n').length < 5) await new Promise((go) => setTimeout(go, 5))
      await meet('all')
    `)
    const running = project.begin('run', 'tasks.md', '--exec', project.exec)
    await project.arrived('all', running)
    const supervisor = supervisorOf(running) ?? 0
    const pids = pidsIn(project)
    expect(pids).toHaveLength(5)
    running.child.kill('SIGKILL')
    await running.ended
    await allGone([...pids, supervisor])
    project.agent(`write('one.txt', 'call ' + attempt)`)
    const resumed = await project.run('resume', 'tasks.md', '--yes')
    expect(resumed, resumed.err).toMatchObject({ code: 0 })
    expect(resumed.err).not.toContain('that an earlier executor left')
    expect(project.read('one.txt')).toBe('call 2')
  },
)

/** The agent waits in each of its calls. */
function waitingAgent(project: Project): Started {
  project.agent(`
    appendFileSync(${JSON.stringify(path.join(project.top, 'pids'))}, process.pid + '\\n')
    await meet('call ' + attempt)
    write('one.txt', 'call ' + attempt)
  `)
  return project.begin('run', 'tasks.md', '--exec', project.exec, '--gate', `ok=${process.execPath} --version`)
}

test.skipIf(process.platform !== 'linux')(
  'when it is lost its attempt is ended and made again, which uses no retry, and the run goes on with another one',
  async () => {
    const project = onePlan()
    const running = waitingAgent(project)
    await project.arrived('call 1', running)
    const first = killSupervisor(running)
    await project.arrived('call 2', running)
    expect(supervisorOf(running)).not.toBeNull()
    expect(supervisorOf(running)).not.toBe(first)
    project.release('call 2')
    const ended = await running.ended
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(ended.out).toContain('interrupted: the process that looks after it was ended\n')
    expect(isAlive(nameProcess(pidsIn(project)[0] ?? 0))).toBe(false)
    expect(project.read('one.txt')).toBe('call 2')
    const { view } = await project.view('status', 'tasks.md')
    expect(view.tasks[0]).toMatchObject({ state: 'done', proof: 'verified', attempts: 2 })
  },
)

test.skipIf(process.platform !== 'linux')(
  'however often it is lost, another one ends the agents when the executor is killed',
  async () => {
    const project = onePlan()
    const running = waitingAgent(project)
    for (let call = 1; call <= 5; call += 1) {
      await project.arrived(`call ${call}`, running)
      if (call < 5) killSupervisor(running)
    }
    running.child.kill('SIGKILL')
    await running.ended
    expect(pidsIn(project)).toHaveLength(5)
    await allGone(pidsIn(project))
  },
)

test.skipIf(process.platform !== 'linux')(
  'when it is lost while git takes a draft, git is called again, and no attempt is used',
  async () => {
    const project = onePlan()
    project.agent(`write('one.txt', 'call ' + attempt)`)
    const was = path.join(project.top, 'was')
    // The first one that adds files ends who has started it.
    const first = `case "$*" in *' add -A') mkdir '${was}' 2>/dev/null && kill -9 $PPID;; esac`
    project.env['PATH'] = putInFrontOfGit(project.top, () => first, project.env['PATH']).path
    const ended = await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(existsSync(was)).toBe(true)
    expect(project.read('one.txt')).toBe('call 1')
    const { view } = await project.view('status', 'tasks.md')
    expect(view.tasks[0]).toMatchObject({ state: 'done', attempts: 1 })
  },
)

test.skipIf(process.platform !== 'linux')(
  'an agent that stops it is ended at its time limit, and the run goes on',
  async () => {
    const project = onePlan()
    project.write('tasks.md', `${project.read('tasks.md')}- [ ] T002 Two\n  files: two.txt (CREATE)\n`)
    project.write('millwright.toml', '[policy]\nretries = 0\n[policy.limits]\nattempt = "3s"\n')
    project.commit('Begin')
    project.agent(`
      if (task === 'T001') {
        process.kill(process.ppid, 'SIGSTOP')
        await meet('never')
      }
      write('two.txt', task)
    `)
    const { code, view } = await project.view('run', 'tasks.md', '--exec', project.exec)
    expect(view.tasks.map((it) => it.state)).toEqual(['blocked', 'done'])
    expect(view.tasks[0]?.reason).toContain('time limit of 3s')
    expect(code).toBe(1)
  },
)

test.skipIf(process.platform !== 'linux')('an agent that stops every git of the run does not hold it up', async () => {
  const project = onePlan()
  project.agent(`
    const { readdirSync } = await import('node:fs')
    const parentOf = (pid) => {
      try {
        return Number(readFileSync('/proc/' + pid + '/stat', 'latin1').split(') ').at(-1).split(' ')[1])
      } catch {
        return 0
      }
    }
    const executor = parentOf(process.ppid)
    const isGit = (pid) => readFileSync('/proc/' + pid + '/comm', 'latin1') === 'git\\n'
    const gits = readdirSync('/proc').map(Number).filter((pid) => pid > 0 && parentOf(pid) === executor && isGit(pid))
    for (const pid of gits) process.kill(pid, 'SIGSTOP')
    write('one.txt', 'stopped ' + (gits.length > 0))
  `)
  const ended = await project.run('run', 'tasks.md', '--exec', project.exec, '--yes')
  expect(ended, ended.err).toMatchObject({ code: 0 })
  expect(project.read('one.txt')).toBe('stopped true')
})

test.skipIf(process.platform !== 'linux')(
  'what an agent does while the executor is stopped for longer than an agent may be silent is no silence',
  async () => {
    const project = onePlan()
    project.write('millwright.toml', '[policy.limits]\nidle = "3s"\n')
    project.commit('Limit the silence')
    project.agent(`
      appendFileSync(${JSON.stringify(path.join(project.top, 'pids'))}, process.pid + '\\n')
      await meet('all')
      write('one.txt', 'call ' + attempt)
    `)
    const running = project.begin('run', 'tasks.md', '--exec', project.exec)
    await project.arrived('all', running)
    running.child.kill('SIGSTOP')
    project.release('all')
    await allGone(pidsIn(project))
    await new Promise((resolve) => setTimeout(resolve, 4_000))
    running.child.kill('SIGCONT')
    expect(await running.ended).toMatchObject({ code: 0, err: expect.not.stringContaining('idle') })
    expect(project.read('one.txt')).toBe('call 1')
  },
)
