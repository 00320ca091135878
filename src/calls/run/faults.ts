/** All that is wrong with a call, gathered so that it is said in one go (RELIABILITY 7). */

import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Source } from '../../plan/source.ts'
import type { Refused, Wrong } from '../refusal.ts'

export interface Faults {
  add(found: Refused | Wrong): void
  /** The refusal of the call; null where nothing is wrong. */
  refusal(): Refused | Wrong | null
}

/** Gathers; findings with a code stand before what is said without one. */
export function gatherFaults(): Faults {
  const diagnostics: Diagnostic[] = []
  const complaints: Wrong[] = []
  const texts = new Map<string, Source>()
  return {
    add(found) {
      if (found.is === 'wrong') {
        complaints.push(found)
        return
      }
      diagnostics.push(...found.diagnostics)
      complaints.push(...(found.complaints ?? []))
      for (const it of found.texts ?? []) texts.set(it.path, it)
    },
    refusal() {
      const [first, ...more] = complaints
      if (diagnostics.length === 0 && more.length === 0) return first ?? null
      return { is: 'refused', diagnostics, texts: [...texts.values()], complaints }
    },
  }
}
