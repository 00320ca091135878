/** What the events of a journal name by its hash and keep beside them: briefs, and what agents, gates and others printed. */

import type { Journal } from '../../engine/journal/journal.ts'

export interface KeptDamage {
  /** SHA-256 (hex) of what is to be there. */
  readonly hash: string
  /** Number of the first event that names it. */
  readonly event: number
  /** `missing`: it is not there. `altered`: something else is, or it cannot be read. */
  readonly is: 'missing' | 'altered'
}

/** Members of an outcome that name what is kept. */
const names: ReadonlySet<string> = new Set(['output', 'brief', 'findings'])

/** Reads all that is kept, and compares it with its names. @returns what does not fit, in the order of the events */
export function lookAtKept(journal: Journal): readonly KeptDamage[] {
  const named = new Map<string, number>()
  for (const { seq, body } of journal.read().events)
    for (const hash of hashesIn(body)) if (!named.has(hash)) named.set(hash, seq)
  return [...named].flatMap(([hash, event]): readonly KeptDamage[] => {
    const found = journal.blobs.get(hash).is
    return found === 'found' ? [] : [{ hash, event, is: found === 'missing' ? 'missing' : 'altered' }]
  })
}

function hashesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) =>
    names.has(name) && typeof member === 'string' && /^[0-9a-f]{64}$/.test(member) ? [member] : hashesIn(member),
  )
}

/** What a person is told of it. */
export function keptDamageText(damage: readonly KeptDamage[]): { readonly message: string; readonly help: string } {
  const [one] = damage
  const some = damage.length === 1 ? 'one kept output is' : `${damage.length} kept outputs are`
  const first = one === undefined ? '' : ` (${one.hash.slice(0, 16)} of event ${one.event} is ${one.is})`
  return {
    message: `MW702 the events are intact, but ${some} not as they name ${damage.length === 1 ? 'it' : 'them'}${first}`,
    help: 'what agents and gates printed there cannot be relied on any more; what is done does not hang on it',
  }
}
