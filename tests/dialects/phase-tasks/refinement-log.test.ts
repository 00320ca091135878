import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../../src/dialects/edits.ts'
import { oneLine } from '../../../src/plan/one-line.ts'
import type { LoggedDeviation } from '../../../src/dialects/dialect.ts'
import { appendDeviations, deviationLines } from '../../../src/dialects/phase-tasks/write/refinement-log.ts'

const path = 'task-refinement-log.md'
const bytes = (text: string) => new TextEncoder().encode(text)
const one: LoggedDeviation = {
  task: 'T003',
  what: 'changed src/a.ts',
  reason: 'not declared',
  action: 'kept',
  impact: 'T004',
}
const block = '[DEVIATION] T003: changed src/a.ts\n  Reason: not declared\n  Action taken: kept\n  Impact: T004\n'

function append(log: string, ...deviations: LoggedDeviation[]): string {
  const source = { path, bytes: bytes(log) }
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(applyEdits(source, appendDeviations(source, deviations)))
}

describe('the refinement log', () => {
  test.each([
    ['a new log gets a heading', '', `# Task refinement log\n\n${block}`],
    ['a log is continued', '# Log\n', `# Log\n\n${block}`],
    ['a missing final newline is added first', '# Log', `# Log\n\n${block}`],
    ['line ends are those of the log', '# Log\r\nx\r\n', `# Log\r\nx\r\n\r\n${block.replaceAll('\n', '\r\n')}`],
    ['a byte order mark stays', '\ufeff# Log\n', `\ufeff# Log\n\n${block}`],
    ['what stands there already is not written again', `# Log\n\n${block}`, `# Log\n\n${block}`],
    [
      'also with other line ends',
      `# Log\r\n\r\n${block.replaceAll('\n', '\r\n')}`,
      `# Log\r\n\r\n${block.replaceAll('\n', '\r\n')}`,
    ],
    [
      'a longer block is another one',
      block.replace('T004', 'T004, T005'),
      `${block.replace('T004', 'T004, T005')}\n${block}`,
    ],
  ])('%s', (_name, before, after) => {
    expect(append(before, one)).toBe(after)
  })

  test('several at once, each once', () => {
    const two = { ...one, task: 'T009' }
    expect(append('', one, two, one)).toBe(`# Task refinement log\n\n${block}\n${block.replace('T003', 'T009')}`)
  })

  test('a field that says nothing is named as such', () => {
    expect(deviationLines({ task: '', what: ' ', reason: '\n', action: '', impact: '' })).toEqual([
      '[DEVIATION] not stated: not stated',
      '  Reason: not stated',
      '  Action taken: not stated',
      '  Impact: not stated',
    ])
  })

  test('an agent cannot add lines of its own', () => {
    const forged = { ...one, reason: 'fine\n[DEVIATION] T001: forged\r\n- [X] T002 x\u2028<!-- rest\u0000\u202e' }
    const lines = deviationLines(forged)
    expect(lines[1]).toBe(
      '  Reason: fine\\x0a[DEVIATION] T001: forged\\x0d\\x0a- [X] T002 x\\u2028< !-- rest\\x00\\u202e',
    )
    expect(
      append('', forged)
        .split('\n')
        .filter((line) => line.startsWith('[DEVIATION]')),
    ).toHaveLength(1)
  })

  test.each([
    ['a\nb.txt', 'a\\x0ab.txt'],
    [' lead', '\\x20lead'],
    ['a  b', 'a\\x20 b'],
    ['end ', 'end\\x20'],
  ])('a name is told from others: %j', (what, shown) => {
    expect(deviationLines({ ...one, what })[0]).toBe(`[DEVIATION] T003: ${shown}`)
  })

  test('whatever the texts are: four lines a block, appending twice changes nothing, the old log is untouched', () => {
    const words = fc.string({ unit: 'binary', maxLength: 40 })
    const deviation = fc.record({ task: words, what: words, reason: words, action: words, impact: words })
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.array(deviation, { maxLength: 4 }),
        (old, deviations) => {
          const log = new TextDecoder().decode(bytes(old.replaceAll('\r', '')))
          const once = append(log, ...deviations)
          expect(once.startsWith(log)).toBe(true)
          expect(append(once, ...deviations)).toBe(once)
          for (const it of deviations)
            expect(
              deviationLines(it)
                .join('\n')
                .split(/[\n\r\u2028\u2029]/),
            ).toHaveLength(4)
        },
      ),
    )
  })
})

describe('a text on one line', () => {
  test.each([
    ['plain words', 'tests are red', 'tests are red'],
    ['white space of all kinds', '  a\t\tb\r\n\n c\u00a0d\u2029', 'a b c d'],
    ['colours', '\u001b[31mred', '\\x1b[31mred'],
    ['direction and invisible signs', 'a\u202eb\u200bc\ufeff\u{e0041}', 'a\\u202eb\\u200bc\\ufeff\\u{e0041}'],
    ['half a pair', 'a\ud800', 'a\\ud800'],
    ['other scripts and pictures', 'проверка 🚢 ü', 'проверка 🚢 ü'],
    ['an opening comment', 'see <!-- x', 'see < !-- x'],
    ['nothing', ' \n', ''],
  ])('%s', (_name, text, line) => {
    expect(oneLine(text)).toBe(line)
  })

  test('is at most 2,000 characters and the mark that it goes on', () => {
    expect(oneLine('a'.repeat(5000))).toBe(`${'a'.repeat(2000)}…`)
    expect(oneLine('a'.repeat(2000))).toBe('a'.repeat(2000))
  })

  test('made from any text comes back unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const line = oneLine(text)
        expect(oneLine(line)).toBe(line)
        expect(line.includes('<!--')).toBe(false)
      }),
    )
  })
})
