/** What stands in a report, of runs in the core: the numbers of the run, in the order in which people want them. */

import { describe, expect, test } from 'vitest'
import { legendOf, rowsOf, textOf, type Block, type ReportDocument } from '../../../src/reports/report/document.ts'
import { htmlReport } from '../../../src/reports/report/html.ts'
import { reportJson } from '../../../src/reports/report/json.ts'
import { markdownReport } from '../../../src/reports/report/markdown.ts'
import { reportOf } from '../../../src/reports/report/report-of.ts'
import { workedOn } from '../../../src/reports/report/worked.ts'
import { runJson } from '../../../src/reports/run/json.ts'
import type { ProgressDocument } from '../../../src/reports/spec/progress/schema.ts'
import { fold } from '../../../src/run/evolve.ts'
import { viewRun } from '../../../src/run/views.ts'
import { attempts, ProgressWorld } from '../../run/progress-world.ts'
import { edge, gate, plan, step, task, World } from '../../run/world.ts'

function report(world: World, progress: ProgressDocument | null = null): ReportDocument {
  const state = fold(world.log)
  const run = runJson(state, { plan: 'spec.md', dialect: 'spec' })
  return reportOf({ state, run, title: 'Tides', progress, worked: workedOn(world.log) })
}

const titles = ({ sections }: ReportDocument): readonly string[] => sections.map(({ title }) => title)

function blocks<Is extends Block['is']>(
  of: ReportDocument,
  title: string,
  is: Is,
): readonly Extract<Block, { is: Is }>[] {
  const found = of.sections.find((it) => it.title === title)
  return (found?.blocks ?? []).filter((it): it is Extract<Block, { is: Is }> => it.is === is)
}

const rowsIn = (of: ReportDocument, title: string, caption: string): readonly (readonly string[])[] =>
  (blocks(of, title, 'table').find((it) => it.caption === caption)?.rows ?? []).map((row) => row.map(textOf))

/** Both forms can be made of it. */
const pages = (of: ReportDocument): string => `${markdownReport(of)}${htmlReport(of, () => '')}`

