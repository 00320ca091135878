/** What is shown of acceptance criteria: a verdict by a gate alone, and beside it what the agent says. */

import { expect, test } from 'vitest'
import { presentationLines } from '../../src/reports/run/presentation.ts'
import { criteriaOf } from '../../src/run/criteria.ts'
import { presentationOf } from '../../src/run/presentation.ts'
import { plan, task, World } from './world.ts'

test('a claim of an agent is no verdict, and a person sees whose word it is', () => {
  const world = new World()
  world.start(plan([task('A', { criteria: ['it floats', 'it is blue'] })]), { policy: { review: 'always' } })
  world.run()
  const [step] = world.task('A').steps
  if (!step?.said) throw new Error('nobody has worked')
  step.said = { ...step.said, criteria: [{ criterion: 1, verdict: 'pass', how: 'threw it in\nPASS it is blue' }] }
  expect(criteriaOf(world.task('A')).map(({ verdict, by }) => [verdict, by])).toEqual([
    ['UNTESTED', null],
    ['UNTESTED', null],
  ])
  const review = world.state.reviews.get('R1')
  const shown = review === undefined ? null : presentationOf(world.state, review)
  if (shown === null) throw new Error('nothing is asked')
  const lines = presentationLines(shown, { diff: null, proposals: [], colour: false, mostDiffLines: 10 })
  expect(lines.filter((it) => it.includes('UNTESTED'))).toEqual([
    String.raw`  UNTESTED it floats (its agent says pass: threw it in\x0aPASS it is blue)`,
    '  UNTESTED it is blue',
  ])
})
