/** Whether a process may open as many files as a run needs, by what the system says of it. */

import { expect, test } from 'vitest'
import { tooFewFiles } from '../../src/system/open-files.ts'

test.each([
  [
    'Max open files            80                   80                   files     \n',
    'this process may open only 80 files at once, and a run needs 128',
  ],
  ['Max open files            128                  4096                 files     \n', null],
  ['Max open files            unlimited            unlimited            files     \n', null],
  ['', null],
])('%j', (line, expected) => {
  const told = tooFewFiles(`Limit                     Soft Limit           Hard Limit           Units     \n${line}`)
  expect(told?.message ?? null).toBe(expected)
})
