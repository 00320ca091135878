/** What stands in one file of a spec and not in the other one, and what both say and say otherwise (seed 004 §1.4–1.8a). */

import { describe, expect, test } from 'vitest'
import { readFiles, type Files } from './reading.ts'

const goal = '## Goal\n\nPrint the tide book.\n'
const goalToml = '[goal]\ndescription = "Print the tide book."\n'
const step = '- **Step [1]:** Download them\n'
const stepToml = '[[tasks.steps]]\nid = 1\n'
const taskMd = `### Task [1]: Fetch the tables\n\n${step}`
const taskToml = `[[tasks]]\nid = 1\n${stepToml}`

/** What is said of one code, without the columns. */
const told = (code: string, files: Files): readonly string[] =>
  readFiles(files)
    .said(code)
    .map((it) => it.replace(/^(\S+?:\d+):\d+ /, '$1 '))

describe('a file that leaves something to the other one says so once', () => {
  test.each<[string, string, string, readonly string[]]>([
    ['nothing', `${goal}\n${taskMd}`, `${goalToml}${taskToml}`, []],
    [
      'all tasks, in the parameters',
      `${goal}\n${taskMd}`,
      goalToml,
      ['parameters_x.toml:1 warning MW505 no task in parameters_x.toml; those of spec_x.md are the plan'],
    ],
    [
      'all tasks and SPECLets, in the Markdown',
      goal,
      `${goalToml}[[speclets]]\nid = "a"\ntasks = [1]\n${taskToml}`,
      ['spec_x.md:1 warning MW505 no task in spec_x.md; those of parameters_x.toml are the plan'],
    ],
    [
      'all steps of a task, in the parameters',
      `${goal}\n${taskMd}`,
      `${goalToml}[[tasks]]\nid = 1\n`,
      ['parameters_x.toml:4 info MW505 no steps of task 1 in parameters_x.toml; those of spec_x.md are taken'],
    ],
    [
      'the steps of two tasks, in the Markdown',
      `${goal}\n### Task [1]: a\n\n### Task [2]: b\n`,
      `${goalToml}${taskToml}${taskToml.replace('id = 1', 'id = 2')}`,
      ['spec_x.md:5 info MW505 no steps of tasks 1, 2 in spec_x.md; those of parameters_x.toml are taken'],
    ],
    [
      'all backups, in the parameters',
      `${goal}\n${taskMd}  - **Backup [1]:** Ask\n  - **Backup [2]:** Guess\n`,
      `${goalToml}${taskToml}`,
      ['parameters_x.toml:6 info MW505 no backup in parameters_x.toml; those of spec_x.md are taken'],
    ],
  ])('%s', (_, md, toml, expected) => {
    expect(told('MW505', { md, toml })).toEqual(expected)
    expect(readFiles({ md, toml }).tasks[0]?.steps).toHaveLength(1)
  })

  test('a goal that is a placeholder in both is none', () => {
    const toml = `[goal]\ndescription = "[Insert the goal here]"\n${taskToml}`
    expect(told('MW504', { md: `## Goal\n\n[Insert goal description]\n${taskMd}`, toml })).toEqual([
      expect.stringMatching(/ error MW504 the goal is a placeholder of the template$/),
    ])
    const filled = told('MW504', { md: `${goal}\n${taskMd}`, toml })
    expect(filled.filter((it) => it.includes(' error '))).toEqual([])
  })

  test('the goal, in either', () => {
    expect(told('MW504', { md: taskMd, toml: `${goalToml}${taskToml}` })).toEqual([
      'spec_x.md:1 warning MW504 no goal in spec_x.md; that of parameters_x.toml counts',
    ])
    expect(told('MW504', { md: `${goal}\n${taskMd}`, toml: taskToml })).toEqual([
      'parameters_x.toml:1 warning MW504 no goal in parameters_x.toml; that of spec_x.md counts',
    ])
  })

  test('an empty Markdown leaves out both', () => {
    const files = { md: '', toml: `${goalToml}${taskToml}` }
    expect([told('MW504', files), told('MW505', files)].map((it) => it.length)).toEqual([1, 1])
  })

  test('of a file in an encoding that is not read nobody knows what it has', () => {
    const md = new Uint8Array([0xff, 0xfe, ...Buffer.from(goal, 'utf16le')])
    const files = { md, toml: `${goalToml}${taskToml}` }
    expect(told('MW002', files)).toHaveLength(1)
    expect([...told('MW504', files), ...told('MW505', files)]).toEqual([])
  })
})

