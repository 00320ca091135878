/** How a run ended, for people: the seed's summary (seed 000 §2.4), then what is open and what to do about it. */

import { isRedThenGreen, type CriterionView } from '../../run/criteria-seen.ts'
import { taskOf, type RunState } from '../../run/state.ts'
import { viewSteps } from '../../run/step-views.ts'
import { taskStatus } from '../../run/task-status.ts'
import { nameOf, viewRun, type RunView } from '../../run/views.ts'
import { painter } from '../graph/paint.ts'
import { shellWord, shellWords } from '../../plan/shell-word.ts'
import { callAgain } from './call-again.ts'
import { mostDeviations, whereAll } from './lines.ts'
import { reviewLine } from './education-lines.ts'
import { overruledText } from './question-text.ts'
import { safeLine } from '../../plan/safe-text.ts'
import { goalLines } from '../spec/goal-text.ts'
import { leftOutText, stepBehind, stepText } from './step-text.ts'

/**
 * The text, with a line end behind each line.
 * @param of.plan the plan as a person names it in a command
 * @param of.isDry whether it was a dry run: nobody goes on with it
 */
export function summaryText(
  state: RunState,
  { plan, colour, isDry = false }: { readonly plan: string; readonly colour: boolean; readonly isDry?: boolean },
): string {
  const view = viewRun(state)
  const paint = painter(colour)
  const { counts } = view
  const more = [
    ...(counts.failed > 0 ? [`${counts.failed} failed`] : []),
    ...(counts.skipped > 0 ? [`${counts.skipped} skipped`] : []),
    ...(counts.deferred > 0 ? [`${counts.deferred} deferred`] : []),
  ]
  const isStandard =
    state.invocation['standard'] === true || view.tasks.some((task) => task.selected && task.covers !== null)
  const mode = isStandard ? 'Standard' : 'Mechanical'
  const lines = [
    `${mode} execution ${view.status === 'finished' ? 'complete' : view.status}:`,
    `  ${[`${counts.done} completed`, `${counts.blocked} blocked`, `${counts.remaining} remaining`, ...more].join(', ')}`,
    ...proofLines(view),
    ...criteriaLine(view),
    ...goalLines(state),
    ...phaseLines(view),
    ...overriddenLines(view, paint),
    ...overriddenStepLines(view, state, paint),
    ...blockedLines(view, state, paint),
    ...leftOutLines(view, state, paint),
    ...heldUpLines(view, paint),
    ...deviationLines(state),
    ...view.findings.flatMap(({ text }) => {
      const [first = '', ...more] = text.split('\n')
      return [paint('yellow', `! ${safeLine(first)}`), ...more.map((line) => `    ${safeLine(line)}`)]
    }),
    ...waitingLines(view, state, plan),
    ...(isDry ? dryLine(view) : againLine(view, state, plan)),
  ]
  return `${lines.join('\n')}\n`
}

function proofLines(view: RunView): readonly string[] {
  const proofs = new Map<string, number>()
  for (const task of view.tasks)
    if (task.counted && task.state === 'done' && task.proof) proofs.set(task.proof, (proofs.get(task.proof) ?? 0) + 1)
  return proofs.size === 0 ? [] : [`  proof: ${[...proofs].map(([proof, count]) => `${count} ${proof}`).join(', ')}`]
}

/** ATDD: how many criteria were seen red first and are green, and which of those that are done were not. */
function criteriaLine(view: RunView): readonly string[] {
  const done = view.tasks.filter((task) => task.counted && task.state === 'done').flatMap((task) => task.criteria ?? [])
  const all = view.tasks.filter((task) => task.counted).flatMap((task) => task.criteria ?? [])
  if (all.length === 0) return []
  const count = done.filter(isRedThenGreen).length
  const named = (of: readonly CriterionView[], what: string): string => {
    const names = of.map((it) => safeLine(it.criterion))
    return names.length === 0 ? '' : `; ${what}: ${names.slice(0, 6).join(', ')}${names.length > 6 ? ', …' : ''}`
  }
  const early = named(
    done.filter((it) => it.wasGreenBefore),
    'green before the work',
  )
  const changed = named(
    done.filter((it) => it.testChanged.length > 0),
    'its test was changed after it was seen red',
  )
  return [`  criteria: ${count} of ${all.length} red first and green now${early}${changed}`]
}

