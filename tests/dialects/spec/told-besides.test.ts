/** Nothing that either file of a spec says of a task, a step, a backup or a SPECLet is lost on the way to the brief, and nothing is told twice. */

import { describe, expect, test } from 'vitest'
import { readFiles, stepOf, taskOf } from './reading.ts'

const md = `# A
## Goal
Print the tide book.
### SPECLet [one]: The first
**Purpose:** W01
W02
- W03
**Depends on:** none

W04

#### Inputs of it
\`\`\`
W05
\`\`\`
#### Nothing below
#### Task [1]: Read the tables
**Description:** W06
W07

W08

- W09
| W10 | b |
|---|---|
| c | W11 |

\`\`\`
W12
\`\`\`
**Notes:** W13
- **Mode:** silent, since W14
- **Step [1]:** W15
  - **Primary method:** W16
  - **Inputs:** W17
    - W18
  - W19
  - **Description:** W20
  - **Backup [1]:** W21
    - **Why:** W22
  - **Expected output:** \`a.txt\` W23
  - **Critical:** true (W24)

  W25

  \`\`\`
  W26
  \`\`\`
  **Notes:** W27

  W28

W29

##### W30
W31
**Verification:** W32
**Logging:** W33
#### Task [2]: Other
##### Step [1]: Say
W34

- W35
- **Primary method:** W36

W37
##### Step [2]:
W38

W39
- **Success criteria:** W40
`
const toml = `[[speclets]]
id = "one"
description = "W51"
purpose = "W52"
notes = "W53"
constraints = ["W54", "W55"]
depends_on = []
tasks = [1, 2]
[[tasks]]
id = 1
name = "Read the tables"
description = "W56"
purpose = "W57"
constraints = ["W58"]
verification = "W59"
[tasks.limits]
max = { of = "W60" }
[[tasks.steps]]
id = 1
name = "W61"
title = "W62"
description = "W63"
purpose = "W64"
action = "W65"
primary_method = "W66"
method = "W67"
inputs = ["W68", "W69"]
success_criteria = ["W70"]
notes = """
W71
W72"""
shadcn_components_needed = ["W73"]
expected_output = "\`a.txt\` W74"
critical_flag = true
[[tasks.steps.list]]
a = "W75"
[[tasks.steps.backups]]
id = 1
name = "W76"
description = "W77"
action = "W78"
reason = "W79"
[[tasks]]
id = 2
title = "Other"
[[tasks.steps]]
id = 1
action = "W80"
mode_specific = "W81"
[[tasks.steps]]
id = 2
primary_method = "W82"
`

/** All that briefs may tell of tasks, their steps and SPECLets. */
function toldOf(files: { readonly md?: string; readonly toml?: string }): string {
  const { tasks, spec } = readFiles(files)
  const steps = tasks.flatMap((it) => it.steps)
  return JSON.stringify([
    tasks.map(({ title, description }) => [title.text, description]),
    steps.map((it) => [it.title, it.expected, it.verificationWords, it.notes]),
    steps.flatMap((it) =>
      it.methods.map(({ notes, instruction }) => [instruction === it.title ? '' : instruction, notes]),
    ),
    spec.speclets.map(({ title, told }) => [title, told]),
  ])
}

const words = (text: string): readonly string[] => text.match(/W\d\d/g) ?? []

describe('every word of a spec is told once', () => {
  test.each([
    ['of both files', { md, toml }],
    ['of the Markdown alone', { md }],
    ['of the parameters alone', { toml }],
  ])('%s', (_, files) => {
    // The first words of a step without a title are its title, and begin what is to be done.
    const told = words(toldOf(files)).filter((it, at, all) => it !== 'W38' || all.indexOf(it) === at)
    expect(told.toSorted()).toEqual(words(Object.values(files).join('')).toSorted())
  })
})

test('in the order of the file, and headings above nothing are not told', () => {
  const { tasks, spec } = readFiles({ md })
  const [first] = tasks
  expect(words(first?.description ?? '')).toEqual(
    ['06', '07', '32', '08', '09', '10', '11', '12', '13', '14', '29', '30', '31', '33'].map((it) => `W${it}`),
  )
  expect(first?.steps[0]?.notes).toBe(
    'Inputs: W17\n- W18\n\n- W19\nDescription: W20\nCritical: true (W24)\n\nW25\n```\nW26\n```\n\nNotes: W27\nW28',
  )
  expect(spec.speclets[0]?.told).toBe('Purpose: W01\nW02\n\n- W03\n\nW04\n\nInputs of it\n```\nW05\n```')
})

