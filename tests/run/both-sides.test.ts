/** What an edit changed in a task is told with what stood there before. */

import { expect, test } from 'vitest'
import type { FileSpec, TaskSpec } from '../../src/plan/model.ts'
import { bothSides } from '../../src/run/both-sides.ts'
import { task } from './world.ts'

const said = (title: string, ...files: readonly string[]): TaskSpec => ({
  ...task('A'),
  title,
  files: files.map((path): FileSpec => ({ path, action: 'create', form: 'path', to: null, note: null })),
})

test.each([
  ['its title', said('One', 'a.txt'), said('Two', 'a.txt'), 'title "One" is now "Two"'],
  ['its files', said('One', 'a.txt'), said('One', 'a.txt', 'b.txt'), 'files "a.txt" is now "a.txt, b.txt"'],
  ['both', said('One'), said('Two', 'b.txt'), 'title "One" is now "Two", files "" is now "b.txt"'],
  ['neither', said('One', 'a.txt'), { ...said('One', 'a.txt'), description: 'more' }, null],
  ['a control sequence', said('One'), said('\u001b[31mTwo\nThree'), 'title "One" is now "\\x1b[31mTwo Three"'],
  ['a long title', said('One'), said('x'.repeat(500)), `title "One" is now "${'x'.repeat(120)}…"`],
])('%s', (_, before, now, told) => {
  expect(bothSides(before, now)).toBe(told)
})
