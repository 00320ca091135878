/** What a step that a person leaves out has done stays where no workspace can be put back: they know before and after. */

import { expect, test } from 'vitest'
import type { Policy } from '../../src/plan/policy.ts'
import { plan, step, task, World } from './world.ts'

const words = 'skip leaves what it did in the folder'
const read = plan([
  task('A', { steps: [step({ id: '1', retries: 0 }), step({ id: '2', retries: 0, critical: true })] }),
])

/** The second step has failed, and people are asked about it. */
function failed(workspace: Policy['workspace']): World {
  const world = new World({ attempts: { 'A/2': [{ how: 'failed' }] } })
  world.start(read, { policy: { workspace, exhausted: 'ask', unverified: 'accept' } })
  return world.run()
}

const question = ({ state }: World): string => [...state.reviews.values()].at(-1)?.question ?? ''
const told = ({ state }: World): readonly string[] => state.findings.map(({ kind, text }) => `${kind}: ${text}`)

test.each<Policy['workspace']>(['in-place', 'none'])(
  '%s: the question says it, and so does what follows',
  (workspace) => {
    const world = failed(workspace)
    expect(question(world)).toContain(words)
    expect(told(world)).toEqual([])
    world.say({ verb: 'answer', review: 'R1', answer: 'skip', text: '' })
    expect(told(world)).toEqual([
      expect.stringMatching(/^left-out: step .* what it did stays in the folder: look at it$/),
    ])
  },
)

test('in a worktree nothing of it is merged, and nothing is said', () => {
  const world = failed('worktree')
  expect(question(world)).not.toContain(words)
  world.say({ verb: 'answer', review: 'R1', answer: 'skip', text: '' })
  expect(told(world)).toEqual([])
})
