/** How the steps of a run have gone so far, as plain data: what `course.ts` and `change-mode.ts` fold events into. */

import type { Mode } from '../../plan/policy.ts'
import type { Completion } from '../completion/completion.ts'
import type { TaskCheck } from '../constitution/before-task.ts'
import type { HeldCheckpoint } from '../education/checkpoint.ts'
import type { HeldCompletion } from '../judgement/judgement.ts'
import type { ToolsVerified } from '../mcp-tools.ts'
import type { Decided } from '../decided.ts'
import type { PatternCourse } from '../patterns/judged.ts'
import type { PatternProposal } from '../patterns/proposed.ts'
import type { NotedFailure } from '../speclets/scenario.ts'
import type { StageValidation } from '../speclets/validate-stage.ts'
import type { EscalationLog } from './escalation.ts'
import type { ModeSwitch } from './mode-switch.ts'
import type { StepMoment } from './moment.ts'
import type { PropagationDecision } from './propagation.ts'
import type { StepRecord } from './record.ts'
import type { ResearchRecord } from './research-record.ts'
import type { Handled } from './trigger.ts'

/** A run of the plan before the present one. Times in milliseconds since the epoch. */
export interface EarlierRun {
  readonly startedAt: number | null
  /** Null where it was left before its end. */
  readonly endedAt: number | null
  readonly resumedAt: readonly number[]
  /** How many steps had ended when the next one began: what led to people before did not any more. */
  readonly steps: number
  /** What people have said in it. */
  readonly decided: readonly Decided[]
}

/** Kept only where the policy has thresholds: other plans have no steps to compare. */
export interface Course {
  /** The mode in force: that of the policy, until something turns to people. */
  mode: Mode
  /** Whether what is dynamic is collaborative now: the run, or steps of which the plan says so. */
  hasTurned: boolean
  records: StepRecord[]
  /** Begins, further attempts and ends of steps, in order. */
  moments: StepMoment[]
  switches: ModeSwitch[]
  decisions: (PropagationDecision & { readonly at: number })[]
  escalations: (EscalationLog & { readonly at: number })[]
  handled: Handled
  /** When a person has last changed the mode, in milliseconds since the epoch; null where nobody has. */
  changedAt: number | null
  /** Failed steps in spite of which a person has let the run go on. */
  accepted: string[]
  /** Steps of which a person has said that they begin all the same, in whichever run. */
  letBegin: string[]
  /** The constitutional checks of the tasks that began or were to begin, the last one of each. */
  checks: { readonly task: string; readonly check: TaskCheck; readonly at: number }[]
  /** Rules that a person lets the run go on without (`ruleOf`). */
  acceptedRules: string[]
  /** What was found of the goal at the end; null before. */
  completion: Completion | null
  /** How often what was found of the goal, and said of it, fell because the spec says otherwise by now when that is reached. */
  otherGoals: number
  /** What an agent holds of what no program could tell of it; null where nobody was asked. */
  judged: HeldCompletion | null
  /** What people were shown in education mode before steps began, and what they chose, in order. */
  checkpoints: HeldCheckpoint[]
  /** What has turned to people and was not put before them yet. */
  open: EscalationLog | null
  /** When the run began, in milliseconds since the epoch; null before. */
  startedAt: number | null
  /** What came of verifying the MCP servers that the plan wants, the last time; null where nobody did. */
  tools: ToolsVerified | null
  /** What was looked up before tasks, in the order in which that was asked for. */
  research: ResearchRecord[]
  /** What is known of the spec's pattern, and what was decided of it; null where nobody has looked. */
  patterns: PatternCourse | null
  /** Patterns that were proposed for steps whose primary method had failed, in order. */
  proposed: PatternProposal[]
  /** Failures within SPECLets, in order. */
  specletFailures: NotedFailure[]
  /** How stages of SPECLets have ended, in order; one that was opened again, or of which a task has got another end, ends once more. */
  stages: (StageValidation & { readonly at: number })[]
  /** The stages that are over now. */
  stagesOver: number[]
  /** Whether an executor has taken it up, and when later ones did. */
  hasExecutor: boolean
  /** Whether a step began while the run had more than one job, in this run or one before it. */
  wasConcurrent: boolean
  /** When a person has chosen the mode as it began, in milliseconds since the epoch; null where nobody was asked. */
  modeAnsweredAt: number | null
  /** The runs of the plan before this one, in order. */
  earlierRuns: EarlierRun[]
  resumedAt: number[]
  /** Since when nothing is left to do, and how many events of the journal had led there; null while something is. */
  closed: { readonly at: number; readonly events: number } | null
}

/** Before any step. @param startedAt milliseconds since the epoch */
export function newCourse(mode: Mode, startedAt: number | null = null): Course {
  return {
    mode,
    hasTurned: false,
    records: [],
    moments: [],
    switches: [],
    decisions: [],
    escalations: [],
    handled: {},
    changedAt: null,
    accepted: [],
    letBegin: [],
    checks: [],
    acceptedRules: [],
    completion: null,
    otherGoals: 0,
    judged: null,
    checkpoints: [],
    open: null,
    startedAt,
    tools: null,
    research: [],
    patterns: null,
    proposed: [],
    specletFailures: [],
    stages: [],
    stagesOver: [],
    hasExecutor: false,
    wasConcurrent: false,
    modeAnsweredAt: null,
    earlierRuns: [],
    resumedAt: [],
    closed: null,
  }
}
