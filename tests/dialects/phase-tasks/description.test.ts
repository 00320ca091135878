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

describe('what is told below a task', () => {
  const told = (...below: string[]) =>
    second(...below)?.told.map(({ text, state }) => (state === null ? text : `${text} ${state}`))

  test('stands in the order of the plan, with the state of its boxes', () => {
    const below = [
      '  First words.',
      '  acceptance:',
      '    - [ ] quick',
      '    - [x] small',
      '  Last words.',
      '  owner: me',
    ]
    expect(told(...below)).toEqual([
      'First words.',
      'acceptance:',
      '- quick todo',
      '- small done',
      'Last words.',
      'owner: me',
    ])
  })

  test('keeps items without a box below their key', () => {
    const below = [
      '  description: Short.',
      '  acceptance:',
      '    - quick',
      '      and sound',
      '    - small',
      '  note: cheap',
    ]
    expect(told(...below)).toEqual(['Short.', 'acceptance:', '- quick\n  and sound\n- small', 'note: cheap'])
  })

  test('keeps the lines of a block below their key', () => {
    expect(told('  result: |', '    one', '    two', '  files: a (NEW)', '  words')).toEqual([
      'result:',
      '  one',
      '  two',
      'words',
    ])
  })

  test('is nothing where the description is all there is', () => {
    expect(told('  words', '  files: a (NEW)')).toEqual([])
  })
})
