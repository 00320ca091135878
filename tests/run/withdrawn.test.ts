/** Which deviations of an earlier draft are so no longer. */

import { expect, test } from 'vitest'
import type { Deviation, DeviationKind } from '../../src/run/deviation.ts'
import { findDeviations } from '../../src/run/deviations.ts'
import type { Effect } from '../../src/run/effect.ts'
import type { Outcome } from '../../src/run/outcome.ts'
import { withdrawn } from '../../src/run/withdrawn.ts'
import { gate, plan, step, task, World } from './world.ts'

const deviation = (kind: DeviationKind, path: string): Deviation => ({
  kind,
  task: 'T001',
  what: `${path} is ${kind}`,
  reason: '',
  action: '',
  impact: '',
  path,
  claimedBy: 'found',
})

/** What is found of a declared file that git ignores. */
function ofIgnored(path: string, { isInDraft }: { readonly isInDraft: boolean }): Deviation {
  const declares = task('T001', {
    files: [{ path, action: 'create', form: 'path', to: null, note: null }],
    declaresFiles: true,
  })
  const look = { tree: 't', changes: [], present: [], before: [], ticked: [], planEdited: false, protectedChanges: [] }
  const [found] = findDeviations(declares, { ...look, ignored: [{ path, isInDraft }] }, null, [])
  if (found === undefined) throw new Error('nothing is found')
  return found
}

test('what the next draft does not do any more is taken back, and what it does is not', () => {
  const [one, two] = [deviation('outside', 'a'), deviation('outside', 'b')]
  expect(withdrawn([one, two], [two], new Set(['b']))).toEqual([one])
})

test('what is there by now, or is what it was to be, is told no more, though the draft changes it', () => {
  const before = (['absent', 'untouched', 'existed'] as const).map((kind) => deviation(kind, 'a'))
  expect(withdrawn(before, [], new Set(['a']))).toEqual(before)
})

test('what git ignores stays told as long as the draft holds it, which then knows it as any other file', () => {
  const ignored = ofIgnored('out/a', { isInDraft: true })
  expect(withdrawn([ignored], [], new Set(['out/a']))).toEqual([])
  expect(withdrawn([ignored], [], new Set())).toEqual([ignored])
})

test('that a file was left out is told no more once a draft holds it, be it kept although git ignores it', () => {
  const [left, kept] = [ofIgnored('out/a', { isInDraft: false }), ofIgnored('out/a', { isInDraft: true })]
  expect(withdrawn([left], [], new Set(['out/a']))).toEqual([left])
  expect(withdrawn([left], [kept], new Set(['out/a']))).toEqual([left])
  expect(withdrawn([left], [left], new Set())).toEqual([])
})

test('what git ignores and a draft has taken in is told of the drafts after it, until none holds it', () => {
  const toldWith = (steps: readonly string[], isHeldAt: (snapshot: number) => boolean): readonly string[] => {
    const world = new World({ gates: { 'unit draft': ['failed', 'passed'] } })
    const perform = world.perform.bind(world)
    let snapshots = 0
    world.perform = (effect: Effect): Outcome => {
      const outcome = perform(effect)
      if (outcome.of !== 'snapshot' || outcome.is !== 'taken') return outcome
      snapshots += 1
      const change = (path: string) => ({ path, change: 'added', from: null }) as const
      const isHeld = isHeldAt(snapshots)
      // Once it is in a commit git ignores it no more.
      const ignored = snapshots === 1 ? [{ path: 'out/a', isInDraft: true }] : []
      return { ...outcome, changes: [change('work.txt'), ...(isHeld ? [change('out/a')] : [])], ignored }
    }
    const of = task('A', {
      files: [{ path: 'out/a', action: 'create', form: 'path', to: null, note: null }],
      declaresFiles: true,
      steps: steps.map((id) => step({ id, gates: ['unit'] })),
    })
    world.start(plan([of]), { policy: { workspace: 'worktree', retries: 1 }, gates: [gate('unit')] })
    world.run()
    return world.task('A').deviations.map(({ kind, path }) => `${kind} ${path ?? ''}`)
  }
  const told = 'ignored out/a'
  expect(toldWith(['main'], () => true)).toContain(told)
  expect(toldWith(['main'], (snapshot) => snapshot === 1)).not.toContain(told)
  // A step after it leaves it as it is: the task has it still.
  expect(toldWith(['one', 'two'], (snapshot) => snapshot < 3)).toContain(told)
})
