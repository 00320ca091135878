/**
 * Standard mode: one task does others too. What its agent ticked is a claim, and is believed of each task by itself: its own
 * declared files have to hold in the draft, and what it waits for has to be done (DESIGN Proof; RELIABILITY P2, P15, S3).
 */

import type { Feedback } from './effect.ts'
import type { Evidence } from './outcome.ts'
import {
  butCommitted,
  changesOfTask,
  filesEvidence,
  filesGate,
  judgeFiles,
  wantsChange,
  type Look,
} from './files-gate.ts'
import { covers } from './path-pattern.ts'
import { countedAttempts, mayRetry } from './retry.ts'
import { coveredOf, taskOf, type RunState, type StepRun, type TaskRun } from './state.ts'
import { currentStep, taskStatus } from './task-status.ts'
import { emit, move, type Turn } from './turn.ts'
import { tellProved } from './prove.ts'
import { nameOf } from './views.ts'
import { lastDraft } from './step-base.ts'

interface Doubted {
  readonly task: TaskRun
  /** What is wrong with its files; empty where only what it waits for is not done. */
  readonly files: readonly string[]
  readonly waitsFor: readonly TaskRun[]
}

interface Ticks {
  readonly believed: readonly TaskRun[]
  readonly doubted: readonly Doubted[]
}

const nothingSeen: Look = { tree: null, changes: [], present: [] }

function lookOf(task: TaskRun): Look {
  return lastDraft(task)?.draft ?? nothingSeen
}

/** The part of a look that is about one task: what others of the phase changed says nothing of it. */
function ownLook({ spec }: TaskRun, look: Look): Look {
  if (spec.files.some((file) => file.form === 'abbreviated')) return look
  const isOwn = (path: string | null): boolean => path !== null && spec.files.some((file) => covers(file, path))
  return { ...look, changes: look.changes.filter((change) => isOwn(change.path) || isOwn(change.from)) }
}

function filesTrouble(task: TaskRun, look: Look): readonly string[] {
  const problems = judgeFiles(task.spec.files, ownLook(task, look))
  const named = problems.filter((it) => it.path !== null).map((it) => it.text)
  return problems.length > named.length && named.length === 0
    ? ['nothing that it declares to change was changed']
    : named
}

/** What the ticks of a draft amount to. A parent that is the sum of its parts needs no tick of its own. */
function judgeTicks(state: RunState, task: TaskRun): Ticks {
  const ticked = new Map(task.steps.flatMap((step) => [...step.ticked]))
  const look = lookOf(task)
  const open = coveredOf(state, task).filter((it) => taskStatus(it) === 'pending')
  const claimed = open.filter((it) => ticked.get(it.uid) === it.spec.textHash)
  const files = new Map(claimed.map((it) => [it.uid, task.overridden !== null ? [] : filesTrouble(it, look)]))
  const sums = open.filter((it) => !files.has(it.uid) && it.spec.steps.every((step) => step.methods.length === 0))
  const believed = new Set([...claimed.filter((it) => files.get(it.uid)?.length === 0), ...sums].map((it) => it.uid))
  const unmet = (it: TaskRun): readonly TaskRun[] =>
    (state.blockers.get(it.uid) ?? []).flatMap(({ uid, edge }) => {
      const blocker = taskOf(state, uid)
      return edge.needs === 'settled' || blocker.outlook === 'good' || believed.has(uid) ? [] : [blocker]
    })
  const doubts = [...believed].map((uid) => taskOf(state, uid)).filter((it) => unmet(it).length > 0)
  for (let it = doubts.pop(); it; it = doubts.pop()) {
    if (!believed.delete(it.uid)) continue
    for (const { uid, edge } of state.dependants.get(it.uid) ?? [])
      if (edge.needs === 'done' && believed.has(uid)) doubts.push(taskOf(state, uid))
  }
  return {
    believed: open.filter((it) => believed.has(it.uid)),
    doubted: claimed
      .filter((it) => !believed.has(it.uid))
      .map((it) => ({ task: it, files: files.get(it.uid) ?? [], waitsFor: unmet(it) })),
  }
}

