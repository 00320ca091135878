/** Both files as one plan: which of them counts where both say something, and what a constitution says where neither does. */

import { describe, expect, test } from 'vitest'
import { readFiles } from './reading.ts'

const md = (step: string, task = ''): string => `# a

## Goal

Print the tide book.

### Task [1]: Fetch the tables
${task}
- **Step [1]:** Download them
${step}`
const toml = (step: string, task = ''): string => `[goal]
description = "Print the tide book."
[[tasks]]
id = 1
${task}
[[tasks.steps]]
id = 1
${step}
`
const stepIn = (files: Parameters<typeof readFiles>[0]) => readFiles(files).tasks[0]?.steps[0]

describe('a step', () => {
  test.each([
    [
      'texts are those of the parameters',
      '  - **Primary method:** a\n',
      'action = "b"',
      { methods: [{ instruction: 'b' }] },
    ],
    ['or of the Markdown', '  - **Primary method:** a\n', '', { methods: [{ instruction: 'a' }] }],
    ['or its own words', '', '', { title: 'Download them', methods: [{ instruction: 'Download them' }] }],
    ['outputs alike', '  - **Expected output:** a.csv\n', '', { expected: 'a.csv' }],
    ['flags are those of the parameters', '  - **Critical:** true\n', 'critical_flag = false', { critical: false }],
    ['or of the Markdown', '  - **Critical:** true\n', '', { critical: true }],
    ['modes alike', '  - **Mode:** silent\n', 'mode = "education"', { mode: 'education' }],
  ])('%s', (_, own, values, expected) => {
    expect(stepIn({ md: md(own), toml: toml(values) })).toMatchObject(expected)
  })

  test('a flag of the step in the Markdown is nearer than one of the task in the parameters', () => {
    expect(stepIn({ md: md('  - **Critical:** false\n'), toml: toml('', 'critical = true') })?.critical).toBe(false)
  })

  test('backups of both are those of both, by their numbers', () => {
    const methods = stepIn({
      md: md('  - **Backup [1]:** Ask\n  - **Backup [3]:** Guess\n'),
      toml: toml('backup_1 = "Call"\nbackup_2 = "Write"'),
    })?.methods
    expect(methods?.map(({ id, instruction }) => [id, instruction])).toEqual([
      ['primary', 'Download them'],
      ['backup-1', 'Call\n\nMethod in the Markdown: Ask'],
      ['backup-2', 'Write'],
      ['backup-3', 'Guess'],
    ])
  })
})

describe('what stands in one file only', () => {
  test('a task is an error, and is read', () => {
    const { tasks, said } = readFiles({
      md: `${md('')}\n### Task [3]: Bind\n\n- **Step [1]:** Sew\n`,
      toml: `${toml('')}[[tasks]]\nid = 2\nname = "Print"\n`,
    })
    expect(tasks.map(({ key, title }) => [key, title.text])).toEqual([
      ['1', 'Fetch the tables'],
      ['2', 'Print'],
      ['3', 'Bind'],
    ])
    expect(said('MW505')).toEqual([
      'spec_x.md:11:10 error MW505 task 3 is in spec_x.md but not in parameters_x.toml',
      'parameters_x.toml:10:6 error MW505 task 2 is in parameters_x.toml but not in spec_x.md',
    ])
  })

  test('a step is a warning, and is read in its place', () => {
    const { tasks, said } = readFiles({
      md: md('- **Step [3]:** Sort them\n'),
      toml: toml('[[tasks.steps]]\nid = 2\naction = "Unpack them"'),
    })
    expect(tasks[0]?.steps.map(({ id }) => id)).toEqual(['1', '2', '3'])
    expect(said('MW505').map((it) => it.replace(/^\S+ /, ''))).toEqual([
      'warning MW505 step 1.3 is in spec_x.md but not in parameters_x.toml',
      'warning MW505 step 1.2 is in parameters_x.toml but not in spec_x.md',
    ])
  })
})

