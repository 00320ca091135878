/** What an outsider sees of a run: requests, outcomes and moves of its log, and the state it folds to. */

import { evolve } from '../../src/run/evolve.ts'
import type { RunEvent } from '../../src/run/event.ts'
import { newState } from '../../src/run/new-state.ts'
import type { RunState } from '../../src/run/state.ts'
import type { Evidence } from '../../src/run/outcome.ts'
import { holdsOn, isCheck, taskStatus, touchedPaths, writtenPaths } from '../../src/run/task-status.ts'
import { isEnd } from '../../src/run/step-status.ts'
import { isReady } from '../../src/run/track.ts'
import { isKnownRed } from '../../src/run/verdict.ts'
import { earlierWriter, noWays } from '../../src/run/writers.ts'

export interface Watched {
  /** Attempts that began while another one of the same task was under way. */
  readonly overlaps: readonly string[]
  /** Attempts that began before what blocks their task was done. */
  readonly early: readonly string[]
  /** Tasks that were begun while another one had the same file. */
  readonly shared: readonly string[]
  /** Tasks that were begun before another one that writes one of their files, comes first, and needs nobody's help. */
  readonly unordered: readonly string[]
  /** Proofs in which a gate is red that nobody has let pass: of a draft, or of the tree that it was merged into. */
  readonly unproved: readonly string[]
  /** Moves away from done, and what they were for. */
  readonly undone: readonly string[]
}

/** Watches a log the way an outsider would: only requests, outcomes and moves. */
export function watch(log: readonly RunEvent[]): Watched {
  const overlaps: string[] = []
  const early: string[] = []
  const shared: string[] = []
  const unordered: string[] = []
  const unproved: string[] = []
  const undone: string[] = []
  const before = newState()
  const running = new Map<string, number>()
  const begun = new Map<string, readonly string[]>()
  for (const event of log) {
    const { body, subject } = event
    if (body.type === 'effect-requested' && body.effect.is === 'start-attempt') {
      const uid = body.effect.name.task
      if (running.has(uid)) overlaps.push(uid)
      running.set(uid, body.id)
      early.push(...unmetBlockers(before, uid).map((it) => `${uid} before ${it}`))
    }
    if (body.type === 'effect-settled') for (const [uid, id] of running) if (id === body.id) running.delete(uid)
    if (body.type === 'step-moved' && body.because === 'begins' && subject) {
      // What an edit of the plan declares of a task that has begun is another's where that holds it already.
      const task = before.tasks.get(subject.task)!
      const own = writtenPaths(task)
      for (const [uid, paths] of begun)
        if (isBegun(before, uid) && paths.some((it) => touchedPaths(before, task).includes(it)))
          shared.push(`${subject.task} has files of ${uid}`)
      begun.set(subject.task, own)
      const earlier = isCheck(task) ? null : earlierWriter(before, task, noWays())
      if (earlier !== null) unordered.push(`${subject.task} before ${earlier.by}, which writes ${earlier.path} first`)
    }
    if (body.type === 'task-proved' && subject !== null)
      for (const gate of redIn(before, subject.task, body.evidence))
        unproved.push(`${subject.task} in spite of ${gate}`)
    if (body.type === 'step-moved' && body.from === 'done') undone.push(body.because)
    evolve(before, event)
  }
  return { overlaps, early, shared, unordered, unproved, undone }
}

/** Gates that are red in a proof, and were neither so before nor let pass. */
function redIn(state: RunState, uid: string, evidence: readonly Evidence[]): readonly string[] {
  const task = state.tasks.get(uid)!
  if (task.overridden) return []
  const forgiven = [state.knownRed, state.knownRedOnTip, task.forgiven]
  const waived = task.steps.flatMap((it) => it.waived)
  return evidence
    .filter((it) => it.result !== 'passed' && task.steps.every(({ spec }) => spec.expect === 'green'))
    .filter((it) => !forgiven.some((known) => isKnownRed(known, it)))
    .filter((it) => !waived.some(({ gate, result }) => gate === it.gate && result === it.result))
    .map((it) => `${it.gate}, which ${it.result}`)
}

function unmetBlockers(state: RunState, uid: string): readonly string[] {
  return (state.blockers.get(uid) ?? []).flatMap(({ uid: blocker, edge }) => {
    const task = state.tasks.get(blocker)!
    const status = taskStatus(task)
    const held = status === 'pending' && task.dead > 0
    const isMet = edge.needs === 'done' ? status === 'done' || status === 'skipped' : held || isEnd(status)
    return isMet ? [] : [`${blocker} (${status})`]
  })
}

function isBegun(state: RunState, uid: string): boolean {
  const task = state.tasks.get(uid)
  const status = task ? taskStatus(task) : 'pending'
  return status !== 'pending' && !isEnd(status)
}

/** Tasks that could have begun and did not, though nothing is under way. */
export function left(state: RunState): readonly string[] {
  const ways = noWays()
  return [...state.tasks.values()]
    .filter((it) => isReady(it) && holdsOn(state, it).length === 0 && earlierWriter(state, it, ways) === null)
    .map((it) => it.spec.key)
}

/** The state without the ready queue, whose stale entries are passed over when they are taken. */
export function recorded(state: RunState): object {
  const tasks = [...state.tasks.values()].map((it) => ({ ...it, queued: null }))
  return {
    ...state,
    tasks,
    ready: null,
    heldUp: null,
    offered: null,
    readyTasks: [...state.tasks.values()].filter(isReady).map((it) => it.uid),
  }
}
