/** The next attempt of a step: which method, on what ground, in which workspace. */

import { ask } from './ask.ts'
import { isBehind, isBringingIn } from './bring-in.ts'
import { allowanceOf, amountText, mostOf, type Allowance } from './budget.ts'
import type { AttemptName, Effect } from './effect.ts'
import { isSentBack } from './retry.ts'
import { draftBefore, isOutdated, stepBase } from './step-base.ts'
import type { RunState, StepRun, TaskRun } from './state.ts'
import { oneLine } from '../plan/one-line.ts'
import { shellWords } from '../plan/shell-word.ts'
import { toolName } from '../plan/tools.ts'
import { wasCutOff } from './task-status.ts'
import { emit, move, request, subjectOf, type Turn } from './turn.ts'

/** Gives a step that is at work its workspace, and in it the next attempt. The run has to be running. */
export function attempt(turn: Turn, task: TaskRun, step: StepRun): void {
  const { policy } = turn.state
  if (isBringingIn(turn.state)) return
  if (task.unmet > 0 && step === task.steps[0]) {
    move(turn, task, step, { to: 'pending', because: 'blocker-added' })
    return
  }
  const isToMake = !task.prepared || isBehind(turn.state, task)
  const carry = carriedTo(turn, task, step, isToMake)
  if (policy.workspace !== 'none' && (isToMake || carry !== undefined)) {
    const workspace = task.workspace ?? `${task.uid}-${step.attempts + 1}`
    const { leftovers } = task
    request(
      turn,
      {
        is: 'prepare-workspace',
        workspace,
        kind: policy.workspace,
        from: null,
        ...(carry ? { carry } : {}),
        ...(leftovers && policy.workspace === 'in-place' ? { leftovers } : {}),
      },
      subjectOf(task, step),
    )
    return
  }
  if (step.waitingOn?.is === 'workspace') emit(turn, { type: 'waiting-set', waitingOn: null }, subjectOf(task, step))
  if (wasCutOff(step)) repeatAttempt(turn, task, step)
  else startAttempt(turn, task, step, groundOf(turn, task, step))
}

/**
 * The draft that is to be brought to where the task begins by now: of those that the next attempt stands on, and is compared with, the
 * first one that does not stand there. Into a workspace that is made now the first one goes in any case.
 */
function carriedTo(
  turn: Turn,
  task: TaskRun,
  step: StepRun,
  isToMake: boolean,
): Extract<Effect, { is: 'prepare-workspace' }>['carry'] {
  const { base } = task
  if (turn.state.policy.workspace !== 'worktree' || base === null) return undefined
  const own = groundOf(turn, task, step) === 'draft' ? step : undefined
  // Once it was merged its own holds all of them.
  const before = step.wasMerged ? undefined : draftBefore(task, own ?? { ...step, draft: null })
  const drafts = [before, own].flatMap((it) =>
    it?.draft?.commit == null ? [] : [{ step: it.spec.id, base: it.draftBase ?? base, draft: it.draft.commit }],
  )
  return isToMake ? drafts[0] : drafts.find((it) => it.base !== base)
}

/** What the next attempt stands on, by what has brought the step to work: a revision stands on the draft it is about. */
function groundOf(turn: Turn, task: TaskRun, step: StepRun): 'base' | 'draft' {
  if (wasCutOff(step)) return 'draft'
  if (turn.state.policy.workspace === 'worktree' && isOutdated(task, step)) return 'base'
  if (step.because === 'answered' || step.because === 'reworded') return 'draft'
  // It stands on what others did since, which the steps before it do not: to begin again on these would undo it.
  if (step.wasMerged && draftBefore(task, step) !== undefined) return 'draft'
  // Another way to do it revises it as well.
  if (step.because === 'next-method' && isSentBack(step)) return 'draft'
  return step.because === 'next-attempt' ? turn.state.policy.redraft : 'base'
}