describe('of a spec that fails in chosen places', () => {
  const world = new ProgressWorld(attempts({ '1.1': 'fail fail fail fail done', '1.2': 'fail', '2.2': 'fail' }))
  world.begin().run()
  const asked = report(world, world.document)
  world.say({ verb: 'answer', review: 'R1', answer: 'block', text: 'nobody knows how' })
  world.begin().run()
  world.say({ verb: 'answer', review: 'R2', answer: 'block', text: '' })
  world.begin().run()
  const ended = report(world, world.document)

  test('it begins with what needs a look', () => {
    const [list] = blocks(asked, 'What needs a look', 'list')
    expect(asked.status).toEqual({ text: 'waiting for human', tone: 'warn' })
    expect(list?.items.map(textOf)).toEqual([
      expect.stringMatching(/^Question R1 is open: .* \(millwright review show R1\)$/),
      expect.stringMatching(/^Step 1\.2 was left out, it is not critical: /),
      'step 1.2 is left out, and what it did stays in the folder: look at it',
    ])
    const [later] = blocks(ended, 'What needs a look', 'list')
    expect(later?.items.map(textOf)).toEqual(
      expect.arrayContaining([
        'Task 2 is blocked: nobody knows how',
        expect.stringMatching(/^Critical step 2\.2 failed with all that it has: /),
      ]),
    )
  })

  test('every task is counted at the top, also those that were skipped', () => {
    const skipping = new ProgressWorld(attempts({ '1.1': 'fail fail fail fail fail fail' }))
    skipping.begin().run()
    skipping.say({ verb: 'answer', review: 'R1', answer: 'skip', text: '' })
    skipping.begin().run()
    const tasks = report(skipping, skipping.document).facts.facts.find(([name]) => name === 'Tasks')?.[1]
    expect(tasks).toBe('3 done, 0 not, 1 skipped, 0 open')
  })

  test('its charts hold the numbers of the run', () => {
    const [outcome] = blocks(ended, 'Outcome', 'bars')
    expect(outcome && rowsOf(outcome)).toEqual([
      ['tasks', '1 completed, 1 failed, 2 blocked'],
      ['steps', '1 completed, 1 completed by a backup, 2 failed, 1 skipped, 2 not started'],
    ])
    const [methods] = blocks(ended, 'Methods and backups', 'bars')
    expect(methods && rowsOf(methods)).toEqual([
      ['primary', '1 worked, 3 failed'],
      ['backup_1', '3 failed'],
      ['backup_2', '1 worked'],
    ])
    const [failures] = blocks(ended, 'Failures', 'bars')
    expect(failures && rowsOf(failures)).toEqual([
      ['1 Collect the readings', '1 of 2 steps failed (50%)'],
      ['2 Find the constituents', '1 of 2 steps failed (50%)'],
    ])
    const [score] = blocks(ended, 'Compliance', 'bars')
    const points = world.document.post_execution_analysis?.constitutional_compliance_review.overall_compliance_score
    expect(score && rowsOf(score)[0]).toEqual(['score', `${points} of 100`])
  })

  test('its SPECLets stand in their stages, with what they wait for', () => {
    const [stages] = blocks(ended, 'SPECLets', 'stages')
    expect(stages?.arrows).toEqual([
      ['gauge', 'model'],
      ['model', 'print'],
    ])
    expect(stages?.stages.flatMap(({ boxes }) => boxes)).toEqual([
      { id: 'gauge', tone: 'warn', text: 'completed in part' },
      { id: 'model', tone: 'bad', text: 'failed' },
      { id: 'print', tone: 'bad', text: 'blocked' },
    ])
  })

  test('its time is told step by step, and mode by mode', () => {
    const [steps] = blocks(ended, 'Time', 'timeline')
    expect(steps?.rows.map(({ label, stretches }) => [label.slice(0, 3), stretches.map(({ name }) => name)])).toEqual([
      ['1.1', ['attempt failed', 'attempt failed', 'attempt failed', 'attempt failed', 'completed by a backup']],
      ['1.2', ['attempt failed', 'attempt failed', 'attempt failed', 'attempt failed']],
      ['2.1', ['completed by the primary method']],
      ['2.2', ['attempt failed', 'attempt failed', 'attempt failed', 'attempt failed']],
    ])
    const [modes] = blocks(ended, 'Modes', 'timeline')
    expect(
      modes &&
        legendOf(modes)
          .map(({ name }) => name)
          .slice(0, 2),
    ).toEqual(['dynamic', 'collaborative'])
    for (const { from, to } of steps?.rows.flatMap(({ stretches }) => stretches) ?? [])
      expect(steps !== undefined && steps.from <= from && from <= to && to <= steps.to).toBe(true)
  })

  test('questions, switches, recommendations and each step have their rows', () => {
    expect(rowsIn(ended, 'People', 'Questions and answers').map((row) => row[0])).toEqual(['R1', 'R2'])
    expect(rowsIn(ended, 'Modes', 'Switches of the mode')[0]).toContain('collaborative')
    const [recommended] = blocks(ended, 'Recommendations', 'list')
    expect(recommended?.items).toEqual(world.document.post_execution_analysis?.recommendations)
    const steps = ended.sections.find((it) => it.title === 'Tasks and their steps')
    expect(steps?.within?.map(({ title }) => title)).toEqual([
      'Task 1: Collect the readings',
      'Task 2: Find the constituents',
      'Task 3: Judge the fit',
      'Task 4: Print the table',
    ])
    expect(blocks(ended, 'Record', 'facts').flatMap(({ facts }) => facts.map(([name]) => name))).toContain(
      'Seal of the progress file',
    )
  })

  test('what the document comes to say is told, also by names that nobody has thought of', () => {
    const more = {
      ...world.document,
      completion_verification: {
        primary_deliverable_exists: true,
        verification_passed: false,
        overall_status: 'FAIL',
        goal_achievement_status: 'PARTIAL',
        gaps: ['The table was not verified'],
        timestamp: '2026-01-02T14:10:00.000Z',
      },
      weather_report: {
        wind: 'west',
        gusts_measured: [{ name: 'moon', places: ['a', 'b'] }],
      },
      tasks: world.document.tasks.map((it) => ({
        ...it,
        harbour_phase: { is_open: true, berths: ['tides'] },
      })),
    }
    const told = report(world, more as unknown as ProgressDocument)
    expect(rowsIn(told, 'Goal', 'Checks')).toEqual([
      ['primary deliverable exists', 'met'],
      ['verification passed', 'not met'],
    ])
    expect(told.facts.facts).toContainEqual(['Goal reached', { text: 'PARTIAL', tone: 'warn' }])
    expect(blocks(told, 'What needs a look', 'list')[0]?.items.map(textOf)).toContain(
      'Missing at the end: The table was not verified',
    )
    const markdown = markdownReport(told)
    expect(markdown).toContain('### Weather report')
    expect(markdown).toContain('| moon | a, b |')
    expect(markdown).toContain('## Further records of task 4\n\n### Harbour phase\n\n- **Is open:** yes')
    expect(markdown).not.toContain('Completion verification')
    expect(titles(ended).filter((it) => it.startsWith('Further'))).toEqual([])
  })

  test('both forms can be made of it at every moment', () => {
    for (const text of world.texts)
      expect(pages(report(world, JSON.parse(text) as ProgressDocument))).toContain('Tides')
  })
})

