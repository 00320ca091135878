/** A rejected task: others are proposed in its place, a person accepts them, and the plan goes on to its end (seed 003 §2 to §5). */

import { describe, expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'
import { answer, briefOf, callsIn, harbour, plan, resume, run, stateOf, statusesIn, type Doings } from './harbour.ts'
import { stacks } from './stacks/all.ts'
import type { Stack } from './stacks/stack.ts'

const makeProject = projectsOfTests()
const each = { gates: ['unit'] }
const decomposes = 'decompose:HB-2'

const proposing = (...addTasks: readonly object[]): Doings[string] => [{ says: { text: 'Two tasks.', addTasks } }]

/** A harbour whose first task is rejected, and what is proposed then. */
async function rejected(stack: Stack, proposes: Doings[string], ...words: readonly string[]): Promise<Project> {
  const does = { [decomposes]: proposes, 'HB-11': ['tide'], 'HB-12': ['tide'] } as const
  const project = harbour(makeProject(), stack, { each, does })
  const { view } = await run(project, ...words)
  await answer(project, view, 'reject', 'two tasks in one')
  expect([stateOf(project).phase, statusesIn(project)['HB-2']]).toEqual(['decompose', 'failed'])
  return project
}

describe.each(stacks)('$name', (stack) => {
  const it = test.skipIf(stack.missing !== null)
  const source = stack.sources.harbour
  const two = proposing(
    { id: 'a', title: 'Only the tide', criteria: ['3.5 m at high water'], files: [{ path: source, action: 'MODIFY' }] },
    { id: 'b', title: 'Look at the tide again', files: [{ path: source, action: 'READ' }], blockedBy: ['a'] },
  )

  it('the tasks that a person accepts stand in the plan, and it goes on to its end', async () => {
    const project = await rejected(stack, two)
    const asked = await resume(project)
    expect([asked.code, callsIn(project)]).toEqual([3, ['HB-2', decomposes]])
    const brief = briefOf(project, decomposes, 1)
    for (const part of [
      'A person has rejected this task of a written plan as it is.',
      'two tasks in one',
      'A cosine will do.\n- no tables\n',
      '1. 3.5 m at high water\n2. depth stays as it is\n',
      `- \`${source}\` (as the task says)\n`,
      '- HB-9 Find the highest water of a day\n',
    ])
      expect(brief).toContain(part)

    const [{ review = '' } = {}] = asked.view.waiting
    const shown = (await project.run('review', 'show', review, '--plan', plan)).out
    expect(shown).toMatch(
      /in place of HB-2, and HB-9 waits for them:\n[^]*HB-11 Only the tide\n[^]*HB-12 Look at the tide again\n[^]*blocked_by: \[HB-11\]\n/,
    )
    expect(shown).not.toContain('[DEVIATION]')

    await answer(project, asked.view, 'approve')
    // What was answered is shown as it was then, whatever the plan has become by it.
    const answered = (await project.run('review', 'show', review, '--plan', plan)).out
    expect(answered.replace(/\nanswered: approve\n$/, '')).toBe(shown.replace(/\nanswer with: .*\n$/, ''))
    expect(statusesIn(project)).toEqual({
      'HB-2': 'terminated',
      'HB-9': 'pending',
      'HB-10': 'pending',
      'HB-11': 'pending',
      'HB-12': 'pending',
    })
    const like = { layer: 'core', type: 'new' }
    expect(stateOf(project).tasks.slice(2)).toMatchObject([
      { id: 'HB-9', dependencies: ['HB-2', 'HB-12'] },
      { title: 'Only the tide', ...like, dependencies: [], acceptance_criteria: ['3.5 m at high water'] },
      { title: 'Look at the tide again', ...like, dependencies: ['HB-11'] },
    ])
    const ended = await run(project, '--mode', 'silent')
    expect(callsIn(project).slice(2)).toEqual(['HB-11', 'HB-12', 'HB-9', 'HB-10'])
    expect([ended.code, stateOf(project).phase]).toEqual([0, 'integrate'])
    expect(ended.view.tasks.map(({ id, state, reason, proof }) => [id, state, reason, proof])).toEqual([
      ['HB-10', 'done', null, 'verified'],
      ['HB-2', 'skipped', expect.stringContaining('HB-11, HB-12'), null],
      ...['HB-9', 'HB-11', 'HB-12'].map((id) => [id, 'done', null, 'verified']),
    ])
    expect(project.read(source)).toBe(stack.works.tide[source])
  })
})

const [stack] = stacks.filter(({ missing }) => missing === null)

test.skipIf(stack === undefined)(
  'who chose the rejected task alone has chosen those in its place, and no others',
  async () => {
    if (stack === undefined) return
    const proposes = proposing({ title: 'Only the tide', files: [stack.sources.harbour] })
    const project = await rejected(stack, proposes, '--only', 'HB-2')
    await answer(project, (await resume(project)).view, 'approve')
    await answer(project, (await resume(project)).view, 'approve')
    const ended = await resume(project)
    expect([ended.code, callsIn(project)]).toEqual([0, ['HB-2', decomposes, 'HB-11']])
    expect(statusesIn(project)).toMatchObject({ 'HB-2': 'terminated', 'HB-11': 'done', 'HB-9': 'pending' })
  },
)

test.skipIf(stack === undefined)(
  'a proposal is not accepted by a yes to a plan that has become another one, and is asked about anew',
  async () => {
    if (stack === undefined) return
    const project = await rejected(stack, proposing({ title: 'Only the tide' }))
    const { view } = await resume(project)
    const [{ review = '' } = {}] = view.waiting
    const before = project.read(plan)
    const state = JSON.parse(before) as { tasks: object[] }
    state.tasks.push({
      id: 'HB-11',
      title: 'By hand',
      layer: 'core',
      type: 'new',
      status: 'deferred',
      dependencies: [],
    })
    project.write(plan, JSON.stringify(state, null, 2))
    const shown = await project.run('review', 'show', review, '--plan', plan)
    expect(shown.out).toContain('the plan says something else of it since it was asked')
    const late = await project.run('review', 'approve', review, '--plan', plan)
    expect([late.code, late.err]).toEqual([2, expect.stringContaining('cannot be answered as it was asked')])
    const anew = await resume(project)
    const [{ review: next = '' } = {}] = anew.view.waiting
    expect(next).not.toBe(review)
    expect((await project.run('review', 'show', next, '--plan', plan)).out).toContain('HB-12 Only the tide')
    await answer(project, anew.view, 'approve')
    expect(statusesIn(project)).toMatchObject({ 'HB-2': 'terminated', 'HB-11': 'deferred', 'HB-12': 'pending' })
  },
)

test.skipIf(stack === undefined)(
  'what does not fit the plan goes back with the reason, and only what fits is asked about',
  async () => {
    if (stack === undefined) return
    const unfit = proposing({ title: 'Only the tide', blockedBy: ['HB-10'] })
    const project = await rejected(stack, [...unfit, ...proposing({ title: 'Only the tide' })])
    const asked = await resume(project)
    expect(callsIn(project)).toEqual(['HB-2', decomposes, decomposes])
    expect(briefOf(project, decomposes, 2)).toContain('it waits for what waits for HB-2')
    expect([stateOf(project).tasks.length, stateOf(project).phase]).toEqual([3, 'decompose'])
    await answer(project, asked.view, 'approve')
    expect(statusesIn(project)).toMatchObject({ 'HB-2': 'terminated', 'HB-11': 'pending' })
  },
)