test('steps that one file numbers from 0 are the same as those that the other numbers from 1, where their words say so', () => {
  const steps = (first: number, ...names: readonly string[]): string =>
    names.map((it, at) => `[[tasks.steps]]\nid = ${first + at}\ndescription = "${it}"\n`).join('')
  const text = md('- **Step [2]:** Unpack them\n- **Step [3]:** Sort them\n')
  const head = '[goal]\ndescription = "Print the tide book."\n[[tasks]]\nid = 1\n'
  const alike = readFiles({ md: text, toml: head + steps(0, 'Download them', 'unpack them.', 'Sort') })
  expect(alike.tasks[0]?.steps.map(({ id, title }) => [id, title])).toEqual([
    ['0', 'Download them'],
    ['1', 'unpack them.'],
    ['2', 'Sort'],
  ])
  expect(alike.said('MW505')).toEqual([
    'spec_x.md:9:10 warning MW505 steps of task 1 are numbered from 1 in spec_x.md and from 0 in parameters_x.toml; taken in their order',
  ])
  // By their words these are two others.
  expect(readFiles({ md: text, toml: head + steps(0, 'Dry', 'Cut', 'Fold') }).said('MW505')).toHaveLength(2)
  expect(readFiles({ md: text, toml: head + steps(0, 'Download them', 'Unpack them') }).said('MW505')).not.toEqual([])
})

test('of a pair that differs in its order the parameters count, and tasks are done by their ids', () => {
  const { draft, said, plan } = readFiles({
    md: `## Goal\n\nPrint the book.\n\n### Task [2]: b\n\n### Task [1]: a\n`,
    toml: '[goal]\ndescription = "Print the book."\n[[tasks]]\nid = 1\n[[tasks]]\nid = 2\n',
  })
  expect(draft.tasks.map(({ key }) => key)).toEqual(['1', '2'])
  expect(said('MW507')).toEqual(['spec_x.md:5:10 warning MW507 task 2 stands in another place than in the parameters'])
  expect(plan().edges).toEqual([expect.objectContaining({ from: '1', to: '2', needs: 'settled', basis: 'order' })])
})

