/** The configuration is documented key by key, with examples that the reader of configurations takes without a word. */

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from '../../src/config/read-config.ts'
import { readToml } from '../../src/plan/values/toml.ts'
import { readDocument, root } from './documents.ts'

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema | boolean
  readonly items?: Schema
}

const examples = readDocument('docs/configuration.md').blocks.filter((it) => it.language === 'toml')

/** All keys that a schema has; a table with free names is written with `NAME`. */
function keysOf(schema: Schema, before: string): string[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, below]) => [
    `${before}${key}`,
    ...keysOf(below, `${before}${key}.`),
  ])
  const free =
    typeof schema.additionalProperties === 'object' ? keysOf(schema.additionalProperties, `${before}NAME.`) : []
  const items = schema.items ? keysOf(schema.items, before) : []
  return [...own, ...free, ...items]
}

/** All keys that a value has, with the names in free tables as `NAME`. */
function keysIn(value: unknown, schema: Schema, before: string): string[] {
  if (Array.isArray(value)) return value.flatMap((it) => keysIn(it, schema.items ?? {}, before))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, below]) => {
    const named = schema.properties?.[key]
    const free = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {}
    return named
      ? [`${before}${key}`, ...keysIn(below, named, `${before}${key}.`)]
      : keysIn(below, free, `${before}NAME.`)
  })
}

test('each example is read without a finding', async () => {
  expect(examples.length).toBeGreaterThan(5)
  for (const block of examples) {
    const { diagnostics } = await readConfig(block.lines.join('\n'), 'millwright.toml', 'repository')
    expect({ from: block.from, diagnostics }).toEqual({ from: block.from, diagnostics: [] })
  }
})

test('each key of the schema stands in an example', () => {
  const schema = JSON.parse(readFileSync(path.join(root, 'schema', 'millwright.schema.json'), 'utf8')) as Schema
  const shown = new Set<string>()
  for (const block of examples) {
    const { toml } = readToml(block.lines.join('\n'), 'millwright.toml')
    if (toml === null) throw new Error(`the example at line ${block.from} is no TOML`)
    for (const key of keysIn(toml.value, schema, '')) shown.add(key)
  }
  expect(keysOf(schema, '').filter((key) => !shown.has(key))).toEqual([])
})