describe('what both files say', () => {
  const stepOfBoth = (inMarkdown: string, inParameters: string) =>
    readFiles({
      md: `# A\n### Task [1]: a\n- **Step [1]:** Measure\n${inMarkdown}`,
      toml: `[[tasks]]\nid = 1\n[[tasks.steps]]\nid = 1\ndescription = "Measure"\n${inParameters}`,
    }).tasks[0]?.steps[0]
  const both = (inMarkdown: string, inParameters: string) => stepOfBoth(inMarkdown, inParameters)?.notes
  const methods = (inMarkdown: string, inParameters: string) =>
    stepOfBoth(inMarkdown, inParameters)?.methods.map(({ instruction, notes }) => [instruction, notes])

  test('in other words is told of both, that of the parameters first', () => {
    expect(both('  - **Expected output:** a table\n', 'expected_output = "`a.csv`"\n')).toBe(
      'Expected output in the Markdown: a table',
    )
  })

  test('of how a step is done at first is told of that method alone, and not of the backup behind it', () => {
    const inMarkdown = '  - **Primary method:** With curl\n  - **Method:** At night\n  - **Backup [1]:** By hand\n'
    const inParameters = 'action = "By export"\nprimary_method = "By wire"\nbackup_1 = "By hand"\n'
    expect(methods(inMarkdown, inParameters)).toEqual([
      ['By export', 'Method in the Markdown: With curl\n\nMethod: At night\n\nprimary_method: By wire'],
      ['By hand', undefined],
    ])
    expect(both(inMarkdown, inParameters)).toBe(undefined)
  })

  test('of when a backup is taken is told of that one', () => {
    const of = (inMarkdown: string, inParameters: string) =>
      stepOfBoth(
        `  - **Backup [1]:** By hand\n    - **Trigger:** ${inMarkdown}\n`,
        `[[tasks.steps.backups]]\nid = 1\ndescription = "By hand"\ntrigger_condition = "${inParameters}"\n`,
      )?.methods[1]
    expect(of('the page is down', 'primary_failure')).toMatchObject({
      instruction: 'By hand',
      trigger: 'primary_failure',
      notes: 'Trigger in the Markdown: the page is down',
    })
    expect(of('Primary failure', 'primary_failure')?.notes).toBe(undefined)
  })

  test('in the same words, or within longer ones, is told once, and of longer ones of the Markdown these alone', () => {
    const alone = (inMarkdown: string, inParameters: string) =>
      methods(`  - **Primary method:** ${inMarkdown}\n`, `action = "${inParameters}"\n`)
    expect(alone('`by` **hand**.', 'By hand')).toEqual([['By hand', undefined]])
    expect(alone('by hand', 'First by hand, then again')).toEqual([['First by hand, then again', undefined]])
    expect(alone('hand', 'With a handle')).toEqual([['With a handle', 'Method in the Markdown: hand']])
    expect(alone('By hand, twice', 'By hand')).toEqual([['By hand, twice', undefined]])
    expect(alone('First measure. By hand! Then draw', 'By hand')).toEqual([
      ['First measure. By hand! Then draw', undefined],
    ])
    expect(alone('Never by hand', 'By hand')).toEqual([['By hand', 'Method in the Markdown: Never by hand']])
    expect(
      methods('  - **Backup [1]:** Read the print\n    - look at page 12\n', 'backup_1 = "Read the print"\n'),
    ).toEqual([
      ['Measure', undefined],
      ['Read the print\n- look at page 12', undefined],
    ])
    expect(both('  - **Verification:** A look, by two\n', 'verification = "A look"\n')).toBe(undefined)
    expect(both('  - **Inputs:** a, b\n', 'inputs = ["a", "b"]\n')).toBe('Inputs: a, b')
  })
})

test('what has a meaning of its own, or says nothing, is no note', () => {
  expect(
    stepOf('action = "x"\nmethod = "primary"\nname = "x"\nmode = "silent"\ncritical = true\nnotes = ""\nlist = []')
      .notes,
  ).toBe(undefined)
  expect(taskOf('name = "a"\npurpose = "A."\nmax_retries = 2\nresearch_enabled = true').description).toBe(null)
})

