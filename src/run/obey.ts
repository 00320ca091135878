/** Commands from people and other processes: each is handled once and answered by an event. */

import { fileBeside } from './beside.ts'
import { isAtRest } from './at-work.ts'
import { bareEnd } from './attempt-end.ts'
import { allowanceOf } from './budget.ts'
import { answerReview } from './answer.ts'
import { endingVerbs, humanVerbs, type Command, type CommandBody } from './command.ts'
import { isCommitId } from './commit-id.ts'
import { nameOfStep } from '../plan/divided.ts'
import { draftToMerge } from './step-base.ts'
import { isCompared } from './steps/course.ts'
import { nameOf } from './views.ts'
import { openAgain, personSays, tell } from './open-again.ts'
import { coveringOf, isAtWork, taskOf, type RunState, type TaskRun } from './state.ts'
import { currentStep, taskStatus } from './task-status.ts'
import { isEnd, mayMove } from './step-status.ts'
import { isDoneByOtherWords } from './reworded.ts'
import { askedForMode, wrongWayBack } from './steps/go-back.ts'
import { placeOf } from './steps/switch-log.ts'
import { takeOver } from './take-over.ts'
import { emit, move, request, settle, subjectOf, type Turn } from './turn.ts'
import { onAttemptEnded } from './work.ts'

/** Applies a command, or refuses it with a reason; a command that was handled before changes nothing. */
export function obey(turn: Turn, command: Command): void {
  const { state } = turn
  if (state.handled.has(command.id)) return
  const { id, by, body } = command
  if (humanVerbs.has(body.verb) && by.as !== 'human') {
    emit(turn, { type: 'command-refused', command: id, verb: body.verb, by, because: `only a human may ${body.verb}` })
    return
  }
  const because = carryOut(turn, command)
  if (because === null) emit(turn, { type: 'command-handled', command: id, verb: body.verb, by })
  else emit(turn, { type: 'command-refused', command: id, verb: body.verb, by, because })
}

function carryOut(turn: Turn, { by, body }: Command): string | null {
  const { state } = turn
  switch (body.verb) {
    case 'pause':
    case 'stop': {
      if (!isAtWork(state)) return 'no executor is at work'
      emit(turn, { type: 'run-moved', to: body.verb === 'pause' ? 'pausing' : 'stopping' })
      if (body.verb === 'stop') endAttempts(turn, body.text)
      return null
    }
    case 'answer':
      return answerReview(turn, { ...body, by })
    case 'set-policy':
      emit(turn, {
        type: 'policy-set',
        policy: { ...state.policy, ...body.policy },
        gates: [...state.gates.values()],
        agent: state.agent,
        invocation: state.invocation,
        by: by.who,
      })
      return null
    case 'mode': {
      const wrong = wrongWayBack(state, body.mode)
      if (wrong !== null) return wrong
      const asked = askedForMode(state)
      for (const review of asked) answerReview(turn, { review, answer: 'dynamic', text: body.text, by })
      if (asked.length > 0) return null
      const at = placeOf(state, null)
      emit(turn, { type: 'mode-chosen', mode: 'dynamic', by }, at === null ? null : subjectOf(at.task, at.step))
      return null
    }
    case 'unblock':
    case 'skip':
    case 'defer':
    case 'accept':
    case 'claim':
    case 'lose':
    case 'report': {
      const uid = state.byKey.get(body.task)
      if (uid === undefined) return `there is no task ${body.task}`
      const task = taskOf(state, uid)
      const file = fileBeside(state, task.spec)
      if (file !== null) return `${task.spec.key} stands in ${file}; say it to that plan`
      return body.verb === 'claim' || body.verb === 'lose' || body.verb === 'report'
        ? pull(turn, task, body, by)
        : moveByHand(turn, task, body, by.who)
    }
    case 'unknown':
      return 'it cannot be read as a command'
    default:
      return body satisfies never
  }
}

function endAttempts(turn: Turn, because: string): void {
  for (const { effect, task, step } of [...turn.state.effects.values()]) {
    if (effect.is !== 'start-attempt' || task === null) continue
    request(
      turn,
      { is: 'end-attempt', name: effect.name, because },
      { ...subjectOf(taskOf(turn.state, task), null), step },
    )
  }
}

type HandVerb = Extract<CommandBody, { verb: 'unblock' | 'skip' | 'defer' | 'accept' }>

