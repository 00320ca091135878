/** Parameters files: each spelling that real ones have (FORMATS section 6), and what is wrong in them. */

import { isOptional } from '../../../src/plan/optional-criterion.ts'
import { describe, expect, test } from 'vitest'
import { readFiles, stepOf, taskOf } from './reading.ts'

const goal = (lines: string): string | null => readFiles({ toml: `[goal]\n${lines}\n` }).spec.goal

describe('the goal', () => {
  test.each([
    ['description = "Print it."', 'Print it.'],
    ['statement = "Print it."', 'Print it.'],
    ['goal = "Print it."', 'Print it.'],
    ['statement = "b"\ndescription = "Print it."', 'Print it.'],
    ['description = "  "\nstatement = "Print it."', 'Print it.'],
    ['description = """\nPrint\nit."""', 'Print\nit.'],
    ['name = "x"', null],
  ])('%j', (lines, expected) => {
    expect(goal(lines)).toBe(expected)
  })

  test('one that the parameters lack is that of the Markdown', () => {
    expect(readFiles({ md: '## Goal\n\nPrint it.\n', toml: '[[tasks]]\nid = 1\n' }).spec.goal).toBe('Print it.')
    expect(readFiles({ md: '**Goal:** Print it.\n' }).spec.goal).toBe('Print it.')
  })
})

describe('the title of a task', () => {
  test.each([
    ['name = "Fetch"', 'Fetch', null],
    ['title = "Fetch"', 'Fetch', null],
    ['description = "Fetch"', 'Fetch', null],
    ['purpose = "Fetch"', 'Fetch', null],
    ['name = "Fetch"\ndescription = "All of them"', 'Fetch', 'All of them'],
    ['', 'Task 1', null],
  ])('%j', (lines, title, description) => {
    const task = taskOf(lines)
    expect([task.title.text, task.description]).toEqual([title, description])
  })
})

describe('what a step is to do', () => {
  test.each([
    ['action = "Ask"', 'Ask'],
    ['primary_method = "Ask"', 'Ask'],
    ['method = "Ask"', 'Ask'],
    ['description = "Ask"', 'Ask'],
    ['action = "Ask"\nprimary_method = "b"\nmethod = "c"\ndescription = "d"', 'Ask'],
    ['primary_method = "Ask"\nmethod = "c"\ndescription = "d"', 'Ask'],
    ['method = "primary"\ndescription = "Ask"', 'Ask'],
    ['name = "Ask"', 'Ask'],
  ])('%j', (lines, instruction) => {
    const [primary] = stepOf(lines).methods
    expect(primary).toMatchObject({ id: 'primary', does: 'agent', instruction, argv: [] })
  })
})

describe('flags, modes, retries and outputs of a step', () => {
  test.each([
    ['', { critical: false, review: 'never' }],
    ['critical_flag = true', { critical: true }],
    ['critical = true', { critical: true }],
    ['critical_flag = false\ncritical = true', { critical: true }],
    ['mode = "Collaborative"', { mode: 'collaborative', review: 'critical' }],
    ['mode = "silent"', { mode: 'silent', review: 'never' }],
    ['max_retries = 0', { retries: 0 }],
    ['max_retries = 100', { retries: 100 }],
    ['expected_output = " a.csv "', { expected: 'a.csv' }],
  ])('%j', (lines, expected) => {
    expect(stepOf(`action = "x"\n${lines}`)).toMatchObject(expected)
  })

  test('what a step leaves open is that of its task', () => {
    const [first, second] = taskOf(`critical = true\nmode = "silent"\nmax_retries = 7
[[tasks.steps]]
id = 1
action = "x"
[[tasks.steps]]
id = 2
action = "x"
critical_flag = false
mode = "education"
max_retries = 1`).steps
    expect(first).toMatchObject({ critical: true, mode: 'silent', retries: 7 })
    expect(second).toMatchObject({ critical: false, mode: 'education', retries: 1 })
  })

  test('what nobody says is not made up', () => {
    const step = stepOf('action = "x"')
    expect(['mode' in step, 'retries' in step, 'expected' in step]).toEqual([false, false, false])
  })
})

