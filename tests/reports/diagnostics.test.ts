import { describe, expect, test } from 'vitest'
import { check } from '../../src/plan/check.ts'
import type { Diagnostic } from '../../src/plan/diagnostic.ts'
import { noFacts } from '../../src/plan/facts.ts'
import type { Source, Span } from '../../src/plan/source.ts'
import {
  diagnosticsGithub,
  diagnosticsJson,
  diagnosticsSarif,
  diagnosticsText,
  summarise,
  summaryText,
} from '../../src/reports/diagnostics/index.ts'
import { buildDraft, source } from '../rig/draft-builder.ts'

const span = (offset: number, length: number, path = 'tasks.md'): Span => ({ path, offset, length })

const finding = (given: Partial<Diagnostic>): Diagnostic => ({
  code: 'MW104',
  severity: 'warning',
  message: 'something is odd',
  help: 'mend it',
  span: null,
  related: [],
  ...given,
})

const plain = (given: Partial<Diagnostic>, sources: readonly Source[]): string =>
  diagnosticsText([finding(given)], sources, { colour: false })

const cycle = buildDraft([
  { id: 'T0001', blockedBy: ['T0002'] },
  { id: 'T0002', blockedBy: ['T0001'] },
])

describe('findings that are alike', () => {
  const lines = source(Array.from({ length: 40 }, (_, at) => `line ${at + 1}\n`).join(''))
  const at = (line: number, given: Partial<Diagnostic> = {}): Diagnostic =>
    finding({ span: span(lineOffset(line), 4, lines.path), ...given })
  const lineOffset = (line: number): number => {
    let offset = 0
    for (let before = 1; before < line; before += 1) offset += `line ${before}\n`.length
    return offset
  }
  const folded = (diagnostics: readonly Diagnostic[], fold = true): string =>
    diagnosticsText(diagnostics, [lines], { colour: false, fold })
  const heads = (text: string): readonly string[] => text.split('\n').filter((line) => /MW\d/.test(line))

  test('the first three are shown, the others by their lines', () => {
    const many = [1, 2, 3, 4, 5, 6, 7].map((line) => at(line))
    expect(heads(folded(many))).toEqual([
      `${lines.path}:1:1: warning MW104 something is odd`,
      `${lines.path}:2:1: warning MW104 something is odd`,
      `${lines.path}:3:1: warning MW104 something is odd`,
      'warning MW104 4 more like these, in lines 4, 5, 6, 7 (--all shows each)',
    ])
    expect(heads(folded(many, false))).toHaveLength(7)
    const twenty = Array.from({ length: 20 }, (_, number) => at(number + 1))
    expect(heads(folded(twenty)).at(-1)).toBe(
      'warning MW104 17 more like these, in lines 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, ... (--all shows each)',
    )
    expect(heads(folded([1, 2, 3, 9, 9, 9].map((line) => at(line)))).at(-1)).toContain('3 more like these, in line 9 (')
  })

  test('few, errors, and those with another help or code are not folded', () => {
    expect(heads(folded([1, 2, 3, 4, 5].map((line) => at(line))))).toHaveLength(5)
    expect(heads(folded([1, 2, 3, 4, 5, 6, 7].map((line) => at(line, { severity: 'error' }))))).toHaveLength(7)
    const mixed = [1, 2, 3, 4, 5, 6].map((line) => at(line, { help: line % 2 === 0 ? 'one' : 'other' }))
    expect(heads(folded(mixed))).toHaveLength(6)
    expect(
      heads(folded([1, 2, 3, 4, 5, 6].map((line) => at(line, { code: line > 3 ? 'MW105' : 'MW104' })))),
    ).toHaveLength(6)
  })

  test('others between them stay where they are', () => {
    const all = [at(1), at(2), finding({ code: 'MW105' }), at(3), at(4), at(5), at(6)]
    expect(heads(folded(all)).map((line) => line.match(/MW\d+/)?.[0])).toEqual([
      'MW104',
      'MW104',
      'MW105',
      'MW104',
      'MW104',
    ])
  })
})

