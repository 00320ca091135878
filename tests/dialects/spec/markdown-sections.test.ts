import { describe, expect, test } from 'vitest'
import { tell } from './told.ts'

describe('title and goal', () => {
  test.each([
    ['# Spec: tidebook', 'tidebook'],
    ['# Tide book', 'Tide book'],
    ['words only', undefined],
  ])('%s', (text, title) => {
    expect(tell(`${text}\n`).told.title?.text).toBe(title)
  })

  test.each([
    ['## Goal\nMake a book.\n', ['Make a book.']],
    ['## Goal\n\nMake a book\nof tides.\n\nFor all.\n\n---\nnot this\n', ['Make a book\nof tides.\n\nFor all.']],
    ['## Goal (North Star)\nMake a book.\n## Goals of others\n', ['Make a book.']],
    ['## Goal: Make a book.\n', ['Make a book.']],
    ['**Goal:** Make a book.\n**Date:** today\n', ['Make a book.']],
    ['**Goal**: Make a book.\n', ['Make a book.']],
    ['## Goal\nOne.\n## More\n**Goal:** Two.\n', ['One.', 'Two.']],
    ['## Goal 1\nOne.\n## Goal 2\nTwo.\n', ['One.', 'Two.']],
    ['## Goal\nOne.\n### Task [1]: a\n- Step 1: b\n\n**Goal:** Two.\n', ['One.', 'Two.']],
    ['**Goal:** One.\n### Task [1]: a\n- Step 1: b\n---\n**Goal:** Two.\n', ['One.', 'Two.']],
    ['## Definitions\n- goal: none\n- **goal:** none\n', []],
    ['## Goal\n\n## Next\nwords\n', []],
  ])('%j', (text, goals) => {
    const { told, at, found } = tell(`# a\n${text}`)
    expect(told.goals.map((it) => it.text)).toEqual(goals)
    expect(told.goals.map((it) => at(it.span))).toEqual(goals)
    expect(found).toEqual([])
  })
})

describe('criteria', () => {
  test('boxes and points, with what stands above them', () => {
    const { told, at, found } = tell(
      [
        '# a',
        '## Definition of Complete',
        'What must exist:',
        '- [ ] **Main things:**',
        '  - a book',
        '    with pages',
        '- [x] a cover',
        '### Production Readiness',
        '* printed',
        '1. bound',
        '## Completion Criteria',
        '- [ ] sold',
        '## Software Stack',
        '### Deployment Type',
        '- [ ] Web',
        '- [x] Paper',
        '- **Language:** English',
      ].join('\n'),
    )
    expect(told.criteria.map(({ text, under, ticked }) => [text.text, under, ticked])).toEqual([
      ['a book\nwith pages', ['Main things'], null],
      ['a cover', [], true],
      ['printed', ['Production Readiness'], null],
      ['bound', ['Production Readiness'], null],
      ['sold', [], false],
    ])
    expect(at(told.criteria[1]?.text.span)).toBe('a cover')
    expect(told.stack.map(({ text }) => text)).toEqual(['Paper', '**Language:** English'])
    expect([told.tasks, found]).toEqual([[], []])
  })
})

test('a goal of a task is its own: within it, and behind the last one where another has one', () => {
  const within = '### Task [1]: a\n**Goal:** One.\n- Step 1: b\n'
  const { told } = tell(`${within}\n### Task [2]: c\n- Step 1: d\n\n**Goal:** Two.\n`)
  expect(told.goals).toEqual([])
  expect(told.tasks.map((it) => JSON.stringify(it).includes('Goal'))).toEqual([true, true])
  expect(tell('### Task [1]: a\n- Step 1: b\n**Goal:** One.\n').told.goals).toEqual([])
  expect(tell('## SPECLet [x]: X\n### Task [1]: a\n- Step 1: b\n\n**Goal:** One.\n').told.goals).toEqual([])
})

