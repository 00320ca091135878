/** Nothing that a person wrote below a Definition of Complete is passed over: points are criteria, and all else is words that nobody has judged. */

import { describe, expect, test } from 'vitest'
import { readFiles } from './reading.ts'
import { taskIn, tell } from './told.ts'

const heading = '# a\n## Definition of Complete\n'
const points = (text: string): readonly string[] =>
  tell(text)
    .told.criteria.filter(({ isWords }) => !isWords)
    .map((it) => it.text.text)
const words = (text: string): readonly string[] =>
  tell(text)
    .told.criteria.filter(({ isWords }) => isWords)
    .map((it) => it.text.text)

describe('the heading', () => {
  test.each([
    '## Definition of Complete',
    '## The Definition of Complete',
    '## Definition-of-Complete',
    '## 3. Definition of Done (mandatory)',
    '## Project Acceptance Criteria',
    '## Completion',
    '## Acceptance',
    '## Section 4: Definition of Complete',
    '## Definition of **Complete**',
    '## Completion Checklist',
    '## Acceptance Tests',
    '## Success Metrics',
    '## Done',
    '## Abnahmekriterien',
    '## Criterios de aceptación',
    'Definition of Complete\n======',
    'Definition of Complete\n---',
    '**Definition of Complete:**',
    '**Success Criteria**',
    'Acceptance criteria:',
    '## Goal\nWrite.\n\n**Definition of Complete:**',
    '## User Stories\n**Acceptance Criteria**:',
    '## Final Verification',
    '## 6.4 Completion Verification',
    '## When are we finished?',
    '## Done?',
    '## Completed when:',
    '**Finished when:**',
    '## Completion Definition',
    '## What done means',
    '## Measures of Success',
    '## Fertig, wenn',
    '## Definiton of Complete',
    '<h2 id="done">Definition of Complete</h2>',
    '> ## Definition of Complete',
    '> **Definition of Complete**',
    '> [!IMPORTANT] Definition of Complete',
    '> [!IMPORTANT]\n> **Definition of Complete**',
    '***Definition of Complete***',
    '__Definition of Complete__',
    'DEFINITION OF COMPLETE',
    '<details><summary>Definition of Complete</summary>\n',
    '- **Definition of Complete:**',
    '## Done Criteria',
    '## Goal Achievement Criteria',
    '**Goal Achievement Criteria:**',
    '## Final Deliverables',
    '## DoC',
    '## 4. DoC (mandatory)',
    '**DoC:**',
  ])('%j', (it) => {
    expect(points(`# a\n\n${it}\n\n- [ ] one\n- two\n`)).toEqual(['one', 'two'])
  })

  test('a bold one with its criterion on the same line', () => {
    expect(points('# a\n**Definition of Complete:** the mayor signs\n')).toEqual(['the mayor signs'])
  })

  test('a bold one ends the goal above it, and ends with a rule, a heading or another of its kind', () => {
    const { told } = tell('# a\n## Goal\nWrite.\n\n**Success Criteria:**\n- one\n\n---\n\n- two\n*made by hand*\n')
    expect(told.goals.map(({ text }) => text)).toEqual(['Write.'])
    expect(told.criteria.map(({ text }) => text.text)).toEqual(['one'])
    expect(points('# a\n**Success Criteria:**\n- one\n## Notes\n- two\n')).toEqual(['one'])
    expect(points('# a\n**Success Criteria:**\n- one\n\n**Constraints:**\n- two\n')).toEqual(['one'])
  })

  test.each([
    '**Definition of Complete:** one',
    '__Definition of Complete:__ one',
    '**Definition of Complete** - one',
    '**Definition of Complete** – one',
    'Success criteria: one',
    '- Success criteria: one',
    '1. **Success Criteria:**\n   - one',
    'Done when one',
    '| # | Success criterion |\n|---|---|\n| one |',
  ])('with its criterion: %j', (it) => {
    expect(points(`# a\n\n${it}\n`)).toEqual(['one'])
    const { told } = tell(`# a\n## Goal\nWrite.\n\n${it}\n`)
    expect(told.criteria.map(({ text }) => text.text)).toEqual(['one'])
    expect(told.goals.map(({ text }) => text)).toEqual(['Write.'])
  })

  test('with its criterion on the same line ends with the next field', () => {
    expect(points('# a\n**Goal:** Write.\n**Definition of Complete:** one\n**Owner:** Ann\n')).toEqual(['one'])
  })

  test('as a row of a table of names and values', () => {
    expect(
      points('# a\n## Overview\n| Name | Value |\n|---|---|\n| Definition of Complete | one |\n| Team | two |\n'),
    ).toEqual(['one'])
  })

  test('in HTML with its criteria on the same line', () => {
    expect(words('# a\n<h2>Definition of Complete</h2><ul><li>one</li></ul>\n')).toEqual(['<ul><li>one</li></ul>'])
  })

  test('in the place of the title is none', () => {
    const { told } = tell('# Success Criteria\n- one\n\n# Report\n\n## Goal\nWrite.\n')
    expect([told.title?.text, told.criteria.map(({ text }) => text.text)]).toEqual(['Report', ['one']])
    expect(told.goals.map(({ text }) => text)).toEqual(['Write.'])
  })

  test('a point ends with the next one, a table with its rows', () => {
    expect(points('# a\n- **Scope:** x\n- **Success criteria:**\n  - one\n  - two\n- **Timeline:** May\n')).toEqual([
      'one',
      'two',
    ])
    expect(points('# a\n- **Success criteria:**\n- one\n- two\n')).toEqual(['one', 'two'])
    const { told } = tell('# a\n| Success criteria | How |\n|---|---|\n| one | look |\nwords\n')
    expect(told.criteria.map(({ text }) => text.text)).toEqual(['one | look'])
  })

  test('behind the last task it is the whole plan’s where its name or a rule says so, else the task’s own', () => {
    const task = '# a\n### Task [1]: b\n- **Step [1]:** c\n'
    expect(points(`${task}\n**Definition of Complete:**\n- one\n`)).toEqual(['one'])
    expect(points(`${task}\n#### Definition of Complete\n- one\n`)).toEqual(['one'])
    expect(points(`${task}\n---\n**Success Criteria:**\n- one\n`)).toEqual(['one'])
    for (const it of [
      '**Definition of Done (whole spec)**',
      'The spec is complete when:',
      '**Overall Definition of Complete:**',
      'Final Acceptance Criteria:',
      'Definition of Complete\n',
      '- **Definition of Complete:**',
    ])
      expect(points(`${task}\n${it}\n- one\n`)).toEqual(['one'])
    expect(points(`${task}\n| Definition of Complete |\n|---|\n| one |\n`)).toEqual(['one'])
    expect(points(`${task}\n**Success Criteria:**\n- one\n`)).toEqual([])
    const more = '### Task [2]: d\n- **Step [1]:** e\n'
    expect(points(`${task}\n**Definition of Complete:**\n- one\n\n${more}`)).toEqual([])
    expect(points(`${task}\n#### Definition of Complete\n- one\n\n${more}`)).toEqual([])
    // Its name says whose it is, and not its words; what has fields of a step behind it is the step's.
    expect(points(`${task}\n**Acceptance Criteria:** all tests of the project pass\n`)).toEqual([])
    expect(points(`${task}\n- **Final Verification:** one\n`)).toEqual([])
    const { told: field } = tell(
      '# a\n### Task [1]: b\n#### Step [1]: c\n**Completion Criteria:** one\n**Expected Output:** d.md\n',
    )
    expect([field.criteria.length, field.tasks[0]?.steps[0]?.expected?.text]).toEqual([0, 'd.md'])
    // Where the tasks before it have their own, the last one's is its own, too.
    for (const it of ['**Definition of Done:**', '#### Definition of Done']) {
      const { told } = tell(`${task}\n${it}\n- one\n\n${more}\n${it}\n- two\n`)
      const texts = told.tasks.map((task) => JSON.stringify(task))
      expect([told.criteria.length, texts[0]?.includes('one'), texts[1]?.includes('two')]).toEqual([0, true, true])
    }
  })

  test.each([
    ':::tip Definition of Complete\n- [ ] one\n- two\n:::',
    ':::tip[Definition of Complete]\n- [ ] one\n- two\n:::',
    '::: tip\n**Definition of Complete:**\n- [ ] one\n- two\n:::',
    ':::note\n\n## Definition of Complete\n\n- [ ] one\n- two\n\n:::',
    '::: {.note}\n## Definition of Complete\n:::\n- [ ] one\n- two\n\n## Notes',
    '## Definition of Complete\n:::tip\n- [ ] one\n- two\n:::\n## Notes',
    '### Task [1]: b\n- **Step [1]:** c\n\n:::tip Definition of Complete\n- [ ] one\n- two\n:::',
  ])('in a container, and ends with it: %j', (it) => {
    const { told, found } = tell(`# a\n\n${it}\n\nwords behind it\n`)
    expect(told.criteria.map(({ text, isWords }) => [text.text, isWords])).toEqual([
      ['one', false],
      ['two', false],
    ])
    expect(found).toEqual([])
  })

  test('a container in it is none of the point above it, and its title may name a check', () => {
    expect(points(`${heading}- one\n\n:::note\n- two\n:::\n`)).toEqual(['one', 'two'])
    for (const blank of ['', '\n'])
      expect([
        points(`${heading}- one\n${blank}:::note\nThe queen approves.\n:::\n`),
        words(`${heading}- one\n${blank}:::note\nThe queen approves.\n:::\n`),
      ]).toEqual([['one'], ['The queen approves.']])
    const { told, found } = tell(`${heading}- one\n:::tip Verification Method\n- two\n:::\n- three\n`)
    expect(told.criteria.map(({ text, under }) => [text.text, under])).toEqual([
      ['one', []],
      ['two', ['Verification Method']],
      ['three', []],
    ])
    expect(found).toEqual([])
    expect(words(`${heading}- one\n:::tip Verification Method\n:::\n`)).toEqual(['Verification Method'])
    const within = tell(`${heading}::::tip Verification Method\n:::note\n- one\n:::\n- two\n::::\n- three\n`).told
    expect(within.criteria.map(({ text, under }) => [text.text, under])).toEqual([
      ['one', ['Verification Method']],
      ['two', ['Verification Method']],
      ['three', []],
    ])
  })

  test('a container in it leaves it open', () => {
    expect(points(`${heading}- one\n:::tip\n- two\n:::\n- three\n`)).toEqual(['one', 'two', 'three'])
  })

  test('a container leaves what stands around it, and a task what stands in it, as it is', () => {
    const { told } = tell('# a\n## Goal\nWrite.\n:::note Take care\nof the ink.\n:::\nAnd sell.\n')
    expect(told.goals.map(({ text }) => text)).toEqual(['Write.\n\nTake care\nof the ink.\nAnd sell.'])
    const task = taskIn('# a\n### Task [1]: b\nWords.\n:::tip\nMore.\n:::\n- **Step [1]:** c\n')
    expect(task.description?.text).toBe('Words.\n:::tip\nMore.\n:::')
  })

  test('in a SPECLet it says what holds at the end', () => {
    const { told } = tell(
      '# a\n## SPECLet [x]: X\n**Success Criteria:**\n- one\n\n### Task [1]: b\n- **Step [1]:** c\n',
    )
    expect(told.criteria.map(({ text }) => text.text)).toEqual(['one'])
    expect(told.speclets.map(({ tasks }) => tasks.length)).toEqual([0])
    const { told: fields } = tell(
      '# a\n## SPECLet [x]: X\n**Success Criteria:**\n- one\n\n**Tasks:** [1]\n- **Depends On:** [y]\n',
    )
    expect(fields.criteria.map(({ text }) => text.text)).toEqual(['one'])
    expect(fields.speclets.map(({ tasks, dependsOn }) => [tasks.length, dependsOn.length])).toEqual([[1, 1]])
    expect(told.tasks.map(({ steps }) => steps.length)).toEqual([1])
  })

  test.each([
    '## Status\n- **Done:** `draft.md`\n',
    '## Constraints\n- Completion: by May\n',
    '## Glossary\n- **Success:** whatever sells\n',
    '## Background\nSuccess: last year we sold 3.\n',
    '## Auswahlkriterien\n- one\n',
    "## Critères d'exclusion\n- one\n",
    '## Risks\n| Risk | Success criteria |\n|---|---|\n| one | two |\n',
  ])('%j says nothing of the end', (it) => {
    expect(tell(`# a\n\n${it}`).told.criteria).toEqual([])
  })

  test.each(['Some words\n---', '# b\n## Definitions', '## User Stories', '## Doc', '**Doc:**'])(
    '%j opens none',
    (it) => {
      expect(tell(`# a\n\n${it}\n- [ ] one\n`).told.criteria).toEqual([])
    },
  )

  test('a task ends it, and what stands in a task or above SPECLets is its own', () => {
    const task = '### Task [1]: b\n- **Step [1]:** c\n**Success Criteria:**\n- d\n\n### Notes\n\nsome words\n- e\n'
    expect(tell(`${heading}- [ ] one\n${task}`).told.criteria).toHaveLength(1)
    const speclet = '# a\n# Definition of Complete\n- [ ] one\n## SPECLet [x]: b\n**Depends On:** []\n'
    expect(tell(`${speclet}### Task [1]: c\n- Step 1: d\n`).told.criteria).toHaveLength(1)
  })
})

