/** Gates of real compilers and test programs: how red ones go back, and who decides in the end (seed 003 §8, test_verify). */

import { describe, expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'
import { answer, briefOf, callsIn, harbour, plan, resume, run, stateOf, statusesIn } from './harbour.ts'
import { stacks } from './stacks/all.ts'

const makeProject = projectsOfTests()
const silent = ['--mode', 'silent'] as const
const only = [...silent, '--only', 'HB-2'] as const

/** Gates of drafts in the order in which they were started; built-in ones are none. */
async function gatesRun(project: Project): Promise<readonly string[]> {
  interface Body {
    readonly type: string
    readonly effect?: { readonly is: string; readonly gate?: string; readonly purpose?: string }
  }
  const events = JSON.parse((await project.run('log', plan, '--json')).out) as { readonly body: Body }[]
  return events.flatMap(({ body: { type, effect } }) =>
    type === 'effect-requested' && effect?.is === 'run-gate' && effect.purpose === 'draft' ? [effect.gate ?? ''] : [],
  )
}

describe.each(stacks)('$name', (stack) => {
  const it = test.skipIf(stack.missing !== null)
  const build = stack.gates.build === undefined ? [] : ['build']

  it('test_mock_gate_all_pass, test_gate_assignment_by_layer: real ones, by layer, type and language', async () => {
    const project = harbour(makeProject(), stack)
    const { code, view } = await run(project, ...silent)
    expect([code, view.tasks.map(({ id, proof }) => [id, proof])]).toEqual([
      0,
      ['HB-10', 'HB-2', 'HB-9'].map((id) => [id, 'verified']),
    ])
    const results = stateOf(project).gate_results
    // A core task, a workflow task and an integration task.
    expect(['HB-2', 'HB-9', 'HB-10'].map((id) => results[id]?.map(({ gate }) => gate).sort())).toEqual([
      ['files', ...build, 'unit', 'lint', 'contract'].sort(),
      ['files', ...build, 'unit', 'lint'].sort(),
      ['files', ...build, 'report', 'unit'].sort(),
    ])
    expect(new Set(Object.values(results).flatMap((all) => all.map(({ result }) => result)))).toEqual(
      new Set(['passed']),
    )
    expect(results['HB-2']).toContainEqual(
      expect.objectContaining({ gate: 'unit', argv: stack.gates.unit, exit_code: 0, recorded_by: 'millwright' }),
    )
  })

  it('test_mock_gate_failure_triggers_retry: what was red is told and run again first, and all of them on the last draft', async () => {
    const project = harbour(makeProject(), stack, { does: { 'HB-2': ['tideBroken', 'tideOff', 'tide'] } })
    const { code, view } = await run(project, ...only)
    expect([code, view.tasks.find(({ id }) => id === 'HB-2')]).toMatchObject([
      0,
      { state: 'done', proof: 'verified', attempts: 3 },
    ])
    const [first = '', second = '', third = ''] = [1, 2, 3].map((attempt) => briefOf(project, 'HB-2', attempt))
    expect(first).not.toContain('What went wrong before')
    expect(second).toContain(stack.says.tideBroken)
    expect(second).toMatch(new RegExp(`${stack.sources.harbour}:\\d+:\\d+: it no longer parses`))
    expect(third).toContain(stack.says.tideOff)
    const all = [...build, 'unit', 'lint', 'contract']
    const ran = (await gatesRun(project)).slice(-all.length)
    // What builds comes before it: what was built of the draft before is not what it is to look at.
    expect(ran).toEqual(all)
    expect(stateOf(project).gate_results['HB-2']?.map(({ gate, result }) => [gate, result])).toEqual(
      expect.arrayContaining(all.map((gate) => [gate, 'passed'])),
    )
  })

  it('test_gate_retry_then_pass: a contract, a linter and a number were red', async () => {
    const project = harbour(makeProject(), stack, {
      does: { 'HB-2': ['tideAskingMore', 'tideUntidy', 'tide'], 'HB-10': ['reportOff', 'report'] },
    })
    const { code } = await run(project, ...silent)
    expect([code, callsIn(project)]).toEqual([0, ['HB-2', 'HB-2', 'HB-2', 'HB-9', 'HB-10', 'HB-10']])
    expect(briefOf(project, 'HB-2', 2)).toContain(stack.says.tideAskingMore)
    expect(briefOf(project, 'HB-2', 3)).toContain(stack.says.tideUntidy)
    expect(briefOf(project, 'HB-10', 2)).toContain('highest is 8.75, expected 8.5 ± 0.01')
    expect(stateOf(project).phase).toBe('integrate')
  })

  describe('test_gate_retry_exhausted_escalates: after two retries a person is asked, and', () => {
    /** Three drafts whose unit test is red. */
    async function asked(then: 'tide' | 'tideOff' = 'tideOff') {
      const does = { 'HB-2': ['tideOff', 'tideOff', 'tideOff', then] } as const
      const project = harbour(makeProject(), stack, { each: { gates: ['unit'] }, does })
      const { code, view } = await run(project, ...only)
      expect([code, view.waiting.map(({ kind }) => kind), callsIn(project).length]).toEqual([3, ['exhausted'], 3])
      expect(stateOf(project)).toMatchObject({
        current_task_id: 'HB-2',
        blocked_reason: expect.stringMatching(/^3 attempts failed; the last one: /) as string,
      })
      return { project, view }
    }

    it('lets it pass: that and the red gate are shown for ever after', async () => {
      const { project, view } = await asked()
      await answer(project, view, 'override', 'the gauge is off')
      const ended = await resume(project)
      const task = ended.view.tasks.find(({ id }) => id === 'HB-2')
      expect([ended.code, task]).toMatchObject([0, { state: 'done', proof: 'overridden' }])
      expect(statusesIn(project)['HB-2']).toBe('done')
      const { gate_results: results, human_decisions: decisions } = stateOf(project)
      expect(results['HB-2']?.filter(({ gate }) => gate === 'unit')).toMatchObject([{ result: 'failed' }])
      expect(decisions).toMatchObject([{ task_id: 'HB-2', type: 'override', feedback: 'the gauge is off' }])
      expect((await project.run('status', plan)).out).toMatch(/HB-2 overridden by .+: the gauge is off$/m)
      expect(
        project.git('log', '-1', '--format=%(trailers:key=Millwright-Overridden,valueonly)', '--grep', 'HB-2'),
      ).toMatch(/^[a-z, ]+\n*$/)
    })

    it('sends it back: the next draft passes', async () => {
      const { project, view } = await asked('tide')
      await answer(project, view, 'revise', 'high water is at hour 0')
      const ended = await resume(project)
      const task = ended.view.tasks.find(({ id }) => id === 'HB-2')
      expect([ended.code, task]).toMatchObject([0, { state: 'done', proof: 'verified' }])
      expect(briefOf(project, 'HB-2', 4)).toContain('high water is at hour 0')
      expect(briefOf(project, 'HB-2', 4)).toContain(stack.says.tideOff)
    })

    it('pauses: the question stays, with their words', async () => {
      const { project, view } = await asked()
      await answer(project, view, 'pause', 'wait for the gauge')
      const ended = await resume(project)
      expect([ended.code, ended.view.waiting.map(({ kind }) => kind), callsIn(project).length]).toEqual([
        3,
        ['exhausted'],
        3,
      ])
      expect(stateOf(project).blocked_reason).toBe('wait for the gauge')
      expect(statusesIn(project)['HB-2']).toBe('pending')
    })
  })
})
