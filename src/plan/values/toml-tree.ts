/** What TOML text says: plain values that remember where each key and value stands. */

import type { Span } from '../source.ts'

/** Where a key and its value stand. A table's value is its header. */
export interface Place {
  readonly key: Span
  readonly value: Span
}

/** Places by path: `['gates', 'unit', 'run']` → `gates\0unit\0run`. */
export type Places = ReadonlyMap<string, Place>

/** A TOML table; it has no prototype, so that no key can reach one (RELIABILITY S14). */
export interface TomlTable {
  [key: string]: unknown
}

/** A date or a time, which also knows how it is written: `2026-03-01`, `07:32:00`. */
export class TomlDate extends Date {
  readonly #written: string

  /** @param moment what it stands for; without a time or a zone those of the start of a day in UTC are taken */
  constructor(moment: Date, written: string) {
    super(moment)
    this.#written = written
  }

  /** As it stands in the file. */
  get written(): string {
    return this.#written
  }
}

export interface Toml {
  readonly value: TomlTable
  readonly places: Places
}

/** The name of a path in `Places`. */
export function placeKey(path: readonly PropertyKey[]): string {
  return path.map(String).join('\0')
}
