/** A run that is parked, by Ctrl-C, `pause` or `stop`, and goes on where it was. */

import { hostname } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rmSync, writeFileSync } from 'node:fs'
import { DatabaseError, openDatabase, type Database } from '../../../src/system/database.ts'
import type { Behaviour } from '../../rig/agent-program.ts'
import { markOf, obey, writePlan, type PlannedTask } from '../../rig/plan-writer.ts'
import { makeRepository, type Repository } from '../../rig/repository.ts'

const tasks: readonly PlannedTask[] = [
  { id: 'T0001', files: { 'a.txt': 'CREATE' } },
  { id: 'T0002', files: { 'b.txt': 'CREATE' } },
  { id: 'T0003', files: { 'c.txt': 'CREATE' } },
]

let repository: Repository
let words: readonly string[]
beforeEach(() => {
  repository = makeRepository({
    files: { 'tasks.md': writePlan([{ number: '06', title: 'Implementation', tasks }]) },
  })
  setScript({ wait: repository.signal('go') })
  words = ['run', 'tasks.md', '--exec', repository.exec, '--yes']
})
afterEach(() => repository.remove())

/** All tasks obey; the second does this as well. */
function setScript(second: Behaviour): void {
  const list = tasks.map((task) => [task.id, [{ ...obey(task), ...(task.id === 'T0002' ? second : {}) }]])
  repository.script({ by: 'state', tasks: Object.fromEntries(list) as Record<string, readonly Behaviour[]> })
}

function marks(): readonly (string | null)[] {
  const text = repository.read('tasks.md')
  return tasks.map(({ id }) => markOf(text, id))
}

function begun(): readonly string[] {
  return repository
    .log()
    .filter((it) => it.event === 'begin')
    .map((it) => `${it.task}#${it.attempt}`)
}

/** The journal's own database, as another process of ours has it open. */
function openWriter(): Database {
  return openDatabase(path.join(repository.journalDir() ?? '', 'journal.db'), 0)
}

function isBeingWritten(): boolean {
  const database = openWriter()
  try {
    database.run('BEGIN IMMEDIATE')
    database.run('ROLLBACK')
    return false
  } catch (error) {
    if (error instanceof DatabaseError && error.code.startsWith('SQLITE_BUSY')) return true
    throw error
  } finally {
    database.close()
  }
}

async function goesOn(): Promise<void> {
  setScript({})
  const resumed = await repository.call('resume', 'tasks.md', '--yes')
  expect(resumed, resumed.err).toMatchObject({ code: 0 })
  expect(marks()).toEqual(['X', 'X', 'X'])
  expect(repository.git('status', '--porcelain')).toBe('')
  expect(repository.alive()).toEqual([])
}

describe('Ctrl-C', () => {
  it('ends the attempt, parks the run and gives 130; resume makes the attempt again and completes', async () => {
    const running = repository.start(...words)
    await repository.begun('T0002', running)
    running.child.kill('SIGINT')
    const ended = await running.ended
    expect(ended, ended.err).toMatchObject({ code: 130, signal: null })
    expect(repository.alive()).toEqual([])
    expect(marks()).toEqual(['X', ' ', ' '])
    const { report } = await repository.report('status', 'tasks.md')
    expect(report.status).toBe('stopped')
    await goesOn()
    expect(begun()).toEqual(['T0001#1', 'T0002#1', 'T0002#2', 'T0003#1'])
  })

  it('uses no retry: an attempt that is cut off is not a failed one', async () => {
    repository.write('millwright.toml', '[policy]\nretries = 0\n')
    repository.commit()
    const running = repository.start(...words)
    await repository.begun('T0002', running)
    running.child.kill('SIGINT')
    await running.ended
    await goesOn()
  })

  it('sent twice at one moment is once: the run is parked', async () => {
    const running = repository.start(...words)
    await repository.begun('T0002', running)
    for (let times = 0; times < 2; times += 1) running.child.kill('SIGINT')
    const ended = await running.ended
    expect(ended, ended.err).toMatchObject({ code: 130 })
    expect(ended.out).toContain('The run is stopped; `millwright resume` goes on.')
    await goesOn()
  })

  it('a second time ends at once, and leaves no agent behind', async () => {
    setScript({ wait: repository.signal('go'), stubborn: true })
    const running = repository.start(...words)
    await repository.begun('T0002', running)
    running.child.kill('SIGINT')
    await repository.said('once more to end at once', running)
    // What comes at the same moment is no second time.
    await vi.waitFor(() => {
      running.child.kill('SIGINT')
      expect(running.child.exitCode).toBe(130)
    })
    const ended = await running.ended
    expect(ended, ended.err).toMatchObject({ code: 130, signal: null })
    expect(ended.err).toMatch(/^ended; go on with: millwright resume tasks\.md/m)
    await vi.waitFor(() => expect(repository.alive()).toEqual([]))
    await goesOn()
  })
})

