/** Constraints and components that the Markdown of a spec tells in words (seed 004 §1.3, §1.9). */

import { describe, expect, test } from 'vitest'
import { constraintLine, type Constraint } from '../../../src/plan/spec.ts'
import { readFiles, type ReadSpec } from './reading.ts'

const read = (md: string, toml = ''): ReadSpec =>
  readFiles({
    md: `# a\n\n## Goal\n\nPrint the tide book.\n\n${md}`,
    toml: `[goal]\ndescription = "Print it"\n${toml}`,
  })
const constraintsIn = (md: string, toml = ''): readonly Constraint[] => read(md, toml).spec.constraints
/** As those who keep and judge them are told. */
const told = (md: string, toml = ''): readonly string[] => constraintsIn(md, toml).map(constraintLine)

describe('each point below ## Constraints is a constraint', () => {
  test('by what stands before its colon, else by its words, which are said once', () => {
    const all = constraintsIn(
      '## Constraints\n- **Budget:** at most 5 EUR\n- Paper: white,\n  and thick\n1. Keys are never stored in plaintext\n- [ ] No `eval` (see: the rules)\n',
    )
    expect(all).toEqual([
      { name: 'Budget', value: 'at most 5 EUR' },
      { name: 'Paper', value: 'white, and thick' },
      { name: 'Keys are never stored in plaintext', value: 'Keys are never stored in plaintext' },
      { name: 'No `eval` (see: the rules)', value: 'No `eval` (see: the rules)' },
    ])
    expect(all.map(constraintLine)).toEqual([
      'Budget: at most 5 EUR',
      'Paper: white, and thick',
      'Keys are never stored in plaintext',
      'No `eval` (see: the rules)',
    ])
  })

  test('a long one is called by its beginning, and is told whole', () => {
    const text = `The book ${'is printed and '.repeat(20)}bound`
    const [one] = constraintsIn(`## Constraints\n- ${text}\n`)
    expect(one?.value).toBe(text)
    expect(one?.name).toMatch(/^The book is printed .{90,110}…$/)
  })

  test('a name alone above deeper points is told with each of them', () => {
    expect(
      told(
        '## Constraints\n- Security:\n  - keys are never stored\n  - **Access:** the harbour master alone\n- **Paper**\n  - white\n- Ink: black\n  - no other\n',
      ),
    ).toEqual([
      'Security: keys are never stored',
      'Security: Access: the harbour master alone',
      'Paper: white',
      'Ink: black',
      'Ink: no other',
    ])
  })

  test('paragraphs, rows, quotations and what stands below headings of the section count as well', () => {
    expect(
      told(
        [
          '## Constraints: no colour',
          '',
          'The book is printed',
          'by hand.',
          '',
          'It costs nothing.',
          '',
          '| # | What | Least |',
          '|---|---|---|',
          '| 1 | Margin | 5 mm |',
          '|   | Type | |',
          '',
          '> [!IMPORTANT]',
          '> Nobody works at night.',
          '',
          '### Network',
          '- none at all',
          '```',
          'offline = true',
          '```',
        ].join('\n'),
      ),
    ).toEqual([
      'no colour',
      'The book is printed by hand.',
      'It costs nothing.',
      'Margin: 5 mm',
      'Type',
      'Nobody works at night.',
      'Network: none at all',
      'Network: offline = true',
    ])
  })

  test('a row whose first cells are empty goes on with those of the row above, within its table', () => {
    const table = (...rows: readonly string[]): string => `| When | What |\n|---|---|\n${rows.join('\n')}\n`
    const all = told(
      `## Constraints\n${table('| Never | delete X |', '| | send Y |', '|  |  |', '| | mail Z |', '| Always | log |')}\n${table('| | lone |')}\n` +
        '| # | Part | What |\n|--|--|--|\n| 1 | Ink | black |\n| | | dry |\n| 2 | | thick |\n',
    )
    expect(all).toEqual([
      'Never: delete X',
      'Never: send Y',
      'Never: mail Z',
      'Always: log',
      'lone',
      'Ink: black',
      'Ink: dry',
      'thick',
    ])
  })

  test('words that end with a colon are the name of the list behind them, unless they only say that it follows', () => {
    expect(
      told(
        [
          '## Constraints',
          'The following constraints apply:',
          '- a rule',
          '',
          'It is forbidden to:',
          '',
          '**Network:**',
          '- call home',
          '',
          '**Disk**',
          '* write to /etc',
          '',
          'Type is set by hand.',
          '- one more',
          '',
          '**Paper:** white',
          '**Ink:** black',
          '',
          '**Never on Sundays:**',
        ].join('\n'),
      ),
    ).toEqual([
      'a rule',
      'It is forbidden to: Network: call home',
      'It is forbidden to: Disk: write to /etc',
      'Type is set by hand.',
      'one more',
      'Paper: white',
      'Ink: black',
      'Never on Sundays:',
    ])
  })

  test.each([
    'Technical Constraints',
    'Non-Functional Constraints',
    'Non-Negotiable Constraints',
    'Data Validation Constraints',
    'Error Handling Constraints',
    'Constraints — hard',
    'Constraint List',
    'Constraints to be met',
    'Key Constraints',
    '3. Project constraints (draft)',
    'Constraints and assumptions',
    'Assumptions & Constraints',
    'Components and Constraints',
    'Constraint',
    'Restrictions',
    'Technische Rahmenbedingungen',
  ])('also below ## %s', (heading) => {
    expect(told(`## ${heading}\n- a rule\n`)).toEqual(['a rule'])
  })

  test.each(['Constraint Checks', 'Previous constraints', 'No constraints', 'Constraint violations', 'Strain'])(
    'and not below ## %s',
    (heading) => {
      expect(told(`## ${heading}\n- a rule\n`)).toEqual([])
    },
  )

  test.each([
    ['### Optional\n- use dark mode', 'Optional: use dark mode'],
    ['### Should have\n- printing', 'Should have: printing'],
    ['### Nice to have\n- printing', 'Nice to have: printing'],
    ['### Must have\n- printing', 'printing'],
    ['**Optional:**\n- a sound', 'Optional: a sound'],
    ['- Optional:\n  - a sound', 'Optional: a sound'],
    [
      'Here apply the following optional constraints:\n- blue background',
      'Here apply the following optional constraints: blue background',
    ],
    ['- Optional constraints: blue', 'Optional constraints: blue'],
  ])('a name that weakens stays in front of what stands below it: %j', (list, line) => {
    expect(told(`## Constraints\n${list}\n`)).toEqual([line])
  })

  test.each([
    ['## Optional Constraints\n- blue', 'Optional Constraints: blue'],
    ['## 4. Preferred constraints: blue', 'Preferred constraints: blue'],
    ['## Constraints (nice to have)\n- blue', 'Constraints (nice to have): blue'],
    ['**Optional constraints:**\n- blue', 'Optional constraints: blue'],
    ['## Phase 2 Constraints\n- blue', 'Phase 2 Constraints: blue'],
    ['## iOS 17 Constraints\n- blue', 'iOS 17 Constraints: blue'],
    ['## 2. Python 3.12 Constraints\n- blue', 'Python 3.12 Constraints: blue'],
    ['## Constraints for the backend\n- blue', 'Constraints for the backend: blue'],
    ['## Constraints for this project\n- blue', 'blue'],
  ])('also that of all of them, and one that says of what: %j', (section, line) => {
    expect(told(`${section}\n`)).toEqual([line])
  })

  test.each([
    '__proto__: a1',
    '__init__.py stands in every folder',
    '__tests__ are kept',
    'src/**/x/** is not touched',
  ])('what only looks bold keeps its signs: %s', (text) => {
    expect(told(`## Constraints\n- ${text}\n`)).toEqual([text])
  })

  test('a heading that is quoted is the name of what stands below it, and words where nothing does', () => {
    expect(
      told(
        '## Constraints\n> ## Constraints\n> - no ads\n> ### Security\n> keys stay\n> - and locks\n\n> ### Never on Sundays\n',
      ),
    ).toEqual(['no ads', 'Security: keys stay', 'Security: and locks', 'Never on Sundays'])
    expect(told('## Constraints\n> # Constraints\n')).toEqual([])
  })

  test('lines of code stay apart from each other and from the words above them', () => {
    const code = '```\n  a = 1\n\n  b = 2\n  ```\n'
    expect(told(`## Constraints\n- Print with\n  ${code}  and bind\n- Then:\n  ${code}\nIt holds\n${code}`)).toEqual([
      'Print with: a = 1; b = 2; and bind',
      'Then: a = 1; b = 2',
      'It holds: a = 1; b = 2',
    ])
  })

  test('a name in bold opens a list of them, which ends with the next name or paragraph', () => {
    expect(
      told('**Constraints:** no colour\n- no pictures\n\n- no ads\n\n**Readers:** captains\n- and pilots\n'),
    ).toEqual(['no colour', 'no pictures', 'no ads'])
    expect(told('**Technical constraints**\n\n- no pictures\n\nThis spec was agreed on.\n- or not\n')).toEqual([
      'no pictures',
    ])
  })

  test('of a phase it is told whose it is', () => {
    expect(told('## Phase 2: Print\n\n### Constraints\n- no colour\n\n## Constraints\n- no ads\n')).toEqual([
      'Phase 2: Print: no colour',
      'no ads',
    ])
  })

  test.each([
    ['of a task', '## Task [1]: a\n### Constraints\n- a rule\n- **Step 1:** x\n'],
    ['of an example', '## Example\n### Constraints\n- a rule\n'],
    ['in a fence', '```\n## Constraints\n- a rule\n```\n'],
    ['placeholders', '## Constraints\n- [Constraint 1]\n- **Budget:** [how much]\n\n[List them here]\n\n| [how] |\n'],
    ['that may be left out', '## Constraints\n(optional)\n\n- *(Optional)*\n\n### Security\n[optional]\n'],
    ['that say there is none', '## Constraints\n- None\n\nN/A\n\nNo special constraints.\n'],
    ['what stands behind the end', '## Constraints\n\n---\n\n*Version: 1.2*\n'],
  ])('but none %s', (_, md) => {
    expect(told(md)).toEqual([])
  })

  test('a placeholder is told', () => {
    expect(read('## Constraints\n- [Constraint 1]\n').said('MW516')).toHaveLength(1)
    expect(read('## Constraints\n\n[List them here]\n').said('MW516')).toHaveLength(1)
  })
})