describe('what a spec says of the whole, and in no task', () => {
  const whole = `# Tides
**Version:** 2
**Pattern name:** P01

W01 stands above all headings.

## Overview
W02
W03

- W04
### Audience
**Who:** W05
\`\`\`
W06
\`\`\`
## Goal
Print the tide book.
## Empty
## User Stories
- As a baker, I want W07
## Software Stack
- [x] Web page W08
- **Framework:** W09
## Bridging
P02
## Instructions for the executor
P03
## Instructions for the print shop
W15
## Examples
W10 becomes W11
## Constraints
- P04
### Task [1]: Fetch
- **Step [1]:** Fetch them
## Risks
| What | W12 |
|---|---|
| W13 | high |
## Definition of Complete
- [ ] P05
## Later
W14
`
  const toldOfWhole = (md: string): string => readFiles({ md }).spec.told ?? ''

  test('is told as it stands there, but for what is about the format and what is read', () => {
    const numbers = Array.from({ length: 15 }, (_, at) => `W${String(at + 1).padStart(2, '0')}`)
    expect(toldOfWhole(whole).match(/[PW]\d\d/g)).toEqual([...numbers.slice(0, 9), 'W15', ...numbers.slice(9, 14)])
    expect(toldOfWhole(whole)).toContain('Overview\nW02\nW03\n\n- W04\n\nAudience\n**Who:** W05\n')
    expect(toldOfWhole(whole)).toMatch(/^Version: 2\n/)
    expect(toldOfWhole(whole)).not.toMatch(/Empty|Bridging|executor/)
  })

  test('and so is what the parameters say: what it is built with, by its keys, and tables of their author', () => {
    const toml =
      '[goal]\ndescription = "Print it."\n[software_stack]\nprimary_language = "W01"\nforbidden = ["W02", "W03"]\nframework = "[name]"\n' +
      '[user_interface]\nrequired = true\ntheme = "W04"\n[risks]\ntide = "W05"\n[risks.deep]\nrows = [1, 2]\n' +
      '[success_metrics]\na = "P01"\n[project]\nowner = "W06"\nconstraints = ["P05"]\nsuccess_criteria = ["P02"]\n[logging]\nfile = "P04"\n[meta]\nfile_role = "P06"\n[constraints]\nb = "P03"\n'
    expect(readFiles({ toml }).spec.told).toBe(
      [
        ...[
          'software_stack.primary_language: W01',
          'software_stack.forbidden: W02, W03',
          'user_interface.required: true',
        ],
        ...['user_interface.theme: W04', 'risks.tide: W05', 'risks.deep.rows: 1, 2', 'project.owner: W06'],
      ].join('\n'),
    )
  })

  test('and so is what the table of the goal says beside the goal, its constraints and its criteria', () => {
    const toml =
      '[goal]\ndescription = "P01"\nrationale = "W01"\nname = "W02"\nsecondary = "P02 is another one"\nsuccess = "P03 is there"\n' +
      'constraints = ["P04"]\nacceptance_criteria = ["P05 is there"]\npriority = 2\n[goal.context]\nport = "W03"\n'
    expect(readFiles({ toml }).spec.told).toBe(
      ['goal.rationale: W01', 'goal.name: W02', 'goal.priority: 2', 'goal.context.port: W03'].join('\n'),
    )
    expect(readFiles({ toml: '[goal]\nstatement = "P01"\nwhy = "W01"\n' }).spec.told).toBe('goal.why: W01')
  })

  test("the Markdown's own words of the goal are told where the parameters have others", () => {
    const md = '# A\n## Goal\nPrint W01.\n\nFor W02.\n### Task [1]: C\n- **Step [1]:** D\n'
    const of = (goal: string): string => readFiles({ md, toml: `[goal]\ndescription = "${goal}"\n` }).spec.told ?? ''
    expect(of('Print it.')).toBe('Print W01.\n\nFor W02.')
    expect(of('print W01. for W02')).toBe('')
  })

  test('of an example of the format nothing is told', () => {
    const md =
      '# A\n## Goal\nB\n### Task [1]: C\n- **Step [1]:** D\n## Example\n### Task [9]: E\nW01\n- **Step [1]:** F\nW02\n'
    expect(toldOfWhole(md)).toBe('')
  })

  test('a spec that says nothing else has nothing of it', () => {
    expect('told' in readFiles({ md: '# A\n## Goal\nB\n### Task [1]: C\n- **Step [1]:** D\n' }).spec).toBe(false)
  })
})
