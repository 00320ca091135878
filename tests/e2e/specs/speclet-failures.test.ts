/** SPECLets that fail: whom that blocks, when a person is asked, and what the three answers make happen (seed 004 §2.0b, 6). */

import { expect, test } from 'vitest'
import type { ProgressDocument } from '../../../src/reports/spec/progress/schema.ts'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { stagesParameters, stagesText } from '../../rig/stages-spec.ts'

const makeProject = projectsOfTests()
const planFile = 'spec_stages.md'

/** Tasks 1 to 5, one step each. @param agent lines of the agent before it has done its work */
function projectWith(agent: string): Project {
  const project = makeProject()
  project.write(planFile, stagesText)
  project.write('parameters_stages.toml', stagesParameters())
  project.commit('Begin')
  project.agent(`${agent}\nwrite('work/' + task + '.txt', 'work of ' + task)`)
  return project
}

const run = (project: Project): ReturnType<Project['begin']> =>
  project.begin('run', planFile, '--yes', '--mode', 'dynamic', '--jobs', '2', '--exec', project.exec)

const progressOf = (project: Project): ProgressDocument =>
  JSON.parse(project.read('progress_stages.json')) as ProgressDocument

const answer = (project: Project, given: string, ...words: readonly string[]): ReturnType<Project['run']> =>
  project.run('review', given, 'R1', '--plan', planFile, ...words)

test('what fails side by side with another one is asked about once that is over, and its branch alone is skipped', async () => {
  const project = projectWith(`
if (task === '2') { await meet('failing'); process.exit(1) }
if (task === '3') await meet('beside')`)
  const running = run(project)
  await project.arrived('failing', running)
  await project.arrived('beside', running)
  project.release('failing')
  for (;;) {
    const { out } = await project.run('log', planFile)
    if (out.includes('speclet-failed')) break
  }
  expect((await project.run('review', '--plan', planFile)).out).toContain('nothing waits')
  expect((await project.run('status', planFile)).out).toContain('failed; asked about once its stage is over')
  project.release('beside')
  const ended = await running.ended
  expect(ended.out).toContain(
    'SPECLet discovery_stage failed at step 2.1 (scenario B); blocked: test_stage; independent: define_stage, ideate_stage',
  )
  const shown = (await project.run('review', 'show', 'R1', '--plan', planFile)).out
  expect(shown).toContain(
    [
      'SPECLet discovery_stage has failed; blocked by it: test_stage',
      'independent of it: ideate_stage',
      '[A] Fix discovery_stage and retry',
      '[B] Skip blocked SPECLets and continue with independent ones',
      '[C] Halt execution entirely',
      'answers: A retry, B skip-blocked, C halt',
    ].join('\n'),
  )
  expect((await answer(project, 'skip-blocked')).code).toBe(0)
  expect(progressOf(project).speclet_failures).toMatchObject([{ scenario: 'B', decision: null }])
  // Since the failure people look at each draft.
  await project.run('resume', planFile, '--yes')
  await project.run('review', 'approve', 'R2', '--plan', planFile)
  await project.run('resume', planFile, '--yes')
  const { speclet_progress, speclet_failures, stage_validations } = progressOf(project)
  expect(Object.values(speclet_progress ?? {}).map(({ status }) => status)).toEqual([
    'completed',
    'failed',
    'completed',
    'completed',
    'skipped',
  ])
  expect(speclet_failures).toMatchObject([{ scenario: 'B', decision: 'skip-blocked' }])
  expect(stage_validations?.map((it) => [it.stage, it.all_terminal, it.progress_percentage])).toEqual([
    [1, true, 25],
    [2, true, 50],
    [3, true, 75],
    [4, true, 100],
  ])
})

test('what all depend on is fixed and tried anew with the words of the person, or the run is halted', async () => {
  const project = projectWith(`
appendFileSync(path.join(meeting, 'brief.' + task), readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8'))
if (task === '1') process.exit(1)`)
  await run(project).ended
  expect((await answer(project, 'retry', '-m', 'the gauge has moved')).code).toBe(0)
  const again = await project.run('resume', planFile, '--yes')
  expect(project.read('../meeting/brief.1').split('the gauge has moved')).toHaveLength(2)
  expect(again.out).toContain('scenario A')
  expect((await project.run('review', 'halt', 'R2', '--plan', planFile, '-m', 'no gauge')).code).toBe(0)
  const { out } = await project.run('status', planFile)
  expect(out).toContain(
    'SPECLet platform_foundation failed at step 1.1 (no gauge); left open: discovery_stage, define_stage, ideate_stage, test_stage',
  )
  expect(project.has('work/2.txt')).toBe(false)
})
