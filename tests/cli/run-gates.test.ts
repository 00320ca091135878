/** Which gates a run has: those of the configuration, of the call, of the project's files, and what the plan itself names. */

import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { gatesOf, missingGatePrograms } from '../../src/calls/run/run-gates.ts'
import { lackingRemarks } from '../../src/calls/run/run-remarks.ts'
import { undefinedGates } from '../../src/calls/plan/named-gates.ts'
import { noPlan } from '../../src/calls/run/run-gates.ts'
import { readSettings } from '../../src/calls/plan/read-settings.ts'
import { gateFromFlag } from '../../src/config/gates.ts'
import { noFlags, type Settings } from '../../src/config/settings.ts'
import { severityOf } from '../../src/plan/severity.ts'
import type { MarkState, TaskSpec } from '../../src/plan/model.ts'
import { draft, draftTask } from '../rig/draft-builder.ts'
import { assignGates } from '../../src/run/assign-gates.ts'
import { step, task } from '../rig/plan-builder.ts'

let folder = ''
let bin = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'mw-gates-'))
  bin = path.join(folder, 'bin')
  mkdirSync(bin)
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

const write = (name: string, text: string): void => {
  writeFileSync(path.join(folder, name), text)
}
/** Puts programs on the search path. */
const programs = (...names: readonly string[]): void => {
  for (const name of names) {
    write(path.join('bin', name), '#!/bin/sh\n')
    chmodSync(path.join(bin, name), 0o755)
  }
}
/** A project with npm scripts and tests in Python. */
const project = (): void => {
  write('package.json', JSON.stringify({ scripts: { test: 'node --test', lint: 'eslint .', build: 'tsc' } }))
  write('pytest.ini', '[pytest]\n')
}

const io = () => ({ cwd: folder, env: { PATH: bin, HOME: folder } })
async function settings(toml: string, flags: readonly string[] = []): Promise<Settings> {
  write('millwright.toml', toml)
  const gates = flags.flatMap((it) => {
    const read = gateFromFlag(it)
    return 'gate' in read ? [read.gate] : []
  })
  const read = await readSettings({ root: folder, env: io().env, dialect: {}, flags: { ...noFlags, gates } })
  expect(read.diagnostics).toEqual([])
  return read.settings
}

const naming = (...gates: string[]): { tasks: TaskSpec[] } => ({ tasks: [task('T1', { steps: [step({ gates })] })] })
async function of(toml: string, plan: { readonly tasks: readonly TaskSpec[] } = noPlan, flags: readonly string[] = []) {
  const found = await gatesOf({ root: folder, settings: await settings(toml, flags) }, io(), plan)
  return {
    ...found,
    names: found.gates.map(({ name }) => name),
    absent: found.absent.map(({ name }) => name),
    unused: found.unused.map(({ name }) => name),
  }
}

const milestone =
  '[gates.sums]\nkind = "numeric"\nmilestone = "core"\nrun = ["x"]\n[[gates.sums.values]]\nname = "a"\ncolumn = 1\nreference = 1\n'
const numeric =
  '[gates.sums]\nkind = "numeric"\nrun = ["x"]\n[[gates.sums.values]]\nname = "a"\ncolumn = 1\nreference = 1\n'

describe('the gates of a run', () => {
  test('are those that are found, and what compares numbers beside them', async () => {
    project()
    programs('npm', 'python3')
    expect((await of('')).names).toEqual(['build', 'lint', 'unit', 'unit-python'])
    expect((await of(numeric)).names).toEqual(['build', 'lint', 'unit', 'unit-python', 'sums'])
  })

  test('are those of the configuration alone where it runs a command, and those of the call', async () => {
    project()
    programs('npm', 'python3')
    expect((await of('[gates.own]\nrun = ["x"]\n')).names).toEqual(['own'])
    expect(await of('', noPlan, ['own=x'])).toMatchObject({
      names: ['own'],
      unused: ['build', 'lint', 'unit', 'unit-python'],
    })
    expect(await of(numeric, noPlan, ['own=x'])).toMatchObject({ names: ['sums', 'own'] })
  })

  test('without their programs are left out', async () => {
    project()
    programs('npm')
    expect(await of('')).toMatchObject({ names: ['build', 'lint', 'unit'], absent: ['unit-python'], needed: new Map() })
  })

  test('are also found ones that the plan names, with what builds before the rest', async () => {
    project()
    programs('npm', 'python3')
    const own = '[gates.own]\nrun = ["x"]\n'
    expect((await of(own, naming('unit', 'own'))).names).toEqual(['own', 'unit', 'unit-python'])
    expect((await of(own, naming('unit-python', 'build'))).names).toEqual(['build', 'own', 'unit-python'])
    expect((await of('[gates.unit]\nrun = ["x"]\n', naming('unit'))).names).toEqual(['unit'])
    const done = task('T1', { mark: 'done', steps: [step({ gates: ['unit'] })] })
    expect((await of(own, { tasks: [done] })).names).toEqual(['own'])
  })

  test('that the plan names and whose program is missing stop the run', async () => {
    project()
    programs('npm')
    const { gates, needed } = await of('[gates.own]\nrun = ["npm"]\n', naming('unit'))
    const found = await missingGatePrograms(gates, needed, folder, io())
    expect(found.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'MW601 gate unit-python (pytest.ini): the program python3 is not on the PATH',
    ])
  })

  test('that compare numbers need their program too', async () => {
    const { gates, needed } = await of(numeric)
    expect((await missingGatePrograms(gates, needed, folder, io())).map(({ code }) => code)).toEqual(['MW601'])
  })

  test('hold the one for signatures where a plan has layers or names it, and not beside a configured one', async () => {
    const layered = { tasks: [task('T1', { layer: 'core' })] }
    expect((await of('', layered)).gates).toMatchObject([
      { name: 'contract', kind: 'contract', argv: [], origin: 'built-in' },
    ])
    expect((await of('', naming('contract'))).names).toEqual(['contract'])
    expect((await of('', naming('CONTRACT'))).names).toEqual(['contract'])
    expect((await of('[gates.api]\nkind = "contract"\n', layered)).names).toEqual(['api'])
    expect((await of('')).names).toEqual([])
  })
})

