/** Which file of a folder a spec is read with, as it is told. */

import { expect, test } from 'vitest'
import { readSpec } from '../../../src/dialects/spec/read.ts'

const sourceOf = (path: string, text: string) => ({ path, bytes: new TextEncoder().encode(text) })

test('of two parameters that differ from the name in case alone none is read, and both are told', () => {
  const text = '# Tides\n\n## Goal\n\nPrint the tide book.\n'
  const draft = readSpec([
    sourceOf('Specs/spec_ab.md', text),
    sourceOf('Specs/parameters_AB.toml', '[goal]\ndescription = "Another one of AB."\n'),
    sourceOf('Specs/parameters_Ab.toml', '[goal]\ndescription = "Another one of Ab."\n'),
  ])
  expect(draft.diagnostics.filter(({ code }) => code === 'MW503' || code === 'MW504')).toMatchObject([
    {
      code: 'MW503',
      severity: 'error',
      message:
        'no parameters_ab.toml lies beside spec_ab.md, and each of parameters_AB.toml, parameters_Ab.toml may be meant',
    },
  ])
  expect(draft.spec?.goal).toBe('Print the tide book.')
})