describe('what can be read as a criterion', () => {
  test.each([
    ['1. one\n2) two\n', ['one', 'two']],
    ['> - [ ] one\n> - two\n', ['one', 'two']],
    ['• one\n– two\n☐ three\n✅ four\n[ ] five\n', ['one', 'two', 'three', 'four', 'five']],
    [
      '- [x] one\n- [X] two\n- [✓] three\n- [✔️] four\n- [~] five\n- [DONE] six\n',
      ['one', 'two', 'three', 'four', 'five', 'six'],
    ],
    [
      '- [German] one\n- [on 3 CPUs] two\n- [REQ-1] three\n- [book.txt] exists\n- [1] four\n',
      ['[German] one', '[on 3 CPUs] two', '[REQ-1] three', '[book.txt] exists', '[1] four'],
    ],
    ['- [ ]\n- [x]\n- one\n', ['one']],
    ['| What | How |\n|---|:-:|\n| Speed | 100 ms |\n| `a.md` | |\n', ['Speed | 100 ms', '`a.md`']],
    ['> | What | How |\n> |---|---|\n> | Speed | 100 ms |\n', ['Speed | 100 ms']],
    ['- one\n  goes on\n  ```\n  npm test\n  ```\n', ['one\n  goes on\n  ```\n  npm test\n  ```']],
  ])('%j', (text, expected) => {
    expect(points(heading + text).map((it) => it.replaceAll('\n', '\n  ').replaceAll('\n    ', '\n  '))).toEqual(
      expected,
    )
    expect(words(heading + text)).toEqual([])
  })

  test.each(['Examples', 'Components', 'Deployment requirements', 'User Interface Requirements', 'Constraints'])(
    'boxes below %s',
    (name) => {
      const { told } = tell(`${heading}### ${name}\n- [ ] one\n#### More\n- two\n## Components\n- three\n`)
      expect(told.criteria.map(({ text, under }) => [text.text, under])).toEqual([
        ['one', [name]],
        ['two', [name, 'More']],
      ])
      expect(told.components.map(({ text }) => text)).toEqual(['three'])
    },
  )

  test('headings of the same level go on with one that has nothing below it', () => {
    const text = `${heading}## Primary Deliverable\n- one\n## Quality Standards\n- two\n## Team\n- three\n`
    expect(tell(text).told.criteria.map((it) => [it.text.text, it.under])).toEqual([
      ['one', ['Primary Deliverable']],
      ['two', ['Quality Standards']],
    ])
    expect(points(`${heading}- zero\n## Documentation\n- one\n`)).toEqual(['zero'])
  })

  test('the name of a list in bold stands above it as a heading does, until the next one', () => {
    const text = `${heading}**Quality Standards:**\n- one\n\n- two\n  - three\n\nVerification:\n\n- four\n\nThe mayor decides.\n\n- five\n### More\n- six\n`
    expect(tell(text).told.criteria.map((it) => [it.text.text, it.under])).toEqual([
      ['one', ['Quality Standards']],
      ['two', ['Quality Standards']],
      ['three', ['Quality Standards', 'two']],
      ['four', ['Verification']],
      ['The mayor decides.', []],
      ['five', []],
      ['six', ['More']],
    ])
  })

  test('and so do the names of its checks beside a filled one', () => {
    const text = `${heading}- zero\n## Primary Deliverable\n- one\n## Quality Standards\n### Pages\n- two\n`
    expect(tell(text).told.criteria.map((it) => [it.text.text, it.under])).toEqual([
      ['zero', []],
      ['one', ['Primary Deliverable']],
      ['two', ['Quality Standards', 'Pages']],
    ])
  })
})

