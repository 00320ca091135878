/** The progress file of a spec that is really run: valid after every write, sealed at the end, and nobody else's. */

import { readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { faultsOf } from '../../reports/spec/progress-schema.ts'
import { killWithSupervisor } from '../kill/supervisor-of.ts'
import {
  followProgress,
  notepadFile,
  planFile,
  progressFile,
  progressOf,
  withoutTimes,
  writeHarbour,
} from './harbour-project.ts'

const makeProject = projectsOfTests()
/** Two methods of 1.1 fail, its second backup works; 1.2 fails with all that it has. */
const failing = { '1.1': 4, '1.2': 99, '2.1': 1 }

describe.each([
  ['in worktrees', { git: true }, []],
  ['in place', { git: true }, ['--workspace', 'in-place']],
  ['without git', { git: false }, ['--workspace', 'none']],
] as const)('%s', (_, choice, words) => {
  test('it is valid after every write, in the end what the journal gives, and a change is found and mended', async () => {
    const project = makeProject(choice)
    writeHarbour(project, failing)
    if (choice.git) project.commit('Begin')
    const follow = followProgress(project)
    const ended = await project.run('run', planFile, '--yes', '--exec', project.exec, ...words)
    follow.close()
    expect(ended.code, ended.out + ended.err).toBe(0)
    // How many of them are seen is up to the system; each append is judged in tests/run/progress.test.ts.
    expect(follow.texts.length).toBeGreaterThan(0)
    expect(follow.texts.flatMap(faultsOf)).toEqual([])
    const notepad = project.read(notepadFile)
    expect(notepad.match(/^### .*/gm)).toEqual([expect.stringMatching(/^### Task 1: .* \(Technical Notes\)$/)])
    expect(notepad.match(/^\| \d{4}-.*\| Task \d: .*\| completed \|/gm)).toHaveLength(4)
    const document = progressOf(project)
    expect(document).toMatchObject({
      status: 'partially_completed',
      run_complete: true,
      tasks_completed: [1, 2, 3, 4],
      final_summary: { steps_succeeded: 6, steps_failed: 1, backup_methods_used: { backup_1: 2, backup_2: 1 } },
    })
    expect(document.tasks[0]?.steps[0]).toMatchObject({ method_used: 'backup_2', retry_count: 2 })
    expect(document.seal).toMatchObject({ algorithm: 'sha256' })
    if (choice.git) {
      expect(project.git('status', '--porcelain')).toBe('')
      for (const file of [progressFile, notepadFile])
        expect(project.git('show', `HEAD:${file}`)).toBe(project.read(file))
    }

    expect(await project.run('verify', planFile)).toMatchObject({ code: 0 })
    const sealed = project.read(progressFile)
    project.write(progressFile, sealed.replace('"steps_failed": 1', '"steps_failed": 0'))
    const found = await project.run('verify', planFile)
    expect([found.code, found.err]).toEqual([
      1,
      expect.stringContaining(`${progressFile} is not what the journal gives`),
    ])
    expect(found.err).toContain('millwright rebuild')
    expect((await project.run('rebuild', planFile, '--yes')).code).toBe(0)
    expect(project.read(progressFile)).toBe(sealed)
    expect((await project.run('verify', planFile)).code).toBe(0)

    // A later run that has nothing to do adds nothing to any record.
    const learned = learnings(project)
    const again = await project.run('run', planFile, '--yes', '--exec', project.exec, ...words)
    expect(again.code, again.out + again.err).toBe(0)
    expect([project.read(progressFile) === sealed, project.read(notepadFile) === notepad]).toEqual([true, true])
    expect(learnings(project)).toEqual(learned)
    expect((await project.run('verify', planFile)).code).toBe(0)
    expect((await project.run('rebuild', planFile, '--yes')).code).toBe(0)
    expect(project.read(progressFile)).toBe(sealed)
    expect((await project.run('report', planFile, '--format', 'json')).out).toBe(sealed)
  })
})

/** The files of lessons, by name and text. */
function learnings(project: Project): readonly (readonly [string, string])[] {
  const files = readdirSync(path.join(project.root, 'Specs/tides/_filing'))
  return files.map((it) => [it, project.read(`Specs/tides/_filing/${it}`)])
}

test('what the executor was killed in the middle of ends with the same file, but for times', async () => {
  const whole = makeProject()
  writeHarbour(whole, failing)
  whole.commit('Begin')
  expect((await whole.run('run', planFile, '--yes', '--exec', whole.exec)).code).toBe(0)

  const project = makeProject()
  const more = `if (step === '1.2' && ended === 1 && !existsSync(path.join(meeting, 'mid.here'))) await meet('mid')
if (step === '2.1' && ended === 1 && !existsSync(path.join(meeting, 'late.here'))) await meet('late')`
  writeHarbour(project, failing, { more })
  project.commit('Begin')
  const running = project.begin('run', planFile, '--yes', '--exec', project.exec)
  await project.arrived('mid', running)
  await killWithSupervisor(running)
  const again = project.begin('resume', planFile, '--yes')
  await project.arrived('late', again)
  await killWithSupervisor(again)
  const last = await project.run('resume', planFile, '--yes')
  expect(last.code, last.out + last.err).toBe(0)
  expect(progressOf(project).resumed).toHaveLength(2)
  expect(faultsOf(project.read(progressFile))).toEqual([])
  expect(withoutTimes(progressOf(project))).toEqual(withoutTimes(progressOf(whole)))
  expect((await project.run('verify', planFile)).code).toBe(0)
})

test('what a person answers to a waiting run stands in the file once the run goes on, and is no fault of it', async () => {
  const project = makeProject({ git: false })
  writeHarbour(project, { '2.2': 99 })
  const waiting = await project.run('run', planFile, '--yes', '--workspace', 'none', '--exec', project.exec)
  expect(waiting.code, waiting.out + waiting.err).toBe(3)
  const parked = project.read(progressFile)
  expect((await project.run('review', 'block', 'R1', '--plan', planFile, '-m', 'nobody knows')).code).toBe(0)
  expect([project.read(progressFile) === parked, (await project.run('verify', planFile)).code]).toEqual([true, 0])
  project.write(progressFile, parked.replace('tides', 'ebb'))
  expect(await project.run('verify', planFile)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not what the journal gives: the run has not ended'),
  })
  expect((await project.run('rebuild', planFile, '--yes')).code).toBe(0)
  expect(project.read(progressFile)).toContain('nobody knows')
  expect((await project.run('verify', planFile)).code).toBe(0)
})

test('a file of somebody else stays as it is: ours lies beside it, which is told', async () => {
  const project = makeProject()
  writeHarbour(project, {})
  const foreign = '{ "run_id": "earlier", "tasks": [] }\n'
  project.write(progressFile, foreign)
  project.commit('Begin')
  const ended = await project.run('run', planFile, '--yes', '--exec', project.exec)
  expect(ended.code, ended.err).toBe(0)
  const beside = progressFile.replace('.json', '.millwright.json')
  expect(`${ended.out}${ended.err}`.split(`progress goes to ${beside}`)).toHaveLength(2)
  expect(project.read(progressFile)).toBe(foreign)
  expect(faultsOf(project.read(beside))).toEqual([])
  expect((await project.run('verify', planFile)).code).toBe(0)
})

test('what an agent writes into it is undone', async () => {
  const project = makeProject({ git: false })
  writeHarbour(project, {}, { more: `writeFileSync(path.join(human, '${progressFile}'), '{"generator":"me"}')` })
  const ended = await project.run('run', planFile, '--yes', '--workspace', 'none', '--exec', project.exec)
  expect(ended.code, ended.err).toBe(0)
  expect(faultsOf(project.read(progressFile))).toEqual([])
  expect(project.read(progressFile)).toContain('"run_complete": true')
})

test('what a person writes into the notepad stays, and what is new comes below its sections', async () => {
  const project = makeProject()
  writeHarbour(project, { '1.1': 4 }, { parameters: '[knowledge_capture]\nupdate_frequency = "per_step"\n' })
  project.write(notepadFile, '# Ours\n\n## Key Insights\n\nThe gauge is *old*.\n\n## Human Observations\n')
  project.commit('Begin')
  const ended = await project.run('run', planFile, '--yes', '--exec', project.exec)
  expect(ended.code, ended.err).toBe(0)
  const text = project.read(notepadFile)
  expect(text.startsWith('# Ours\n\n## Key Insights\n\nThe gauge is *old*.\n')).toBe(true)
  expect(text).toContain('**Technical Decision:** Step 1.1 was completed by backup[2]')
  expect(text.match(/^\| \d{4}-.*Step \d\.\d/gm)).toHaveLength(7)
  expect(project.git('status', '--porcelain')).toBe('')
})

test.each(['per_task', 'per_step', 'end_only'])(
  'the notepad is rebuilt as it was, also of a task that was taken up anew: %s',
  async (frequency) => {
    const project = makeProject()
    const parameters = `[knowledge_capture]\nupdate_frequency = "${frequency}"\n`
    writeHarbour(project, { '1.1': 6 }, { parameters })
    project.commit('Begin')
    const answered = async (...words: readonly string[]): Promise<void> => {
      const { code, out, err } = await project.run(...words)
      expect(code, out + err).toBeLessThan(4)
    }
    await answered('run', planFile, '--yes', '--exec', project.exec)
    await answered('review', 'block', 'R1', '-m', 'wait for the tide tables')
    await answered('resume', planFile, '--yes')
    await answered('unblock', planFile, '1')
    await answered('run', planFile, '--yes', '--exec', project.exec)
    const written = project.read(notepadFile)
    expect(written.match(/wait for the tide tables/g)).toHaveLength(1)
    expect(written.match(/\*\*(?:Challenge|Escalation):/g)).toHaveLength(2)
    rmSync(path.join(project.root, notepadFile))
    await answered('rebuild', planFile, '--yes')
    expect(project.read(notepadFile)).toBe(written)
  },
)

test('a later run that comes to the same leaves the sealed record there, as rebuild does', async () => {
  const project = makeProject({ git: true })
  writeHarbour(project, {})
  project.write('millwright.toml', '[policy]\nbaseline = "block"\n')
  project.commit('Begin')
  const words = ['--yes', '--mode', 'silent', '--exec', project.exec, '--gate', 'red=false'] as const
  await project.run('run', planFile, ...words)
  const sealed = project.read(progressFile)
  expect(progressOf(project).seal).toMatchObject({ algorithm: 'sha256' })
  await project.run('run', planFile, ...words)
  expect(project.read(progressFile)).toBe(sealed)
  expect(await project.run('rebuild', planFile)).toMatchObject({ code: 0 })
  expect(project.read(progressFile)).toBe(sealed)
})
