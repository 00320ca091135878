import { describe, expect, test } from 'vitest'
import { printed, read } from './printed.ts'

const plan = (...below: string[]): string => ['## Phase 06: A', '- [ ] T001 a', '- [ ] T002 b', ...below, ''].join('\n')
const second = (...below: string[]) => read(plan(...below)).tasks.find(({ id }) => id?.text === 'T002')

describe.each([
  ['with its text behind it', '  description: short'],
  ['without a text', '  description:'],
])('a description %s', (_, line) => {
  test('leaves deeper keys to the task', () => {
    const below = [line, '    blocked_by: T001', '    files: src/a.ts (CREATE)', '    traces: FR-1']
    expect(second(...below)).toMatchObject({
      blockedBy: [{ id: 'T001' }],
      files: [{ path: 'src/a.ts' }],
      traces: ['FR-1'],
    })
    expect(printed(read(plan(...below)))).toEqual([])
  })

  test('leaves deeper boxes: a task is a task, another box part of the checklist', () => {
    const { tasks } = read(plan(line, '    - [ ] look', '    - [ ] T003 not lost'))
    expect(tasks.map(({ id }) => id?.text)).toEqual(['T001', 'T002', 'T003'])
    expect(tasks[1]?.checklist).toMatchObject([{ text: 'look' }])
  })

  test('takes deeper words', () => {
    expect(second(line, '    - one', '      and two')?.description).toMatch(/- one\n\s*and two$/)
  })

  test('says a key that is misspelt', () => {
    expect(printed(read(plan(line, '    blockedby: T001')))).toEqual([expect.stringMatching(/^5:5 error MW107 /)])
  })
})

test.each(['|', '>', '|-'])('behind %s all deeper lines are the description', (sign) => {
  const task = second(`  description: ${sign}`, '    blocked_by: T001', '    - [ ] T003 no task')
  expect(task).toMatchObject({ blockedBy: [], description: 'blocked_by: T001\n- [ ] T003 no task' })
})
