/** Reviews in ATDD mode: one for each task, of all that it did; in education mode one for each half (DESIGN, Review defaults). */

import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { at, obedient, stepsOf, sums } from './sums.ts'

const makeProject = projectsOfTests()

async function run(project: Project, ...more: readonly string[]): ReturnType<Project['view']> {
  return project.view('run', at, '--atdd', '--exec', project.exec, '--yes', ...more)
}

test.each([
  ['in collaborative mode', ['--mode', 'collaborative'], ''],
  ['where each task is reviewed', [], '[policy]\nreview = "always"\n'],
])('%s there is one, at the end, and it shows the whole task', async (_, more, config) => {
  const project = sums(makeProject(), { config })
  project.agent(obedient)
  const { view, code } = await run(project, ...more)
  expect(code).toBe(3)
  expect(stepsOf(project)).toEqual(['red:AC-01', 'green:AC-01', 'red:AC-02', 'green:AC-02'])
  expect(view.waiting).toMatchObject([{ on: 'human', kind: 'draft', review: 'R1' }])
  const { out } = await project.run('review', 'show', 'R1', '--plan', at)
  expect(out).toContain('added src/sums.mjs')
  expect(out).toContain('added tests/sums.test.mjs')
  for (const line of ["+test('AC-01 adds'", "+test('AC-02 doubles'", '+export const add =', '+export const double ='])
    expect(out).toContain(line)
  expect(out).toMatch(/PASS +AC-01 \(gate AC-01\)/)
  expect(out).toMatch(/PASS +AC-02 \(gate AC-02\)/)
  for (const gate of ['AC-01', 'AC-02', 'unit', 'files']) expect(out).toMatch(new RegExp(`gate ${gate}:? passed`))
  expect(out).toMatch(/AC-01: red in \w{7}, green in \w{7}/)
  await project.run('review', 'approve', 'R1', '--plan', at)
  const ended = (await project.view('resume', at, '--yes')).view
  expect(ended).toMatchObject({ status: 'finished', counts: { done: 1 } })
})

test('in education mode each half is shown', async () => {
  const project = sums(makeProject())
  project.agent(obedient)
  const { view } = await run(project, '--mode', 'education')
  expect(stepsOf(project)).toEqual(['red:AC-01'])
  expect(view.waiting).toMatchObject([{ on: 'human', kind: 'draft', review: 'R1' }])
  const { out } = await project.run('review', 'show', 'R1', '--plan', at)
  expect(out).toMatch(/UNTESTED +AC-01/)
})

test('sent back by a person, the last half begins again with the whole draft in its brief', async () => {
  const project = sums(makeProject(), { config: '[policy]\nreview = "always"\n' })
  project.agent(
    obedient.replace(
      'else work()',
      "else if (brief.includes('say it')) append('src/sums.mjs', '// said\\\\n')\nelse work()",
    ),
  )
  await run(project)
  await project.run('review', 'revise', 'R1', '-m', 'say it', '--plan', at)
  const { view } = await project.view('resume', at, '--yes')
  expect(stepsOf(project).slice(-2)).toEqual(['green:AC-02', 'green:AC-02'])
  expect(view.waiting).toMatchObject([{ review: 'R2' }])
  const { readFileSync } = await import('node:fs')
  const brief = readFileSync(`${project.top}/meeting/brief.green.AC-02`, 'utf8')
  expect(brief).toContain('+export const add =')
})