describe('backups', () => {
  test.each([
    ['[[tasks.steps.backups]]\nid = 1\ndescription = "Ask"\n[[tasks.steps.backups]]\nid = 2\ndescription = "Guess"'],
    ['backup_1 = "Ask"\nbackup_2 = "Guess"'],
    ['backup_methods = ["Ask", "Guess"]'],
    ['backups = ["Ask", "Guess"]'],
    ['backups = [{ method = "Ask" }, { action = "Guess" }]'],
    ['[[tasks.steps.backups]]\ndescription = "Ask"\n[[tasks.steps.backups]]\ndescription = "Guess"'],
    ['backups = [{ id = "backup-1", method = "Ask" }, { id = "Backup 2", method = "Guess" }]'],
    ['backups = [{ id = "1.1.1", method = "Ask" }, { id = "1.1.2", method = "Guess" }]'],
    ['backups = [{ id = "b1", method = "Ask" }, { id = "B02", method = "Guess" }]'],
    ['[tasks.steps.backups]\n1 = "Ask"\n2 = "Guess"'],
    ['[tasks.steps.backups]\nbackup_1 = { description = "Ask" }\nbackup_2 = "Guess"'],
  ])('%j', (lines) => {
    const [, ...backups] = stepOf(`action = "x"\n${lines}`).methods
    expect(backups.map(({ id, instruction, does }) => [id, instruction, does])).toEqual([
      ['backup-1', 'Ask', 'agent'],
      ['backup-2', 'Guess', 'agent'],
    ])
  })

  test('keep what they wait for, in words', () => {
    const [, backup] = stepOf(
      'action = "x"\n[[tasks.steps.backups]]\nid = 1\ntrigger_condition = "primary_failure"',
    ).methods
    expect(backup).toMatchObject({ trigger: 'primary_failure' })
  })
})

test.each([
  ['[completion_criteria]\nready = true\n[definition_of_complete]\nready = false'],
  ['[completion_criteria]\nready = false\n[definition_of_complete]\nready = true'],
])('of two flags of one name the one that is true counts: %j', (toml) => {
  expect(readFiles({ toml }).spec.completion.flags).toEqual({ ready: true })
})

describe('how errors spread', () => {
  test.each([
    ['', 'collaborative_review', null],
    ['propagation_strategy = "halt_on_critical"', 'halt_on_critical', null],
    ['strategy = "continue_and_log"', 'continue_and_log', null],
    ['propagation_strategy = "continue_and_log"\nstrategy = "halt_on_critical"', 'continue_and_log', null],
    ['halt_on_critical = true', 'halt_on_critical', null],
    ['halt_on_critical = false', 'collaborative_review', null],
    ['failure_threshold = 5', 'collaborative_review', 5],
  ])('%j', (lines, strategy, failureThreshold) => {
    const { spec } = readFiles({ toml: `[error_propagation]\n${lines}\n` })
    expect(spec.propagation).toMatchObject({ enabled: true, strategy, failureThreshold })
  })
})

test('ids begin at 0, are integers or texts, and are read in the order of numbers', () => {
  const { tasks, said } = readFiles({
    toml: ['10', '2', '"task_1"', '0'].map((id) => `[[tasks]]\nid = ${id}\nname = "n"\n`).join('\n'),
  })
  expect(tasks.map(({ key }) => key)).toEqual(['0', '1', '2', '10'])
  expect(said('MW513')).toEqual([
    'parameters_x.toml:10:6 warning MW513 the id of a task is a text; an integer is usual',
  ])
  expect(said('MW507')).toHaveLength(1)
})

test('one table stands for a list of one', () => {
  const { tasks, said } = readFiles({ toml: '[tasks]\nid = 1\n[tasks.steps]\nid = 1\naction = "x"\n' })
  expect(tasks.map((task) => task.steps.length)).toEqual([1])
  expect(said('MW513')).toHaveLength(2)
})

