/** What follows when an attempt has ended: its content is taken, and what it said is recorded as a claim. */

import { ask } from './ask.ts'
import { describeEnd, describeFailure, lastOutput, toolFailure } from './attempt-end.ts'
import { stepBase } from './step-base.ts'
import { addBaseline } from './baseline.ts'
import { isCommitId } from './commit-id.ts'
import { doubtDraft } from './covered.ts'
import { isGuarded, type Deviation } from './deviation.ts'
import { findDeviations } from './deviations.ts'
import { lostWorkspace, planTakenBack, steeringTakenBack } from './edit-deviations.ts'
import type { AttemptName, Commit, Feedback } from './effect.ts'
import { spellingsOf } from './files-gate.ts'
import { failureText, type Outcome } from './outcome.ts'
import { endInConflict } from './merge.ts'
import { exhaust, failAttempt, failDraft, giveUp } from './retry.ts'
import { unfitProposal } from './replace-task.ts'
import { redoReworded } from './reworded.ts'
import { coveredOf, type AttemptEnd, type RunState, type StepRun, type TaskRun } from './state.ts'
import { taskStatus } from './task-status.ts'
import { isEnd } from './step-status.ts'
import { areAsked } from './ticks.ts'
import { changedTests, testsAskedFor, testsSeenRed } from './test-first.ts'
import { emit, move, request, subjectOf, type Turn } from './turn.ts'
import { isLastWorked, wholeLook } from './whole-look.ts'
import { isAtEndOnly, keyOfDeviation, withdrawn } from './withdrawn.ts'
import { taskName } from '../plan/names.ts'
import { toolName } from '../plan/tools.ts'

/** After the workspace is there. */
export function onPrepared(
  turn: Turn,
  task: TaskRun,
  step: StepRun,
  outcome: Extract<Outcome, { of: 'prepare-workspace' }>,
): void {
  if (outcome.is === 'prepared') {
    const { policy, ground } = turn.state
    // Gates look at what lies in the folder first; what the task begins with is taken anew then.
    if (policy.workspace === 'in-place' && ground > task.ground && task.workspace !== null)
      request(turn, { is: 'dispose-workspace', workspace: task.workspace }, subjectOf(task, step))
    return
  }
  if (outcome.is === 'behind') {
    const { tip } = turn.state
    if (tip !== null) request(turn, { is: 'publish', tip })
    return
  }
  if (outcome.is === 'conflict') {
    endInConflict(turn, task, step, outcome.paths)
    return
  }
  blockUnready(turn, task, step, failureText(outcome.failure))
}

function blockUnready(turn: Turn, task: TaskRun, step: StepRun, reason: string): void {
  move(turn, task, step, { to: 'blocked', because: 'failed', cause: { is: 'workspace', reason } })
}

/** After the folder was given back before anything began in it: the task waits for what gates say of it. */
export function onGivenBack(turn: Turn, task: TaskRun, step: StepRun): void {
  move(turn, task, step, { to: 'pending', because: 'folder-changed' })
  if (turn.state.status === 'running') addBaseline(turn)
}

/** After an attempt ended, however it did. What it says of itself is recorded and decides nothing but retries. */
export function onAttemptEnded(turn: Turn, task: TaskRun, step: StepRun, end: AttemptEnd): void {
  const isHandedIn = !['stopped', 'interrupted', 'waiting', 'missing', 'unready'].includes(end.how)
  // Our log of deviations is no part of the draft: it is written when that was taken.
  if (!isHandedIn || !takesSnapshot(turn, task, step)) tellTakenBack(turn, task, step)
  if (end.how === 'stopped' || end.how === 'interrupted') return
  if (end.how === 'unready') {
    blockUnready(turn, task, step, end.failure === null ? describeEnd(end) : failureText(end.failure))
    return
  }
  if (end.unread !== undefined)
    emit(turn, {
      type: 'finding',
      kind: 'result-unread',
      text: `${taskName(task.spec)}, attempt ${step.attempts}: its result was not read, ${end.unread}; it counts as having said nothing`,
    })
  if (end.how === 'waiting' && task.spec.replaces !== undefined) {
    ask(turn, task, step, {
      kind: 'by-hand',
      options: ['reject', 'pause'],
      question: `a person proposes by editing the plan: put the tasks that take the place of ${task.spec.replaces} there, then skip ${task.spec.replaces}; reject leaves it rejected, and nothing takes its place`,
    })
    return
  }
  if (end.how === 'waiting') {
    ask(turn, task, step, {
      kind: 'by-hand',
      options: ['approve', 'skip', 'block', 'pause'],
      question: `do ${taskName(task.spec)} by hand, then approve: ${end.failure?.help ?? ''}`,
    })
    return
  }
  const method = step.spec.methods[step.method]
  if (end.how === 'missing' && method?.does === 'tool') {
    endMissingTool(turn, task, step, { tool: toolName(task.spec, step.spec, method), end })
    return
  }
  if (end.how === 'missing') {
    const agent = step.spec.methods[step.method]?.agent ?? turn.state.agent ?? 'default'
    giveUp(turn, task, step, {
      is: 'agent-missing',
      agent,
      help: end.failure?.help ?? 'configure an agent, or name one with --agent',
    })
    return
  }
  handIn(turn, task, step)
}

