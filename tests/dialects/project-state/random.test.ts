/** What a run writes into states of any layout: it stays JSON, what others wrote stays in its order, and no way leaves a trace. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits } from '../../../src/dialects/edits.ts'
import { readProjectState } from '../../../src/dialects/project-state/read.ts'
import { projectProjectState } from '../../../src/dialects/project-state/write/project.ts'
import type { AddedTask } from '../../../src/plan/added-task.ts'
import type { MarkWish, PlanRecords, Projection } from '../../../src/plan/projection.ts'
import { commentsOf, isComment, laidOut, piecesOf, valueOf, type Json, type RandomState } from './random-states.ts'

const ids = ['A-10', 'A-2', 'A-1', 'B-1']
const gates = ['unit', 'build']
const joining = ['C-1', 'C-2']

/** What is known after so many attempts of each task; a later one says something else than the one before. */
function recordsAfter(attempts: readonly number[]): PlanRecords {
  const begun = ids.flatMap((id, at) => {
    const attempt = attempts[at] ?? 0
    return attempt === 0 ? [] : [{ key: id, id, attempt }]
  })
  const all = Math.max(...attempts)
  return {
    phase: all > 1 ? 'integrate' : 'execute',
    current: null,
    blockedReason: null,
    said: { current: true, blockedReason: true },
    drafts: begun.map(({ key, id, attempt }) => ({
      key,
      id,
      attempt,
      files: attempt > 1 ? [{ path: 'a.ts', change: 'added' }] : [],
      explanation: attempt === 1 ? 'half\u200b' : 'whole é',
      commit: null,
    })),
    gates: begun.flatMap(({ key, id, attempt }) =>
      gates.slice(0, attempt).map((gate) => ({
        key,
        id,
        gate,
        result: attempt > 1 ? 'passed' : 'failed',
        argv: attempt > 1 ? ['a', 'b'] : [],
        exitCode: 0,
        tree: null,
        excerpt: '',
        durationMs: attempt,
      })),
    ),
    decisions: ids.slice(0, all).map((id, nth) => ({
      ...{ run: 'r', review: `R${nth}`, nth: 0, key: id, id, type: 'approve', feedback: '', by: 'ada', shown: null },
      at: '2026-01-02T03:04:05Z',
    })),
    integrations: Array.from({ length: all }, (_, at) => ({
      ...{ run: 'r', test: 'core', layer: null, round: at + 1, result: 'passed', details: '', suspected: null },
    })),
  }
}

function marksAfter(attempts: readonly number[]): readonly MarkWish[] {
  return ids.flatMap((id, at) => {
    const attempt = attempts[at] ?? 0
    const state = attempt > 1 ? ('done' as const) : ('blocked' as const)
    return attempt === 0 ? [] : [{ key: id, id, title: `Do ${id}`, state, reason: null, writtenReason: null }]
  })
}

/** Tasks that join the plan with a second attempt; one of its own waits for them. */
function addedAfter(attempts: readonly number[]): readonly AddedTask[] {
  return joining.slice(0, attempts.filter((it) => it > 1).length).map((id) => ({
    ...{ key: id, id, title: `Do ${id}`, group: 'tasks', by: 'A-1', description: null, files: [], blockedBy: ['A-1'] },
    ...{ blocks: ['B-1'], layer: null, role: null, kind: null, criteria: [], gates: [] },
  }))
}

function after(attempts: readonly number[]): Projection {
  return {
    summary: true,
    records: recordsAfter(attempts),
    marks: marksAfter(attempts),
    added: addedAfter(attempts),
  }
}

