import { expect, test } from 'vitest'
import { makePlan } from '../../src/plan/make-plan.ts'
import { standardPlan } from '../../src/plan/standard-plan.ts'
import { draft, draftTask, mark } from '../rig/draft-builder.ts'

const hash = (text: string): string => text

function phaseOf(state: 'todo' | 'done', words = 'no cache') {
  const told = [
    { text: 'acceptance:', state: null },
    { text: `- ${words}`, state },
  ]
  const task = draftTask('T1', { checklist: [{ text: words, mark: mark(state) }], told })
  const plan = makePlan(draft([task]), { implementation: () => true, hash })
  return standardPlan(plan, new Set(['T1']), new Map(), hash).plan.tasks.find(({ covers }) => covers !== undefined)
}

test('what is ticked off below a task is told of its phase, and rewords nothing', () => {
  expect(phaseOf('todo')?.description).toMatch(/acceptance:\n- no cache$/)
  expect(phaseOf('done')?.description).toMatch(/acceptance:\n- no cache \(done\)$/)
  expect(phaseOf('done')?.textHash).toBe(phaseOf('todo')?.textHash)
  expect(phaseOf('todo', 'no copy')?.textHash).not.toBe(phaseOf('todo')?.textHash)
})
