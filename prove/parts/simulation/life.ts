/** One executor's life: the real loop on the real journal, with timers and performances that a schedule ends. */

import { HostLost } from '../../../src/engine/host.ts'
import { foldJournal } from '../../../src/engine/fold-journal.ts'
import { journalHost } from '../../../src/engine/journal-host.ts'
import type { Journal } from '../../../src/engine/journal/journal.ts'
import { makeLoop } from '../../../src/engine/loop.ts'
import type { Plan } from '../../../src/plan/model.ts'
import type { Policy } from '../../../src/plan/policy.ts'
import type { GateSpec } from '../../../src/run/effect.ts'
import { fold } from '../../../src/run/evolve.ts'
import type { RunEvent } from '../../../src/run/event.ts'
import type { Outcome } from '../../../src/run/outcome.ts'
import type { RunState } from '../../../src/run/state.ts'
import type { Requested } from '../../../src/run/turn.ts'
import type { Timers } from '../../../src/system/clock.ts'
import type { Random } from '../../../tests/rig/random.ts'
import type { ChanceWorld } from './outcomes.ts'

/** What is run. */
export interface Scene {
  readonly plan: Plan
  readonly policy: Policy
  readonly gates: readonly GateSpec[]
}

export interface Life {
  readonly state: RunState
  /** The loop has come to its end, by itself. */
  readonly isOver: boolean
  readonly error: unknown
  /** Settles when nothing goes on by itself any more. */
  settled(): Promise<void>
  /** Ends one performance that is under way; false where there is none. */
  act(random: Random): boolean
  /** Lets the next timer ring. */
  passTime(): void
  wake(): void
  /** Nothing of it goes on, as after kill -9. */
  die(): void
  /** The state as the events that were written make it: what was decided and not written is gone. */
  written(): RunState
  /** A dead one goes on as if it had only been stopped: what it hears then it tries to write. */
  wakeUp(random: Random): Promise<'refused' | 'silent'>
}

interface Timer {
  readonly at: number
  readonly every: number | null
  readonly work: () => void
}

/** Begins one on what the journal holds. @param of.log gets all that is written */
export function beginLife(of: {
  readonly journal: Journal
  readonly scene: Scene
  readonly world: ChanceWorld
  readonly log: RunEvent[]
}): Life {
  const { journal, scene, world, log } = of
  const begun = journal.beginEpoch()
  if (begun.is !== 'begun') throw new Error(begun.problem.message)
  const { state, count } = foldJournal(journal)
  world.state = state
  const under: { readonly requested: Requested; readonly end: (outcome: Outcome) => void }[] = []
  const timers = new Set<Timer>()
  let clock = 0
  let error: unknown = null
  let isOver = false
  let isDead = false
  const virtual: Timers = {
    after(ms, work) {
      const timer: Timer = { at: clock + ms, every: null, work }
      timers.add(timer)
      return () => void timers.delete(timer)
    },
    every(ms, work) {
      const first: Timer = { at: clock + ms, every: ms, work }
      timers.add(first)
      return () => {
        for (const it of timers) if (it.work === work) timers.delete(it)
      }
    },
  }
  const loop = makeLoop({
    host: journalHost(journal, { run: 'run-1', epoch: begun.epoch, count, now: () => (world.now += 1) }),
    state,
    perform: (requested) => new Promise((end) => under.push({ requested, end })),
    onlyLooks: ({ effect }) => effect.is === 'snapshot' && scene.policy.workspace === 'none',
    look: () => Promise.resolve(null),
    observe: (events) => void log.push(...events),
    timers: virtual,
  })
  loop
    .run({
      is: 'start',
      run: 'run-1',
      epoch: begun.epoch,
      pid: 1,
      read: { plan: scene.plan, hash: 'h' },
      policy: scene.policy,
      gates: scene.gates,
      agent: 'a',
      selection: null,
      base: scene.policy.workspace === 'none' ? null : 'c0',
      engine: 'simulation',
      invocation: {},
    })
    .then(
      () => {
        isOver = true
      },
      (thrown: unknown) => {
        error = thrown
      },
    )
  const act = (random: Random): boolean => {
    const able = under.filter(({ requested: { effect } }) => effect.is !== 'set-timer')
    const one = able[random.below(Math.max(1, able.length))]
    if (one === undefined) return false
    under.splice(under.indexOf(one), 1)
    one.end(world.perform(one.requested.effect))
    return true
  }
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return {
    state,
    get isOver() {
      return isOver && !isDead
    },
    get error() {
      return isDead ? null : error
    },
    settled,
    act,
    passTime() {
      const next = [...timers].sort((a, b) => a.at - b.at)[0]
      if (next === undefined) return
      timers.delete(next)
      clock = next.at
      if (next.every !== null) timers.add({ ...next, at: clock + next.every })
      next.work()
    },
    wake: () => loop.wake(),
    die() {
      isDead = true
      timers.clear()
    },
    written: () => fold(log),
    async wakeUp(random) {
      act(random)
      await settled()
      return error instanceof HostLost ? 'refused' : 'silent'
    },
  }
}
