/** A run in ATDD mode whose executor is killed between the halves of a criterion: what was seen red stays seen. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'
import { killWithSupervisor } from '../kill/supervisor-of.ts'
import { agent, at, criteriaIn, fileIn, stepsOf, sums } from './sums.ts'

const makeProject = projectsOfTests()

test('killed at the green half it goes on there, by itself and without a flag', async () => {
  const project = sums(makeProject())
  const meets = `if (step === 'green:AC-01' && !existsSync(path.join(meeting, 'at-work.go'))) await meet('at-work')`
  project.agent(`${agent}\nif (half === 'red') writeTest()\nelse { ${meets}\nwork() }`)
  const running = project.begin('run', at, '--atdd', '--exec', project.exec, '--yes')
  await project.arrived('at-work', running)
  const between = (await project.view('status', at)).view
  const red = criteriaIn(between)[0]?.red
  expect(red).toMatchObject({ result: 'red' })
  expect((await project.run('status', at)).out).toMatch(/AC-01: red in [0-9a-f]{7}, not green yet/)
  await killWithSupervisor(running)
  project.release('at-work')

  const { view, code, err } = await project.view('resume', at, '--yes')
  expect({ code, err }).toMatchObject({ code: 0 })
  expect(err).toContain('ATDD mode (')
  expect(stepsOf(project)).toEqual(['red:AC-01', 'green:AC-01', 'green:AC-01', 'red:AC-02', 'green:AC-02'])
  const [first, second] = criteriaIn(view)
  expect(first?.red).toEqual(red)
  expect(fileIn(project, first?.red.commit ?? '', 'src/sums.mjs')).toBe('// nothing yet\n')
  expect([first?.green.result, second?.red.result, second?.green.result]).toEqual(['green', 'red', 'green'])
  expect(view.tasks[0]).toMatchObject({ state: 'done', proof: 'verified' })
  expect(view.deviations).toEqual([])
})