describe('a constraint that the parameters define', () => {
  const toml = '[constraints]\nmax_pages = 40\nlanguages = ["en", "de"]\n[constraints.paper]\nweight = 90\n'
  const defined = ['max_pages: 40', 'languages: en, de', 'paper.weight: 90']

  test('is told with the words of the point that names it, and once', () => {
    expect(
      told(
        '## Constraints\n- Never more, see `constraints.max_pages`\n- **Max pages:** without the cover\n- `languages`: both in one book\n- Heavy (constraints.paper.weight)\n- constraints.paper is the best\n- constraints.ink\n',
        toml,
      ),
    ).toEqual([
      'max_pages: 40 (Never more, see `constraints.max_pages`; Max pages: without the cover)',
      'languages: en, de (`languages`: both in one book)',
      'paper.weight: 90 (Heavy (constraints.paper.weight); constraints.paper is the best)',
      'constraints.ink',
    ])
  })

  test('and not again where the point only repeats it, or says where it stands', () => {
    expect(
      told(
        '## Constraints\n- no ads\n\n**Machine-Readable Constraints:**  \nSee `[constraints]` section in parameters_x.toml:\n- `max_pages = 40`\n- `constraints.languages`\n- `paper.weight = 100`\n',
        toml,
      ),
    ).toEqual([...defined.slice(0, 2), 'paper.weight: 90 (`paper.weight = 100`)', 'no ads'])
    expect(told('## Constraints\n\nSee `[constraints]` in parameters_x.toml for thresholds.\n', toml)).toEqual(defined)
    expect(told('## Constraints\n\nSee `[constraints]`: it must hold at night.\n', toml)).toHaveLength(4)
  })

  test('is told with the name that weakens it', () => {
    expect(told('## Constraints\n### Optional\n- max_pages = 40\n', toml)[0]).toBe(
      'max_pages: 40 (Optional: max_pages = 40)',
    )
  })

  test.each([
    'See [constraints]; all exports are encrypted and keys stay on the device',
    'See parameters_q.toml and the tables are sorted by port',
    'Defined in parameters_q.toml, in euros',
    'See [constraints] for limits of 3 pages',
  ])('and what says more than where to look is one: %s', (text) => {
    expect(told(`## Constraints\n- ${text}\n`)).toEqual([text])
  })

  test.each([
    'See [constraints](parameters_q.toml#constraints)',
    'See the table `[constraints.paper]` of `parameters_q.toml` for the exact values.',
    'Defined in parameters_q.toml',
  ])('and what says only that is none: %s', (text) => {
    expect(told(`## Constraints\n- ${text}\n`)).toEqual([])
  })
})

