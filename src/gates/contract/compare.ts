/** Compares the signatures of a file with its contract. */

import { byCodePoint } from './order.ts'
import { languageOf } from './languages.ts'
import { sameness, type Lexis } from './sameness.ts'
import type { Signature } from './signature.ts'
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

/** A signature of a file as it is compared. @param path tells its language */
export function samenessIn(path: string): (text: string) => string {
  const lexis = languageOf(path)?.language ?? plain
  return (text) => sameness(text, lexis)
}

const plain: Lexis = { quotes: new Set('"\''), alike: new Set() }

/** The signatures of a file by name, as a contract has them. */
export function entriesOf(path: string, signatures: readonly Signature[]): Entries {
  const keyOf = samenessIn(path)
  const entries = new Map<string, string[]>()
  for (const { name, text } of signatures) {
    const texts = entries.get(name) ?? []
    if (!texts.some((it) => keyOf(it) === keyOf(text))) texts.push(text)
    entries.set(name, texts.toSorted(byCodePoint))
  }
  return entries
}

/**
 * What differs, by name in order. The form of the source and the order of declarations are no difference; a contract may have
 * a signature as it is written, too, also by the name that it has inside.
 * @param now what the file has; none where it is deleted
 */
export function differencesOf(path: string, contract: Entries, now: readonly Signature[]): readonly Difference[] {
  const keyOf = samenessIn(path)
  const present = entriesOf(path, now)
  const lines = new Map<string, number>()
  const asWritten = new Map<string, string[]>()
  for (const { name, text, written, inside, line } of now) {
    if (!lines.has(name)) lines.set(name, line)
    const others = [written, inside].flatMap((it) => (it === undefined ? [] : keyOf(it)))
    if (others.length === 0) continue
    const key = `${name}\n${keyOf(text)}`
    asWritten.set(key, [...(asWritten.get(key) ?? []), ...others])
  }
  const names = [...new Set([...contract.keys(), ...present.keys()])].toSorted(byCodePoint)
  return names.flatMap((name): Difference[] => {
    const [wanted, found] = [contract.get(name) ?? [], present.get(name) ?? []]
    const keysOf = (text: string): readonly string[] => [
      keyOf(text),
      ...(asWritten.get(`${name}\n${keyOf(text)}`) ?? []),
    ]
    const [wantedKeys, foundKeys] = [new Set(wanted.map(keyOf)), new Set(found.flatMap(keysOf))]
    const gone = wanted.filter((it) => !foundKeys.has(keyOf(it)))
    const come = found.filter((it) => !keysOf(it).some((key) => wantedKeys.has(key)))
    if (gone.length + come.length === 0) return []
    const is = gone.length === 0 ? 'added' : found.length === 0 ? 'removed' : 'changed'
    return [{ path, name, is, line: lines.get(name) ?? null, gone, come }]
  })
}

/** A difference as people and agents read it: where, what, and both forms. */
export function differenceText({ path, name, is, line, gone, come }: Difference): string {
  const where = line === null ? path : `${path}:${line}`
  return [`${where}: ${name} was ${is}`, ...gone.map((it) => `  - ${it}`), ...come.map((it) => `  + ${it}`)].join('\n')
}