describe('of another plan', () => {
  const tasks = [task('A', { steps: [step({ gates: ['unit'] })] }), task('B', { steps: [step({ gates: ['sums'] })] })]
  const world = new World({ gates: { 'sums draft': ['failed'] } })
  world.start(plan(tasks, [edge('A', 'B')]), { gates: [gate('unit'), gate('sums')], policy: { retries: 1 } })
  world.run()
  const of = report(world)

  test('it tells tasks, time and gates', () => {
    expect(of.status).toEqual({ text: 'finished, not everything is done', tone: 'warn' })
    expect(titles(of)).toEqual(['What needs a look', 'Outcome', 'Time', 'Tasks', 'Gates', 'Record'])
    const [outcome] = blocks(of, 'Outcome', 'bars')
    expect(outcome?.rows[0]?.text).toBe('1 done, 1 blocked')
    expect(outcome?.summary).toBe('Of 2 tasks: 1 done, 1 blocked.')
    expect(rowsIn(of, 'Tasks', 'Tasks of the plan').map((row) => row.slice(0, 4))).toEqual([
      ['A', 'Do A', 'done', 'verified'],
      ['B', 'Do B', 'blocked', '–'],
    ])
    const [gates] = blocks(of, 'Gates', 'bars')
    expect(gates?.rows.map(({ label }) => label)).toContain('unit')
    expect(pages(of)).toContain('Tides')
  })

  test('it tells what was at work when, attempt by attempt', () => {
    const [time] = blocks(of, 'Time', 'timeline')
    expect(
      time?.rows.find(({ label }) => label.startsWith('B'))?.stretches.map(({ text }) => text.split(',')[0]),
    ).toEqual(expect.arrayContaining(['agent', 'gate sums: failed']))
  })

  test('as data it is the status with times', () => {
    const state = fold(world.log)
    const run = runJson(state, { plan: 'tasks.md', dialect: 'phase-tasks' })
    const json = reportJson(run, viewRun(state), workedOn(world.log))
    expect(json).toMatchObject({ generator: 'millwright', report: 1, counts: run.counts })
    expect(json.startedAt).toBe(
      new Date(world.log.find(({ body }) => body.type === 'run-started')?.at ?? 0).toISOString(),
    )
    expect(json.tasks.map((it) => [it.key, it.startedAt !== null, it.doneAt !== null, it.workedMs > 0])).toEqual([
      ['A', true, true, true],
      ['B', true, false, true],
    ])
  })
})

test('a run in which all went well needs no look', () => {
  const world = new ProgressWorld().begin().run()
  const of = report(world, world.document)
  expect(blocks(of, 'What needs a look', 'list')[0]?.items).toEqual([
    { text: 'Nothing: no question is open, and nothing has failed.', tone: 'good' },
  ])
  expect(titles(of)).not.toContain('Failures')
})

test('of many thousand tasks the picture shows those that took longest, and says so', () => {
  const many = Array.from({ length: 400 }, (_, at) => task(`T${at}`))
  const world = new World()
  world.start(plan(many), { policy: { jobs: 4 } })
  const of = report(world.run())
  const [time] = blocks(of, 'Time', 'timeline')
  expect(time?.rows).toHaveLength(150)
  expect(time?.summary).toContain('The 250 tasks that took least time are not in the picture.')
  expect(rowsIn(of, 'Tasks', 'Tasks of the plan')).toHaveLength(400)
})