describe('what is no point', () => {
  test.each([
    ['The mayor signs\nthe report.\n\nAnd so on.\n', ['The mayor signs\nthe report.', 'And so on.']],
    ['- [ ] one\n\n**Two people have read it.**\n', ['**Two people have read it.**']],
    ['```\n- [ ] the mayor signs\n```\n', ['- [ ] the mayor signs']],
    ['<ul><li>the port is safe</li></ul>\n', ['<ul><li>the port is safe</li></ul>']],
    ['> The mayor signs.\n', ['The mayor signs.']],
    ['> [!TIP]\n> The mayor signs.\n', ['The mayor signs.']],
    ['> [!TIP] The mayor signs.\n', ['The mayor signs.']],
    ['- [ ] one\n</div>\nThe mayor signs.\n', ['The mayor signs.']],
    ['The mayor has to sign each of these files:\n- [ ] `a.md`\n', ['The mayor has to sign each of these files:']],
    ['The mayor signs:\n- [ ] `a.md`\n', ['The mayor signs:']],
    ['- [ ] one\n\n{{The mayor has signed}}\n', ['{{The mayor has signed}}']],
    ['Must not exist:\n- [ ] `a.md`\n', ['Must not exist:']],
    ['| The mayor signs | `a.md` |\n|---|---|\n| one | two |\n', ['The mayor signs | `a.md`']],
    ['- [ ] one\n\n---\n\n*The mayor has to sign.*\n', ['*The mayor has to sign.*']],
    ['- [ ] one\n\n---\n\nVersion control is in place\n', ['Version control is in place']],
    ['- [ ] one\n\n---\n\nStatus of the harbour: open to all\n', ['Status of the harbour: open to all']],
    [
      '- [ ] one\n\n---\n\nStatus: complete only once the mayor has signed it\n',
      ['Status: complete only once the mayor has signed it'],
    ],
    [
      '- [ ] one\n\n---\n\nThis document must be signed by the mayor.\n',
      ['This document must be signed by the mayor.'],
    ],
    ['- [ ] one\n\n---\n\nAuthor: must be the mayor\n', ['Author: must be the mayor']],
    ['- [ ] one\n\nVersion: 1.0\n', ['Version: 1.0']],
    ['### The mayor signs\n### Quality\n- one\n', ['The mayor signs']],
    ['The goal is complete when:\n', ['The goal is complete when:']],
    ['- [ ] [what must exist]\n', ['[what must exist]']],
  ])('%j is words', (text, expected) => {
    expect(words(heading + text)).toEqual(expected)
  })

  test.each(['- [TODO]', '- [Signed off]'])('%s is a placeholder', (text) => {
    const { told, printed } = tell(`${heading}${text}\n`)
    expect(told.criteria.map((it) => [it.text.text, it.isWords])).toEqual([[text.slice(2), true]])
    expect(printed).toEqual(['3:3 warning MW516'])
  })

  test.each(['TODO', 'TBD.', '_To be defined_', '**TBD**'])('%s alone is a placeholder, and told as one', (text) => {
    const { told, printed, found, at } = tell(`${heading}\n${text}\n`)
    expect(told.criteria.map((it) => [it.text.text, it.isWords])).toEqual([[text, true]])
    expect([printed, at(found[0]?.span)]).toEqual([['4:1 warning MW516'], text])
  })

  test.each([
    'The goal is complete when:\n\n- one\n',
    '**MANDATORY: Define specific, measurable criteria for when this goal is ACHIEVED.**\n\nWhat must exist and be verified:\n- one\n',
    'All of the following criteria must be met.\n### Quality\n- one\n',
    '**Main things:**\n- one\n',
    '- one\n\nFor build/create/system goals, see Software Stack section above.  \nValidation logic in `exe_a.md` Section 6.4.\n',
    '<details>\n\n- one\n\n</details>\n',
    '- one\n</details>\n',
    '<div>\n- one\n</div>\n\n</div>\n',
    '> [!IMPORTANT]\n> All of the following must hold:\n\n- one\n',
    '> [!NOTE]- The goal is complete when:\n> - one\n',
    '- one\n\n---\n\n*For parameters, see: parameters_a.toml*\n**Version:** 1.0\n',
    '- one\n\n---\n\nCreated: 2026-03-01\n\nAuthor: Ann Tide\n\n**Status:** Draft\n\n*Generated with a template.*\n\n**End of spec_a.md**\n',
  ])('%j has none', (text) => {
    expect([points(heading + text), words(heading + text)]).toEqual([['one'], []])
    expect(tell(heading + text).found).toEqual([])
  })

  test('is told with its place, and is a criterion that no program judges', () => {
    const md = `${heading}- [ ] one\n\nThe mayor signs \`report.md\`.\n`
    expect(tell(md).printed).toEqual(['5:1 warning MW527'])
    expect(readFiles({ md, toml: '' }).spec.completion.criteria).toEqual([
      { text: 'one', under: [] },
      { text: 'The mayor signs `report.md`.', under: [], isWords: true },
    ])
  })
})