describe('tools', () => {
  test('lists with what is said of each', () => {
    const { told, at } = tell(
      [
        '## MCP Toolset',
        '### Installed',
        '**REQUIRED Tools:**',
        '- **files**: read the folder',
        '  - Rationale: nothing without it',
        '  - Install command: `npx a b`',
        '- db',
        '',
        '**RECOMMENDED Tools:**',
        '- **git**: history',
        '  - Alternative: by hand',
        '**OPTIONAL Tools:**',
        '- **web**',
        '  - Use case: looking up',
        '- None',
        '### Tool Verification',
        '- no tool',
        '- **OPTIONAL:** hub (for examples, once), web2',
      ].join('\n'),
    )
    expect(told.tools.map((it) => [it.name.text, it.need, it.rationale, it.install, it.alternative])).toEqual([
      ['files', 'required', 'nothing without it', 'npx a b', null],
      ['db', 'required', null, null, null],
      ['git', 'recommended', 'history', null, 'by hand'],
      ['web', 'optional', 'looking up', null, null],
      ['hub', 'optional', 'for examples, once', null, null],
      ['web2', 'optional', null, null, null],
    ])
    expect(told.tools.map(({ name }) => at(name.span))).toEqual(['files', 'db', 'git', 'web', 'hub', 'web2'])
  })
})

describe('an installation behind the name of a tool', () => {
  test.each([
    ['- **a**: `npm i -g mcp-a`', 'npm i -g mcp-a', null],
    ['- **a** - `npx -y mcp-a` (for tables)', 'npx -y mcp-a', '(for tables)'],
    ['- **a**: for tables; install with `./tools/add.sh a`', './tools/add.sh a', 'for tables'],
    ['- **a** (`uv tool install a`): for tables', 'uv tool install a', 'for tables'],
    ['- a: `docker run a`', 'docker run a', null],
    ['- **a**: npm install -g mcp-a', 'npm install -g mcp-a', null],
    ['- **a**: `npm i b`\n  - Install: `npm i a`\n  - Rationale: for tables', 'npm i a', 'for tables'],
    ['**REQUIRED:** a (`npm i a`), b', 'npm i a', null],
    ['- **a**: reads `SELECT all` of tables', null, 'reads `SELECT all` of tables'],
    ['- **a**: go to the tables', null, 'go to the tables'],
    ['- **a**: `tables`', null, '`tables`'],
  ])('%j', (text, install, rationale) => {
    const { told } = tell(`## MCP Toolset\n### Required Tools\n${text}\n`)
    expect(told.tools[0]).toMatchObject({ name: { text: 'a' }, install, rationale })
  })
})

describe('components, constraints and references', () => {
  test('points, and names of them where they are used', () => {
    const { told, at } = tell(
      [
        '# a',
        '## Components',
        '- Calculator',
        '**More:**',
        '- `press`: a machine',
        '## Constraints',
        '- See `constraints.max_pages` (must be ≤ 40)',
        '## Task [1]: a',
        '- Step 1: print with components.press by constraints.speed_limit.',
        '  - Primary method: see components.json, src/components.x and constraints.* and my.constraints.y',
        '## Bridging',
        '- `constraints.example`',
      ].join('\n'),
    )
    expect(told.components.map(({ text }) => text)).toEqual(['Calculator', '`press`: a machine'])
    expect(told.constraints.map(({ text }) => text)).toEqual(['See `constraints.max_pages` (must be ≤ 40)'])
    expect(told.references.map(({ text }) => text)).toEqual([
      'constraints.max_pages',
      'components.press',
      'constraints.speed_limit',
    ])
    expect(told.references.map(({ span }) => at(span))).toEqual(told.references.map(({ text }) => text))
  })

  test('the pattern of the header', () => {
    const { told } = tell(
      '# a\n**pattern_name:** desktop_app\n**Pattern Confidence:** HIGH\npattern_score: 0.8\n## Goal\npattern_x: no\n',
    )
    expect([...told.pattern].map(([name, { text }]) => [name, text])).toEqual([
      ['pattern_name', 'desktop_app'],
      ['pattern_confidence', 'HIGH'],
      ['pattern_score', '0.8'],
    ])
    expect(tell('---\npattern_name: b\n---\n# a\n').told.pattern.get('pattern_name')?.text).toBe('b')
  })
})

