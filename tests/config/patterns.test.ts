/** `[patterns]`: where other patterns than that of a spec are known from. */

import { describe, expect, test } from 'vitest'
import { readConfig } from '../../src/config/read-config.ts'
import { mergeSettings, noFlags } from '../../src/config/settings.ts'

const read = async (lines: string, source: 'user' | 'repository' = 'repository') =>
  readConfig(`[patterns]\n${lines}\n`, 'millwright.toml', source)

describe('a source', () => {
  test.each([
    ['folder = "docs/patterns"', { is: 'folder', folder: 'docs/patterns' }],
    [
      'command = "node find.mjs --all"\nenv = ["GRAPH"]\ntimeout = "2s"',
      { is: 'command', argv: ['node', 'find.mjs', '--all'], env: ['GRAPH'], timeoutMs: 2000 },
    ],
    ['command = ["find patterns"]', { is: 'command', argv: ['find patterns'], env: [], timeoutMs: null }],
    ['mcp = "graph"\ntool = "find"', { is: 'mcp', server: 'graph', tool: 'find', timeoutMs: null }],
  ])('%s', async (lines, from) => {
    const { config, diagnostics } = await read(`${lines}\nthreshold = 2`)
    expect(diagnostics).toEqual([])
    expect(config?.patterns).toEqual({
      from: { ...from, where: 'millwright.toml', source: 'repository' },
      threshold: 2,
    })
  })

  test.each([
    ['outside of the repository', 'folder = "../patterns"', 'MW508'],
    ['the repository itself', 'folder = "."', 'MW508'],
    ['two at once', 'folder = "a"\nmcp = "b"\ntool = "c"', 'MW508'],
    ['a server without a tool', 'mcp = "b"', 'MW508'],
    ['a tool without a server', 'folder = "a"\ntool = "c"', 'MW508'],
    ['variables for a server', 'mcp = "b"\ntool = "c"\nenv = ["A"]', 'MW508'],
    ['a time for a folder', 'folder = "a"\ntimeout = "1s"', 'MW508'],
    ['a shell', 'command = "a | b"', 'MW600'],
    ['no program', 'command = []', 'MW602'],
    ['a secret', 'command = ["a"]\nenv = ["GRAPH_TOKEN"]', 'MW607'],
    ['a threshold of nothing', 'threshold = 0.1', 'MW508'],
  ])('that is %s is told at its place', async (_, lines, code) => {
    const { config, diagnostics } = await read(lines)
    expect(config).toBeNull()
    expect(diagnostics.map((it) => it.code)).toEqual([code])
    expect(diagnostics[0]?.span?.path).toBe('millwright.toml')
  })

  test('may be handed a secret by the person alone', async () => {
    const { config } = await read('command = ["a"]\nenv = ["GRAPH_TOKEN"]', 'user')
    expect(config?.patterns.from).toMatchObject({ env: ['GRAPH_TOKEN'], source: 'user' })
  })
})

test('a repository says it over its user, key by key', async () => {
  const [user, repository] = [
    (await read('command = ["mine"]\nthreshold = 1', 'user')).config,
    (await read('folder = "theirs"')).config,
  ]
  const settings = (configs: { readonly user: typeof user; readonly repository: typeof repository }) =>
    mergeSettings({ dialect: {}, flags: noFlags, ...configs }).settings.patterns
  expect(settings({ user, repository })).toMatchObject({ from: { is: 'folder', source: 'repository' }, threshold: 1 })
  expect(settings({ user, repository: null })).toMatchObject({ from: { argv: ['mine'], source: 'user' } })
  expect(settings({ user: null, repository: null })).toEqual({ from: null, threshold: null })
})
