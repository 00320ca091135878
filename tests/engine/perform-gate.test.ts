/** What the evidence of a gate is about: the tree that it looked at, and, where a change is judged, what that begins at. */

import { describe, expect, test } from 'vitest'
import { makeGatePerformer } from '../../src/engine/perform-gate.ts'
import type { Evidence } from '../../src/run/outcome.ts'
import { gate } from '../run/world.ts'

type Around = Parameters<typeof makeGatePerformer>[0]
type Asked = Parameters<ReturnType<typeof makeGatePerformer>['perform']>[0]

/** What a contract gate says; @param double what a stand-in says in its place */
async function said(purpose: Asked['purpose'], double: Evidence['result'] | null = null): Promise<Evidence> {
  const nothing = { look: () => Promise.resolve(null), list: () => Promise.resolve([]) }
  const around = {
    state: {
      gates: new Map([['c', { ...gate('c'), kind: 'contract' }]]),
      untrusted: new Set(),
      integrating: [],
      environments: new Map(),
    },
    workspaces: { kind: 'worktree', files: () => nothing, changed: () => Promise.resolve([]) },
    gateDouble: () => double,
    keep: () => Promise.resolve('blob'),
    root: '/nowhere',
    markers: {},
  } as unknown as Around
  const effect = { is: 'run-gate', gate: 'c', workspace: null, commit: 'c1', tree: 't1', since: 'c0', purpose } as const
  const { evidence } = await makeGatePerformer(around).perform(effect)
  return evidence
}

describe.each([null, 'passed'] as const)('a gate that judges changes (stand-in: %s)', (double) => {
  test('says of a merge what that was onto', async () => {
    expect(await said('merged', double)).toMatchObject({ tree: 't1', since: 'c0', result: 'passed' })
  })

  test('says at the end of a run of no change: that is another question, so that neither answer is flaky', async () => {
    expect((await said('final', double)).since).toBeUndefined()
  })
})

test('what a stand-in says is known for that', async () => {
  expect([(await said('draft', 'failed')).scripted, (await said('draft')).scripted]).toEqual([true, undefined])
})