test('a box below any other heading is told: nothing looks at it', () => {
  const { found } = tell(
    '# a\n## What we need in the end\n- [ ] one\n- [x] two\n\n## Definition of Complete\n- [ ] three\n',
  )
  expect(found.filter(({ code }) => code === 'MW528').map(({ message, related }) => [message, related.length])).toEqual(
    [['a box below "What we need in the end" is neither a task nor a criterion: nothing looks at it (and 1 more)', 1]],
  )
})

describe('what the heading says beyond its name', () => {
  test.each([
    ['## Success Criteria: 95 % of the tides are right', 'Success Criteria: 95 % of the tides are right'],
    ['## Success Criteria: 95 %', 'Success Criteria: 95 %'],
    ['## Done when the mayor has signed', 'Done when the mayor has signed'],
    ['## Fertig, wenn der Kapitän zahlt', 'Fertig, wenn der Kapitän zahlt'],
    ['## When is the queen done?', 'When is the queen done?'],
    ['## Definition of Complete (must be signed by the mayor)', 'Definition of Complete (must be signed by the mayor)'],
    ['## Definition of Complete: the queen approves', 'Definition of Complete: the queen approves'],
    ['## DoC (the queen approves)', 'DoC (the queen approves)'],
    ['<h2>Success Criteria: the queen approves</h2>', 'Success Criteria: the queen approves'],
    ['**Success Criteria (the queen approves):**', 'Success Criteria (the queen approves)'],
    ['Success Criteria (the queen approves)', 'Success Criteria (the queen approves)'],
    [':::tip Success Criteria (the queen approves)', 'Success Criteria (the queen approves)'],
  ])('is a criterion by itself: %j', (it, expected) => {
    for (const below of ['', '\n- one\n', '\n  - one\n']) {
      const text = `# a\n\n${it}\n${below}`
      expect([words(text), points(text)]).toEqual([[expected], below === '' ? [] : ['one']])
    }
    expect(tell(`# a\n\n${it}\n`).printed).toContain(
      `3:${/[A-Z]/.exec(it)?.index === undefined ? 0 : it.search(/[A-Z]/) + 1} warning MW527`,
    )
  })

  test('goes on with headings of its own level', () => {
    const { told } = tell('# a\n## Definition of Complete (the queen approves)\n## Primary Deliverable\n- one\n')
    expect(told.criteria.map(({ text, under }) => [text.text, under])).toEqual([
      ['Definition of Complete (the queen approves)', []],
      ['one', ['Primary Deliverable']],
    ])
  })

  test('stands above each point of a check, and is one where it has none', () => {
    expect(tell('# a\n## Primary Deliverable (in German)\n- one\n').told.criteria.map((it) => it.under)).toEqual([
      ['Primary Deliverable (in German)'],
    ])
    expect(words('# a\n## Primary Deliverable (in German)\n## Notes\n')).toEqual(['Primary Deliverable (in German)'])
    expect(words('# a\n## Primary Deliverable\n## Notes\n')).toEqual([])
  })

  test.each([
    '## 6.4 Completion Verification (MANDATORY)',
    '## Success Metrics (from framework)',
    '## Definition of Done (whole spec)',
    '## Definition of Complete: Tide Tables',
    '## Acceptance Criteria for Phase 1',
    '## Section 14.1: Definition of "Complete System"',
    '## MVP Definition of Done',
    '## Definition of Complete (all must hold)',
    '## Definiton of Complete',
    '## When are we finished?',
    '## Abnahmekriterien',
    '<details><summary>Definition of Complete</summary>\n',
    '1. **Success criteria:**',
  ])('is nothing: %j', (it) => {
    expect(words(`# The tide tables of the harbour\n\n${it}\n\n- one\n`)).toEqual([])
  })
})

