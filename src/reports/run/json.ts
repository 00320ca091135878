/** A run as data: the contract of `run --json` and `status --json` (DESIGN, The command line). */

import type { FormerOverruling, Overruling } from '../../run/against.ts'
import { judgedCompletion } from '../../run/completion/complete-run.ts'
import type { CompletionCheck } from '../../run/completion/finding.ts'
import type { GoalStatus } from '../../run/completion/verify-completion.ts'
import type { Deviation } from '../../run/deviation.ts'
import type { Mode } from '../../plan/policy.ts'
import type { ReviewAnswer } from '../../run/command.ts'
import type { CriterionView } from '../../run/criteria-seen.ts'
import type { Evidence } from '../../run/outcome.ts'
import type { ReviewKind } from '../../run/event.ts'
import { milestoneOf } from '../../run/milestone-key.ts'
import { taskOf, type RunState } from '../../run/state.ts'
import { isLayer } from '../../run/tests-by-layer.ts'
import { wholePlan } from '../../plan/integration-gate.ts'
import type { Proof, StepStatus, WaitingOn } from '../../run/step-status.ts'
import { viewSteps, type StepView } from '../../run/step-views.ts'
import { viewRun, type Counts, type RunView, type TaskView } from '../../run/views.ts'
import { stepJson, type StepJson } from './step-text.ts'

/** One task of the plan, as far as the run has come with it. */
export interface TaskJson {
  readonly key: string
  readonly id: string | null
  readonly title: string
  readonly selected: boolean
  readonly state: StepStatus
  readonly reason: string | null
  readonly waitingOn: WaitingOn | null
  readonly attempts: number
  /** Those into which the plan divides it, in their order; absent where it does not. */
  readonly steps?: readonly StepJson[]
  /** Who works on it; absent where that is the default of the run. */
  readonly agent?: string
  readonly proof: Proof | null
  /** Who let it pass, with what words, and which gates were red; absent where nobody did. */
  readonly overridden?: Overruling
  /** By `status`, of a run of which there is no journal here: the commit that says so, and what was red; absent where nobody did. */
  readonly overriddenBefore?: FormerOverruling
  readonly evidence: readonly EvidenceJson[]
  /** In ATDD mode both halves of each acceptance criterion. */
  readonly criteria?: readonly CriterionView[]
  readonly commit: string | null
}

/** What a gate said; its output is named by the hash under which the journal keeps it. */
export type EvidenceJson = Pick<
  Evidence,
  | 'gate'
  | 'argv'
  | 'result'
  | 'exitCode'
  | 'tree'
  | 'environment'
  | 'after'
  | 'durationMs'
  | 'reused'
  | 'output'
  | 'criterion'
  | 'noTest'
  | 'judgesNothing'
  | 'without'
  | 'expected'
>

/** What the run waits for: an answer of a person, or something that is not safe to write now. */
export type WaitingJson =
  | {
      readonly on: 'human'
      readonly review: string
      readonly kind: ReviewKind
      /** Key of the task that it is about. */
      readonly task: string
      readonly question: string
      readonly options: readonly ReviewAnswer[]
      /** ISO 8601, UTC. */
      readonly askedAt: string
    }
  | { readonly on: 'publish' | 'project'; readonly reason: string; readonly help: string }

/** Something about the whole run that a person should know, such as a gate that is red on its last tip. */
export interface FindingJson {
  readonly kind: string
  readonly text: string
}

/** The integration tests of a layer, as a task without an agent that runs them (seed 003 §4). */
export interface MilestoneJson extends Pick<
  TaskJson,
  'key' | 'title' | 'selected' | 'state' | 'reason' | 'waitingOn' | 'proof' | 'overridden' | 'evidence'
> {
  /** `all` of tests of the whole plan; null of those that name single tasks. */
  readonly layer: string | null
}

export interface GoalJson {
  readonly status: GoalStatus
  /** The checks that go for it, and whether each is met. */
  readonly checks: Readonly<Partial<Record<CompletionCheck, boolean>>>
  readonly gaps: readonly string[]
  /** How many criteria are held for met or not met by an agent alone; absent where none is. */
  readonly judgedByAgent?: number
}