describe('the goal under several names of one table', () => {
  const named = (more: string): readonly string[] =>
    told('MW504', { md: `${goal}\n${taskMd}`, toml: `${goalToml}${more}\n${taskToml}` })

  test('is one where all say the same', () => {
    expect(named('statement = "print the  tide book"\ngoal = "Print the tide book!"')).toEqual([])
  })

  test('and a second one where they do not', () => {
    expect(named('statement = "Sell the boats of the harbour."')).toEqual([
      'parameters_x.toml:3 error MW504 a second goal; a spec has one',
    ])
  })
})

test.each([
  ['numbered headings', `## Goal 1\n\nPrint the tide book.\n\n## Goal 2\n\nSell the tide book.\n${taskMd}`, 7],
  ['one in bold behind the last task', `${goal}\n${taskMd}\n**Goal:** Sell the tide book.\n`, 0],
])('a second goal of the Markdown is told: %s', (_, md, line) => {
  const at = line === 0 ? md.split('\n').findIndex((it) => it.startsWith('**Goal:**')) + 1 : line
  expect(told('MW504', { md, toml: `${goalToml}${taskToml}` })).toEqual([
    `spec_x.md:${at} error MW504 a second goal; a spec has one`,
  ])
})

describe('MCP tools', () => {
  const tools = '\n## MCP Toolset\n**REQUIRED:** charts, tides\n\n**OPTIONAL:** Buoys\n'
  const files = (toml: string, md = tools): Parameters<typeof readFiles>[0] => ({
    md: `${goal}${md}\n${taskMd}`,
    toml: `${goalToml}${taskToml}[mcp_tools]\n${toml}`,
  })
  const wanted = (of: Parameters<typeof readFiles>[0]): readonly string[] =>
    readFiles(of).spec.tools.map(({ name, need }) => `${need} ${name}`)

  test('that one file names and the other one does not are told, and verified', () => {
    const of = files('required = ["charts"]\nrecommended = ["winds"]\n')
    expect(told('MW505', of)).toEqual([
      'spec_x.md:6 warning MW505 required MCP tool tides is in spec_x.md but not in parameters_x.toml; it is verified all the same',
      'spec_x.md:8 info MW505 optional MCP tool Buoys is in spec_x.md but not in parameters_x.toml; it is verified all the same',
      'parameters_x.toml:9 info MW505 recommended MCP tool winds is in parameters_x.toml but not in spec_x.md; it is verified all the same',
    ])
    expect(wanted(of)).toEqual(['required charts', 'recommended winds', 'required tides', 'optional Buoys'])
  })

  test('that one file wants more than the other one are told', () => {
    const of = files('required = ["charts", "buoys"]\noptional = ["tides"]\n')
    expect(told('MW505', of)).toEqual([
      'spec_x.md:6 warning MW505 MCP tool tides is required here and optional in the parameters',
      'spec_x.md:8 warning MW505 MCP tool Buoys is optional here and required in the parameters',
    ])
    expect(wanted(of)).toEqual(['required charts', 'required buoys', 'optional tides'])
  })

  test.each([
    ['required = []\n', tools, ['required charts', 'required tides', 'optional Buoys']],
    ['required = ["charts"]\n', '', ['required charts']],
  ])('that a file leaves to the other one are no difference: %j', (toml, md, names) => {
    expect([told('MW505', files(toml, md)), wanted(files(toml, md))]).toEqual([[], names])
  })
})