describe('criteria of a phase or a user story', () => {
  const boxesOf = (text: string): readonly string[] =>
    tell(text)
      .found.filter(({ code }) => code === 'MW528')
      .map(({ message }) => / below (.*) is (?:neither|taken)/.exec(message)?.[1] ?? '')

  test.each([
    ['## Phase 1: Tables\n**Exit criteria:**', '"Exit criteria:" of "Phase 1: Tables"'],
    ['## Phase 1\n### Exit Criteria', '"Exit Criteria" of "Phase 1"'],
    ['## 2. Discovery Phase\nExit criteria:', '"Exit criteria:" of "2. Discovery Phase"'],
    ['## Sprint IV\n**Acceptance Criteria:**', '"Acceptance Criteria:" of "Sprint IV"'],
    ['## Plan\n**Phase 1: Tables**\n\n**Exit criteria:**', '"Exit criteria:" of "Phase 1: Tables"'],
    ['## Phase 1 Exit Criteria', '"Phase 1 Exit Criteria"'],
    ['## User Story\n**Acceptance Criteria:**', '"Acceptance Criteria:" of "User Story"'],
    ['### User Story 1 - Tides\n#### Acceptance Criteria', '"Acceptance Criteria" of "User Story 1 - Tides"'],
    ['### US-1: Tides\n**Acceptance Criteria**', '"Acceptance Criteria" of "US-1: Tides"'],
    [
      '## User Stories\nAs a captain, I want tides.\n\n**Acceptance Criteria:**',
      '"Acceptance Criteria:" of "As a captain, I want tides."',
    ],
    [
      '## Needs\n- **US-1:** As **the** captain I need tides\n  - **Acceptance Criteria:**',
      '"Acceptance Criteria:" of "US-1: As the captain I need tides"',
    ],
    [
      '**Success Criteria:**\n- three\n\n**Phase 1: Tables**\n**Exit criteria:**',
      '"Exit criteria:" of "Phase 1: Tables"',
    ],
    ['### User Story - Tides\n#### Acceptance Criteria', '"Acceptance Criteria" of "User Story - Tides"'],
    ['### User Story 1: Acceptance Criteria', '"User Story 1: Acceptance Criteria"'],
    ['## Phase 4: Acceptance', '"Phase 4: Acceptance"'],
    ['## Phase 1\n**Exit criteria:** zero', '"Exit criteria:" of "Phase 1"'],
    ['## Plan\n**Phase 1: Tables**\n- **Exit criteria:**', '"Exit criteria:" of "Phase 1: Tables"'],
  ])('%j are none of the goal, and are told', (opening, told) => {
    const text = `# a\n\n${opening}\n  - one\n  - two\n\n## Definition of Complete\n- three\n`
    expect(points(text).filter((it) => it !== 'three')).toEqual([])
    expect(points(text)).toContain('three')
    expect(boxesOf(text)).toEqual([told])
  })

  test('are told at the first one, with how many more there are', () => {
    const { found, at } = tell(
      '# a\n## Phase 1\n**Exit criteria:**\n\n- one\n- [x] two\nthree\n\n### Acceptance\n- four\n',
    )
    const told = found.filter(({ code }) => code === 'MW528')
    expect(told.map(({ span }) => at(span))).toEqual(['one', 'four'])
    expect(told[0]?.message).toBe(
      'what stands below "Exit criteria:" of "Phase 1" is taken for criteria of a phase or a story, and for none of the goal: nothing looks at it (and 2 more)',
    )
  })

  test('in a SPECLet are told, too, and its fields read', () => {
    const { told, printed } = tell(
      '# a\n## SPECLet [x]: X\n### Phase 1\n**Exit criteria:**\n- one\n\n**Depends On:** [y]\n',
    )
    expect([told.criteria, printed]).toEqual([[], ['5:3 warning MW528']])
    expect(told.speclets.map(({ dependsOn }) => dependsOn.length)).toEqual([1])
  })

  test('are all that there is: the goal has none', () => {
    const phase = '# a\n## Phase 1\n**Exit criteria:**\n- one\n'
    const said = 'spec_x.md:4:3 warning MW528 only a phase or a story has criteria: the goal has none'
    expect(readFiles({ md: phase, toml: '' }).printed).toContain(said)
    expect(readFiles({ md: `${phase}## Done\n- two\n`, toml: '' }).printed).not.toContain(said)
    expect(readFiles({ md: phase, toml: '[completion_criteria]\na = "b"\n' }).printed).not.toContain(said)
  })

  test('in a table are none of the goal, either', () => {
    const table = '| # | Acceptance criteria |\n|---|---|\n| 1 | one |\n'
    expect(points(`# a\n## Phase 1\n${table}`)).toEqual([])
    expect(boxesOf(`# a\n## Phase 1\n${table}`)).toEqual(['"| # | Acceptance criteria |" of "Phase 1"'])
    const row = `# a\n## Phase 1\n| Name | Value |\n|---|---|\n| Exit criteria | one |\n`
    expect([points(row), boxesOf(row)]).toEqual([[], ['"Exit criteria" of "Phase 1"']])
    expect(points(`# a\n## Plan\n${table}`)).toEqual(['1 | one'])
  })

  test.each([
    '# a\n## Goal\nAs a captain, I want tides.\n\n**Acceptance Criteria:**\n- [ ] one\n',
    '# a\n**Goal:** As a captain, I want tides.\n\n**Acceptance Criteria:**\n- [ ] one\n',
    '# a\nAs a captain, I want tides.\n\n## Acceptance Criteria\n- [ ] one\n',
    '# a\n## User Stories\nAs a captain, I want tides.\n\n---\n\n**Acceptance Criteria:**\n- [ ] one\n',
    '# a\n## Phase 1\nwords\n**Definition of Complete:**\n- [ ] one\n',
    '# a\n### Phase 1\nwords\n## Exit Criteria\n- [ ] one\n',
    '# Phase 1: a\n**Exit criteria:**\n- [ ] one\n',
    '# a\n## Definition of Complete\n### Phase 1\n#### Exit criteria\n- [ ] one\n',
    '# a\n## Stage management\n**Acceptance Criteria:**\n- [ ] one\n',
    '# a\n**Phase:** 2\n\n**Acceptance Criteria:**\n- [ ] one\n',
    '# a\n## Overview\n1. **Phase 1:** gather\n2. **Phase 2:** print\n\n**Success Criteria:**\n- one\n',
    '# a\n## Overview\n- **Phase 1:** gather\n**Success Criteria:**\n- one\n',
    '# a\n## Overview\n- **Phase 1:** gather\n\nAnd so on.\n\n  **Success Criteria:**\n- one\n',
    '# a\n## Overview\n**Phase 1:** gather\n**Phase 2:** print\n\n**Success Criteria:**\n- one\n',
    '# a\n## Plan\n**Phase 1: Tables**\n\n### Success Criteria\n- one\n',
    '# a\n## Phase 1\nwords\n## Success Criteria\n- one\n',
    '# a\n## Phase 9: Success Criteria\n- one\n',
    '# a\n## Phase 9 – Success Criteria\n### Quality\n- one\n\n## Phase 10\n### Task [1]: b\n- **Step [1]:** c\n',
    '# a\n## Plan\n**Phase 9: Success Criteria**\n- one\n',
    '# a\n## Final phase\n### Acceptance Criteria\n- one\n',
    '# a\n## Context\nAs a captain, I want tides.\n\n**Success Criteria:**\n- one\n',
    '# a\n## User Stories\nAs a captain, I want tides.\n### Success Criteria\n- one\n',
  ])('%j has those of the goal', (text) => {
    expect(points(text)).toEqual(['one'])
    expect(boxesOf(text)).toEqual([])
  })
})

