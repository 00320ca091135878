/** The report of a spec that was really run: in all forms, at the end and in the middle. */

import { expect, test } from 'vitest'
import { projectsOfTests } from '../../rig/project.ts'
import { all, named, readPage } from '../../reports/report/page.ts'
import { faultsOf } from '../../reports/spec/progress-schema.ts'
import { planFile, progressFile, writeHarbour } from './harbour-project.ts'

const makeProject = projectsOfTests()

test('a run that ended is shown as it ended, in every form, from the same document as its progress file', async () => {
  const project = makeProject()
  writeHarbour(project, { '1.1': 4, '1.2': 99, '2.1': 1 })
  project.commit('Begin')
  const ended = await project.run('run', planFile, '--yes', '--exec', project.exec)
  expect(ended.code, ended.out + ended.err).toBe(0)

  const json = await project.run('report', planFile, '--json')
  expect([json.code, json.out, json.err]).toEqual([0, project.read(progressFile), ''])

  const md = await project.run('report', planFile)
  expect([md.code, md.err]).toEqual([0, ''])
  expect(md.out).toContain('# Report: tides\n\n**partially completed**\n')
  expect(md.out).toContain('| 1.1 (critical) | Read the file of the gauge | completed | backup_2 | 2 |')

  const html = await project.run('report', planFile, '--format', 'html')
  const { root, faults } = readPage(html.out)
  expect([html.code, html.err, faults]).toEqual([0, '', []])
  expect(named(root, 'h1')[0]?.text).toBe('tides')
  expect(named(root, 'figure').map((it) => named(it, 'b')[0]?.text)).toEqual([
    'Tasks and steps',
    'Stages of the SPECLets',
    'Steps over time',
    'Tasks over time',
    'How each method went',
    'Failures by task',
    'Compliance score',
  ])
  expect(all(root).filter((it) => it.name === 'script' || 'src' in it.attributes || 'style' in it.attributes)).toEqual(
    [],
  )
})

test('what a person says after the end of a run is told, and no part of its record', async () => {
  const project = makeProject()
  writeHarbour(project, { '4.1': 99 })
  project.commit('Begin')
  expect((await project.run('run', planFile, '--yes', '--exec', project.exec)).code).toBe(3)
  expect((await project.run('review', 'block', 'R1')).code).toBe(0)
  await project.run('resume', planFile, '--yes')
  const before = await project.run('report', planFile)
  expect(before.out).toContain('**partially completed**')
  expect(before.out).toContain('**Tasks:** 3 done, 1 not, 0 open')
  expect((await project.run('unblock', planFile, '4')).code).toBe(0)
  expect((await project.run('report', planFile)).out).toContain('**Tasks:** 3 done, 0 not, 1 open')
  expect((await project.run('report', planFile, '--json')).out).toBe(project.read(progressFile))
})

test('while somebody is at work it shows how far that is, and disturbs nobody', async () => {
  const project = makeProject()
  writeHarbour(project, { '1.2': 99 }, { more: `if (step === '2.1') await meet('mid')` })
  project.commit('Begin')
  const running = project.begin('run', planFile, '--yes', '--exec', project.exec)
  await project.arrived('mid', running)
  const md = await project.run('report', planFile)
  expect([md.code, md.err]).toEqual([0, ''])
  expect(md.out).toContain('**in progress**')
  expect(md.out).toMatch(/\| 2\.1 Choose the constituents \| in progress, /)
  const json = await project.run('report', planFile, '--format', 'json')
  expect(faultsOf(json.out)).toEqual([])
  project.release('mid')
  expect((await running.ended).code).toBe(0)
})

test('as data it is written over the progress file of the same spec alone', async () => {
  const project = makeProject()
  writeHarbour(project, {})
  project.commit('Begin')
  expect((await project.run('run', planFile, '--yes', '--exec', project.exec)).code).toBe(0)
  const sealed = project.read(progressFile)
  const over = (form: string): Promise<{ readonly code: number | null; readonly err: string }> =>
    project.run('report', planFile, '--format', form, '--output', progressFile)
  expect(await over('json')).toMatchObject({ code: 0 })
  expect(await over('html')).toMatchObject({ code: 2, err: expect.stringContaining('is no report') as string })
  expect(project.read(progressFile)).toBe(sealed)
  project.write('other.json', sealed.replace('"descriptor": "tides"', '"descriptor": "moon"'))
  expect((await project.run('report', planFile, '--json', '--output', 'other.json')).code).toBe(2)
})