test('research, its sources, and whatever has no meaning of its own', () => {
  const task = taskOf('research_enabled = true\nresearch_sources = ["docs", "web"]\nmode_specific = "A"\nx = [1, 2]')
  expect([task.research, task.description]).toEqual([['docs', 'web'], 'mode_specific: A\nx: 1, 2'])
  expect('research' in taskOf('')).toBe(false)
})

describe('values of another type than they have to be', () => {
  const step = '[[tasks]]\nid = 1\n[[tasks.steps]]\nid = 1\naction = "x"\n'
  test.each([
    [`${step}critical_flag = "true"`, '6:17', 'critical_flag must be true or false'],
    [`${step}critical = 1`, '6:12', 'critical must be true or false'],
    [`${step}max_retries = -1`, '6:15', 'max_retries must be an integer 0..100'],
    [`${step}max_retries = 101`, '6:15', 'max_retries must be an integer 0..100'],
    [`${step}max_retries = 2.0`, '6:15', 'max_retries must be an integer 0..100'],
    [`${step}max_retries = "2"`, '6:15', 'max_retries must be an integer 0..100'],
    [`${step}mode = "loud"`, '6:8', 'mode must be one of silent, collaborative, dynamic, education'],
    [`${step}mode = 1`, '6:8', 'mode must be a text'],
    [`${step}expected_output = []`, '6:19', 'expected_output must be a text'],
    [`${step}backups = 1`, '6:11', 'backups must be a list of tables'],
    [`${step}backups = [1]`, '6:12', 'backups must be a list of tables'],
    ['tasks = "x"', '1:9', 'tasks must be a list of tables'],
    ['tasks = [1]', '1:10', 'tasks must be a list of tables'],
    ['goal = "x"', '1:8', 'goal must be a table'],
    ['[[tasks]]\nid = 1.5', '2:6', 'id must be an integer'],
    ['[[tasks]]\nid = true', '2:6', 'id must be an integer'],
    ['[[speclets]]\nid = []', '2:6', 'id must be a text or an integer'],
    ['[[speclets]]\nid = "a"\nparallel_allowed = "true"', '3:20', 'parallel_allowed must be true or false'],
    [
      '[execution]\ndefault_mode = "x"',
      '2:16',
      'default_mode must be one of silent, collaborative, dynamic, education',
    ],
    ['[execution]\nescalation_threshold = 0.5', '2:24', 'escalation_threshold must be an integer 0..1000'],
    ['[education]\nlearning_pace = "never"', '2:17', 'learning_pace must be one of slow, moderate, fast'],
    ['[mcp_tools]\nrequired = [{}]', '2:13', 'required must be a list of texts'],
    ['[components]\na = {}', '2:5', 'a must be a text or a list of texts'],
  ])('%j', (toml, at, message) => {
    expect(readFiles({ toml }).said('MW508')).toEqual([`parameters_x.toml:${at} error MW508 ${message}`])
  })
})

test('a file that is no TOML is told alone, and nothing is read of it', () => {
  const { printed, tasks } = readFiles({ md: '# a\n\n## Goal\n\nPrint the book.\n', toml: '[goal\n' })
  expect([printed.length, printed[0], tasks]).toEqual([1, expect.stringContaining('MW500 not TOML'), []])
})

test('a conflict that nobody has resolved is told where it begins, in place of the TOML that it breaks', () => {
  const ours = '[goal]\n<<<<<<< HEAD\ndescription = "a"\n=======\ndescription = "b"\n>>>>>>> other\n[[tasks]]\nid = 1\n'
  const { printed } = readFiles({ toml: ours, md: '# a\n' })
  expect(printed).toEqual(['parameters_x.toml:2:1 error MW010 unresolved merge marker <<<<<<<'])
  expect(readFiles({ constitution: ours, toml: '[goal]\n', md: '# a\n' }).said('MW010')).toEqual([
    'project_constitution.toml:2:1 error MW010 unresolved merge marker <<<<<<<',
  ])
})

