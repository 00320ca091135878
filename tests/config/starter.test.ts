import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/read-config.ts'
import { jsonSchemaText } from '../../src/config/schema.ts'
import { starterConfig } from '../../src/config/starter.ts'

test('the published schema is the one in the source (node scripts/schema.mjs)', async () => {
  const published = await readFile(path.join(import.meta.dirname, '../../schema/millwright.schema.json'), 'utf8')
  expect(published).toBe(jsonSchemaText())
})

describe('the starting configuration', () => {
  test('without findings it is valid and sets nothing', async () => {
    const { config, diagnostics } = await readConfig(
      starterConfig({ gates: [], setup: null, share: [], preset: null }),
      'millwright.toml',
    )
    expect(diagnostics).toEqual([])
    expect(config).toMatchObject({ agents: [], gates: [], workspace: {}, policy: {} })
  })

  test('findings come back as they were, whatever stands in them', async () => {
    const argv = ['npx', '--no-install', 'a "b" \\ ü', '\u0001']
    const text = starterConfig({
      gates: [
        { name: 'unit', argv: ['npm', 'test'], origin: 'package.json\nscripts.test', program: null },
        { name: 'unit-python', argv, origin: 'x', program: '/bin/x' },
      ],
      setup: ['npm', 'ci'],
      share: ['node_modules'],
      preset: 'codex',
    })
    const { config, diagnostics } = await readConfig(text, 'millwright.toml')
    expect(diagnostics).toEqual([])
    expect(config?.gates.map((it) => [it.name, it.argv])).toEqual([
      ['unit', ['npm', 'test']],
      ['unit-python', argv],
    ])
    expect(config?.workspace).toEqual({ setup: ['npm', 'ci'] })
    expect(text).toContain('# share = ["node_modules"]  # in place of setup')
    expect(config?.agent).toBe('codex')
  })

  test('every commented key is valid too', async () => {
    const text = starterConfig({ gates: [], setup: null, share: [], preset: null })
    const live = text
      .split('\n')
      .map((line) => (/^# (?:\[|[a-z_]+ = |MW\d+ = )/i.test(line) ? line.slice(2) : line))
      .join('\n')
    expect((await readConfig(live, 'millwright.toml')).diagnostics).toEqual([])
    expect(live).not.toBe(text)
  })
})