/** After a crash or a stop: the attempt is made again from the state it had begun with, and uses no retry. */
function repeatAttempt(turn: Turn, task: TaskRun, step: StepRun): void {
  if (!step.mayRepeat && isInVain(turn.state, step)) {
    move(turn, task, step, {
      to: 'blocked',
      because: 'exhausted',
      cause: { is: 'interruptions', count: step.interruptions },
    })
    return
  }
  const repeat = step.spec.methods[step.method]?.repeat ?? 'ask'
  if (!step.mayRepeat && (turn.state.policy.workspace !== 'worktree' || repeat !== 'safe')) {
    ask(turn, task, step, {
      kind: 'interrupted',
      options: ['retry', 'block', 'pause'],
      question: cutOffText(turn.state, task, step),
    })
    return
  }
  startAttempt(turn, task, step, 'again')
}

function cutOffText({ policy }: RunState, task: TaskRun, step: StepRun): string {
  const method = step.spec.methods[step.method]
  if (method?.does !== 'tool')
    return 'an attempt was interrupted and what it changed is still in the folder; try again on top of it?'
  const left = policy.workspace === 'worktree' ? '' : ', and what it changed is still in the folder'
  const tool = `the tool ${oneLine(toolName(task.spec, step.spec, method))} (${shellWords(method.argv)})`
  return `${tool} was interrupted: nobody saw how far it came${left}; run it again?`
}

/** A run that gets on comes to its end, however often it is cut off; but not for one task again and again. */
function isInVain({ policy }: RunState, { inVain, interruptions }: StepRun): boolean {
  return inVain.count > policy.interruptions || interruptions > 10 * policy.interruptions
}

/**
 * Requests an attempt of the present method: from the step's base, over its draft (a new round), or again after an
 * interruption, from what the interrupted one had begun with.
 */
function startAttempt(turn: Turn, task: TaskRun, step: StepRun, from: 'base' | 'draft' | 'again'): void {
  const method = step.spec.methods[step.method]
  if (!method) throw new Error(`internal: ${task.spec.key}/${step.spec.id} has no method ${step.method}`)
  if (method.does === 'pull') {
    emit(turn, { type: 'waiting-set', waitingOn: { is: 'connection' } }, subjectOf(task, step))
    return
  }
  const allowed = allowanceOf(turn.state, task, turn.now)
  // What others may give back decides it: their ends bring this one here again.
  if (allowed.is === 'wait') return
  if (allowed.is === 'used') {
    endBudget(turn, task, step, allowed)
    return
  }
  // Who proposes tasks is to change nothing: nothing that was changed is kept for the next attempt.
  const keep = from !== 'base' && step.draft !== null && task.spec.replaces === undefined
  const name: AttemptName = {
    run: turn.state.run ?? '',
    task: task.uid,
    step: step.spec.id,
    method: method.id,
    attempt: step.attempts + 1,
    round: from === 'again' ? step.round : keep ? step.round + 1 : 1,
  }
  request(
    turn,
    {
      is: 'start-attempt',
      name,
      workspace: task.workspace,
      from: keep ? 'draft' : 'base',
      // Its own draft is dropped, and with it the time up to which others are before it.
      base: keep ? (step.draft?.commit ?? null) : stepBase(task, { ...step, draft: null }),
      does: method.does,
      agent: method.agent,
      argv: method.argv,
      instruction: method.instruction,
      feedback: step.feedback,
      repeat: method.repeat,
      ...(allowed.ms < mostOf(turn.state, method) ? { limitMs: allowed.ms } : {}),
    },
    subjectOf(task, step),
  )
}

/** A task whose budget is used ends blocked; where that of the run or the day is, nothing more is begun until a person goes on. */
function endBudget(
  turn: Turn,
  task: TaskRun,
  step: StepRun,
  { scope, of, limit }: Extract<Allowance, { is: 'used' }>,
): void {
  if (scope === 'task') {
    move(turn, task, step, { to: 'blocked', because: 'exhausted', cause: { is: 'budget', of, limit } })
    return
  }
  const key = `policy.budgets.${scope}_${of === 'ms' ? 'time' : 'attempts'}`
  const more = scope === 'run' ? '' : ', or some of it is 24 hours old'
  const whose = scope === 'run' ? 'this run may use' : 'the runs of this plan may use in 24 hours'
  emit(turn, {
    type: 'finding',
    kind: 'budget',
    text: `all that ${whose} is used: ${amountText(of, limit)} (${key}); nothing more is begun before that is raised${more}`,
  })
  emit(turn, { type: 'run-moved', to: 'pausing' })
}
