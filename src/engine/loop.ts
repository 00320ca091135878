/** The only loop: an input is decided, the decision is appended, what was asked for is performed, its outcome is the next input. */

import { decide, type Input } from '../run/decide.ts'
import type { Outcome } from '../run/outcome.ts'
import type { RunEvent } from '../run/event.ts'
import type { RunState } from '../run/state.ts'
import type { Requested } from '../run/turn.ts'
import type { Host } from './host.ts'

export interface LoopOptions {
  readonly host: Host
  readonly state: RunState
  /** Performs one effect; it never rejects for what the world does. */
  readonly perform: (requested: Requested) => Promise<Outcome>
  /** Looks at what people may have changed since the last look: the plan file. Null when nothing did. */
  readonly look: () => Promise<Input | null>
  /** Everything a person may see is an event. */
  readonly observe: (events: readonly RunEvent[]) => void
}

export interface Loop {
  /** Runs until the run is finished or parked. @throws HostLost, and errors that are ours */
  run(first: Input): Promise<void>
  /** Hands an input in from outside. */
  put(input: Input): void
  /** Something is new in the inbox or on the disk: look now. */
  wake(): void
}

/** Makes the loop; `pollMs` is how often it looks at the inbox and the plan without being woken. */
export function makeLoop({ host, state, perform, look, observe }: LoopOptions, pollMs = 500): Loop {
  const inputs: Input[] = []
  const taken = new Set<string>()
  let failure: { readonly error: unknown } | null = null
  let signal: () => void = () => undefined
  let looking: Promise<void> | null = null

  const put = (input: Input): void => {
    inputs.push(input)
    signal()
  }

  const wake = (): void => {
    try {
      for (const command of host.inbox()) {
        if (taken.has(command.id)) continue
        taken.add(command.id)
        put({ is: 'command', command })
      }
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

  const take = (input: Input): void => {
    const decision = decide(state, input, host.now())
    const acknowledges = input.is === 'command' ? [input.command.id] : []
    if (decision.events.length > 0 || acknowledges.length > 0)
      host.append(decision.events, { revision: state.revision, acknowledges })
    observe(decision.events)
    for (const requested of decision.effects)
      perform(requested).then(
        (outcome) => put({ is: 'outcome', id: requested.id, outcome }),
        (error: unknown) => fail(error),
      )
  }

  return {
    put,
    wake,
    async run(first) {
      const timer = setInterval(wake, pollMs)
      try {
        take(first)
        wake()
        while (state.status !== 'finished' && state.status !== 'parked') {
          if (inputs[0]?.is === 'outcome') await lookNow()
          const next = failure ? undefined : inputs.shift()
          if (next) take(next)
          else if (!failure)
            await new Promise<void>((resolve) => {
              signal = resolve
            })
          if (failure) throw failure.error
        }
      } finally {
        clearInterval(timer)
        // Whoever closes what a look reads from would else leave it to begin that anew.
        while (looking) await looking
      }
    },
  }
}
