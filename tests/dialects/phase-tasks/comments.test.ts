import { describe, expect, test } from 'vitest'
import { after, draftOf, wish } from './plan-text.ts'
import { printed, read } from './printed.ts'
import { effortOf } from '../../rig/effort.ts'

const ids = (plan: string): readonly string[] => read(plan).tasks.map(({ id }) => id?.text ?? '')

describe('a comment that opens within a line', () => {
  test.each<[string, string, string[]]>([
    ['behind prose', 'Later. <!-- off:\n- [ ] T001 Delete\n-->\n- [ ] T002 b', ['T002']],
    ['behind a task', '- [ ] T001 a <!-- open\n- [ ] T002 b\n-->\n- [ ] T003 c', ['T001', 'T003']],
    ['behind a heading', '## Phase 06: A <!-- x\n- [ ] T001 a\n-->\n- [ ] T002 b', ['T002']],
    ['behind another comment', '<!-- a --> <!-- b\n- [ ] T001 a\n-->\n- [ ] T002 b', ['T002']],
    ['behind a sub-line', '- [ ] T001 a\n  files: a.ts (NEW) <!-- x\n- [ ] T002 b -->\n- [ ] T003 c', ['T001', 'T003']],
    ['ended on its line', '- [ ] T001 a <!-- x --> b\n- [ ] T002 b\n-->', ['T001', 'T002']],
    ['that holds nothing', 'a <!--> b <!---> c\n- [ ] T002 b\n-->', ['T002']],
    ['in code', 'a `<!--` b\n- [ ] T001 a\n-->', ['T001']],
    ['in code with back-ticks in it', 'a ``<!-- ` `` b\n- [ ] T001 a\n-->', ['T001']],
    ['behind a back-tick that is no code', 'a ` <!-- b\n- [ ] T001 a\n-->\n- [ ] T002 b', ['T002']],
    ['behind code', 'a `b` <!-- `c`\n- [ ] T001 a\n-->\n- [ ] T002 b', ['T002']],
    ['in a fence', '```\n<!--\n```\n- [ ] T001 a\n-->', ['T001']],
  ])('%s', (_, plan, expected) => {
    expect(ids(plan)).toEqual(expected)
    expect(printed(read(plan)).filter((it) => !it.includes('info'))).toEqual([])
  })

  test('is no part of the line: its words are neither title nor annotation', () => {
    const [task] = read('- [ ] T001 a <!-- | blocked_by: T002\n-->\n- [ ] T002 b').tasks
    expect(task).toMatchObject({ title: { text: 'a' }, blockedBy: [] })
  })

  test('and never ends is a finding, and hides nothing', () => {
    const draft = read('- [ ] T001 a <!-- open\n- [ ] T002 b')
    expect(draft.tasks.map(({ title }) => title.text)).toEqual(['a <!-- open', 'b'])
    expect(printed(draft)).toEqual([
      '1:14 warning MW121 comment is never closed; the 1 task line after it (T002) is read as a task',
    ])
  })

  test('and ends only with the next comment is an error: nobody can tell what was meant', () => {
    const plan = '- [ ] T001 a <!-- open\n- [ ] T002 b\n<!-- other -->\n- [ ] T003 c'
    expect(printed(read(plan))).toEqual([
      '1:14 error MW121 comment opens here and ends only with the one in line 3; the 1 task line in it (T002) would not be read',
    ])
    expect(printed(read(plan.replace('- [ ] T002 b', 'words')))).toEqual([])
  })

  test('a task behind the end of a comment is said', () => {
    expect(printed(read('<!--\nx\n--> - [ ] T001 a\n- [ ] T002 b'))).toEqual([
      '3:1 warning MW801 this line holds a task behind the end of a comment; it is not read: --> - [ ] T001 a',
    ])
  })

  test('nothing is written into it', () => {
    const plan = '## Phase 06: A\n- [ ] T001 a <!-- why\n  it is so -->\n- [ ] T002 b\n'
    const marks = [wish('T001', 'a', 'blocked', { reason: 'red' })]
    expect(after(plan, { marks })).toBe(
      '## Phase 06: A\n- [BLOCKED] T001 a <!-- why\n  it is so -->\n  reason: red\n- [ ] T002 b\n',
    )
    expect(draftOf(after(plan, { marks })).tasks[0]).toMatchObject({ reason: { text: 'red' } })
  })

  test.each(['<!-- ', 'a <!-- ', '` ', '<!-- -->', 'a <!-- b -->\n', 'a <!--\n', '-->\n', '``` <!-- \n'])(
    'a long file of %j is read in time',
    async (part) => {
      const text = `- [ ] T001 a\n${part.repeat(Math.floor(2_000_000 / part.length))}`
      expect(await effortOf(() => read(text))).toBeLessThan(800)
    },
  )
})
