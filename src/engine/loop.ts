/**
 * The only loop: inputs are decided, the decisions are appended, what was asked for is performed, its outcome is the next
 * input. Whatever acts on the world is on record first; decisions that ask for nothing may wait for the next append.
 */

import { sha256 } from '../system/digest.ts'
import { decide, type Input } from '../run/decide.ts'
import type { Outcome } from '../run/outcome.ts'
import type { RunEvent } from '../run/event.ts'
import type { RunState } from '../run/state.ts'
import type { Requested } from '../run/turn.ts'
import { realTimers, type Timers } from '../system/clock.ts'
import type { Host } from './host.ts'

export interface LoopOptions {
  readonly host: Host
  readonly state: RunState
  /** Performs one effect; it never rejects for what the world does. */
  readonly perform: (requested: Requested) => Promise<Outcome>
  /** Whether an effect changes nothing and costs next to nothing, so that it may be performed before it is on record. */
  readonly onlyLooks?: (requested: Requested) => boolean
  /** Looks at what people may have changed since the last look: the plan file. Null when nothing did. */
  readonly look: () => Promise<Input | null>
  /** Everything a person may see is an event. */
  readonly observe: (events: readonly RunEvent[]) => void
  /** Those of the process where none are given. */
  readonly timers?: Timers
}

export interface Loop {
  /** Runs until the run is finished or parked. @throws HostLost, and errors that are ours */
  run(first: Input): Promise<void>
  /** Hands an input in from outside. */
  put(input: Input): void
  /** Something is new in the inbox or on the disk: look now. */
  wake(): void
  /**
   * Writes what was decided and waits to be written with others: for whoever is about to show the state to the world.
   * @throws what writing says; from then on always, because the state is ahead of what is on record
   */
  record(): void
}

/** How long decisions that ask for nothing wait for others, to be written with them. */
const leisureMs = 20

/** Makes the loop; `pollMs` is how often it looks at the inbox and the plan without being woken. */
export function makeLoop(
  { host, state, perform, onlyLooks = () => false, look, observe, timers = realTimers }: LoopOptions,
  pollMs = 500,
): Loop {
  const inputs: Input[] = []
  const taken = new Set<string>()
  let failure: { readonly error: unknown } | null = null
  let signal: () => void = () => undefined
  let looking: Promise<void> | null = null

  const put = (input: Input): void => {
    inputs.push(input)
    signal()
  }

  /** What people have said since the last look at the inbox. */
  const heard = (): readonly Input[] => {
    const said = host.inbox().filter(({ id }) => !taken.has(id))
    for (const { id } of said) taken.add(id)
    return said.map((command) => ({ is: 'command', command }))
  }

  const wake = (): void => {
    try {
      heard().forEach(put)
    } catch (error) {
      fail(error)
      return
    }
    void (looking ?? startLook())
  }

  /** A look that is under way may have read the plan before what has just ended changed it. */
  const lookNow = async (): Promise<void> => {
    while (looking) await looking
    await startLook()
  }

  /** What it finds comes before everything that waits: a task must not begin on a plan that a person has changed. */
  const startLook = (): Promise<void> => {
    looking = look().then(
      (input) => {
        looking = null
        if (!input) return
        inputs.unshift(input)
        signal()
      },
      (error: unknown) => {
        looking = null
        fail(error)
      },
    )
    return looking
  }

  const fail = (error: unknown): void => {
    failure ??= { error }
    signal()
  }

  /** What was decided and is not written yet. */
  const events: RunEvent[] = []
  const acknowledges: string[] = []
  const requests: Requested[] = []
  let looks = 0
  /** Takes the next leisurely write back. */
  let leisure: (() => void) | null = null

  const carryOut = (requested: Requested): Promise<void> =>
    perform(requested).then(
      (outcome) => put({ is: 'outcome', id: requested.id, outcome }),
      (error: unknown) => fail(error),
    )

  const take = (input: Input): void => {
    const decision = decide(state, input, host.now(), sha256)
    events.push(...decision.events)
    if (input.is === 'command') acknowledges.push(input.command.id)
    for (const requested of decision.effects) {
      if (!onlyLooks(requested)) requests.push(requested)
      else {
        looks += 1
        void carryOut(requested).then(() => {
          looks -= 1
        })
      }
    }
  }

  /** One append for all that was decided, and then what was asked for. */
  const write = (): void => {
    leisure?.()
    leisure = null
    if (events.length > 0 || acknowledges.length > 0) {
      const written = events.splice(0)
      try {
        host.append(written, { revision: state.revision, acknowledges: acknowledges.splice(0) })
      } catch (error) {
        fail(error)
        throw error
      }
      observe(written)
    }
    for (const requested of requests.splice(0)) void carryOut(requested)
  }

  /** Writes now what somebody waits for; the rest when nothing else comes that it can be written with. */
  const writeInTime = (): void => {
    if (looks === 0 && (requests.length > 0 || acknowledges.length > 0)) {
      write()
      return
    }
    if (events.length > 0)
      leisure ??= timers.after(leisureMs, () => {
        try {
          write()
        } catch (error) {
          fail(error)
        }
      })
  }

  /**
   * All that has come up to now: one look at the plan, one append. What was said before an outcome is heard before what
   * follows from that: the task that a person has skipped would else begin.
   */
  const takeWaiting = async (): Promise<void> => {
    const known = new Set(inputs)
    if (inputs[0]?.is === 'outcome') {
      await lookNow()
      inputs.unshift(...heard())
    }
    for (let next = inputs[0]; next && failure === null && !isOver(); next = inputs[0]) {
      // What has come during the look wants one of its own.
      if (next.is === 'outcome' && !known.has(next)) break
      inputs.shift()
      take(next)
    }
  }

  const isOver = (): boolean => state.status === 'finished' || state.status === 'parked'

  return {
    put,
    wake,
    record() {
      if (failure !== null) throw failure.error
      write()
    },
    async run(first) {
      const stopPolling = timers.every(pollMs, wake)
      try {
        take(first)
        write()
        wake()
        while (!isOver()) {
          if (inputs.length > 0 && failure === null) await takeWaiting()
          if (failure) throw failure.error
          writeInTime()
          if (inputs.length === 0 && !isOver())
            await new Promise<void>((resolve) => {
              signal = resolve
            })
        }
        write()
      } finally {
        leisure?.()
        stopPolling()
        // Whoever closes what a look reads from would else leave it to begin that anew.
        while (looking) await looking
      }
    },
  }
}
