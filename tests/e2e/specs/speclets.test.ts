/** The stages of SPECLets as a person sees them: lines in a pipe, the whole view on a terminal and by `status`. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'
import { hasTerminals, inTerminal } from '../../rig/terminal.ts'
import { planFile, writeHarbour } from './harbour-project.ts'

const makeProject = projectsOfTests()

if (!hasTerminals) console.log('skipped in part: a terminal is made by python3, which is not here')

test('in a pipe each stage is a line where it begins and where it ends; status has the view at any moment', async () => {
  const project = makeProject()
  writeHarbour(project, {}, { more: `if (step === '3.1') await meet('mid')` })
  project.commit('Begin')
  const running = project.begin('run', planFile, '--yes', '--exec', project.exec)
  await project.arrived('mid', running)
  const { out } = await project.run('status', planFile)
  expect(out).toMatch(/^ {2}✅ gauge \(completed in \d+[ms]\)$/m)
  expect(out).toContain('\n  🔄 model (in progress - Task 2/2)\n')
  expect(out).toContain('\n  ⏸️ print (blocked - waiting for model)\n\nOverall: Stage 2 of 3 (67%)\n')
  project.release('mid')
  const ended = await running.ended
  expect(ended.code, ended.err).toBe(0)
  expect(ended.out.match(/^Stage .*$/gm)?.map((it) => it.replace(/\d+[ms]\)/, 'N)'))).toEqual([
    'Stage 1: Executing SPECLet gauge sequentially',
    'Stage 1 ended: ✅ gauge (completed in N)',
    'Stage 2: Executing SPECLet model sequentially',
    'Stage 2 ended: ✅ model (completed in N)',
    'Stage 3: Executing SPECLet print sequentially',
    'Stage 3 ended: ✅ print (completed in N)',
  ])
  expect(ended.out).not.toContain('SPECLet Execution Progress')
})

test.runIf(hasTerminals)('on a terminal the view stands where a stage begins, and at the end', async () => {
  const project = makeProject()
  writeHarbour(project, {})
  project.commit('Begin')
  const running = inTerminal(project, 'run', planFile, '--yes', '--mode', 'silent', '--exec', project.exec)
  const { out } = await running.ended
  expect(out.match(/SPECLet Execution Progress/g)).toHaveLength(4)
  expect(out.match(/Overall: Stage \d of 3 \(\d+%\)/g)).toEqual([
    'Overall: Stage 1 of 3 (33%)',
    'Overall: Stage 2 of 3 (67%)',
    'Overall: Stage 3 of 3 (100%)',
    'Overall: Stage 3 of 3 (100%)',
  ])
  expect(out.lastIndexOf('SPECLet Execution Progress')).toBeLessThan(out.lastIndexOf('Mechanical execution complete'))
})
