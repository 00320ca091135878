/** SPECLets that fail: whom that blocks, when a person is asked, and what the three answers make happen (seed 004 §2.0b, 6). */

import { expect, test } from 'vitest'
import type { ProgressDocument } from '../../../src/reports/spec/progress/schema.ts'
import { says } from '../../rig/program.ts'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { stagesParameters, stagesText } from '../../rig/stages-spec.ts'
import { hasTerminals, inTerminal } from '../../rig/terminal.ts'

const makeProject = projectsOfTests()

if (!hasTerminals) console.log('skipped: a terminal is made by python3, which is not here')

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

const call = ['run', planFile, '--yes', '--mode', 'dynamic', '--jobs', '2', '--exec'] as const

const run = (project: Project): ReturnType<Project['begin']> => project.begin(...call, project.exec)

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

/** The first attempt at a task fails, and no other. */
const failsOnce = (task: string): string => `if (task === '${task}' && attempt === 1) process.exit(1)`

/** Resumes and says yes to every draft, which people look at since the failure, until nothing is asked. @returns the last call */
async function goOn(project: Project): Promise<Awaited<ReturnType<Project['run']>>> {
  for (;;) {
    const resumed = await project.run('resume', planFile, '--yes')
    const waiting = JSON.parse((await project.run('review', '--plan', planFile, '--json')).out) as readonly {
      readonly id: string
      readonly kind: string
    }[]
    const drafts = waiting.filter(({ kind }) => kind === 'draft')
    if (drafts.length === 0) return resumed
    for (const { id } of drafts) expect((await project.run('review', 'approve', id, '--plan', planFile)).code).toBe(0)
  }
}

const statusesOf = (project: Project): readonly string[] =>
  Object.values(progressOf(project).speclet_progress ?? {}).map(({ status }) => status)

const completed = Array<string>(5).fill('completed')

/** Of each scenario what an answer makes of the SPECLets, and of the call that goes on until nothing is left. */
const answered = [
  ['A', '1', 'retry', completed, 0],
  ['A', '1', 'skip-blocked', ['failed', 'skipped', 'skipped', 'skipped', 'skipped'], 1],
  ['B', '2', 'retry', completed, 0],
  ['B', '2', 'skip-blocked', ['completed', 'failed', 'completed', 'completed', 'skipped'], 1],
  // What does not need the SPECLet that has failed goes on once the person resumes the run.
  ['A', '1', 'halt', ['failed', 'blocked', 'blocked', 'blocked', 'blocked'], 1],
  ['B', '2', 'halt', ['completed', 'failed', 'completed', 'completed', 'blocked'], 1],
] as const

test.each(answered)('scenario %s, task %s fails: %s', async (scenario, task, given, statuses, code) => {
  const project = projectWith(failsOnce(task))
  const ran = await run(project).ended
  expect([ran.code, progressOf(project).speclet_failures]).toMatchObject([3, [{ scenario, decision: null }]])
  const said = await answer(project, given)
  expect(said.code).toBe(0)
  if (given === 'halt') await isHalted(project, said.out, task)
  const ended = await goOn(project)
  expect(ended.code, ended.out + ended.err).toBe(code)
  expect(statusesOf(project)).toEqual(statuses)
  expect(progressOf(project).speclet_failures).toMatchObject([{ scenario, decision: given }])
})

/** Nothing has begun behind the failure, all tell why, and the progress file does once a person asks for it. */
async function isHalted(project: Project, said: string, failed: string): Promise<void> {
  expect(said).toBe(
    `halted: nothing begins before you say \`millwright resume ${planFile}\`; the progress file tells of it after \`millwright rebuild ${planFile}\`\n`,
  )
  const status = await project.run('status', planFile)
  expect([status.code, status.out]).toEqual([3, expect.stringMatching(/! halted, as \S+ says: SPECLet /)])
  expect((await project.run('rebuild', planFile, '--yes')).code).toBe(0)
  const { speclet_failures: failures, tasks_failed: tasks, status: is } = progressOf(project)
  expect([is, failures?.[0]?.decision, tasks]).toEqual(['paused', 'halt', [Number(failed)]])
  expect(project.has('work/4.txt')).toBe(false)
  expect((await project.run('verify', planFile)).code).toBe(0)
}

test('scenario C: what is not critical asks nobody, and all go on', async () => {
  const project = projectWith(failsOnce('2'))
  project.write('parameters_stages.toml', stagesParameters(['discovery_stage']))
  project.commit('Not critical')
  const ran = await run(project).ended
  expect(ran.code, ran.out + ran.err).toBe(1)
  expect(ran.out).toContain('step 2.1 failed and is not critical (scenario C); all SPECLets go on')
  expect((await project.run('review', '--plan', planFile)).out).toContain('nothing waits')
  expect(progressOf(project).speclet_failures).toMatchObject([{ scenario: 'C', blocked: [], decision: null }])
  expect(statusesOf(project)).toEqual(['completed', 'completed', 'completed', 'completed', 'completed'])
  expect(progressOf(project).speclet_progress?.['discovery_stage']).toMatchObject({ completed_in_part: true })
  expect(progressOf(project).final_summary).toMatchObject({ partial_completion: true, overall_success: false })
})

const typedAt = '(empty leaves it open): '
const left = 'The run waits for a person.'
const halted = 'left open: discovery_stage, define_stage, ideate_stage, test_stage'

/** What is typed, to which texts, until the last text is shown; then the exit code, and what is on record. */
const typed = [
  ['a wrong letter, then C', [typedAt, 'x\n', 'write one of these words', 'C\n', halted], 3, 'halt'],
  ['c', [typedAt, 'c\n', halted], 3, 'halt'],
  ['b', [typedAt, 'b\n', 'Mechanical execution complete'], 1, 'skip-blocked'],
  ['an empty line', [typedAt, '\n', left], 3, null],
  ['Ctrl-D', [typedAt, '\u0004', left], 3, null],
] as const

test.runIf(hasTerminals).each(typed)('on a terminal: %s', async (_what, dialogue, code, decision) => {
  const project = projectWith(failsOnce('1'))
  const running = inTerminal(project, ...call, project.exec)
  for (const [at, text] of dialogue.entries())
    if (at % 2 === 0) await says(running, text)
    else running.child.stdin?.write(text)
  await says(running, `exit ${code}`)
  running.child.stdin?.end()
  await running.ended
  expect(progressOf(project).speclet_failures).toMatchObject([{ scenario: 'A', decision }])
  const waits = (await project.run('review', '--plan', planFile)).out
  expect(waits.startsWith('R1 ')).toBe(decision === null)
})

test.runIf(hasTerminals)('on a terminal: a, and what whoever does it anew is told', async () => {
  const project = projectWith(`
appendFileSync(path.join(meeting, 'brief.' + task), readFileSync(process.env.MILLWRIGHT_BRIEF, 'utf8'))
${failsOnce('1')}`)
  const running = inTerminal(project, ...call, project.exec)
  await says(running, typedAt)
  running.child.stdin?.write('a\n')
  await says(running, 'What whoever does it anew is told (or nothing): ')
  running.child.stdin?.write('the gauge has moved\n')
  await says(running, 'R2 1 Part 1')
  running.child.stdin?.write('pause\n')
  await says(running, 'exit 3')
  running.child.stdin?.end()
  await running.ended
  expect(project.read('../meeting/brief.1').split('the gauge has moved')).toHaveLength(2)
  expect(progressOf(project).speclet_failures).toMatchObject([{ scenario: 'A', decision: 'retry' }])
})
