import { describe, expect, test } from 'vitest'
import { implementationOf } from '../../../src/dialects/phase-tasks/implementation.ts'
import { printed, read } from './printed.ts'

/** A plan with one task below each heading; a heading that begins with `!` has none. */
function planOf(...headings: string[]) {
  return read(
    headings.map((it, at) => (it.startsWith('!') ? `${it.slice(1)}\n` : `${it}\n- [ ] T00${at} t${at}\n`)).join('\n'),
  )
}
const keysOf = (...headings: string[]) => [...implementationOf(planOf(...headings))]
const doubts = (...headings: string[]) => printed(planOf(...headings)).filter((it) => it.includes('MW125'))

describe('which phase is run', () => {
  test.each<[string, string[], string[]]>([
    ['06', ['## Phase 05: Tests', '## Phase 06: Build', '## Phase 08: Review'], ['06']],
    ['a range that holds 6', ['## Phase 05-07: Build', '## Phase 08: Review'], ['05-07']],
    ['a single 6 where nobody counts from the first', ['## Phase 5: Tests', '## Phase 6: Build'], ['6']],
    ['none where a 6 is the last of a count', ['## Phase 1: Setup', '## Phase 2: Core', '## Phase 6: Deploy'], []],
    [
      'a 6 whose name speaks of it',
      ['## Phase 1: Setup', '## Phase 6: Core Implementation', '## Phase 8: Deploy'],
      ['6'],
    ],
    [
      'a range that holds 6, also in a count',
      ['## Phase 0: Setup', '## Phase 5-6: Build', '## Phase 8: Deploy'],
      ['5-6'],
    ],
    ['the one by name, not the one by number', ['## Phase 03: Implementation', '## Phase 06: Deploy'], ['03']],
    ['each by that name', ['## Phase 06: Implementation', '## Phase 07: Implementation (web)'], ['06', '07']],
    ['none of a longer name', ['## Phase 03: Implementation Planning', '## Phase 06: Build'], ['06']],
    ...[
      'Implementation-Review',
      'Implementation Phase 2',
      'Implementation Phases',
      'Implementation/Deployment',
      'Implementation - Retrospective',
      'Implementation: docs',
    ].map((name): [string, string[], string[]] => [
      `none that goes on: ${name}`,
      ['## Phase 06: Implementation', `## Phase 08: ${name}`],
      ['06'],
    ]),
    ['a section by that name', ['## Phase 05: Tests', '## Implementation'], ['Implementation']],
    ['one with a sign', ['## Phase 03: ✅ Implementation', '## Phase 08: Deploy'], ['03']],
    ['one with a comment', ['## Phase 3: Implementation <!-- ready -->', '## Phase 08: Deploy'], ['3']],
    [
      'one whose number is a word',
      ['## Phase III: Implementation', '## Phase 08: Deploy'],
      ['Phase III: Implementation'],
    ],
    ['one called a phase', ['## Phase 3: Implementation Phase', '## Phase 08: Deploy'], ['3']],
    [
      'a section called a phase',
      ['## Phase 05: Tests', '## Implementation Phase (core)'],
      ['Implementation Phase (core)'],
    ],
    ['one without a number', ['## Phase: Tests', '## Phase: Implementation'], ['Phase: Implementation']],
    [
      'its parts where it holds nothing',
      ['!## Phase 06: Implementation', '## Phase 6.1: a', '## Phase 07: b'],
      ['06', '6.1'],
    ],
    ['none of its parts where it holds tasks', ['## Phase 06: Implementation', '## Phase 06.5: a'], ['06']],
    ['tasks above every heading, too', ['', '## Phase 06: Build', '## Phase 07: Deploy'], ['06', '-']],
  ])('%s', (_name, headings, expected) => {
    expect(keysOf(...headings)).toEqual(expected)
  })

  test.each<[string, string[], string[]]>([
    ['nothing, where it is called so', ['## Phase 05: Tests', '## Phase 06: Implementation'], []],
    ['nothing, where 06 stands among others', ['## Phase 05: Tests', '## Phase 06: Build', '## Phase 08: Review'], []],
    ['nothing of a single phase', ['## Phase 03: Build'], []],
    ['nothing of sections', ['## Data', '## Words'], []],
    [
      'that all are run',
      ['## Phase 1: Setup', '## Phase 6: Deploy'],
      ['1:1 info MW125 no phase is called Implementation or numbered 06: all 2 are run'],
    ],
    [
      'that it is not the one with the number',
      ['## Phase 03: Implementation', '## Phase 06: Deploy'],
      ['4:1 warning MW125 phase 03 Implementation is run, and not phase 06 Deploy'],
    ],
    [
      'that several are called so',
      ['## Phase 06: Implementation', '## Phase 07: Implementation (web)'],
      [
        '4:1 warning MW125 2 phases are called Implementation, and all are run: phase 06 Implementation, phase 07 Implementation (web)',
      ],
    ],
    [
      'that only a number speaks for it in a plan that counts',
      ['## Phase 01: Setup', '## Phase 06: Deploy'],
      ['4:1 warning MW125 phase 06 Deploy alone is run, for its number'],
    ],
    [
      'that it holds nothing',
      ['## Phase 05: Tests', '!## Phase 06: Implementation', '## Phase 08: Review'],
      ['4:1 warning MW125 phase 06 Implementation is what is run, and it holds no task'],
    ],
    [
      'that only what stands above the headings is run',
      ['', '## Phase 05: Tests'],
      [
        '1:1 warning MW125 only the tasks above the first heading are run: no phase is called Implementation or numbered 06',
      ],
    ],
  ])('it is said %s', (_name, headings, expected) => {
    expect(doubts(...headings)).toEqual(expected)
  })
})

