/** Where one thing ends and the next begins: each of these was once changed without a test that noticed. */

import { describe, expect, test } from 'vitest'
import { appendDeviations } from '../../../src/dialects/phase-tasks/write/refinement-log.ts'
import { after, draftOf, project, sourceOf, wish } from './plan-text.ts'
import { printed, read } from './printed.ts'

const phase = '## Phase 06: Implementation\n'
const idsOf = (plan: string) => draftOf(phase + plan).tasks.map(({ id }) => id?.text ?? null)
const blockersOf = (plan: string, key: string) =>
  draftOf(phase + plan)
    .tasks.find((task) => task.key === key)
    ?.blockedBy.map(({ id }) => id)
const said = (plan: string, code: string) => printed(read(phase + plan)).filter((line) => line.includes(code))

describe('lines', () => {
  test('a word behind # is no heading and stays with its task', () => {
    const [task] = draftOf(`${phase}- [ ] T001 a\n  #tag and more\n  files: a.ts (CREATE)\n`).tasks
    expect(task).toMatchObject({ description: '#tag and more', files: [{ path: 'a.ts' }] })
  })

  test('four blanks before # are no heading, three are', () => {
    const group = (blanks: string) =>
      draftOf(`${phase}- [ ] T001 a\n\n${blanks}## Phase 07: Review\n- [ ] T002 b\n`).tasks[1]?.group
    expect(group('   ')).toBe(draftOf(`${phase}- [ ] T001 a\n\n## Phase 07: Review\n- [ ] T002 b\n`).tasks[1]?.group)
    expect(group('    ')).toBe(draftOf(`${phase}- [ ] T001 a\n- [ ] T002 b\n`).tasks[1]?.group)
  })

  test('a list goes on below its key behind a comma, or where the line holds nothing but ids', () => {
    const plan = (line: string, below: string) =>
      `- [ ] T001 a\n- [ ] T002 b\n- [ ] T003 c\n  blocked_by: ${line}\n    ${below}\n`
    expect(blockersOf(plan('T001,', 'T002'), 'T003')).toEqual(['T001', 'T002'])
    expect(blockersOf(plan('T001', 'T002'), 'T003')).toEqual(['T001', 'T002'])
    expect(blockersOf(plan('T001', 'T002 made the store'), 'T003')).toEqual(['T001'])
  })

  test('the first defer_reason counts', () => {
    const [task] = draftOf(`${phase}- [DEFER] T001 a\n  defer_reason: next year\n  defer_reason: never\n`).tasks
    expect(task?.reason?.text).toBe('next year')
  })

  test('a box holds up to twelve characters', () => {
    const plan = (cell: string) => `- [${cell}] T001 a\n`
    expect(idsOf(plan('x'.repeat(12)))).toEqual(['T001'])
    expect(idsOf(plan('x'.repeat(13)))).toEqual([])
  })

  test('back-ticks with a back-tick behind them open no fence', () => {
    expect(idsOf('``` a`b\n- [ ] T001 a\n```\n')).toEqual(['T001'])
    expect(idsOf('``` ab\n- [ ] T001 a\n```\n')).toEqual([])
  })

  test('a fence behind a bullet is closed by a fence without one, and closes none', () => {
    expect(idsOf('- ```\n- [ ] T001 a\n  ```\n- [ ] T002 b\n')).toEqual(['T002'])
    expect(idsOf('```\n- [ ] T001 a\n- ```\n- [ ] T002 b\n```\n- [ ] T003 c\n')).toEqual(['T003'])
  })

  test('text behind a comment of one line is read', () => {
    const [task] = draftOf(`${phase}- [ ] T001 a\n  <!-- x --> and more\n`).tasks
    expect(task?.description).toBe('<!-- x --> and more')
    expect(draftOf(`${phase}- [ ] T001 a\n  <!-- x -->\n`).tasks[0]?.description).toBeNull()
  })
})

