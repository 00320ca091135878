/** SPECLets in stages: the seed's own example, chains, rings, and what tasks wait for (seed 004 §1.8a). */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stagesOf } from '../../../src/dialects/spec/stages.ts'
import { executionPlan, preflightOf } from '../../../src/reports/spec/preflight.ts'
import { readFiles, specletsToml } from './reading.ts'

type Dependencies = Readonly<Record<string, readonly string[]>>
const speclets = (dependencies: Dependencies): Parameters<typeof stagesOf>[0] =>
  Object.entries(dependencies).map(([id, names]) => ({
    id,
    dependsOn: names.map((text) => ({ text, span: { path: '', offset: 0, length: 0 } })),
  }))
const stages = (dependencies: Dependencies, isOneOfSeveral = false): object =>
  Object.fromEntries(stagesOf(speclets(dependencies), { isOneOfSeveral }))

/** The example of the seed. */
const harbour = {
  platform_foundation: [],
  discovery_stage: ['platform_foundation'],
  define_stage: ['platform_foundation'],
  ideate_stage: ['define_stage'],
  test_stage: ['ideate_stage', 'discovery_stage'],
}

test.each<[string, Dependencies, Readonly<Record<string, number>>]>([
  ['none', {}, {}],
  ['alone', { a: [], b: [] }, { a: 1, b: 1 }],
  ['a chain told backwards', { c: ['b'], b: ['a'], a: [] }, { a: 1, b: 2, c: 3 }],
  ['the longest way counts', { a: [], b: ['a'], c: ['a', 'b'] }, { a: 1, b: 2, c: 3 }],
  ['the same twice', { a: [], b: ['a', 'a'] }, { a: 1, b: 2 }],
  ['one that is not there', { a: [], b: ['x'], c: ['b', 'a'], d: ['a', 'x'] }, { a: 1, b: 0, c: 0, d: 0 }],
  ['itself', { a: ['a'], b: [] }, { a: 0, b: 1 }],
  [
    'a ring, and what waits for it',
    { a: ['b'], b: ['a'], c: ['a'], d: ['c'], e: [] },
    { a: 0, b: 0, c: 0, d: 0, e: 1 },
  ],
  ['names of objects', { constructor: [], toString: ['constructor'] }, { constructor: 1, toString: 2 }],
])('%s', (_, dependencies, expected) => {
  expect(stages(dependencies)).toEqual(expected)
})

test('one that is a document of its own holds nothing up', () => {
  expect(stages({ a: ['x'], b: ['a', 'x'] }, true)).toEqual({ a: 1, b: 2 })
})

test('any graph: a stage above 0 lies behind those of all that it waits for, and nothing in a ring has one', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f').map(String)
  fc.assert(
    fc.property(fc.dictionary(name, fc.array(name, { maxLength: 3 })), (dependencies) => {
      const found = stagesOf(speclets(dependencies), { isOneOfSeveral: true })
      for (const [id, names] of Object.entries(dependencies)) {
        const own = found.get(id)
        const known = names.flatMap((it) => found.get(it) ?? [])
        const highest = Math.max(0, ...known)
        expect(own).toBe(known.includes(0) || names.includes(id) ? 0 : own === 0 ? 0 : highest + 1)
        if (own !== undefined && own > 0) expect(own).toBe(highest + 1)
      }
      // Without rings every one has a stage: names only refer to letters before their own.
      const acyclic = Object.fromEntries(
        Object.entries(dependencies).map(([id, names]) => [id, names.filter((it) => it < id)]),
      )
      expect([...stagesOf(speclets(acyclic), { isOneOfSeveral: true }).values()]).not.toContain(0)
    }),
  )
})