describe('a phase heading', () => {
  test.each([
    '**Phase 06: Implementation**',
    '**Phase 06**: Implementation',
    '✅ Phase 06: Implementation',
    '`Phase 06`: Implementation',
    '__Phase 06: Implementation__ -- PENDING',
    '**Phase 06: Implementation -- PENDING**',
    'Phase06: Implementation',
    'Phase 06-Implementation',
    'Phase 06—Implementation',
    'Phase 06：Implementation',
    'Phase 06) Implementation',
    '6. Phase 06: Implementation',
    'Phase #06: Implementation',
    'Phase# 06: Implementation',
  ])('is read and said: ## %s', (heading) => {
    const draft = read(`## Phase 05: Tests\n- [ ] T001 a\n\n## ${heading}\n- [ ] T002 b\n`)
    expect(draft.groups[1]).toMatchObject({ number: '06', title: 'Implementation' })
    expect(draft.groups[1]?.label?.text ?? 'PENDING').toBe('PENDING')
    expect(printed(draft)).toEqual([
      '4:1 warning MW122 this phase is not spelled as other tools read it; read as a phase',
    ])
  })

  test.each(['Phases of the moon', 'Phase 6th', 'Phase six', 'Phased 06: x', 'The Phase 06: x', 'Phases 06'])(
    'is none: ## %s',
    (heading) => {
      expect(read(`## ${heading}\n- [ ] T002 b\n`).groups.map(({ number }) => number)).toEqual([null])
    },
  )

  test('keeps its label beside a comment and in emphasis', () => {
    for (const heading of [
      'Phase 06: A <!-- x --> -- PENDING',
      'Phase 06: A -- PENDING <!-- y -->',
      '**Phase 06: A -- PENDING**',
    ]) {
      const text = `## ${heading}\n- [ ] T001 a\n`
      const { label, title } = read(text).groups[0]!
      expect([title, label?.text, text.slice(label!.span.offset, label!.span.offset + 7)]).toEqual([
        'A',
        'PENDING',
        'PENDING',
      ])
    }
  })

  test('6a is a phase of its own', () => {
    const draft = read('## Phase 6a: A\n- [ ] T001 a\n## Phase 6b: B\n- [ ] T002 b\n')
    expect(draft.groups.map(({ number, title }) => [number, title])).toEqual([
      ['6a', 'A'],
      ['6b', 'B'],
    ])
  })
})

describe('a deeper heading that is called a phase', () => {
  const below = (...headings: string[]) => {
    const draft = planOf('## Phase 06: Implementation', ...headings)
    return { groups: draft.tasks.map(({ group }) => group), said: printed(draft).map((it) => it.replace(/^\S+ /, '')) }
  }

  test.each([
    ['### Phase 6.1: Data', '6.1'],
    ['### Phase 06.1: Data', '06.1'],
    ['### Phase 6a: Data', '6a'],
    ['#### **Phase 6.1** Data', '6.1'],
  ])('is a part of the phase of its number, and run with it: %s', (heading, part) => {
    expect(below(heading, '### Rest', '### Phase 6.2: Web')).toEqual({ groups: ['06', part, '06', '6.2'], said: [] })
    expect(keysOf('## Phase 06: Implementation', heading, '## Phase 07: x')).toEqual(['06', part])
  })

  test('is a part where it counts anew, which is said', () => {
    expect(below('### Phase 1: Data', '### Phase 2: Web', '### Phase 16: x')).toEqual({
      groups: ['06', '06', '06', '06'],
      said: ['1', '2', '16'].map((it) => `warning MW122 phase ${it} stands below phase 06 and is read as a part of it`),
    })
  })

  test('is a phase where it goes on counting, which is said', () => {
    expect(below('### Phase 07: Testing')).toEqual({
      groups: ['06', '07'],
      said: ['warning MW122 this phase is a heading of level 3; read as a phase'],
    })
  })
})

