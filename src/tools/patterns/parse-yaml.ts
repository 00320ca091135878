/** YAML into plain data, by the library `yaml`; loaded only where there is some. */

import { isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml'
import type { Parsed } from './parse-data.ts'

/** Where a key stands for the second time in one map. The library looks for that itself, but compares each with each. */
function keyGivenTwice(document: Document): { readonly key: string; readonly at: number } | null {
  let found: { readonly key: string; readonly at: number } | null = null
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<string>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        const name = String(key.value)
        if (seen.has(name)) found ??= { key: name, at: key.range?.[0] ?? 0 }
        seen.add(name)
      }
      return found === null ? undefined : visit.BREAK
    },
  })
  return found
}

/**
 * Reads one document. Aliases are refused, since a few lines of them can be gigabytes; a tag makes nothing that runs.
 * @throws RangeError for nesting beyond the stack
 */
export function parseYaml(text: string): Parsed {
  const lines = new LineCounter()
  const faultAt = (at: number, reason: string): Parsed => {
    const { line, col } = lines.linePos(at)
    return { is: 'fault', line, column: col, reason }
  }
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    logLevel: 'silent',
    merge: false,
    uniqueKeys: false,
  })
  const [error] = document.errors
  if (error !== undefined) {
    const isDeep = error.message.startsWith('Maximum call stack')
    return faultAt(error.pos[0], isDeep ? 'nested too deeply' : `not YAML: ${error.message}`)
  }
  const twice = keyGivenTwice(document)
  if (twice !== null) return faultAt(twice.at, `key ${twice.key} is given twice`)
  try {
    return { is: 'data', value: document.toJS({ maxAliasCount: 0 }) as unknown }
  } catch (thrown) {
    if (!(thrown instanceof ReferenceError)) throw thrown
    return { is: 'fault', line: null, column: null, reason: 'YAML with aliases is not read' }
  }
}