/** Uids of the tasks that are done with the merge of some: these, and what holds of those that they cover. */
export function doneWith(state: RunState, uids: readonly string[]): ReadonlySet<string> {
  return new Set(
    uids.flatMap((uid) => {
      const task = taskOf(state, uid)
      return [uid, ...(task.spec.covers ? judgeTicks(state, task).believed.map((it) => it.uid) : [])]
    }),
  )
}

function doubtText({ task, files, waitsFor }: Doubted): string {
  const why = files.length > 0 ? files.join('; ') : `it waits for ${waitsFor.map(nameOf).join(', ')}, not done`
  return `${nameOf(task)} is ticked, but ${why}`
}

/**
 * What is wrong with the draft of a task that covers others, for the next attempt: ticks that are not borne out, or no
 * change at all although changes are declared. Null where nothing is, or where nothing but accepting what holds is left.
 */
export function doubtDraft(turn: Turn, task: TaskRun, step: StepRun): Feedback | null {
  const { state } = turn
  const open = coveredOf(state, task).filter((it) => taskStatus(it) === 'pending')
  if (open.length === 0) return null
  const look = lookOf(task)
  const files = [task, ...open].flatMap((it) => it.spec.files)
  const isEmpty =
    look.tree !== null && changesOfTask(files, look).length === 0 && open.some((it) => wantsChange(it.spec.files, look))
  const { believed, doubted } = judgeTicks(state, task)
  if (!isEmpty && doubted.length === 0) return null
  // What holds is not lost for what does not, once no attempt is left.
  if (!isEmpty && believed.length > 0 && !mayRetry(state.policy, step) && state.policy.exhausted === 'block')
    return null
  const lines = [
    ...doubted.map(doubtText),
    ...(isEmpty ? [`the draft changes nothing${butCommitted(look)} although its tasks declare changes`] : []),
  ]
  return { from: 'files', source: filesGate, text: lines.join('\n'), output: null }
}

/** The draft is merged: what was ticked and holds is done, each by its own proof; the rest stays open, or ends blocked. */
export function markCovered(turn: Turn, task: TaskRun): void {
  if (!task.spec.covers) return
  const { believed, doubted } = judgeTicks(turn.state, task)
  for (const it of believed) {
    const step = currentStep(it)
    const evidence = evidenceFor(it, task)
    const drafts = task.steps.map(({ draft }) => draft)
    tellProved(turn, { ...it, overridden: task.overridden }, step, { evidence, drafts, commit: task.commit })
    move(turn, it, step, { to: 'done', because: 'accepted' })
  }
  blockDoubted(turn, task, doubted)
}

/** The task that covers others ended without being accepted: what was ticked and does not hold ends with it. */
export function endCovered(turn: Turn, task: TaskRun): void {
  if (task.spec.covers) blockDoubted(turn, task, judgeTicks(turn.state, task).doubted)
}

function blockDoubted(turn: Turn, task: TaskRun, doubted: readonly Doubted[]): void {
  const attempts = countedAttempts(currentStep(task))
  for (const it of doubted) {
    if (it.files.length === 0) {
      // Whether it is blocked follows from what it waits for.
      emit(turn, { type: 'finding', kind: 'tick', text: `${doubtText(it)}: that proves nothing` })
      continue
    }
    const cause = { is: 'retries-exhausted', attempts, last: it.files.join('; ') } as const
    move(turn, it.task, currentStep(it.task), { to: 'blocked', because: 'exhausted', cause })
  }
}

/** Of what was judged for the whole: the task's own gates, and its own files. */
function evidenceFor(it: TaskRun, task: TaskRun): readonly Evidence[] {
  const gates = new Set(it.spec.steps.flatMap((step) => step.gates))
  const own = task.evidence.filter(({ gate }) => gate !== filesGate && gates.has(gate))
  if (it.spec.files.length === 0) return own
  const look = lookOf(task)
  return [...own, filesEvidence(it.spec.files, ownLook(it, look))]
}
