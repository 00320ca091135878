/** TOML into plain data; loaded only where there is some. */

import { positionAt } from '../../plan/position.ts'
import { readToml } from '../../plan/values/toml.ts'
import type { Parsed } from './parse-data.ts'

/** Reads TOML 1.0; the parser ends at the first fault. */
export function parseToml(text: string): Parsed {
  const { toml, diagnostics } = readToml(text, '')
  const [fault] = diagnostics
  if (toml !== null && fault === undefined) return { is: 'data', value: toml.value }
  const bytes = new TextEncoder().encode(text)
  const { line, column } = positionAt({ path: '', bytes }, fault?.span?.offset ?? 0)
  return { is: 'fault', line, column, reason: fault?.message ?? 'not TOML' }
}
