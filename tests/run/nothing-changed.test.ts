/** A draft that is as its base was: green gates say of it what they said before. */

import { describe, expect, test } from 'vitest'
import type { FileSpec, TaskSpec } from '../../src/plan/model.ts'
import type { Policy } from '../../src/plan/policy.ts'
import { standing } from '../../src/run/views.ts'
import { gate, plan, step, task, World } from './world.ts'

function ran(of: Partial<TaskSpec>, changes: readonly string[], gates = ['unit'], policy: Partial<Policy> = {}): World {
  const world = new World({ changes })
  const one = task('A', { ...of, steps: [step({ gates })] })
  world.start(plan([one]), { policy: { workspace: 'worktree', retries: 0, ...policy }, gates: [gate('unit')] })
  return world.run()
}

const read: FileSpec = { path: 'a.ts', action: 'read', form: 'path', to: null, note: null }
const words = 'A changed nothing: its gates say of the project what they said before, and it is unverified'

describe('of a task that', () => {
  test.each([
    ['names no files', {}, [], 'unverified', [words]],
    ['names no files and changes one', {}, ['b.ts'], 'verified', []],
    ['is to look only', { files: [read], declaresFiles: true }, [], 'verified', []],
    ['says that no file changes', { declaresFiles: true }, [], 'verified', []],
    [
      'names a file without an action',
      { files: [{ ...read, action: 'unknown' }], declaresFiles: true },
      [],
      'unverified',
      [words],
    ],
  ] as const)('%s', (_what, of, changes, proof, findings) => {
    const world = ran(of, changes)
    expect([world.status('A'), world.task('A').proof]).toEqual(['done', proof])
    expect(world.state.findings.map((it) => it.text)).toEqual(findings)
  })

  test('names no files: the policy for what is unverified holds', () => {
    const asked = ran({}, [], ['unit'], { unverified: 'ask' })
    expect([...asked.state.reviews.values()].map((it) => [it.kind, it.question])).toEqual([
      ['unverified', 'it changed nothing; accept it as it is?'],
    ])
    const blocked = ran({}, [], ['unit'], { unverified: 'block' })
    expect(standing(blocked.state, blocked.task('A'))).toEqual({
      state: 'blocked',
      reason: 'It changed nothing, and the policy demands proof',
    })
    expect(ran({}, ['b.ts'], ['unit'], { unverified: 'block' }).status('A')).toBe('done')
  })

  test('has no gate either: unverified is said already', () => {
    const world = ran({}, [], [])
    expect([world.task('A').proof, world.state.findings]).toEqual(['unverified', []])
  })
})
