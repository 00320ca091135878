/** What others write into files that a run keeps, while it is at work and between two calls: nothing of it is lost. */

import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { faultsOf } from '../../reports/spec/progress-schema.ts'
import { killWithSupervisor } from '../kill/supervisor-of.ts'
import { notepadFile, planFile, progressFile, writeHarbour } from './harbour-project.ts'

const makeProject = projectsOfTests()
const meetAt = (step: string, more = ''): string =>
  `if (step === '${step}' && ended === 0) { ${more}; await meet('${step}') }`

/** Texts that were kept, in the order of their names. */
function keptIn(project: Project): readonly string[] {
  return readdirSync(project.top, { recursive: true, withFileTypes: true }).flatMap((it) =>
    it.name.endsWith('-progress_tides.json') && it.parentPath.endsWith('written-over')
      ? [readFileSync(path.join(it.parentPath, it.name), 'utf8')]
      : [],
  )
}

async function deviationsOf(
  project: Project,
): Promise<readonly { what: string; action: string; path: string | null }[]> {
  const { out } = await project.run('status', planFile, '--json')
  const view = JSON.parse(out) as { deviations: readonly { what: string; action: string; path: string | null }[] }
  return view.deviations.filter((it) => it.path === progressFile)
}

test.each([
  ['in worktrees', { git: true }, []],
  ['in place', { git: true }, ['--workspace', 'in-place']],
  ['without git', { git: false }, ['--workspace', 'none']],
] as const)(
  '%s: what a person changes in ours during a run, and what an agent puts there, is kept and told once',
  async (_, choice, words) => {
    const project = makeProject(choice)
    const theirs = '{"generator":"me"}'
    writeHarbour(
      project,
      {},
      {
        more: `${meetAt('1.1')}\n${meetAt('1.2')}\n${meetAt('2.1', `writeFileSync(path.join(human, '${progressFile}'), '${theirs}')`)}`,
      },
    )
    if (choice.git) project.commit('Begin')
    const running = project.begin('run', planFile, '--yes', '--exec', project.exec, ...words)
    await project.arrived('1.1', running)
    await project.shows(progressFile, '"run_id"', running)
    const edited = project.read(progressFile).replace('"total_tasks": 4', '"total_tasks": 5')
    project.write(progressFile, edited)
    project.release('1.1')
    await project.arrived('1.2', running)
    // Ours is back before the agent puts something there.
    await project.shows(progressFile, '"total_tasks": 4', running)
    project.release('1.2')
    await project.arrived('2.1', running)
    project.release('2.1')
    const ended = await running.ended
    expect(ended.code, ended.out + ended.err).toBe(0)
    expect(new Set(keptIn(project))).toEqual(new Set([edited, theirs]))
    expect(ended.out).toContain(`${progressFile} held what no run of this plan has written`)
    const [told, ...more] = await deviationsOf(project)
    expect(more).toEqual([])
    expect(readFileSync(/kept in (.*?);/.exec(told?.action ?? '')?.[1] ?? '', 'utf8')).toBe(edited)
    expect(faultsOf(project.read(progressFile))).toEqual([])
    expect((await project.run('verify', planFile)).code).toBe(0)
  },
)

test('nobody is told of anything where only we have written, also over kills, other runs, commits and checkouts', async () => {
  const project = makeProject()
  writeHarbour(project, { '1.1': 1 }, { more: meetAt('2.1') })
  project.commit('Begin')
  const running = project.begin('run', planFile, '--yes', '--exec', project.exec)
  await project.arrived('2.1', running)
  await killWithSupervisor(running)
  project.release('2.1')
  const again = await project.run('resume', planFile, '--yes')
  expect(again.code, again.err).toBe(0)
  // What lay there when another commit was made.
  project.git('checkout', '--quiet', 'HEAD~1', '--', progressFile)
  expect((await project.run('rebuild', planFile, '--yes')).code).toBe(0)
  expect(await deviationsOf(project)).toEqual([])
  expect(keptIn(project)).toEqual([])
})

test('a file that was changed after the run is kept by rebuild, which says where', async () => {
  const project = makeProject()
  writeHarbour(project, {})
  project.commit('Begin')
  expect((await project.run('run', planFile, '--yes', '--exec', project.exec)).code).toBe(0)
  const sealed = project.read(progressFile)
  const changed = sealed.replace('"steps_failed": 0', '"steps_failed": 7')
  project.write(progressFile, changed)
  const rebuilt = await project.run('rebuild', planFile, '--yes')
  expect(rebuilt.code, rebuilt.err).toBe(0)
  const place = /is kept in (.*)\n/.exec(rebuilt.out)?.[1] ?? ''
  expect(readFileSync(place, 'utf8')).toBe(changed)
  expect(project.read(progressFile)).toBe(sealed)
})

test('lines that a person writes into the notepad while a run is at work stay', async () => {
  const project = makeProject()
  writeHarbour(project, {}, { more: meetAt('2.1'), parameters: '[knowledge_capture]\nupdate_frequency = "per_step"\n' })
  project.commit('Begin')
  const running = project.begin('run', planFile, '--yes', '--exec', project.exec)
  await project.arrived('2.1', running)
  await project.shows(notepadFile, 'Step 1.2', running)
  const file = path.join(project.root, notepadFile)
  project.write(notepadFile, readFileSync(file, 'utf8').replace('\n## ', '\nThe gauge was moved.\n\n## '))
  appendFileSync(file, '\nAsk the harbour master.\n')
  project.release('2.1')
  const ended = await running.ended
  expect(ended.code, ended.err).toBe(0)
  const text = project.read(notepadFile)
  expect(text.split('The gauge was moved.')).toHaveLength(2)
  expect(text.split('Ask the harbour master.')).toHaveLength(2)
  expect(text).toContain('Step 4.2')
})
