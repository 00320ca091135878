/** The steps of a divided task in words; a plan that divides nothing is told as before. */

import { expect, test } from 'vitest'
import { eventText } from '../../src/reports/run/event-text.ts'
import { runJson } from '../../src/reports/run/json.ts'
import { runLines } from '../../src/reports/run/lines.ts'
import { statusText } from '../../src/reports/run/status.ts'
import { backupText, leftOutText, stepLines, stepText } from '../../src/reports/run/step-text.ts'
import { summaryText } from '../../src/reports/run/summary.ts'
import { evolve } from '../../src/run/evolve.ts'
import { newState } from '../../src/run/new-state.ts'
import type { StepView } from '../../src/run/step-views.ts'
import { agentMethod, plan, step, task, World } from '../run/world.ts'

const view = (more: Partial<StepView> = {}): StepView => ({
  id: '2',
  name: '1.2',
  title: 'Make it',
  critical: true,
  state: 'done',
  isGivenUp: false,
  isUsedUp: false,
  method: { id: 'backup-1', text: 'HTML', argv: [] },
  failed: [{ id: 'primary', text: 'PDF', argv: [], why: 'no printer', output: '' }],
  attempts: 2,
  reason: null,
  output: '',
  verifications: [],
  ...more,
})

test('a backup is told with the first line of its text, its program, and what failed just before', () => {
  expect(backupText(view())).toBe('backup-1: HTML, after primary failed: no printer')
  const tool = { id: 'backup-1', text: '', argv: ['sh', './make it.sh'] }
  expect(backupText(view({ method: tool }))).toBe('backup-1: sh "./make it.sh", after primary failed: no printer')
  const long = { id: 'backup-1', text: '\nHTML:\n- by hand\n\nMethod in the Markdown: a web page', argv: [] }
  expect(backupText(view({ method: long }))).toBe('backup-1: HTML:, after primary failed: no printer')
  expect(backupText(view({ failed: [] }))).toBeNull()
  expect(leftOutText(view({ reason: 'x' }))).toBeNull()
})

test('what a tool said last is told once, whether or not its failure holds it', () => {
  const of = (why: string, output: string): string | null =>
    backupText(view({ failed: [{ id: 'primary', text: 'PDF', argv: [], why, output }] }))?.split('failed: ')[1] ?? null
  const said = 'paper\nno printer\n'
  expect(of('the tool ended with exit code 1\npaper\nno printer', said)).toBe(
    'the tool ended with exit code 1 (no printer)',
  )
  expect(of('the agent ended with exit code 1', said)).toBe('the agent ended with exit code 1 (no printer)')
  expect(of('no printer', said)).toBe('no printer')
})

test('nothing that a plan or a program says takes a line, steers a terminal or is without end', () => {
  const bad = `\u001b[31mred\nnext\u202e${'x'.repeat(5_000)}`
  const method = { id: bad, text: bad, argv: [bad] }
  const failed = [{ ...method, why: bad, output: bad }]
  const wrong = view({ name: bad, title: bad, method, failed, reason: bad, output: bad, isGivenUp: true })
  for (const line of [stepText(wrong), backupText(wrong) ?? '', ...stepLines([wrong])]) {
    expect(line).not.toMatch(/[\p{Cc}\u202e]/u)
    expect(line.length).toBeLessThan(18_000)
  }
})

/** All that is printed of a run whose first attempt of each task fails. */
function printed(named: boolean): string {
  const title = named ? 'Make it' : ''
  const world = new World({ attempts: { 'A/work': [{ how: 'failed' }, { how: 'finished' }] } })
  const methods = [agentMethod, { ...agentMethod, id: 'backup-1', instruction: 'HTML' }]
  world.start(plan([task('A', { steps: [step({ title, methods })] })]), { policy: { retries: 0 } })
  const { log, state } = world.run()
  const so = newState()
  const told = { headed: new Set<string>(), deviations: new Map<string, number>(), last: null }
  const shown = { plan: 'p.md', colour: false, width: 80 }
  return [
    ...log.flatMap((it) => runLines(it, evolve(so, it), { colour: false, told })),
    ...log.map((it, seq) => eventText({ seq, ...it }, state)),
    statusText(state, shown),
    summaryText(state, shown),
    JSON.stringify(runJson(state, { plan: 'p.md', dialect: 'test' })),
  ].join('\n')
}

test('what has one nameless step is told without steps', () => {
  const plain = printed(false)
  expect(plain).toContain('    attempt 2, backup-1, a (after attempt 1)')
  expect(plain).not.toMatch(/A\.work|"steps"|HTML/)
  const named = printed(true)
  expect(named).toContain('    A.work Make it: attempt 2, a\n      backup-1: HTML, after primary failed: ')
  expect(named).toMatch(/"steps":\[\{"id":"work","title":"Make it"/)
})

test('what failed before a backup is told once, however often that is tried', () => {
  const failed = { how: 'failed' as const }
  const world = new World({ attempts: { 'A/1': [failed, failed, failed, { how: 'finished' }] } })
  const methods = [agentMethod, { ...agentMethod, id: 'backup-1', instruction: 'HTML' }]
  world.start(plan([task('A', { steps: [step({ id: '1', title: 'Make it', methods })] })]), { policy: { retries: 1 } })
  const so = newState()
  const told = { headed: new Set<string>(), deviations: new Map<string, number>(), last: null }
  const lines = world.run().log.flatMap((it) => runLines(it, evolve(so, it), { colour: false, told }))
  expect(lines.filter((it) => /attempt|backup/.test(it))).toEqual([
    '    A.1 Make it: attempt 1, a',
    expect.stringMatching(/^ {4}A\.1 Make it: attempt 2, .*a \(after attempt 1\)$/),
    '    A.1 Make it: attempt 3, a',
    '      backup-1: HTML, after primary failed: the agent ended with exit code 0',
    expect.stringMatching(/^ {4}A\.1 Make it: attempt 4, .*a \(after attempt 3\)$/),
  ])
})

/** Both steps of a task, of which the first has failed with every method. @param after what a person says then */
function failing(after: 'override' | 'skip'): { readonly world: World; readonly lines: readonly string[] } {
  const steps = ['1', '2'].map((id) => step({ id, title: `Part ${id}` }))
  const read = plan([task('A', { steps })])
  const world = new World({ attempts: { 'A/1': [{ how: 'failed' }], 'A/2': [{}] } })
  const go = (): void => {
    world.start(read, {
      policy: { workspace: 'worktree', exhausted: 'ask', retries: 0, unverified: 'accept', review: 'never' },
    })
    world.run()
  }
  go()
  const before = world.log.length
  world.say({ verb: 'answer', review: 'R1', answer: after, text: 'known' })
  const told = { headed: new Set<string>(), deviations: new Map<string, number>(), last: null }
  // As an executor tells it: with the state that all of it has come to.
  const lines = world.log.slice(before).flatMap((it) => runLines(it, world.state, { colour: false, told }))
  go()
  return { world, lines }
}

test('a step that a person let stand is named at the end, also where the task goes on and is proved', () => {
  const { world } = failing('override')
  expect(world.status('A')).toBe('done')
  const summary = summaryText(world.state, { plan: 'p', colour: false })
  expect(summary).toContain('\n  - A.1 Part 1 overridden by h: known\n')
  expect(summary.split('overridden by')).toHaveLength(2)
})

test('what is left out of a task is told once, and not with each of its steps', () => {
  const { world, lines } = failing('skip')
  expect(world.status('A')).toBe('skipped')
  expect(lines.filter((it) => it.includes('skipped'))).toEqual(['  A skipped: known'])
})