describe('ids and ranges', () => {
  test('a small letter behind two digits makes a word', () => {
    expect(idsOf('- [ ] T05a a\n- [ ] T005a b\n')).toEqual([null, 'T005a'])
  })

  test('letters of one number are a range', () => {
    const parts = '- [ ] T005 x\n- [ ] T005A a\n- [ ] T005B b\n- [ ] T005C c\n- [ ] T006 d\n'
    expect(blockersOf(`${parts}- [ ] T007 e\n  blocked_by: T005A-T005C\n`, 'T007')).toEqual(['T005A', 'T005B', 'T005C'])
    expect(blockersOf(`${parts}- [ ] T007 e\n  blocked_by: T005B-T006\n`, 'T007')).toEqual(['T005B', 'T005C', 'T006'])
  })

  test('what is no id is pointed at', () => {
    expect(said('- [ ] T001 a\n- [ ] T002 b\n  blocked_by: T001, T0x\n', 'MW109')).toEqual([
      "4:21 error MW109 'T0x' is not a task id or range",
    ])
    expect(said('- [ ] T001 a\n- [ ] T002 b\n  blocked_by: T001, T001 T0x\n', 'MW109')[0]).toMatch(/^4:26 /)
  })

  test('a letter of either case makes a part of a task', () => {
    const parents = draftOf(`${phase}- [ ] T005 a\n- [ ] T005a b\n- [ ] T005B c\n- [ ] T0051 d\n`).tasks
    expect(parents.map(({ parent }) => parent)).toEqual([null, 'T005', 'T005', null])
  })
})

describe('findings about marks', () => {
  test('each mark has its own key for why', () => {
    expect(said('- [DEFER] T001 a\n  reason: next year\n', 'MW116')).toHaveLength(1)
    expect(said('- [DEFER] T001 a\n  defer_reason: next year\n', 'MW116')).toEqual([])
    expect(said('- [DEFER] T001 a\n', 'MW116')).toHaveLength(1)
    expect(said('- [BLOCKED] T001 a\n  defer_reason: next year\n', 'MW116')).toHaveLength(1)
  })

  test('both letters equally often: said at the first small one', () => {
    expect(said('- [X] T001 a\n- [x] T002 b\n', 'MW101')).toEqual([expect.stringMatching(/^3:4 .*new marks use \[X\]/)])
  })
})

describe('writing', () => {
  test('a reason stands below its task although a fence in it has lines without indent', () => {
    const plan = `${phase}- [ ] T001 a\n  \`\`\`\nnpm test\n  \`\`\`\n- [ ] T002 b\n`
    const result = after(plan, { marks: [wish('T001', 'a', 'blocked', { reason: 'red' })] })
    expect(result).toBe(`${phase}- [BLOCKED] T001 a\n  \`\`\`\nnpm test\n  \`\`\`\n  reason: red\n- [ ] T002 b\n`)
  })

  test('half of the tasks may be gone; more than half means that the plan is being edited', () => {
    const wishes = ['T001', 'T002', 'T003', 'T004', 'T005'].map((id) => wish(id, `title of ${id}`, 'done'))
    const plan = `${phase}- [ ] T001 title of T001\n- [ ] T002 title of T002\n`
    const half = project(plan, { marks: wishes.slice(0, 4) })
    expect(half.edits).toHaveLength(2)
    expect(half.unplaced.map(({ diagnostic }) => diagnostic.code)).toEqual(['MW707', 'MW707'])
    const most = project(plan, { marks: wishes })
    expect(most.edits).toEqual([])
    expect(new Set(most.unplaced.map(({ diagnostic }) => diagnostic.code))).toEqual(new Set(['MW012']))
  })

  test('the log keeps the line end of its first line', () => {
    const deviation = { task: 'T001', what: 'a', reason: 'b', action: 'c', impact: 'd' }
    const added = (log: string) => appendDeviations(sourceOf(log), [deviation])[0]?.content.includes('\r\n')
    expect(added('# Log\r\n\na\n')).toBe(true)
    expect(added('# Log\n\r\na\r\n')).toBe(false)
  })
})
