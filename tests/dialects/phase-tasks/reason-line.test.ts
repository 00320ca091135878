import { describe, expect, test } from 'vitest'
import type { MarkWish } from '../../../src/plan/projection.ts'
import { after, draftOf, project, wish } from './plan-text.ts'

const title = 'Switch the lamp'
const blocked = (reason: string | null = 'no wire', writtenReason: string | null = null): MarkWish =>
  wish('T003', title, 'blocked', { reason, writtenReason })
const write = (plan: string, mark: MarkWish): string => after(plan, { marks: [mark] })

/** A plan around the task, so that there is something before and behind it. */
const around = (task: string): string =>
  `## Phase 06: Implementation\n- [X] T002 Read the lamp file\n  files: lamps.ts (CREATE)\n${task}\n- [ ] T004 Dim\n`

describe('a reason is added as the last sub-line', () => {
  test.each([
    ['of a task without any', '- [ ] T003 Switch the lamp', '- [BLOCKED] T003 Switch the lamp\n  reason: no wire'],
    [
      'behind its files',
      '- [ ] T003 Switch the lamp\n  files: a.ts (MODIFY)\n  blocked_by: T002',
      '- [BLOCKED] T003 Switch the lamp\n  files: a.ts (MODIFY)\n  blocked_by: T002\n  reason: no wire',
    ],
    [
      'in an indent of four',
      '- [ ] T003 Switch the lamp\n    blocked_by: T002',
      '- [BLOCKED] T003 Switch the lamp\n    blocked_by: T002\n    reason: no wire',
    ],
    [
      'in an indent of a tab',
      '- [ ] T003 Switch the lamp\n\tblocked_by: T002',
      '- [BLOCKED] T003 Switch the lamp\n\tblocked_by: T002\n\treason: no wire',
    ],
    [
      'behind a long description',
      '- [ ] T003 Switch the lamp\n  description: |\n    Two wires.\n    - red\n    1. blue',
      '- [BLOCKED] T003 Switch the lamp\n  description: |\n    Two wires.\n    - red\n    1. blue\n  reason: no wire',
    ],
    [
      'not as deep as a description that is indented less',
      '- [ ] T003 Switch the lamp\n  blocked_by: T002\n description: |\n    Two wires.',
      '- [BLOCKED] T003 Switch the lamp\n  blocked_by: T002\n description: |\n    Two wires.\n reason: no wire',
    ],
    [
      'before the empty line that ends the task',
      '- [ ] T003 Switch the lamp\n  blocked_by: T002\n',
      '- [BLOCKED] T003 Switch the lamp\n  blocked_by: T002\n  reason: no wire\n',
    ],
    [
      'behind empty lines between its sub-lines',
      '- [ ] T003 Switch the lamp\n\n  blocked_by: T002',
      '- [BLOCKED] T003 Switch the lamp\n\n  blocked_by: T002\n  reason: no wire',
    ],
    [
      'with an annotation on its line',
      '- [ ] T003 Switch the lamp | traces: FR-001',
      '- [BLOCKED] T003 Switch the lamp | traces: FR-001\n  reason: no wire',
    ],
  ])('%s', (_name, before, expected) => {
    for (const turn of [
      (text: string) => text,
      (text: string) => text.replaceAll('\n', '\r\n'),
      (text: string) => `\ufeff${text}`,
    ]) {
      const plan = turn(around(before))
      const result = write(plan, blocked())
      expect(result).toBe(turn(around(expected)))
      expect(write(result, blocked('no wire', 'no wire'))).toBe(result)
      expect(write(result, wish('T003', title, 'todo', { writtenReason: 'no wire' }))).toBe(plan)
    }
  })

  test.each([
    ['the last line has no end', '- [ ] T003 Switch the lamp', '- [BLOCKED] T003 Switch the lamp\n  reason: no wire'],
    [
      'nor its sub-line',
      '- [ ] T003 Switch the lamp\n    blocked_by: T002',
      '- [BLOCKED] T003 Switch the lamp\n    blocked_by: T002\n    reason: no wire',
    ],
  ])('without a final newline there is none afterwards either: %s', (_name, before, expected) => {
    const head = '## Phase 06: Implementation\n- [X] T002 Read the lamp file\n'
    for (const eol of ['\n', '\r\n']) {
      const plan = (head + before).replaceAll('\n', eol)
      const result = write(plan, blocked())
      expect(result).toBe((head + expected).replaceAll('\n', eol))
      expect(write(result, wish('T003', title, 'todo', { writtenReason: 'no wire' }))).toBe(plan)
    }
  })

  test('the line end is that of the line above, not that of the file', () => {
    const plan = '## Phase 06: Implementation\n- [ ] T003 Switch the lamp\r\n- [ ] T004 Dim\n'
    expect(write(plan, blocked())).toBe(
      '## Phase 06: Implementation\n- [BLOCKED] T003 Switch the lamp\r\n  reason: no wire\r\n- [ ] T004 Dim\n',
    )
  })

  test('a reason cannot add lines, tasks or comments', () => {
    const plan = around('- [ ] T003 Switch the lamp')
    const result = write(plan, blocked('red\n- [X] T004 Dim\r\n## Phase 07: x\u2028<!-- \u0007'))
    expect(result).toBe(
      around('- [BLOCKED] T003 Switch the lamp\n  reason: red - [X] T004 Dim ## Phase 07: x < !-- \\x07'),
    )
  })

  test.each([
    ['a comment', 'cannot map a --> b', 'cannot map a -- > b'],
    ['a comment as browsers read it', 'a --!> b', 'a --! > b'],
    ['an arrow that is long', '<---->', '<---- >'],
    ['both ends', '<!---->', '< !---- >'],
    ['a soft hyphen', 'sw\u00aditch', 'sw\\xaditch'],
  ])('a reason can close no comment: %s', (_name, reason, expected) => {
    const plan = around('- [ ] T003 Switch the lamp')
    expect(write(plan, blocked(reason))).toBe(around(`- [BLOCKED] T003 Switch the lamp\n  reason: ${expected}`))
  })

  test.each(['', null, '\n\t', '|', '>-'])('a reason that says nothing writes no line: %j', (reason) => {
    const plan = around('- [ ] T003 Switch the lamp')
    expect(write(plan, blocked(reason))).toBe(around('- [BLOCKED] T003 Switch the lamp'))
  })
})

