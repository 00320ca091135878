/** Names in the calls that messages suggest: typed as they stand, a shell takes them for what they are. */

import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { shellWord } from '../../src/plan/shell-word.ts'

test
  .skipIf(process.platform === 'win32')
  .each([
    'plan.md',
    'my plan.md',
    'it\'s $HOME `id` \\ "x" !.md',
    'pl\n  help: run me\u001b[31m.md',
    'tab\there $(id) %s!.md',
    '-\u202e plän.md',
    '',
  ])('%j', (name) => {
  const word = shellWord(name)
  expect(word).toMatch(/^[\p{L}\p{N}\p{P}\p{S} ]+$/u)
  expect(execFileSync('sh', ['-c', `printf '%s' ${word}`], { encoding: 'utf8' })).toBe(name)
})
