import { expect, test } from 'vitest'
import { branchFor } from '../../src/calls/plan/plan-branch.ts'

test.each([
  ['tasks.md', 'millwright/tasks'],
  ['specs/a/tasks.md', 'millwright/specs-a-tasks'],
  ['.speckit/x..y/plan.lock.md', 'millwright/speckit-x-y-plan-lock'],
  ['…/–.md', 'millwright/plan'],
])('%s goes to %s', (plan, branch) => {
  expect(branchFor({ branch: null, publish: 'branch' }, plan)).toBe(branch)
})

test('a branch that is named wins, and the checkout needs none', () => {
  expect(branchFor({ branch: 'mine', publish: 'branch' }, 'tasks.md')).toBe('mine')
  expect(branchFor({ branch: null, publish: 'checkout' }, 'tasks.md')).toBeNull()
})
