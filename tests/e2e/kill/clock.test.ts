/** Somebody sets the clock by a year, during a run or between a kill and its resume: nothing is decided by it (RELIABILITY P5, P14). */

import { expect, test } from 'vitest'
import { settableClock } from '../../rig/faketime.ts'
import { says } from '../../rig/program.ts'
import { projectsOfTests, type Project } from '../../rig/project.ts'
import { killedAtWork } from './killed-at-work.ts'

const makeProject = projectsOfTests()
const offsets = ['-1y', '+1y']

/** The years of the events in the journal, in their order. */
async function years(project: Project): Promise<readonly number[]> {
  const { out } = await project.run('log', 'tasks.md', '--json')
  const all = (JSON.parse(out) as { at: number }[]).map(({ at }) => new Date(at).getUTCFullYear())
  return all.filter((year, at) => year !== all[at - 1])
}

test.for(offsets)(
  'during a run, by %s: it keeps its lock, and no limit of time has passed',
  async (offset, context) => {
    const project = makeProject()
    const setClock = settableClock(context, project)
    project.write('tasks.md', '## Phase 06: Implementation\n\n- [ ] T001 One\n  files: one.txt (CREATE)\n')
    project.commit('Begin')
    project.agent(`await meet('one')\nwrite('one.txt', 'one')`)
    const running = project.begin('run', 'tasks.md', '--yes', '--exec', project.exec)
    await project.arrived('one', running)
    setClock(offset)
    const second = await project.run('resume', 'tasks.md', '--yes')
    expect([second.code, second.err]).toEqual([2, expect.stringContaining('MW706')])
    project.release('one')
    expect((await running.ended).code).toBe(0)
    expect(project.read('tasks.md')).toContain('- [X] T001')
    expect(await years(project)).toHaveLength(2)
    expect((await project.run('verify', 'tasks.md')).code).toBe(0)
  },
)

test.for(offsets)('between a kill and the resume, by %s: it goes on where it was', async (offset, context) => {
  const made = makeProject()
  const setClock = settableClock(context, made)
  const { project } = await killedAtWork(made)
  setClock(offset)
  const { code, out } = await project.run('resume', 'tasks.md', '--yes')
  expect([code, out]).toEqual([0, expect.stringContaining('1 completed, 0 blocked, 0 remaining')])
  // Nobody knows how long it took; that it took no time is not true.
  expect(out).not.toMatch(/T001 done, .*\b0 ms/)
  expect(await years(project)).toHaveLength(2)
  expect((await project.run('verify', 'tasks.md')).code).toBe(0)
})

test('a task that is taken out of the plan after the clock was set back is not done', async (context) => {
  const project = makeProject()
  const setClock = settableClock(context, project)
  const line = (id: string): string => `- [ ] ${id} Write\n  files: ${id}.txt (CREATE)\n`
  project.write('tasks.md', `## Phase 06: Implementation\n\n${line('T001')}${line('T002')}${line('T003')}`)
  project.commit('Begin')
  project.agent(`await meet(task)\nwrite(task + '.txt', task)`)
  const running = project.begin('run', 'tasks.md', '--exec', project.exec)
  await project.arrived('T001', running)
  setClock('-1y')
  project.write('tasks.md', project.read('tasks.md').replace(line('T003'), ''))
  project.release('T001')
  await project.arrived('T002', running)
  // Until then it may be one that is just being written.
  await says(running, 'T003 is no longer in it')
  for (const task of ['T002', 'T003']) project.release(task)
  const { code, out } = await running.ended
  expect([code, out]).toEqual([0, expect.stringContaining('2 completed')])
  expect(['T002', 'T003'].map((task) => project.has(`${task}.txt`))).toEqual([true, false])
})
