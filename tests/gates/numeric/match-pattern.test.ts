import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matcherOf, type Effort } from '../../../src/gates/numeric/match-pattern.ts'
import { readPattern } from '../../../src/plan/values/read-pattern.ts'

/** Texts of all matches and of their first groups, as we find them. */
function ours(source: string, line: string, effort: Effort = { left: 10_000_000 }): (readonly (string | null)[])[] {
  const read = readPattern(source)
  if ('fault' in read) throw new Error(`${source}: ${read.fault} at ${read.at}`)
  const found = matcherOf(read.program).matches(line, effort)
  if (found === null) throw new Error('too much')
  return found.map(({ start, end, group }) => [
    line.slice(start, end),
    group === null ? null : line.slice(group.start, group.end),
  ])
}

/** The same by the language's own expressions. */
function theirs(source: string, line: string): (readonly (string | null)[])[] {
  return [...line.matchAll(new RegExp(source, 'g'))].map((it) => [it[0], it[1] ?? null])
}

/** Pattern, and whether it matches something in any case. */
interface Made {
  readonly source: string
  readonly isFull: boolean
}

const signs = fc
  .constantFrom(
    'a',
    'b',
    '1',
    '-',
    '.',
    String.raw`\.`,
    String.raw`\d`,
    String.raw`\w`,
    String.raw`\S`,
    '[ab]',
    '[^a]',
    '[0-9.]',
    String.raw`[\d-]`,
  )
  .map((source): Made => ({ source, isFull: true }))
const places = fc
  .constantFrom('^', '$', String.raw`\b`, String.raw`\B`)
  .map((source): Made => ({ source, isFull: false }))

const { pattern } = fc.letrec<{ pattern: Made; part: Made; sequence: Made }>((tie) => ({
  pattern: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('sequence'),
    fc.tuple(tie('sequence'), tie('sequence')).map(([one, other]) => ({
      source: `${one.source}|${other.source}`,
      isFull: one.isFull && other.isFull,
    })),
  ),
  sequence: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => ({
    source: parts.map(({ source }) => source).join(''),
    isFull: parts.some(({ isFull }) => isFull),
  })),
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: signs, weight: 4 },
    places,
    fc.tuple(tie('pattern'), fc.boolean()).map(([{ source, isFull }, isHeld]) => ({
      source: `(${isHeld ? '' : '?:'}${source})`,
      isFull,
    })),
    fc
      .tuple(fc.oneof(signs, tie('pattern')), fc.constantFrom('*', '+', '?', '{2}', '{1,}', '{0,2}'), fc.boolean())
      // How often nothing was matched is nobody's question.
      .filter(([{ isFull }]) => isFull)
      .map(([{ source }, count, isLazy]) => ({
        source: `(?:${source})${count}${isLazy ? '?' : ''}`,
        isFull: count === '+' || count === '{2}' || count === '{1,}',
      })),
  ),
}))

test('whatever it takes means what it means in the language', () => {
  fc.assert(
    fc.property(
      pattern,
      fc.string({ unit: fc.constantFrom('a', 'b', '1', '2', '-', '.', ' ', '_'), maxLength: 12 }),
      ({ source }, line) => {
        expect([source, line, ours(source, line)]).toEqual([source, line, theirs(source, line)])
      },
    ),
    { numRuns: 3000 },
  )
})

test.each([
  [String.raw`depth ([0-9]+)`, 'depth 12 and depth 13'],
  [String.raw`E\s*=\s*([-+.\deED]+)`, 'x  E =  -1.5D-3 y'],
  [String.raw`(\d+)?x`, 'x 1x'],
  ['(a*)*', 'aab'],
  ['(a*)+b', 'aab b'],
  ['(a|b)*?c', 'abac'],
  ['(?:(a)|b)*', 'ab'],
  ['x{2,3}?(x*)', 'xxxxx'],
  ['', 'ab'],
  ['^$', ''],
  ['ä(é+)', 'xäéé'],
  [String.raw`\tk\/(\w+)`, '\tk/ab'],
  ['[]-]'.replace('[]', '[\\]'), 'a]-'],
])('%s in %j', (source, line) => {
  expect(ours(source, line)).toEqual(theirs(source, line))
})

test('signs beyond 16 bits are one sign', () => {
  expect(ours('([😀-😂]+)', 'a😀😁b')).toEqual([['😀😁', '😀😁']])
  expect(ours('^.$', '😀')).toEqual([['😀', null]])
})

test('ways that a matcher which goes back would try one by one take a single pass', () => {
  const line = `${'a'.repeat(20_000)}!`
  const effort = { left: 4_000_000 }
  expect(ours('(a+)+$', line, effort)).toEqual([])
})

test('what takes more than it may is given up and never answered', () => {
  const read = readPattern('(?:a?){200}b')
  if ('fault' in read) throw new Error(read.fault)
  expect(matcherOf(read.program).matches('a'.repeat(10_000), { left: 100_000 })).toBeNull()
})
