/** The text of a file of JSON, YAML or TOML into plain data, by the ending of its name. */

import { parseDocument } from 'yaml'
import { readToml } from '../../plan/values/toml.ts'

export type Data = { readonly is: 'data'; readonly value: unknown } | { readonly is: 'fault'; readonly reason: string }

/** @param name by whose ending it is known; what is neither YAML nor TOML is JSON */
export function readData(name: string, text: string): Data {
  const plain = text.startsWith('\ufeff') ? text.slice(1) : text
  try {
    if (/\.ya?ml$/i.test(name)) return readYaml(plain)
    if (/\.toml$/i.test(name)) return readTables(plain, name)
    return { is: 'data', value: JSON.parse(plain) as unknown }
  } catch (error) {
    // Each parser descends by calling itself: nesting beyond the stack ends here.
    if (error instanceof RangeError) return { is: 'fault', reason: 'it is nested too deeply' }
    return { is: 'fault', reason: `it is not JSON: ${error instanceof Error ? error.message : ''}` }
  }
}

/** A few lines of aliases can be gigabytes. */
const mostAliases = 100

function readYaml(text: string): Data {
  const document = parseDocument(text, { prettyErrors: true, logLevel: 'silent' })
  const [error] = document.errors
  if (error !== undefined) return { is: 'fault', reason: `it is not YAML: ${error.message.split('\n')[0] ?? ''}` }
  try {
    return { is: 'data', value: document.toJS({ maxAliasCount: mostAliases }) as unknown }
  } catch (thrown) {
    if (!(thrown instanceof ReferenceError)) throw thrown
    return { is: 'fault', reason: 'it has too many aliases' }
  }
}

function readTables(text: string, name: string): Data {
  const { toml, diagnostics } = readToml(text, name)
  const [first] = diagnostics
  if (toml === null || first !== undefined)
    return { is: 'fault', reason: `it is not TOML: ${first?.message ?? 'nobody knows why'}` }
  return { is: 'data', value: asJson(toml.value) }
}

/** As JSON would have it: a schema knows no dates. */
function asJson(value: unknown): unknown {
  if (value instanceof Date) return Number.isNaN(value.valueOf()) ? null : value.toISOString()
  if (Array.isArray(value)) return value.map(asJson)
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, it]) => [key, asJson(it)]))
}
