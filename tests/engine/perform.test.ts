/** Ending in the middle: what was told to end does not begin, and nothing is under way any more when it is over. */

import { expect, test } from 'vitest'
import type { Effect } from '../../src/run/effect.ts'
import { makePerformer } from '../../src/engine/perform.ts'
import type { Surroundings } from '../../src/engine/surroundings.ts'
import { newState } from '../../src/run/new-state.ts'

const name = { run: 'r', task: 'u1', step: 'work', method: 'primary', attempt: 1, round: 1 }
const start: Effect = {
  is: 'start-attempt',
  name,
  workspace: null,
  from: 'base',
  base: null,
  does: 'agent',
  agent: 'a',
  argv: [],
  instruction: '',
  feedback: [],
  repeat: 'safe',
}

/** A performer whose briefs and workspaces are made only when the test says so. */
function held(): { performer: ReturnType<typeof makePerformer>; begun: () => number; goOn: () => void } {
  let begun = 0
  let goOn: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (goOn = resolve))
  const around = {
    state: newState(),
    root: '/nowhere',
    scratch: '/nowhere',
    environment: {},
    setup: [],
    trusts: () => Promise.resolve(false),
    markers: {},
    endSetup: () => undefined,
    agents: new Map([
      [
        'a',
        {
          name: 'a',
          start: () => {
            begun += 1
            return { stop: () => undefined, done: new Promise(() => undefined) }
          },
        },
      ],
    ]),
    brief: async () => {
      await gate
      return 'brief'
    },
    workspaces: {
      prepare: async () => {
        await gate
        return { of: 'prepare-workspace', is: 'prepared', base: null, tree: null }
      },
    },
  } as unknown as Surroundings
  return { performer: makePerformer(around), begun: () => begun, goOn }
}

test('an attempt that is ended before its agent was started is not started', async () => {
  const { performer, begun, goOn } = held()
  const attempt = performer.perform({ id: 1, effect: start })
  await performer.perform({ id: 2, effect: { is: 'end-attempt', name, because: 'Ctrl-C' } })
  goOn()
  expect(await attempt).toMatchObject({ of: 'start-attempt', how: 'stopped' })
  expect(begun()).toBe(0)
})

test('what the last attempt left is kept before the files are put back for the next; where they cannot be, no agent is at fault', async () => {
  const done: string[] = []
  const workspaces = {
    folderOf: () => '/nowhere',
    keep: async (workspace: string, as: string) => {
      await Promise.resolve()
      done.push(`keep ${workspace} ${as}`)
      return null
    },
    restore: (workspace: string, commit: string) => {
      done.push(`restore ${workspace} ${commit}`)
      return Promise.resolve({ is: 'failed', failure: { reason: 'far enough', help: '' } })
    },
  }
  const performer = makePerformer({
    state: newState(),
    workspaces,
    agents: new Map(),
    setup: [],
    trusts: () => Promise.resolve(false),
    markers: {},
  } as unknown as Surroundings)
  const again = { ...start, name: { ...name, attempt: 2 }, workspace: 'w', base: 'c0' }
  expect(await performer.perform({ id: 1, effect: again })).toMatchObject({
    how: 'unready',
    failure: { reason: 'far enough' },
  })
  expect(done).toEqual([`keep w ${name.task}/1`, 'restore w c0'])
})

test('stop waits for what is under way, and lets nothing begin', async () => {
  const { performer, begun, goOn } = held()
  const done: string[] = []
  void performer.perform({ id: 1, effect: start }).then(() => done.push('attempt'))
  const prepare: Effect = { is: 'prepare-workspace', workspace: 'w', kind: 'worktree', from: null }
  void performer.perform({ id: 2, effect: prepare }).then(() => done.push('workspace'))
  const stopped = performer.stop().then(() => done.push('stopped'))
  goOn()
  await stopped
  expect([done.at(-1), done.length, begun()]).toEqual(['stopped', 3, 0])
})
