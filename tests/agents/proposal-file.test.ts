/** Tasks that an agent would add, as it writes them and as they are told to the next attempt. */

import { describe, expect, test } from 'vitest'
import { proposalJson, proposalOf } from '../../src/agents/proposal-file.ts'
import { readResult } from '../../src/agents/result-file.ts'
import type { Proposal } from '../../src/run/outcome.ts'

function proposed(...addTasks: readonly object[]): Proposal {
  const proposal = proposalOf(addTasks, 'T1')
  if (proposal === null) throw new Error('nothing is proposed')
  return proposal
}

describe('what is read of a proposal', () => {
  test('is the first task of an id that two of them have', () => {
    const { tasks, edges } = proposed(
      { id: 'a', title: 'One' },
      { id: 'a', title: 'Two' },
      { title: 'Three', blockedBy: ['a'] },
    )
    expect(edges).toMatchObject([{ from: tasks[0]?.key, to: tasks[2]?.key }])
  })

  test('is each task once, without those that have no title', () => {
    expect(proposed({ title: 'One' }, { title: 'One' }, { title: '  ' }).tasks.map(({ title }) => title)).toEqual([
      'One',
    ])
  })

  test.each(['blockedBy', 'blocked_by'])('are the tasks that it waits for, under %s', (name) => {
    const { tasks, edges } = proposed({ title: 'One', [name]: ['T009', 7] })
    expect(edges.map(({ from, to }) => [from, to])).toEqual(['T009', '7'].map((from) => [from, tasks[0]?.key]))
  })

  test('is what a status says, without the blanks around it', () => {
    expect(readResult('{"status": " done "}', 'T1')?.says).toBe('done')
  })
})

describe('what is told of a proposal to the next attempt', () => {
  const told = (proposal: Proposal): readonly { readonly id: string; readonly blockedBy?: readonly string[] }[] =>
    (JSON.parse(proposalJson(proposal)) as { addTasks: { id: string }[] }).addTasks

  test('names what a task waits for as it is named there', () => {
    const tasks = told(proposed({ id: 'q', title: 'One' }, { title: 'Two', blockedBy: ['q', 'T009'] }))
    expect(tasks[1]?.blockedBy).toEqual([tasks[0]?.id, 'T009'])
  })

  test('gives each of many an id of its own', () => {
    const many = Array.from({ length: 28 }, (_, at) => ({ title: `Do ${at}` }))
    expect(new Set(told(proposed(...many)).map(({ id }) => id)).size).toBe(28)
  })

  test('hides no letter that turns others', () => {
    expect(proposalJson(proposed({ title: 'a\u202eb' }))).not.toContain('\u202e')
  })
})
