/** What a person says to a run, as typed calls: each is recorded durably before it acts. Prints nothing. */

import type { MarkState } from '../../plan/model.ts'
import { shellWord } from '../../plan/shell-word.ts'
import { notNamedText, taskNamed } from '../../plan/task-named.ts'
import type { CommandBody, ReviewAnswer } from '../../run/command.ts'
import { openReviews } from '../../run/views.ts'
import { tasksLeftAtWork } from '../../run/at-work.ts'
import { recognise } from '../../run/recognise.ts'
import { taskOf, type Review, type TaskRun } from '../../run/state.ts'
import { taskStatus } from '../../run/task-status.ts'
import { planLock } from '../../engine/plan-lock.ts'
import { lookAtLock } from '../../system/lock.ts'
import { lookAtGit } from '../../workspaces/git/git-facts.ts'
import type { Call } from './journal-calls.ts'
import { askedOtherwise, isAskedOtherwise } from './asked-otherwise.ts'
import { lostWork, reopenedTasks, unpublishedOf } from './lost-work.ts'
import { useJournal, wholly, writably, type OpenedJournal, type Refusal } from './open-journal.ts'
import { post, type CommandMaker, type CommandOrWrong, type CommandSource, type Posted } from './post.ts'

/** With the words that are recorded beside it. */
export type Saying = Call & { readonly text?: string }

/** Lets a blocked or failed task be tried again. */
export const unblock = onTask('unblock')
/** Leaves a task out; what waits for it goes on without it. */
export const skip = onTask('skip')
/** Puts a task off; what waits for it ends blocked. */
export const defer = onTask('defer')
/** Says that a person did a task: done, and no gate is asked. */
export const accept = onTask('accept')

function onTask(verb: TaskVerb): (plan: string, task: string, call: Saying) => Promise<Posted | Refusal> {
  return (plan, task, call) => post(plan, call, onTaskNamed(verb, { plan, task, env: call.env, text: call.text ?? '' }))
}

/** Lets the work under way end, and starts nothing new. */
export function pause(plan: string, call: Saying): Promise<Posted | Refusal> {
  return post(plan, call, () => ({ verb: 'pause', text: call.text ?? '' }))
}

/** Ends the work under way, keeps it, and parks the run. */
export function stop(plan: string, call: Saying): Promise<Posted | Refusal> {
  return post(plan, call, () => ({ verb: 'stop', text: call.text ?? '' }))
}

export interface Reviews {
  readonly is: 'reviews'
  readonly reviews: readonly Review[]
}

/** The questions that wait for a person, oldest first. */
export function reviews(plan: string, call: Call): Promise<Reviews | Refusal> {
  const asked = wholly(({ state }): Reviews => ({ is: 'reviews', reviews: openReviews(state) }))
  return useJournal<Reviews | Refusal>(plan, call, asked)
}

/** Answers a question; an answer that it does not take is refused. */
export function answer(
  plan: string,
  of: { readonly review: string; readonly answer: ReviewAnswer },
  call: Saying,
): Promise<Posted | Refusal> {
  return post(plan, call, answering({ ...of, text: call.text ?? '' }))
}

/**
 * Makes the command that answers a question. Where nobody is at work and the plan has been edited since it was asked, only a pause
 * is an answer to what there is.
 * @param of.presented digest of what the person was shown; any they have seen, where they name none
 */
export function answering(of: {
  readonly review: string
  readonly answer: ReviewAnswer
  readonly text: string
  readonly presented?: string
}): CommandMaker {
  return async (opened) => {
    const review = opened.state.reviews.get(of.review)
    if (review !== undefined && of.answer !== 'pause' && (await isAskedOtherwise(opened, review)))
      return {
        wrong: `${of.review} cannot be answered as it was asked: ${askedOtherwise}`,
        help: `it is asked anew, or taken back where it has no object any more, by: millwright resume ${shellWord(opened.given)}`,
      }
    return { verb: 'answer', ...of }
  }
}

export type TaskVerb = Extract<
  CommandBody,
  { task: string; text: string; verb: 'unblock' | 'skip' | 'defer' | 'accept' }
>['verb']

