/** A run as data: the contract of `run --json` and `status --json` (DESIGN, The command line). */

import type { Deviation } from '../../run/deviations.ts'
import type { RunState } from '../../run/state.ts'
import { viewRun, type Counts } from '../../run/views.ts'

export interface RunJson {
  readonly run: string | null
  readonly plan: string
  readonly dialect: string
  readonly status: string
  readonly mode: string
  readonly tasks: readonly object[]
  readonly counts: Counts
  readonly deviations: readonly Deviation[]
  readonly waiting: readonly object[]
  readonly findings: readonly object[]
}

/** @param about the plan's path as given, and its dialect */
export function runJson(state: RunState, about: { readonly plan: string; readonly dialect: string }): RunJson {
  const view = viewRun(state)
  return {
    run: view.run,
    plan: about.plan,
    dialect: about.dialect,
    status: view.status,
    mode: state.policy.mode,
    tasks: view.tasks
      .filter((task) => task.origin !== 'engine')
      .map(({ key, id, title, selected, state: now, reason, waitingOn, attempts, proof, evidence, commit }) => ({
        key,
        id,
        title,
        selected,
        state: now,
        reason,
        waitingOn,
        attempts,
        proof,
        evidence: evidence.map(
          ({ gate, argv, result, exitCode, tree, environment, after, durationMs, reused, output }) => ({
            gate,
            argv,
            result,
            exitCode,
            tree,
            environment,
            ...(after === undefined ? {} : { after }),
            durationMs,
            reused,
            output,
          }),
        ),
        commit,
      })),
    counts: view.counts,
    deviations: [...[...state.tasks.values()].flatMap((task) => task.deviations), ...state.outside],
    waiting: [
      ...view.reviews.map(({ id, kind, task, question, options, askedAt }) => ({
        on: 'human',
        review: id,
        kind,
        task: state.tasks.get(task)?.spec.key ?? task,
        question,
        options,
        askedAt,
      })),
      ...view.held.map(({ what, reason, help }) => ({ on: what, reason, help })),
    ],
    findings: view.findings,
  }
}