test('a phase of tasks is none of criteria, whatever it is called', () => {
  const { told, found } = tell('# a\n## Phase 9: Success Criteria\nwords\n### Task [1]: b\n- **Step [1]:** c\n')
  expect([told.criteria, found, told.tasks.length]).toEqual([[], [], 1])
})

test('criteria of a story end with others of the same section', () => {
  const story = 'As a captain, I want tides.\n\n**Acceptance Criteria:**\n- one\n\n'
  expect(points(`# a\n## User Stories\n${story}**Success Criteria:**\n- two\n`)).toEqual(['two'])
  expect(points(`# a\n## User Stories\n${story}${story}`)).toEqual([])
})

test('below a heading of criteria nothing opens a phase', () => {
  const md =
    '# a\n:::note\n## Definition of Complete\n**Phase 1: Tables**\n- one\n:::\n\n**Success Criteria:**\n- two\n'
  expect(points(md)).toEqual(['one', 'two'])
})

describe('a Definition of Complete where none is read is told at its place', () => {
  const unread = (text: string): readonly string[] => {
    const { found, at } = tell(text)
    return found.filter(({ code }) => code === 'MW528').map(({ span }) => at(span))
  }
  const task = '### Task [1]: b\n- **Step [1]:** c\n'

  test.each([
    '# a\n```markdown\n## Definition of Complete\n- [ ] one\n```\n',
    `# a\n${task}\n~~~\n## Definition of Complete\n~~~\n- [ ] one\n`,
  ])('in a code fence: %j', (it) => {
    expect(unread(it)).toEqual(['## Definition of Complete'])
    // Beside one that is read it is an example of one.
    expect(unread(`${it}\n## Definition of Complete\n- two\n`)).toEqual([])
  })

  test('also in bold, and not where a task may only write it into a file', () => {
    expect(unread('# a\n```\n**Success Criteria:**\n- one\n```\n')).toEqual(['**Success Criteria:**'])
    expect(unread(`# a\n${task}\n\`\`\`\n## Acceptance Criteria\n- one\n\`\`\`\n`)).toEqual([])
    expect(unread(`# a\n${task}  \`\`\`\n  ## Definition of Done\n  \`\`\`\n`)).toEqual([])
  })

  test('in the front matter, by keys that say something', () => {
    const keys =
      'title: a\ndone_when: the mayor signs\ndone: false\nsuccess_criteria:\ncriteria: 3\nDoC:\n  - one\nexit-criteria: []\n'
    expect(unread(`---\n${keys}definition_of_complete:\n- two\n---\n# a\n`)).toEqual([
      'done_when: the mayor signs',
      'DoC:',
      'definition_of_complete:',
    ])
  })
})

