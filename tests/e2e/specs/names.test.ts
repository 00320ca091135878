/** A spec is one plan by whichever of its names it is called: its Markdown, its parameters, or the folder of both. */

import { describe, expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'
import { markdown, parameters, text, values, writeTides } from './tide-book.ts'

const makeProject = projectsOfTests()
const names = [markdown, parameters, 'plans'] as const
const silent = ['--yes', '--mode', 'silent'] as const

interface CheckView {
  readonly dialect: string
  readonly plan: { readonly tasks: readonly { readonly id: string }[] }
  readonly preflight: { readonly status: string; readonly validation_status: string }
}

test('each name is checked as the same plan, with what is known before a run', async () => {
  const project = makeProject()
  writeTides(project)
  const [first, ...others] = await Promise.all(names.map((name) => project.run('check', name, '--json')))
  expect([first?.code, first?.err]).toEqual([0, ''])
  const view = JSON.parse(first?.out ?? '') as CheckView
  expect(view).toMatchObject({
    dialect: 'spec',
    plan: { tasks: [{ id: '1' }, { id: '2' }] },
    diagnostics: [],
    preflight: {
      descriptor: 'tides',
      total_tasks: 2,
      total_steps: 4,
      critical_steps: 2,
      total_backups: 2,
      speclet_execution_plan: {
        stage_1: { speclets: ['data'], parallel: false, description: 'Initial stage - no dependencies' },
        stage_2: { speclets: ['book'], parallel: false, description: 'Depends on data' },
      },
      validation_status: 'PASS',
      status: 'ready_for_execution',
    },
  })
  for (const other of others) expect(other.out).toBe(first?.out)
})

describe.each(names)('run by %s', (name) => {
  test('is known by the other names, and has nothing left to do by any of them', async () => {
    const project = makeProject()
    writeTides(project)
    // Whatever a step is to leave.
    const outputs = [...values.matchAll(/expected_output = "([^",]+)/g)].map(([, path]) => path)
    project.agent(`write('done/' + task + '-' + attempt, '')
for (const path of ${JSON.stringify(outputs)}) write(path, task + attempt)`)
    const ended = await project.run('run', name, ...silent, '--exec', project.exec)
    expect(ended.code, ended.out + ended.err).toBe(0)
    expect(['1-1', '1-2', '2-1', '2-2'].filter((it) => !project.has(`done/${it}`))).toEqual([])
    // None of its files shows what a task is at.
    expect([project.read(markdown), project.read(parameters)]).toEqual([text, values])
    const told = await Promise.all(names.map((it) => project.run('status', it, '--json')))
    const views = told.map(({ out }) => JSON.parse(out) as { tasks: readonly { state: string; commit: string }[] })
    expect(views.map(({ tasks }) => tasks.map(({ state }) => state))).toEqual(names.map(() => ['done', 'done']))
    expect(new Set(views.map(({ tasks }) => JSON.stringify(tasks.map(({ commit }) => commit)))).size).toBe(1)
    for (const other of names) {
      const again = await project.run('run', other, ...silent, '--exec', project.exec)
      expect(again.code, again.out + again.err).toBe(0)
    }
    expect(project.has('done/1-3')).toBe(false)
  })
})

test('an error in either file refuses, and starts nothing', async () => {
  const project = makeProject()
  writeTides(project, { values: values.replace('max_retries = 1', 'max_retries = -1') })
  project.agent(`write('ran', '')`)
  const head = project.git('rev-parse', 'HEAD', 'main')
  for (const name of names) {
    const ended = await project.run('run', name, ...silent, '--exec', project.exec)
    expect([ended.code, ended.out + ended.err]).toEqual([
      2,
      expect.stringContaining('parameters_tides.toml:19:15: error MW508 max_retries must be an integer 0..100'),
    ])
  }
  expect([project.git('rev-parse', 'HEAD', 'main'), project.git('branch', '--format=%(refname:short)')]).toEqual([
    head,
    'main\n',
  ])
  expect(project.has('ran')).toBe(false)
  const view = JSON.parse((await project.run('check', markdown, '--json')).out) as CheckView
  expect(view.preflight).toMatchObject({ status: 'halted', validation_status: 'FAIL' })
  project.write(parameters, values)
  expect((await project.run('status', markdown)).out).toContain('never run here')
})

test('a folder with two specs has to be asked for by a file', async () => {
  const project = makeProject()
  writeTides(project)
  project.write('plans/spec_sale.md', text)
  project.write('plans/parameters_sale.toml', values)
  const ended = await project.run('check', 'plans')
  expect([ended.code, ended.out + ended.err]).toEqual([
    2,
    expect.stringContaining('MW800 plans holds more than one plan: spec_sale.md, spec_tides.md'),
  ])
})

test('a constitution above holds, and the nearest one alone', async () => {
  const project = makeProject()
  project.write('project_constitution.toml', '[quality]\ncritical_percentage = "10-20"\n')
  writeTides(project)
  expect((await project.run('check', markdown)).out).toContain('50 % of all steps are critical (2 of 4); 10 to 20 %')
  project.write('plans/project_constitution.toml', '[retry]\nmax_retries = null\n')
  const ended = await project.run('check', markdown)
  expect([ended.code, ended.out]).toEqual([
    2,
    expect.stringContaining('plans/project_constitution.toml:2:15: error MW500 TOML has no null'),
  ])
  expect(ended.out).not.toContain('10 to 20 %')
})
