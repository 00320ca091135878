import { describe, expect, test } from 'vitest'
import { limits } from '../../../src/dialects/limits.ts'
import { check } from '../../../src/plan/check.ts'
import * as ofRules from '../../../src/plan/rules/limits.ts'
import { draftOf } from './plan-text.ts'

const facts = { paths: new Map(), protectedPaths: [] }
const plan = (lines: string): string => `## Phase 06: Implementation\n- [ ] T001 a\n${lines}`
const list = (count: number, nameOf: (number: number) => string): string =>
  Array.from({ length: count }, (_, at) => nameOf(at)).join(',')
const said = (text: string): readonly string[] =>
  check(draftOf(text), facts).flatMap(({ code, message }) => (code === 'MW008' ? [message] : []))

describe('a list of a task', () => {
  const rows = [
    [
      'files',
      limits.filesOfTask,
      (at: number) => `f${at} (CREATE)`,
      'T001 declares at least 1001 files, the limit is 1000',
    ],
    ['tests', limits.testsOfTask, (at: number) => `t${at}.sh`, 'T001 proposes at least 1001 checks, the limit is 1000'],
    ['blocked_by', limits.blockersOfTask, () => 'T001', 'T001 names at least 1001 blockers, the limit is 1000'],
    ['blocks', limits.blockersOfTask, () => 'T001', 'T001 blocks at least 1001 tasks, the limit is 1000'],
    ['traces', limits.tracesOfTask, (at: number) => `FR-${at}`, 'T001 traces at least 10001 names, the limit is 10000'],
  ] as const

  test.each(rows)('%s may be as long as its limit', (key, limit, nameOf) => {
    expect(said(plan(`  ${key}: ${list(limit, nameOf)}\n`)).filter((it) => it.includes('T001'))).toEqual([])
  })

  test.each(rows)('%s over its limit is read no further, over several lines too', (key, limit, nameOf, expected) => {
    const half = list(limit / 2 + 1, nameOf)
    const text = plan(`  ${key}: ${half}\n  ${key}: ${key === 'traces' ? list(limit, (at) => `NF-${at}`) : half}\n`)
    expect(said(text)).toContain(expected)
    const [task] = draftOf(text).tasks
    for (const it of [task?.files, task?.tests, task?.blockedBy, task?.blocks, task?.traces])
      expect(it?.length).toBeLessThanOrEqual(limit + 1)
  })
})

test('the readers stop where the rules say that a limit is exceeded', () => {
  expect([limits.filesOfTask, limits.testsOfTask, limits.blockersOfTask, limits.tracesOfTask, limits.tasks]).toEqual([
    ofRules.maxFiles,
    ofRules.maxTests,
    ofRules.maxBlockers,
    ofRules.maxTraces,
    ofRules.maxTasks,
  ])
})

test('of one code 1,000 findings are kept, and all of them are counted', () => {
  const tasks = Array.from({ length: 1500 }, (_, at) => `- [ ] T${1000 + at} a\n  files: a${at}.ts\n`).join('')
  const draft = draftOf(`## Phase 06: Implementation\n${tasks}- [~] T009 b\n`)
  expect(draft.diagnostics.filter(({ code }) => code === 'MW133')).toHaveLength(1000)
  expect(draft.diagnostics.filter(({ code }) => code === 'MW102')).toHaveLength(1)
  const shown = check(draft, facts)
  expect(shown.find(({ code }) => code === 'MW009')?.message).toBe('1301 more diagnostics in this file are not shown')
})

test('ranges of blockers have a limit together: where each task names all before it, the plan says so and ends', () => {
  const tasks = Array.from({ length: 3000 }, (_, at) => `- [ ] T${10001 + at} a\n  blocked_by: T10000-T${10000 + at}\n`)
  const draft = draftOf(`## Phase 06: Implementation\n- [ ] T10000 a\n${tasks.join('')}`)
  expect(draft.diagnostics.filter(({ code }) => code === 'MW008').map(({ message }) => message)).toEqual([
    'what the ranges of this plan stand for is over the limit of 200000 (the rest is not read)',
  ])
  expect(draft.tasks.flatMap(({ blockedBy }) => blockedBy).length).toBeLessThan(210_000)
})

describe('ranges of traces', () => {
  test.each([
    ['of 1,000 names are written out', 'FR-0001..FR-1000', 1000],
    ['of 1,001 names are not', 'FR-0001..FR-1001', 1],
  ])('%s', (_name, traces, count) => {
    expect(draftOf(plan(`  traces: ${traces}\n`)).tasks[0]?.traces).toHaveLength(count)
  })

  test('of many tasks have a limit together: it is said once, and the others stay as written', () => {
    const each = 1000
    const count = limits.tracesOfRanges / each + 3
    const tasks = Array.from({ length: count }, (_, at) => `- [ ] T${1000 + at} a\n  traces: F-1..F-${each}\n`).join('')
    const draft = draftOf(`## Phase 06: Implementation\n${tasks}`)
    expect(draft.tasks.slice(-3).map(({ traces }) => traces.length)).toEqual([each, 1, 1])
    expect(draft.tasks.at(-1)?.traces).toEqual(['F-1..F-1000'])
    const found = draft.diagnostics.filter(({ code }) => code === 'MW008')
    expect(found.map(({ message }) => message)).toEqual([
      'what the ranges of traces in this plan stand for is over the limit of 500000 (the rest is left as written)',
    ])
  })
})
