/** The library runs a plan and says what a person says, without a word printed and without a terminal. */

import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { prepareRun } from '../../src/calls/run/prepare-run.ts'
import { startRun } from '../../src/calls/run/start-run.ts'
import * as millwright from '../../src/index.ts'
import { viewRun } from '../../src/run/views.ts'
import { type Project, projectsOfTests } from '../rig/project.ts'

const makeProject = projectsOfTests()

const plan = `# Tasks

## Phase 06: Implementation

- [ ] T0001 One
  files: one.txt (CREATE)
- [ ] T0002 Two
  blocked_by: [T0001]
  files: two.txt (CREATE)
`

function begun(lines: string): { project: Project; call: millwright.Call } {
  const project = makeProject()
  project.write('tasks.md', plan)
  project.commit('Begin')
  project.agent(lines)
  return { project, call: { cwd: project.root, env: project.env } }
}

const works = "write(task === 'T0001' ? 'one.txt' : 'two.txt', task)"
const failsOnce = `if (task === 'T0001' && !human) say({ status: 'blocked', reason: 'no key' }); else ${works}`

async function ended(started: Awaited<ReturnType<typeof millwright.run>>) {
  if (started.is !== 'running') throw new Error(`not started: ${JSON.stringify(started)}`)
  const end = await started.done
  if (end.is !== 'ended') throw new Error(`not ended: ${JSON.stringify(end)}`)
  return end
}

test('a run is started, heard event by event, and ends with what `run --json` prints', async () => {
  const { project, call } = begun(works)
  expect(await millwright.status('tasks.md', call)).toMatchObject({ state: null, run: { counts: { remaining: 2 } } })
  const heard: string[] = []
  const end = await ended(
    await millwright.run('tasks.md', { exec: project.exec }, { ...call, onEvent: ({ body }) => heard.push(body.type) }),
  )
  expect([end.exitCode, end.run.counts]).toEqual([0, expect.objectContaining({ done: 2 })])
  expect([heard[0], heard.at(-1)]).toEqual(['run-started', 'run-finished'])
  expect(project.read('two.txt')).toBe('T0002')
  expect(await millwright.status('tasks.md', call)).toMatchObject({ run: end.run, exitCode: 0, interrupted: false })
  const all = await millwright.events('tasks.md', call)
  expect(all.is === 'events' && all.events.map((it) => it.body.type)).toEqual(heard)
  const replayed = await millwright.replay('tasks.md', 1, call)
  expect(replayed).toMatchObject({ is: 'replayed', until: 1, state: { status: 'running' } })
  for (const event of [1e6, -1, 0.5])
    expect(await millwright.replay('tasks.md', event, call)).toMatchObject({
      is: 'wrong',
      message: expect.stringContaining(`there is no event ${event}: the last one is `),
    })
  expect(await millwright.verify('tasks.md', call)).toMatchObject({ journal: { is: 'intact' }, planShowsJournal: true })
})

test('a run that is said to be under way can be looked at and spoken to', async () => {
  const { project, call } = begun(works)
  const started = await millwright.run('tasks.md', { exec: project.exec }, call)
  expect(started.is).toBe('running')
  const [looked, paused] = [await millwright.events('tasks.md', call), await millwright.pause('tasks.md', call)]
  expect([looked.is, paused.is]).toEqual(['events', 'posted'])
  await ended(started)
})

test('a run is followed from its beginning to its end by another call', async () => {
  const { project, call } = begun(`if (task === 'T0002') await meet('two')\n${works}`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec)
  await project.arrived('two', running)
  const heard: string[] = []
  const hear: millwright.HearEvent = ({ body }) => {
    // It is heard while the run goes on.
    if (heard.length === 0) project.release('two')
    heard.push(body.type)
  }
  const followed = await millwright.follow('tasks.md', hear, call)
  expect(followed).toMatchObject({ is: 'followed', state: { status: 'finished' }, problem: null })
  expect([heard[0], heard.at(-1)]).toEqual(['run-started', 'run-finished'])
  expect((await running.ended).code).toBe(0)
  expect(await millwright.follow('none.md', hear, call)).toMatchObject({ is: 'unsound' })
})