describe('dates', () => {
  test('are texts, as they are written, wherever a table takes what it is given', () => {
    const { spec, tasks, found } = readFiles({
      toml: `[goal]
description = "Print the tide book."
[constraints]
due = 2026-03-01
days = [2026-03-01, 2026-03-02]
[constraints.press]
opens = 07:30:00
closed = 2026-12-24T18:00:00+01:00
[components]
calendar = 2026-01-01
[completion_criteria]
published = 2026-03-01
[completion_criteria.days]
first = 2026-03-01
[[tasks]]
id = 1
season = 2026-03-01
`,
    })
    expect(spec.constraints).toEqual([
      { name: 'due', value: '2026-03-01' },
      { name: 'days', value: ['2026-03-01', '2026-03-02'] },
      { name: 'press.opens', value: '07:30:00' },
      { name: 'press.closed', value: '2026-12-24T18:00:00+01:00' },
    ])
    expect(spec.components).toEqual([{ name: 'calendar', said: '2026-01-01', under: [] }])
    expect(JSON.stringify(spec)).toContain('published: 2026-03-01')
    expect(JSON.stringify(tasks[0])).toContain('season: 2026-03-01')
    expect(found.filter(({ code }) => code === 'MW508')).toEqual([])
  })
})

test.each([
  ['## Goal 1\nPrint the book.\n\n## Goal 2\nSell the book.\n', ''],
  ['## Goal: Print the book.\n\n## Second Goal: Sell the book.\n', ''],
  ['', '[goals]\nfirst = "Print the book."\nsecond = "Sell the book."\n'],
  ['', 'goals = ["Print the book.", "Sell the book."]\n'],
  ['', '[[goal]]\ndescription = "Print the book."\n[[goal]]\ndescription = "Sell the book."\n'],
  ['', 'goal = ["Print the book.", "Sell the book."]\n'],
  ['', 'goals = [{ text = "Print the book." }, { text = "Sell the book." }]\n'],
  ['', 'secondary_goal = "Sell the book."\n[goal]\ndescription = "Print the book."\n'],
  ['', '[goal]\ndescription = "Print the book."\nsecondary_goal = "Sell the book."\n'],
  ['', '[goal]\ndescription = "Print the book."\n[secondary_goal]\ndescription = "Sell the book."\n'],
  ['', '[goal]\ndescription = "Print the book."\n[goal_2]\nname = "Sell the book."\n'],
  ['', '[goal]\ndescription = "Print the book."\n[spec]\ngoal = "Sell the book."\n'],
  ['', '[spec]\ngoals = ["Print the book.", "Sell the book."]\n'],
  ['', '[goal]\nprimary = "Print the book."\nsecondary = "Sell the book."\n'],
  ['', '[goal.primary]\ndescription = "Print the book."\n[goal.secondary]\ntitle = "Sell the book."\n'],
  ['', '[goals.one]\nstatement = "Print the book."\n[goals.two]\nstatement = "Sell the book."\n'],
  ['## Goals\n- Print the book.\n- Sell the book.\n', ''],
  ['## Goals\n\n1. Print the book.\n2. Sell the book.\n   By mail.\n', ''],
  ['**Goals:**\n- Print the book.\n- Sell the book.\n', ''],
  ['## Goal\nPrint the book.\n\n## Stretch Goal\nSell the book.\n', ''],
  ['**Primary Goal:** Print the book.\n**Secondary Goal:** Sell the book.\n', ''],
  ['**Primary Goal:** Print the book. **Secondary Goal:** Sell the book.\n', ''],
  ['## Goals\n**Primary Goal:** Print the book.\n\n**Secondary Goal:** Sell the book.\n', ''],
  ['## Goal\nPrint the book.\n- **Stretch goal**: Sell the book.\n', ''],
  ['## Goal\n- Goal A: Print the book.\n- Goal B: Sell the book.\n', ''],
  ['**Goal:** Print the book.\n\n## Plan\n- **Secondary Goal (later):** Sell the book.\n', ''],
])('a second goal is told: %j %j', (md, toml) => {
  const { said, spec } = readFiles(md === '' ? { toml } : { md: `# a\n\n${md}`, toml })
  expect(said('MW504').filter((it) => it.includes('error MW504 a second goal'))).toHaveLength(1)
  expect(spec.goal).toBe('Print the book.')
})