describe('headings that say how something is verified', () => {
  const step = '- **Step [1]:** x\n'
  const said = (text: string): readonly string[] =>
    tell(text)
      .found.filter(({ code }) => code === 'MW528')
      .map(({ message }) => /taken for (.*)$/.exec(message)?.[1] ?? message)

  test.each(['Quality Criteria', 'Validation Criteria', 'Completeness Criteria', 'Verification', 'Validation Steps'])(
    'of the goal: ## %s',
    (name) => {
      const text = `# a\n## ${name}\n- one\n\n| two | three |\n`
      expect([points(text), said(text)]).toEqual([['one', 'two | three'], []])
    },
  )

  test('of the goal stand above its points as they are sorted by them', () => {
    const underOf = (name: string): unknown => tell(`# a\n## ${name}\n- one\n`).told.criteria.map(({ under }) => under)
    expect(underOf('Verification')).toEqual([['Verification']])
    expect(underOf('Quality Criteria')).toEqual([['Quality Criteria']])
    expect(underOf('Completeness Criteria')).toEqual([[]])
    for (const name of [
      'Quality Gates',
      'Validation Criteria',
      'Acceptance Tests',
      'User Acceptance Tests',
      'Final Checks',
    ])
      expect(underOf(name)).toEqual([[name]])
    expect(underOf('Acceptance Criteria')).toEqual([[]])
    expect([points('# a\n## Verification\n## Notes\n'), words('# a\n## Verification\n## Notes\n')]).toEqual([[], []])
  })

  test('of the goal stand behind all tasks, whatever these say of themselves', () => {
    const text = `# a\n## Tasks\n### Task [1]: a\n${step}#### Verification\n- own\n## Verification\n- one\n`
    expect([points(text), said(text)]).toEqual([['one'], []])
    expect(points(`# a\n## Task [1]: a\n${step}## Verification\n- one\n`)).toEqual(['one'])
  })

  test.each([
    ['below it', `# a\n### Task [1]: a\n${step}#### Verification\n- own\n`],
    ['in it', `# a\n### Task [1]: a\n**Verification:** own\n${step}`],
    [
      'behind it',
      `# a\n## Task [1]: a\n${step}## Verification\n- own\n## Task [2]: b\n${step}## Verification\n- own\n`,
    ],
  ])('of a task stand %s', (_, text) => {
    const { tasks } = readFiles({ md: text })
    expect([points(text), words(text), said(text)]).toEqual([[], [], []])
    for (const { description } of tasks) expect(description).toMatch(/^Verification[:\n].*own$/)
  })

  test.each([
    [
      'as far left as the tasks',
      `## Tasks\n### Task [1]: a\n${step}### Verification\n- x\n`,
      'those of the task above it',
    ],
    ['between groups of tasks', `## A\n### Task [1]: a\n${step}## Verification\n- x\n## B\n### Task [2]: b\n${step}`],
    ['below something else', '## Testing\n### Verification\n- x\n'],
    ['of a phase', '## Phase 1: A\n### Verification\n- x\n'],
    ['by another name', '## Evaluation Criteria\nwords\n'],
  ])('are told where nobody knows whose they are: %s', (_, text, as = 'none of the goal') => {
    expect([points(`# a\n${text}`), said(`# a\n${text}`)]).toEqual([[], [as]])
  })

  test.each([
    'Rejected Acceptance Criteria',
    'Non-Acceptance Criteria',
    'Old Definition of Done',
    'Old Project Acceptance Criteria',
    'Example Acceptance Criteria',
    'Acceptance Criteria (rejected)',
    'Success Criteria — old',
    'Completion Criteria for Task 1',
    'Quality Criteria for Step 1',
    'Acceptance Criteria of Task [tides]',
  ])('are told where their name says that they are not those of the goal: %s', (name) => {
    for (const line of [`## ${name}\n- x\n`, `**${name}:**\n- x\n`, `**Success Criteria:**\n\n**${name}**\n- x\n`])
      expect([line, points(`# a\n${line}`), said(`# a\n${line}`)]).toEqual([line, [], ['none of the goal']])
    expect(points(`# a\n### Task [1]: a\n${step}## ${name}\n- x\n`)).toEqual([])
  })

  test.each([
    'Acceptance Criteria for the old system',
    'Non-Functional Acceptance Criteria',
    'Definition of Done for all tasks',
    'Done when the old tides are removed',
    'Example Shop Acceptance Criteria',
  ])('are those of the goal where a word is about something else: %s', (name) => {
    expect([points(`# a\n## ${name}\n- x\n`), said(`# a\n## ${name}\n- x\n`)]).toEqual([['x'], []])
  })

  test('are those of the goal, whatever stands behind the colon', () => {
    expect(points('# a\n**Acceptance Criteria:** the tides - removed\n')).toEqual(['the tides - removed'])
    for (const it of ['the old acceptance criteria hold', 'the result of step 2 is bound', 'it is no more (old)'])
      expect(points(`# a\nDone when ${it}\n`)).toEqual([it])
  })

  test.each([
    '## Selection Criteria\n- x\n',
    '## Evaluation Criteria\n\n## Notes\n- x\n',
    '## Tool Verification\n- x\n',
  ])('and nothing else is: %j', (text) => {
    expect([points(`# a\n${text}`), said(`# a\n${text}`)]).toEqual([[], []])
  })
})

