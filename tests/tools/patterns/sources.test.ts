import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Pattern, PatternQuery } from '../../../src/run/patterns/pattern.ts'
import { commandSource, type CommandSourceOptions } from '../../../src/tools/patterns/command-source.ts'
import { folderSource } from '../../../src/tools/patterns/folder-source.ts'
import type { PatternsFound, PatternSource } from '../../../src/tools/patterns/source.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'mw-patterns-'))
})
afterEach(() => rm(folder, { recursive: true }))

const lay = async (files: Readonly<Record<string, string | Uint8Array>>): Promise<void> => {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, 'patterns', name)), { recursive: true })
    await writeFile(path.join(folder, 'patterns', name), text)
  }
}
const ours = (): PatternSource => folderSource(path.join(folder, 'patterns'), folder, 'patterns')
const query = (more: Partial<PatternQuery> = {}): PatternQuery => ({
  like: 'chosen',
  text: 'Show tides on a page',
  technologies: ['go'],
  limit: 3,
  ...more,
})
const command = (script: string, more: Partial<CommandSourceOptions> = {}): PatternSource =>
  commandSource(
    {
      argv: [process.execPath, '-e', script],
      cwd: folder,
      from: { ...process.env, PATTERN_KEY: 'xyzzy-4711-plugh', OTHER_KEY: 'no' },
      allow: ['PATTERN_KEY'],
      limitMs: 30_000,
      outputBytes: 100_000,
      ...more,
    },
    'graph',
  )
const pattern = (name: string, more: Partial<Pattern> = {}): Pattern => ({
  name,
  summary: '',
  technologies: [],
  confidence: null,
  reference: null,
  reasoning: '',
  ...more,
})
const names = (found: PatternsFound): readonly string[] =>
  found.is === 'found' ? found.matches.map((it) => it.pattern.name) : [found.reason]

const three = [
  { name: 'chosen', summary: 'Show tides', technologies: ['go'] },
  { name: 'near', summary: 'Show tides on a page', technologies: ['go'], confidence: 'HIGH' },
  { name: 'far', summary: 'Show stars', technologies: ['rust'] },
]

describe.each([
  [
    'a folder',
    async (): Promise<PatternSource> => {
      await lay({ 'all.json': JSON.stringify(three) })
      return ours()
    },
  ],
  [
    'a command',
    (): Promise<PatternSource> =>
      Promise.resolve(
        command(
          `process.stdin.resume().on('end', () => console.log(JSON.stringify(${JSON.stringify(three)}.map((it, at) => ({ ...it, similarity: [1, 0.9, 0.1][at] })))))`,
        ),
      ),
  ],
])('%s as a source', (_, open) => {
  test('answers with the most similar first, without the one that was asked about, and no more than asked for', async () => {
    const source = await open()
    expect(names(await source.find(query()))).toEqual(['near', 'far'])
    expect(names(await source.find(query({ limit: 1 })))).toEqual(['near'])
    const found = await source.find(query())
    for (const { similarity } of found.is === 'found' ? found.matches : []) {
      expect(similarity).toBeGreaterThan(0)
      expect(similarity).toBeLessThanOrEqual(1)
    }
    expect(await source.find(query())).toEqual(found)
  })

  test('that is stopped has failed and does not throw', async () => {
    const source = await open()
    expect(await source.find(query(), AbortSignal.abort())).toEqual({
      is: 'failed',
      reason: 'it was stopped',
      remarks: [],
    })
  })
})

