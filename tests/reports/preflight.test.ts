/** What is known of a spec before it is run: the seed's JSON, and the lines for people (seed 004 §1.1a, §1.10). */

import { describe, expect, test } from 'vitest'
import type { Code } from '../../src/plan/diagnostic.ts'
import { preflightOf, stackValidation, stagesIn, type Category } from '../../src/reports/spec/preflight.ts'
import { preflightText } from '../../src/reports/spec/preflight-text.ts'
import { readFiles, type Files } from '../dialects/spec/reading.ts'

/** The example of the seed. */
const stack = `[software_stack]
deployment_type = "desktop_app"
primary_language = "python"
framework = "pyqt5"
packaging_method = "pyinstaller"
[user_interface]
required = true
interface_type = "gui"
target_users = "charity shop volunteers"
skill_level = "non_technical"
[deployment]
target_platform = "windows"
installation_type = "installer"
startup_method = "desktop_icon"
[completion_criteria]
interface_complete = true
acceptance_criteria = ["it starts", "it prints"]
`
const build = 'Build a till for volunteers.'
const tables = (goal: string, more = ''): string =>
  `[goal]\ndescription = "${goal}"\n${more}[[tasks]]\nid = 1\nname = "Do it"\n[[tasks.steps]]\nid = 1\naction = "x"\ncritical_flag = true\nbackup_1 = "Ask"\n`

const preflight = (files: Files) => {
  const { spec, tasks, found } = readFiles(files)
  return preflightOf({ spec, tasks, diagnostics: found })
}

describe('the software stack', () => {
  test('that is complete is told as the seed tells it', () => {
    expect(stackValidation(readFiles({ toml: tables(build, stack) }).spec, () => true)).toEqual({
      software_stack_validation: {
        deployment_type: 'desktop_app',
        primary_language: 'python',
        framework: 'pyqt5',
        ui_required: true,
        target_users: 'charity shop volunteers',
        packaging_method: 'pyinstaller',
        completion_criteria_defined: true,
        validation_status: 'PASS',
      },
    })
  })

  test('with too few criteria is told with a warning, or as failed where that is an error', () => {
    const few = stack.replace(
      'interface_complete = true\nacceptance_criteria = ["it starts", "it prints"]',
      'interface_complete = true',
    )
    const { spec, tasks, found } = readFiles({ toml: tables(build, few) })
    const told = (severity: 'warning' | 'error') =>
      preflightOf({ spec, tasks, diagnostics: [{ code: 'MW521', severity }] }).software_stack
    expect(found.map(({ code }) => code)).toContain('MW521')
    expect(told('warning')).toMatchObject({
      software_stack_validation: { completion_criteria_defined: false, validation_status: 'PASS_WITH_WARNINGS' },
    })
    expect(told('error')).toMatchObject({ software_stack_validation: { validation_status: 'FAIL' } })
    expect(preflightText(preflight({ toml: tables(build, few) }), false)).toContain(
      '  stack     PASS_WITH_WARNINGS (fewer than 3 completion criteria): desktop_app, python, pyqt5, for charity shop volunteers\n',
    )
  })

  test('that is not says which fields, and halts', () => {
    const lacking = stack
      .replace('deployment_type = "desktop_app"\n', '')
      .replace('skill_level = "non_technical"\n', '')
    expect(preflight({ toml: tables(build, lacking) })).toMatchObject({
      software_stack: {
        validation_error: 'software_stack_incomplete',
        missing_fields: ['deployment_type', 'skill_level'],
        reason: 'Goal requires building a system but software stack undefined',
        action: 'HALT',
      },
      status: 'halted',
    })
  })

  test('goes on where that is lowered to a warning', () => {
    const { spec, tasks, found } = readFiles({ toml: tables(build) })
    const diagnostics = found.map((it) => ({ ...it, severity: 'warning' as const }))
    expect(preflightOf({ spec, tasks, diagnostics })).toMatchObject({
      software_stack: { validation_error: 'software_stack_incomplete', action: 'CONTINUE' },
      status: 'ready_for_execution',
    })
  })

  test('is of no matter where nothing is to be built', () => {
    expect(preflight({ toml: tables('Print the tide book.') }).software_stack).toBeNull()
  })
})

describe('what has to hold at the end', () => {
  const criteria = (...points: readonly string[]): Files => ({
    md: `# a\n\n## Success Criteria\n\n${points.map((it) => `- ${it}\n`).join('')}`,
    toml: tables('Print the tide book.'),
  })

  test.each<[string, Files, readonly string[]]>([
    ['nothing', { toml: tables('Print the tide book.') }, []],
    [
      'neither a deliverable nor a file of one',
      criteria('`npm test` passes', 'Code is documented'),
      ['primary_deliverable_exists'],
    ],
    ['a file alone', criteria('`tides.pdf` exists'), ['quality_standards_met', 'verification_passed']],
    ['all three', criteria('`tides.pdf` exists', 'It reads well', '`npm test` passes'), []],
    [
      'a goal to build something, and nothing else',
      { toml: tables(build) },
      ['primary_deliverable_exists', 'quality_standards_met', 'verification_passed'],
    ],
    [
      'a deliverable that need not be there',
      criteria('`tides.pdf` exists (optional)', 'It reads well', '`npm test` passes'),
      ['primary_deliverable_exists'],
    ],
  ])('%s: what is not defined is told beforehand', (_, files, told) => {
    expect(preflight(files).completion_undefined).toEqual(told)
  })

  test('is told in the words of the gap that it leaves', () => {
    const text = preflightText(preflight(criteria('`npm test` passes', 'Code is documented')), false)
    expect(text).toContain(
      '  complete  PARTIAL at best:\n            - The spec names no primary deliverable: nobody can tell whether it exists\n',
    )
    expect(preflightText(preflight({ toml: tables('Print the tide book.') }), false)).not.toContain('complete ')
  })
})