test('who follows may stop, and the run goes on', async () => {
  const { project, call } = begun(`if (task === 'T0002') await meet('two')\n${works}`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec)
  await project.arrived('two', running)
  const enough = new AbortController()
  const followed = await millwright.follow('tasks.md', () => enough.abort(), { ...call, signal: enough.signal })
  expect(followed).toMatchObject({ is: 'followed', state: { status: 'running' } })
  project.release('two')
  expect((await running.ended).code).toBe(0)
})

test('marks that were lost are rebuilt', async () => {
  const { project, call } = begun(works)
  await ended(await millwright.run('tasks.md', { exec: project.exec }, call))
  const shown = project.read('tasks.md')
  project.write('tasks.md', shown.replace('[X] T0002', '[ ] T0002'))
  expect(await millwright.verify('tasks.md', call)).toMatchObject({ planShowsJournal: false })
  expect(await millwright.rebuild('tasks.md', call)).toMatchObject({ is: 'rebuilt', changed: true })
  expect(project.read('tasks.md')).toBe(shown)
})

test('a blocked task is opened again by its id, in any case of its letters, and an unknown one is told with the nearest', async () => {
  const { project, call } = begun(failsOnce.replace('!human', '!existsSync(path.join(meeting, "key"))'))
  const first = await ended(await millwright.run('tasks.md', { exec: project.exec }, call))
  expect([first.exitCode, first.run.counts]).toEqual([1, expect.objectContaining({ blocked: 2 })])
  expect(await millwright.unblock('tasks.md', 'T0003', call)).toMatchObject({
    is: 'wrong',
    message: 'there is no task T0003 in this plan; did you mean T0001?',
  })
  expect(await millwright.skip('tasks.md', 't0001', { ...call, text: 'not now' })).toMatchObject({
    is: 'posted',
    answer: { is: 'handled', byExecutor: false },
  })
  const second = await ended(await millwright.run('tasks.md', { exec: project.exec }, call))
  expect([second.exitCode, second.run.counts]).toEqual([0, expect.objectContaining({ done: 1, skipped: 1 })])
})

test('a question waits, is listed and answered, and resume goes on', async () => {
  const { project, call } = begun(works)
  const waiting = await ended(
    await millwright.run('tasks.md', { exec: project.exec, gates: ['red=test -f one.txt'] }, call),
  )
  expect(waiting.exitCode).toBe(3)
  expect(await millwright.reviews('tasks.md', call)).toMatchObject({ reviews: [{ id: 'R1', kind: 'baseline' }] })
  const wrong = await millwright.answer('tasks.md', { review: 'R1', answer: 'approve' }, call)
  expect(wrong).toMatchObject({ is: 'posted', answer: { is: 'refused' } })
  await millwright.answer('tasks.md', { review: 'R1', answer: 'ignore-same' }, call)
  const end = await ended(await millwright.resume('tasks.md', call))
  expect([end.exitCode, end.run.counts]).toEqual([0, expect.objectContaining({ done: 2 })])
  expect(await millwright.resume('tasks.md', call)).toMatchObject({ is: 'wrong' })
})

test('stopped in the middle it parks and keeps the work; a second run is told who holds the plan', async () => {
  const { project, call } = begun(`if (task === 'T0002') await meet('two')\n${works}`)
  const started = await millwright.run('tasks.md', { exec: project.exec }, call)
  if (started.is !== 'running') throw new Error('not started')
  await project.arrived('two', { ended: started.done } as never)
  const second = await millwright.run('tasks.md', { exec: project.exec }, call)
  expect(second.is === 'running' && (await second.done)).toMatchObject({ is: 'held', holder: { pid: process.pid } })
  started.stop('enough')
  const end = await started.done
  expect(end.is === 'ended' && [end.exitCode, end.run.counts]).toEqual([3, expect.objectContaining({ done: 1 })])
})

