/** A run after the run: done stays done, blocked stays blocked until a human says otherwise. */

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Behaviour } from '../../rig/agent-program.ts'
import { markOf, obey, reasonOf, writePlan, type PlannedTask } from '../../rig/plan-writer.ts'
import { makeRepository, type Repository } from '../../rig/repository.ts'

const tasks: readonly PlannedTask[] = [
  { id: 'T0001', files: { 'src/a.txt': 'CREATE' } },
  { id: 'T0002', files: { 'src/b.txt': 'CREATE' } },
  { id: 'T0003', blockedBy: ['T0002'], files: { 'src/c.txt': 'CREATE' } },
  { id: 'T0004', blockedBy: ['T0003'], files: { 'src/d.txt': 'CREATE' } },
]
const ids = tasks.map((task) => task.id)

let repository: Repository
let words: readonly string[]
beforeEach(() => {
  repository = makeRepository({
    files: { 'tasks.md': writePlan([{ number: '06', title: 'Implementation', tasks }]) },
    gated: ['src'],
  })
  words = ['run', 'tasks.md', '--exec', repository.exec, '--yes']
})
afterEach(() => repository.remove())

function setScript(second: Behaviour = {}): void {
  const list = tasks.map((task) => [task.id, [{ ...obey(task), ...(task.id === 'T0002' ? second : {}) }]])
  repository.script({ by: 'state', tasks: Object.fromEntries(list) as Record<string, readonly Behaviour[]> })
}

function marks(): readonly (string | null)[] {
  const text = repository.read('tasks.md')
  return ids.map((id) => markOf(text, id))
}

function begun(): readonly (string | undefined)[] {
  return repository.log().flatMap((it) => (it.event === 'begin' ? [it.task] : []))
}

describe('everything is done', () => {
  it('has nothing to do: exit code 0, no commit, no agent, no gate, not a byte of the plan', async () => {
    setScript()
    expect(await repository.call(...words)).toMatchObject({ code: 0 })
    const before = {
      log: repository.log(),
      head: repository.git('rev-parse', 'HEAD'),
      text: repository.read('tasks.md'),
    }
    for (const again of [words, ['run', 'tasks.md', '--exec', repository.exec, '--yes', '--jobs', '2']]) {
      const ended = await repository.call(...again)
      expect(ended, ended.err).toMatchObject({ code: 0 })
      expect(ended.out).toContain('4 completed, 0 blocked, 0 remaining')
    }
    const after = {
      log: repository.log(),
      head: repository.git('rev-parse', 'HEAD'),
      text: repository.read('tasks.md'),
    }
    expect(after).toEqual(before)
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  it('cannot be resumed, and says how to start', async () => {
    setScript()
    await repository.call(...words)
    const ended = await repository.call('resume', 'tasks.md')
    expect(ended.code).toBe(2)
    expect(ended.err).toContain('the last run of this plan has ended: there is nothing to go on with')
    // Which takes the agent of the last one.
    expect(ended.err).toContain('start one with: millwright run tasks.md --yes\n')
    expect(await repository.call('run', 'tasks.md', '--yes')).toMatchObject({ code: 0 })
  })
})

describe('a task is blocked', () => {
  beforeEach(async () => {
    setScript({ write: { 'src/b.txt': 'BAD\n' } })
    const ended = await repository.call(...words)
    expect(ended, ended.err).toMatchObject({ code: 1 })
    expect(marks()).toEqual(['X', 'BLOCKED', 'BLOCKED', 'BLOCKED'])
    setScript()
  })

  it('stays so however often the plan is run', async () => {
    const before = {
      log: repository.log(),
      head: repository.git('rev-parse', 'HEAD'),
      text: repository.read('tasks.md'),
    }
    expect(await repository.call(...words)).toMatchObject({ code: 1 })
    const after = {
      log: repository.log(),
      head: repository.git('rev-parse', 'HEAD'),
      text: repository.read('tasks.md'),
    }
    expect(after).toEqual(before)
  })

  it('is released by `unblock`, and with it those that wait for it', async () => {
    expect(await repository.call('unblock', 'tasks.md', 'T0002')).toMatchObject({ code: 0 })
    const ended = await repository.call(...words)
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(marks()).toEqual(['X', 'X', 'X', 'X'])
    for (const id of ids) expect(reasonOf(repository.read('tasks.md'), id)).toBeNull()
    expect(begun().slice(-3)).toEqual(['T0002', 'T0003', 'T0004'])
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  it('is released by a human who sets the mark back to open', async () => {
    const text = repository.read('tasks.md')
    repository.write('tasks.md', text.replace('- [BLOCKED] T0002', '- [ ] T0002'))
    const ended = await repository.call(...words)
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(marks()).toEqual(['X', 'X', 'X', 'X'])
    for (const id of ids) expect(reasonOf(repository.read('tasks.md'), id)).toBeNull()
    expect(repository.git('status', '--porcelain')).toBe('')
  })

  it('is done when a human marks it so, and those that wait for it are released', async () => {
    const text = repository.read('tasks.md')
    repository.write('tasks.md', text.replace('- [BLOCKED] T0002', '- [X] T0002'))
    const { code, report } = await repository.report(...words)
    expect(code).toBe(0)
    expect(marks()).toEqual(['X', 'X', 'X', 'X'])
    expect(report.tasks.map((it) => it.proof)).toEqual(['verified', 'by-human', 'verified', 'verified'])
    expect(begun().slice(-2)).toEqual(['T0003', 'T0004'])
  })

  it('is released while a run is at work', async () => {
    repository.write('tasks.md', repository.read('tasks.md').concat('- [ ] T0009 Wait\n  files: src/w.txt (CREATE)\n'))
    repository.commit()
    const script = Object.fromEntries(tasks.map((task) => [task.id, [obey(task)]]))
    repository.script({
      by: 'state',
      tasks: { ...script, T0009: [{ write: { 'src/w.txt': 'T0009\n' }, wait: repository.signal('released') }] },
    })
    const running = repository.start(...words)
    await repository.begun('T0009', running)
    expect(await repository.call('unblock', 'tasks.md', 'T0002')).toMatchObject({ code: 0 })
    repository.give('released')
    const ended = await running.ended
    expect(ended, ended.err).toMatchObject({ code: 0 })
    expect(marks()).toEqual(['X', 'X', 'X', 'X'])
  })
})