test.each([
  ['## Goals\n- Print the book.\n', ''],
  ['## Goal\nA book that\n- is printed\n- is sold\n', ''],
  ['## Goals\nBefore the summer:\n\n**Primary Goal:** Print the book.\n', ''],
  ['## Goal\nPrint the book.\n\n## Definitions\n- **Secondary Goal:** none\n', ''],
  ['## Goal\nPrint the book.\n\n## Non-Goals\n- to sell\n- to lend\n', ''],
  ['**Primary Goal:** Print the book.\n\n## Goal\nprint the book\n', ''],
  ['', '[goal]\ndescription = "Print the book."\ntype = "build"\nmeasurable = true\nfirst = true\n'],
  ['', 'goal_descriptor = "book"\n[goal]\ndescription = "Print it."\n[spec]\ngoal = "print it"\n'],
  ['', '[goal]\ndescription = "Print the book."\n[goal_achievement]\nstatus = "open"\n'],
  ['', '[goals]\nfirst = "Print the book."\nmeasurable = true\n'],
])('one goal is no second one: %j %j', (md, toml) => {
  const { said, spec } = readFiles(md === '' ? { toml } : { md: `# a\n\n${md}`, toml })
  expect(said('MW504').filter((it) => it.includes('a second goal'))).toEqual([])
  expect(spec.goal).not.toBeNull()
})

describe('work that is not read is told', () => {
  const said = (toml: string): readonly string[] =>
    readFiles({ toml: `${toml}\n` })
      .said('MW801')
      .map((it) => it.replace('parameters_x.toml:', '').replace('warning MW801 ', ''))

  test.each([
    ['[[phases]]\nname = "a"\n[[phases.tasks]]\nid = 1', '3:10 phases.tasks holds tasks or steps, and is not read'],
    ['[[steps]]\ntask_id = 1\naction = "x"', '1:3 steps holds tasks or steps, and is not read'],
    ['[task_1]\ndescription = "x"', '1:2 task_1 holds tasks or steps, and is not read'],
    ['[plan.tasks.one]\naction = "x"', '1:7 plan.tasks holds tasks or steps, and is not read'],
    ['[[tasks]]\nid = 1\n[[tasks.subtasks]]\nid = 2', '3:9 tasks.subtasks holds tasks or steps, and is not read'],
    ['[[speclets]]\nid = "a"\n[[speclets.steps]]\nid = 2', '3:12 speclets.steps holds tasks or steps, and is not read'],
    ['[[p]]\n[[p.tasks]]\n[[p]]\n[[p.tasks]]', '2:5 p.tasks holds tasks or steps, and is not read (and 1 more)'],
    [
      '[[tasks]]\nid = 2\ndepends_on = [1]',
      '3:1 depends_on of task 2 is not looked at: tasks are done in the order of their ids',
    ],
    [
      '[[speclets]]\nid = "a"\n[[speclets.tasks]]\nid = 2\ndependencies = "1"',
      '5:1 dependencies of task 2 is not looked at: tasks are done in the order of their ids',
    ],
    [
      '[[tasks]]\nid = 1\n[[tasks.steps]]\nid = 2\ndepends_on = 1',
      '5:1 depends_on of step 2 is not looked at: steps are done in the order of their ids',
    ],
  ])('%j', (toml, line) => {
    expect(said(toml)).toEqual([line])
  })

  test.each([
    '[[tasks]]\nid = 1\ndepends_on = []\ndependencies = "none"\n[[tasks.steps]]\nid = 1\naction = "x"',
    '[[speclets]]\nid = "a"\n[[speclets]]\nid = "b"\ndepends_on = ["a"]\n[[speclets.tasks]]\nid = 1',
    '[limits.tasks]\nleast = 2\n[validation]\nsteps = 4\ntasks = ["a"]',
    '[[version_history]]\nversion = "1"',
  ])('and nothing else: %j', (toml) => {
    expect(said(toml)).toEqual([])
  })
})

