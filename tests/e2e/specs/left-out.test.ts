/** What a run of a spec makes of steps that fail and are not critical, and of a dry run (found by trying). */

import { expect, test } from 'vitest'
import { projectsOfTests, type Project } from '../../rig/project.ts'

const makeProject = projectsOfTests()
const silent = ['--yes', '--mode', 'silent'] as const

/** A task of two steps, of which the first is not critical. */
function spec(agent: string, second = true): Project {
  const project = makeProject()
  const step = (id: number, critical: boolean): string =>
    `[[tasks.steps]]\nid = ${id}\ndescription = "Part ${id}"\nexpected_output = "part-${id}.txt"\ncritical_flag = ${critical}\nmode = "silent"\nmax_retries = 0\n`
  project.write('spec_x.md', '# Spec: x\n## Goal\nWrite both parts down.\n')
  project.write(
    'parameters_x.toml',
    `[goal]\ndescription = "Write both parts down."\n[[tasks]]\nid = 1\ndescription = "Both"\n${step(1, false)}${second ? step(2, true) : ''}`,
  )
  project.write('kept.txt', 'as it was\n')
  project.commit('Begin')
  project.agent(`const step = process.env.MILLWRIGHT_STEP\n${agent}`)
  return project
}

test('what a step did that is left out is no part of the task', async () => {
  const project = spec(`
if (step === '1') { write('kept.txt', 'spoiled'); write('junk.txt', 'x'); process.exit(1) }
write('part-2.txt', 'done')`)
  const ran = await project.run('run', 'spec_x.md', ...silent, '--exec', project.exec)
  expect(ran.code, ran.out + ran.err).toBe(0)
  expect(ran.out).toContain('1.1 Part 1 left out, it is not critical')
  expect([project.read('kept.txt'), project.has('junk.txt'), project.has('part-2.txt')]).toEqual([
    'as it was\n',
    false,
    true,
  ])
})

test('a task of which every step failed is not done, critical or not', async () => {
  const project = spec('process.exit(1)', false)
  const ran = await project.run('run', 'spec_x.md', ...silent, '--exec', project.exec)
  expect(ran.code).toBe(1)
  expect((await project.run('status', 'spec_x.md')).code).toBe(1)
})

test('a dry run goes through all steps', async () => {
  const project = spec('')
  const ran = await project.run('run', 'spec_x.md', '--dry-run')
  expect(ran.code, ran.out + ran.err).toBe(0)
  expect(ran.out).toContain('1.2 Part 2: attempt 1')
})

test('a run once more on what is done says of it what the first one did', async () => {
  const project = spec(`write('part-' + step + '.txt', 'done')`)
  const view = (): unknown => {
    const { status, final_summary: summary } = JSON.parse(project.read('progress_x.json')) as {
      status: string
      final_summary: Record<string, unknown>
    }
    const { overall_success, total_tasks_completed, steps_succeeded, blocked_steps } = summary
    return { status, overall_success, total_tasks_completed, steps_succeeded, blocked_steps }
  }
  await project.run('run', 'spec_x.md', ...silent, '--exec', project.exec)
  const first = view()
  expect(first).toEqual({
    status: 'completed',
    overall_success: true,
    total_tasks_completed: 1,
    steps_succeeded: 2,
    blocked_steps: [],
  })
  await project.run('run', 'spec_x.md', ...silent, '--exec', project.exec)
  expect(view()).toEqual(first)
})