function written({ path, text }: RandomState, projection: Projection): RandomState {
  const source = { path, bytes: new TextEncoder().encode(text) }
  const bytes = applyEdits(source, projectProjectState([source], projection).edits)
  const next = { path, bytes }
  expect(readProjectState([next]).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  expect(projectProjectState([next], projection).edits).toEqual([])
  return { path, text: new TextDecoder().decode(bytes) }
}

type Members = Readonly<Record<string, Json>>

function shuffled(members: Members): fc.Arbitrary<Members> {
  const all = Object.entries(members)
  return fc.shuffledSubarray(all, { minLength: all.length }).map((entries) => Object.fromEntries<Json>(entries))
}

const task = (id: string): fc.Arbitrary<Json> =>
  fc
    .boolean()
    .chain((hasStatus) =>
      shuffled({ id, title: `Do ${id}`, depends_on: [], ...(hasStatus ? { status: 'pending' } : {}) }),
    )
const foreign = fc.constantFrom<Json>('x', 1, null, [], {}, { task_id: 'A-2', by: 'ada' }, ['x'])
const container = fc.oneof(
  fc.constantFrom<Json>([], {}, null),
  fc.array(foreign, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom(...ids, 'Z', '0'), foreign, { maxKeys: 3 }),
)
const state: fc.Arbitrary<Json> = fc
  .record({
    tasks: fc.tuple(...ids.map(task)),
    drafts: container,
    gate_results: container,
    human_decisions: container,
    integration_results: container,
    phase: fc.constantFrom('execute', 'Phase 1: Port'),
  })
  .chain(shuffled)

/** What others wrote, in its order: without statuses, the phase, a run's entries, and lists that hold nothing else. */
function ofOthers(value: Json): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).filter((it) => !isOurs(it)).map(ofOthers)
  if (value === null || typeof value !== 'object') return value
  return Object.entries(value).flatMap(([name, it]) => {
    const rest = name === 'status' || name === 'phase' || isOurs(it) ? [] : ofOthers(it)
    return Array.isArray(rest) && rest.length === 0 ? [] : [[name, rest]]
  })
}

function isOurs(value: Json): boolean {
  if (value === null || typeof value !== 'object') return joining.some((id) => id === value)
  return 'recorded_by' in value || ('id' in value && joining.some((id) => id === value['id']))
}

test('the way in which entries and statuses come, and come again, leaves no trace, and all else stays', () => {
  const attempt = fc.tuple(...ids.map(() => fc.nat(2)))
  fc.assert(
    fc.property(laidOut(state), fc.array(attempt, { maxLength: 3 }), (before, steps) => {
      const whole = after(ids.map(() => 2))
      const atOnce = written(before, whole)
      let now = before
      let reached = ids.map(() => 0)
      for (const step of steps) {
        reached = reached.map((it, at) => Math.max(it, step[at] ?? 0))
        now = written(now, after(reached))
      }
      expect(written(now, whole).text).toBe(atOnce.text)
      expect(commentsOf(atOnce.text)).toEqual(commentsOf(before.text))
      expect(ofOthers(valueOf(atOnce.text))).toEqual(ofOthers(valueOf(before.text)))
    }),
    { numRuns: 150 },
  )
})

/** The comments behind an id that end its line; null where something else stands on it. */
function behindId(text: string, id: string): readonly string[] | null {
  const pieces = piecesOf(text)
  const told = pieces.flatMap((piece, at) => (isComment(piece) || piece === '\n' ? [] : [{ piece, at }]))
  const nth = told.findIndex(({ piece }, at) => piece === `"${id}"` && told[at - 2]?.piece === '"id"')
  const rest = pieces.slice((told[nth]?.at ?? 0) + 1)
  const end = rest.findIndex((it) => !isComment(it) && it !== ',')
  return rest[end] === '\n' ? rest.slice(0, end).filter(isComment) : null
}

test('what ends the line of an id is still said of it when a status stands behind it', () => {
  fc.assert(
    fc.property(laidOut(state, fc.constant('state.jsonc')), (before) => {
      const { text } = written(before, { ...after(ids.map(() => 2)), records: recordsAfter([0]) })
      for (const id of ids) {
        const said = behindId(before.text, id)
        if (said !== null) expect([id, behindId(text, id)]).toEqual([id, said])
      }
    }),
    { numRuns: 150 },
  )
})
