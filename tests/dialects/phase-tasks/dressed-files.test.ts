import { describe, expect, test } from 'vitest'
import { printed, read } from './printed.ts'

const plan = (...below: string[]): string => ['## Phase 06: A', '- [ ] T001 a', '- [ ] T002 b', ...below, ''].join('\n')

describe('a files line among signs', () => {
  const lines = [
    '`files:` x (CREATE)',
    '`files`: x (CREATE)',
    '_files_: x (CREATE)',
    '• files: x (CREATE)',
    'files – x (CREATE)',
    'files → src/x.ts',
    '"files": ["x"]',
    '(files: x (CREATE))',
    '> files: x (CREATE)',
    '- `files`: src/x.ts (NEW)',
    '- [ ] files: src/x.ts (NEW)',
  ]
  test.each(lines)('is an error below a task: %s', (line) =>
    expect(printed(read(plan(`  ${line}`)))).toEqual([
      expect.stringMatching(/^4:\d+ error MW107 .*; did you mean 'files:'\?$/),
    ]),
  )

  test('is an error behind prose where it holds an action', () => {
    const found = printed(read(plan('  Words of a person', '  files – x (CREATE)')))
    expect(found).toEqual([expect.stringMatching(/^5:\d+ error MW107/)])
  })

  test.each(['> files: x (CREATE)', '• files: x (CREATE)', '`files:` x (CREATE)'])(
    'is an error where it is not indented: %s',
    (line) => expect(printed(read(plan(line)))).toEqual([expect.stringMatching(/^4:\d+ error MW106/)]),
  )

  test.each(['(files are written later)', '`files` — the list of them', '> files: see above', '"files" is a word'])(
    'is prose where no list follows: %s',
    (line) => expect(printed(read(plan(`  ${line}`)))).toEqual([]),
  )
})
