/** Compares the signatures of a file with its contract. */

import { byCodePoint } from './order.ts'
import { sameness, type Signature } from './signature.ts'
import type { Entries } from './stored-contract.ts'

/** One name whose signatures are not those of the contract. */
export interface Difference {
  readonly path: string
  readonly name: string
  /** `added`: all that the contract has of it is still there. */
  readonly is: 'removed' | 'changed' | 'added'
  /** 1-based line of where it is now; null where it is no more. */
  readonly line: number | null
  /** As the contract has them, and they are no more. */
  readonly gone: readonly string[]
  readonly come: readonly string[]
}

/** The signatures of a file by name, as a contract has them. */
export function entriesOf(signatures: readonly Signature[]): Entries {
  const entries = new Map<string, string[]>()
  for (const { name, text } of signatures) {
    const texts = entries.get(name) ?? []
    if (!texts.some((it) => sameness(it) === sameness(text))) texts.push(text)
    entries.set(name, texts.toSorted(byCodePoint))
  }
  return entries
}

/**
 * What differs, by name in order. Blanks, line breaks, comments and the order of declarations are no difference.
 * @param now what the file has; none where it is deleted
 */
export function differencesOf(path: string, contract: Entries, now: readonly Signature[]): readonly Difference[] {
  const present = entriesOf(now)
  const lines = new Map<string, number>()
  for (const { name, line } of now) if (!lines.has(name)) lines.set(name, line)
  const names = [...new Set([...contract.keys(), ...present.keys()])].toSorted(byCodePoint)
  return names.flatMap((name): Difference[] => {
    const [wanted, found] = [contract.get(name) ?? [], present.get(name) ?? []]
    const [gone, come] = [without(wanted, found), without(found, wanted)]
    if (gone.length + come.length === 0) return []
    const is = gone.length === 0 ? 'added' : found.length === 0 ? 'removed' : 'changed'
    return [{ path, name, is, line: lines.get(name) ?? null, gone, come }]
  })
}

function without(texts: readonly string[], others: readonly string[]): readonly string[] {
  const known = new Set(others.map(sameness))
  return texts.filter((it) => !known.has(sameness(it)))
}

/** A difference as people and agents read it: where, what, and both forms. */
export function differenceText({ path, name, is, line, gone, come }: Difference): string {
  const where = line === null ? path : `${path}:${line}`
  return [`${where}: ${name} was ${is}`, ...gone.map((it) => `  - ${it}`), ...come.map((it) => `  + ${it}`)].join('\n')
}