describe('backups', () => {
  const md = (lines: string): string =>
    `${goal}\n${taskMd}${lines}- **Step [2]:** Sort them\n  - **Backup [1]:** By hand\n`
  const toml = (lines: string): string =>
    `${goalToml}${taskToml}${lines}[[tasks.steps]]\nid = 2\nbackup_1 = "By hand"\n`

  test('that stand in one file only are told, each at its place', () => {
    expect(told('MW505', { md: md('  - **Backup [1]:** Ask\n'), toml: toml('backup_2 = "Guess"\n') })).toEqual([
      'spec_x.md:8 warning MW505 backup 1 of step 1.1 is in spec_x.md but not in parameters_x.toml',
      'parameters_x.toml:7 warning MW505 backup 2 of step 1.1 is in parameters_x.toml but not in spec_x.md',
    ])
  })

  const methods = (files: Files): readonly (readonly [string, string])[] =>
    (readFiles(files).tasks[0]?.steps[0]?.methods ?? []).map(({ id, instruction }) => [id, instruction])

  test('of one id are told, and are two of different ids in the plan', () => {
    const files = {
      toml: toml('[[tasks.steps.backups]]\nid = 1\nname = "Ask"\n[[tasks.steps.backups]]\nid = 1\nname = "Phone"\n'),
    }
    expect(methods(files)).toEqual([
      ['primary', ''],
      ['backup-1', 'Ask'],
      ['backup-2', 'Phone'],
    ])
    expect(told('MW505', { md: md('  - **Backup [1]:** Ask\n'), ...files })).toEqual([])
    expect(told('MW509', files)).toEqual([
      'parameters_x.toml:11 warning MW509 step 1.1 has two backups 1; this one is taken as backup 2',
    ])
  })

  test('of one id are the same ones in both files, and take no id that another one has', () => {
    const files = {
      md: md('  - **Backup [1]:** a\n  - **Backup [1]:** b\n  - **Backup [2]:** c\n'),
      toml: toml('backup_2 = "C"\nbackup_1 = "A"\nbackup_methods = ["B"]\n'),
    }
    expect(methods(files)).toEqual([
      ['primary', 'Download them'],
      ['backup-1', 'A'],
      ['backup-2', 'C'],
      ['backup-3', 'B'],
    ])
    expect(told('MW505', files)).toEqual([])
    expect(told('MW509', files).map((it) => it.split(' ')[0])).toEqual(['spec_x.md:9', 'parameters_x.toml:9'])
  })
})

