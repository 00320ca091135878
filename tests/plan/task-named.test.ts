import { expect, test } from 'vitest'
import { notNamedText, taskNamed } from '../../src/plan/task-named.ts'

const tasks = [
  { key: 'T001', id: 'T001' },
  { key: 'T001#2', id: 'T001' },
  { key: 'a/T002', id: 'T002' },
  { key: 'b/T002', id: 'T002' },
  { key: 'X1', id: null },
  { key: 'x1', id: null },
  { key: 'Ä-3', id: 'Ä-3' },
]

test.each([
  ['its key', 'T001', 'T001'],
  ['a key that another has as its id', 'T001#2', 'T001#2'],
  ['its key in other letters', 'A/t002', 'a/T002'],
  ['its id in other letters', 'ä-3', 'Ä-3'],
  ['a key that differs from another in its letters only', 'x1', 'x1'],
])('a task is named by %s', (_how, word, key) => {
  expect(taskNamed(tasks, word)).toMatchObject({ is: 'found', task: { key } })
})

test.each([
  ['T002', 'T002 names 2 tasks: a/T002, b/T002; name one of these'],
  ['t001', 't001 names 2 tasks: T001, T001#2; name one of these'],
  ['Ä-4', 'there is no task Ä-4 in this plan; did you mean Ä-3?'],
  ['setup', 'there is no task setup in this plan'],
])('%s names none, and that is said', (word, text) => {
  const found = taskNamed(tasks, word)
  expect(found.is === 'found' ? found : notNamedText(word, found)).toBe(text)
})
