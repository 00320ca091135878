/** What is wrong with the gates that a gate needs (MW508). */

import type { Diagnostic } from '../plan/diagnostic.ts'
import { integrationGate } from '../plan/integration-gate.ts'
import type { ConfiguredGate } from './config.ts'

/**
 * What a gate needs stands before it and may be repeated: a gate that found nothing built would judge something else.
 * @param gates in the order in which they run
 * @param mayCome whether one that is missing may still come, as one that the call gives or the project's files name
 */
export function wrongNeeds(
  gates: readonly ConfiguredGate[],
  mayCome: (name: string) => boolean,
): readonly Diagnostic[] {
  return gates.flatMap((gate, at) =>
    (gate.needs ?? []).flatMap((name): Diagnostic[] => {
      const wrong = wrongNeed(gates, at, { name, mayCome: mayCome(name) })
      if (wrong === null) return []
      const message = `gate ${gate.name} needs ${name}, ${wrong.why}`
      return [{ code: 'MW508', severity: 'error', message, help: wrong.help, span: gate.needsAt ?? null, related: [] }]
    }),
  )
}

/** @param at which of them needs the one of this name */
function wrongNeed(
  gates: readonly ConfiguredGate[],
  at: number,
  { name, mayCome }: { readonly name: string; readonly mayCome: boolean },
): { readonly why: string; readonly help: string } | null {
  const place = gates.findIndex((it) => it.name === name)
  const needed = gates[place]
  if (needed === undefined) {
    if (name === 'files' || gates.some((it) => it.name === integrationGate(name)))
      return { why: 'which makes nothing that others need', help: 'Take the name out' }
    return mayCome
      ? null
      : { why: 'and there is no such gate', help: `Write [gates.${name}] before it, or take the name out` }
  }
  if (place >= at)
    return {
      why: place === at ? 'itself' : 'which stands behind it',
      help: 'Gates run in the order in which they stand: put what is needed first',
    }
  if (needed.kind === 'contract') return { why: 'which runs no program', help: 'Take the name out' }
  return needed.repeat === 'safe'
    ? null
    : {
        why: `which is not repeated unasked (repeat = "${needed.repeat}")`,
        help: 'What others need runs wherever they do: take repeat out, or the name',
      }
}
