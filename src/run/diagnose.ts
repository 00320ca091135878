/** What a red milestone leads to: a task that finds out why joins the plan, and after enough of these a person is asked. */

import { plainText } from '../plan/added-task.ts'
import type { TaskSpec } from '../plan/model.ts'
import { workStep } from '../plan/work-step.ts'
import { freeIds, joinPlan } from './added-tasks.ts'
import { ask } from './ask.ts'
import { groupsBeside, isBeside } from './beside.ts'
import { passesText, wholePlan } from '../plan/integration-gate.ts'
import { taskName } from '../plan/names.ts'
import { diagnosesIn, diagnosisTitle, triedOf } from './diagnosis.ts'
import { milestoneOf } from './milestone-key.ts'
import { isLayer, whatOf } from './tests-by-layer.ts'
import type { Evidence } from './outcome.ts'
import { commandText, mostNamed, redTestText, testName } from './red-tests.ts'
import { coveredOf, taskOf, type RunState, type StepRun, type TaskRun } from './state.ts'
import { emit, move, type Turn } from './turn.ts'

const longestDescription = 1000

/**
 * Ends a milestone that is red: with a task in the plan that finds out why and mends it, whose end calls for the tests again.
 * Where that was tried as often as the policy allows, and where a test could not even run, a person decides (seed 003 §4).
 *
 * @param red the verdicts that are not green
 */
export function failMilestone(
  turn: Turn,
  { task, step }: { readonly task: TaskRun; readonly step: StepRun },
  red: readonly Evidence[],
): void {
  const { state } = turn
  const layer = milestoneOf(task.spec.key)?.layer ?? wholePlan
  const tests = red.map(testName)
  const textsOf = (them: readonly Evidence[]): string => them.map((it) => redTestText(state, it)).join('; ')
  const unable = red.filter((it) => it.result === 'could-not-run')
  const failed = red.filter((it) => !unable.includes(it))
  const suspected = suspect(state, task, red)
  const isUnable = unable.length > 0
  const tried = triedOf(state, layer)
  if (isUnable || suspected === null || tried >= state.policy.milestoneRounds) {
    const before = tried === 0 ? '' : ` after ${tried} ${tried === 1 ? 'diagnosis' : 'diagnoses'}`
    ask(turn, task, step, {
      kind: 'milestone',
      options: ['override', 'retry', 'block', 'pause'],
      question: isUnable
        ? `${task.spec.title} could not run: ${textsOf(unable)}${failed.length === 0 ? '' : `; red: ${textsOf(failed)}`}`
        : `${task.spec.title} are red${before}: ${textsOf(red)}`,
    })
    return
  }
  move(turn, task, step, { to: 'blocked', because: 'failed', cause: { is: 'milestone', tests } })
  const [id = ''] = freeIds(state, 1)
  const of = whatOf(state, layer)
  const title = diagnosisTitle(state, layer, tests)
  const description = plainText(
    `${textsOf(red)}. Suspected: ${taskName(suspected.spec)} ${suspected.spec.title}. Run again: ${red.map((it) => commandText(state, it)).join('; ')}`,
    longestDescription,
  )
  const near = ownTask(state, suspected)
  const spec: TaskSpec = {
    ...near.spec,
    key: id,
    id,
    title,
    description,
    parent: null,
    origin: 'plan',
    mark: 'todo',
    reason: null,
    files: [],
    declaresFiles: false,
    unknownBlockers: [],
    criteria: tests.map(passesText),
    kind: 'fix',
    ...(isLayer(layer) ? { layer } : {}),
    // It is judged as any task of its layer and kind is.
    namedGates: [],
    steps: [workStep],
    open: false,
    added: { by: suspected.spec.key, proposal: task.spec.key },
    textHash: `${task.spec.key} ${tests.join(' ')}`,
  }
  emit(turn, {
    type: 'finding',
    kind: 'milestone',
    text: `the integration tests ${of} were red (${textsOf(red)}); ${id} finds out why, ${taskName(suspected.spec)} is suspected`,
    ...(red[0] === undefined ? {} : { gate: red[0].gate }),
  })
  joinPlan(turn, { task: near, by: `${task.spec.key}/${step.spec.id}` }, { tasks: [spec], edges: [] })
}

/** A task of the plan's own file, where the new one is to stand: the suspected one where it does. */
function ownTask(state: RunState, suspected: TaskRun): TaskRun {
  const beside = groupsBeside(state)
  const isOwn = ({ spec, left }: TaskRun): boolean =>
    spec.origin === 'plan' && spec.covers === undefined && !left && !isBeside(beside, spec)
  return isOwn(suspected) ? suspected : (state.order.map((uid) => taskOf(state, uid)).findLast(isOwn) ?? suspected)
}

/**
 * The task that is most likely to blame: the one of whose files the tests' output speaks most; where it speaks of none, the
 * one of the layer that was accepted last.
 * @returns null where the milestone waits for no task
 */
function suspect(state: RunState, milestone: TaskRun, red: readonly Evidence[]): TaskRun | null {
  const output = red.map((it) => it.excerpt).join('\n')
  const waitedFor = (state.blockers.get(milestone.uid) ?? []).map(({ uid }) => taskOf(state, uid))
  // Of a phase that is handed out as a whole those that stand in the plan.
  const all = [
    ...new Set(waitedFor.flatMap((task) => (task.spec.covers === undefined ? task : coveredOf(state, task)))),
  ]
  // Who was to find out why is the last to be blamed.
  const diagnoses = diagnosesIn(state)
  const workers = all.filter(({ uid }) => !diagnoses.has(uid))
  const tasks = workers.length > 0 ? workers : all
  const mergedAt = ({ uid }: TaskRun): number => state.merged.indexOf(uid)
  const lastFirst = [...tasks]
    .reverse()
    .sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0) || mergedAt(b) - mergedAt(a))
  return mostNamed(lastFirst, output)
}