describe('what has to hold at the end', () => {
  const criteriaOf = (files: Parameters<typeof readFiles>[0]): readonly string[] =>
    readFiles(files).spec.completion.criteria.map(({ text }) => text)

  test.each(['completion_criteria', 'definition_of_done', 'quality_standards', 'verification_method'])(
    'is told by [%s]',
    (name) => {
      expect(criteriaOf({ toml: `[${name}]\nall = ["one"]\n` })).toEqual(['one'])
    },
  )

  test('is told by the names of its checks in other tables', () => {
    const toml =
      '[completion]\nprimary_deliverable = "`map.png`"\nverification_method = "`npm test`"\n[goal]\nquality_standards = ["calm"]\n'
    expect(readFiles({ toml }).spec.completion.criteria).toEqual([
      { text: '`npm test`', under: ['verification method'] },
      { text: '`map.png`', under: ['primary deliverable'] },
      { text: 'calm', under: ['quality standards'] },
    ])
  })

  test.each([
    '[acceptance]\ncriteria',
    '[project]\nsuccess_criteria',
    '[[speclets]]\nid = "x"\ncompletion_criteria',
    'deliverables',
    'done_criteria',
    'goal_achievement_criteria',
    'final_deliverables',
    'acceptance_tests',
    'quality_criteria',
    '[goal]\ndone_when',
    '[completion]\nquality',
    '[goal.completion]\ncriteria',
    '[goal.completion.quality]\nmost',
    '[verification]\nmethod',
    '[goal]\nverification',
    'completion',
    ...['success_metrics', '[success_metrics]\na', '[dod]\na', 'DoC', 'quality_gates', '[project]\nlaunch_checklist'],
    ...[
      '[quality]\nstandards',
      '[goal]\nsuccess',
      '[goal]\nexpected_outcome',
      '["验收标准"]\na',
      '[criterios_de_aceptacion]\na',
      'akzeptanzkriterien',
      'criteres_d_acceptation',
    ],
  ])('and wherever else: %j', (key) => {
    expect(criteriaOf({ toml: `${key} = ["one or two"]\n` })).toEqual(['one or two'])
  })

  test.each(['[project]\nsuccess', 'tests', '[quality]\nlevels', 'doc', '[constraints]\nexit_criteria'])(
    'but for %j',
    (key) => {
      expect(criteriaOf({ toml: `${key} = ["one"]\n` })).toEqual([])
    },
  )

  test('settings of a table that is called like criteria are none, and told', () => {
    const toml =
      '[success_metrics]\nenabled = true\nlog_path = "logs/success.json"\nlimit = 80\nsaid = "all tides are there"\n'
    const { spec, said } = readFiles({ toml })
    expect(spec.completion).toMatchObject({ criteria: [{ text: 'all tides are there' }], flags: {} })
    expect(said('MW528').map((it) => it.replace(/^\S+ /, ''))).toEqual([
      'warning MW528 success_metrics.log_path is not read: what it says is no criterion',
      'warning MW528 success_metrics.limit is not read: what it says is no criterion',
    ])
  })

  test('each table of a list is one, and what says when it is done stands above nothing', () => {
    const toml =
      'done_when = "it is bound"\n[[acceptance_tests]]\nname = "Tides"\nexpects = ["365", "pages"]\n[[acceptance_tests]]\ntext = "Lights"\n'
    expect(readFiles({ toml }).spec.completion.criteria).toEqual([
      { text: 'name: Tides; expects: 365, pages', under: ['acceptance tests'] },
      { text: 'Lights', under: ['acceptance tests'] },
      { text: 'it is bound', under: [] },
    ])
    expect(criteriaOf({ toml: '[goal]\ndone_when = true\n[completion]\ncriteria = ["once"]\n' })).toEqual(['once'])
  })

  test.each([
    ['[quality_gates]\nfirst = ["one or two"]', ['quality gates', 'first']],
    ['[acceptance_tests]\nfirst = ["one or two"]', ['acceptance tests', 'first']],
    ['[verification]\nchecks = ["one or two"]', ['verification', 'checks']],
    ['[goal.completion.quality]\nmost = ["one or two"]', ['quality', 'most']],
    ['[completion_criteria]\nfirst = ["one or two"]', ['first']],
  ])('a table that says of what kind its criteria are stands above them: %s', (toml, under) => {
    expect(readFiles({ toml: `${toml}\n` }).spec.completion.criteria).toEqual([{ text: 'one or two', under }])
  })

  test('words of such tables by other keys are told, and settings are not', () => {
    const toml =
      '[completion]\nnotice = "call the mayor"\ncolour = "red"\nlimit = 3\n[verification]\ncheck_order = true\nmethod = "by hand"\n[verification.where]\nat = ["in the harbour"]\n[goal.completion]\nafter = "the last tide"\n'
    const { spec, said } = readFiles({ toml })
    expect(said('MW528')).toEqual([
      'parameters_x.toml:2:1 warning MW528 completion.notice is not read: what it says is no criterion',
      'parameters_x.toml:8:15 warning MW528 verification.where is not read: what it says is no criterion',
      'parameters_x.toml:11:1 warning MW528 goal.completion.after is not read: what it says is no criterion',
    ])
    expect([spec.completion.criteria.map(({ text }) => text), spec.completion.flags]).toEqual([['by hand'], {}])
  })

  test('and by the definition of the constitution, whose names nobody else reads', () => {
    const constitution = '[definition_of_complete]\nprimary_deliverable = "map"\nquality_standards = ["calm"]\n'
    expect(criteriaOf({ toml: '', constitution })).toEqual(['map', 'calm'])
    const { completion } = readFiles({ toml: constitution }).spec
    expect([completion.deliverable, completion.quality, completion.criteria]).toEqual(['map', ['calm'], []])
    expect(criteriaOf({ toml: '[goal.definition_of_complete]\nprimary_deliverable = "map"\n' })).toEqual(['map'])
  })

  test('and by the constitution for every spec', () => {
    const constitution = '[completion_criteria]\nall = ["two"]\nproduction_ready = true\ninterface_complete = true\n'
    const toml = '[completion_criteria]\nall = ["one"]\ninterface_complete = false\n'
    expect(criteriaOf({ toml, constitution })).toEqual(['one', 'two'])
    expect(readFiles({ toml, constitution }).spec.completion.flags).toEqual({
      production_ready: true,
      interface_complete: false,
    })
  })
})