/** Standard mode: a phase whose work was accepted, although its agent left some of its tasks without a tick. */
function phaseLines(view: RunView): readonly string[] {
  const tasks = new Map(view.tasks.map((task) => [task.key, task]))
  return view.tasks.flatMap((phase) => {
    if (!phase.selected || phase.covers === null || phase.state !== 'done') return []
    const open = phase.covers.flatMap((key) => tasks.get(key) ?? []).filter((task) => task.state === 'pending')
    if (open.length === 0) return []
    const names = open.slice(0, 6).map((task) => safeLine(task.id ?? task.title))
    const which = `${names.join(', ')}${open.length > 6 ? ', …' : ''}`
    const proof = [phase.proof ?? '', phase.commit?.slice(0, 7) ?? ''].filter((it) => it !== '').join(', ')
    return [
      `  ${safeLine(phase.title)}: the work was accepted${proof === '' ? '' : ` (${proof})`}, but not all of it is done: ${which} open as before`,
    ]
  })
}

/** What a person let through although it was red, who it was and why: said for ever after (seed 003 §3). */
function overriddenLines(view: RunView, paint: ReturnType<typeof painter>): readonly string[] {
  return view.tasks.flatMap(({ id, title, proof, overridden }) => {
    if (proof !== 'overridden') return []
    const by = overridden === undefined ? '' : ` ${overruledText(overridden)}`
    return [`  ${paint('yellow', '-')} ${safeLine(id ?? title)} overridden${by}`]
  })
}

/** Steps that had failed with every method and that a person let stand; the last one of a task is told with its proof. */
function overriddenStepLines(view: RunView, state: RunState, paint: ReturnType<typeof painter>): readonly string[] {
  const { decided, course, reviews } = state
  const said = [...course.earlierRuns.flatMap((it) => it.decided), ...decided].filter(
    ({ answer }) => answer === 'override',
  )
  if (said.length === 0) return []
  return view.tasks.flatMap(({ uid }) => {
    const task = taskOf(state, uid)
    return viewSteps(task)
      .slice(0, -1)
      .flatMap((step) => {
        const by = said.findLast(({ task: of, review }) => of === uid && reviews.get(review)?.step === step.id)
        // Who has done it themselves since has let nothing stand.
        const isOwn = task.steps.some(({ spec, because }) => spec.id === step.id && because !== 'accepted')
        if (by === undefined || isOwn || step.state !== 'done' || !step.isUsedUp) return []
        const words = overruledText({ by: by.by.who, text: by.text, gates: [] })
        return [`  ${paint('yellow', '-')} ${stepText(step)} overridden ${words}`]
      })
  })
}

function blockedLines(view: RunView, state: RunState, paint: ReturnType<typeof painter>): readonly string[] {
  return view.tasks
    .filter((task) => task.selected && (task.state === 'blocked' || task.state === 'failed'))
    .map((task) => {
      const step = viewSteps(taskOf(state, task.uid)).find((it) => it.state === 'blocked' || it.state === 'failed')
      const at = step === undefined ? '' : ` at ${stepText(step)}`
      return `  ${paint('red', '-')} ${safeLine(task.origin === 'engine' ? task.title : (task.id ?? task.title))} ${task.state}${at}: ${safeLine(task.reason ?? '')}`
    })
}