test.each([
  [{ jobs: 0 }, '--jobs must be a whole number from 1 to 256, and is 0'],
  [{ jobs: -3 }, '--jobs must be a whole number from 1 to 256, and is -3'],
  [{ jobs: 1.5 }, '--jobs must be a whole number from 1 to 256, and is 1.5'],
  [{ jobs: 'two' }, "--jobs must be a whole number from 1 to 256, and is 'two'"],
  [{ mode: 'zzz' }, "--mode must be one of silent, collaborative, dynamic, education, and is 'zzz'"],
  [{ workspace: 'zzz' }, "--workspace must be one of worktree, in-place, none, and is 'zzz'"],
  [{ sandbox: true }, '--sandbox must be one of auto, on, off, and is true'],
  [{ gates: 'unit=true' }, "--gate must be a list of texts, and is 'unit=true'"],
  [{ only: [1] }, '--only must be a list of one text or more, and is [ 1 ]'],
  [{ only: [] }, '--only must be a list of one text or more, and is []'],
  [{ phases: [' '] }, "--phase must be a list of one text or more, and is [ ' ' ]"],
  [{ gate: ['unit=false'] }, '"gate" is no option of run; did you mean gates?'],
  [{ 'dry-run': true }, '"dry-run" is no option of run; did you mean dryRun?'],
  [{ everything: true }, '"everything" is no option of run'],
  [{ dryRun: 'no' }, "--dry-run must be true or false, and is 'no'"],
  [{ standard: true, mechanical: true }, '--standard and --mechanical exclude each other'],
  [{ agent: 'human' }, '--exec and --agent exclude each other'],
])('what the command line refuses the library refuses: %j', async (options, message) => {
  const { project, call } = begun(works)
  const refused = await millwright.run('tasks.md', { exec: project.exec, ...options } as millwright.RunOptions, call)
  expect(refused).toMatchObject({ is: 'refused', diagnostics: [{ code: 'MW602', message }] })
  expect(project.git('status', '--porcelain')).toBe('')
  expect(await millwright.status('tasks.md', call)).toMatchObject({ state: null })
})

test('all that is wrong with a call is told in one go', async () => {
  const { project, call } = begun(works)
  const told = async (options: object, plan = 'tasks.md') => {
    const refused = await millwright.run(plan, options, call)
    if (refused.is !== 'refused') throw new Error(JSON.stringify(refused))
    return [...refused.diagnostics, ...(refused.complaints ?? [])].map((it) => it.message)
  }
  expect(await told({ exec: 'nosuchprog', gates: ['e=nosuchgate'] })).toEqual([
    'gate e (--gate): the program nosuchgate is not on the PATH',
    'agent exec: the program nosuchprog is not on the PATH',
  ])
  expect(await told({ agent: 'nope', gates: ['x=a && b', 'y=nosuchgate'], jobs: 0 })).toEqual([
    expect.stringContaining('--jobs must be'),
    expect.stringContaining('gate x'),
    expect.stringContaining('the program nosuchgate is not on the PATH'),
    expect.stringContaining('unknown agent nope'),
  ])
  expect(await told({ agent: 'nope', only: ['T9999'], sandbox: 'on', doubles: 'x' })).toEqual([
    expect.stringContaining('unknown agent nope'),
    expect.stringContaining('--doubles says'),
    expect.stringContaining('the sandbox is asked for'),
    expect.stringContaining('T9999'),
  ])
  project.write('tasks.md', plan.replace('[T0001]', '[T0009]'))
  const unsound = await millwright.run('tasks.md', { agent: 'nope', gates: ['x=a && b'] }, call)
  expect(unsound.is === 'unsound' && unsound.opening.diagnostics.map((it) => it.code)).toEqual(
    expect.arrayContaining(['MW600', 'MW609', 'MW111']),
  )
})

