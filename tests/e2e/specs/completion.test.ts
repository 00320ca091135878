/** Whether the goal of a spec is reached, by runs that are really made: files, commands, people, and what is kept of it. */

import { rmSync } from 'node:fs'
import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { faultsOf } from '../../reports/spec/progress-schema.ts'
import type { ProgressDocument } from '../../../src/reports/spec/progress/schema.ts'

const makeProject = projectsOfTests()
const planFile = 'spec_tides.md'

const specText = `# Spec: tides
## Goal
Print the tide book of the harbour.

## Task [1]: Write the book
### Step [1.1]: Write it

## Definition of Complete
### Primary Deliverable
- [ ] \`book.txt\` exists
### Quality Standards
- [ ] \`cover.txt\` exists
### Verification Method
- [ ] \`node check.mjs book.txt\` passes
`
const parameters = (expected: string): string => `[goal]
description = "Print the tide book of the harbour."

[[tasks]]
id = 1
description = "Write the book"

[[tasks.steps]]
id = 1
description = "Write it"
action = "Write the pages"
expected_output = "${expected}"
critical = true
`
const prose = '- [ ] A sailor finds the day at once\n'

/** @param verdict exit code of what the spec is verified by */
function write(project: Project, of: Parameters<typeof lay>[1] = {}): void {
  lay(project, of)
  project.commit('Begin')
}

function lay(project: Project, { verdict = 0, agent = '', more = '', flags = '', expected = '`book.txt`' } = {}): void {
  project.write(planFile, specText + more)
  project.write('parameters_tides.toml', flags + parameters(expected))
  project.write('check.mjs', `process.exit(${verdict})\n`)
  project.agent(agent === '' ? `write('book.txt', 'Monday'); write('cover.txt', 'Tides')` : agent)
}

function completionOf(project: Project): NonNullable<ProgressDocument['completion_verification']> {
  const text = project.read('progress_tides.json')
  expect(faultsOf(text)).toEqual([])
  const { completion_verification: found } = JSON.parse(text) as ProgressDocument
  if (found === null) throw new Error('nobody has looked')
  return found
}

test.each([
  ['in worktrees', []],
  ['in place', ['--workspace', 'in-place']],
  ['without a workspace', ['--workspace', 'none']],
])('ACHIEVED %s: what is there and passes is enough, and what was learnt is kept', async (_, words) => {
  const project = makeProject()
  write(project)
  const ended = await project.run('run', planFile, '--yes', '--exec', project.exec, ...words)
  expect(ended.code, ended.out + ended.err).toBe(0)
  expect(ended.out).toContain('goal: ACHIEVED, 3 of 3 checks met')
  expect(completionOf(project)).toMatchObject({
    primary_deliverable_exists: true,
    quality_standards_met: true,
    verification_passed: true,
    overall_status: 'PASS',
    goal_achievement_status: 'ACHIEVED',
    gaps: [],
  })
  const [learnt = ''] = project.git('ls-files', '--others', '--cached', '_filing').trim().split('\n')
  expect(learnt).toMatch(/^_filing\/execution_learnings_\d{4}-\d\d-\d\d\.md$/)
  expect(project.read(learnt)).toContain('Goal: Print the tide book of the harbour. (ACHIEVED)')
  const status = JSON.parse((await project.run('status', planFile, '--json')).out) as { readonly goal: unknown }
  expect(status.goal).toMatchObject({ status: 'ACHIEVED', gaps: [] })
  expect((await project.run('verify', planFile)).code).toBe(0)
})

test('PARTIAL: a command that fails is a gap, and the tasks are done all the same', async () => {
  const project = makeProject()
  write(project, { verdict: 3 })
  const ended = await project.run('run', planFile, '--yes', '--exec', project.exec)
  expect(ended.code, ended.out + ended.err).toBe(0)
  expect(ended.out).toContain('goal: PARTIAL, 2 of 3 checks met')
  expect(completionOf(project)).toMatchObject({
    goal_achievement_status: 'PARTIAL',
    gaps: ['`node check.mjs book.txt` passes: node check.mjs book.txt ended with exit code 3'],
  })
  expect(JSON.parse(project.read('progress_tides.json'))).toMatchObject({
    status: 'partially_completed',
    final_summary: { overall_success: false, partial_completion: true, total_tasks_completed: 1 },
  })
})

test('NOT_ACHIEVED: without its deliverable the run has not done what it was for', async () => {
  const project = makeProject()
  write(project, { agent: `write('cover.txt', 'Tides')`, expected: 'the pages' })
  const ended = await project.run('run', planFile, '--yes', '--exec', project.exec)
  expect([ended.code, ended.out]).toEqual([1, expect.stringContaining('goal: NOT_ACHIEVED, 2 of 3 checks met')])
  expect(ended.out).toContain('`book.txt` exists: book.txt is not there')
})

test('a criterion that says more than a program can tell, and a flag of the parameters, keep a goal from being ACHIEVED', async () => {
  const project = makeProject()
  write(project, {
    more: '- [ ] `node check.mjs` passes, and a captain has read all of it\n',
    flags: '[completion_criteria]\nmonths_are_complete = true\n',
  })
  project.write(planFile, project.read(planFile).replace('`book.txt` exists', '`book.txt` has twelve months'))
  project.commit('Say more')
  const ended = await project.run('run', planFile, '--yes', '--exec', project.exec)
  expect(ended.code, ended.out + ended.err).toBe(0)
  const { goal_achievement_status: status, gaps } = completionOf(project)
  expect([status, gaps]).toEqual([
    'PARTIAL',
    [
      'Not verified: `book.txt` has twelve months: book.txt is there; what else it says a person or an agent has to judge',
      expect.stringMatching(/^Not verified: months are complete \(months_are_complete = true\): /),
      'Not verified: `node check.mjs` passes, and a captain has read all of it: node check.mjs passed at the end of the run; what else it says a person or an agent has to judge',
    ],
  ])
})