/** Steps without which their tasks went on: a task that is done may lack something. */
function leftOutLines(view: RunView, state: RunState, paint: ReturnType<typeof painter>): readonly string[] {
  return view.tasks
    .filter((task) => task.counted)
    .flatMap((task) => viewSteps(taskOf(state, task.uid)))
    .flatMap((step) => {
      const why = leftOutText(step)
      return why === null ? [] : [`  ${paint('yellow', '-')} ${stepText(step)} left out, ${why}`]
    })
}

/** Tasks that could begin, and wait for a file that another one writes. */
function heldUpLines(view: RunView, paint: ReturnType<typeof painter>): readonly string[] {
  return view.tasks
    .filter(({ selected, state, reason }) => selected && state === 'pending' && reason !== null)
    .map(
      (task) => `  ${paint('yellow', '-')} ${safeLine(task.id ?? task.title)} pending: ${safeLine(task.reason ?? '')}`,
    )
}

/** A dry run is over when it ends: what would be asked is answered beforehand, or seen by looking at it. */
function dryLine(view: RunView): readonly string[] {
  if (view.reviews.length === 0) return []
  return [
    'A dry run is not gone on with: `reviews` in the file of --doubles says what is approved, revised or rejected',
  ]
}

/** A further run leaves alone what has ended badly, so that this is said; what only waits for it is released with it. */
function againLine(view: RunView, state: RunState, plan: string): readonly string[] {
  if (view.status === 'waiting' || view.status === 'paused' || view.status === 'stopped')
    return [`Go on with: ${callAgain('resume', state, plan)}`]
  if (view.status !== 'finished') return []
  const ended = view.tasks.flatMap(({ uid, id, origin, selected }) => {
    const task = state.tasks.get(uid)
    const stands = task === undefined ? null : taskStatus(task)
    return selected && origin !== 'engine' && id !== null && (stands === 'blocked' || stands === 'failed') ? [id] : []
  })
  // What waits for the gates on its base, or for a workspace, is looked at again by each run.
  // So is the task that stands for a phase: the next run hands out anew what is open of it.
  const isHeld = view.tasks.some(
    ({ origin, covers, state: stands }) => (origin === 'engine' || covers !== null) && stands === 'blocked',
  )
  if (ended.length === 0) return isHeld ? [`When the cause is mended: ${callAgain('run', state, plan)}`] : []
  const named = ended.length > 6 ? 'ID …' : shellWords(ended)
  return [`When the cause is mended: millwright unblock ${shellWord(plan)} ${named}`]
}

function deviationLines(state: RunState): readonly string[] {
  const tasks = [...state.tasks.values()]
  const count = tasks.reduce((sum, it) => sum + it.deviations.length, 0) + state.outside.length
  if (count === 0) return []
  const line = (name: string, what: string): string => `  [DEVIATION] ${safeLine(name)}: ${safeLine(what)}`
  return [
    `Deviations detected: ${count}`,
    ...tasks.flatMap((task) => {
      const more = task.deviations.length - mostDeviations
      return [
        ...task.deviations.slice(0, mostDeviations).map((it) => line(nameOf(task), it.what)),
        ...(more > 0 ? [line(nameOf(task), `${more} more: ${whereAll(state)}`)] : []),
      ]
    }),
    ...state.outside.map((it) => line(it.task === '' ? 'the run' : it.task, it.what)),
  ]
}

function waitingLines(view: RunView, state: RunState, plan: string): readonly string[] {
  const quoted = shellWord(plan)
  return [
    ...view.reviews.flatMap((review) => {
      const task = state.tasks.get(review.task)
      return [
        `? ${review.id} ${task ? safeLine(nameOf(task)) : ''}${stepBehind(task, review.step)}: ${reviewLine(review)}`,
        `    answer: ${review.options.join(', ')}; first look with:`,
        `    millwright review show ${review.id} --plan ${quoted}`,
      ]
    }),
    ...view.held.flatMap((it) => [`? ${it.what}: ${safeLine(it.reason)}`, `    ${safeLine(it.help)}`]),
  ]
}