describe('a reason that stands there', () => {
  const task = (box: string, line: string) => around(`- [${box}] T003 Switch the lamp\n${line}\n  traces: FR-001`)

  test.each([
    ['is replaced when the mark changes', ' ', '  reason: added late', blocked(), 'BLOCKED', '  reason: no wire'],
    [
      'keeps its indent and the white space behind it',
      ' ',
      '    reason:   added late  ',
      blocked(),
      'BLOCKED',
      '    reason:   no wire  ',
    ],
    ['is filled in where it is empty', ' ', '  reason:', blocked(), 'BLOCKED', '  reason: no wire'],
    [
      'is replaced when it is ours',
      'BLOCKED',
      '  reason: no lamp',
      blocked('no wire', 'no lamp'),
      'BLOCKED',
      '  reason: no wire',
    ],
    [
      'stays when a person changed what we wrote',
      'BLOCKED',
      '  reason: no lamp (ask Ann)',
      blocked('no wire', 'no lamp'),
      'BLOCKED',
      '  reason: no lamp (ask Ann)',
    ],
    ['stays when it already says so', 'BLOCKED', '  reason: no wire', blocked(), 'BLOCKED', '  reason: no wire'],
    [
      'stays on a task that gets done, when it is not ours',
      ' ',
      '  reason: added late',
      wish('T003', title, 'done', { writtenReason: 'no wire' }),
      'X',
      '  reason: added late',
    ],
    [
      'stays on a task that is released, when it is not ours',
      'BLOCKED',
      '  reason: see Ann',
      wish('T003', title, 'todo', { writtenReason: 'no wire' }),
      ' ',
      '  reason: see Ann',
    ],
    [
      'stays on a task that is released, when we never wrote one',
      'BLOCKED',
      '  reason: no wire',
      wish('T003', title, 'todo'),
      ' ',
      '  reason: no wire',
    ],
    [
      'becomes the reason of a deferral',
      'BLOCKED',
      '  reason: no wire',
      wish('T003', title, 'deferred', { reason: 'next year', writtenReason: 'no wire' }),
      'DEFER',
      '  defer_reason: next year',
    ],
    [
      'makes room for a reason to skip',
      'BLOCKED',
      '  reason: no wire',
      wish('T003', title, 'skipped', { reason: 'not needed', writtenReason: 'no wire' }),
      'SKIP',
      '  reason: not needed',
    ],
  ] as const)('%s', (_name, box, line, mark, newBox, newLine) => {
    const result = write(task(box, line), mark)
    expect(result).toBe(task(newBox, newLine))
  })

  test.each([
    ['when the task is done', wish('T003', title, 'done', { writtenReason: 'no wire' }), 'X'],
    ['when the task is released', wish('T003', title, 'todo', { writtenReason: 'no wire' }), ' '],
    ['when it is skipped without a reason', wish('T003', title, 'skipped', { writtenReason: 'no wire' }), 'SKIP'],
  ] as const)('goes with its line end %s and is ours', (_name, mark, box) => {
    expect(write(task('BLOCKED', '  reason: no wire'), mark)).toBe(
      around(`- [${box}] T003 Switch the lamp\n  traces: FR-001`),
    )
  })

  test('ours goes although a person released the task by hand', () => {
    const mark = wish('T003', title, 'todo', { writtenReason: 'no wire' })
    expect(write(task(' ', '  reason: no wire'), mark)).toBe(around('- [ ] T003 Switch the lamp\n  traces: FR-001'))
  })

  test('ours makes room for a reason of the other key that a person wrote, and that one stays', () => {
    const mark = wish('T003', title, 'deferred', { reason: 'next year', writtenReason: 'no wire' })
    const both = '  reason: no wire\n  defer_reason: ask Ann'
    expect(write(task('BLOCKED', both), mark)).toBe(task('DEFER', '  defer_reason: ask Ann'))
  })

  test('a deferral gets its own key', () => {
    const mark = wish('T003', title, 'deferred', { reason: 'next year' })
    expect(write(task(' ', '  reason: added late'), mark)).toBe(
      around('- [DEFER] T003 Switch the lamp\n  reason: added late\n  traces: FR-001\n  defer_reason: next year'),
    )
  })

  test.each([
    ['behind a bullet', '  - reason: asked for by Ann', '  - reason: no wire'],
    ['behind a bullet and in emphasis', '  * **reason:** asked for by Ann', '  * **reason:** no wire'],
  ])('%s it is replaced when the mark changes, and is ours then', (_name, before, after) => {
    const result = write(task(' ', before), blocked())
    expect(result).toBe(task('BLOCKED', after))
    expect(write(result, blocked('no lamp', 'no wire'))).toBe(task('BLOCKED', after.replace('wire', 'lamp')))
    expect(write(result, wish('T003', title, 'todo', { writtenReason: 'no wire' }))).toBe(
      around('- [ ] T003 Switch the lamp\n  traces: FR-001'),
    )
  })

  test.each([
    ['', 'no wire', 'no wire'],
    [' | traces: FR-001', 'no wire', 'no wire'],
    [' | traces: FR-001', 'a | files: b `c', "a / files: b 'c"],
  ])('among the annotations%s it is replaced when the mark changes, and is ours then', (more, reason, shown) => {
    const plan = (box: string, said: string) => around(`- [${box}] T003 Switch the lamp${said}${more}`)
    const result = write(plan(' ', ' | reason: Bob'), blocked(reason))
    expect(result).toBe(plan('BLOCKED', ` | reason: ${shown}`))
    expect(write(result, blocked(reason, reason))).toBe(result)
    expect(write(result, blocked('no lamp', reason))).toBe(plan('BLOCKED', ' | reason: no lamp'))
    expect(write(result, wish('T003', title, 'todo', { writtenReason: reason }))).toBe(plan(' ', ''))
  })

  test('of a person stays while the mark stays, also where this program never wrote one', () => {
    const plan = task('BLOCKED', '  reason: asked for by Ann')
    expect(write(plan, blocked('no wire'))).toBe(plan)
    expect(write(plan, blocked('no wire', 'something else'))).toBe(plan)
    expect(write(task('BLOCKED', '  reason:'), blocked('no wire'))).toBe(task('BLOCKED', '  reason: no wire'))
  })

  test.each(['|', '>', '|-'])(
    'a block of several lines (%s) is kept; ours behind it is read and taken away again',
    (sign) => {
      const of = (cell: string, more: string) =>
        around(`- [${cell}] T003 ${title}\n  reason: ${sign}\n    long\n    story${more}`)
      const result = write(of(' ', ''), blocked())
      expect(result).toBe(of('BLOCKED', '\n  reason: no wire'))
      const draft = draftOf(result)
      expect(draft.tasks.find(({ id }) => id?.text === 'T003')?.reason?.text).toBe('no wire')
      expect(draft.diagnostics.map(({ code }) => code)).not.toContain('MW108')
      expect(write(result, blocked('no wire', 'no wire'))).toBe(result)
      expect(write(result, blocked('no lamp', 'no wire'))).toBe(of('BLOCKED', '\n  reason: no lamp'))
      expect(write(result, wish('T003', title, 'todo', { writtenReason: 'no wire' }))).toBe(of(' ', ''))
    },
  )

  test('nothing is added to a block of a person while the mark stays', () => {
    const plan = task('BLOCKED', '  reason: |\n    long\n    story')
    expect(write(plan, blocked())).toBe(plan)
    expect(draftOf(plan).tasks.find(({ id }) => id?.text === 'T003')?.reason).toBeNull()
  })

  test.each(['blocked', 'skipped', 'deferred'] as const)('a task that is %s is not written twice', (state) => {
    const mark = wish('T003', title, state, { reason: 'a: b | c, [d]' })
    const once = write(around('- [ ] T003 Switch the lamp'), mark)
    expect(project(once, { marks: [mark] }).edits).toEqual([])
    expect(project(once, { marks: [{ ...mark, writtenReason: mark.reason }] }).edits).toEqual([])
  })

  test.each(['out | blocked_by: T001', 'out | depends on T001', 'out|files: src/a.ts (CREATE)'])(
    'a reason with what would be a key behind a bar is written without it: %s',
    (reason) => {
      const mark = wish('T003', title, 'blocked', { reason })
      const once = write(around('- [ ] T003 Switch the lamp'), mark)
      expect(once).toContain(`reason: ${reason.replace('|', '/')}`)
      expect(draftOf(once).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(project(once, { marks: [{ ...mark, writtenReason: reason }] }).edits).toEqual([])
      expect(write(once, wish('T003', title, 'todo', { writtenReason: reason }))).toBe(
        around('- [ ] T003 Switch the lamp'),
      )
    },
  )
})

describe('the plan is the same again when a task is released', () => {
  const kept = (draft: string): string | undefined =>
    draftOf(draft).tasks.find(({ id }) => id?.text === 'T003')?.reason?.text

  test.each([
    ['nothing', ''],
    ['a reason', '\n  reason: added late'],
    ['a reason that says nothing', '\n  reason:\n  traces: FR-001'],
    ['a reason with a bar and an arrow', '\n  reason: added | see: a --> b'],
    ['a reason to defer', '\n  defer_reason: ask Ann'],
    ['both', '\n  reason: added late\n  defer_reason: ask Ann'],
    ['both, the other way round', '\n  defer_reason: ask Ann\n  reason: added late'],
    ['a reason behind the title and one below', ' | reason: old\n  reason: added late'],
    ['a reason behind the title and a block', ' | reason: old\n  reason: |\n    long story'],
    ['a reason and a block', '\n  reason: added late\n  reason: |\n    long story'],
  ])('%s', (_name, lines) => {
    const plan = around(`- [ ] T003 ${title}${lines}`)
    for (const states of ['blocked', 'deferred', 'skipped', 'blocked deferred', 'blocked skipped deferred']) {
      let text = plan
      // What a run knows: what it read there last that is not its own, and what it wrote last.
      let written: readonly string[] = []
      let replacedReason: string | undefined
      for (const state of [
        ...states.split(' '),
        'todo',
        'deferred',
        'todo',
        'blocked',
        'todo',
      ] as MarkWish['state'][]) {
        const reason = state === 'todo' ? null : `${state} for a wire`
        const before = replacedReason === undefined ? {} : { replacedReason }
        const read = kept(text)
        text = write(text, wish('T003', title, state, { reason, writtenReason: written.at(-1) ?? null, ...before }))
        if (state === 'todo') expect([states, text]).toEqual([states, plan])
        if (reason === null) continue
        if (read !== undefined && !written.includes(read)) replacedReason = read
        written = [...written.filter((it) => it !== reason), reason]
      }
    }
  })

  test('a deferred task with both is explained by the reason to defer', () => {
    const plan = (cell: string) => around(`- [${cell}] T003 ${title}\n  reason: added late\n  defer_reason: ask Ann`)
    expect(kept(plan('DEFER'))).toBe('ask Ann')
    expect(kept(plan('BLOCKED'))).toBe('added late')
    expect(kept(around(`- [DEFER] T003 ${title}\n  reason: added late`))).toBe('added late')
  })
})

test('a reason is indented the same however many were written before it', () => {
  const plan = (...done: string[]): string =>
    ['- [ ] T001 a\n\tfiles: a.ts', '- [ ] T002 b\n  files: b.ts', ...done, `- [ ] T003 ${title}`, ''].join('\n')
  const written = write(plan('- [BLOCKED] T004 c\n  reason: red', '- [DEFER] T005 d\n  defer_reason: later'), blocked())
  expect(written).toContain(`T003 ${title}\n\treason: no wire\n`)
  expect(write(plan(), blocked())).toContain(`T003 ${title}\n\treason: no wire\n`)
})
