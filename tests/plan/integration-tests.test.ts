/** What is said of integration tests against the plan: names, layers and tasks that they are for. */

import { describe, expect, test } from 'vitest'
import { readDefinitions } from '../../src/dialects/integration/read-definitions.ts'
import { readProjectState } from '../../src/dialects/project-state/read.ts'
import { check } from '../../src/plan/check.ts'
import { noFacts } from '../../src/plan/facts.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import type { Draft } from '../../src/plan/draft.ts'

const bytes = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value))
const tasks = [
  { id: 'A-1', title: 'One', layer: 'Infra', dependencies: [] },
  { id: 'A-2', title: 'Two', layer: 'core', dependencies: ['A-1'] },
]

/** A state with tests of its own and of a file beside it. */
function draft(own: readonly object[], beside: readonly object[]): Draft {
  const state = readProjectState([{ path: 'state.json', bytes: bytes({ tasks, integration_tests: own }) }])
  const { tests } = readDefinitions({ path: 'tests/all.json', bytes: bytes(beside) })
  return { ...state, integrations: [...(state.integrations ?? []), ...tests] }
}

const told = (it: Draft): readonly string[] =>
  check(it, noFacts).map(({ code, severity, message, span }) => `${span?.path} ${severity} ${code} ${message}`)

describe('integration tests', () => {
  test('of one name are an error at the second place, with the first one beside it', () => {
    const it = draft([{ id: 'year', command: 'a' }], [{ id: 'year', command: 'b' }])
    expect(told(it)).toEqual(['tests/all.json error MW110 integration test year is defined twice'])
    const [found] = check(it, noFacts)
    expect(found?.related.map(({ span }) => span.path)).toEqual(['state.json'])
  })

  test('for tasks that no plan has are told, and where nothing else calls for them they are perhaps for another plan', () => {
    const it = draft(
      [],
      [
        { id: 'half', command: 'a', tasks_covered: ['A-1', 'B-9'] },
        { id: 'other', command: 'a', tasks_covered: ['B-9'] },
        { id: 'layered', command: 'a', tasks_covered: ['B-9'], layer: 'CORE' },
      ],
    )
    expect(told(it)).toEqual([
      'tests/all.json warning MW111 integration test half covers B-9, which is no task of the plan',
      'tests/all.json warning MW111 integration test layered covers B-9, which is no task of the plan',
      'tests/all.json info MW111 integration test other covers B-9, which is no task of the plan, and nothing else calls for it: it does not run',
    ])
    const plan = makePlan(it, { hash: null, implementation: () => true })
    expect(plan.integrations?.map((one) => [one.id, one.origin, one.layer, one.covers])).toEqual([
      ['half', 'tests/all.json', null, ['A-1']],
      ['layered', 'tests/all.json', 'core', []],
    ])
  })

  test('of a layer that no task has are a slip in the plan, and perhaps for another plan in a file of their own', () => {
    const slip = { command: 'a', layer: 'infr' }
    const it = draft(
      [{ id: 'own', ...slip }],
      [
        { id: 'beside', ...slip },
        { id: 'called', ...slip, tasks_covered: ['A-1'] },
        { id: 'whole', command: 'a', layer: 'all' },
      ],
    )
    expect(told(it)).toEqual([
      'state.json warning MW407 no task of the plan has the layer infr; the test does not run',
      'tests/all.json info MW407 no task of the plan has the layer infr; the test does not run (and 1 more in this file)',
    ])
    expect(check(it, noFacts)[0]?.help).toBe('did you mean infra?')
  })

  test('have ids of a length that can be shown', () => {
    const it = draft([{ id: 'x'.repeat(64), command: 'a' }], [{ id: 'é'.repeat(40), command: 'a' }])
    expect(told(it)).toEqual([
      `tests/all.json error MW008 the id of an integration test, ${'é'.repeat(40)}, has 80 bytes, the limit is 64`,
    ])
  })
})
