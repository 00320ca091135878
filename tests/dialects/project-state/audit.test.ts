/** What a state says an audit has found. */

import { expect, test } from 'vitest'
import { readProjectState } from '../../../src/dialects/project-state/read.ts'

function auditOf(state: object): unknown {
  const bytes = new TextEncoder().encode(
    JSON.stringify({ tasks: [{ id: 'A-1', title: 'x', layer: 'core' }], ...state }),
  )
  return readProjectState([{ path: 'state.json', bytes }]).audit
}

test('is read in both names that its list has, with its details as lines', () => {
  const entry = { component: ' io ', status: 'extensible', description: 'a reader', details: { tests: 3, lang: 'c++' } }
  const read = [{ component: 'io', status: 'extensible', description: 'a reader', text: 'tests: 3\nlang: c++' }]
  expect(auditOf({ audit_results: [entry] })).toEqual(read)
  expect(auditOf({ audit_items: [entry], audit_results: [] })).toEqual(read)
  expect(auditOf({ audit_items: [], audit_results: [entry] })).toEqual(read)
})

test('leaves out what has no name or another type, and is absent where nothing is left', () => {
  expect(auditOf({ audit_results: ['x', 3, null, {}, { component: 4 }, { component: '' }] })).toBeUndefined()
  expect(auditOf({ audit_results: { component: 'io' } })).toBeUndefined()
  expect(auditOf({ audit_results: [{ component: 'io', status: 3, details: ['a'] }] })).toEqual([
    { component: 'io', status: '', description: '', text: '' },
  ])
})
