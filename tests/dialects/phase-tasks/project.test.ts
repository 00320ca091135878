import { describe, expect, test } from 'vitest'
import { applyEdits } from '../../../src/dialects/edits.ts'
import { isOneByte, projectPhaseTasks } from '../../../src/dialects/phase-tasks/write/project.ts'
import type { MarkWish } from '../../../src/plan/projection.ts'
import { after, draftOf, placeOf, project, sourceOf, textOf, wish, type Projecting } from './plan-text.ts'

const phase = '## Phase 06: Implementation -- PENDING\n'
const states = ['todo', 'done', 'blocked', 'skipped', 'deferred'] as const
const codes = (plan: string, projecting: Projecting) =>
  project(plan, projecting).unplaced.map(({ key, diagnostic }) => `${key} ${diagnostic.code}`)

describe('the cell of a task', () => {
  /** From each cell to what it becomes for todo, done, blocked, skipped, deferred; null: left as it is, and said so. */
  test.each<[string, ...(string | null)[]]>([
    [' ', ' ', 'X', 'BLOCKED', 'SKIP', 'DEFER'],
    ['', '', 'X', 'BLOCKED', 'SKIP', 'DEFER'],
    ['   ', '   ', 'X', 'BLOCKED', 'SKIP', 'DEFER'],
    ['X', null, 'X', null, null, null],
    ['x', null, 'x', null, null, null],
    ['BLOCKED', ' ', 'X', 'BLOCKED', 'SKIP', 'DEFER'],
    ['SKIP', ' ', 'X', null, 'SKIP', 'DEFER'],
    ['DEFER', ' ', 'X', null, 'SKIP', 'DEFER'],
    ['~', null, null, null, null, null],
    ['-', null, null, null, null, null],
    ['✓', null, null, null, null, null],
  ])('[%s]', (cell, ...expected) => {
    for (const [index, state] of states.entries()) {
      const plan = `${phase}- [${cell}] T003 Switch the lamp\n- [ ] T004 Dim\n`
      const marks = [wish('T003', 'Switch the lamp', state)]
      const result = expected[index]
      expect([state, after(plan, { marks })]).toEqual([state, plan.replace(`[${cell}]`, `[${result ?? cell}]`)])
      expect(codes(plan, { marks })).toEqual(
        result === null ? [`T003 ${/[Xx]/.test(cell) || cell === 'SKIP' || cell === 'DEFER' ? 'MW117' : 'MW102'}`] : [],
      )
    }
  })

  test('a refusal stands at the cell and says both sides', () => {
    const plan = `${phase}- [X] T003 Switch the lamp\n`
    const [refused] = project(plan, { marks: [wish('T003', 'Switch the lamp', 'blocked', { reason: 'red' })] }).unplaced
    expect(refused?.diagnostic).toMatchObject({
      code: 'MW117',
      severity: 'warning',
      message: 'the plan says [X] for T003, the run says blocked; the plan was left as it is',
    })
    expect(placeOf(plan, refused!.diagnostic.span!.offset)).toBe('2:4')
  })

  test.each([
    ['X where none is done', '', 'X'],
    ['x where most are', '- [x] T001 a\n- [x] T002 b\n- [X] T005 c\n', 'x'],
    ['X where most are', '- [x] T001 a\n- [X] T002 b\n- [X] T005 c\n', 'X'],
    ['X where both are used alike', '- [x] T001 a\n- [X] T002 b\n', 'X'],
  ])('the letter for done: %s', (_name, others, letter) => {
    const plan = `${phase}${others}- [ ] T003 Switch the lamp\n`
    expect(after(plan, { marks: [wish('T003', 'Switch the lamp', 'done')] })).toBe(plan.replace('[ ]', `[${letter}]`))
  })

  test.each([
    ['no space behind the bracket', '- [ ]T003 Switch the lamp'],
    ['marked parallel', '- [ ] T003 [P] Switch the lamp'],
    ['with annotations', '- [ ] T003 Switch the lamp | traces: FR-001, AC-001'],
  ])('a line %s keeps everything else', (_name, line) => {
    const plan = `${phase}${line}\n  files: a.ts (MODIFY)\n`
    expect(after(plan, { marks: [wish('T003', 'Switch the lamp', 'done')] })).toBe(plan.replace('[ ]', '[X]'))
  })

  test('done for open is one byte in place; what is longer is not', () => {
    const plan = `${phase}- [ ] T003 Switch the lamp\n`
    const { bytes } = sourceOf(plan)
    const edits = (state: MarkWish['state']) =>
      project(plan, { marks: [wish('T003', 'Switch the lamp', state, { reason: 'r' })] }).edits
    expect(edits('done').map((edit) => isOneByte(edit, bytes))).toEqual([true])
    expect(edits('blocked').map((edit) => isOneByte(edit, bytes))).toEqual([false, false])
  })
})