test('a constitution tells of error propagation by the name of a parameters file, too', () => {
  const of = (constitution: string) => readFiles({ toml: '', constitution }).spec.propagation
  const all = { enabled: false, readPriorSteps: false, strategy: 'continue_and_log', failureThreshold: 4 }
  expect(
    of(
      '[error_propagation]\nenabled = false\nread_prior_steps = false\nstrategy = "continue_and_log"\nfailure_threshold = 4\n',
    ),
  ).toMatchObject(all)
  expect(of('[error_propagation]\nenabled = false\n[error_handling]\npropagation_enabled = true\n').enabled).toBe(true)
})

describe('much of it', () => {
  const many = (count: number): string =>
    `[goal]\ndescription = "Print all of it."\n${Array.from({ length: count }, (_, at) => `[[tasks]]\nid = ${at}\nname = "n"\n[[tasks.steps]]\nid = 1\naction = "x"\n`).join('')}`

  test('10,000 tasks are read, each with what is told of it alone', () => {
    const { tasks, found, plan } = readFiles({ toml: many(10_000) })
    expect(tasks).toHaveLength(10_000)
    expect(tasks.at(-1)?.after).toEqual([{ key: '9998', basis: 'order' }])
    expect(found.length).toBeLessThan(10)
    expect(plan().edges).toHaveLength(9_999)
  })

  test('tables within tables and a long list are read, and a text beyond all measure is told', () => {
    const deep = `${'a.'.repeat(60)}a = 1`
    const list = `required = [${Array.from({ length: 20_000 }, (_, at) => `"t${at}"`).join(', ')}]`
    const { spec, found } = readFiles({ toml: `[constraints]\n${deep}\n[mcp_tools]\n${list}\n` })
    expect([spec.constraints.length, spec.tools.length]).toEqual([1, 20_000])
    expect(found.filter(({ code }) => code === 'MW404' || code === 'MW500')).toEqual([])
    const { said, tasks } = readFiles({ toml: `[[tasks]]\nid = 1\nname = "${'a b '.repeat(1_000_000)}"\n` })
    expect([said('MW500'), tasks]).toEqual([
      ['parameters_x.toml:3:8 error MW500 not TOML: a value of 4000002 characters is too long'],
      [],
    ])
  })
})

