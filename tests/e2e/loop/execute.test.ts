/** The flow of the orchestrator on real projects with real gates (seed 003 §8, test_execute). */

import { rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { says } from '../../rig/program.ts'
import { projectsOfTests } from '../../rig/project.ts'
import { hasTerminals, inTerminal } from '../../rig/terminal.ts'
import { answer, around, briefOf, callsIn, harbour, plan, resume, run, stateOf, statusesIn } from './harbour.ts'
import { stacks } from './stacks/all.ts'

const makeProject = projectsOfTests()
/** Where it is not the gates that matter, each task has one. */
const each = { gates: ['unit'] }

describe.each(stacks)('$name', (stack) => {
  const it = test.skipIf(stack.missing !== null)

  it('test_happy_path: three tasks, all approved, all gates green, and the phase is INTEGRATE', async () => {
    const project = harbour(makeProject(), stack)
    const before = project.read(plan)
    let ended = await run(project)
    for (const task of ['HB-2', 'HB-9', 'HB-10']) {
      expect([ended.code, stateOf(project)]).toMatchObject([
        3,
        { phase: 'verify', current_task_id: task, blocked_reason: `review ${task}` },
      ])
      await answer(project, ended.view, 'approve')
      ended = await resume(project)
    }
    expect([ended.code, ended.view.tasks.map((task) => [task.id, task.state, task.proof, task.attempts])]).toEqual([
      0,
      ['HB-10', 'HB-2', 'HB-9'].map((id) => [id, 'done', 'verified', 1]),
    ])
    expect(callsIn(project)).toEqual(['HB-2', 'HB-9', 'HB-10'])
    expect(stateOf(project)).toMatchObject({
      phase: 'integrate',
      current_task_id: null,
      blocked_reason: null,
      human_decisions: ['HB-2', 'HB-9', 'HB-10'].map((id) => ({ task_id: id, type: 'approve' })),
    })
    expect(new Set(Object.values(statusesIn(project)))).toEqual(new Set(['done']))
    expect(around(project.read(plan))).toBe(around(before))
    expect(project.git('show', `HEAD:${stack.sources.day}`)).toBe(stack.works.day[stack.sources.day])
  })

  it('test_task_dependency_ordering: dependencies first, and of several that are free the first by id', async () => {
    const [tide, day, report] = ['harbour', 'day', 'report'] as const
    const free = (source: typeof day) => ({ dependencies: [], files_to_touch: [stack.sources[source]] })
    const project = harbour(makeProject(), stack, {
      each,
      tasks: {
        'HB-2': { dependencies: ['HB-10', 'HB-9'], files_to_touch: [stack.sources[report]] },
        'HB-9': { ...free(day), files_to_touch: [stack.sources[tide]] },
        'HB-10': free(day),
      },
      does: { 'HB-9': ['tide'], 'HB-10': ['day'], 'HB-2': ['report'] },
    })
    const { code } = await run(project, '--mode', 'silent')
    expect([code, callsIn(project)]).toEqual([0, ['HB-9', 'HB-10', 'HB-2']])
  })

  it('test_revision_loop: the feedback is forwarded word for word, and the next draft is approved', async () => {
    const project = harbour(makeProject(), stack, { each, does: { 'HB-2': ['tide', 'tideAskingMore'] } })
    const first = await run(project, '--only', 'HB-2')
    const words = 'Ask how much less:\n  `depth(less)` — 0 by default; 潮 stays {tide}\n\n# and that is all'
    await answer(project, first.view, 'revise', words)
    const second = await resume(project)
    expect([second.code, callsIn(project)]).toEqual([3, ['HB-2', 'HB-2']])
    expect(briefOf(project, 'HB-2', 2)).toContain(`\n${words}\n`)
    await answer(project, second.view, 'approve')
    expect((await resume(project)).code).toBe(0)
    expect(stateOf(project)).toMatchObject({
      human_decisions: [
        { task_id: 'HB-2', type: 'revise', feedback: words },
        { task_id: 'HB-2', type: 'approve', feedback: '' },
      ],
      drafts: { 'HB-2': { attempt: 2 } },
    })
    const { harbour: source } = stack.sources
    expect(project.read(source)).toBe(stack.works.tideAskingMore[source])
  })

  it('test_max_revisions_escalates: after three revisions the run pauses, and calls nobody', async () => {
    const project = harbour(makeProject(), stack, { each })
    let ended = await run(project, '--only', 'HB-2')
    for (const again of ['once', 'twice', 'three times']) {
      await answer(project, ended.view, 'revise', again)
      ended = await resume(project)
    }
    expect([ended.code, ended.view.waiting.map(({ kind }) => kind), callsIn(project)]).toEqual([
      3,
      ['exhausted'],
      ['HB-2', 'HB-2', 'HB-2', 'HB-2'],
    ])
    expect(stateOf(project)).toMatchObject({
      blocked_reason: '3 revisions were made; decide; review HB-2',
      current_task_id: 'HB-2',
    })
    expect(statusesIn(project)['HB-2']).toBe('pending')
  })

  it('test_reject_returns_to_decompose: the task has failed, and the phase is DECOMPOSE', async () => {
    const project = harbour(makeProject(), stack, { each })
    const before = project.read(plan)
    const { view } = await run(project)
    await answer(project, view, 'reject', 'two tasks in one')
    expect(stateOf(project)).toMatchObject({
      phase: 'decompose',
      human_decisions: [{ task_id: 'HB-2', type: 'reject', feedback: 'two tasks in one' }],
    })
    expect(statusesIn(project)).toEqual({ 'HB-2': 'failed', 'HB-9': 'pending', 'HB-10': 'pending' })
    expect(around(project.read(plan))).toBe(around(before))
    const { harbour: source } = stack.sources
    expect(project.read(source)).toBe(stack.files[source])
  })

  test.skipIf(stack.missing !== null || !hasTerminals)(
    'test_pause_serializes_and_exits: at the terminal, with words',
    async () => {
      const project = harbour(makeProject(), stack, { each })
      const before = project.read(plan)
      const running = inTerminal(project, 'run', plan, '--yes', '--exec', project.exec)
      await says(running, 'empty leaves it open')
      running.child.stdin?.write('pause ask the harbour master\n')
      expect((await running.ended).out).toMatch(/\nexit 3\n$/)
      expect(stateOf(project)).toMatchObject({
        phase: 'verify',
        current_task_id: 'HB-2',
        blocked_reason: 'ask the harbour master',
        drafts: { 'HB-2': { attempt: 1 } },
        human_decisions: [{ task_id: 'HB-2', type: 'pause', feedback: 'ask the harbour master' }],
      })
      expect(around(project.read(plan))).toBe(around(before))
      expect((await project.view('status', plan)).view.waiting.map(({ kind }) => kind)).toEqual(['draft'])
    },
  )

  it('test_resume_from_saved_state: paused by one process, approved by another, and gone on with by a third', async () => {
    const project = harbour(makeProject(), stack, { each })
    const first = await run(project)
    await answer(project, first.view, 'pause', 'later')
    expect(stateOf(project)).toMatchObject({ blocked_reason: 'later' })
    await answer(project, first.view, 'approve')
    expect(statusesIn(project)['HB-2']).toBe('pending')
    const third = await resume(project)
    expect([third.code, callsIn(project)]).toEqual([3, ['HB-2', 'HB-9']])
    expect(stateOf(project)).toMatchObject({ current_task_id: 'HB-9', blocked_reason: 'review HB-9' })
    expect(statusesIn(project)).toEqual({ 'HB-2': 'done', 'HB-9': 'pending', 'HB-10': 'pending' })
  })

  it('test_resume_from_saved_state: where nothing but the file is left, as in a clone', async () => {
    const project = harbour(makeProject(), stack, { each })
    expect((await run(project, '--mode', 'silent', '--only', 'HB-2')).code).toBe(0)
    rmSync(path.join(project.root, '.git', 'millwright'), { recursive: true })
    const { code } = await run(project, '--mode', 'silent')
    expect([code, callsIn(project)]).toEqual([0, ['HB-2', 'HB-9', 'HB-10']])
    expect(stateOf(project).phase).toBe('integrate')
  })
})
