/** How far a plan is, as a typed call: by the journal; where it was never run, by its marks. Prints nothing. */

import type { JournalProblem } from '../../engine/journal/problem.ts'
import { select } from '../../plan/selection.ts'
import { stateBeforeRun } from '../../reports/run/before-run.ts'
import { runJson, type RunJson } from '../../reports/run/json.ts'
import type { RunState } from '../../run/state.ts'
import { viewRun } from '../../run/views.ts'
import { exitCodeOf } from '../run/exit-code-of.ts'
import { exitCodes } from '../exit-codes.ts'
import type { Call } from './journal-calls.ts'
import type { Refusal } from './open-journal.ts'
import { openPlan, type Opening } from '../plan/open-plan.ts'
import { overriddenBefore, type OverriddenBefore } from './overridden-before.ts'
import { look, problemTold } from './plan-journal.ts'

export interface Status {
  readonly is: 'status'
  /** As `status --json` prints it. */
  readonly run: RunJson
  /** Of the last run; null where there was none. */
  readonly state: RunState | null
  /** Whether the run is unfinished and nobody is at work on it: it was cut off. */
  readonly interrupted: boolean
  /** The executor's process, where a signal has stopped it; null where none is, or it goes on. */
  readonly stopped: number | null
  /** Damage of the journal: what is told is that of its intact beginning. */
  readonly problem: JournalProblem | null
  /** The plan as it is now; it may have become unsound since it was run. */
  readonly opening: Opening
  /** That of `millwright status`. */
  readonly exitCode: number
}

/** Looks without taking the lock, so that a run at work is not disturbed. */
export async function status(plan: string, call: Call): Promise<Status | Refusal> {
  const opening = await openPlan(plan, {
    cwd: call.cwd,
    env: call.env,
    dialect: call.dialect ?? null,
    checksGates: false,
  })
  const reading = opening.is === 'opened' ? opening : opening.reading
  const found = reading === null ? null : await look(reading)
  if (found?.is === 'refused') return { is: 'wrong', message: found.message, help: found.help }
  if (found?.is === 'found' && found.state.run === null && found.problem !== null)
    return { is: 'wrong', message: problemTold(found.problem).message, help: found.problem.help }
  if (reading !== null && found?.is === 'found' && found.state.run !== null) {
    const { state, problem } = found
    // The journal alone cannot know that its executor died; the lock does.
    const interrupted = viewRun(state).status === 'running' && found.executor === null
    const before = opening.is === 'opened' ? await overriddenBefore(opening, state) : new Map<string, never>()
    const told = withOverridden(runJson(state, { plan, dialect: reading.dialect.name }), before)
    const run: RunJson = interrupted ? { ...told, status: 'interrupted' } : told
    const isWrong = problem !== null || opening.is === 'unsound'
    const exitCode = isWrong ? exitCodes.wrong : interrupted ? exitCodes.waiting : exitCodeOf(state)
    const stopped = found.executor?.state === 'stopped' ? found.executor.pid : null
    return { is: 'status', run, state, interrupted, stopped, problem, opening, exitCode }
  }
  if (opening.is === 'unsound') return { is: 'unsound', opening }
  const { selected } = select(opening.plan, { phases: null, only: null, until: null })
  const before = stateBeforeRun(opening.plan, { policy: opening.settings.policy, selected })
  return {
    is: 'status',
    run: withOverridden(
      runJson(before, { plan, dialect: opening.dialect.name }),
      await overriddenBefore(opening, null),
    ),
    state: null,
    interrupted: false,
    stopped: null,
    problem: null,
    opening,
    exitCode: exitCodes.done,
  }
}

function withOverridden(run: RunJson, before: OverriddenBefore): RunJson {
  if (before.size === 0) return run
  const tasks = run.tasks.map((task) => {
    const overriddenBefore = before.get(task.key)
    return overriddenBefore === undefined ? task : { ...task, overriddenBefore }
  })
  return { ...run, tasks }
}
