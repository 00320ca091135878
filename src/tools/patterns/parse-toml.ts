/** TOML into plain data, by the library `toml-eslint-parser`; loaded only where there is some. */

import { getStaticTOMLValue, ParseError, parseTOML } from 'toml-eslint-parser'
import type { Parsed } from './parse-data.ts'

/** Reads TOML 1.0; the parser ends at the first fault. */
export function parseToml(text: string): Parsed {
  try {
    return { is: 'data', value: getStaticTOMLValue(parseTOML(text, { tomlVersion: '1.0' })) }
  } catch (error) {
    if (error instanceof ParseError)
      return { is: 'fault', line: error.lineNumber, column: error.column + 1, reason: `not TOML: ${error.message}` }
    throw error
  }
}
