/**
 * What follows when an effect was requested and the executor died before its outcome was recorded: one verdict each.
 *
 * Where the verdict is `repeat`, performing it again either finds it done or does it (refs are moved by compare-and-swap,
 * blobs and commits are named by content). RELIABILITY 3.5: attempts are at least once, marks at most once.
 */

import { bareEnd } from './attempt-end.ts'
import type { Effect, EffectKind, GateSpec } from './effect.ts'
import type { Outcome } from './outcome.ts'

export type RecoveryVerdict =
  /** Perform it again. */
  | 'repeat'
  /** Nobody saw its end: the attempt is recorded as interrupted, then the policy decides. */
  | 'interrupted'
  /** Take it as done: asking again would only disturb. */
  | 'settled'

export const recovery: Readonly<Record<EffectKind, RecoveryVerdict>> = {
  'prepare-workspace': 'repeat',
  'start-attempt': 'interrupted',
  'end-attempt': 'settled',
  snapshot: 'repeat',
  'run-gate': 'repeat',
  'ask-review': 'repeat',
  integrate: 'repeat',
  publish: 'repeat',
  project: 'repeat',
  consult: 'repeat',
  judge: 'repeat',
  research: 'repeat',
  'verify-tool': 'repeat',
  'verify-completion': 'repeat',
  notify: 'settled',
  'set-timer': 'repeat',
  'dispose-workspace': 'repeat',
}

/** The outcome that an effect is given whose verdict is not `repeat`. */
export function recoveredOutcome(effect: Effect): Outcome {
  switch (effect.is) {
    case 'start-attempt':
      return bareEnd('interrupted', {
        reason: 'the executor died during the attempt',
        help: 'it is made again from where it began',
      })
    case 'end-attempt':
      return { of: 'end-attempt', is: 'ended' }
    case 'notify':
      return { of: 'notify', is: 'notified' }
    default:
      throw new Error(`internal: ${effect.is} is performed again, it has no recovered outcome`)
  }
}

/**
 * The outcome of a gate that may not be run again unasked (`repeat` of its definition); null where it may. It judges
 * nothing: who asked for it ends blocked, or asks.
 */
export function cutOffGate(effect: Effect, gates: ReadonlyMap<string, GateSpec>): Outcome | null {
  const gate = effect.is === 'run-gate' ? gates.get(effect.gate) : undefined
  if (effect.is !== 'run-gate' || gate === undefined || gate.repeat === 'safe') return null
  const excerpt = `nobody saw how it ended, and it is not run again unasked (repeat = "${gate.repeat}")`
  return unseenGate(effect, { argv: gate.argv, excerpt, cutOff: gate.repeat })
}

/** The outcome of a gate whose end nobody saw, for a task that is not to go on with it; it judges nothing. */
export function unseenGate(
  { gate, tree }: Extract<Effect, { is: 'run-gate' }>,
  {
    argv = [],
    excerpt = 'nobody saw how it ended',
    cutOff = 'ask',
  }: { readonly argv?: readonly string[]; readonly excerpt?: string; readonly cutOff?: 'ask' | 'never' } = {},
): Outcome {
  return {
    of: 'run-gate',
    is: 'judged',
    editedTree: false,
    evidence: {
      gate,
      argv,
      result: 'could-not-run',
      exitCode: null,
      tree,
      environment: '',
      output: null,
      excerpt,
      fingerprint: 'cut off',
      durationMs: 0,
      reused: false,
      cutOff,
    },
  }
}
