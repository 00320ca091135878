/** Mechanical and standard mode: by flag, by what the plan declares, and by what the project says. */

import { describe, expect, test } from 'vitest'
import { type Project, projectsOfTests } from '../../rig/project.ts'

const makeProject = projectsOfTests()

const withFiles = `## Phase 05: Design -- COMPLETE

- [X] T0001 Think

## Phase 06: Implementation -- PENDING

- [ ] T0002 Two
  files: src/two.txt (CREATE)
- [ ] T0003 Three
  blocked_by: [T0002]
  files: src/three.txt (CREATE)
`
const withoutFiles = withFiles.replaceAll(/ {2}files:.*\n/g, '')

/** By itself it does both tasks when it is given the phase, and ticks what it says is done. */
const agent = `
const all = !['T0002', 'T0003'].includes(task)
if (all || task === 'T0002') write('src/two.txt', 'T0002')
if (all || task === 'T0003') write('src/three.txt', 'T0003')
writeFileSync(path.join(meeting, 'task.' + encodeURIComponent(task)), '')
if (all) write('specs/tasks.md', readFileSync('specs/tasks.md', 'utf8').replace('[ ] T0002', '[X] T0002').replace('[ ] T0003', TICK))`

function make(plan: string, files: Readonly<Record<string, unknown>> = {}, ticksAll = true): Project {
  const project = makeProject()
  project.write('specs/tasks.md', plan)
  for (const [name, content] of Object.entries(files))
    project.write(name, typeof content === 'string' ? content : JSON.stringify(content))
  project.commit('Begin')
  project.agent(agent.replace('TICK', ticksAll ? `'[X] T0003'` : `'[ ] T0003'`))
  return project
}

const run = ['run', 'specs/tasks.md', '--yes'] as const

function isStandard(project: Project): boolean {
  return !project.has('../meeting/task.T0002')
}

test('--standard hands the phase to one agent; what it ticked is marked when the gates have passed', async () => {
  const project = make(withFiles)
  const gate = "node -e \"require('fs').statSync('specs/tasks.md')\""
  const { code, view, err } = await project.view(...run, '--standard', '--gate', `unit=${gate}`, '--exec', project.exec)
  expect(isStandard(project)).toBe(true)
  expect(err).toContain('standard mode')
  expect(err).not.toContain('MECHANICAL MODE FALLBACK')
  expect(view.tasks.filter((it) => it.id !== null).map((it) => [it.id, it.state])).toEqual([
    ['T0001', 'done'],
    ['T0002', 'done'],
    ['T0003', 'done'],
  ])
  expect(code).toBe(0)
  expect(project.read('specs/tasks.md').match(/\[X\]/g)).toHaveLength(3)
  expect(project.git('show', 'HEAD:specs/tasks.md').match(/\[X\]/g)).toHaveLength(3)
  expect(project.git('status', '--porcelain')).toBe('')
})

test('in standard mode the ticks that the brief asks for are no deviation', async () => {
  const project = make(withFiles)
  project.agent(`${agent.replace('TICK', `'[X] T0003'`)}
    writeFileSync(path.join(meeting, 'brief'), readFileSync(process.env.MILLWRIGHT_BRIEF))`)
  const { view } = await project.view(...run, '--standard', '--exec', project.exec)
  expect(view.deviations).toEqual([])
  const brief = project.read('../meeting/brief')
  expect(brief).toContain('Mark a task of the plan with [X] in your copy when it is done')
  expect(brief).not.toContain('do not tick')
  expect(brief).toContain('change nothing but the boxes of the tasks listed above')
})

test('in standard mode a tick of a task of another phase is one', async () => {
  const project = make(withFiles.replace('[X] T0001', '[ ] T0001').replace(' -- COMPLETE', ''))
  project.agent(`write('specs/tasks.md', readFileSync('specs/tasks.md', 'utf8').replaceAll('[ ]', '[X]'))`)
  const { view } = await project.view(...run, '--standard', '--exec', project.exec)
  expect(view.deviations.map((it) => it.kind)).toEqual(['plan-edited'])
  expect(project.read('specs/tasks.md')).toContain('[ ] T0001')
})

