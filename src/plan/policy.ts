/** How a run behaves, as plain data. Merged once at the door; the core only reads it. */

import type { Education } from './education.ts'
import type { EscalationSettings, PropagationSettings } from './escalation.ts'
import type { JudgementSettings } from './judgement.ts'

export type Mode = 'silent' | 'collaborative' | 'dynamic' | 'education'

export interface Limits {
  /** Longest time one attempt may take, in milliseconds. */
  readonly attemptMs: number
  /** Longest time an attempt may stay without any output, in milliseconds. */
  readonly idleMs: number
  readonly gateMs: number
  /** How many of the last bytes of output are kept per attempt and per gate, beside the first 4 KiB. */
  readonly attemptOutputBytes: number
  readonly gateOutputBytes: number
}

/** What may be used; absent: as much as is wanted. */
export interface BudgetOf {
  /** Attempts that are started. */
  readonly attempts?: number
  /** Time that they take, in milliseconds. */
  readonly ms?: number
}

/** Of one task, of a run, and of all runs of the plan in 24 hours. */
export interface Budgets {
  readonly task?: BudgetOf
  readonly run?: BudgetOf
  readonly day?: BudgetOf
}

export interface Policy {
  readonly mode: Mode
  /** Set where the call names the mode: it holds for every step, whatever the plan says of one. */
  readonly saysMode?: true
  /** What the configuration sets by name, and not only by a mode: it holds for every step, whatever mode the plan says of one. */
  readonly sets?: readonly ('review' | 'unverified')[]
  /** How many tasks may be worked on at once. */
  readonly jobs: number
  readonly workspace: 'worktree' | 'in-place' | 'none'
  /** Attempts after the first one, per method (`3` means four attempts; seed 000 §2.5). */
  readonly retries: number
  /** Attempts cut off by a crash or Ctrl-C before the task is blocked; they use no retry. */
  readonly interruptions: number
  /** After a red gate: keep the draft and mend it (`draft`), or start again from the step's base (`base`). */
  readonly redraft: 'draft' | 'base'
  /** Passes over one draft before it is exhausted; null means only `retries` counts. */
  readonly gateRounds: number | null
  readonly reviewRounds: number
  /** How often a red milestone may bring a task into the plan that finds out why, before a person is asked. */
  readonly milestoneRounds: number
  /** When every method of a step is used up. */
  readonly exhausted: 'block' | 'ask'
  /** A task that ends without any gate. */
  readonly unverified: 'accept' | 'ask' | 'block'
  /** A gate that is red before the first task. */
  readonly baseline: 'ask' | 'ignore-same' | 'block'
  /** A change outside `files:`. `ignore` only where the project says `flag_deviations: false` (seed 000 §7.2). */
  readonly deviations: 'ignore' | 'record' | 'ask' | 'block'
  /** Tasks that an agent says are missing: told to people only, or written into the plan as well. */
  readonly addedTasks: 'record' | 'accept'
  /** What follows a human's REJECT. */
  readonly rejected: 'fail' | 'decompose'
  readonly review: 'never' | 'critical' | 'always'
  /** Set where the plan's format keeps what a run knows of its tasks (`PlanRecords`): it is shown as soon as it changes. */
  readonly keepsRecords?: true
  /** Set where the test of each acceptance criterion is seen red first (ATDD): which tests there are is settled as a call begins. */
  readonly testFirst?: true
  /** When a run turns to people by itself; absent: never, as most plans do not say how their steps should go. */
  readonly escalation?: EscalationSettings
  /** What a failed critical step means to those after it; absent: nothing but what the plan's edges say. */
  readonly propagation?: PropagationSettings
  /** Set where it is verified at the end whether the goal of the plan is reached (seed 004 §6.4). */
  readonly verifiesCompletion?: true
  /** Set where nothing is looked up before tasks, whatever the plan says; absent: what it wants. */
  readonly research?: 'off'
  /** How steps whose mode is education teach, before they begin; absent: a person is shown each draft instead. */
  readonly education?: Education
  /** Who judges what no program can tell in the run of a spec; absent: nobody is asked. */
  readonly judgement?: JudgementSettings
  readonly limits: Limits
  /** What an attempt may take of agents that have a shorter limit of their own, by name, in milliseconds; absent where none has. */
  readonly agentsMs?: Readonly<Record<string, number>>
  /** Absent where nobody sets one. */
  readonly budgets?: Budgets
}

/**
 * What a plan and its format say of its run, and no more: the rest is for the configuration and the call. Of the triggers it names
 * only the numbers of its own; where `escalation` is absent, the plan has no triggers.
 */
export type PlanPolicy = Partial<Omit<Policy, 'escalation'>> & { readonly escalation?: Partial<EscalationSettings> }

/** The built-in policy, before dialect, user, repository, plan and flags (DESIGN, Runs and policy). */
export const builtInPolicy: Policy = {
  mode: 'dynamic',
  jobs: 1,
  workspace: 'worktree',
  retries: 3,
  interruptions: 5,
  redraft: 'draft',
  gateRounds: null,
  reviewRounds: 3,
  milestoneRounds: 2,
  exhausted: 'block',
  unverified: 'accept',
  baseline: 'ask',
  deviations: 'record',
  addedTasks: 'record',
  rejected: 'fail',
  review: 'never',
  limits: {
    attemptMs: 60 * 60_000,
    idleMs: 15 * 60_000,
    gateMs: 20 * 60_000,
    attemptOutputBytes: 64 * 1024 * 1024,
    gateOutputBytes: 8 * 1024 * 1024,
  },
}

/** What a mode asks a person where nothing else is said (DESIGN, Review defaults). */
export function asksOf(mode: Mode): Pick<Policy, 'review' | 'unverified'> {
  switch (mode) {
    case 'silent':
    case 'dynamic':
      return { review: 'never', unverified: 'accept' }
    case 'collaborative':
    case 'education':
      return { review: 'always', unverified: 'ask' }
    default:
      return mode satisfies never
  }
}