describe('what a template leaves', () => {
  test.each([
    ['## Goal\n[Insert the goal here]\n', 2, 1],
    ['## Task [1]: [Task 1 description]\n', 1, 14],
    ['## Task [1]: a\n- Step 1: b\n  - Primary method: TODO\n', 3, 21],
    ['## Task [1]: a\n- Step 1: b\n  - Critical: [true/false]\n', 3, 15],
    ['## Task [1]: a\n- Step 1: b\n  - Critical: true/false\n', 3, 15],
    ['## Task [1]: a\n- Step 1: b\n  - Mode: silent/collaborative\n', 3, 11],
    ['## Task [1]: a\n- Step 1: b\n  - Expected output: {{this.output}}\n', 3, 22],
    ['## Task [1]: a\n- Step 1: b\n  - Expected output: notes_[descriptor].md\n', 3, 22],
    ['## Task [1]: a\n- Step 1: <describe step>\n', 2, 11],
    ['## Task [1]: a\n- Step 1: b\n  - Action: [TODO]\n', 3, 13],
    ['## Task [1]: a\n- Step 1: b\n  - Verification: {{check}}\n', 3, 19],
    ['## Components\n- **api**: <describe component>\n', 2, 3],
    ['## Constraints\n- [limit of the harbour]\n', 2, 3],
    ['### Task [n]: what is to be done\n', 1, 10],
    ['### SPECLet [identifier]: what\n', 1, 13],
    ['{{#each mcp_tools.required}}\n', 1, 1],
    ['## Definition of Complete\n- [ ] [what must exist]\n', 2, 7],
  ])('%j', (text, line, column) => {
    expect(tell(text).printed).toEqual([`${line}:${column} warning MW516`])
  })

  test('a value that is one says nothing; one that holds one stays', () => {
    const { told } = tell(
      '## Goal\n[Insert it]\n## Task [1]: [name]\n- Step 1: b\n  - Primary method: TBD.\n  - Expected output: log_[descriptor].md\n',
    )
    expect(told).toMatchObject({
      goals: [],
      tasks: [{ title: null, steps: [{ method: null, expected: { text: 'log_[descriptor].md' } }] }],
    })
  })

  test('lists, links and names in brackets are none', () => {
    expect(
      tell('## Task [1]: a\n- Step 1: see [the page](x)\n  - Expected output: `out/[timestamp].md`\n').found,
    ).toEqual([])
  })

  test('the same thing is said once, with how often it stands there', () => {
    const { found } = tell('## Task [1]: a\n- Step 1: TODO\n- Step 2: TODO\n- Step 3: TODO\n')
    expect(found.map(({ code, message }) => [code, message.endsWith('(and 2 more)')])).toEqual([['MW516', true]])
  })

  test('tasks of an example are none of the plan', () => {
    const { told, printed } = tell(
      [
        '# a',
        '## Goal Example (simple)',
        '**Goal:** Not this.',
        '### Task [1]: a',
        '- **Step [1]:** b',
        '## Plan',
        '### Task [1]: real',
        '**Example of parts:**',
        '',
        '### SPECLet [x]: a',
        '#### Task [4]: b',
        '### SPECLet [y]: c',
        '#### Task [5]: d',
        '## More',
        '### Task [2]: real, too',
      ].join('\n'),
    )
    expect(told.goals).toEqual([])
    expect(told.tasks.map(({ title }) => title?.text)).toEqual(['real', 'real, too'])
    expect([told.speclets, printed]).toEqual([[], ['2:4 warning MW516']])
    expect(told.coverage).toEqual({ taskLike: 6, read: 2 })
  })

  test('a section of examples without tasks is nobody’s concern', () => {
    expect(tell('# a\n## Examples\n- use it\n').found).toEqual([])
  })
})