export interface RunJson {
  readonly run: string | null
  readonly plan: string
  readonly dialect: string
  /** `interrupted` where its executor is gone: that is told by the lock, and only by `status`. */
  readonly status: RunView['status'] | 'interrupted'
  readonly mode: Mode
  readonly tasks: readonly TaskJson[]
  /** Those that stand: of each layer the last one, be it of an earlier run that was red, and the last that a person has let pass. */
  readonly milestones: readonly MilestoneJson[]
  readonly counts: Counts
  /** Of a spec whose end was looked at: whether its goal is reached. */
  readonly goal?: GoalJson
  readonly deviations: readonly Deviation[]
  readonly waiting: readonly WaitingJson[]
  readonly findings: readonly FindingJson[]
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
      .map((task) => taskJson(task, viewSteps(taskOf(state, task.uid)))),
    milestones: view.tasks.flatMap(milestoneJson),
    counts: view.counts,
    ...goalOf(state),
    deviations: [...[...state.tasks.values()].flatMap((task) => task.deviations), ...state.outside],
    waiting: waitingJson(view, state),
    findings: view.findings,
  }
}

function goalOf(state: RunState): Pick<RunJson, 'goal'> {
  const judged = judgedCompletion(state)
  if (judged === null) return {}
  const { status, checks, gaps, judgedByAgent } = judged
  const met = Object.fromEntries(checks.map((it) => [it.check, it.isMet]))
  return { goal: { status, checks: met, gaps, ...(judgedByAgent === 0 ? {} : { judgedByAgent }) } }
}

function taskJson(task: TaskView, steps: readonly StepView[]): TaskJson {
  const { key, id, title, selected, state, reason, waitingOn, attempts, agent, proof, evidence, criteria, commit } =
    task
  const { overridden } = task
  return {
    key,
    id,
    title,
    selected,
    state,
    reason,
    waitingOn,
    attempts,
    ...(steps.length === 0 ? {} : { steps: steps.map(stepJson) }),
    ...(agent === undefined ? {} : { agent }),
    proof,
    ...(overridden === undefined ? {} : { overridden }),
    evidence: evidence.map(evidenceJson),
    ...(criteria === undefined ? {} : { criteria }),
    commit,
  }
}

function milestoneJson(task: TaskView): readonly MilestoneJson[] {
  const layer = task.origin === 'engine' ? milestoneOf(task.key)?.layer : undefined
  if (layer === undefined) return []
  const { key, title, selected, state, reason, waitingOn, proof, overridden, evidence } = taskJson(task, [])
  const named = layer === wholePlan || isLayer(layer) ? layer : null
  const told = overridden === undefined ? {} : { overridden }
  return [{ key, title, layer: named, selected, state, reason, waitingOn, proof, ...told, evidence }]
}

function evidenceJson(evidence: Evidence): EvidenceJson {
  const { gate, argv, result, exitCode, tree, environment, after, durationMs, reused, output } = evidence
  const { criterion, noTest, judgesNothing, without, expected } = evidence
  const more = Object.fromEntries(
    Object.entries({ after, criterion, noTest, judgesNothing, without, expected }).filter(
      ([, value]) => value !== undefined,
    ),
  ) as Pick<EvidenceJson, 'after' | 'criterion' | 'noTest' | 'judgesNothing' | 'without' | 'expected'>
  return { gate, argv, result, exitCode, tree, environment, ...more, durationMs, reused, output }
}

function waitingJson(view: RunView, state: RunState): readonly WaitingJson[] {
  return [
    ...view.reviews.map(({ id, kind, task, question, options, askedAt }) => ({
      on: 'human' as const,
      review: id,
      kind,
      task: state.tasks.get(task)?.spec.key ?? task,
      question,
      options,
      askedAt: isoTime(askedAt),
    })),
    ...view.held.map(({ what, reason, help }) => ({ on: what, reason, help })),
  ]
}

/** A moment as every document of ours spells it: ISO 8601, UTC. */
export function isoTime(at: number): string {
  return new Date(at).toISOString()
}