test('without wishes not a byte changes, whatever the file is', () => {
  for (const plan of [
    '',
    'no plan\r\n',
    '\ufeff# Tasks\n\n- [ ] T001 a',
    `${phase}- [x]T1 a\n\t reason`,
    '```\n- [ ] T001 a',
  ])
    expect(project(plan, {})).toEqual({ edits: [], unplaced: [] })
  const garbage = Uint8Array.of(0xff, 0xfe, 0x00, 0x0a, 0xe9)
  expect(project(garbage, {})).toEqual({ edits: [], unplaced: [] })
})

test('copies of a task line in fences, quotes, comments and other words stay as they are', () => {
  const line = '- [ ] T003 Switch the lamp\n'
  const rest =
    `\`\`\`md\n${line}\`\`\`\n\n> ${line}\n<!--\n${line}-->\n\nSay "- [ ] T003 Switch the lamp" when done.\n` +
    `\n## Dependency Graph\n~~~~\n${line}~~~\n${line}~~~~\n`
  const plan = `# Plan\n\n\`\`\`\n${line}\`\`\`\n\n${phase}- [ ] T0031 Switch the lamp\n- [ ] T0030 see - [ ] T003 Switch the lamp\n`
  const marked = after(`${plan}${line}\n${rest}`, { marks: [wish('T003', 'Switch the lamp', 'done')] })
  expect(marked).toBe(`${plan}- [X] T003 Switch the lamp\n\n${rest}`)
})

test('several marks and reasons at once, the summary included', () => {
  const plan = `## Progress Summary\n| Phase | Total | Done | Remaining |\n|---|---|---|---|\n| 06 | 3 | 0 | 3 |\n\n${phase}- [ ] T001 a\n- [ ] T002 b\n- [ ] T003 c`
  const marks = [
    wish('T003', 'c', 'blocked', { reason: 'waits' }),
    wish('T001', 'a', 'done'),
    wish('T002', 'b', 'deferred', { reason: 'next year' }),
  ]
  const result = after(plan, { marks, summary: true })
  expect(result).toBe(
    `## Progress Summary\n| Phase | Total | Done | Remaining |\n|---|---|---|---|\n| 06 | 3 | 1 | 2 |\n\n${phase}` +
      '- [X] T001 a\n- [DEFER] T002 b\n  defer_reason: next year\n- [BLOCKED] T003 c\n  reason: waits',
  )
  expect(project(result, { marks, summary: true })).toEqual({ edits: [], unplaced: [] })
})

test('the last task done completes the phase', () => {
  const plan = `${phase}- [X] T001 a\n- [ ] T002 b\n\n## Phase 08: Review -- PENDING\n- [ ] T003 c\n`
  expect(after(plan, { marks: [wish('T002', 'b', 'done')], summary: true })).toBe(
    plan.replace('PENDING', 'COMPLETE').replace('[ ] T002', '[X] T002'),
  )
})