describe('constraints of the parameters', () => {
  test('that stand in the tables of the goal and of the project are constraints, too', () => {
    const toml =
      'constraints = ["no ads"]\n[project]\nconstraints = "by hand"\n[plan.hard_constraints]\npages = 4\n[constraints]\ncolour = false\n'
    expect(told('## Constraints\n- goal.constraints: in May\n', toml)).toEqual([
      'colour: false',
      'goal.constraints: no ads (goal.constraints: in May)',
      'project.constraints: by hand',
      'plan.hard_constraints.pages: 4',
    ])
    expect(read('', 'constraints = ["no [NAME]", "[who]"]\n').said('MW516')).toHaveLength(1)
  })

  test('that are tables within a list are told whole', () => {
    const toml = '[constraints]\nlist = ["Z6", {a = 1, b = ["x", true]}]\n[[constraints.rules]]\nname = "no ads"\n'
    expect(told('', toml)).toEqual(['list: Z6, {a = 1, b = [x, true]}', 'rules: {name = no ads}'])
    expect(read('', '[components]\npress = ["old", {in = "cellar"}]\n').spec.components).toEqual([
      { name: 'press', said: 'old, {in = cellar}', under: [] },
    ])
  })
})

describe('two of one name', () => {
  test('are two, and those of the same words one', () => {
    const all = constraintsIn(
      '## Constraints\n- Must: print\n- MUST: bind\n- must:  print \n- **Must:** print\n- Max-Pages (all)\n- max pages all\n- max pages, all\n',
      '[constraints]\nmax_pages_all = 4\n',
    )
    expect(all.map(({ name, value }) => [name, value])).toEqual([
      ['max_pages_all', 4],
      ['Must', 'print'],
      ['MUST: bind', 'MUST: bind'],
      ['must: print', 'must: print'],
      ['Max-Pages (all) (2)', 'Max-Pages (all)'],
      ['max pages all (3)', 'max pages all'],
      ['max pages, all (4)', 'max pages, all'],
    ])
  })

  test('however many begin alike', () => {
    const long = 'The book is printed on white paper, and '.repeat(4)
    const points = Array.from({ length: 3_000 }, (_, at) => `- ${long}${at}\n`).join('')
    const all = constraintsIn(`## Constraints\n${points}`)
    expect(new Set(all.map(({ name }) => name)).size).toBe(3_000)
  })
})