/** A tool that cannot be run: the next method has its turn. One that nobody has trusted waits for a person, as a gate does. */
function endMissingTool(
  turn: Turn,
  task: TaskRun,
  step: StepRun,
  { tool, end }: { readonly tool: string; readonly end: AttemptEnd },
): void {
  const text = end.failure === null ? describeEnd(end) : failureText(end.failure)
  const cause = { is: 'tool-missing', tool, help: text } as const
  if (end.untrusted) {
    move(turn, task, step, { to: 'blocked', because: 'failed', cause })
    return
  }
  const feedback: Feedback = {
    from: 'attempt',
    source: `attempt ${step.attempts}`,
    text: `${tool}: ${text}`,
    output: null,
  }
  emit(turn, { type: 'feedback-given', feedback }, subjectOf(task, step))
  exhaust(turn, task, step, cause)
}

function takesSnapshot({ state }: Turn, task: TaskRun, { spec }: StepRun): boolean {
  const declares = [task, ...coveredOf(state, task)].some((it) => it.spec.declaresFiles)
  return declares || spec.outputs !== undefined || task.prepared
}

/**
 * Tells what was taken back in the folder in which the agent worked.
 * @param committed paths of which the person's branch has a commit from that time
 */
function tellTakenBack(turn: Turn, task: TaskRun, step: StepRun, committed: readonly string[] = []): void {
  const { planEdit, takenBack = [] } = step.ended ?? {}
  const specsOf = (uids: readonly string[]): readonly TaskRun['spec'][] =>
    uids.flatMap((uid) => turn.state.tasks.get(uid)?.spec ?? [])
  // Standard mode asks for these ticks; they are claims, and taken back like any other edit.
  const isAsked = planEdit?.onlyTicks === true && planEdit.isPutBack && areAsked(turn.state, step, planEdit.ticked)
  const ofPlan = planEdit && !isAsked ? [planTakenBack(task.spec, planEdit, specsOf(planEdit.during))] : []
  const others = takenBack.map((it) =>
    steeringTakenBack(task.spec, it, { during: specsOf(it.during), isCommitted: committed.includes(it.file) }),
  )
  for (const deviation of [...ofPlan, ...others]) {
    // Of work by hand it was told when the agent handed over.
    const isTold = task.deviations.some(({ what, action }) => what === deviation.what && action === deviation.action)
    if (!isTold) emit(turn, { type: 'deviation-found', deviation }, subjectOf(task, step))
  }
}

/**
 * The content of the workspace is taken, where there is something to look at; then the gates have the word.
 * @param anew the draft that is taken once more, since somebody else than an agent has changed it
 */
export function handIn(turn: Turn, task: TaskRun, step: StepRun, anew: Commit | null = null): void {
  if (!takesSnapshot(turn, task, step)) {
    afterDraft(turn, task, step)
    return
  }
  const tests = testsSeenRed(turn.state, task, step)
  request(
    turn,
    {
      is: 'snapshot',
      name: nameOf(turn.state, task, step),
      workspace: task.workspace,
      // Once merged it is compared with what it was merged onto.
      base: step.wasMerged ? task.base : stepBase(task, step),
      declared: [
        ...[task, ...coveredOf(turn.state, task)].flatMap((it) => it.spec.files),
        ...(step.spec.outputs ?? []).flatMap(spellingsOf),
      ],
      ...(tests.length > 0 ? { tests } : {}),
      ...(anew === null ? {} : { anew }),
    },
    subjectOf(task, step),
  )
}

function nameOf(state: RunState, task: TaskRun, step: StepRun): AttemptName {
  return {
    run: state.run ?? '',
    task: task.uid,
    step: step.spec.id,
    method: step.spec.methods[step.method]?.id ?? 'primary',
    attempt: step.attempts,
    round: step.round,
  }
}

