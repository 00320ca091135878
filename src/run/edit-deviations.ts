/** Departures that no draft holds: what was done to the plan, to what steers it, or to a workspace, while agents worked. */

import type { TaskSpec } from '../plan/model.ts'
import { listed, taskName } from '../plan/names.ts'
import type { Deviation } from './deviation.ts'
import type { PlanEdit, TakenBack, TasksEdited, Tick } from './outcome.ts'

/** What an edit of the plan did to its tasks, behind what is told of it. */
export function editText(ticks: readonly Tick[], tasks: Partial<TasksEdited> = {}): string {
  const { added = [], removed = [], changed = [] } = tasks
  const parts = { ticked: ticks.map(({ key }) => key), added, removed, changed }
  return Object.entries(parts)
    .map(([did, names]) => (names.length === 0 ? '' : `; ${did}: ${listed(names)}`))
    .join('')
}

/**
 * An agent put something else in the place of its workspace.
 * @param what became of it
 */
export function lostWorkspace(task: TaskSpec, what: string): Deviation {
  return {
    kind: 'protected',
    task: task.key,
    what,
    reason: 'The folder of a workspace is not for agents to replace',
    action: 'Nothing behind it was followed or deleted, the workspace was made anew, and the attempt has failed',
    impact: 'What the attempt did is lost',
    path: null,
    claimedBy: 'found',
  }
}

/**
 * A change of the plan from while agents worked in its own folder: an agent's or a person's, nobody can tell.
 * @param during tasks that were at work there
 */
export function planTakenBack(task: TaskSpec, edit: PlanEdit, during: readonly TaskSpec[]): Deviation {
  const { file, ticked, tasks, kept, isPutBack } = edit
  const place = kept === null ? 'it had been deleted' : `it is kept in ${kept}; put it back yourself if it is yours`
  return {
    kind: 'plan-edited',
    task: task.key,
    what: `${file} was changed while ${during.map(taskName).join(', ')} worked in this folder${editText(ticked, tasks)}`,
    reason: 'An agent may propose a change of the plan but not make it; whose it was, nobody can tell',
    action: isPutBack ? `The change was taken back; ${place}` : `The change could not be taken back; ${place}`,
    impact: isPutBack ? 'None: the plan and its marks stay as they were; a tick is a claim' : 'Look at the plan',
    path: null,
    claimedBy: 'found',
  }
}

/**
 * A change of what no task may change, from while agents worked in the folder where it lies.
 * @param of.during tasks that were at work there
 * @param of.isCommitted whether the person's branch has a commit with it from that time
 */
export function steeringTakenBack(
  task: TaskSpec,
  { file, kept, isPutBack }: TakenBack,
  { during, isCommitted }: { readonly during: readonly TaskSpec[]; readonly isCommitted: boolean },
): Deviation {
  const place =
    kept === null ? 'it was not there any more' : `it is kept in ${kept}; put it back yourself if it is yours`
  const branch = isCommitted ? '; it was committed on the branch as well' : ''
  const impact = isCommitted
    ? 'Your folder has it as it was, the branch has not: commit it so, or check it out if the change is yours'
    : 'None: it is as it was'
  return {
    kind: 'protected',
    task: task.key,
    what: `${file} was changed, which no task may change`,
    reason: `${during.map(taskName).join(', ')} worked in this folder; whose change it was, nobody can tell${branch}`,
    action: isPutBack ? `The change was taken back; ${place}` : `The change could not be taken back; ${place}`,
    impact: isPutBack ? impact : `What begins next goes by it: look at ${file}`,
    path: file,
    claimedBy: 'found',
  }
}

/**
 * An edit of the plan from while agents were at work elsewhere: it is taken, since nobody can tell a person's.
 * @param of.atWork who was, in words; `during`: their keys
 */
export function planEdited(of: {
  readonly what: string
  readonly atWork: string
  readonly during: readonly string[]
}): Deviation {
  return {
    kind: 'plan-edited',
    task: of.during.join(', '),
    what: `the plan was edited while ${of.atWork}: ${of.what}`,
    reason: 'A person was at the plan, or an agent left its workspace; nobody can tell',
    action: 'It is taken as the edit of a person',
    impact: 'It holds from now on; look at it if it is not yours',
    path: null,
    claimedBy: 'found',
  }
}
