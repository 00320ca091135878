import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spansOf, stepIn, tell } from './told.ts'

const encoder = new TextEncoder()

describe('bytes', () => {
  test('a byte order mark, CRLF and no final newline', () => {
    const { told, at, found } = tell('\ufeff# Spec: a\r\n## Task [1]: b\r\n- Step 1: c')
    expect(told).toMatchObject({
      title: { text: 'a' },
      tasks: [{ title: { text: 'b' }, steps: [{ title: { text: 'c' } }] }],
    })
    expect(at(told.tasks[0]?.block)).toBe('## Task [1]: b\r\n- Step 1: c')
    expect(found).toEqual([])
  })

  test('invalid UTF-8 is an error in what is used, a warning in words', () => {
    const bytes = Uint8Array.from([...encoder.encode('## Task [1]: b'), 0xff, ...encoder.encode('\nwords '), 0xff, 10])
    expect(tell(bytes).printed).toEqual(['1:15 error MW001', '2:7 warning MW001'])
  })

  test.each([
    ['## Task [1]: a\u0000\n', 'MW003'],
    ['## Task [1]: caf\u00c3\u00a9\n', 'MW004'],
    ['## Task [1]: a\u202eb\n', 'MW005'],
    ['## \u0422ask [1]: a\n', 'MW006'],
    ['## Ta\u200bsk [1]: a\n', 'MW006'],
    ['## SPECLet [d\u0430ta]: a\n', 'MW006'],
    ['<<<<<<< a\n## Task [1]: a\n', 'MW010'],
    ['```\n## Task [1]: a\n', 'MW121'],
  ])('%j', (text, code) => {
    expect(tell(text).found.map((it) => it.code)).toContain(code)
  })

  test('UTF-16 is not read', () => {
    const { told, found } = tell(Uint8Array.from([0xff, 0xfe, 0x23, 0, 0x20, 0]))
    expect([told.title, found.map(({ code }) => code)]).toEqual([null, ['MW002']])
  })

  test('a fence that never ends swallows nothing; one that another one closes is told', () => {
    expect(tell('# a\n```\n## Task [1]: b\n').told.tasks).toHaveLength(1)
    const { told, printed } = tell('# a\n```sh\n## Task [1]: b\n```sh\nx\n```\n')
    expect([told.tasks, printed]).toEqual([[], ['2:1 error MW121']])
  })

  test('a no-break space is a blank', () => {
    expect(stepIn('## Task\u00a0[1]: a\n- **Step\u00a0[1]:**\u00a0b\n').title?.text).toBe('b')
  })

  test('a line of 60,000 characters', () => {
    const long = 'x'.repeat(60_000)
    expect(stepIn(`## Task [1]: a\n- Step 1: b\n  - Primary method: ${long}\n`).method?.text).toBe(long)
  })

  test('a task of very many lines', () => {
    const { told } = tell(`## Task [1]: a\n${'words\n'.repeat(300_000)}- Step 1: b\n${'  - Note: x\n'.repeat(1_000)}`)
    expect(told.tasks[0]?.steps).toHaveLength(1)
  })
})

const piece = fc.constantFrom(
  ...[
    '## Task [1]: a',
    '### Task 2: b (critical)',
    '### Task [1.1]: c',
    '- **Step [1]:** d',
    '- Step 1.2: e',
    '#### Step [1.1]: f',
  ],
  ...[
    '- **Primary method:** g',
    '- Backup 1: h',
    '**Backup**',
    '- Critical: true/false',
    '- Mode: [x',
    'Max retries: 9',
    '**Verification:**',
  ],
  ...[
    '### SPECLet [a]: i',
    '**Dependencies:** [1, a',
    '**Tasks:**',
    '- Task [1.1]: j',
    '**SPEClet ID:** 1 | **B:** 2',
    '# Spec: k',
    '# SPECLet 1: l',
  ],
  ...[
    '## Goal',
    '**Goal:** m',
    '## Goal Example',
    '**Example:**',
    '## Definition of Complete',
    '- [ ] n',
    '- [x] **o:**',
    '## MCP Toolset',
  ],
  ...[
    '**REQUIRED Tools:**',
    '- **p**: q',
    '  - Install: `r`',
    '## Components',
    'constraints.s',
    '{{#each t}}',
    '[Insert u]',
    'TODO',
  ],
  ...[
    '\n',
    '\n',
    '\n',
    '\n  ',
    '\r\n',
    '\t',
    '---\n',
    '```\n',
    '<!--',
    '-->',
    '> ',
    '`',
    '[',
    ']',
    '(',
    ')',
    '|',
    ':',
    '**',
    '\u00a0',
    '\u200b',
    '\ufeff',
    'Т',
    '😀',
  ],
)
const text = fc.array(fc.oneof({ weight: 9, arbitrary: piece }, fc.string({ maxLength: 6 }))).map((it) => it.join(''))
const bytes = fc.oneof(
  text.map((it) => encoder.encode(it)),
  fc.uint8Array({ maxLength: 300 }),
  fc
    .tuple(text, fc.uint8Array({ maxLength: 3 }), text)
    .map(([a, b, c]) => Uint8Array.from([...encoder.encode(a), ...b, ...encoder.encode(c)])),
)

test('whatever the bytes: no throw, every place inside the file, the same again', () => {
  fc.assert(
    fc.property(bytes, (given) => {
      const { told, found } = tell(given)
      for (const { offset, length } of spansOf([told, found])) {
        expect(Number.isInteger(offset) && offset >= 0 && length >= 0).toBe(true)
        expect(offset + length).toBeLessThanOrEqual(given.length)
      }
      expect(told.coverage.read).toBeLessThanOrEqual(told.coverage.taskLike)
      expect(tell(given.slice()).told).toEqual(told)
    }),
    { numRuns: 1_000 },
  )
})

test('what is read of one half of a text is read of the whole, as often: nothing grows with what stands around it', () => {
  const part =
    '## Task [1]: a\n- **Step [1]:** b\n  - **Backup [1]:** c\n    - d\n## SPECLet [x]: e\n**Dependencies:** x, y\n## Notes\n- f\n'
  const sizes = [10, 100, 1_000].map((times) => JSON.stringify(tell(part.repeat(times)).told).length / times)
  expect(Math.max(...sizes) / Math.min(...sizes)).toBeLessThan(1.5)
})
