/** What of a spec says when its goal is reached (seed 004 §6.4). */

import { expect, test } from 'vitest'
import { completionWanted } from '../../../src/run/completion/wanted.ts'
import { harbourDraft } from '../../rig/harbour-spec.ts'

test.each([
  ['production_ready = true', true],
  ['production_ready = false', false],
  ['interface_complete = true', false],
])('with %s readiness for production is looked for: %s', (flag, looks) => {
  const { spec } = harbourDraft(`[completion_criteria]\n${flag}\n`)
  if (spec === undefined) throw new Error('no spec')
  expect(completionWanted(spec).scope.needsProduction).toBe(looks)
})

test.each(['definition_of_done', 'success_criteria', 'acceptance_criteria', 'exit_criteria'])(
  'a table [%s] says so as well',
  (table) => {
    const { spec } = harbourDraft(`[${table}]\nsigned_by_the_mayor = ["\`report.md\`"]\n`)
    if (spec === undefined) throw new Error('no spec')
    expect(completionWanted(spec).criteria.map(({ text, under }) => [text, under])).toContainEqual([
      '`report.md`',
      ['signed by the mayor'],
    ])
  },
)
