/** Which deviations of an earlier draft are so no longer. */

import { expect, test } from 'vitest'
import type { Deviation, DeviationKind } from '../../src/run/deviations.ts'
import { withdrawn } from '../../src/run/withdrawn.ts'

const deviation = (kind: DeviationKind, path: string): Deviation => ({
  kind,
  task: 'T001',
  what: `${path} is ${kind}`,
  reason: '',
  action: '',
  impact: '',
  path,
  claimedBy: 'found',
})

test('what the next draft does not do any more is taken back, and what it does is not', () => {
  const [one, two] = [deviation('outside', 'a'), deviation('outside', 'b')]
  expect(withdrawn([one, two], [two], new Set(['b']))).toEqual([one])
})

test('what git ignores stays told as long as the draft holds it, which then knows it as any other file', () => {
  const ignored = deviation('ignored', 'out/a')
  expect(withdrawn([ignored], [], new Set(['out/a']))).toEqual([])
  expect(withdrawn([ignored], [], new Set())).toEqual([ignored])
})
