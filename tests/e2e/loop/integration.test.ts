/** Integration tests of layers, from the state's own list (seed 003 §4 and §8, test_integration). */

import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'
import { answer, briefOf, callsIn, harbour, resume, run, stateOf, statusesIn, type Doings } from './harbour.ts'
import { stacks } from './stacks/all.ts'
import type { Stack } from './stacks/stack.ts'

const makeProject = projectsOfTests()
const silent = ['--mode', 'silent'] as const

/** Notes its name among the calls of the specialist, and becomes the command behind it. */
const noted = 'printf "%s " "$2" >> "$1"\nshift 2\nexec "$@"\n'

/** A harbour with a test of each of its two layers. */
function tested(stack: Stack, does: Doings = {}): Project {
  const project = makeProject()
  project.write('noted.sh', noted)
  const command = (name: string, argv: readonly string[]): readonly string[] => [
    'sh',
    'noted.sh',
    path.join(project.top, 'meeting', 'calls'),
    name,
    ...argv,
  ]
  return harbour(project, stack, {
    each: { gates: ['unit'] },
    does,
    integrationTests: [
      {
        id: 'year',
        description: 'The highest water of the year, by the tables of the harbour office',
        layer: 'workflow',
        tasks_covered: ['HB-9'],
        command: command('year', stack.year),
        reference: { highest: { value: 8.5, atol: 0.01, rtol: 0 } },
      },
      { id: 'low', layer: 'core', command: command('low', stack.report), reference: { highest: 8.5 } },
    ],
  })
}

describe.each(stacks)('$name', (stack) => {
  const it = test.skipIf(stack.missing !== null)

  it('test_milestone_detection, test_integration_pass_advances_phase: once a layer is done its tests run', async () => {
    const project = tested(stack)
    const first = await run(project, ...silent, '--only', 'HB-2', 'HB-9')
    expect([first.code, callsIn(project)]).toEqual([0, expect.arrayContaining(['HB-2', 'low', 'HB-9'])])
    // A task of its layer is open.
    expect(callsIn(project)).not.toContain('year')
    expect(callsIn(project).indexOf('low')).toBeGreaterThan(callsIn(project).indexOf('HB-2'))
    expect(stateOf(project).phase).toBe('execute')
    const second = await run(project, ...silent)
    expect([second.code, callsIn(project).slice(3)]).toEqual([0, ['HB-10', 'year']])
    expect(stateOf(project)).toMatchObject({
      phase: 'integrate',
      integration_results: [
        { test: 'low', layer: 'core', round: 1, result: 'passed', suspected: null },
        { test: 'year', layer: 'workflow', round: 1, result: 'passed', suspected: null },
      ],
    })
  })

  it('test_integration_fail_loops_to_decompose: a task that finds out why stands in the plan, and mends it', async () => {
    const project = tested(stack, { 'HB-9': ['dayFromOne'], 'HB-11': ['day'] })
    expect((await run(project, ...silent, '--only', 'HB-2', 'HB-9')).code).toBe(0)
    await answer(project, (await run(project)).view, 'approve')
    const red = await resume(project)
    expect([red.code, stateOf(project)]).toMatchObject([
      3,
      {
        phase: 'decompose',
        current_task_id: 'HB-11',
        integration_results: [
          { test: 'low', result: 'passed' },
          { test: 'year', result: 'failed', suspected: 'HB-10' },
        ],
      },
    ])
    const off = 'highest is 8.25, expected 8.5 ± 0.01'
    expect(stateOf(project).tasks.at(-1)).toMatchObject({
      id: 'HB-11',
      title: 'Find out why the integration tests of the layer workflow are red, and mend it: year',
      description: expect.stringContaining(off) as string,
      layer: 'workflow',
      type: 'fix',
      acceptance_criteria: ['integration test year passes'],
      status: 'pending',
    })
    expect(briefOf(project, 'HB-11', 1)).toContain(off)
    await answer(project, red.view, 'approve')
    const ended = await resume(project)
    expect([ended.code, callsIn(project).slice(3)]).toEqual([0, ['HB-10', 'year', 'HB-11', 'year']])
    expect(stateOf(project)).toMatchObject({
      phase: 'integrate',
      integration_results: [{}, { round: 1, result: 'failed' }, { test: 'year', round: 2, result: 'passed' }],
    })
    expect(statusesIn(project)['HB-11']).toBe('done')
  })

  it('test_integration_max_retries_pauses: after two such tasks a person is asked, and decides', async () => {
    const project = tested(stack, { 'HB-9': ['dayFromOne'] })
    const { code, view } = await run(project, ...silent)
    expect([code, view.waiting.map(({ kind }) => kind)]).toEqual([3, ['milestone']])
    expect(callsIn(project).filter((it) => it !== 'low')).toEqual([
      'HB-2',
      'HB-9',
      'HB-10',
      'year',
      'HB-11',
      'year',
      'HB-12',
      'year',
    ])
    expect(stateOf(project)).toMatchObject({
      phase: 'verify',
      blocked_reason: expect.stringMatching(
        /^Integration tests of the layer workflow are red after 2 diagnoses: year/,
      ) as string,
    })
    await answer(project, view, 'override', 'the tables are of another harbour')
    expect((await resume(project)).code).toBe(0)
    expect(stateOf(project)).toMatchObject({
      phase: 'integrate',
      blocked_reason: null,
      integration_results: [
        { test: 'low' },
        ...[1, 2].map((round) => ({ test: 'year', round, result: 'failed' })),
        { test: 'year', round: 3, result: 'overridden' },
      ],
      human_decisions: [{ type: 'override', feedback: 'the tables are of another harbour' }],
    })
  })
})
