import { mkdtemp, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { projectModeIn, readProjectMode } from '../../src/config/project-mode.ts'
import { filesOnDisk } from '../../src/system/tree-files.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'mw-mode-'))
})
afterEach(() => rm(root, { recursive: true }))

async function put(files: Record<string, unknown>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true })
    await writeFile(path.join(root, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
}
const state = (mode: unknown, type = 'feature') => ({ active_workflow: { type, mechanical_mode: mode } })
const workflow = (byDefault: boolean, block: object = {}) => ({
  workflows: {
    feature: {
      options: { mechanical_mode: { default: byDefault } },
      agent_modifiers: { '05-test': {}, '06-implementation': { _when_mechanical_mode: block } },
    },
  },
})

describe('mechanical or standard (B1)', () => {
  const table: [name: string, files: Record<string, unknown>, flag: 'mechanical' | 'standard' | null, mode: string][] =
    [
      ['nothing there', {}, null, 'mechanical'],
      ['nothing there, flag', {}, 'standard', 'standard'],
      ['state says true', { '.isdlc/state.json': state(true) }, null, 'mechanical'],
      ['state says false', { '.isdlc/state.json': state(false) }, null, 'standard'],
      ['state says a word', { '.isdlc/state.json': state('true') }, null, 'standard'],
      ['state without it', { '.isdlc/state.json': {} }, null, 'standard'],
      ['flag over state', { '.isdlc/state.json': state(false) }, 'mechanical', 'mechanical'],
      ['state in the root', { 'state.json': state(true) }, null, 'mechanical'],
      ['state in the root without it', { 'state.json': { counter: 1 } }, null, 'standard'],
      ['an empty state in the root', { 'state.json': {} }, null, 'standard'],
      ['a state in the root that is a list', { 'state.json': [] }, null, 'standard'],
      ['workflows in the root without it', { 'workflows.json': {} }, null, 'standard'],
      ['flag over the state in the root', { 'state.json': {} }, 'mechanical', 'mechanical'],
      ['option default', { '.isdlc/config/workflows.json': workflow(true) }, null, 'mechanical'],
      ['option default false', { 'src/isdlc/config/workflows.json': workflow(false) }, null, 'standard'],
      ['state over option', { '.isdlc/state.json': state(false), 'workflows.json': workflow(true) }, null, 'standard'],
      [
        'option of another workflow',
        { '.isdlc/state.json': state(undefined, 'fix'), 'workflows.json': workflow(true) },
        null,
        'standard',
      ],
      [
        'no task plan',
        { '.isdlc/state.json': state(true), 'workflows.json': workflow(false, { follow_task_plan: false }) },
        null,
        'standard',
      ],
    ]
  for (const [name, files, flag, mode] of table)
    test(name, async () => {
      await put(files)
      const found = readProjectMode(root, flag)
      expect(found).toMatchObject({ mode, diagnostics: [] })
      expect(found.because).not.toBe('')
    })

  test('each modifier for what it says', async () => {
    await put({
      'workflows.json': workflow(true, {
        respect_dependency_order: false,
        flag_deviations: false,
        follow_task_plan: true,
      }),
    })
    expect(readProjectMode(root, null).modifiers).toEqual({
      followTaskPlan: true,
      fallbackOnMissingFileTasks: true,
      respectDependencyOrder: false,
      flagDeviations: false,
    })
  })

  const broken: [text: string, code: string, offset: number][] = [
    ['{"active_workflow": {"mechanical_mode": true,}}', 'MW400', 44],
    ['{"active_workflow": {"mechanical', 'MW401', 32],
    ['{"a": 1, "a": 2}', 'MW402', 9],
    ['{"__proto__": {}}', 'MW403', 1],
    ['['.repeat(70), 'MW404', 65],
    ["{'a': 1}", 'MW400', 1],
    ['{"a": tru}', 'MW400', 6],
    ['{} {}', 'MW410', 3],
    ['', 'MW401', 0],
    ['{"active_workflow": {\n  ', 'MW401', 24],
    ['{"a": 1,', 'MW401', 8],
    ['{', 'MW401', 1],
    ['{"a": [tr', 'MW401', 9],
    ['{"a": -', 'MW401', 7],
    ['{"a": 1..', 'MW400', 6],
  ]
  for (const [text, code, offset] of broken)
    test(`bad JSON is named at its place: ${text.slice(0, 40)}`, async () => {
      await put({ '.isdlc/state.json': text })
      const { diagnostics } = readProjectMode(root, null)
      expect(diagnostics).toMatchObject([{ code, severity: 'error', span: { path: '.isdlc/state.json', offset } }])
    })

  test('where the text is cut off, what was opened last is named', async () => {
    await put({ '.isdlc/state.json': '{\n  "tasks": [{"id": 1, "sta' })
    expect(readProjectMode(root, null).diagnostics).toMatchObject([
      {
        code: 'MW401',
        message: 'file ends inside a string; object opened at 2:13 is not closed (partial write?)',
        related: [{ span: { offset: 14, length: 1 } }],
      },
    ])
  })

  test('in the root too; a flag that has settled the mode makes a warning of it', async () => {
    await put({ 'state.json': '{"a": 1,}' })
    expect(readProjectMode(root, null).diagnostics).toMatchObject([{ code: 'MW400', severity: 'error' }])
    expect(readProjectMode(root, 'mechanical').diagnostics).toMatchObject([{ severity: 'warning' }])
  })
})

describe('what two states of a project ask for, compared', () => {
  const asked = (): Promise<string> => projectModeIn(filesOnDisk(root))

  test('it is the mode and the modifiers, whatever else the files hold', async () => {
    await put({ 'state.json': { ...state(true), counter: 1 } })
    const before = await asked()
    await put({ 'state.json': { ...state(true), counter: 2 } })
    expect(await asked()).toBe(before)
    await put({ 'state.json': state(false) })
    expect(await asked()).not.toBe(before)
  })

  test('a link is another matter than the file that it stands for, and than none: the disk follows it', async () => {
    const none = await asked()
    await put({ 'state.json': state(true), 'other.json': state(true) })
    const file = await asked()
    await rm(path.join(root, 'state.json'))
    await symlink('other.json', path.join(root, 'state.json'))
    const link = await asked()
    expect([link === file, link === none]).toEqual([false, false])
  })
})

describe('ATDD (seed 000 §5): the option that the mechanical one mirrors', () => {
  const atdd = (flag: boolean | null = null) => readProjectMode(root, null, flag).atdd

  test.each([
    ['true in the state', { '.isdlc/state.json': { active_workflow: { atdd_mode: true } } }, true],
    ['another value in the state', { 'state.json': { active_workflow: { atdd_mode: 'yes' } } }, false],
    [
      'the state wins over the workflow',
      {
        'state.json': { active_workflow: { atdd_mode: false } },
        'workflows.json': { workflows: { feature: { options: { atdd_mode: { default: true } } } } },
      },
      false,
    ],
    [
      'the default of the option',
      { 'workflows.json': { workflows: { feature: { options: { atdd_mode: { default: true } } } } } },
      true,
    ],
    [
      'what the active workflow asks of its phases in any case',
      {
        'state.json': { active_workflow: { type: 'build' } },
        'workflows.json': {
          workflows: { build: { agent_modifiers: { '06-implementation': { track_red_green_transitions: true } } } },
        },
      },
      true,
    ],
    ['nothing', {}, false],
  ])('%s', async (_, files, isOn) => {
    await put(files)
    expect(atdd().isOn).toBe(isOn)
    expect([atdd(true).isOn, atdd(false).isOn]).toEqual([true, false])
  })

  test('says who asks for it, and where the project keeps what it works on', async () => {
    await put({ 'state.json': { active_workflow: { atdd_mode: true, artifact_folder: 'REQ-0001-cart' } } })
    expect(atdd()).toEqual({
      isOn: true,
      because: 'state.json says atdd_mode = true',
      folders: ['REQ-0001-cart', 'docs/requirements/REQ-0001-cart'],
    })
  })
})