/** Prepared now, and started when something else has happened: what a second call does that comes at the wrong moment. */
async function prepared(call: millwright.Call, options: Readonly<Record<string, unknown>>) {
  const found = await prepareRun('tasks.md', options, call)
  if (found.is !== 'prepared') throw new Error(`not prepared: ${JSON.stringify(found)}`)
  const silent = { observe: () => undefined, output: () => undefined, remark: () => undefined }
  return async () => (await startRun(found, { ...silent, askHuman: null, askReview: null }).done).end
}

test('a run that has ended between the look and the lock is not begun anew by resume', async () => {
  const { project, call } = begun(works)
  await ended(await millwright.run('tasks.md', { exec: project.exec, gates: ['red=test -f one.txt'] }, call))
  const late = await prepared(call, {})
  await millwright.answer('tasks.md', { review: 'R1', answer: 'ignore-same' }, call)
  await ended(await millwright.resume('tasks.md', call))
  expect(await late()).toMatchObject({ is: 'failed', reason: expect.stringContaining('has ended meanwhile') })
  const all = await millwright.events('tasks.md', call)
  expect(all.is === 'events' && all.events.filter((it) => it.body.type === 'run-started')).toHaveLength(1)
})

test('a plan that was read before a run blocked a task is no word of a person to try it again', async () => {
  const { project, call } = begun(`say({ status: 'blocked', text: 'no' })`)
  const late = await prepared(call, { exec: project.exec })
  const first = await ended(await millwright.run('tasks.md', { exec: project.exec }, call))
  const end = await late()
  expect(end.is === 'ended' && viewRun(end.state).tasks.map((it) => [it.id, it.attempts])).toEqual(
    first.run.tasks.map((it) => [it.id, it.attempts]),
  )
})

test.skipIf(process.platform === 'win32')(
  'a repository that cannot be read any more as a run ends takes nothing from how it has ended, and is told',
  async () => {
    const { project, call } = begun(works)
    const found = await prepareRun('tasks.md', { exec: project.exec }, call)
    if (found.is !== 'prepared') throw new Error(`not prepared: ${JSON.stringify(found)}`)
    const head = path.join(project.root, '.git/HEAD')
    const remarks: string[] = []
    const outcome = await startRun(found, {
      observe(events) {
        if (!events.some(({ body }) => body.type === 'run-finished')) return
        rmSync(head)
        execFileSync('mkfifo', [head])
      },
      output: () => undefined,
      remark: (text) => remarks.push(text),
      askHuman: null,
      askReview: null,
    }).done
    expect(outcome).toMatchObject({ end: { is: 'ended' }, elsewhere: null, changedMeanwhile: [] })
    expect(remarks).toContainEqual(
      expect.stringContaining(`git waits at ${head}, which is a pipe and no file\n  help: `),
    )
  },
)

test('what a repository would execute is named, and nothing is started', async () => {
  const { project, call } = begun(works)
  project.write('millwright.toml', '[gates.g]\nrun = ["sh", "-c", "touch ran"]\n')
  project.commit('A gate')
  const refused = await millwright.run('tasks.md', { exec: project.exec }, call)
  expect(refused).toMatchObject({ is: 'untrusted', lines: [expect.stringContaining('touch ran')] })
  expect(await millwright.events('tasks.md', call)).toMatchObject({ is: 'wrong', message: 'tasks.md was never run' })
  expect(project.has('ran')).toBe(false)
})

test('doctor gives findings for a folder or a plan in it, and null for what is not there', async () => {
  const { call } = begun(works)
  for (const given of ['.', 'tasks.md']) {
    const examined = await millwright.doctor(given, call)
    expect(examined?.root).toBe(call.cwd)
    expect(examined?.findings).toContainEqual(expect.objectContaining({ about: 'git', is: 'fine' }))
  }
  expect(await millwright.doctor('nowhere', call)).toBeNull()
})

