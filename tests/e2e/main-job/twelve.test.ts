/** The main job on the real program: twelve tasks that end in every way a task can end. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { markOf, reasonOf } from '../../rig/plan-writer.ts'
import type { Finished } from '../../rig/program.ts'
import type { Repository, RunReport } from '../../rig/repository.ts'
import { call, done, makeTwelve, plan, twelve } from './twelve.ts'

const blocked: Readonly<Record<string, string>> = {
  T0014: 'Dependency cycle T0014 -> T0015 -> T0014',
  T0015: 'Dependency cycle T0014 -> T0015 -> T0014',
  T0016: 'Unmet dependencies: T0019',
  T0017: 'Unmet dependencies: T0030',
  T0019: 'Implementation failed after 4 attempts: src/never.txt is bad',
}

const deviation = [
  '[DEVIATION] T0020: docs/extra.md was created outside the declared files',
  '  Reason: T0020 does not name docs/extra.md in files:',
  '  Action taken: The change was kept in the draft',
  '  Impact: No other open task names this file',
]

describe('a plan of twelve tasks, run to its end', () => {
  let repository: Repository
  let base: string
  let ended: Finished

  beforeAll(async () => {
    repository = makeTwelve()
    base = repository.git('rev-parse', 'HEAD').trim()
    ended = await repository.call(...call(repository))
  })
  afterAll(() => repository.remove())

  it('ends with exit code 1, because tasks are not done', () => {
    expect(ended, ended.err).toMatchObject({ code: 1, signal: null })
  })

  it('never takes its own writing for an edit of the plan', () => {
    expect(ended.err).not.toContain('plan being edited')
    const revisions = repository.events().flatMap((it) => (it.type === 'plan-revised' ? [it.cause] : []))
    expect(revisions).not.toContain('human-edit')
  })

  it('marks every task of the phase, and no other', () => {
    const text = repository.read('tasks.md')
    const marks = Object.fromEntries(twelve.map(({ id }) => [id, markOf(text, id)]))
    expect(marks).toEqual({
      ...Object.fromEntries(done.map((id) => [id, 'X'])),
      ...Object.fromEntries(Object.keys(blocked).map((id) => [id, 'BLOCKED'])),
    })
    expect([markOf(text, 'T0001'), markOf(text, 'T0030')]).toEqual(['X', ' '])
  })

  it('writes a reason line below each blocked task, and below no other', () => {
    const text = repository.read('tasks.md')
    const reasons = twelve.flatMap(({ id }) => {
      const reason = reasonOf(text, id)
      return reason === null ? [] : [[id, reason]]
    })
    expect(Object.fromEntries(reasons)).toEqual(blocked)
  })

  it('changes nothing else of the plan than marks, reasons and numbers of its table', () => {
    const text = repository.read('tasks.md')
    const bare = (it: string): readonly string[] =>
      it
        .split('\n')
        .filter((line) => !line.startsWith('  reason: ') && !line.startsWith('|'))
        .map((line) => line.replace(/^- \[[^\]]*\]/, '- [ ]'))
    expect(bare(text)).toEqual(bare(plan))
    expect(text.split('\n').filter((line) => line.startsWith('|'))).toEqual([
      '| Phase | Total | Done | Remaining |',
      '|---|---|---|---|',
      '| 05 Test Strategy | 1 | 1 | 0 |',
      '| 06 Implementation | 12 | 7 | 5 |',
      '| 07 Release | 1 | 0 | 1 |',
      '| Total | 14 | 8 | 6 |',
    ])
  })

  it('makes one commit for each done task, one after another, and one for the marks that came last', () => {
    const log = repository.git('log', '--format=%P|%s', '--reverse', `${base}..HEAD`).trim().split('\n')
    expect(log.every((line) => (line.split('|')[0] ?? '').split(' ').length === 1)).toBe(true)
    expect(log.map((line) => line.split('|')[1])).toEqual(done.map((id) => `${id} Do what ${id} says`))
    expect(repository.git('rev-parse', 'HEAD')).toBe(repository.git('rev-parse', 'main'))
  })

  it('names run, task, attempt and event in the trailers of each commit', () => {
    const format = ['Run', 'Task', 'Attempt', 'Event'].map(
      (it) => `%(trailers:key=Millwright-${it},valueonly,separator=%x2C)`,
    )
    const lines = repository
      .git('log', `--format=${format.join('|')}`, '--reverse', `${base}..HEAD`)
      .trim()
      .split('\n')
    const rows = lines.map((line) => line.split('|'))
    expect(new Set(rows.map((row) => row[0])).size).toBe(1)
    expect(rows.map((row) => row[1])).toEqual(done)
    expect(rows.map((row) => Number(row[2]))).toEqual(done.map((id) => (id === 'T0018' ? 2 : 1)))
    const journal = repository.journal()
    const hashes = new Set(journal?.read().events.map((it) => it.hash))
    journal?.close()
    for (const row of rows) expect(hashes).toContain(row[3])
  })

  it('holds in each commit only what its task declares, the plan and the log of deviations', () => {
    const declared = (id: string): readonly string[] => Object.keys(twelve.find((it) => it.id === id)?.files ?? {})
    const more: Readonly<Record<string, readonly string[]>> = {
      T0020: ['docs/extra.md', 'task-refinement-log.md'],
      T0021: ['notes.txt'],
    }
    const commits = repository.git('rev-list', '--reverse', `${base}..HEAD`).trim().split('\n')
    done.forEach((id, index) => {
      const names = repository.git('diff-tree', '-r', '--name-only', '--no-commit-id', commits[index] ?? '').trim()
      expect([id, names.split('\n').sort()]).toEqual([id, [...declared(id), ...(more[id] ?? []), 'tasks.md'].sort()])
    })
  })

  it('marks the task as done in its own commit', () => {
    const commits = repository.git('rev-list', '--reverse', `${base}..HEAD`).trim().split('\n')
    done.forEach((_, index) => {
      const text = repository.git('show', `${commits[index] ?? ''}:tasks.md`)
      expect(done.filter((it) => markOf(text, it) === 'X')).toEqual(done.slice(0, index + 1))
    })
  })

  it('brings the checkout to the last commit and leaves nothing behind', () => {
    expect(repository.git('status', '--porcelain')).toBe('')
    expect(repository.read('src/base.txt')).toBe('T0010\nT0013\n')
    expect(repository.read('src/mended.txt')).toBe('T0018\n')
    expect(repository.has('docs/old.md')).toBe(false)
    expect(repository.has('src/never.txt')).toBe(false)
    expect(repository.git('worktree', 'list').trim().split('\n')).toHaveLength(1)
    expect(repository.alive()).toEqual([])
  })

  it('starts each task as often as it has to, in the order of the graph, lowest id first', () => {
    const begun = repository.log().filter((it) => it.event === 'begin')
    expect(begun.map((it) => `${it.task}#${it.attempt}`)).toEqual([
      ...['T0010#1', 'T0011#1', 'T0012#1', 'T0013#1', 'T0018#1', 'T0018#2'],
      ...['T0019#1', 'T0019#2', 'T0019#3', 'T0019#4', 'T0020#1', 'T0021#1'],
    ])
  })

  it('writes the deviation in its four lines to the output and to task-refinement-log.md', () => {
    expect(repository.read('task-refinement-log.md')).toBe(`# Task refinement log\n\n${deviation.join('\n')}\n`)
    for (const line of deviation) expect(ended.out).toContain(line.trim())
    expect(ended.out).toContain('Deviations detected: 1')
  })

  it('sums up what was completed, what is blocked and why, and how it was proved', () => {
    expect(ended.out).toContain('7 completed, 5 blocked, 0 remaining')
    expect(ended.out).toContain('5 verified, 1 files-only, 1 unverified')
    for (const [id, reason] of Object.entries(blocked)) expect(ended.out).toContain(`${id} blocked: ${reason}`)
    expect(ended.out).toMatch(/warning MW605: .*T0020, T0021/)
  })

  it('leaves a journal that verifies', () => {
    const journal = repository.journal()
    const verified = journal?.verify()
    journal?.close()
    expect(verified).toMatchObject({ is: 'intact' })
  })

  it('has nothing to do when it is run again: same exit code, no commit, no agent', async () => {
    const head = repository.git('rev-parse', 'HEAD')
    const before = { log: repository.log().length, text: repository.read('tasks.md') }
    const again = await repository.call(...call(repository))
    expect(again, again.err).toMatchObject({ code: 1 })
    expect({ log: repository.log().length, text: repository.read('tasks.md') }).toEqual(before)
    expect(repository.git('rev-parse', 'HEAD')).toBe(head)
    expect(repository.git('status', '--porcelain')).toBe('')
  })
})

describe('run --json', () => {
  let repository: Repository
  let report: RunReport
  let code: number | null

  beforeAll(async () => {
    repository = makeTwelve()
    ;({ report, code } = await repository.report(...call(repository)))
  })
  afterAll(() => repository.remove())

  it('prints the run with every field of the contract', () => {
    expect(code).toBe(1)
    expect(report).toMatchObject({ plan: 'tasks.md', dialect: 'phase-tasks', status: 'finished', mode: 'dynamic' })
    expect(report.run).toMatch(/^\d{8}-/)
    expect(report.counts).toEqual({ done: 7, blocked: 5, failed: 0, skipped: 0, deferred: 0, remaining: 0 })
    expect(report.waiting).toEqual([])
    for (const task of report.tasks)
      expect(Object.keys(task)).toEqual(
        expect.arrayContaining([
          'key',
          'id',
          'state',
          'reason',
          'waitingOn',
          'attempts',
          'proof',
          'evidence',
          'commit',
        ]),
      )
  })

  it('tells state, reason, attempts and proof of every task', () => {
    const told = report.tasks
      .filter((it) => twelve.some(({ id }) => id === it.id))
      .map(({ id, state, reason, attempts, proof }) => [id, { state, reason, attempts, proof }])
    const good = (attempts = 1, proof = 'verified'): object => ({ state: 'done', reason: null, attempts, proof })
    const bad = (id: string, attempts = 0): object => ({ state: 'blocked', reason: blocked[id], attempts, proof: null })
    expect(Object.fromEntries(told)).toEqual({
      T0010: good(),
      T0011: good(),
      T0012: good(),
      T0013: good(),
      T0014: bad('T0014'),
      T0015: bad('T0015'),
      T0016: bad('T0016'),
      T0017: bad('T0017'),
      T0018: good(2),
      T0019: bad('T0019', 4),
      T0020: good(1, 'files-only'),
      T0021: good(1, 'unverified'),
    })
  })

  it('names for each done task its commit, and evidence for the tree that was merged', () => {
    for (const task of report.tasks.filter((it) => done.includes(it.id))) {
      expect(repository.git('show', '-s', '--format=%s', task.commit ?? '')).toContain(task.id)
      const gates = task.evidence.map((it) => `${it.gate} ${it.result}`)
      if (task.proof === 'verified') expect(gates).toContain('content passed')
      for (const it of task.evidence) expect([task.id, it.result]).toEqual([task.id, 'passed'])
    }
  })

  it('lists the deviation', () => {
    expect(report.deviations).toMatchObject([{ kind: 'outside', task: 'T0020', path: 'docs/extra.md' }])
  })

  it('is what `status --json` says afterwards', async () => {
    const status = await repository.report('status', 'tasks.md')
    expect(status.report).toEqual(report)
    expect(status.code).toBe(1)
  })
})