/** A verb about a task that a person names by its id or key. Before a first run, the boxes of the plan say the same. */
export function onTaskNamed(
  verb: TaskVerb,
  of: { readonly plan: string; readonly task: string; readonly env: Call['env']; readonly text: string },
): CommandSource {
  const box = { unblock: '[ ]', accept: '[X]', skip: '[SKIP]', defer: '[DEFER]' }[verb]
  return {
    make: (opened) => bodyFor(verb, of.task, opened, of),
    beforeRun: `a first run goes by the boxes of the plan: set that of ${of.task} to ${box} in ${of.plan}`,
  }
}

/**
 * Whether each of several names is that of one task, before a verb deals with the first: a slip of the pen leaves all as it is.
 * @returns null, or what is wrong with the first that is none
 */
export function allNamed(plan: string, ids: readonly string[], call: Call): Promise<Refusal | null> {
  const look = (opened: OpenedJournal): Refusal | null => {
    for (const id of ids) {
      const task = keyOf(opened, id)
      if ('wrong' in task) return { is: 'wrong', message: task.wrong, help: task.help }
    }
    return null
  }
  return useJournal(plan, call, writably(look))
}

/** The command; an unknown task is told with the nearest name. */
async function bodyFor(
  verb: TaskVerb,
  id: string,
  opened: OpenedJournal,
  of: { readonly env: Call['env']; readonly text: string },
): Promise<CommandOrWrong> {
  const task = keyOf(opened, id)
  if ('wrong' in task) return task
  const { opening, state } = opened
  const found = state.tasks.get(state.byKey.get(task.key) ?? '')
  const mayBeTicked = (verb === 'skip' || verb === 'defer') && task.mark === 'done' && found !== undefined
  if (mayBeTicked && (await isTickedSince(opened, found)))
    return {
      wrong: `${id} is ticked in the plan, and the next run takes it for done by a person`,
      help: `to ${verb} it, open its box first`,
    }
  if (verb !== 'unblock' || opening.is !== 'opened') return { verb, task: task.key, text: of.text }
  if (found === undefined || taskStatus(found) !== 'done') return { verb, task: task.key, text: of.text }
  const around = { state, git: await lookAtGit(opening.root), also: unpublishedOf(state) }
  if ((await reopenedTasks(opening, around, of.env)).some((it) => it.uid === found.uid))
    return { verb, task: task.key, text: of.text, reopened: true }
  const lost = await lostWork(opening, around, of.env)
  const commit = lost.find((it) => it.uid === found.uid)?.commit
  return { verb, task: task.key, text: of.text, ...(commit === undefined ? {} : { lost: commit }) }
}

/** Whether a tick in the plan is a person's since a run looked last. While somebody is at work, or was when it was cut off, it is a claim. */
async function isTickedSince({ dir, state }: OpenedJournal, task: TaskRun): Promise<boolean> {
  if (task.shown === 'done' || task.takenBack || taskStatus(task) === 'done') return false
  return tasksLeftAtWork(state).length === 0 && (await lookAtLock(planLock(dir))) === null
}

/**
 * The key by which the run knows a task that a person names by its id or key. They name it as the plan has it now, or as a
 * run has shown it: where these are two tasks, none is guessed. `mark` is that in the plan; null where it does not stand there.
 */
function keyOf(
  { state, opening }: OpenedJournal,
  id: string,
): { readonly key: string; readonly mark: MarkState | null } | { readonly wrong: string; readonly help: string } {
  const meant = opening.is === 'opened' ? taskNamed(opening.plan.tasks, id) : null
  if (opening.is === 'opened' && meant?.is === 'found') {
    const { key, title } = meant.task
    const known = recognise(state, opening.plan).known.get(key)
    const shown = state.tasks.get(state.byKey.get(key) ?? '')
    const help = 'the next run reads the plan: say it then, or mark it in the plan'
    if (shown !== undefined && !shown.left && shown.uid !== known)
      return {
        wrong: `${id} is another task in the plan now (${title}) than in its last run (${shown.spec.title})`,
        help,
      }
    if (known === undefined) return { wrong: `${id} (${title}) is new in the plan, and no run has read it yet`, help }
    return { key: taskOf(state, known).spec.key, mark: meant.task.mark }
  }
  const tasks = [...state.tasks.values()].flatMap(({ left, spec }) =>
    !left && (spec.origin !== 'engine' || spec.key === id) ? [spec] : [],
  )
  const found = taskNamed(tasks, id)
  if (found.is === 'found') return { key: found.task.key, mark: null }
  return {
    wrong: notNamedText(id, found),
    help: '`millwright status` lists the tasks of a run',
  }
}