describe('text', () => {
  test('a finding has its place, its line, its related places and its help', () => {
    expect(diagnosticsText(check(cycle, noFacts), cycle.sources, { colour: false })).toBe(
      [
        'tasks.md:2:16: warning MW113 dependency cycle T0001 -> T0002 -> T0001; these 2 tasks will end blocked, the rest runs',
        '    2 |   blocked_by: [T0002]',
        '      |                ^~~~~',
        '  tasks.md:4:16: T0002 waits for T0001',
        '    4 |   blocked_by: [T0001]',
        '      |                ^~~~~',
        '  help: take one of these 2 dependencies out; what depends on the cycle ends blocked too',
        '',
      ].join('\n'),
    )
  })

  test('nothing to say is nothing, and findings are told apart by a blank line', () => {
    expect(diagnosticsText([], [], { colour: false })).toBe('')
    const two = diagnosticsText([finding({}), finding({})], [], { colour: false })
    expect(two).toBe(
      'warning MW104 something is odd\n  help: mend it\n\nwarning MW104 something is odd\n  help: mend it\n',
    )
  })

  test('a file that cannot be shown is named without line and column', () => {
    expect(plain({ span: span(3, 1, '.millwright') }, [])).toBe(
      '.millwright: warning MW104 something is odd\n  help: mend it\n',
    )
  })

  test.each<[string, string, Span, string, string]>([
    ['a tab before the place', '\tab cd', span(4, 2), '    ab cd', '       ^~'],
    ['a tab in the middle', 'ab\tcd', span(3, 2), 'ab  cd', '    ^~'],
    ['a tab inside the place', 'a\tb', span(0, 3), 'a   b', '^~~~~'],
    ['a place between two bytes', 'abc', span(1, 0), 'abc', ' ^'],
    ['a place at the end', 'abc\ndef', span(3, 0), 'abc', '   ^'],
    ['several lines', 'abc\ndef', span(1, 6), 'abc', ' ^~'],
    ['wide characters', '\u65e5\u672cx', span(6, 1), '\u65e5\u672cx', '    ^'],
    ['a combining mark', 'e\u0301x', span(3, 1), 'e\u0301x', ' ^'],
    ['a character that cannot be seen', 'a\u202ebc', span(4, 1), 'a\\u202ebc', '       ^'],
    ['the place of one', 'a\u202ebc', span(1, 3), 'a\\u202ebc', ' ^~~~~~'],
    ['a byte order mark', '\ufeffabc', span(4, 1), 'abc', ' ^'],
    ['a line end of two characters', 'abc\r\nd', span(1, 1), 'abc', ' ^'],
  ])('%s', (_, text, at, line, squiggle) => {
    const shown = plain({ span: at }, [source(text)]).split('\n')
    expect(shown.slice(1, 3)).toEqual([`    1 | ${line}`, `      | ${squiggle}`])
  })

  test('a very long line is cut around the place', () => {
    const text = `${'a'.repeat(5_000)}HERE${'b'.repeat(5_000)}`
    const [, line = '', below = ''] = plain({ span: span(5_000, 4) }, [source(text)]).split('\n')
    expect(line.length).toBeLessThan(130)
    expect(line.slice(below.indexOf('^'), below.lastIndexOf('~') + 1)).toBe('HERE')
    expect(line).toMatch(/^ {4}1 \| \.\.\.a+HEREb+\.\.\.$/)
  })

  test('a line of megabytes is cut in the same way as a long one, and costs no more', () => {
    const part = `${'é'.repeat(3_000)}HERE${'\u{1f600}\t'.repeat(3_000)}`
    const parts = 300
    const long = source(part.repeat(parts))
    const size = Buffer.byteLength(part)
    const texts = Array.from({ length: parts - 1 }, (_, at) =>
      plain({ span: span((at + 1) * size + 6_000, 4) }, [long]),
    )
    const frames = texts.map((text) => text.split('\n').slice(1, 3).join('\n'))
    expect(new Set(frames).size).toBe(1)
    expect(frames[0]).toMatch(/^ {4}1 \| \.\.\.é{40}HERE[^\n]*\.\.\.\n {6}\| {44}\^~~~$/)
    expect(texts[9]).toContain(`tasks.md:1:${10 * part.length + 3_001}: `)
    const whole = plain({ span: span(6_000, 400_000) }, [long]).split('\n')
    expect(whole[2]).toMatch(/^ {6}\| {44}\^~+$/)
    expect(whole[1]?.endsWith('...')).toBe(true)
  })

  test('bytes that are not UTF-8 are shown and do not shift the place', () => {
    const bytes = Uint8Array.from([0x61, 0xe9, 0x62, 0x63])
    expect(plain({ span: span(2, 1) }, [{ path: 'tasks.md', bytes }])).toContain('| a\ufffdbc\n      |   ^\n')
  })

  test('many related places are named, then counted', () => {
    const related = Array.from({ length: 20 }, (_, at) => ({ message: `place ${at}`, span: span(at, 1) }))
    const text = plain({ span: span(0, 1), related }, [source('x'.repeat(30))])
    expect(text.match(/place \d/g)).toHaveLength(8)
    expect(text).toContain('  and 12 more places\n')
    expect(text.match(/\^/g)).toHaveLength(4)
  })

  test('colours are ours alone, and only when they are asked for', () => {
    const evil = finding({ message: '\u001b[2Jgone\nnew line', help: '\u202ehelp', span: span(0, 1) })
    const sources = [source('\u001b]0;x\u0007')]
    expect(diagnosticsText([evil], sources, { colour: false })).toMatch(/^[\P{C}\n]*$/u)
    const colours = /\u001b\[(?:0|1|2|34|1;31|1;33|1;36|31|33|36)m/g
    const coloured = diagnosticsText([evil], sources, { colour: true })
    expect(coloured).toMatch(colours)
    expect(coloured.replace(colours, '')).toBe(diagnosticsText([evil], sources, { colour: false }))
  })
})

test('JSON has the documented fields, the end behind the place and the offset in bytes', () => {
  expect(diagnosticsJson(check(cycle, noFacts), cycle.sources)).toEqual({
    diagnostics: [
      {
        code: 'MW113',
        severity: 'warning',
        message: 'dependency cycle T0001 -> T0002 -> T0001; these 2 tasks will end blocked, the rest runs',
        help: 'take one of these 2 dependencies out; what depends on the cycle ends blocked too',
        file: 'tasks.md',
        line: 2,
        column: 16,
        endLine: 2,
        endColumn: 21,
        offset: 34,
        related: [
          {
            message: 'T0002 waits for T0001',
            file: 'tasks.md',
            line: 4,
            column: 16,
            endLine: 4,
            endColumn: 21,
            offset: 75,
          },
        ],
      },
    ],
    summary: { errors: 0, warnings: 1, infos: 0 },
  })
  const [placeless] = diagnosticsJson([finding({})], []).diagnostics
  expect(placeless).toMatchObject({
    file: null,
    line: null,
    column: null,
    endLine: null,
    endColumn: null,
    offset: null,
  })
})

describe('SARIF', () => {
  interface Log {
    $schema: string
    version: string
    runs: {
      tool: { driver: { name: string; version: string; rules: { id: string; help: { text: string } }[] } }
      columnKind: string
      results: {
        ruleId: string
        ruleIndex: number
        level: string
        message: { text: string }
        locations: { physicalLocation: { artifactLocation: { uri: string }; region?: Record<string, number> } }[]
        relatedLocations?: { id: number; message: { text: string } }[]
      }[]
    }[]
  }
  const log = (diagnostics: readonly Diagnostic[], sources: readonly Source[]): Log =>
    diagnosticsSarif(diagnostics, sources, '1.2.3') as Log

  test('has what the format requires, and a rule for every result', () => {
    const all = [...check(cycle, noFacts), finding({ code: 'MW130', severity: 'error', span: span(2, 3) })]
    const { $schema, version, runs } = log(all, cycle.sources)
    expect([$schema, version, runs.length]).toEqual(['https://json.schemastore.org/sarif-2.1.0.json', '2.1.0', 1])
    const { tool, columnKind, results } = runs[0]!
    expect([tool.driver.name, tool.driver.version, columnKind]).toEqual(['millwright', '1.2.3', 'utf16CodeUnits'])
    expect(results.map(({ level }) => level)).toEqual(['warning', 'error'])
    for (const { ruleId, ruleIndex, message, locations } of results) {
      expect(tool.driver.rules[ruleIndex]!.id).toBe(ruleId)
      expect(tool.driver.rules[ruleIndex]!.help.text).not.toBe('')
      expect(message.text).not.toBe('')
      expect(locations).toHaveLength(1)
    }
    expect(results[0]!.locations[0]!.physicalLocation.region).toEqual({
      startLine: 2,
      startColumn: 16,
      endLine: 2,
      endColumn: 21,
      byteOffset: 34,
      byteLength: 5,
    })
    expect(results[0]!.relatedLocations).toMatchObject([{ id: 0, message: { text: 'T0002 waits for T0001' } }])
  })

  test('an info is a note; paths are URIs; what has no place has no location', () => {
    const odd = 'a b/#1%?\ud800:.md'
    const { results } = log([finding({ severity: 'info' }), finding({ span: span(0, 0, odd) })], []).runs[0]!
    expect(results[0]).toMatchObject({ level: 'note', locations: [] })
    expect(results[1]!.locations[0]!.physicalLocation).toEqual({
      artifactLocation: { uri: 'a%20b/%231%25%3F%EF%BF%BD%3A.md' },
    })
  })
})

describe('annotations', () => {
  test('one command a finding, with its place', () => {
    const two = [
      ...check(cycle, noFacts),
      finding({ severity: 'info', message: '100%\n::error::x', span: span(0, 9, 'a,b:c') }),
    ]
    expect(diagnosticsGithub(two, cycle.sources)).toBe(
      [
        '::warning file=tasks.md,line=2,col=16,endLine=2,endColumn=21,title=MW113::dependency cycle T0001 -> T0002 -> T0001; these 2 tasks will end blocked, the rest runs%0Ahelp: take one of these 2 dependencies out; what depends on the cycle ends blocked too',
        '::notice file=a%2Cb%3Ac,title=MW104::100%25%0A::error::x%0Ahelp: mend it',
        '',
      ].join('\n'),
    )
  })
  test('errors are errors; a place over several lines has no end column', () => {
    expect(diagnosticsGithub([finding({ severity: 'error', span: span(0, 3) })], [source('a\nbc')])).toBe(
      '::error file=tasks.md,line=1,col=1,endLine=2,title=MW104::something is odd%0Ahelp: mend it\n',
    )
    expect(diagnosticsGithub([], [])).toBe('')
  })
})

test('findings are counted by severity', () => {
  const all = (['error', 'error', 'warning', 'info'] as const).map((severity) => finding({ severity }))
  expect(summarise(all)).toEqual({ errors: 2, warnings: 1, infos: 1 })
  expect(summaryText(summarise(all))).toBe('2 errors, 1 warning, 1 info')
  expect(summaryText(summarise([]))).toBe('no findings')
})