test('what the table asks for and the project has not is said once, of the chosen tasks that are still to be done', () => {
  const marks = ['todo', 'done', 'todo', 'skipped', 'unknown'] as const
  const tasks = marks.map((mark, at) => task(`T${at + 1}`, { kind: 'integration', steps: [step()], mark }))
  const unit = { name: 'unit', paths: [], phases: [] }
  const assigned = assignGates({ dialect: '', title: '', groups: [], tasks, edges: [] }, [unit])
  expect(lackingRemarks(assigned, ['T1', 'T2', 'T3', 'T4', 'T5'], null)).toEqual([
    'note: 2 tasks are to be checked by numeric, by layer and type, and no gate here does that: T1, T3. Add [gates.numeric] with kind = "numeric" to millwright.toml, or go without',
  ])
  expect(lackingRemarks(assigned, ['T3'], null)[0]).toMatch(/^note: one task is to be checked by numeric, .*: T3\. /)
  expect(lackingRemarks(assigned, ['T2'], null)).toEqual([])
})

describe('a gate that is named and not defined', () => {
  const span = { path: 'tasks.md', offset: 7, length: 4 }
  async function found(toml: string, words: readonly string[], state: MarkState = 'todo') {
    const one = draftTask('T1', { gates: words.map((text) => ({ text, span })), mark: { state, raw: '', span } })
    return undefinedGates(draft([one]), { settings: await settings(toml), root: folder, env: io().env })
  }

  test('is told at its place, with what is near and what to write', async () => {
    project()
    const [one, ...others] = await found('[gates.sanity]\nrun = ["x"]\n', ['santy'])
    expect(others).toEqual([])
    expect(one).toEqual({
      code: 'MW613',
      severity: 'error',
      message: 'gate santy is named but not defined; did you mean sanity?',
      help: 'Write [gates.santy] with run = ["program", "argument"] in millwright.toml, or correct the name; defined here: sanity, build, lint, unit, unit-python',
      span,
      related: [],
    })
  })

  test.each([
    ['[gates.unit]\nrun = ["x"]\n', ['unit', 'files'], []],
    ['', ['unit', 'build', 'LINT', 'unit-python', 'contract', 'Contract'], []],
    [numeric, ['numeric', 'sums'], []],
    ['', ['numeric'], ['gate numeric is named but not defined']],
    [milestone, ['numeric'], ['gate numeric is named but not defined']],
    [
      '[gates.tot]\nrun = ["x"]\nmilestone = "Core"\n[gates.whole]\nrun = ["x"]\nmilestone = "all"\n',
      ['tot', 'whole'],
      [
        'gate tot is an integration test of the layer core, and no gate of a task',
        'gate whole is an integration test of the whole plan, and no gate of a task',
      ],
    ],
    ['', ['e2e', 'numeric'], ['gate e2e is named but not defined', 'gate numeric is named but not defined']],
    ['', ['bild'], ['gate bild is named but not defined; did you mean build?']],
    ['', ['a\u202eb'], [expect.stringContaining('u202e') as string]],
  ])('with %j: %j', async (toml, words, expected) => {
    project()
    expect((await found(toml, words)).map(({ message }) => message)).toEqual(expected)
  })

  test('is told of open tasks only, and can be lowered', async () => {
    expect(await found('', ['unit'], 'done')).toEqual([])
    expect(await found('', ['unit'], 'skipped')).toEqual([])
    const [one] = await found('', ['unit'], 'blocked')
    expect(one && severityOf(one, { MW613: 'warning' })).toBe('warning')
    expect(one?.help).toContain('defined here: none')
  })
})