describe('a task is found again by id and title', () => {
  const mark = wish('T003', 'Switch the lamp', 'done')
  const line = '- [ ] T003 Switch the lamp\n'

  test.each([
    ['moved to another place', `${phase}- [ ] T004 Dim\n\n## Phase 08: Review\n${line}`],
    ['with new sub-lines', `${phase}${line}  blocked_by: T004\n- [ ] T004 Dim\n`],
    ['by what it was called before', `${phase}- [ ] T003 Switch on\n`, 'T003 Switch on'],
    ['by its title, beside one that is called as it was', `${phase}- [ ] T003 Switch on\n${line}`],
    ['with white space in its title', `${phase}- [ ] T003 Switch  the lamp \n`],
    ['although its twin by id has another title', `${phase}- [ ] T003 Dim\n${line}`],
    ['although its twin by title has another id', `${phase}- [ ] T002 Switch the lamp\n${line}`],
  ])('%s', (_name, plan, found = 'T003 Switch +the lamp') => {
    const wishes = { marks: [{ ...mark, formerTitles: ['Switch on'] }] }
    const { unplaced } = project(plan, wishes)
    expect(unplaced).toEqual([])
    expect(after(plan, wishes)).toBe(plan.replace(new RegExp(`\\[ \\](?= ${found})`), '[X]'))
  })

  test('by its files, where another one of its title has its id in a commit from before it was renumbered', () => {
    const plan = `${phase}- [ ] T002 Test it\n  files: a.test.ts (NEW)\n- [ ] T003 Test it\n  files: b.test.ts (NEW)\n`
    const renumbered = wish('T003', 'Test it', 'done', { formerIds: ['T002'], files: ['a.test.ts'] })
    expect(after(plan, { marks: [renumbered] })).toBe(plan.replace('[ ] T002', '[X] T002'))
    expect(after(plan, { marks: [{ ...renumbered, files: ['b.test.ts'] }] })).toBe(plan.replace('[ ] T003', '[X] T003'))
    expect(after(plan, { marks: [{ ...renumbered, files: [] }] })).toBe(plan.replace('[ ] T003', '[X] T003'))
  })

  test.each([
    [
      'with another title',
      `${phase}- [ ] T003 Dim the lamp\n`,
      'task T003 was worked on as "Switch the lamp" and is "Dim the lamp" in the plan now; its mark was not written',
      '2:7',
    ],
    [
      'under another id',
      `${phase}- [ ] T005 Switch the lamp\n`,
      'task T003 is no longer in the plan; its mark was not written',
      '2:7',
    ],
    [
      'twice',
      `${phase}${line}\n## Phase 08: Review\n${line}`,
      'task T003 stands 2 times in the plan; its mark was not written',
      '2:7',
    ],
    ['not at all', `${phase}- [ ] T004 Dim\n`, 'task T003 is no longer in the plan; its mark was not written', null],
  ])('%s it is asked about, and nothing is written', (_name, plan, message, place) => {
    const { edits, unplaced } = project(plan, { marks: [mark] })
    expect(edits).toEqual([])
    expect(unplaced.map(({ key, diagnostic }) => [key, diagnostic.code, diagnostic.message])).toEqual([
      ['T003', 'MW707', message],
    ])
    const span = unplaced[0]!.diagnostic.span
    expect(span && placeOf(plan, span.offset)).toBe(place)
    expect(unplaced[0]!.diagnostic.help).not.toBe('')
  })

  test('a line that lost its id is still the same task', () => {
    const plan = `${phase}- [ ] Switch the lamp\n- [ ] T004 Dim\n`
    expect(after(plan, { marks: [mark] })).toBe(plan.replace('[ ] Switch', '[X] Switch'))
  })

  test('boxes without an id: by their title, in their phase, and twins never by their place where nobody says how many there were', () => {
    const box = '- [ ] Switch the lamp\n'
    const nameless = (key: string): MarkWish => ({ ...mark, key, id: null })
    const once = `${phase}- [ ] Dim\n${box}`
    expect(after(once, { marks: [nameless('whatever')] })).toBe(once.replace('[ ] Switch', '[X] Switch'))
    const apart = `${phase}${box}\n## Phase 08: Review\n${box}`
    const [, second] = draftOf(apart).tasks
    expect(after(apart, { marks: [nameless(second!.key)] })).toBe(
      `${phase}${box}\n## Phase 08: Review\n${box.replace('[ ]', '[X]')}`,
    )
    const together = `${phase}${box}${box}`
    const twins = draftOf(together).tasks.map(({ key }) => nameless(key))
    for (const twin of twins) {
      expect(after(together, { marks: [twin] })).toBe(together)
      expect(codes(together, { marks: [twin] })).toEqual([`${twin.key} MW707`])
    }
  })

  test.each([
    ['without an id', '- [ ] Switch the lamp\n', null],
    ['with one id', line, 'T003'],
  ])('twins %s are told apart by their order while there are as many', (_name, box, id) => {
    const plan = `${phase}${box}- [ ] T009 Dim\n${box}`
    const wishes = draftOf(plan)
      .tasks.filter(({ id: own }) => own?.text !== 'T009')
      .map(({ key }) => ({ ...mark, key, id, twins: 2 }))
    expect(wishes).toHaveLength(2)
    const [first, second] = wishes
    expect(codes(plan, { marks: wishes })).toEqual([])
    expect(after(plan, { marks: [first!] })).toBe(plan.replace('[ ]', '[X]'))
    expect(after(plan, { marks: [second!] })).toBe(`${phase}${box}- [ ] T009 Dim\n${box.replace('[ ]', '[X]')}`)
    const more = plan + box
    expect(codes(more, { marks: [second!] })).toEqual([`${second!.key} MW707`])
    expect(after(more, { marks: [second!] })).toBe(more)
  })

  test('two wishes for one task: the first is written', () => {
    const plan = phase + line
    expect(codes(plan, { marks: [mark, { ...mark, key: 'T003#2', state: 'blocked' }] })).toEqual(['T003#2 MW707'])
    expect(after(plan, { marks: [mark, { ...mark, key: 'T003#2', state: 'blocked' }] })).toBe(
      plan.replace('[ ]', '[X]'),
    )
  })

  test('one task that is gone does not hold up the others', () => {
    const marks = [mark, wish('T004', 'Dim', 'done'), wish('T009', 'Gone', 'done')]
    const plan = `${phase}${line}- [ ] T004 Dim\n`
    expect(codes(plan, { marks })).toEqual(['T009 MW707'])
    expect(after(plan, { marks })).toBe(plan.replaceAll('[ ]', '[X]'))
  })
})