describe('components', () => {
  test('are those of both files, each with what is said of it, and no constraints', () => {
    const { spec } = read(
      '## Components\n\nThe build takes:\n- **Press:** the old one\n- `ink`: black\n- `paper = "white"`\n\n**Machines:**\n- Lift\n- Cutter\n\n## Constraints\n- no ads\n',
      '[components]\npress = "In the cellar"\nink = "black"\nbooks = ["tides", "lights"]\n',
    )
    expect(spec.components).toEqual([
      { name: 'press', said: 'In the cellar; the old one', under: [] },
      { name: 'ink', said: 'black', under: [] },
      { name: 'books', said: 'tides, lights', under: [] },
      { name: 'paper', said: 'white', under: ['The build takes'] },
      { name: 'Lift', said: '', under: ['Machines'] },
      { name: 'Cutter', said: '', under: ['Machines'] },
    ])
    expect(spec.constraints.map(({ name }) => name)).toEqual(['no ads'])
  })

  test.each([
    ['**Reader** (`src/reader.js`): reads the tables', 'src/reader.js; reads the tables'],
    ['**Reader** (in JavaScript) – reads the tables', 'src/reader.js; in JavaScript; reads the tables'],
    ['`reader` - `src/reader.js`', 'src/reader.js'],
    ['Reader (`src/reader.js`)', 'src/reader.js'],
  ])('that both files name are one, however the Markdown writes it: %s', (point, said) => {
    expect(read(`## Components\n- ${point}\n`, '[components]\nreader = "src/reader.js"\n').spec.components).toEqual([
      { name: 'reader', said, under: [] },
    ])
  })

  test('of one name in several lists are several, and so are those that a sign sets apart', () => {
    const md =
      '## Components\n- C++\n- C#\n- Parser\n\n### Backend\n- Parser: of backend\n\n### Frontend\n- Parser: of frontend\n- parser: and small\n'
    expect(read(md).spec.components).toEqual([
      { name: 'C++', said: '', under: [] },
      { name: 'C#', said: '', under: [] },
      { name: 'Parser', said: '', under: [] },
      { name: 'Parser', said: 'of backend', under: ['Backend'] },
      { name: 'Parser', said: 'of frontend; and small', under: ['Frontend'] },
    ])
    expect(read(md, '[components]\nparser = "reads"\n').spec.components).toEqual([
      { name: 'parser', said: 'reads; Backend: of backend; Frontend: of frontend; Frontend: and small', under: [] },
      { name: 'C++', said: '', under: [] },
      { name: 'C#', said: '', under: [] },
    ])
  })

  test.each(['UI Components', 'Component List', 'Web & API components'])('also below ## %s', (name) => {
    expect(read(`## ${name}\n- Button\n`).spec.components.map((it) => it.name)).toEqual(['Button'])
  })

  test('and not where a heading says what is done with them', () => {
    expect(read('## Testing the Components\n- Button\n').spec.components).toEqual([])
  })

  test('and what such a heading says below constraints is one of these', () => {
    const md = '## Constraints\n### UI Components\n- must be blue\n'
    expect([told(md), read(md).spec.components]).toEqual([['UI Components: must be blue'], []])
  })
})