function moveByHand(turn: Turn, task: TaskRun, body: HandVerb, who: string): string | null {
  const status = taskStatus(task)
  const step = currentStep(task)
  const target = { unblock: 'pending', skip: 'skipped', defer: 'deferred', accept: 'done' } as const
  const to = target[body.verb]
  if (body.verb === 'unblock' && status === 'pending') return notBlocked(turn.state, task)
  const isOpened = body.verb === 'unblock' && (body.reopened === true || isDoneByOtherWords(task, task.spec))
  if (status === 'done' && body.verb === 'unblock' && (isOpened || isLost(task, body.lost))) {
    const because = isOpened ? 'reopened' : 'work-lost'
    for (const it of [...task.steps].reverse())
      if (it.status !== 'pending') move(turn, task, it, { to: 'pending', because })
    tell(turn, task, task.steps, personSays(who, body.text))
    return null
  }
  if (status === 'done')
    return turn.state.spec === null
      ? `${task.spec.key} is done, and done stays done; to do it again, open its box in the plan first, then unblock`
      : `${task.spec.key} is done, and done stays done: write what is still to be done as another task into the spec`
  const takesOver = endingVerbs.has(body.verb) && isAtRest(turn.state, task)
  if (!isEnd(status) && status !== 'pending' && !takesOver) {
    if (status === 'reviewing') return `${task.spec.key} is asked about; answer that first`
    return isAtRest(turn.state, task)
      ? `${task.spec.key} is ${status} and needs no help: it goes on with the run`
      : `${task.spec.key} is ${status}; stop the run first, or, where none is at work, resume it`
  }
  if (takesOver) takeOver(turn, task, 'by-human')
  if (to === 'pending') {
    openAgain(turn, task, personSays(who, body.text))
    return null
  }
  if (!mayMove(step.status, to)) return `${task.spec.key} is ${status} and may not become ${to}`
  if (to === 'done') tellUnmerged(turn, task)
  if (to === 'done')
    emit(turn, { type: 'task-proved', proof: 'by-human', commit: null, evidence: [] }, subjectOf(task, step))
  const cause = { is: 'human', by: who, text: body.text } as const
  move(turn, task, step, { to, because: 'by-human', cause })
  // The later steps of a task that a human ends by hand end with it.
  for (const later of task.steps)
    if (later.status === 'pending') move(turn, task, later, { to, because: 'by-human', cause })
  return null
}

/** What steps of a task that a person says is done have done lies in no commit of theirs, unless they have taken it over. */
function tellUnmerged(turn: Turn, task: TaskRun): void {
  const { base } = task
  const draft = isCompared(turn.state, task) ? draftToMerge(task, currentStep(task)) : null
  if (draft === null || base === null || !isCommitId(draft)) return
  const names = task.steps.filter((it) => it.status === 'done').map((it) => nameOfStep(task.spec, it.spec))
  const text = `accepted with what lies there; what ${names.join(', ')} had done is merged by nobody, look whether that is there, too: git diff ${base.slice(0, 12)} ${draft.slice(0, 12)}`
  emit(turn, { type: 'finding', kind: 'not-merged', text: `${nameOf(task)}: ${text}` })
}

function notBlocked(state: RunState, task: TaskRun): string {
  const phase = coveringOf(state, task)
  return phase !== null && isEnd(taskStatus(phase))
    ? `${task.spec.key} was handed out with ${phase.spec.key}, which is ${taskStatus(phase)}; the next run hands it out again`
    : `${task.spec.key} is not blocked itself; \`why\` names what it waits for`
}

type PullVerb = Extract<CommandBody, { verb: 'claim' | 'lose' | 'report' }>

function isLost({ commit }: TaskRun, lost: string | undefined): boolean {
  return lost !== undefined && lost === commit
}

/** Pull mode: whoever claims a task gets a number; a connection that is lost waits, and claiming anew fences the old number. */
function pull(turn: Turn, task: TaskRun, body: PullVerb, by: Command['by']): string | null {
  const step = currentStep(task)
  const isPulled =
    step.status === 'working' &&
    step.waitingOn?.is !== 'stage' &&
    step.spec.methods[step.method]?.does === 'pull' &&
    (task.prepared || turn.state.policy.workspace === 'none')
  if (!isPulled) return `${task.spec.key} is not open to be claimed`
  switch (body.verb) {
    case 'claim': {
      if (step.claim > 0 && step.waitingOn === null) return `${task.spec.key} is claimed already`
      if (allowanceOf(turn.state, task, turn.now).is !== 'granted') return 'the budget of attempts is used'
      emit(turn, { type: 'claimed', claim: step.claim + 1, by }, subjectOf(task, step))
      const name = {
        run: turn.state.run ?? '',
        task: task.uid,
        step: step.spec.id,
        method: step.spec.methods[step.method]?.id ?? 'primary',
        attempt: step.attempts + (step.running ? 0 : 1),
        round: step.round,
      }
      if (step.running === null)
        request(
          turn,
          {
            is: 'start-attempt',
            name,
            workspace: task.workspace,
            from: step.draft ? 'draft' : 'base',
            base: step.draft?.commit ?? task.base,
            does: 'pull',
            agent: null,
            argv: [],
            instruction: '',
            feedback: step.feedback,
            repeat: 'safe',
          },
          subjectOf(task, step),
        )
      return null
    }
    case 'lose':
      if (body.claim !== step.claim) return `claim ${body.claim} is no longer the present one`
      emit(turn, { type: 'waiting-set', waitingOn: { is: 'connection' } }, subjectOf(task, step))
      return null
    case 'report': {
      if (body.claim !== step.claim) return `claim ${body.claim} is no longer the present one`
      const pending = [...turn.state.effects].find(([, it]) => it.effect.is === 'start-attempt' && it.task === task.uid)
      if (!pending) return `${task.spec.key} has nothing to report on`
      emit(turn, { type: 'waiting-set', waitingOn: null }, subjectOf(task, step))
      const end = {
        ...bareEnd('finished', null),
        claim: { says: body.says, text: body.text, deviations: [], proposal: body.proposal },
      }
      settle(turn, pending[0], end, subjectOf(task, step))
      onAttemptEnded(turn, task, step, end)
      return null
    }
    default:
      return body satisfies never
  }
}