test('a configuration is made once, its commands are shown and trusted, and what runs left is cleaned', async () => {
  const { project, call } = begun(works)
  // What other tests leave in the folder for passing files is none of this one's.
  const passing = path.join(project.top, 'tmp')
  mkdirSync(passing)
  vi.stubEnv('TMPDIR', passing)
  onTestFinished(() => void vi.unstubAllEnvs())
  project.write('package.json', '{"scripts":{"test":"true"}}')
  project.commit('A unit gate')
  expect(await millwright.init('.', {}, call)).toMatchObject({ is: 'initialised', gates: [{ name: 'unit' }] })
  expect(await millwright.init('.', {}, call)).toMatchObject({ is: 'wrong', help: expect.stringContaining('--force') })
  const asked: string[][] = []
  const ask = (says: boolean) =>
    millwright.trust(
      'tasks.md',
      ({ lines }) => {
        asked.push([...lines])
        return says
      },
      call,
    )
  expect(await ask(false)).toMatchObject({ is: 'unknown', recorded: false })
  expect(await ask(true)).toMatchObject({ is: 'trusted', recorded: true })
  expect(await ask(true)).toMatchObject({ is: 'trusted', recorded: false })
  expect(asked).toHaveLength(2)
  expect(asked[0]).toContain('gate unit: npm test')
  const started = await millwright.run('tasks.md', { exec: project.exec }, call)
  if (started.is !== 'running') throw new Error(JSON.stringify(started))
  await started.done
  const dry = await millwright.clean({ dryRun: true }, call)
  const cleaned = await millwright.clean({}, call)
  expect(dry).toEqual(cleaned)
  expect(cleaned).toMatchObject({
    is: 'cleaned',
    removed: expect.arrayContaining([expect.objectContaining({ what: 'worktrees' })]),
  })
  expect(await millwright.clean({}, call)).toMatchObject({ removed: [] })
})

test('why is told by the plan and by the run; an unknown task with the nearest', async () => {
  const { project, call } = begun(`process.exitCode = 1`)
  expect(await millwright.whyTask('tasks.md', 'T0001', call)).toMatchObject({
    is: 'why',
    why: { verdict: 'ready' },
    run: null,
  })
  const started = await millwright.run('tasks.md', { exec: project.exec }, call)
  if (started.is !== 'running') throw new Error(JSON.stringify(started))
  await started.done
  expect(await millwright.whyTask('tasks.md', 'T0001', call)).toMatchObject({
    why: { verdict: 'stopped' },
    run: { state: 'blocked', attempts: 4 },
  })
  expect(await millwright.whyTask('tasks.md', 'T0009', call)).toMatchObject({
    is: 'wrong',
    message: expect.stringContaining('did you mean'),
  })
})

test('a state folder that cannot be used is told, and nothing is started', async () => {
  const { project, call } = begun(works)
  const state = path.join(project.env['XDG_STATE_HOME'] ?? '', 'millwright')
  const unusable = { is: 'wrong', message: expect.stringContaining('the state folder cannot be used: ') }
  mkdirSync(state, { recursive: true })
  writeFileSync(path.join(state, 'looks'), '')
  expect(await millwright.run('tasks.md', { exec: project.exec }, call)).toMatchObject(unusable)
  rmSync(path.join(state, 'looks'))
  await ended(await millwright.run('tasks.md', { exec: project.exec }, call))
  rmSync(path.join(state, 'looks'), { recursive: true })
  writeFileSync(path.join(state, 'looks'), '')
  expect(await millwright.run('tasks.md', { exec: project.exec }, call)).toMatchObject(unusable)
  expect(await millwright.verify('tasks.md', call)).toMatchObject(unusable)
  expect(await millwright.unblock('tasks.md', 'T0001', call)).toMatchObject(unusable)
})
