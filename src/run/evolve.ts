/** Folds one event into the state: the only writer of `RunState`. */

import { isBaseline } from './baseline-key.ts'
import { mayBringIn } from './bring-in.ts'
import { chargeAttempt, settleCharge } from './budget.ts'
import { keyOfDeviation } from './withdrawn.ts'
import type { Evidence } from './outcome.ts'
import type { EventType, RunEvent } from './event.ts'
import { settleEffect, startEffect } from './evolve-effect.ts'
import { evolveCourse, noteFound } from './evolve-course.ts'
import { askReview, decideReview, withdrawReview } from './evolve-review.ts'
import { beginExecutor, retryShowing, selectTask, startRun } from './evolve-run.ts'
import { link, revise } from './evolve-plan.ts'
import { evidenceKey } from './evidence-key.ts'
import { noteJudged, setGates } from './evolve-gates.ts'
import { remembered } from './feedback.ts'
import { cutBatch } from './evolve-merge.ts'
import { moveStep } from './evolve-step.ts'
import { isPartOf } from './known-failure.ts'
import type { KnownRed } from './verdict.ts'
import { isEnd } from './step-status.ts'
import { newState, noEdits } from './new-state.ts'
import { coveringOf, taskOf, type RunState, type StepRun, type TaskRun } from './state.ts'
import { chooseMode } from './steps/change-mode.ts'
import { noteEnd, noteUsedUp } from './steps/course.ts'
import { noteResearchAsked } from './steps/research-record.ts'
import { reopenStages } from './speclets/fold.ts'
import { taskStatus } from './task-status.ts'
import { noteAllHeld, noteHeld, queueWhenReady, trackCovered, trackRest, trackTask } from './track.ts'
import { isSameGoal } from './completion/wanted.ts'

/**
 * Applies an event to the state in place and returns it.
 *
 * Costs the degree of the event's task; `plan-revised` and `selection-set` cost the plan.
 */
export function evolve(state: RunState, event: RunEvent): RunState {
  const task = event.subject ? state.tasks.get(event.subject.task) : undefined
  const before = task ? taskStatus(task) : null
  state.events += 1
  apply(state, event, task)
  const { type } = event.body
  if ((state.policy.keepsRecords && changesRecords.has(type)) || (state.spec !== null && changesProgress.has(type)))
    Object.assign(state, { unprojected: true, bookkept: false })
  if (task && before && state.tasks.has(task.uid)) trackTask(state, task, before, event.at)
  return state
}

/** By these what a run knows of its tasks beside their marks becomes something else. */
const changesRecords: ReadonlySet<EventType> = new Set([
  'step-moved',
  'gate-judged',
  'review-asked',
  'review-decided',
  'review-withdrawn',
])

/** By these the progress of a spec becomes something else. */
const changesProgress: ReadonlySet<EventType> = new Set([
  ...changesRecords,
  'spec-read',
  'executor-started',
  'policy-set',
  'propagation-decided',
  'constitution-checked',
  'speclet-failed',
  'stage-ended',
  'mode-changed',
  'pattern-decided',
  'patterns-proposed',
  'pattern-taken',
  'mode-chosen',
  'checkpoint-shown',
  'approach-chosen',
  'output-judged',
  'completion-judged',
  'run-moved',
])

/** Folds a whole log, from nothing. The same log always gives the same state. */
export function fold(events: Iterable<RunEvent>): RunState {
  const state = newState()
  for (const event of events) evolve(state, event)
  return state
}

/** So many edits of the plan are answered at the end of a run whatever they are, */
const mostEditsAtEnd = 10
/** and where the marks find no moment to be written, all that come for so long. */
const longestAtEndMs = 10_000

/**
 * What a person wrote may have taken away what we had written, or what was in our way: it is looked at once more. Where nothing
 * is left but to show how things stand, somebody who writes on and on does not keep the run from its end: of many edits those
 * that change no mark are let be.
 */
function showEdit(
  state: RunState,
  { added, changed, removed }: Extract<RunEvent['body'], { type: 'plan-revised' }>,
  at: number,
): void {
  const isEnding = [...state.effects.values()].every(({ effect }) => effect.is === 'project' || effect.is === 'publish')
  const { count, since } = state.editsAtEnd
  state.editsAtEnd = isEnding ? { count: count + 1, since: count === 0 ? at : since } : noEdits
  // A clock may be set back.
  const isWaitedFor = state.projectWaits && Math.abs(at - state.editsAtEnd.since) < longestAtEndMs
  if (state.editsAtEnd.count <= mostEditsAtEnd || isWaitedFor) {
    state.unprojected = true
    retryShowing(state)
    return
  }
  const isMarked = changed.some(({ uid, spec }) => {
    const task = taskOf(state, uid)
    return spec.mark !== task.shown || spec.reason !== task.spec.reason
  })
  if (isMarked || added.length + removed.length > 0) state.unprojected = true
}

/** The step that an event is about. */
export function stepOf(task: TaskRun, id: string | null): StepRun {
  const step = task.steps.find((it) => it.spec.id === id)
  if (!step) throw new Error(`internal: task ${task.uid} has no step ${String(id)}`)
  return step
}

