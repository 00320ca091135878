/** What was requested and has no outcome when the executor dies: one verdict each, and what follows from it. */

import { expect, test } from 'vitest'
import { educationDefaults } from '../../src/plan/education.ts'
import { escalationDefaults } from '../../src/plan/escalation.ts'
import type { Policy } from '../../src/plan/policy.ts'
import type { Effect } from '../../src/run/effect.ts'
import { recovery, type RecoveryVerdict } from '../../src/run/recovery.ts'
import { harbourDraft } from '../rig/harbour-spec.ts'
import { gate, plan, step, task, World } from './world.ts'

interface Row {
  readonly kind: Effect['is']
  readonly stage?: 'merge' | 'commit' | 'move'
  readonly verdict: RecoveryVerdict
  readonly policy?: Partial<Policy>
  readonly review?: 'always'
}

const rows: readonly Row[] = [
  { kind: 'prepare-workspace', verdict: 'repeat' },
  { kind: 'start-attempt', verdict: 'interrupted' },
  { kind: 'end-attempt', verdict: 'settled' },
  { kind: 'snapshot', verdict: 'repeat' },
  { kind: 'run-gate', verdict: 'repeat' },
  { kind: 'ask-review', verdict: 'repeat', review: 'always' },
  {
    kind: 'consult',
    verdict: 'repeat',
    policy: { mode: 'education', education: educationDefaults, escalation: escalationDefaults },
  },
  {
    kind: 'judge',
    verdict: 'repeat',
    policy: {
      judgement: { agent: 'judge', steps: true, completion: true, retry: false, limitMs: 1000 },
      escalation: escalationDefaults,
    },
  },
  { kind: 'integrate', stage: 'merge', verdict: 'repeat' },
  { kind: 'integrate', stage: 'commit', verdict: 'repeat' },
  { kind: 'integrate', stage: 'move', verdict: 'repeat' },
  { kind: 'publish', verdict: 'repeat' },
  { kind: 'project', verdict: 'repeat' },
  { kind: 'dispose-workspace', verdict: 'repeat' },
  { kind: 'verify-completion', verdict: 'repeat', policy: { verifiesCompletion: true } },
]

/** A plan that says when it is complete. */
const { spec } = harbourDraft('[completion_criteria]\nacceptance_criteria = ["`table.txt` exists"]\n')

/** Requested by nothing that is built yet: their verdicts stand in the table, and no run can come to them. */
const notRequested: readonly Effect['is'][] = ['research', 'verify-tool', 'notify', 'set-timer']

test('each kind of effect has its row here', () => {
  expect([...new Set(rows.map((it) => it.kind)), ...notRequested].sort()).toEqual(Object.keys(recovery).sort())
})

const isOf = (effect: Effect, { kind, stage }: Row): boolean =>
  effect.is === kind && (stage === undefined || (effect.is === 'integrate' && effect.stage === stage))

/** A run up to where such an effect was requested: nobody sees its end. */
function cutOffAt(row: Row): { readonly world: World; readonly id: number; readonly again: () => void } {
  const world = new World()
  const tasks = plan([
    task('A', {
      steps: [step({ gates: ['g'], expected: 'A table of a week', ...(row.review ? { review: row.review } : {}) })],
    }),
    task('B', { steps: [step({ gates: ['g'] })] }),
  ])
  const read = row.kind === 'verify-completion' && spec !== undefined ? { ...tasks, spec } : tasks
  const begin = (): void => world.start(read, { policy: { workspace: 'worktree', ...row.policy }, gates: [gate('g')] })
  begin()
  for (let turn = 0; turn < 200; turn += 1) {
    // An attempt is only told to end when somebody asks for it.
    const atWork = world.pending.some(({ effect }) => effect.is === 'start-attempt')
    if (row.kind === 'end-attempt' && atWork && world.state.status === 'running') world.say({ verb: 'stop', text: '' })
    const open = world.pending.find(({ effect }) => isOf(effect, row))
    if (open) return { world, id: open.id, again: begin }
    if (!world.step()) break
  }
  throw new Error(`no run comes to ${row.kind} ${row.stage ?? ''}`)
}

test.each(rows)('$kind $stage without an outcome: $verdict', (row) => {
  const { world, id, again } = cutOffAt(row)
  const before = world.log.length
  world.die()
  again()
  const since = world.log.slice(before)
  const repeated = since.filter(({ body }) => body.type === 'effect-repeated' && body.id === id)
  const settled = since.flatMap(({ body }) => (body.type === 'effect-settled' && body.id === id ? [body.outcome] : []))
  expect(repeated).toHaveLength(row.verdict === 'repeat' ? 1 : 0)
  expect(world.pending.some((it) => it.id === id)).toBe(row.verdict === 'repeat')
  expect(settled).toHaveLength(row.verdict === 'repeat' ? 0 : 1)
  if (row.verdict === 'interrupted') expect(settled[0]).toMatchObject({ of: 'start-attempt', how: 'interrupted' })
  world.run()
  // Where a person is asked, they answer; then all is done, once.
  for (const [review] of world.state.reviews) world.say({ verb: 'answer', review, answer: 'approve', text: '' })
  if (world.state.status === 'parked') again()
  world.run()
  const done = world.log.flatMap(({ body, subject }) =>
    body.type === 'step-moved' && body.to === 'done' && subject ? [subject.task] : [],
  )
  expect([world.status('A'), world.status('B')]).toEqual(['done', 'done'])
  expect(new Set(done).size).toBe(done.length)
})