test.each(['in-place', 'none'])(
  'in standard mode the ticks that it asks for are no deviation (%s)',
  async (workspace) => {
    const project = make(withFiles)
    const { view } = await project.view(...run, '--standard', '--workspace', workspace, '--exec', project.exec)
    expect(view.deviations.filter((it) => it.kind === 'plan-edited')).toEqual([])
    expect(project.read('specs/tasks.md')).toContain('[X] T0002')
  },
)

test('in standard mode a red gate leaves every mark as it was', async () => {
  const project = make(withFiles)
  const gate = "node -e \"process.exit(require('fs').existsSync('src/two.txt')?1:0)\""
  const { code } = await project.run(...run, '--standard', '--gate', `unit=${gate}`, '--exec', project.exec)
  expect(code).toBe(1)
  expect(project.read('specs/tasks.md')).toBe(withFiles)
  expect(project.has('src/two.txt')).toBe(false)
})

test('in standard mode what the agent did not tick stays open', async () => {
  const project = make(withFiles, {}, false)
  await project.run(...run, '--standard', '--exec', project.exec)
  expect(project.read('specs/tasks.md')).toContain('[X] T0002')
  expect(project.read('specs/tasks.md')).toContain('[ ] T0003')
})

test('in standard mode other words meanwhile are worked on by the same task, on top of what is there', async () => {
  const project = make(withFiles)
  project.agent(
    `await meet('phase')\n${agent.replace('TICK', `'[X] T0003'`)}\nwriteFileSync(path.join(meeting, 'calls'), String(attempt))`,
  )
  const running = project.begin(...run, '--standard', '--exec', project.exec)
  await project.arrived('phase', running)
  project.write('specs/tasks.md', project.read('specs/tasks.md').replace('Three', 'Three, and quickly'))
  project.release('phase')
  const { code, out, err } = await running.ended
  expect(code, `${out}${err}`).toBe(0)
  expect(project.read('../meeting/calls')).toBe('2')
  expect(project.read('specs/tasks.md')).toContain('[X] T0003 Three, and quickly')
  expect(out.match(/^ {4}attempt \d, /gm)).toEqual(['    attempt 1, ', '    attempt 2, '])
})

test('no files: in the phase: the banner, then standard mode', async () => {
  const project = make(withoutFiles)
  const { code, out, err } = await project.run(...run, '--mechanical', '--exec', project.exec)
  expect(`${out}${err}`).toContain('MECHANICAL MODE FALLBACK')
  expect(`${out}${err}`).toContain('Falling back to standard execution mode.')
  expect(isStandard(project)).toBe(true)
  expect(code).toBe(0)
  expect(project.read('specs/tasks.md').match(/\[X\]/g)).toHaveLength(3)
})

test('without a word from anybody a plan with files: is run mechanically', async () => {
  const project = make(withFiles)
  const { code, out, err } = await project.run(...run, '--exec', project.exec)
  expect(code).toBe(0)
  expect(isStandard(project)).toBe(false)
  expect(`${out}${err}`).not.toMatch(/standard mode|FALLBACK/)
})