describe('a folder', () => {
  test('holds patterns as Markdown, TOML, JSON and YAML, also in folders', async () => {
    await lay({
      'a.md': '---\nname: tide page\ndescription: Tides\ntechnologies: [go]\nconfidence: high\n---\n\nMore of it.\n',
      'b.toml': 'name = "tide file"\nsummary = "Tides"\ntechnologies = ["go"]\nreasoning = "One file."\n',
      'c.md': '+++\nname = "tide list"\nsummary = "Tides"\n+++\n',
      'deep/d.yaml': 'patterns:\n  - name: tide map\n    summary: Tides\n    technologies: go, svg\n',
      'deep/e.json': '\ufeff{"name": "tide chart", "summary": "Tides", "reference": "https://example.org/x"}',
      README: 'no pattern',
      '.hidden.md': 'no pattern',
    })
    const found = await ours().find(query({ text: 'Tides', technologies: [], limit: 9 }))
    const matches = found.is === 'found' ? found.matches.map((it) => it.pattern) : []
    expect([...matches].sort((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      pattern('tide chart', { summary: 'Tides', reference: 'https://example.org/x' }),
      pattern('tide file', { summary: 'Tides', technologies: ['go'], reasoning: 'One file.' }),
      pattern('tide list', { summary: 'Tides' }),
      pattern('tide map', { summary: 'Tides', technologies: ['go', 'svg'] }),
      pattern('tide page', { summary: 'Tides\n\nMore of it.', technologies: ['go'], confidence: 'HIGH' }),
    ])
    expect(found.is === 'found' && found.remarks).toEqual([])
  })

  test('has similarities that follow from the words', async () => {
    await lay({
      'all.json': JSON.stringify([
        { name: 'chosen', summary: 'boats', technologies: ['go'] },
        { name: 'same', summary: 'Show the tides on a page: boats', technologies: ['go', 'GO'] },
        { name: 'half', summary: 'tides page' },
        { name: 'stopwords', summary: 'on a the of' },
        { name: 'nothing', summary: 'stars', technologies: ['rust'] },
        { name: 'half again', summary: 'tides page' },
      ]),
    })
    const found = await ours().find(query({ like: 'chosen', limit: 9 }))
    const told = found.is === 'found' ? found.matches.map((it) => [it.pattern.name, it.similarity] as const) : []
    expect(told.map(([name]) => name)).toEqual(['same', 'half', 'half again'])
    expect(told[0]?.[1]).toBeGreaterThan(0.7)
    expect(told[1]?.[1]).toBeLessThan(0.6)
    expect(told[1]?.[1]).toBe(told[2]?.[1])
    expect(names(await ours().find(query({ like: 'x', text: '', technologies: [] })))).toEqual([])
  })

  test('gives 1 for the same words, and for three of seven about as much', async () => {
    await lay({
      'all.json': JSON.stringify([
        { name: 'tide page', summary: 'boats' },
        { name: 'page tide', summary: 'boats harbour wind rain', technologies: 'go' },
        { name: 'page', summary: 'boats harbour' },
        { name: 'stars', summary: 'night' },
      ]),
    })
    const found = await ours().find(query({ like: 'tide page', text: 'harbour wind rain', technologies: ['go'] }))
    const told = found.is === 'found' ? found.matches.map((it) => [it.pattern.name, it.similarity]) : []
    expect(told).toEqual([
      ['page tide', 1],
      ['page', 0.35],
    ])
  })

  test('tells of what it does not read, with the place, and reads the rest', async () => {
    await lay({
      'a.json': '{\n  "name": "a",\n  oops\n}',
      'b.yaml': 'name: b\nname: c\n',
      'c.yaml': 'a: &x [tides]\nname: c\ntechnologies: *x\n',
      'd.toml': 'name = "d"\nsummary = null\n',
      'e.md': '# No front matter\n',
      'f.md': '---\nname: f\nconfidence: sure\n---\n',
      'g.json':
        '[{"name": "g1", "summary": "tides"}, 7, {"name": ""}, {"name": "g1"}, {"name": "g2", "technologies": 7}]',
      'h.json': new Uint8Array([0xff, 0xfe]),
      'i.yaml': `name: i\nsummary: ${'x'.repeat(70_000)}\n`,
      'j.yaml': '['.repeat(60_000),
      'k.md': '---\n? x\n: - [\n---\n',
      'l.json': '{"__proto__": {"name": "l"}}',
      'm.toml': '__proto__ = { name = "m", summary = "tides" }\n',
    })
    const found = await ours().find(query({ limit: 9 }))
    expect(names(found)).toEqual(['g1'])
    const told = found.remarks.map((it) => `${it.of}:${it.line ?? '-'}:${it.column ?? '-'} ${it.reason}`)
    expect(told.map((it) => it.replace(/(not (?:YAML|TOML)): .*/, '$1'))).toEqual([
      'a.json:3:3 not JSON',
      'b.yaml:2:1 key name is given twice',
      'c.yaml:-:- YAML with aliases is not read',
      'd.toml:2:11 TOML has no null; remove the key or write ""',
      'e.md:1:1 has no front matter between two lines of --- or of +++',
      'f.md:-:- confidence is none of HIGH, MEDIUM and LOW',
      'g.json:-:- entry 2: a pattern is a table of fields',
      'g.json:-:- entry 3: it has no name',
      'g.json:-:- entry 5: technologies are no list',
      'g.json:-:- g1 is there already',
      'h.json:-:- is not UTF-8',
      'i.yaml:-:- has more than 65536 bytes',
      expect.stringMatching(/^j\.yaml:1:\d+ nested too deeply$/),
      expect.stringMatching(/^k\.md:\d+:\d+ not YAML$/),
      'l.json:-:- it has no name',
      'm.toml:1:1 key "__proto__" is not allowed',
    ])
  })

  test('does not lead out of itself by links', async () => {
    await lay({ 'in.json': '{"name": "in", "summary": "tides"}' })
    await writeFile(path.join(folder, 'secret.json'), '{"name": "secret", "summary": "tides"}')
    await mkdir(path.join(folder, 'more'))
    await writeFile(path.join(folder, 'more', 'm.json'), '{"name": "more", "summary": "tides"}')
    const at = (name: string): string => path.join(folder, 'patterns', name)
    await symlink(path.join(folder, 'secret.json'), at('out.json'))
    await symlink('nowhere', at('gone.json'))
    await symlink(path.join(folder, 'more'), at('folder'))
    await symlink('/dev/zero', at('zero.json'))
    await symlink(at('in.json'), at('twin.json'))
    const found = await ours().find(query())
    expect(names(found)).toEqual(['in'])
    expect(found.remarks.map((it) => `${it.of} ${it.reason}`)).toEqual([
      'folder is a link to a folder, which is not followed',
      'gone.json is a link that leads nowhere',
      'out.json is a link out of the folder, which is not followed',
      'twin.json in is there already',
      'zero.json is a link out of the folder, which is not followed',
    ])
  })

  test('that is not there has failed', async () => {
    expect(await folderSource(path.join(folder, 'none'), folder, './none').find(query())).toEqual({
      is: 'failed',
      reason: 'there is no folder ./none',
      remarks: [],
    })
  })
})

describe('a command', () => {
  const asked = `let text = ''; process.stdin.on('data', (it) => (text += it)).on('end', () => {`

  test('reads the question as JSON and has no more of the environment than it was given', async () => {
    const source = command(`${asked}
      const env = Object.keys(process.env).filter((it) => it.endsWith('_KEY')).join()
      console.error('some noise')
      console.log(JSON.stringify({ patterns: [{ name: 'echo', summary: text.trim() + ' ' + env, similarity: 0.333 }] })) })`)
    expect(await source.find(query())).toEqual({
      is: 'found',
      matches: [
        {
          pattern: pattern('echo', {
            summary: '{"like":"chosen","query":"Show tides on a page","technologies":["go"],"limit":3} PATTERN_KEY',
          }),
          similarity: 0.33,
        },
      ],
      remarks: [],
    })
  })

  test('orders its answers by similarity, then by name; those without one come last', async () => {
    const answer = [
      { name: 'd' },
      { name: 'b', similarity: 0.5 },
      { name: 'chosen', similarity: 1 },
      { name: 'a', similarity: 0.5 },
      { name: 'c', similarity: 0.7 },
      { name: 'e', similarity: 2 },
    ]
    const found = await command(`console.log(${JSON.stringify(JSON.stringify(answer))})`).find(query({ limit: 9 }))
    expect(names(found)).toEqual(['c', 'a', 'b', 'd'])
    expect(found.remarks).toEqual([
      { of: 'graph', line: null, column: null, reason: 'entry 6: similarity is no number from 0 to 1' },
    ])
  })

  test.each([
    ['process.stderr.write("no\\u001b[2J graph\\n"); process.exit(3)', 'it exited with 3: no\\x1b[2J graph'],
    ['console.error(process.env.PATTERN_KEY); process.exit(1)', 'it exited with 1: ***'],
    ['console.log("no JSON")', 'what it said is no JSON'],
    ['console.log("7")', 'what it said is no list of patterns'],
    ['console.log("{}")', 'what it said is no list of patterns'],
    ['process.kill(process.pid, "SIGKILL")', 'it was ended by SIGKILL'],
    ['process.stdout.write("x".repeat(200000)); setInterval(() => {}, 1000)', 'it said more than 100000 bytes'],
  ])('that gives no answer has failed and says why: %s', async (script, reason) => {
    expect(await command(script).find(query())).toEqual({ is: 'failed', reason, remarks: [] })
  })

  test('that takes too long is ended, and one that is not there is told', async () => {
    expect(await command('setInterval(() => {}, 1000)', { limitMs: 300 }).find(query())).toEqual({
      is: 'failed',
      reason: 'it took longer than 300 ms and was ended',
      remarks: [],
    })
    const gone = await command('', { argv: [path.join(folder, 'gone')] }).find(query())
    expect(gone.is === 'failed' && gone.reason).toMatch(/^it could not be started: /)
  })

  test('is never read by a shell', async () => {
    const argv = [
      process.execPath,
      '-e',
      'console.log(JSON.stringify([{ name: process.argv[1] }]))',
      '$(touch evil); `x`',
    ]
    expect(names(await command('', { argv }).find(query()))).toEqual(['$(touch evil); `x`'])
  })
})