describe('from another process', () => {
  it('`pause` lets the attempt end, starts nothing new and parks with 3', async () => {
    const running = repository.start(...words)
    await repository.begun('T0002', running)
    expect(await repository.call('pause', 'tasks.md')).toMatchObject({ code: 0 })
    expect(running.child.exitCode).toBeNull()
    writeFileSync(repository.signal('go'), '')
    const ended = await running.ended
    expect(ended, ended.err).toMatchObject({ code: 3 })
    expect(marks()).toEqual(['X', 'X', ' '])
    expect((await repository.report('status', 'tasks.md')).report.status).toBe('paused')
    await goesOn()
    expect(begun()).toEqual(['T0001#1', 'T0002#1', 'T0003#1'])
  })

  it('`stop` ends the attempt and parks with 3', async () => {
    const running = repository.start(...words)
    await repository.begun('T0002', running)
    expect(await repository.call('stop', 'tasks.md')).toMatchObject({ code: 0 })
    const ended = await running.ended
    expect(ended, ended.err).toMatchObject({ code: 3 })
    expect(repository.alive()).toEqual([])
    expect((await repository.report('status', 'tasks.md')).report.status).toBe('stopped')
    await goesOn()
    expect(begun()).toEqual(['T0001#1', 'T0002#1', 'T0002#2', 'T0003#1'])
  })

  it('`stop` is refused when nothing runs, and says so', async () => {
    writeFileSync(repository.signal('go'), '')
    await repository.call(...words)
    const refused = await repository.call('stop', 'tasks.md')
    expect(refused.code).toBe(2)
    expect(refused.err).toContain('no executor is at work')
  })

  it('a second run of the same plan is turned away while one is at work', async () => {
    const running = repository.start(...words)
    await repository.begun('T0002', running)
    const second = await repository.call(...words)
    expect(second.code).toBe(2)
    expect(second.err).toMatch(new RegExp(`MW706 held by pid ${running.child.pid} since .* on host ${hostname()}\\n`))
    // Nothing is continued by it.
    expect(second.out).toBe('')
    writeFileSync(repository.signal('go'), '')
    expect(await running.ended).toMatchObject({ code: 0 })
  })

  it('also where the index of journals was deleted meanwhile', async () => {
    const running = repository.start(...words)
    await repository.begun('T0002', running)
    rmSync(path.join(repository.root, '.git', 'millwright', 'plans.json'))
    const second = await repository.call(...words)
    expect([second.code, second.err]).toEqual([2, expect.stringContaining('MW706 held by pid ')])
    writeFileSync(repository.signal('go'), '')
    expect(await running.ended).toMatchObject({ code: 0 })
    expect((await repository.call('verify', 'tasks.md')).code).toBe(0)
  })

  it('while it is stopped by a signal that is said, and a command waits until it goes on', async () => {
    const running = repository.start(...words)
    await repository.begun('T0002', running)
    running.child.kill('SIGSTOP')
    // Stopped in the middle of a write, it would hold the journal, and be in everybody's way.
    while (isBeingWritten()) {
      running.child.kill('SIGCONT')
      await setTimeout(20)
      running.child.kill('SIGSTOP')
    }
    const pid = running.child.pid ?? 0
    const second = await repository.call(...words)
    expect([second.code, second.err]).toEqual([2, expect.stringContaining(`resume it (kill -CONT ${pid}) or end it`)])
    expect(second.err).toContain(`MW706 held by pid ${pid} (stopped) since `)
    const status = await repository.call('status', 'tasks.md')
    expect(status.out).toContain(`The executor is stopped (pid ${pid}); resume it (kill -CONT ${pid}) or end it\n`)
    const skip = await repository.call('skip', 'tasks.md', 'T0003')
    expect([skip.code, skip.out]).toEqual([
      0,
      `handed to the executor, which is stopped (pid ${pid}) and takes it when it goes on: kill -CONT ${pid}\n`,
    ])
    // As if it had been stopped in the middle of a write.
    const writer = openWriter()
    writer.run('BEGIN IMMEDIATE')
    const refused = await repository.call('skip', 'tasks.md', 'T0003')
    writer.run('ROLLBACK')
    writer.close()
    expect([refused.code, refused.err]).toEqual([
      2,
      expect.stringContaining(`pid ${pid}, which runs the plan, is stopped`),
    ])
    expect(refused.err).toContain(`help: let it go on (kill -CONT ${pid}) or end it, then say it again\n`)
    running.child.kill('SIGCONT')
    writeFileSync(repository.signal('go'), '')
    expect(await running.ended).toMatchObject({ code: 0, out: expect.stringContaining('1 skipped') })
    expect((await repository.call('status', 'tasks.md')).out).not.toContain('is stopped')
  })
})
