/** Values of a result file, of which nothing is certain: what is not of the expected type is as good as absent. */

export type Table = Readonly<Record<string, unknown>>

export function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The text under the first of these keys, without blanks around it; empty where there is none. */
export function textIn(table: Table, ...keys: readonly string[]): string {
  for (const key of keys) {
    const value = Object.hasOwn(table, key) ? table[key] : undefined
    if (typeof value === 'string') return value.trim()
    if (typeof value === 'number') return String(value)
  }
  return ''
}

/** The list under the first of these keys; empty where there is none. */
export function listIn(table: Table, ...keys: readonly string[]): readonly unknown[] {
  for (const key of keys) {
    const value = Object.hasOwn(table, key) ? table[key] : undefined
    if (Array.isArray(value)) return value
  }
  return []
}
