/** Why a task is where it is, told from its plan and from the last run of it, as a typed call. Prints nothing. */

import type { MarkState, Plan } from '../../plan/model.ts'
import { taskName } from '../../plan/names.ts'
import { phaseKey } from '../../plan/standard-plan.ts'
import { asStanding } from '../../plan/selection.ts'
import { notNamedText, taskNamed } from '../../plan/task-named.ts'
import { whyInState, type WhyTask as WhyInRun } from '../../reports/run/why.ts'
import { whyInPlan, type WhyPlan } from '../../reports/why-plan.ts'
import { isMilestone, milestoneOf } from '../../run/milestone-key.ts'
import type { FormerOverruling } from '../../run/against.ts'
import { formerMilestones } from '../../run/milestone.ts'
import { recognise } from '../../run/recognise.ts'
import { testName } from '../../run/red-tests.ts'
import { taskOf, type RunState, type TaskRun } from '../../run/state.ts'
import { isHeld, taskStatus } from '../../run/task-status.ts'
import { markOf } from '../../run/track.ts'
import { openPlan, type OpenedPlan } from '../plan/open-plan.ts'
import type { Where } from '../plan/where.ts'
import type { Unsound, Wrong } from '../refusal.ts'

export interface WhyTask {
  readonly is: 'why'
  /** As it was looked at: marks of the run that only repeat that a task waits are left out. */
  readonly plan: Plan
  /** Whether its marks are those of the run: its files show none. */
  readonly isOfRun: boolean
  /** The name by which people know what was asked about. */
  readonly name: string
  /** What stands in the way by the plan; null of integration tests of a layer, which are no task of it. */
  readonly why: WhyPlan | null
  /** What the last run knows of the task; null where there is none. */
  readonly run: WhyInRun | null
  /** By what commit it was let pass, of a run of which there is no journal here; null where it was not. */
  readonly overriddenBefore: FormerOverruling | null
  /** What is wrong with the journal. */
  readonly problem: { readonly message: string; readonly help: string } | null
  /** What was decided for the caller while the plan was found. */
  readonly notes: readonly string[]
}

/**
 * Explains one task.
 * @param task its id, or its key; or integration tests, by their title, their layer or the name of one of them
 */
export async function whyTask(
  plan: string,
  task: string,
  call: Where & { readonly dialect?: string | null },
): Promise<WhyTask | Unsound | Wrong> {
  const opening = await openPlan(plan, {
    cwd: call.cwd,
    env: call.env,
    dialect: call.dialect ?? null,
    checksGates: false,
  })
  if (opening.is === 'unsound') return { is: 'unsound', opening }
  const found = taskNamed(opening.plan.tasks, task)
  // A plan alone is told at once: what reads journals is loaded where there may be one.
  const { look, problemTold } = await import('./plan-journal.ts')
  const looked = await look(opening)
  const state = looked.is === 'found' ? looked.state : null
  const milestone = found.is === 'found' || state === null ? undefined : milestoneNamed(state, task)
  if (found.is !== 'found' && milestone === undefined)
    return {
      is: 'wrong',
      message: notNamedText(task, found),
      help: task.startsWith(phaseKey(null))
        ? 'a run makes it of the tasks of a phase: `millwright why` one of these'
        : '`millwright graph` lists the tasks of a plan',
    }
  const problem = looked.is === 'refused' ? looked : looked.is === 'found' ? looked.problem : null
  // Of a plan whose files show no marks the journal alone knows what is done.
  const isMarkless = opening.dialect.isMarkless === true
  const about = {
    is: 'why',
    isOfRun: isMarkless && state !== null,
    problem: problem === null ? null : 'code' in problem ? problemTold(problem) : problem,
    notes: opening.notes,
  } as const
  const shown =
    state === null
      ? opening.plan
      : isMarkless
        ? asStanding(opening.plan, marksIn(state, opening.plan))
        : withoutWaits(opening.plan, state)
  if (found.is !== 'found') {
    const name = milestone?.spec.title ?? task
    return {
      ...about,
      plan: shown,
      name,
      why: null,
      overriddenBefore: null,
      run: state && whyInState(state, milestone?.uid),
    }
  }
  const { key } = found.task
  const run = state && whyInState(state, recognise(state, opening.plan).known.get(key))
  const before = found.task.mark === 'done' ? await letPassBefore(opening, key, state) : null
  return {
    ...about,
    plan: shown,
    name: taskName(found.task),
    why: whyInPlan(shown, key),
    overriddenBefore: before,
    run,
  }
}

/** What the tasks of a plan are by its run. */
function marksIn(state: RunState, plan: Plan): ReadonlyMap<string, MarkState> {
  return new Map(
    [...recognise(state, plan).known].map(([key, uid]) => [key, markOf(taskStatus(taskOf(state, uid)))] as const),
  )
}

async function letPassBefore(
  opened: OpenedPlan,
  key: string,
  state: RunState | null,
): Promise<FormerOverruling | null> {
  const { overriddenBefore } = await import('./overridden-before.ts')
  return (await overriddenBefore(opened, state)).get(key) ?? null
}

/** The integration tests that a person means: of those that stand the last one. */
function milestoneNamed(state: RunState, word: string): TaskRun | undefined {
  const former = formerMilestones(state)
  const low = word.toLowerCase()
  return [...state.tasks.values()].findLast((task) => {
    const { key, title } = task.spec
    const tests = task.steps.flatMap((step) => step.spec.gates.map((gate) => testName({ gate })))
    const names = [key, title, milestoneOf(key)?.layer ?? '', ...tests]
    return isMilestone(task) && !former.has(task.uid) && names.some((it) => it.toLowerCase() === low)
  })
}

/** The plan without the blocked marks by which a run says only that what a task waits for is not done. */
function withoutWaits(plan: Plan, state: RunState): Plan {
  const waits = (key: string): boolean => {
    const task = state.tasks.get(state.byKey.get(key) ?? '')
    return task !== undefined && taskStatus(task) === 'pending' && isHeld(task)
  }
  const tasks = plan.tasks.map((task) =>
    task.mark === 'blocked' && waits(task.key) ? { ...task, mark: 'todo' as const, reason: null } : task,
  )
  return { ...plan, tasks }
}
