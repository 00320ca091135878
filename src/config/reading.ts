/** What is known while one configuration file is read. */

import type { Diagnostic } from '../plan/diagnostic.ts'
import type { SpanAt } from './check-shape.ts'
import type { ConfigSource } from './config.ts'

/** What reading one agent or gate needs to know of its file. */
export interface Reading {
  readonly path: string
  readonly source: ConfigSource
  readonly spanAt: SpanAt
  /** Whether the file has the key, though its value may have been taken out as wrong. */
  readonly isWritten: (path: readonly PropertyKey[]) => boolean
  /** Whether its value was taken out as wrong. */
  readonly isDropped: (path: readonly PropertyKey[]) => boolean
  /** Null where nobody said which there are. */
  readonly presets: readonly string[] | null
  readonly found: Diagnostic[]
}

/** Drops what is undefined, so that "not named" is the absence of a key. */
export function named<T extends object>(part: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  const kept = Object.entries(part).filter(([, value]) => value !== undefined)
  return Object.fromEntries(kept) as { [K in keyof T]: Exclude<T[K], undefined> }
}