describe('a line that is nothing but the name of a phase', () => {
  test.each([
    ['**Phase 06: Implementation**', '4:1'],
    ['Phase 06: Implementation', '4:1'],
    ['- ## Phase 06: Implementation', '4:1'],
    ['\t## Phase 06: Implementation', '4:2'],
    ['> ## Phase 06: Implementation', '4:1'],
  ])('is said where a task follows: %j', (line, place) => {
    const lines = printed(read(`## Phase 05: Tests\n- [X] T001 a\n\n${line}\n\n- [ ] T002 b\n`))
    expect(lines.map((it) => it.split(';')[0])).toEqual([
      `${place} warning MW801 this line looks like a phase and is no heading`,
    ])
  })

  test.each([
    'Phase 06 is next.',
    '- Phase 06: Implementation\n- Phase 08: Review\n\nWords.',
    'Phase 06: a\n\nWords.\n',
  ])('and else is words: %j', (words) => {
    expect(printed(read(`## Phase 05: Tests\n- [X] T001 a\n\n${words}\n\n- [ ] T002 b\n`))).toEqual([])
  })
})

describe('what stands below a heading within a phase', () => {
  test.each(['Acceptance Criteria', 'Definition of Done', 'Out of scope', 'Checklist'])(
    'is no task where it has no id: ### %s',
    (name) => {
      const draft = read(
        `## Phase 06: A\n### Tasks\n- [ ] T001 a\n### ${name}\n- [ ] Ann\n- [ ] T002 b\n### Rest\n- [ ] c\n`,
      )
      expect(draft.tasks.map(({ title }) => title.text)).toEqual(['a', 'b', 'c'])
      expect(printed(draft)[0]).toContain('5:1 warning MW801 this line is a checkbox in a section that holds no tasks')
    },
  )

  test.each(['**Acceptance Criteria**', '✅ Acceptance Criteria', 'Checklist (for the reviewer)'])(
    'nor where its name is dressed up, and in its parts: ### %s',
    (name) => {
      const text = `## Phase 06: A\n- [ ] T001 a\n### ${name}\n- [ ] Ann\n#### More\n- [ ] Bob\n### Rest\n- [ ] c\n`
      expect(read(text).tasks.map(({ title }) => title.text)).toEqual(['a', 'c'])
    },
  )

  test.each(['Review page', 'Notes API', 'Checklist component', 'Acceptance tests', 'Risks module'])(
    'is a task where the name only begins so: ### %s',
    (name) => {
      const draft = read(`## Phase 06: A\n- [ ] T001 a\n### ${name}\n- [ ] b\n`)
      expect(draft.tasks.map(({ title }) => title.text)).toEqual(['a', 'b'])
    },
  )

  test('a heading with one blank before it is a heading', () => {
    const draft = read('## Phase 06: A\n- [ ] T001 a\n ## Notes\n- [ ] Tell Bob\n')
    expect(draft.tasks).toHaveLength(1)
  })

  test.each(['  # install deps', '  ### Steps', '   ## Notes'])(
    'is text of the task where it is deeper: %j',
    (line) => {
      const draft = read(
        `## Phase 06: A\n- [ ] T001 a\n  By hand:\n${line}\n  npm install\n  files: a (NEW)\n- [ ] T002 b\n`,
      )
      expect(printed(draft)).toEqual([])
      expect(draft.tasks.map(({ group, section }) => [group, section])).toEqual([
        ['06', null],
        ['06', null],
      ])
      expect(draft.tasks[0]).toMatchObject({
        files: [{ path: 'a' }],
        description: expect.stringContaining(line.trim()) as string,
      })
    },
  )

  test('is the next phase where it is called one, deeper or not', () => {
    const draft = read('## Phase 06: A\n- [ ] T001 a\n  ## Phase 07: B\n- [ ] T002 b\n')
    expect(draft.tasks.map(({ group }) => group)).toEqual(['06', '07'])
  })
})