describe('what the project says', () => {
  const state = (active: unknown): object => ({ '.isdlc/state.json': { active_workflow: active } })
  const workflows = (block: object, option?: unknown): object => ({
    '.isdlc/config/workflows.json': {
      workflows: {
        feature: {
          ...(option === undefined ? {} : { options: { mechanical_mode: { default: option } } }),
          agent_modifiers: { '06-implementation': { _when_mechanical_mode: block } },
        },
      },
    },
  })
  const on = state({ type: 'feature', mechanical_mode: true })

  const cases: readonly (readonly [name: string, files: object, flags: readonly string[], standard: boolean])[] = [
    ['mechanical_mode: true', on, [], false],
    ['mechanical_mode: false', state({ type: 'feature', mechanical_mode: false }), [], true],
    ['mechanical_mode missing', state({ type: 'feature' }), [], true],
    ['a state.json in the root without it', { 'state.json': {} }, [], true],
    ['false, but --mechanical', state({ mechanical_mode: false }), ['--mechanical'], false],
    ['true, but --standard', on, ['--standard'], true],
    ['the default of the workflow', { ...state({ type: 'feature' }), ...workflows({}, true) }, [], false],
    ['follow_task_plan: false', { ...on, ...workflows({ follow_task_plan: false }) }, [], true],
  ]
  test.each(cases)('%s', async (_name, files, flags, standard) => {
    const project = make(withFiles, files as Record<string, unknown>)
    const { code, out, err } = await project.run(...run, ...flags, '--exec', project.exec)
    expect(code, `${out}${err}`).toBe(0)
    expect(isStandard(project)).toBe(standard)
    expect(/standard mode/.test(`${out}${err}`)).toBe(standard)
  })

  test('respect_dependency_order: false runs in the order of the document', async () => {
    const turned = `## Phase 06: Implementation -- PENDING

- [ ] T0002 Two
  blocked_by: [T0003]
  files: src/two.txt (CREATE)
- [ ] T0003 Three
  files: src/three.txt (CREATE)
`
    const project = make(turned, { ...on, ...workflows({ respect_dependency_order: false }) })
    expect((await project.run(...run, '--exec', project.exec)).code).toBe(0)
    expect(project.git('log', '--reverse', '--format=%s').match(/T000\d/g)).toEqual(['T0002', 'T0003'])
  })

  describe('flag_deviations: false', () => {
    const strays = `write(task === 'T0002' ? 'src/two.txt' : 'src/three.txt', ''); write('src/undeclared.txt', task)`

    test('flags none: no log, no line, no data; but an edit of the plan itself is told', async () => {
      const project = make(withFiles, { ...on, ...workflows({ flag_deviations: false }) })
      project.agent(`${strays}; if (task === 'T0003') write('specs/tasks.md', 'mine')`)
      const { code, out } = await project.run(...run, '--exec', project.exec)
      expect(code).toBe(0)
      expect(project.has('specs/task-refinement-log.md')).toBe(false)
      expect(out).not.toContain('undeclared')
      const { view } = await project.view('status', 'specs/tasks.md')
      expect(view.deviations.map((it) => it.kind)).toEqual(['plan-edited'])
    })

    test('is not heard where a person wants to be asked', async () => {
      const project = make(withFiles, { ...on, ...workflows({ flag_deviations: false }) })
      project.write('../home/.config/millwright/config.toml', '[policy]\ndeviations = "block"\n')
      project.agent(strays)
      const { code, view } = await project.view(...run, '--exec', project.exec)
      expect(view.deviations.map((it) => it.path)).toContain('src/undeclared.txt')
      expect(code).toBe(1)
    })
  })

  test('fallback_on_missing_file_tasks: false stays mechanical', async () => {
    const project = make(withoutFiles, {
      ...on,
      ...workflows({ fallback_on_missing_file_tasks: false }),
    })
    const { code, out, err } = await project.run(...run, '--exec', project.exec)
    expect(code).toBe(0)
    expect(isStandard(project)).toBe(false)
    expect(`${out}${err}`).not.toContain('FALLBACK')
  })

  test('a key that nobody knows in millwright.toml is said before the first task, with its place', async () => {
    const project = make(withFiles, { 'millwright.toml': '[moonphase]\nidle = "1s"\n' })
    const { code, err } = await project.run(...run, '--exec', project.exec)
    expect(code).toBe(0)
    expect(err).toContain("millwright.toml:1:2: warning MW408 unknown key 'moonphase'")
  })

  const broken = ['.isdlc/state.json', 'state.json', '.isdlc/config/workflows.json'] as const
  test.each(broken)('broken JSON in %s: exit 2 with its place, nothing started', async (file) => {
    const project = make(withFiles, { [file]: '{\n  "active_workflow": {,\n}\n' })
    const { code, err } = await project.run(...run, '--exec', project.exec)
    expect(code).toBe(2)
    expect(err).toContain(`${file}:2:23`)
    expect(project.git('for-each-ref', '--format=%(refname)').trim()).toBe('refs/heads/main')
  })
})

test('where the phase that is run holds no task, nothing is started and the call says so', async () => {
  const project = make(withFiles.replace('-- PENDING\n', '-- PENDING\n\n## Phase 07: Work\n'))
  const { code, err } = await project.run(...run, '--exec', project.exec)
  expect(err).toContain('nothing to run: 06 Implementation holds no task')
  expect(err).not.toContain('standard mode')
  expect(code).toBe(2)
})
