import { describe, expect, test } from 'vitest'
import type { DraftTask } from '../../src/plan/draft.ts'
import { makePlan } from '../../src/plan/make-plan.ts'
import { draft, draftTask, file, mark, nowhere } from '../rig/draft-builder.ts'

const options = {
  implementation: (group: { number: string | null }) => group.number === '06',
  hash: (text: string) => text,
}
const made = (...tasks: DraftTask[]) => makePlan(draft(tasks), options)
const edges = (...tasks: DraftTask[]) => made(...tasks).edges.map(({ from, to, basis }) => `${from}>${to} ${basis}`)

describe('edges', () => {
  test('blocked_by and blocks are one relation, without doubles', () => {
    const found = edges(
      draftTask('T1', { blocking: ['T2', 'T3'] }),
      draftTask('T2', { blocked: ['T1', 'T1'] }),
      draftTask('T3'),
    )
    expect(found).toEqual(['T1>T2 explicit', 'T1>T3 explicit'])
    expect(made(draftTask('T1', { blocking: ['T2'] }), draftTask('T2')).edges[0]?.needs).toBe('done')
  })

  test('a doubled id means its first task', () => {
    const found = edges(draftTask('T1'), { ...draftTask('T1'), key: 'T1#2' }, draftTask('T2', { blocked: ['T1'] }))
    expect(found).toEqual(['T1>T2 explicit'])
  })

  test('unknown blockers are kept by name; unknown dependants mean nothing', () => {
    const plan = made(draftTask('T1', { blocked: ['T9', 'T9', 'T8'], blocking: ['T7'] }))
    expect(plan.edges).toEqual([])
    expect(plan.tasks[0]?.unknownBlockers).toEqual(['T9', 'T8'])
  })

  test('a self blocker stays, so that it can be told of', () => {
    expect(edges(draftTask('T1', { blocked: ['T1'] }))).toEqual(['T1>T1 explicit'])
  })
})

describe('lettered sub-tasks', () => {
  const child = (id: string, more: Parameters<typeof draftTask>[1] = {}) => draftTask(id, { parent: 'T5', ...more })

  test('children that wait for their parent leave it ordinary work', () => {
    const plan = made(draftTask('T5'), child('T5A', { blocked: ['T5'] }), child('T5B', { blocked: ['T5'] }))
    expect(plan.edges.map(({ from, to }) => from + to)).toEqual(['T5T5A', 'T5T5B'])
    expect(plan.tasks[0]?.steps[0]?.methods).toHaveLength(1)
  })

  test('one child that waits for it by way of another task is enough', () => {
    const found = edges(
      draftTask('T5'),
      draftTask('T6', { blocked: ['T5'] }),
      child('T5A', { blocked: ['T6'] }),
      child('T5B'),
    )
    expect(found).toEqual(['T5>T6 explicit', 'T6>T5A explicit'])
  })

  test('otherwise the parent is the sum of its children, and nobody is asked to work on it', () => {
    const plan = made(draftTask('T5'), child('T5A'), child('T5B', { blocked: ['T5A'] }))
    expect(plan.edges.map(({ from, to, basis }) => `${from}>${to} ${basis}`)).toEqual([
      'T5A>T5B explicit',
      'T5A>T5 inferred',
      'T5B>T5 inferred',
    ])
    expect(plan.tasks[0]?.steps).toMatchObject([{ id: 'work', methods: [], yields: 'nothing' }])
    expect(plan.tasks[1]?.steps[0]?.methods).toHaveLength(1)
  })

  test('files of its own make it work', () => {
    expect(edges(draftTask('T5', { files: [file('a.ts')] }), child('T5A'))).toEqual([])
  })

  test('a skipped child is not waited for, a deferred one is', () => {
    expect(
      edges(draftTask('T5'), child('T5A', { mark: mark('skipped') }), child('T5B', { mark: mark('deferred') })),
    ).toEqual(['T5B>T5 inferred'])
  })

  test('what the plan says itself is not said again', () => {
    expect(edges(draftTask('T5', { blocked: ['T5A'] }), child('T5A'), child('T5B'))).toEqual([
      'T5A>T5 explicit',
      'T5B>T5 inferred',
    ])
  })

  test('a cycle that the plan has does not make the parent of others ordinary', () => {
    const found = edges(
      draftTask('T1', { blocked: ['T2'] }),
      draftTask('T2', { blocked: ['T1'] }),
      draftTask('T5'),
      child('T5A', { blocked: ['T1'] }),
    )
    expect(found).toContain('T5A>T5 inferred')
  })

  test('a parent that the plan does not hold is none', () => {
    expect(made(child('T5A')).tasks[0]?.parent).toBeNull()
  })
})

