/** What has to hold of every schedule (RELIABILITY P1, P2, P4, P13 to P16). */

import { isDeepStrictEqual } from 'node:util'
import type { RunEvent } from '../../../src/run/event.ts'
import type { RunState } from '../../../src/run/state.ts'
import { recorded, watch } from '../../../tests/run/watch.ts'
import type { Scene } from './life.ts'

/** @returns what is wrong with the order and the number of what happened, in words */
export function faultsOfLog(log: readonly RunEvent[], scene: Scene, answered: ReadonlySet<string>): readonly string[] {
  const { overlaps, early, shared, unordered, unproved, undone } = watch(log)
  return [
    ...overlaps.map((it) => `two attempts at once: ${it}`),
    ...early.map((it) => `begun before its blocker was done: ${it}`),
    ...shared.map((it) => `one file at once: ${it}`),
    ...unordered.map((it) => `out of order: ${it}`),
    ...unproved.map((it) => `done in spite of a gate: ${it}`),
    ...undone.filter((it) => it !== 'reopened' && it !== 'work-lost').map((it) => `done undone: ${it}`),
    ...twiceDone(log),
    ...repeatedAttempts(log),
    ...withoutGates(log, scene),
    ...withoutAnswer(log, answered),
    ...withoutReview(log, scene, answered),
  ]
}

/** The same events make the same state, whoever folds them (P13). */
export function faultsOfState(live: RunState, folded: RunState): readonly string[] {
  const [one, other] = [recorded(live), recorded(folded)] as [Record<string, unknown>, Record<string, unknown>]
  return Object.keys(one)
    .filter((key) => !isDeepStrictEqual(one[key], other[key]))
    .map((key) => `the journal folds to another ${key}`)
}

/** A task is done once, unless a person has opened it again (P1). */
function twiceDone(log: readonly RunEvent[]): readonly string[] {
  const done = new Set<string>()
  const wrong: string[] = []
  for (const { body, subject } of log) {
    if (body.type !== 'step-moved' || subject === null) continue
    if (body.from === 'done') done.delete(subject.task)
    if (body.to !== 'done') continue
    if (done.has(subject.task)) wrong.push(`${subject.task} was done twice`)
    done.add(subject.task)
  }
  return wrong
}

/** No attempt is made again under its number: an interrupted one is on record (P4). */
function repeatedAttempts(log: readonly RunEvent[]): readonly string[] {
  const made = new Map<string, number>()
  const wrong: string[] = []
  const ids = new Set<number>()
  for (const { body } of log) {
    // Done again under the same request, it would be no attempt of its own.
    if (body.type === 'effect-repeated' && ids.has(body.id))
      wrong.push(`the attempt of request ${body.id} was repeated`)
    if (body.type !== 'effect-requested') continue
    ids.delete(body.id)
    if (body.effect.is !== 'start-attempt') continue
    ids.add(body.id)
    const { task, step, attempt } = body.effect.name
    const last = made.get(`${task}/${step}`) ?? 0
    if (attempt <= last) wrong.push(`attempt ${attempt} of ${task} after attempt ${last}`)
    made.set(`${task}/${step}`, attempt)
  }
  return wrong
}

/** Verified means that every gate of the step has passed on one tree (P15). */
function withoutGates(log: readonly RunEvent[], { plan }: Scene): readonly string[] {
  const keys = new Map<string, string>()
  const wrong: string[] = []
  for (const { body, subject } of log) {
    if (body.type === 'plan-revised') for (const { uid, spec } of body.added) keys.set(uid, spec.key)
    if (body.type !== 'task-proved' || body.proof !== 'verified' || subject === null) continue
    const key = keys.get(subject.task) ?? subject.task
    const wanted = plan.tasks.find((it) => it.key === key)?.steps[0]?.gates ?? []
    const passed = body.evidence.filter((it) => it.result === 'passed' && it.gate !== 'files')
    for (const gate of wanted.filter((it) => it !== 'files'))
      if (!passed.some((it) => it.gate === gate)) wrong.push(`${key} is verified without ${gate}`)
    if (new Set(passed.map((it) => it.tree)).size > 1) wrong.push(`${key} is verified on more than one tree`)
  }
  return wrong
}

/** Answers that let something pass. */
const passing: ReadonlySet<string> = new Set(['approve', 'accept', 'ignore-same', 'override'])

/**
 * Nothing that a person was asked goes on without their word (P16).
 * @param answered reviews that somebody answered, and as `task KEY` tasks of which they said something
 */
function withoutAnswer(log: readonly RunEvent[], answered: ReadonlySet<string>): readonly string[] {
  const keys = new Map<string, string>()
  const of = new Map<string, string>()
  const wrong: string[] = []
  for (const { body, subject } of log) {
    if (body.type === 'plan-revised') for (const { uid, spec } of body.added) keys.set(uid, spec.key)
    if (body.type === 'review-asked' && subject !== null) of.set(body.review, keys.get(subject.task) ?? subject.task)
    // A question that the world has answered, such as a gate that is green again, lets nothing pass.
    if (body.type !== 'review-decided' || !passing.has(body.answer)) continue
    if (!answered.has(body.review) && !answered.has(`task ${of.get(body.review) ?? ''}`))
      wrong.push(`review ${body.review} was decided and nobody had answered it`)
  }
  return wrong
}

/** What is always reviewed is not done without a person's word (P16). */
function withoutReview(log: readonly RunEvent[], { plan }: Scene, answered: ReadonlySet<string>): readonly string[] {
  const reviewed = new Set(plan.tasks.filter((it) => it.steps[0]?.review === 'always').map((it) => it.key))
  const keys = new Map<string, string>()
  const approved = new Set<string>()
  const wrong: string[] = []
  for (const { body, subject } of log) {
    if (body.type === 'plan-revised') for (const { uid, spec } of body.added) keys.set(uid, spec.key)
    if (subject === null) continue
    const key = keys.get(subject.task) ?? subject.task
    if (body.type === 'review-decided' && passing.has(body.answer)) approved.add(key)
    if (body.type !== 'step-moved' || body.to !== 'done' || !reviewed.has(key)) continue
    if (!approved.has(key) && !answered.has(`task ${key}`)) wrong.push(`${key} is done and nobody has reviewed it`)
  }
  return wrong
}