test('everything is counted, and sorted as the seed sorts it', () => {
  const md = '# a\n\n## Goal\n\nPrint the tides.\n\n### Task [1]: Do it\n\n- **Step [1]:** x\n- **Step [2]:** y\n'
  expect(
    preflight({
      md,
      toml: tables(
        'Print the tide book.',
        '[mcp_tools]\nrequired = ["a"]\nrecommended = ["b", "c"]\noptional = ["d"]\n',
      ),
    }),
  ).toEqual({
    descriptor: 'x',
    goal: 'Print the tide book.',
    total_tasks: 1,
    total_steps: 2,
    critical_steps: 1,
    total_backups: 1,
    step_verification: { steps: 0, command: 0, file: 0, pattern: 0, schema: 0 },
    software_stack: null,
    speclet_validation: null,
    speclet_execution_plan: null,
    mcp_tools: { required: ['a'], recommended: ['b', 'c'], optional: ['d'] },
    pattern_feasibility: null,
    completion_undefined: [],
    critical_errors: 0,
    warnings: 3,
    information: 3,
    categories: {
      missing_or_mismatched_tasks_steps: 2,
      structural_inconsistencies: 1,
      components_constraints: 0,
      ambiguous_instructions: 3,
      other: 0,
    },
    validation_status: 'PASS_WITH_WARNINGS',
    status: 'ready_for_execution',
  })
})

test.each<[string, Category]>([
  ['MW110', 'missing_or_mismatched_tasks_steps'],
  ['MW505', 'missing_or_mismatched_tasks_steps'],
  ['MW510', 'structural_inconsistencies'],
  ['MW524', 'components_constraints'],
  ['MW506', 'ambiguous_instructions'],
  ['MW516', 'ambiguous_instructions'],
  ['MW514', 'other'],
])('%s is about %s', (code, category) => {
  const { spec } = readFiles({ toml: tables('Print the tide book.') })
  const { categories } = preflightOf({ spec, tasks: [], diagnostics: [{ code: code as Code, severity: 'warning' }] })
  expect(Object.entries(categories).filter(([, count]) => count > 0)).toEqual([[category, 1]])
})

test('errors halt, and no findings are a pass', () => {
  const plain = { spec: readFiles({ toml: tables('Print the tide book.') }).spec, tasks: [] }
  expect(preflightOf({ ...plain, diagnostics: [] })).toMatchObject({
    validation_status: 'PASS',
    status: 'ready_for_execution',
  })
  const { found } = readFiles({ toml: '' })
  expect(preflightOf({ ...plain, diagnostics: found })).toMatchObject({ validation_status: 'FAIL', status: 'halted' })
  // What a list cuts off is counted.
  const [first] = found
  if (first === undefined) throw new Error('nothing found')
  const counted = preflightOf({ ...plain, diagnostics: [{ ...first, severity: 'warning', more: 4 }] })
  expect([counted.warnings, counted.validation_status]).toEqual([5, 'PASS_WITH_WARNINGS'])
})

describe('for people', () => {
  const lines = (files: Files): readonly string[] => preflightText(preflight(files), false).split('\n')

  test('all of it in a few lines', () => {
    const toml = tables(build, `${stack}[mcp_tools]\nrequired = ["files"]\noptional = ["web"]\n`)
    const speclets =
      '[[speclets]]\nid = "a"\ntasks = [1]\nparallel_allowed = true\n[[speclets]]\nid = "b"\nparallel_allowed = true\n'
    expect(lines({ toml: `${toml}${speclets}[[speclets]]\nid = "c"\ndepends_on = ["a"]\n` })).toEqual([
      'Pre-flight:',
      '  goal      Build a till for volunteers.',
      '  steps     1 in 1 task, 1 critical (100 %), 1 backup',
      '  stack     PASS: desktop_app, python, pyqt5, for charity shop volunteers',
      '  SPECLets  3 in 2 stages; circular dependencies: PASS; task assignment: PASS',
      '            stage 1: a, b (parallel)',
      '            stage 2: c',
      '  MCP tools required: files; optional: web',
      '  complete  PARTIAL at best:',
      '            - The spec names no primary deliverable: nobody can tell whether it exists',
      '            - The spec defines no verification: nobody can tell whether it passes',
      '  findings  1 critical error, 3 warnings, 1 notice',
      '            1 about tasks and steps that are missing or do not match',
      '            3 about structure',
      '            1 about instructions that are missing or unclear',
      '  result    halted: mend the errors first',
      '',
    ])
  })

  test('a long goal is cut, and nothing of the plan steers a terminal', () => {
    const found = lines({
      toml: tables(`\\u001b[2J${'tide '.repeat(50)}`).replace('[[tasks]]', '[[speclets]]\nid = "\\u202ea"\n[[tasks]]'),
    })
    expect(found.join('\n')).toMatch(/^[\P{C}\n]*$/u)
    expect(found[1]?.length).toBe('  goal      '.length + 100)
    expect(found[1]?.endsWith('…')).toBe(true)
  })
})

test('stages in their order, with none for what is in a ring', () => {
  const speclet = (id: string, stage: number) => ({
    id,
    title: id,
    dependsOn: [],
    tasks: [],
    parallelAllowed: true,
    stage,
  })
  const found = stagesIn([speclet('c', 2), speclet('x', 0), speclet('a', 1), speclet('d', 2)])
  expect(found.map((stage) => stage.map(({ id }) => id))).toEqual([['a'], ['c', 'd']])
})
