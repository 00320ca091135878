/** The loop with a real journal: nothing is done that is not written first, and nothing is taken twice. */

import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { foldJournal } from '../../src/engine/fold-journal.ts'
import { journalHost } from '../../src/engine/journal-host.ts'
import { openJournal, type Journal } from '../../src/engine/journal/journal.ts'
import { makeLoop, type Loop } from '../../src/engine/loop.ts'
import type { Input } from '../../src/run/decide.ts'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { fold } from '../../src/run/evolve.ts'
import { taskStatus } from '../../src/run/task-status.ts'
import { builtInPolicy } from '../../src/plan/policy.ts'
import type { Requested } from '../../src/run/turn.ts'
import type { Timers } from '../../src/system/clock.ts'
import { recorded } from '../run/watch.ts'
import { plan, step, task, World } from '../run/world.ts'

/** Longer than any test: the loop looks only when it is woken, or has an outcome. */
const never = 3_600_000

let dir: string
let journal: Journal
let epoch: number
let world: World
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'millwright-loop-'))
  const opened = openJournal({ dir, planId: 'plan', create: true })
  if (opened.is !== 'open') throw new Error(opened.is)
  journal = opened.journal
  const begun = journal.beginEpoch()
  if (begun.is !== 'begun') throw new Error(begun.is)
  epoch = begun.epoch
  world = new World()
})
afterEach(() => {
  journal.close()
  rmSync(dir, { recursive: true, force: true })
})

const read = plan([task('A', { steps: [step({ review: 'always' })] }), task('B')])
const first = (): Input => ({
  is: 'start',
  run: 'run-1',
  epoch,
  pid: 1,
  read: { plan: read, hash: 'h' },
  policy: { ...builtInPolicy, workspace: 'worktree', jobs: 1 },
  gates: [],
  agent: 'a',
  selection: null,
  base: 'c0',
  engine: 'test',
  invocation: {},
})

interface Around {
  readonly before?: (requested: Requested, loop: Loop) => void | Promise<void>
  readonly look?: () => Promise<Input | null>
  readonly timers?: Timers
  readonly performs?: (effect: Effect) => Outcome
  readonly now?: () => number
}

function loopWith({ before, look, timers, performs = (effect) => world.perform(effect), now }: Around = {}): Loop {
  const loop: Loop = makeLoop(
    {
      host: journalHost(journal, { run: 'run-1', epoch, count: 0, ...(now ? { now } : {}) }),
      state: world.state,
      perform: (requested) =>
        Promise.resolve()
          .then(() => before?.(requested, loop))
          .then((): Outcome => performs(requested.effect)),
      look: look ?? (() => Promise.resolve(null)),
      observe: (events) => void world.log.push(...events),
      ...(timers ? { timers } : {}),
    },
    never,
  )
  return loop
}

const kept = () => journal.read().events.map((it) => it.body as (typeof world.log)[number]['body'])
const post = (id: string, body: object): void => {
  expect(journal.post({ id, at: 1, by: 'h', body: { by: { who: 'h', as: 'human' }, body } }).is).toBe('stored')
}
const pending = (): number => {
  const found = journal.pending()
  return found.is === 'read' ? found.commands.length : -1
}

test('what is asked for stands in the journal before anybody does it', async () => {
  const done: string[] = []
  const before = ({ id, effect }: Requested): void => {
    expect(kept()).toContainEqual(expect.objectContaining({ type: 'effect-requested', id, effect }))
    done.push(effect.is)
  }
  await loopWith({ before }).run(first())
  expect(done.filter((it) => it === 'start-attempt')).toHaveLength(2)
  expect(fold(world.log).status).toBe('parked')
  expect(kept()).toEqual(world.log.map((it) => JSON.parse(JSON.stringify(it.body)) as unknown))
})

test('an executor that a newer one has replaced ends, and does nothing of what it would have asked for', async () => {
  const done: string[] = []
  const before = ({ effect }: Requested): void => {
    done.push(effect.is)
    if (effect.is === 'start-attempt') expect(journal.beginEpoch().is).toBe('begun')
  }
  await expect(loopWith({ before }).run(first())).rejects.toThrow('a newer executor has taken over this plan')
  expect(done.at(-1)).toBe('start-attempt')
  expect(kept().filter((it) => it.type === 'effect-settled' && it.outcome.of === 'start-attempt')).toEqual([])
})

