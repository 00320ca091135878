/** What a failure means to the other SPECLets, by the seed's own example (seed 004 §2.0b, 6 and 7). */

import { describe, expect, test } from 'vitest'
import { failureQuestion } from '../../../src/run/speclets/options.ts'
import { failureScenario } from '../../../src/run/speclets/scenario.ts'
import { validateStage } from '../../../src/run/speclets/validate-stage.ts'
import { stagesPlan } from '../../rig/stages-spec.ts'

const whole = { inPart: new Set<string>() }

const speclets = stagesPlan().spec?.speclets ?? []

describe('the three scenarios', () => {
  test.each([
    {
      name: 'A: what all others depend on fails',
      failed: { speclet: 'platform_foundation', critical: true, over: [] },
      expected: {
        scenario: 'A',
        blocked: ['discovery_stage', 'define_stage', 'ideate_stage', 'test_stage'],
        independent: [],
      },
    },
    {
      name: 'B: one of two side by side fails, the other one is done',
      failed: { speclet: 'discovery_stage', critical: true, over: ['platform_foundation', 'define_stage'] },
      expected: { scenario: 'B', blocked: ['test_stage'], independent: ['ideate_stage'] },
    },
    {
      name: 'B: the other branch is still at work',
      failed: { speclet: 'define_stage', critical: true, over: ['platform_foundation'] },
      expected: { scenario: 'B', blocked: ['ideate_stage', 'test_stage'], independent: ['discovery_stage'] },
    },
    {
      name: 'A: the last one fails, and nothing waits for it',
      failed: {
        speclet: 'test_stage',
        critical: true,
        over: ['platform_foundation', 'discovery_stage', 'define_stage', 'ideate_stage'],
      },
      expected: { scenario: 'A', blocked: [], independent: [] },
    },
    {
      name: 'C: what fails is not critical',
      failed: { speclet: 'discovery_stage', critical: false, over: ['platform_foundation'] },
      expected: { scenario: 'C', blocked: [], independent: ['define_stage', 'ideate_stage', 'test_stage'] },
    },
  ])('$name', ({ failed: { over, ...failed }, expected }) => {
    const step = '1.1'
    expect(failureScenario(speclets, { ...failed, step, over: new Set(over), failed: new Set() })).toEqual({
      ...expected,
      speclet: failed.speclet,
      step,
    })
  })

  test('B: another one that has failed is not independent, nor is what needs that one', () => {
    const of = { speclet: 'discovery_stage', critical: true, step: '2.1', over: new Set(['platform_foundation']) }
    const both = new Set(['discovery_stage', 'define_stage'])
    expect(failureScenario(speclets, { ...of, failed: both })).toMatchObject({
      blocked: ['test_stage'],
      independent: [],
    })
  })

  test('A: one that may not run side by side stands alone, whatever its stage has', () => {
    const alone = speclets.map((it) => (it.id === 'discovery_stage' ? { ...it, parallelAllowed: false } : it))
    const of = {
      speclet: 'discovery_stage',
      critical: true,
      step: '2.1',
      over: new Set<string>(),
      failed: new Set<string>(),
    }
    expect([failureScenario(alone, of).scenario, failureScenario(speclets, of).scenario]).toEqual(['A', 'B'])
  })

  test('the question names what is blocked, and offers to skip it only where something is', () => {
    const failure = { scenario: 'B', speclet: 'discovery_stage', step: '2.1' } as const
    expect(failureQuestion({ ...failure, blocked: ['test_stage'], independent: ['ideate_stage'] })).toEqual({
      answers: ['retry', 'skip-blocked', 'halt'],
      lines: [
        'SPECLet discovery_stage has failed; blocked by it: test_stage',
        'independent of it: ideate_stage',
        '[A] Fix discovery_stage and retry',
        '[B] Skip blocked SPECLets and continue with independent ones',
        '[C] Halt execution entirely',
      ],
    })
    expect(failureQuestion({ ...failure, blocked: [], independent: [] }).answers).toEqual(['retry', 'halt'])
  })
})

describe('after a stage', () => {
  test('all of it has an end, and the percentage is that of its stages', () => {
    const statuses: Record<string, 'completed' | 'failed'> = { discovery_stage: 'failed', define_stage: 'completed' }
    expect(validateStage(speclets, 2, { ...whole, statusOf: (id) => statuses[id] ?? 'completed' })).toEqual({
      stage: 2,
      speclets: statuses,
      all_terminal: true,
      in_progress: [],
      graph_valid: true,
      graph_problems: [],
      progress_percentage: 50,
    })
  })

  test('what is still at work, and what is left blocked, is told', () => {
    const found = validateStage(speclets, 2, {
      ...whole,
      statusOf: (id) => (id === 'discovery_stage' ? 'in_progress' : 'blocked'),
    })
    expect(found).toMatchObject({ all_terminal: false, in_progress: ['discovery_stage'] })
  })

  test('a graph that an edit has broken for the stages left is not valid', () => {
    const edited = [
      { id: 'a', dependsOn: [], stage: 1 },
      { id: 'b', dependsOn: ['gone'], stage: 2 },
      { id: 'c', dependsOn: ['d'], stage: 0 },
      { id: 'd', dependsOn: ['e'], stage: 2 },
      { id: 'e', dependsOn: [], stage: 3 },
    ]
    expect(validateStage(edited, 1, { ...whole, statusOf: () => 'completed' })).toMatchObject({
      graph_valid: false,
      graph_problems: [
        'SPECLet b depends on gone, which there is not',
        'SPECLet c waits for itself',
        'SPECLet d depends on e, which is in no stage before it',
      ],
    })
  })
})