/** After the content of the workspace was taken: deviations are found, then the gates have the word. */
export function onSnapshot(
  turn: Turn,
  task: TaskRun,
  step: StepRun,
  outcome: Extract<Outcome, { of: 'snapshot' }>,
): void {
  tellTakenBack(turn, task, step, outcome.is === 'taken' ? outcome.committed : [])
  if (outcome.is === 'failed') {
    if (outcome.workspaceLost) {
      const deviation = lostWorkspace(task.spec, outcome.failure.reason)
      if (!task.deviations.some((it) => it.what === deviation.what))
        emit(turn, { type: 'deviation-found', deviation }, subjectOf(task, step))
    }
    failAttempt(turn, task, step, {
      from: 'attempt',
      source: `attempt ${step.attempts}`,
      text: outcome.failure.reason,
      output: null,
    })
    return
  }
  const known = new Set(task.deviations.map(keyOfDeviation))
  const isAsked = outcome.planTasks === undefined && areAsked(turn.state, step, outcome.ticked)
  const look = isAsked ? { ...outcome, planEdited: false } : outcome
  const flagged = (it: Deviation): boolean => turn.state.policy.deviations !== 'ignore' || isGuarded(it)
  const isLast = isLastWorked(task, step)
  // Whether a declared file is as it was to be is a question about all that the task did.
  const whole = isLast ? wholeLook(task, step, look) : look
  const asked = testsAskedFor(turn.state, task, whole.changes)
  const isAskedFor = ({ kind, path }: Deviation): boolean => kind === 'outside' && path !== null && asked.has(path)
  const isTold = (it: Deviation): boolean => flagged(it) && (isLast || !isAtEndOnly(it)) && !isAskedFor(it)
  // Whom a departure touches is only looked up where there is one: that costs the whole plan.
  const some = findDeviations(task.spec, whole, step.said, []).some(isTold)
  // What a person had not committed is in no other place. Without git a state of the files is no commit.
  const isInGit = turn.state.policy.workspace === 'in-place' && isCommitId(task.base ?? '')
  const from = isInGit ? task.base : null
  const found = [
    ...(some ? findDeviations(task.spec, whole, step.said, openTasks(turn.state), from) : []),
    ...changedTests(task, outcome.testsChanged ?? []),
  ]
  for (const deviation of withdrawn(task.deviations, found, new Set(whole.changes.map(({ path }) => path))))
    // Tests are compared with what they were when they were seen red, all others with what a step has found.
    if (isLast || deviation.kind === 'test-changed')
      emit(turn, { type: 'deviation-withdrawn', deviation }, subjectOf(task, step))
  for (const deviation of found) {
    if (isTold(deviation) && !known.has(keyOfDeviation(deviation)))
      emit(turn, { type: 'deviation-found', deviation }, subjectOf(task, step))
  }
  afterDraft(turn, task, step)
}

function openTasks(state: RunState): readonly TaskRun['spec'][] {
  return [...state.tasks.values()].filter((it) => !isEnd(taskStatus(it))).map((it) => it.spec)
}

function afterDraft(turn: Turn, task: TaskRun, step: StepRun): void {
  if (redoReworded(turn, task, step)) return
  const { said, ended: end } = step
  if (said?.says === 'blocked') {
    exhaust(turn, task, step, { is: 'agent-gave-up', text: said.text })
    return
  }
  const failed = end ? end.how !== 'finished' && end.how !== 'waiting' : false
  if (failed || said?.says === 'failed') {
    const text = end !== null && isTool(step) ? toolFailure(end) : describeFailure(end, said)
    const excerpt = isTool(step) ? '' : lastOutput(end, text)
    failAttempt(turn, task, step, {
      ...{ from: 'attempt', source: `attempt ${step.attempts}`, text, output: end?.output ?? null },
      ...(excerpt === '' ? {} : { excerpt }),
    })
    return
  }
  const unfit = unfitProposal(turn.state, task, step)
  if (unfit !== null) {
    const text = end?.unread === undefined ? unfit : `its result was not read: ${end.unread}`
    failAttempt(turn, task, step, { from: 'attempt', source: 'proposal', text, output: null })
    return
  }
  const doubt = doubtDraft(turn, task, step) ?? departures(turn.state, task)
  if (doubt !== null) {
    failDraft(turn, task, step, doubt)
    return
  }
  move(turn, task, step, { to: 'verifying', because: 'draft-taken' })
}

function isTool({ spec, method }: StepRun): boolean {
  return spec.methods[method]?.does === 'tool'
}

/** What is told of a draft that departs from what its task declares, where that is not let pass. */
function departures({ policy }: RunState, { deviations }: TaskRun): Feedback | null {
  if (policy.deviations !== 'block' || deviations.length === 0) return null
  return { from: 'files', source: 'deviations', text: deviations.map((it) => it.what).join('; '), output: null }
}