describe('the example of the seed', () => {
  test('has its execution plan', () => {
    const { spec } = readFiles({ toml: specletsToml(harbour) })
    expect(executionPlan(spec.speclets)).toEqual({
      stage_1: {
        speclets: ['platform_foundation'],
        parallel: false,
        description: 'Initial stage - no dependencies',
      },
      stage_2: {
        speclets: ['discovery_stage', 'define_stage'],
        parallel: true,
        description: 'Depends on platform_foundation',
      },
      stage_3: { speclets: ['ideate_stage'], parallel: false, description: 'Depends on define_stage' },
      stage_4: {
        speclets: ['test_stage'],
        parallel: false,
        description: 'Depends on ideate_stage, discovery_stage',
      },
    })
  })

  test('with a sixth one its validation', () => {
    const toml = specletsToml({ ...harbour, report_stage: ['ideate_stage'] }, { alone: ['report_stage'] })
    const { spec, tasks, found } = readFiles({ md: '## Goal\n\nPrint the tide book.\n', toml })
    expect(preflightOf({ spec, tasks, diagnostics: found }).speclet_validation).toEqual({
      speclets_defined: 6,
      dependency_graph_valid: true,
      circular_dependencies_detected: false,
      task_assignment_valid: true,
      execution_stages: 4,
      parallel_opportunities: 1,
      validation_status: 'PASS',
    })
  })

  test('says that a task is in two of them, also where the configuration takes that for a warning', () => {
    const toml = specletsToml({ a: [], b: ['a'] }).replace('tasks = [2]', 'tasks = [1, 2]')
    const { spec, tasks, found } = readFiles({ md: '## Goal\n\nPrint the tide book.\n', toml })
    const lowered = found.map((it) => (it.code === 'MW511' ? { ...it, severity: 'warning' as const } : it))
    expect(lowered.map(({ code, severity }) => `${severity} ${code}`)).toContain('warning MW511')
    expect(preflightOf({ spec, tasks, diagnostics: lowered })).toMatchObject({
      speclet_validation: { task_assignment_valid: false, validation_status: 'FAIL' },
      status: 'ready_for_execution',
    })
  })

  test('with a name that there is not it fails, and shows no stage of what waits for it', () => {
    const toml = specletsToml({ ...harbour, define_stage: ['platfrom'] })
    const { spec, tasks, found, said } = readFiles({ md: '## Goal\n\nPrint the tide book.\n', toml })
    const { speclet_validation, speclet_execution_plan, status } = preflightOf({ spec, tasks, diagnostics: found })
    expect(said('MW510')).toHaveLength(1)
    expect(Object.values(speclet_execution_plan ?? {}).map((it) => it.speclets)).toEqual([
      ['platform_foundation'],
      ['discovery_stage'],
    ])
    expect([speclet_validation, status]).toMatchObject([
      { dependency_graph_valid: false, circular_dependencies_detected: false, validation_status: 'FAIL' },
      'halted',
    ])
  })

  test('turned into the ring that it forbids it fails, and leaves nothing to run', () => {
    const ring = {
      platform_foundation: ['test_stage'],
      discovery_stage: ['platform_foundation'],
      test_stage: ['discovery_stage'],
    }
    const { spec, tasks, found, said } = readFiles({
      md: '## Goal\n\nPrint the tide book.\n',
      toml: specletsToml(ring),
    })
    const { speclet_validation, speclet_execution_plan, status } = preflightOf({ spec, tasks, diagnostics: found })
    expect(speclet_validation).toMatchObject({
      speclets_defined: 3,
      dependency_graph_valid: false,
      circular_dependencies_detected: true,
      task_assignment_valid: true,
      execution_stages: 0,
      validation_status: 'FAIL',
    })
    expect([speclet_execution_plan, status]).toEqual([{}, 'halted'])
    expect(said('MW510')).toEqual([
      expect.stringMatching(/ error MW510 SPECLet cycle \S+ -> \S+ -> \S+ -> \S+; nothing was started$/),
    ])
    expect(said('MW113')).toEqual([])
  })
})

describe('what tasks wait for', () => {
  const edges = (toml: string): readonly string[] =>
    readFiles({ toml })
      .plan()
      .edges.map(({ from, to, needs, basis }) => `${from} ${needs} ${to} ${basis}`)
      .sort()

  test('for what their SPECLet needs, done; for the stage before, over', () => {
    expect(edges(specletsToml({ a: [], b: [], c: ['a'] }))).toEqual(['1 done 3 explicit', '2 settled 3 phase'])
  })

  test('for one that may not run beside them', () => {
    expect(edges(specletsToml({ a: [], b: [], c: [] }, { alone: ['b'] }))).toEqual([
      '1 settled 2 order',
      '2 settled 3 order',
    ])
  })

  test('for the one before in their SPECLet, over: whether its failure halts them is asked before their steps', () => {
    const toml = `[[speclets]]
id = "a"
tasks = [3, 1, 2]
[[speclets]]
id = "b"
depends_on = ["a"]
tasks = [4]
[[tasks]]
id = 1
[[tasks]]
id = 2
[[tasks]]
id = 3
[[tasks]]
id = 4
`
    expect(edges(toml)).toEqual([
      '1 done 4 explicit',
      '1 settled 2 order',
      '2 done 4 explicit',
      '2 settled 3 order',
      '3 done 4 explicit',
    ])
  })
})
