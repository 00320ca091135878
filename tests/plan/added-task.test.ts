/** What a plan can hold of a task that joins it. */

import { describe, expect, test } from 'vitest'
import { addedTaskLines, mayList, plainText } from '../../src/plan/added-task.ts'

describe('a path that a plan may list', () => {
  test.each(['values', 'lines'] as const)('in %s has no blanks around it, and leads to no data of git', (holds) => {
    expect(['src/a.ts', ' a.ts', 'a.ts ', '.git/config', 'sub/.git/hooks/x'].map((it) => mayList(holds, it))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

test('words of a plan open and close no comment', () => {
  for (const text of ['a --> b', '--> b', 'a ---> b', 'a --\u200b> b', 'a <!-- b'])
    expect(plainText(text, 100)).not.toMatch(/-->|<!--/)
  expect(plainText('a -> b', 100)).toBe('a -> b')
})

test('a task in lines names those that wait for it, where there are any', () => {
  const one = { id: 'T001', title: 'One', description: null, files: [], blockedBy: [] }
  expect(addedTaskLines({ ...one, blocks: ['T002', 'T003'] })).toContain('  blocks: [T002, T003]')
  expect(addedTaskLines({ ...one, blocks: [] }).join('\n')).not.toContain('blocks')
})
