/** Kills where more is at stake than one task in a worktree: several at once, in place, and while a person is asked. */

import { afterEach, describe, expect, it } from 'vitest'
import type { Behaviour } from '../../rig/agent-program.ts'
import { markOf, obey, writePlan, type PlannedTask } from '../../rig/plan-writer.ts'
import { randomFrom } from '../../rig/random.ts'
import { makeRepository, type Repository } from '../../rig/repository.ts'
import { doneIn, linesOf, told } from './ended-run.ts'

let repository: Repository
afterEach(() => repository.remove())

function make(tasks: readonly PlannedTask[], every: Behaviour, config = ''): readonly string[] {
  repository = makeRepository({
    files: { 'tasks.md': writePlan([{ number: '06', title: 'Implementation', tasks }]), 'src/old.txt': 'old\n' },
    script: { by: 'state', tasks: Object.fromEntries(tasks.map((task) => [task.id, [{ ...every, ...obey(task) }]])) },
    gated: ['src'],
    config,
  })
  return ['run', 'tasks.md', '--exec', repository.exec, '--yes']
}

describe('three tasks at once', () => {
  it('end the same however often the executor is killed', async () => {
    const ids = Array.from({ length: 9 }, (_, index) => `T${String(index + 1).padStart(4, '0')}`)
    const tasks = ids.map((id, index): PlannedTask => ({
      id,
      files: { [`src/${id}.txt`]: 'CREATE' },
      ...(index >= 6 ? { blockedBy: [ids[index - 6] ?? '', ids[index - 3] ?? ''] } : {}),
    }))
    const words = [...make(tasks, { linger: 20 }, '[policy]\ninterruptions = 100\n'), '--jobs', '3']
    const random = randomFrom(Number(process.env['KILL_SEED'] ?? 7))
    for (let kill = 0; kill < 12; kill += 1) {
      const running = repository.start(
        ...(repository.journal() === null ? words : ['resume', 'tasks.md', '--yes']),
        '--jsonl',
      )
      await told(running, random.below(40))
      await new Promise((resolve) => setTimeout(resolve, random.below(30)))
      running.child.kill('SIGKILL')
      const ended = await running.ended
      if (ended.signal === null) break
      const journal = repository.journal()
      expect(journal?.verify() ?? { is: 'intact' }, `kill ${kill}, after ${linesOf(ended.out)} events`).toMatchObject({
        is: 'intact',
      })
      journal?.close()
    }
    const { code, report, err } = await repository.report(...words)
    expect(code, err).toBe(0)
    expect(report.tasks.map((it) => `${it.id} ${it.state} ${it.proof ?? ''}`)).toEqual(
      ids.map((id) => `${id} done verified`),
    )
    expect([...doneIn(repository)].sort()).toEqual(ids)
    for (const id of ids) expect(repository.git('show', `HEAD:src/${id}.txt`)).toBe(`${id}\n`)
    const trailers = repository.git('log', '--format=%(trailers:key=Millwright-Task,valueonly)').split('\n')
    expect(trailers.filter((it) => it !== '').sort()).toEqual(ids)
    expect(repository.git('status', '--porcelain')).toBe('')
    expect(repository.alive()).toEqual([])
  })
})

describe('in place', () => {
  const tasks: readonly PlannedTask[] = [
    { id: 'T0001', files: { 'src/a.txt': 'CREATE' } },
    { id: 'T0002', files: { 'src/old.txt': 'MODIFY' } },
    { id: 'T0003', files: { 'src/c.txt': 'CREATE' } },
  ]

  it('nothing is put back or made again by itself: the person is asked, and the answer is acted on', async () => {
    const words = [...make(tasks, {}), '--workspace', 'in-place']
    const waiting = { append: { 'src/old.txt': 'half\n' }, wait: repository.signal('never') }
    const obedient = Object.fromEntries(tasks.map((task) => [task.id, [obey(task)]]))
    repository.script({ by: 'state', tasks: { ...obedient, T0002: [waiting] } })
    const running = repository.start(...words)
    await repository.begun('T0002', running)
    running.child.kill('SIGKILL')
    await running.ended

    const resumed = await repository.call('resume', 'tasks.md', '--yes')
    expect(resumed, resumed.err).toMatchObject({ code: 3 })
    expect(repository.alive()).toEqual([])
    expect(repository.read('src/old.txt')).toBe('old\nhalf\n')
    expect(repository.log().filter((it) => it.event === 'begin' && it.task === 'T0002')).toHaveLength(1)

    repository.script({ by: 'state', tasks: obedient })
    repository.write('src/old.txt', 'old\n')
    const asked = JSON.parse((await repository.call('review', 'list', '--plan', 'tasks.md', '--json')).out) as {
      readonly id: string
      readonly kind: string
    }[]
    expect(asked.map((it) => it.kind)).toEqual(['interrupted'])
    expect(await repository.call('review', 'retry', asked[0]?.id ?? '', '--plan', 'tasks.md')).toMatchObject({
      code: 0,
    })
    const ended = await repository.call('resume', 'tasks.md', '--yes')
    expect(ended, ended.err + ended.out).toMatchObject({ code: 0 })
    expect(tasks.map(({ id }) => markOf(repository.read('tasks.md'), id))).toEqual(['X', 'X', 'X'])
    expect(repository.read('src/old.txt')).toBe('old\nT0002\n')
    expect(repository.git('status', '--porcelain')).toBe('')
  })
})

describe('too often', () => {
  it('an attempt that is cut off six times ends blocked, and the rest is done', async () => {
    const tasks: readonly PlannedTask[] = [
      { id: 'T0001', files: { 'src/a.txt': 'CREATE' } },
      { id: 'T0002', files: { 'src/b.txt': 'CREATE' } },
    ]
    const words = make(tasks, {})
    const obedient = Object.fromEntries(tasks.map((task) => [task.id, [obey(task)]]))
    repository.script({ by: 'state', tasks: { ...obedient, T0001: [{ wait: repository.signal('never') }] } })
    for (let kill = 1; kill <= 6; kill += 1) {
      const running = repository.start(...words)
      await repository.begunTimes('T0001', kill, running)
      running.child.kill('SIGKILL')
      await running.ended
    }
    const ended = await repository.call(...words)
    expect(ended, ended.err).toMatchObject({ code: 1 })
    expect(tasks.map(({ id }) => markOf(repository.read('tasks.md'), id))).toEqual(['BLOCKED', 'X'])
    expect(repository.read('tasks.md')).toMatch(/reason: .*6 times/)
    expect(repository.alive()).toEqual([])
  })
})