function apply(state: RunState, event: RunEvent, subject: TaskRun | undefined): void {
  const body = event.body
  const theTask = (): TaskRun => subject ?? taskOf(state, event.subject?.task ?? 'without subject')
  const theStep = (): StepRun => stepOf(theTask(), event.subject?.step ?? null)
  switch (body.type) {
    case 'run-started':
      startRun(state, body, event.at)
      return
    case 'executor-started':
      beginExecutor(state, body, event.at)
      return
    case 'spec-read':
      if (state.spec !== null && !isSameGoal(state.spec.spec, body.spec)) {
        state.course.completion = null
        state.course.otherGoals += 1
      }
      state.spec = {
        spec: body.spec,
        findings: body.findings,
        ...(body.files === undefined ? {} : { files: body.files }),
      }
      return
    case 'propagation-decided':
    case 'constitution-checked':
    case 'speclet-failed':
    case 'stage-ended':
    case 'pattern-decided':
    case 'patterns-proposed':
    case 'pattern-taken':
    case 'mode-changed':
    case 'mode-chosen':
    case 'checkpoint-shown':
    case 'approach-chosen':
    case 'output-judged':
    case 'completion-judged':
      evolveCourse(state, body, { at: event.at, subject: event.subject, task: theTask, step: theStep })
      return
    case 'policy-set':
      if (body.policy.mode !== state.policy.mode) chooseMode(state, body.policy.mode, event)
      state.policy = body.policy
      setGates(state, body.gates)
      state.agent = body.agent
      state.invocation = body.invocation
      return
    case 'selection-set':
      state.selection = body.selection ? new Set(body.selection) : null
      state.takesNew = body.takesNew ?? state.takesNew
      for (const task of state.tasks.values()) selectTask(state, task)
      trackCovered(state)
      link(state)
      noteAllHeld(state)
      for (const task of state.tasks.values()) queueWhenReady(state, task)
      return
    case 'plan-revised':
      if (body.cause === 'human-edit') showEdit(state, body, event.at)
      revise(state, body, event.at)
      if (body.added.some(({ spec }) => spec.added)) {
        state.unprojected = true
        state.bookkept = false
      }
      return
    case 'effect-requested':
      state.effects.set(body.id, {
        effect: body.effect,
        task: event.subject?.task ?? null,
        step: event.subject?.step ?? null,
      })
      state.nextEffect = body.id + 1
      startEffect(state, body.effect, subject, subject && event.subject?.step ? theStep() : undefined)
      if (body.effect.is === 'start-attempt') chargeAttempt(state, body.id, body.effect, event.at)
      if (body.effect.is === 'research' && subject) noteResearchAsked(state.course, subject.spec.key, event.at)
      return
    case 'effect-settled': {
      const pending = state.effects.get(body.id)
      state.effects.delete(body.id)
      if (body.outcome.of === 'start-attempt') settleCharge(state, body.id, body.outcome, event.at)
      if (pending && noteFound(state.course, pending.effect, body.outcome, { at: event.at, task: subject }))
        Object.assign(state, { unprojected: true, bookkept: false })
      if (pending)
        settleEffect(
          state,
          pending.effect,
          body.outcome,
          subject,
          subject && event.subject?.step ? theStep() : undefined,
        )
      return
    }
    case 'effect-repeated':
      return
    case 'step-moved': {
      const step = theStep()
      step.status = body.to
      step.because = body.because
      step.cause = body.cause
      step.waitingOn = body.waitingOn
      moveStep(state, theTask(), step, body, event.at)
      noteEnd(state, theTask(), step, { at: event.at, body })
      if (isEnd(body.to)) recordDeviations(state, theTask())
      if (isEnd(body.from)) reopenStages(state, theTask())
      trackRest(state, theTask())
      return
    }
    case 'waiting-set':
      theStep().waitingOn = body.waitingOn
      if (body.waitingOn?.is === 'stage')
        noteUsedUp(state, theTask(), theStep(), { cause: body.waitingOn.cause, at: event.at })
      return
    case 'gate-judged':
      theStep().verdicts.push(body.evidence)
      noteJudged(state, body.evidence)
      return
    case 'batch-cut':
      cutBatch(state, body)
      return
    case 'verdicts-void': {
      const step = theStep()
      for (const { gate, tree, since } of step.verdicts)
        if (tree !== null) state.evidence.delete(evidenceKey(state, gate, tree, since))
      step.verdicts = []
      if (body.isSentBack === true) Object.assign(step, { ...step.sentBack, judged: null, waived: [] })
      // A check of the engine's own is made again on the tip with all that others have committed.
      if (step.spec.methods.length === 0 && mayBringIn(state)) {
        state.unpublished = true
        state.isQuiet = false
      }
      return
    }
    case 'gates-red':
      theStep().redBefore = [...body.gates]
      // What they said of an earlier draft no longer holds: all that are red are told anew.
      theStep().feedback = theStep().feedback.filter(({ from }) => from !== 'gate' && from !== 'files')
      return
    case 'known-red':
      forgive(state, subject ?? null, body)
      return
    case 'deviation-found':
      theTask().deviations.push(body.deviation)
      return
    case 'deviation-withdrawn': {
      const same = keyOfDeviation(body.deviation)
      theTask().deviations = theTask().deviations.filter((it) => keyOfDeviation(it) !== same)
      return
    }
    case 'outside-changed':
      state.outside.push(body.deviation)
      state.recorded.push({ task: null, deviation: body.deviation })
      state.unprojected = true
      return
    case 'feedback-given':
      theStep().feedback = remembered([...theStep().feedback, body.feedback])
      return
    case 'choice-taken':
      theTask().finished = body.finished
      return
    case 'review-asked':
      askReview(state, body, { task: theTask(), step: theStep(), at: event.at })
      return
    case 'review-decided':
      decideReview(state, body, { task: theTask(), stepOf: theStep, at: event.at })
      return
    case 'review-withdrawn':
      withdrawReview(state, body, theStep())
      return
    case 'claimed': {
      const step = theStep()
      step.claim = body.claim
      step.waitingOn = null
      return
    }
    case 'task-proved': {
      const task = theTask()
      task.proof = body.proof
      task.commit = body.commit
      task.evidence = [...body.evidence]
      // What was done with its phase was let pass with that, whatever is handed out of the phase later.
      if (body.proof === 'overridden') task.overridden ??= coveringOf(state, task)?.overridden ?? null
      for (const it of body.evidence) noteMended(state, it)
      return
    }
    case 'mark-shown':
      for (const { uid, state: shown, writtenReason, isClaim = false } of body.marks) {
        const task = state.tasks.get(uid)
        if (!task) continue
        Object.assign(task, { shown, writtenReason, claimed: isClaim, takenBack: false })
        if (isClaim) Object.assign(state, { unprojected: true, bookkept: false })
        noteHeld(state, task)
        noteReason(task, writtenReason)
      }
      return
    case 'command-handled':
    case 'command-refused':
      state.handled.add(body.command)
      return
    case 'finding':
      state.findings.push({
        kind: body.kind,
        text: body.text,
        at: event.at,
        ...(body.gate === undefined ? {} : { gate: body.gate }),
      })
      return
    case 'run-moved':
      state.status = body.to
      state.course.closed = body.to === 'closing' ? { at: event.at, events: state.events } : null
      state.publishedAtEnd = false
      state.projectedAtEnd = false
      return
    case 'run-parked':
      state.status = 'parked'
      state.parkedFor = body.because
      state.wasCutOff = body.cutOff === true
      if (hasOpenQuestion(state)) state.course.closed = null
      return
    case 'run-finished':
      state.status = 'finished'
      return
    default:
      body satisfies never
  }
}

