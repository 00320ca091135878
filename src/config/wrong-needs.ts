/** What is wrong with the gates that a gate needs (MW508). */

import type { Diagnostic } from '../plan/diagnostic.ts'
import { integrationGate } from '../plan/integration-gate.ts'
import type { Span } from '../plan/source.ts'
import type { ConfiguredGate } from './config.ts'

/**
 * What a gate needs stands before it and may be repeated: a gate that found nothing built would judge something else.
 * @param gates in the order in which they run
 * @param of.mayBeFound whether the project's files may still name the ones that are missing
 * @param of.spanOf place of the list of a gate; null where it has none
 */
export function wrongNeeds(
  gates: readonly ConfiguredGate[],
  of: { readonly mayBeFound: boolean; readonly spanOf: (gate: ConfiguredGate) => Span | null },
): readonly Diagnostic[] {
  return gates.flatMap((gate, at) =>
    (gate.needs ?? []).flatMap((name): Diagnostic[] => {
      const wrong = wrongNeed(gates, at, { name, mayBeFound: of.mayBeFound })
      if (wrong === null) return []
      const message = `gate ${gate.name} needs ${name}, ${wrong.why}`
      return [{ code: 'MW508', severity: 'error', message, help: wrong.help, span: of.spanOf(gate), related: [] }]
    }),
  )
}

/** @param at which of them needs the one of this name */
function wrongNeed(
  gates: readonly ConfiguredGate[],
  at: number,
  { name, mayBeFound }: { readonly name: string; readonly mayBeFound: boolean },
): { readonly why: string; readonly help: string } | null {
  const place = gates.findIndex((it) => it.name === name)
  const needed = gates[place]
  if (needed === undefined) {
    if (name === 'files' || gates.some((it) => it.name === integrationGate(name)))
      return { why: 'which makes nothing that others need', help: 'Take the name out' }
    return mayBeFound
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
