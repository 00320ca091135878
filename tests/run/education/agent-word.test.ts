/** What is taken of an agent's answer to a checkpoint: its words are data. */

import { describe, expect, test } from 'vitest'
import { readWord, taken } from '../../../src/run/education/agent-word.ts'

const answer = (...lines: readonly string[]): string => lines.join('\n')

describe('labels', () => {
  test('each kind of line is taken where it belongs, in the spellings of agents', () => {
    const word = readWord(
      answer(
        'Here is what I think.',
        '**Situation:** the list is due',
        '- A pros: cheap',
        '  - and known',
        'Pros B: fast',
        'Approach B cons: blurred',
        '### B would: read it off the photo',
        'Recommendation: **B**, because it is fast',
        'Rationale: speed counts',
      ),
      'moderate',
    )
    expect(word.situation).toEqual(['the list is due'])
    expect(Object.fromEntries(word.approaches)).toEqual({
      A: { pros: ['cheap', 'and known'], cons: [], would: [] },
      B: { pros: ['fast'], cons: ['blurred'], would: ['read it off the photo'] },
    })
    expect(word).toMatchObject({ advises: 'B', rationale: ['speed counts'], more: 'Here is what I think.' })
  })

  test.each([
    ['no label at all', 'Take A.\nIt is fine.'],
    ['a label that is none of ours', 'Summary: take A'],
    ['a colon far behind', `${'A pros '.repeat(20)}: cheap`],
  ])('%s: all of it is shown as it is', (_about, text) => {
    const word = readWord(text, 'detailed')
    expect(word.more).toBe(text)
    expect([...word.approaches.keys(), ...word.situation, ...word.rationale]).toEqual([])
    expect(word.advises).toBeNull()
  })

  test('what stands in a fence has no labels, whoever closes it', () => {
    const word = readWord(answer('A pros: cheap', '```js', 'B cons: none', '```', 'A cons: slow'), 'detailed')
    expect([...word.approaches.keys()]).toEqual(['A'])
    expect(word.approaches.get('A')?.cons).toEqual(['slow'])
    expect(word.more).toBe('```js\nB cons: none\n```')
    expect(readWord('```\nA pros: cheap', 'detailed').approaches.size).toBe(0)
  })
})

describe('how much is taken', () => {
  const long = answer(
    ...Array.from({ length: 20 }, (_, at) => `A pros: point ${at} ${'x'.repeat(2_000)}`),
    '```',
    'y',
    '```',
  )

  test.each(['brief', 'moderate', 'detailed'] as const)('%s', (depth) => {
    const word = readWord(long, depth)
    const pros = word.approaches.get('A')?.pros ?? []
    expect(pros).toHaveLength(taken[depth].points)
    expect(pros.every((it) => Array.from(it).length <= taken[depth].point + 1)).toBe(true)
    expect(word.more === '').toBe(depth === 'brief')
  })

  test('a megabyte of odd lines is read in no time', () => {
    const odd = `${'-'.repeat(200_000)}\n${'a:'.repeat(200_000)}\n${'```\n'.repeat(50_000)}${':'.repeat(200_000)}`
    expect(readWord(odd, 'detailed').approaches.size).toBe(0)
  })
})

test('nothing of it hides or takes a line', () => {
  const word = readWord('A pros: cheap\u202e \u001b[2J <!-- x', 'moderate')
  expect(word.approaches.get('A')?.pros).toEqual(['cheap\\u202e \\x1b[2J < !-- x'])
})