describe('a plan that somebody else is writing', () => {
  const marks = ['T001', 'T002', 'T003', 'T004', 'T005'].map((id) => wish(id, `do ${id}`, 'done'))
  const whole = `## Progress Summary\n| Phase | Total | Done |\n|---|---|---|\n| 06 | 9 | 9 |\n\n${phase}${marks.map(({ id, title }) => `- [ ] ${id!} ${title}\n`).join('')}`

  test.each([
    ['empty', ''],
    ['cut before the first task', whole.slice(0, whole.indexOf('- [ ] T001'))],
    ['cut behind the second', whole.slice(0, whole.indexOf('- [ ] T003'))],
    ['with merge markers', whole.replace('- [ ] T002', '<<<<<<< HEAD\n- [ ] T002')],
    ['in UTF-16', Uint8Array.from(Buffer.from(`\ufeff${whole}`, 'utf16le'))],
  ])('%s: nothing at all is written', (_name, plan) => {
    const { edits, unplaced } = project(plan, { marks, summary: true })
    expect(edits).toEqual([])
    expect(unplaced.map(({ key, diagnostic }) => `${key} ${diagnostic.code}`)).toEqual(
      marks.map(({ key }) => `${key} MW012`),
    )
  })

  test('nor is its table brought up to date', () => {
    expect(project(whole.replace('- [ ] T002', '>>>>>>> theirs\n- [ ] T002'), { summary: true }).edits).toEqual([])
  })

  test('whole again, it gets its marks', () => {
    expect(project(whole, { marks }).edits).toHaveLength(5)
  })
})

test('a plan of several files: each edit goes to the file of its task', () => {
  const one = { ...sourceOf(`${phase}- [ ] T001 a\n`), path: 'one.md' }
  const two = { ...sourceOf(`# Two\n\n## Phase 08: Review -- PENDING\n- [ ] T002 b\n`), path: 'two.md' }
  const marks = [wish('T002', 'b', 'done'), wish('T001', 'a', 'blocked', { reason: 'red' })]
  const { edits } = projectPhaseTasks([one, two], { marks, summary: true })
  expect(textOf(applyEdits(one, edits))).toBe(`${phase}- [BLOCKED] T001 a\n  reason: red\n`)
  expect(textOf(applyEdits(two, edits))).toBe('# Two\n\n## Phase 08: Review -- COMPLETE\n- [X] T002 b\n')
})