describe('a placeholder that nobody has replaced is told at its place', () => {
  const step = '[[tasks]]\nid = 1\nname = "a"\n[[tasks.steps]]\nid = 1\n'

  test.each([
    [`${step}action = "<describe step>"\n`, '6:10', '<describe step>'],
    [`${step}action = "[TODO]"\n`, '6:10', '[TODO]'],
    [`${step}name = "b"\nprimary_method = "{{method}}"\n`, '7:18', '{{method}}'],
    [`${step}action = "b"\nverification = "TBD"\n`, '7:16', 'TBD'],
    [`${step}action = "b"\nverification = { command = "{{test_command}}" }\n`, '7:16', '{{test_command}}'],
    [`${step}action = "b"\nverification = [{ file = "spec_[descriptor].md" }]\n`, '7:17', 'spec_[descriptor].md'],
    ['[[tasks]]\nid = 1\nname = "a"\nverification = "[how it is checked]"\n', '4:16', '[how it is checked]'],
    ['[constraints]\nmax = 3\nbudget = "TODO"\n', '3:10', 'TODO'],
    ['[constraints.time]\ndays = ["one", "{{days}}"]\n', '2:16', '{{days}}'],
    ['[components]\napi = "<describe component>"\n', '2:7', '<describe component>'],
    ['[components]\nall = [{ name = "api", does = "[what it does]" }]\n', '2:31', '[what it does]'],
  ])('%j', (toml, at, what) => {
    expect(readFiles({ toml }).said('MW516')).toEqual([
      `parameters_x.toml:${at} warning MW516 words of a template are left: ${what}`,
    ])
  })

  test('and nothing else is', () => {
    const toml = `${step}action = "use <b>"\nverification = { command = "npm test", output = "[a-z]+" }\n[constraints]\nport = "[80, 443]"\n[components]\napi = ["<br>"]\n`
    expect(readFiles({ toml }).said('MW516')).toEqual([])
  })
})

test.each([
  ['optional = true', []],
  ['required = false', []],
  ['optional = false', ['extra.md']],
  ['', ['extra.md']],
])('a table of its own says whether it need not hold: %s', (line, wanted) => {
  for (const name of ['extra', 'deliverables.extra']) {
    const { spec } = readFiles({ toml: `[completion_criteria.${name}]\nfile = "extra.md"\n${line}\n` })
    const texts = spec.completion.criteria.filter((it) => !isOptional(it)).map(({ text }) => text)
    expect(texts).toEqual(wanted)
  }
})