test('a command is taken once, however often the inbox is looked at, and is dealt with by the event that answers it', async () => {
  let loops = 0
  const before = ({ effect }: Requested, loop: Loop): void => {
    if (effect.is !== 'start-attempt' || (loops += 1) > 1) return
    post('c1', { verb: 'pause', text: '' })
    for (let times = 0; times < 3; times += 1) loop.wake()
  }
  await loopWith({ before }).run(first())
  expect(world.log.filter(({ body }) => 'command' in body && body.command === 'c1')).toHaveLength(1)
  expect([pending(), world.state.status, world.state.parkedFor]).toEqual([0, 'parked', 'paused'])
  expect(taskStatus(world.task('B'))).toBe('pending')
})

test('what a person has said before an outcome is heard before what follows from it, also when nobody woke the loop', async () => {
  const before = ({ effect }: Requested): void => {
    if (effect.is === 'start-attempt') post('c1', { verb: 'skip', task: 'B', text: '' })
  }
  await loopWith({ before }).run(first())
  expect(kept().filter((it) => it.type === 'command-refused')).toEqual([])
  expect(taskStatus(world.task('B'))).toBe('skipped')
})

test('a command that changes nothing is dealt with as well', async () => {
  post('c1', { verb: 'skip', task: 'none', text: '' })
  await loopWith().run(first())
  expect([pending(), kept().filter((it) => it.type === 'command-refused').length]).toEqual([0, 1])
})

test.each([
  ['when nobody has looked since', false],
  ['when a look is under way that has seen the plan as it was', true],
])('a change of the plan comes before the outcome of what was at work then: %s', async (_when, looks) => {
  let found: Input | null = null
  let isSlow = false
  const look = async (): Promise<Input | null> => {
    const seen = found
    found = null
    if (isSlow) await new Promise<void>((resolve) => setImmediate(resolve))
    isSlow = false
    return seen
  }
  const before = async ({ effect }: Requested, loop: Loop): Promise<void> => {
    if (effect.is !== 'start-attempt' || effect.name.task !== world.task('B').uid) return
    // All that was asked for with it is done by then.
    await new Promise<void>((resolve) => setImmediate(resolve))
    if (looks) {
      // It comes to its end only after the attempt has.
      isSlow = true
      loop.wake()
    }
    found = { is: 'plan-read', read: { plan: plan([...read.tasks, task('C')]), hash: 'h2' }, by: 'h' }
  }
  await loopWith({ before, look }).run(first())
  const order = kept().flatMap((it) => {
    if (it.type === 'plan-revised') return ['plan']
    return it.type === 'effect-settled' && it.outcome.of === 'start-attempt' ? ['attempt'] : []
  })
  expect(order).toEqual(['plan', 'attempt', 'plan', 'attempt', 'attempt'])
})

test('an outcome that comes while the plan is looked at for another one waits for a look of its own', async () => {
  const both = plan([task('A'), task('B')])
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  let isDone = false
  let found: Input | null = null
  const before = async ({ effect }: Requested): Promise<void> => {
    if (effect.is !== 'start-attempt') return
    if (effect.name.task === world.task('B').uid) await held
    else isDone = true
  }
  const look = async (): Promise<Input | null> => {
    const seen = found
    found = null
    if (seen !== null || !isDone) return seen
    isDone = false
    release()
    // The outcome of B comes during this look, and a person's edit right after it.
    await turns(5)
    found = { is: 'plan-read', read: { plan: plan([...both.tasks, task('C')]), hash: 'h2' }, by: 'h' }
    return null
  }
  const start = first() as Extract<Input, { is: 'start' }>
  await loopWith({ before, look }).run({
    ...start,
    read: { plan: both, hash: 'h' },
    policy: { ...start.policy, jobs: 2 },
  })
  const order = world.log.flatMap(({ body: it, subject }) => {
    if (it.type === 'plan-revised') return ['plan']
    return it.type === 'effect-settled' && it.outcome.of === 'start-attempt' ? [subject?.task] : []
  })
  expect(order.slice(0, 4)).toEqual(['plan', world.task('A').uid, 'plan', world.task('B').uid])
})