describe('what a constitution says', () => {
  const constitution = `[execution]
default_mode = "silent"
escalation_threshold = 5
confidence_threshold = 0.8
[quality]
critical_percentage = "60 - 80 %"
[error_handling]
propagation_enabled = false
propagation_strategy = "halt_on_critical"
failure_threshold = 7
[backups]
max_backups_per_step = 4
[retry]
max_retries = 9
[resources]
time_limit_minutes = 0
[constraints]
prohibited_actions = ["delete data"]
[optional_features]
research_enabled_default = true
`
  test('holds where the spec says nothing', () => {
    const { spec, tasks } = readFiles({ toml: toml('action = "x"'), constitution })
    expect(spec).toMatchObject({
      mode: 'silent',
      escalationThreshold: 5,
      confidenceThreshold: 0.8,
      criticalShare: { least: 60, most: 80 },
      propagation: { enabled: false, strategy: 'halt_on_critical', failureThreshold: 7 },
      maxBackups: 4,
      prohibited: ['delete data'],
    })
    expect([tasks[0]?.steps[0]?.retries, tasks[0]?.research]).toEqual([9, []])
  })

  test('and no more where it says something', () => {
    const values = `[execution]
default_mode = "education"
escalation_threshold = 1
confidence_threshold = 0.5
[error_propagation]
enabled = true
strategy = "continue_and_log"
failure_threshold = 1
[constitution]
critical_percentage_target = "0-100"
`
    const own = toml('max_retries = 0', 'research_enabled = false')
    const { spec, tasks } = readFiles({ toml: values + own, constitution })
    expect(spec).toMatchObject({
      mode: 'education',
      escalationThreshold: 1,
      confidenceThreshold: 0.5,
      criticalShare: { least: 0, most: 100 },
      propagation: { enabled: true, strategy: 'continue_and_log', failureThreshold: 1 },
    })
    expect([tasks[0]?.steps[0]?.retries, tasks[0]?.research]).toEqual([0, undefined])
  })

  test('of the triggers it sets only what is said: the rest is for the configuration', () => {
    const escalation = (more: string, of?: string) =>
      readFiles({ toml: more + toml('action = "x"'), ...(of === undefined ? {} : { constitution: of }) }).draft.policy
        ?.escalation
    expect(escalation('')).toEqual({})
    expect(escalation('[execution]\nescalation_threshold = 2\n')).toEqual({ consecutiveFailures: 2 })
    expect(escalation('', constitution)).toEqual({ consecutiveFailures: 5, taskFailures: 7 })
  })

  test('its limits are minutes of a run and of a task, and seconds of an attempt; 0 is none', () => {
    const limits = (run: number, task: number, step: number) =>
      readFiles({
        toml: toml('action = "x"'),
        constitution: `[resources]\ntime_limit_minutes = ${run}\ntask_timeout_minutes = ${task}\nstep_timeout_seconds = ${step}\n`,
      }).draft.policy
    expect(limits(90, 5, 40)).toMatchObject({
      budgets: { run: { ms: 5_400_000 }, task: { ms: 300_000 } },
      limits: { attemptMs: 40_000 },
    })
    expect(limits(0, 5, 0)?.budgets).toEqual({ task: { ms: 300_000 } })
    expect(limits(0, 0, 0)).not.toHaveProperty('budgets')
    expect(limits(0, 0, 0)).not.toHaveProperty('limits')
  })

  test('one that cannot be read refuses the plan, and what it would say is not made up', () => {
    const { spec, printed } = readFiles({
      toml: toml('action = "x"'),
      constitution: '[constraints]\nlanguage = null\n',
    })
    expect(printed).toContain('project_constitution.toml:2:12 error MW500 TOML has no null; remove the key or write ""')
    expect(spec).toMatchObject({ mode: null, maxBackups: 2, criticalShare: { least: 40, most: 60 } })
  })
})

describe('the pattern that a spec was made from', () => {
  const header =
    '# a\n\n**pattern_name:** tide_cli\n**Risk Assessment:** medium\npattern_technologies: [go, sqlite]\n\n'
  const patternIn = (markdown: string, parameters: string) =>
    readFiles({ md: `${markdown}${md('').slice(4)}`, toml: `${toml('')}${parameters}` }).spec.pattern

  test('is read from the header of the Markdown, from the parameters, or from both, the parameters first', () => {
    expect(patternIn(header, '')).toEqual({
      name: 'tide_cli',
      confidence: null,
      technologies: ['go', 'sqlite'],
      reference: null,
      risk: 'MEDIUM',
    })
    const table = '[pattern_metadata]\npattern_confidence = "low"\npattern_technologies = "rust, sqlite"\n'
    expect(patternIn(header, table)).toMatchObject({
      name: 'tide_cli',
      confidence: 'LOW',
      technologies: ['rust', 'sqlite'],
    })
    expect(patternIn('# a\n\n', `${table}pattern_name = "tide_shell"\n`)).toMatchObject({
      name: 'tide_shell',
      risk: null,
    })
  })

  test('is none where neither names one, whatever else they say of it', () => {
    expect(
      patternIn('# a\n\npattern_confidence: HIGH\n\n', '[pattern_metadata]\nrisk_assessment = "HIGH"\n'),
    ).toBeNull()
  })
})

test('a task that is twice in the Markdown has its first place there, although the parameters tell it too', () => {
  const text = `${md('')}\n### Task [1]: Again\n\n- **Step [1]:** Download more\n`
  expect(readFiles({ md: text, toml: toml('') }).said('MW110')).toEqual([
    'spec_x.md:11:10 error MW110 duplicate task id 1 (first at 7:10)',
  ])
})
