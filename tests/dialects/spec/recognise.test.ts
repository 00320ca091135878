/** By what a file is taken for one of a spec, and by what it is not. */

import { describe, expect, test } from 'vitest'
import { recogniseSpec } from '../../../src/dialects/spec/recognise.ts'

const strength = (path: string, text: string): string | null =>
  recogniseSpec([{ path, bytes: new TextEncoder().encode(text) }])?.strength ?? null

describe('a Markdown', () => {
  const task = '### Task [1]: Fetch\n'
  test.each([
    ['spec_a.md', task, 'certain'],
    ['a/b/A_SPEC.md', task, 'certain'],
    ['speclet_a.md', '**SPEClet ID:** 1\n', 'certain'],
    ['spec_a.md', '# Anything\n', 'likely'],
    ['plan.md', task, 'weak'],
    ['plan.md', `${task}## Definition of Complete\n`, 'certain'],
    ['plan.md', `${task}- **Primary method:** Ask\n`, 'certain'],
    ['plan.md', '## Definition of Complete\n', 'weak'],
    ['plan.md', '```\n### Task [1]: Fetch\n## Definition of Complete\n```\n', null],
    ['plan.md', '### Task 1: Fetch\n- [ ] T001 x\n', null],
    ['plan.md', '', null],
    ['plan.txt', task, null],
  ])('%s: %j is %s', (name, text, expected) => {
    expect(strength(name, text)).toBe(expected)
  })
})

describe('a TOML', () => {
  test.each([
    ['parameters_a.toml', '', 'certain'],
    ['a.toml', '[[tasks]]\n[goal]\n', 'certain'],
    ['a.toml', '[[tasks]]\n', 'weak'],
    ['a.toml', '[goal]\n', 'weak'],
    ['a.toml', '[package]\nname = "x"\n', null],
    ['project_constitution.toml', '[goal]\n[[tasks]]\n', null],
  ])('%s: %j is %s', (name, text, expected) => {
    expect(strength(name, text)).toBe(expected)
  })
})

test('what is not text is looked at all the same, and nothing is nothing', () => {
  expect(recogniseSpec([])).toBeNull()
  expect(recogniseSpec([{ path: 'a.md', bytes: Uint8Array.of(0xff, 0, 0xfe) }])).toBeNull()
})
