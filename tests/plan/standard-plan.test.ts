import { describe, expect, test } from 'vitest'
import type { Edge } from '../../src/plan/model.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import { standardPlan, type HandedOut, type Standing } from '../../src/plan/standard-plan.ts'
import { standingOf } from '../../src/run/reread-phases.ts'
import { newState } from '../../src/run/new-state.ts'
import { edge, task } from '../rig/plan-builder.ts'
import { draft, draftTask, mark } from '../rig/draft-builder.ts'

const hash = (text: string): string => text

function phaseOf(state: 'todo' | 'done', words = 'no cache') {
  const told = [
    { text: 'acceptance:', state: null },
    { text: `- ${words}`, state },
  ]
  const task = draftTask('T1', { checklist: [{ text: words, mark: mark(state) }], told })
  const plan = makePlan(draft([task]), { implementation: () => true, hash })
  return standardPlan(plan, new Set(['T1']), standingOf(newState(), [], plan), hash).plan.tasks.find(
    ({ covers }) => covers !== undefined,
  )
}

test('what is ticked off below a task is told of its phase, and rewords nothing', () => {
  expect(phaseOf('todo')?.description).toMatch(/acceptance:\n- no cache$/)
  expect(phaseOf('done')?.description).toMatch(/acceptance:\n- no cache \(done\)$/)
  expect(phaseOf('done')?.textHash).toBe(phaseOf('todo')?.textHash)
  expect(phaseOf('todo', 'no copy')?.textHash).not.toBe(phaseOf('todo')?.textHash)
})

describe('in a run that goes on', () => {
  const groups = ['05', '06'].map((key) => ({ key, number: key, title: key, implementation: true }))
  const tasks = [
    task('T1', { group: '05' }),
    task('T2', { group: '06' }),
    task('T3', { group: '06' }),
    task('T4', { group: '06', mark: 'blocked' }),
  ]
  const nothing: Standing = {
    marks: new Map(),
    phases: [],
    begun: new Set(),
    waiting: new Set(),
    chosen: new Set(),
    gone: [],
  }

  function handedOut(standing: Partial<Standing>, chosen: readonly string[], edges: readonly Edge[] = []) {
    const plan = { dialect: 'test', title: 'test', groups, tasks, edges }
    const read = standardPlan(plan, new Set(chosen), { ...nothing, ...standing }, hash)
    return {
      phases: Object.fromEntries(read.plan.tasks.flatMap((it) => (it.covers ? [[it.key, it.covers.join(' ')]] : []))),
      edges: read.plan.edges.filter(({ basis }) => basis === 'phase').map((it) => `${it.from} ${it.needs} ${it.to}`),
      selected: read.selected.filter((key) => key.startsWith('T')).join(' '),
    }
  }
  const given = (covers: readonly string[], over: Partial<HandedOut> = {}): Partial<Standing> => ({
    phases: [{ key: 'phase:06', group: '06', covers, isIn: false, ...over }],
  })

  test('what is handed out gets nothing more; the rest is handed out behind it', () => {
    expect(handedOut(given(['T2']), ['T2', 'T3'])).toEqual({
      phases: { 'phase:06': 'T2', 'phase:06+2': 'T3' },
      edges: ['phase:06 settled phase:06+2'],
      selected: 'T2 T3',
    })
    const two = [given(['T2']), given(['T3'], { key: 'phase:06+2' })].flatMap(({ phases = [] }) => phases)
    expect(handedOut({ phases: two, waiting: new Set(['T4']) }, ['T2', 'T3', 'T4']).phases).toEqual({
      'phase:06': 'T2',
      'phase:06+2': 'T3',
      'phase:06+3': 'T4',
    })
  })

  test('but for what its tasks wait for by now, while it is at work', () => {
    const edges = [edge('T3', 'T2')]
    expect(handedOut(given(['T2']), ['T2', 'T3'], edges).phases).toEqual({ 'phase:06': 'T2 T3' })
    expect(handedOut(given(['T2'], { isIn: true }), ['T2', 'T3'], edges).phases).toEqual({
      'phase:06': 'T2',
      'phase:06+2': 'T3',
    })
    const two = [given(['T2']), given(['T3'], { key: 'phase:06+2' })].flatMap(({ phases = [] }) => phases)
    expect(handedOut({ phases: two }, ['T2', 'T3'], edges).phases).toEqual({ 'phase:06+2': 'T3' })
  })

  test('a call may choose less of it, and takes nothing of what is handed in', () => {
    expect(handedOut(given(['T2', 'T3']), ['T3']).phases).toEqual({ 'phase:06': 'T3' })
    expect(handedOut(given(['T2', 'T3']), []).phases).toEqual({})
    expect(handedOut(given(['T2', 'T3'], { isIn: true }), ['T3'])).toEqual({
      phases: { 'phase:06': 'T2 T3' },
      edges: [],
      selected: 'T3 T2',
    })
  })

  test('what is handed in is waited for, whatever the call chooses', () => {
    const edges = [edge('T1', 'T2')]
    expect(handedOut({}, ['T2', 'T3'], edges).phases).toEqual({ 'phase:06': 'T3' })
    const phases = [{ key: 'phase:05', group: '05', covers: ['T1'], isIn: true }]
    expect(handedOut({ phases }, ['T2', 'T3'], edges)).toEqual({
      phases: { 'phase:05': 'T1', 'phase:06': 'T2 T3' },
      edges: ['T1 done phase:06'],
      selected: 'T2 T3 T1',
    })
  })

  test('what has begun by itself is not handed out, and what only waits is open', () => {
    expect(handedOut({ begun: new Set(['T2']) }, ['T2', 'T3', 'T4']).phases).toEqual({ 'phase:06': 'T3' })
    expect(handedOut({ waiting: new Set(['T4', 'T2']) }, ['T2', 'T4']).phases).toEqual({ 'phase:06': 'T2 T4' })
  })
})
