/** A blocker that no task of the plan is: nothing starts, unless its severity is lowered. */

import { afterEach, expect, it } from 'vitest'
import { existsSync, readdirSync } from 'node:fs'
import { markOf, obey, reasonOf, writePlan, type PlannedTask } from '../../rig/plan-writer.ts'
import { makeRepository, type Repository } from '../../rig/repository.ts'

const tasks: readonly PlannedTask[] = [
  { id: 'T0001', files: { 'a.txt': 'CREATE' } },
  { id: 'T0002', blockedBy: ['T0099'], files: { 'b.txt': 'CREATE' } },
  { id: 'T0003', blockedBy: ['T0002'], files: { 'c.txt': 'CREATE' } },
]
const plan = writePlan([{ number: '06', title: 'Implementation', tasks }])
const script = { by: 'state', tasks: Object.fromEntries(tasks.map((task) => [task.id, [obey(task)]])) } as const

let repository: Repository
afterEach(() => repository.remove())

it('ends with exit code 2, a place and a code; nothing is written and nothing started', async () => {
  repository = makeRepository({ files: { 'tasks.md': plan }, script })
  const before = repository.everything()
  const ended = await repository.call('run', 'tasks.md', '--exec', repository.exec, '--yes')
  expect(ended.code).toBe(2)
  expect(`${ended.out}${ended.err}`).toMatch(/tasks\.md:\d+:\d+: error MW111 .*T0099/)
  expect(repository.log()).toEqual([])
  expect(repository.everything()).toEqual(before)
  expect(existsSync(repository.state) ? readdirSync(repository.state) : []).toEqual([])
})

it('ends that task blocked and runs the rest, where MW111 is a warning', async () => {
  repository = makeRepository({ files: { 'tasks.md': plan }, script, config: '[diagnostics]\nMW111 = "warning"\n' })
  const { code, report } = await repository.report('run', 'tasks.md', '--exec', repository.exec, '--yes')
  expect(code).toBe(1)
  const text = repository.read('tasks.md')
  expect(tasks.map(({ id }) => markOf(text, id))).toEqual(['X', 'BLOCKED', 'BLOCKED'])
  expect(reasonOf(text, 'T0002')).toContain('T0099')
  expect(reasonOf(text, 'T0003')).toBe('Unmet dependencies: T0002')
  expect(report.tasks.map((it) => [it.id, it.state])).toEqual([
    ['T0001', 'done'],
    ['T0002', 'blocked'],
    ['T0003', 'blocked'],
  ])
  expect(repository.log().map((it) => `${it.event} ${it.task}`)).toEqual(['begin T0001', 'end T0001'])
})