describe('SPECLets', () => {
  const section = (id: string, lines: string): string => `## SPECLet [${id}]: Part ${id}\n\n${lines}\n`
  const table = (id: string, lines: string): string => `[[speclets]]\nid = "${id}"\n${lines}\n`
  const tasks = `${taskToml}${taskToml.replace('id = 1', 'id = 2')}`
  const twoTasks = ['### Task [1]: a', '### Task [2]: b'].map((it) => `${it}\n\n${step}\n`)
  const pair = (book: string, bookToml: string): Files => ({
    md: `${goal}\n${section('data', '')}${twoTasks[0] ?? ''}${section('book', book)}${twoTasks[1] ?? ''}`,
    toml: `${goalToml}${table('data', 'tasks = [1]')}${table('book', `tasks = [2]\n${bookToml}`)}${tasks}`,
  })

  test.each<[string, string, string, readonly string[]]>([
    ['the same', '**Depends On:** `["data"]`', 'depends_on = ["data"]', []],
    ['said in one file only', '', 'depends_on = ["data"]', []],
    [
      'nothing in the parameters',
      '**Depends On:** `["data"]`',
      'depends_on = []',
      ['spec_x.md:14 warning MW505 SPECLet book: depends_on is [data] here and [] in the parameters'],
    ],
    [
      'nothing in the Markdown',
      '**Depends On:** `[]`',
      'depends_on = ["data"]',
      ['spec_x.md:14 warning MW505 SPECLet book: depends_on is [] here and [data] in the parameters'],
    ],
    [
      'other flags',
      '**Parallel Allowed:** false',
      'parallel_allowed = true',
      ['spec_x.md:14 warning MW505 SPECLet book: parallel_allowed is false here and true in the parameters'],
    ],
  ])('that depend on %s', (_, book, bookToml, expected) => {
    expect(told('MW505', pair(book, bookToml))).toEqual(expected)
  })

  test('of the parameters alone, or of the Markdown alone, are errors', () => {
    const { md, toml } = pair('', '')
    const plain = `${goal}\n${twoTasks.join('')}`
    expect(told('MW505', { md: plain, toml: toml ?? '' })).toEqual([
      'parameters_x.toml:4 error MW505 SPECLet data is in parameters_x.toml but not in spec_x.md',
      'parameters_x.toml:7 error MW505 SPECLet book is in parameters_x.toml but not in spec_x.md',
    ])
    expect(told('MW505', { md: md ?? '', toml: `${goalToml}${tasks}` })).toEqual([
      'spec_x.md:5 error MW505 SPECLet data is in spec_x.md but not in parameters_x.toml',
      'spec_x.md:12 error MW505 SPECLet book is in spec_x.md but not in parameters_x.toml',
    ])
  })

  test('that the Markdown only names with its tasks are a warning', () => {
    const md = `${goal}\n### Task [1.1]: a\n\n${step}`
    const toml = `${goalToml}[[speclets]]\nid = 1\n[[speclets.tasks]]\nid = 1\n[[speclets.tasks.steps]]\nid = 1\n`
    expect(told('MW505', { md, toml })).toEqual([
      'parameters_x.toml:4 warning MW505 SPECLet 1 is in parameters_x.toml but not in spec_x.md',
    ])
  })

  test('numbers that begin with those of what they stand in are the same ones', () => {
    const md = `${goal}\n### Task [2.1]: a\n\n- Step [2.1.1]: b\n- Step [2.1.10]: c\n`
    const at = (task: string, ...steps: readonly string[]): string =>
      [
        `[[speclets]]\nid = 2\n[[speclets.tasks]]\nid = ${task}\n`,
        ...steps.map((id) => `[[speclets.tasks.steps]]\nid = ${id}\n`),
      ].join('')
    const tables = [at('1', '1', '10'), at('"2.1"', '"2.1.1"', '"2.1.10"'), at('2.1', '1.1', '1.10')]
    for (const table of tables)
      expect(told('MW505', { md, toml: `${goalToml}${table}` })).toEqual([
        'parameters_x.toml:4 warning MW505 SPECLet 2 is in parameters_x.toml but not in spec_x.md',
      ])
    const elsewhere = told('MW505', { md, toml: `${goalToml}${at('1', '"3.1"', '"10"')}` })
    expect(elsewhere.filter((it) => it.includes('3.1'))).toHaveLength(1)
  })

  test('a document that is one needs no table of its own', () => {
    const md = `# Print\n\n**SPEClet ID:** 4\n\n${goal}\n${taskMd}`
    expect(told('MW505', { md, toml: `${goalToml}${taskToml}` })).toEqual([])
  })
})

describe('numbers and words that both files name', () => {
  test.each([
    ['max_retries', '  - **Max retries:** 3\n', 'max_retries = 1', 'max_retries is 3 here and 1'],
    ['mode', '  - **Mode:** silent\n', 'mode = "education"', 'mode is silent here and education'],
    ['critical', '  - **Critical:** true\n', 'critical_flag = false', 'critical is true here and false'],
  ])('%s', (_, line, value, expected) => {
    const files = { md: `${goal}\n${taskMd}${line}`, toml: `${goalToml}${taskToml}${value}\n` }
    expect(told('MW505', files)).toEqual([`spec_x.md:8 warning MW505 step 1.1: ${expected} in the parameters`])
  })
})

describe('a task', () => {
  test.each<[string, string, string, readonly string[]]>([
    ['without a step', 'name = "Bind"', '', ['task 1 has no step; it is done as a whole']],
    ['without a name', 'description = " "', stepToml, ['task 1 has no name']],
    ['with a description', 'description = "Bind"', stepToml, []],
  ])('%s', (_, name, steps, expected) => {
    const found = told('MW506', { toml: `[[tasks]]\nid = 1\n${name}\n${steps}action = "x"\n` })
    expect(found).toEqual(expected.map((it) => `parameters_x.toml:2 warning MW506 ${it}`))
  })
})