/** Whether a person has still to say something before all has come to its end. */
function hasOpenQuestion({ reviews }: RunState): boolean {
  return [...reviews.values()].some(({ answer }) => answer === null)
}

/** What a task left when a step of it ended stands, whatever it is tried again with. */
function recordDeviations(state: RunState, task: TaskRun): void {
  if (task.deviations.length === 0) return
  const known = new Set(state.recorded.flatMap((it) => (it.task === task.uid ? [keyOfDeviation(it.deviation)] : [])))
  const fresh = task.deviations.filter((it) => !known.has(keyOfDeviation(it)))
  if (fresh.length === 0) return
  state.recorded.push(...fresh.map((deviation) => ({ task: task.uid, deviation })))
  state.unprojected = true
}

/** What stands on the ground already is forgiven it too: nobody can tell whether it was red before. */
function forgive(
  state: RunState,
  by: TaskRun | null,
  { gate, fingerprint }: Extract<RunEvent['body'], { type: 'known-red' }>,
): void {
  state.knownRed = new Map(state.knownRed).set(gate, fingerprint)
  const isOfFolder = state.ground > 0 && by !== null && isBaseline(by)
  if (state.policy.workspace === 'in-place' && !isOfFolder)
    state.knownRedOnTip = new Map(state.knownRedOnTip).set(gate, fingerprint)
  for (const task of state.tasks.values())
    if (task.prepared) task.forgiven = new Map(task.forgiven).set(gate, fingerprint)
}

/** What is merged has mended a part of what is known to be red: that is known to be red no more. */
function noteMended(state: RunState, { gate, result, fingerprint }: Evidence): void {
  const narrowed = (all: KnownRed): KnownRed => {
    const known = all.get(gate)
    const isMended = result !== 'passed' && known !== undefined && isPartOf(fingerprint, known)
    return isMended ? new Map(all).set(gate, fingerprint) : all
  }
  state.knownRed = narrowed(state.knownRed)
  state.knownRedOnTip = narrowed(state.knownRedOnTip)
}

/** Ours stands beside the mark now; what was last read there was a person's, if it was not ours before. */
function noteReason(task: TaskRun, written: string | null): void {
  if (written === null) return
  const { reason } = task.spec
  if (reason !== null && reason !== written && !task.reasonsWritten.includes(reason)) task.replacedReason = reason
  if (!task.reasonsWritten.includes(written)) task.reasonsWritten.push(written)
}