test('nobody who has not said so has the commands of a spec run', async () => {
  const project = makeProject()
  write(project)
  const refused = await project.run('run', planFile, '--exec', project.exec)
  expect([refused.code, refused.out + refused.err]).toEqual([2, expect.stringContaining('node check.mjs book.txt')])
  expect((await project.run('trust', planFile, '--yes')).code).toBe(0)
  expect((await project.run('run', planFile, '--exec', project.exec)).code).toBe(0)
})

test('a dry run judges no goal', async () => {
  const project = makeProject()
  write(project)
  const ended = await project.run('run', planFile, '--dry-run')
  expect(ended.code, ended.out + ended.err).toBe(0)
  expect(ended.out).not.toContain('goal:')
  expect(project.has('_filing')).toBe(false)
})

test('in collaborative mode a person says what no program can tell; another run looks anew', async () => {
  const project = makeProject()
  write(project, { more: prose.replace('- [ ]', '### Quality\n- [ ]') })
  const words = ['--yes', '--mode', 'collaborative', '--exec', project.exec]
  const first = await project.run('run', planFile, ...words)
  expect(first.code, first.out + first.err).toBe(3)
  for (let review = 1; review <= 3; review += 1) {
    const shown = await project.run('review', 'show', `R${review}`)
    if (shown.code !== 0) break
    expect((await project.run('review', 'approve', `R${review}`)).code).toBe(0)
    await project.run('resume', planFile, '--yes')
  }
  expect(completionOf(project)).toMatchObject({
    goal_achievement_status: 'ACHIEVED',
    judgements: [{ criterion: 'A sailor finds the day at once', met: true, by: 'person' }],
  })
  const reported = async (): Promise<string> => (await project.run('report', planFile, '--format', 'md')).out
  expect(await reported()).toContain('**Goal reached:** ACHIEVED')
  // The sealed record stays as it is while a later run asks; the report tells what is.
  const sealed = project.read('progress_tides.json')
  expect((await project.run('run', planFile, ...words)).out).toContain('? R')
  expect(project.read('progress_tides.json')).toBe(sealed)
  expect(await reported()).toMatch(/\*\*Goal reached:\*\* PARTIAL[^]*Question R\d+ is open/)
})

test('what a person says of a task behind the end of a run is told, and that nobody has looked at the goal since', async () => {
  const project = makeProject()
  write(project, { agent: 'process.exit(1)' })
  const first = await project.run('run', planFile, '--yes', '--exec', project.exec, '--mode', 'silent')
  expect(first.code, first.out).toBe(3)
  expect((await project.run('review', 'block', 'R1')).code).toBe(0)
  expect((await project.run('resume', planFile, '--yes')).out).toContain('goal: NOT_ACHIEVED')
  expect((await project.run('accept', planFile, '1', '-m', 'by hand')).code).toBe(0)
  const { out } = await project.run('report', planFile, '--format', 'md')
  expect(out).toContain('**Tasks:** 1 done, 0 not, 0 open')
  expect(out).not.toContain('Goal reached')
  // The record of the run that has ended stays as it was sealed.
  expect((await project.run('report', planFile, '--format', 'json')).out).toBe(project.read('progress_tides.json'))
})

test('without git what has passed before people were asked is run anew on what lies there behind their answer', async () => {
  const project = makeProject({ git: false })
  lay(project, { more: prose.replace('- [ ]', '### Quality\n- [ ]') })
  const check = [
    `import { readFileSync } from 'node:fs'`,
    `process.exit(readFileSync('book.txt', 'utf8') === 'Monday' ? 0 : 4)`,
  ]
  project.write('check.mjs', `${check.join('\n')}\n`)
  const begun = await project.run('run', planFile, '--yes', '--mode', 'collaborative', '--exec', project.exec)
  // Nothing is verified before there is anything.
  expect(begun.out).not.toContain('completion:node')
  expect((await project.run('review', 'approve', 'R1')).code).toBe(0)
  const asked = await project.run('resume', planFile, '--yes')
  expect(asked.out).toContain('Completion of the goal')
  expect(completionOf(project)).toMatchObject({ verification_passed: true })
  project.write('book.txt', 'Tuesday')
  expect((await project.run('review', 'approve', 'R2')).code).toBe(0)
  const ended = await project.run('resume', planFile, '--yes')
  expect(ended.out).toContain('goal: PARTIAL')
  expect(completionOf(project)).toMatchObject({
    goal_achievement_status: 'PARTIAL',
    gaps: ['`node check.mjs book.txt` passes: node check.mjs book.txt ended with exit code 4'],
  })
})

test('while the work cannot be published nothing is called complete', async () => {
  const project = makeProject()
  write(project)
  project.write('book.txt', 'mine, and committed by nobody')
  const first = await project.run('run', planFile, '--yes', '--exec', project.exec)
  expect(first.code, first.out + first.err).toBe(3)
  const waiting = JSON.parse(project.read('progress_tides.json')) as ProgressDocument
  expect([waiting.status, waiting.run_complete, waiting.final_summary, waiting.seal]).toEqual([
    'waiting_for_human',
    false,
    null,
    undefined,
  ])
  rmSync(`${project.root}/book.txt`)
  const ended = await project.run('resume', planFile, '--yes')
  expect([ended.code, completionOf(project).goal_achievement_status]).toEqual([0, 'ACHIEVED'])
  expect((await project.run('verify', planFile)).code).toBe(0)
})
