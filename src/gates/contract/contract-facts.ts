/** What the verdict of a contract gate depends on beside the files: its rules, the parsers, and what is read of each language. */

import { createHash } from 'node:crypto'
import type { GateSpec } from '../../run/effect.ts'
import { languages } from './languages.ts'
import { findParsers } from './parsers.ts'

/** @returns a text that is another one where a verdict could be another one */
export function contractFacts({ contract, paths }: Pick<GateSpec, 'contract' | 'paths'>): string {
  const read = createHash('sha256')
  for (const { query } of languages()) read.update(`${query.length}:${query}`)
  return JSON.stringify([contract, paths ?? [], findParsers()?.version ?? 'absent', read.digest('hex')])
}