describe('tasks', () => {
  test('a task is one step of one method unless its dialect has steps', () => {
    expect(made(draftTask('T1')).tasks[0]).toMatchObject({
      origin: 'plan',
      role: null,
      open: false,
      steps: [
        {
          id: 'work',
          title: '',
          methods: [{ id: 'primary', does: 'agent', agent: null, repeat: 'safe' }],
          gates: [],
          expect: 'green',
          review: 'never',
          critical: true,
          yields: 'draft',
        },
      ],
    })
    const [own] = made(draftTask('T1')).tasks[0]?.steps ?? []
    const steps = [{ ...own!, id: 's1', title: 'First' }]
    expect(made(draftTask('T1', { steps })).tasks[0]?.steps).toEqual(steps)
  })

  test('paths have one spelling', () => {
    const written = [
      file('././src//a.ts'),
      file('b.ts', './c.ts'),
      file('src/io/'),
      file('src\\*.cpp'),
      file('../up.ts'),
    ]
    const [task] = made(draftTask('T1', { files: written })).tasks
    expect(task?.files.map(({ path, to }) => [path, to])).toEqual([
      ['src/a.ts', null],
      ['b.ts', 'c.ts'],
      ['src/io', null],
      ['src/*.cpp', null],
      ['../up.ts', null],
    ])
  })

  test('the checklist and lines for people reach the agent with the description', () => {
    const [task] = made(
      draftTask('T1', {
        description: 'Long text.',
        told: [
          { text: 'Long text.', state: null },
          { text: 'acceptance: under 1 s', state: null },
          { text: '- no cache', state: 'done' },
          { text: '- no copy', state: 'todo' },
        ],
      }),
    ).tasks
    expect(task?.description).toBe('Long text.\nacceptance: under 1 s\n- no cache (done)\n- no copy')
    expect(made(draftTask('T1')).tasks[0]?.description).toBeNull()
  })

  test('the text hash follows what a brief is made of and nothing else', () => {
    const hash = (more: Parameters<typeof draftTask>[1]) => made(draftTask('T1', more)).tasks[0]?.textHash
    const plain = hash({})
    const listed = (state: 'todo' | 'done') =>
      hash({ checklist: [{ text: 'a', mark: mark(state) }], told: [{ text: '- a', state }] })
    expect(listed('done')).toBe(listed('todo'))
    expect(listed('done')).not.toBe(plain)
    expect(hash({ mark: mark('done'), blocked: ['T9'], group: '05', reason: { text: 'r', span: nowhere } })).toBe(plain)
    const others = [
      hash({ title: { text: 'Other', span: nowhere } }),
      hash({ description: 'text' }),
      hash({ files: [file('a.ts')] }),
      hash({ files: [{ ...file('a.ts'), action: 'delete' }] }),
      hash({ traces: ['FR-1'] }),
      hash({ traces: ['FR-1', 'FR-2'] }),
      hash({ traces: ['FR-1,FR-2'] }),
    ]
    expect(new Set([plain, ...others]).size).toBe(others.length + 1)
  })

  test('the dialect says which groups are the implementation', () => {
    expect(made(draftTask('T1')).groups.map((group) => group.implementation)).toEqual([false, true])
  })
})

test('10,000 sub-tasks of 100 parents cost no time to speak of', () => {
  const tasks = Array.from({ length: 100 }, (_, at) => [
    draftTask(`T${at}`),
    ...Array.from({ length: 99 }, (_, letter) => draftTask(`T${at}.${letter}`, { parent: `T${at}` })),
  ]).flat()
  expect(makePlan(draft(tasks), options).edges).toHaveLength(9900)
})