test.each([
  ['notes', () => ({}), false],
  ['words of a task', (at: number) => ({ description: `line ${at}` }), false],
  ['what no mark can be written beside', () => ({}), true],
])('a run ends beside somebody who writes %s into the plan without a pause', async (_what, written, waits) => {
  let looks = 0
  const look = (): Promise<Input | null> => {
    // What can be waited for no longer.
    if ((looks += 1) > 300) return Promise.resolve(null)
    const tasks = read.tasks.map((it) => {
      const shown = [...world.state.tasks.values()].find(({ spec }) => spec.key === it.key)?.shown
      return { ...it, ...written(looks), mark: shown ?? it.mark }
    })
    return Promise.resolve({ is: 'plan-read', read: { plan: plan(tasks), hash: `h${looks}` }, by: 'h' })
  }
  const performs = (effect: Effect): Outcome =>
    waits && effect.is === 'project'
      ? { of: 'project', is: 'waiting', failure: { reason: 'it is being edited', help: 'wait' } }
      : world.perform(effect)
  // Somebody who saves again and again is waited for, and not for ever.
  let at = 0
  await loopWith({ look, performs, now: () => (at += 1_000) }).run(first())
  expect([taskStatus(world.task('B')), world.state.status]).toEqual(['done', 'parked'])
  expect(looks).toBeLessThan(100)
  const revised = kept().flatMap((it) => (it.type === 'plan-revised' && it.cause === 'human-edit' ? [it] : []))
  expect(revised.length).toBeGreaterThan(5)
  for (const it of revised) expect([it.edges, it.groups, it.order]).toEqual([null, null, null])
})

/** Timers that never come: what waits to be written with others waits for ever. */
const still: Timers = { after: () => () => undefined, every: () => () => undefined }
const turns = async (count: number): Promise<void> => {
  for (let left = count; left > 0; left -= 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

test('whoever is about to show the state has on record first what it was decided by', async () => {
  const found: string[][] = []
  const look = (): string[] => kept().map((it) => it.type)
  const before = async ({ effect }: Requested, loop: Loop): Promise<void> => {
    if (effect.is !== 'publish' && effect.is !== 'project') return
    await turns(5)
    const there = look().length
    loop.record()
    found.push(look().slice(there))
    expect(recorded(foldJournal(journal).state)).toEqual(recorded(world.state))
  }
  await loopWith({ before, timers: still }).run(first())
  // Of an outcome that asks for nothing, for instance.
  expect(found.some((it) => it.includes('effect-settled'))).toBe(true)
})

test('what could not be written is shown by nobody any more', async () => {
  const shown: string[] = []
  const tryTo = (work: () => void): void => {
    try {
      work()
      shown.push('nothing was in the way')
    } catch (error) {
      shown.push((error as Error).message)
    }
  }
  let run: Promise<void> = Promise.resolve()
  await new Promise<void>((resolve) => {
    const own = journal
    const before = async ({ effect }: Requested, loop: Loop): Promise<void> => {
      if (effect.is !== 'project' || shown.length > 0) return
      await turns(5)
      own.append = () => ({ is: 'failed', problem: { code: 'MW705', message: 'full', help: 'free some space' } })
      tryTo(() => loop.record())
      await turns(5)
      tryTo(() => loop.record())
      resolve()
    }
    run = loopWith({ before, timers: still }).run(first())
    run.catch(() => undefined)
  })
  await expect(run).rejects.toThrow('MW705 full')
  expect(shown).toEqual(['MW705 full', 'MW705 full'])
})

test('what comes at once is written at once', async () => {
  const appends: number[] = []
  const append = journal.append.bind(journal)
  journal.append = (it) => {
    appends.push(it.events.length)
    return append(it)
  }
  const before = ({ effect }: Requested, loop: Loop): void => {
    if (effect.is !== 'start-attempt' || effect.name.task !== world.task('A').uid) return
    for (const id of ['c1', 'c2', 'c3']) post(id, { verb: 'skip', task: 'none', text: '' })
    loop.wake()
    loop.wake()
  }
  await loopWith({ before }).run(first())
  expect(kept().filter((it) => it.type === 'command-refused')).toHaveLength(3)
  const refused = kept().findIndex((it) => it.type === 'command-refused')
  let seen = 0
  const holding = appends.find((count) => (seen += count) > refused)
  expect(holding).toBeGreaterThanOrEqual(3)
  expect(pending()).toBe(0)
})

test.each<[string, Around]>([
  [
    'what is done',
    {
      before: ({ effect }) => {
        if (effect.is === 'start-attempt') throw new Error('ours')
      },
    },
  ],
  ['a look at the plan', { look: () => Promise.reject(new Error('ours')) }],
])('a mistake of ours in %s ends the loop with it', async (_what, around) => {
  await expect(loopWith(around).run(first())).rejects.toThrow('ours')
})