describe('names of criteria', () => {
  test.each([
    ...['验收标准', '验收', '完成定义', '1. 成功标准：', '完了条件', '受け入れ基準', '완료 조건', '인수 기준'],
    ...['Критерии приёмки', 'Критерії успіху', 'Critérios de Aceitação', 'Definição de Pronto', 'Acceptatiecriteria'],
    ...['Kryteria akceptacji', 'Acceptanskriterier', 'Abnahme', 'Critères de validation', 'Définition de terminé'],
    ...['What success looks like', 'How we know it is done', 'Quality Gates', 'Go-Live Checklist'],
    ...['Conditions of Satisfaction', 'Goal Achievement', 'معايير القبول', 'Tiêu chí chấp nhận', '✅ 验收标准'],
    ...[
      'Criterios de aceptacion',
      'Definition von Fertig',
      'Definizione di completamento',
      'Akceptační kritéria',
      '検収条件',
    ],
    ...['Ready when', 'Critere de succes'],
  ])('in other words and languages: %s', (name) => {
    expect([points(`# a\n## ${name}\n- [ ] x\n`), words(`# a\n## ${name}\n- [ ] x\n`)]).toEqual([['x'], []])
  })

  test.each([
    'Definition of Done (DoD)',
    'DoD',
    'Definition of Done {#dod}',
    'Acceptance Criteria for v1',
    'Done (DoD)',
  ])('say nothing beyond that: %s', (name) => {
    expect(tell(`# a\n## ${name}\n- [ ] x\n`).told.criteria.map(({ text }) => text.text)).toEqual(['x'])
  })

  test.each([
    '完成的工作',
    'Success Stories',
    'Quality',
    'Erfolge',
    'Условия',
    'What we know',
    'Launch',
    'Definition der Begriffe',
    'Definición de términos',
    'Définition des rôles',
    'Definição de termos',
    'Definitie van begrippen',
    'How we know our users',
  ])('and not of others: %s', (name) => {
    expect(points(`# a\n## ${name}\n- x\n`)).toEqual([])
  })
})
