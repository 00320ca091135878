/**
 * What can happen in a run: the closed union of events. State is a fold over these and nothing else.
 *
 * The journal wraps each into its envelope (run, seq, prevHash, hash, schema, epoch); the core fills the rest.
 */

import type { ModeAnswer } from './steps/mode-switch.ts'
import type { ToolsVerified } from './mcp-tools.ts'
import type { AuditItem, Edge, Group, MethodSpec, TaskSpec } from '../plan/model.ts'
import type { Mode, Policy } from '../plan/policy.ts'
import type { Spec, SpecFile, SpecFinding } from '../plan/spec.ts'
import type { ReviewAnswer, Speaker } from './command.ts'
import type { Deviation } from './deviation.ts'
import type { Checkpoint } from './education/checkpoint.ts'
import type { Commit, Effect, Feedback, GateSpec } from './effect.ts'
import type { Evidence, Outcome } from './outcome.ts'
import type { TaskCheck } from './constitution/before-task.ts'
import type { DeviationDoes, PatternsJudged } from './patterns/judged.ts'
import type { PatternMatch } from './patterns/pattern.ts'
import type { CompletionJudgements, OutputJudgement } from './judgement/judgement.ts'
import type { EscalationLog } from './steps/escalation.ts'
import type { SpecletFailure } from './speclets/scenario.ts'
import type { StageValidation } from './speclets/validate-stage.ts'
import type { PropagationDecision } from './steps/propagation.ts'
import type { Handled } from './steps/trigger.ts'
import type { Cause, Proof, StepStatus, WaitingOn } from './step-status.ts'

/** What an event is about: the task's uid and where in it. */
export interface Subject {
  readonly task: string
  readonly step: string | null
  readonly method: string | null
  readonly attempt: number | null
  readonly round: number | null
}

export type ReviewKind =
  | 'draft'
  | 'exhausted'
  | 'unverified'
  | 'deviation'
  | 'baseline'
  | 'milestone'
  | 'interrupted'
  | 'checkpoint'
  | 'by-hand'
  /** Whether it goes on: a trigger has fired, or a critical step before has failed. */
  | 'escalation'
  /** Before a step begins: by which approach, in education mode. */
  | 'education'
  | 'mark'
  /** Whether the spec is built otherwise than its pattern recommends. */
  | 'pattern-deviation'
  /** Whether a pattern takes the place of a method that failed. */
  | 'pattern-alternatives'

/** Why the plan changed; the one door is `plan-revised`. */
export type RevisionCause = 'read' | 'human-edit' | 'proposal' | 'engine'

/** Why a step moved, for `log` and `why`. */
export type MoveCause =
  | 'begins'
  | 'draft-taken'
  | 'next-attempt'
  | 'next-method'
  | 'gates-passed'
  | 'gates-red'
  | 'asked'
  /** An agent is asked something that a person is to be shown. */
  | 'consults'
  | 'answered'
  /** A person takes a draft that not all gates have looked at: they do so first. */
  | 'overridden'
  | 'accepted'
  | 'merged'
  | 'red-on-merged-tree'
  | 'conflict'
  | 'exhausted'
  | 'failed'
  | 'not-critical'
  | 'by-human'
  /** A human says that what was done is no longer in their history. */
  | 'work-lost'
  /** A human says that what is done is to be done again: its box in the plan is open. */
  | 'reopened'
  | 'mark-in-plan'
  /** The plan says it in other words than those it was worked on by. */
  | 'reworded'
  /** The plan says since that something else comes first. */
  | 'blocker-added'
  /** In place: what lies in the folder is nothing that gates have looked at, or no longer the draft that was taken. */
  | 'folder-changed'
  /** The cycle that had blocked it is no more. */
  | 'cycle-opened'
  /** Its line is gone from the plan. */
  | 'left-plan'
  /** Other tasks do what it was to do. */
  | 'replaced'

/** What the plan says of a task. */
export interface SpecifiedTask {
  readonly uid: string
  readonly spec: TaskSpec
}

/** A mark that the plan file is known to show, and the reason line that this program wrote beside it. */
export interface ShownMark {
  readonly uid: string
  readonly state: TaskSpec['mark']
  readonly writtenReason: string | null
  /** Set where somebody wrote it while agents were at work: it is taken back. */
  readonly isClaim?: boolean
}

/**
 * What the human said on the command line, kept so that `resume` needs no flags, and what was settled by it and by the
 * project's files; the core does not look into it.
 */
export type Invocation = Readonly<Record<string, unknown>>

export type EventBody =
  | {
      readonly type: 'run-started'
      readonly run: string
      readonly policy: Policy
      /** Uids are minted by `plan-revised`; the selection is by task key. Null selects every task that is open. */
      readonly selection: readonly string[] | null
      /** Whether tasks that join the plan during the run are part of it: not where the call names its tasks. */
      readonly takesNew?: boolean
      readonly gates: readonly GateSpec[]
      readonly agent: string | null
      readonly base: Commit | null
      readonly engine: string
      readonly invocation: Invocation
    }
  | {
      readonly type: 'executor-started'
      readonly epoch: number
      readonly pid: number
      /** Digest of the environment that each gate gets from it, by name; early journals do not tell. */
      readonly environments?: Readonly<Record<string, string>>
      /** It executes what nobody has trusted: the call said `--yes`. It allows nothing to later ones. */
      readonly saidYes?: true
      /** What came of verifying the MCP servers that the plan wants, before it started; absent where nobody did. */
      readonly tools?: ToolsVerified
      /** What a person has said to the question for the mode as it began: what held, or another one; absent where nobody was asked. */
      readonly modeAnswer?: ModeAnswer
      /** What was found out of the spec's pattern before it started; absent where nothing new was. */
      readonly patterns?: PatternsJudged
    }
  | {
      readonly type: 'policy-set'
      readonly policy: Policy
      readonly gates: readonly GateSpec[]
      readonly agent: string | null
      readonly invocation: Invocation
      readonly by: string
    }
  /** What a spec says beside its tasks, as it was read, and what was found in it: what it is reported by. */
  | {
      readonly type: 'spec-read'
      readonly spec: Spec
      readonly findings: readonly SpecFinding[]
      /** Absent: nobody has noted them. */
      readonly files?: readonly SpecFile[]
    }
  /** What the steps before one mean to it, decided before it begins (seed 004 §2.2). */
  | { readonly type: 'propagation-decided'; readonly decision: PropagationDecision }
  /** What a task was found to keep of the articles that hold for every spec, before its first step begins (seed 004 §2.0). */
  | { readonly type: 'constitution-checked'; readonly check: TaskCheck }
  /** A step of a SPECLet has failed with every method: what that means to the others (seed 004 §2.0b, 6). */
  | { readonly type: 'speclet-failed'; readonly failure: SpecletFailure }
  /** A stage of SPECLets has come to its end (seed 004 §2.0b, 7). */
  | { readonly type: 'stage-ended'; readonly validation: StageValidation }
  /** Something turns to people; `isAsked` where they are asked about it just now, and not before the next step. */
  | {
      readonly type: 'mode-changed'
      readonly from: Mode
      readonly to: Mode
      readonly reason: string
      readonly escalation: EscalationLog | null
      /** What has led to people by now, so that it does not again. */
      readonly handled: Handled
      readonly isAsked?: true
    }
  /** What follows from a technology deviation, or from a risk above the threshold: a person's word, or that of the mode. */
  | { readonly type: 'pattern-decided'; readonly does: DeviationDoes; readonly mode: Mode }
  /** Patterns that may help a step whose primary method has failed; `isAsked` where people say which way is taken. */
  | {
      readonly type: 'patterns-proposed'
      readonly alternatives: readonly PatternMatch[]
      readonly line: string
      readonly cause: Cause
      readonly isAsked: boolean
    }
  /** One of them becomes the next method of the step. */
  | { readonly type: 'pattern-taken'; readonly pattern: string; readonly method: MethodSpec }
  /** A person says in which mode the run goes on: whatever has turned to people until then, they have seen. */
  | { readonly type: 'mode-chosen'; readonly mode: Mode; readonly by: Speaker }
  /** What a person is asked about before a step begins, in education mode. */
  | { readonly type: 'checkpoint-shown'; readonly checkpoint: Checkpoint }
  /** What an agent holds of the output of a step that no program has verified; only ever recorded. */
  | ({ readonly type: 'output-judged' } & OutputJudgement)
  /** What it holds of the criteria of completion that no program can tell. */
  | ({ readonly type: 'completion-judged' } & CompletionJudgements)
  /** The method that a person lets a step begin with: no failure of those before it. `by`: their name; `text`: their words. */
  | { readonly type: 'approach-chosen'; readonly method: string; readonly by: string; readonly text?: string }
  | {
      readonly type: 'selection-set'
      readonly selection: readonly string[] | null
      /** Absent leaves it as it was. */
      readonly takesNew?: boolean
    }
  | {
      readonly type: 'plan-revised'
      readonly from: string | null
      readonly to: string
      readonly cause: RevisionCause
      readonly by: string
      /** Tasks that are new, under the uid minted for them. */
      readonly added: readonly SpecifiedTask[]
      /** Known tasks whose text, mark or place changed. */
      readonly changed: readonly SpecifiedTask[]
      readonly removed: readonly string[]
      /** All tasks that were worked on and are not in the plan; absent leaves them as they were. */
      readonly left?: readonly string[]
      /** Whether agents were at work since the reading before: what it declares may be their word. */
      readonly atWork?: boolean
      /** All edges of the new revision when they changed, else null; by task key. */
      readonly edges: readonly Edge[] | null
      readonly groups: readonly Group[] | null
      /** Document order as uids when it changed, else null. */
      readonly order: readonly string[] | null
      /** What the plan's audit has found, where it changed; absent leaves it as it was. */
      readonly audit?: readonly AuditItem[]
    }
  | { readonly type: 'effect-requested'; readonly id: number; readonly effect: Effect }
  | { readonly type: 'effect-settled'; readonly id: number; readonly outcome: Outcome }
  /** Recovery performs a request again; the outcome is still to come. */
  | { readonly type: 'effect-repeated'; readonly id: number; readonly because: string }
  | {
      readonly type: 'step-moved'
      readonly from: StepStatus
      readonly to: StepStatus
      readonly because: MoveCause
      readonly cause: Cause | null
      readonly waitingOn: WaitingOn | null
    }
  | { readonly type: 'waiting-set'; readonly waitingOn: WaitingOn | null }
  /** A gate that needs no process (`files`) or can be none, or whose evidence exists already for this tree. */
  | { readonly type: 'gate-judged'; readonly evidence: Evidence }
  /** `isSentBack`: the draft that a person has sent back stands again, in the place of what has failed since. */
  | { readonly type: 'verdicts-void'; readonly because: string; readonly isSentBack?: true }
  /**
   * A batch of merges is not brought to the tip as it is: `kept` is judged by itself first, then `rest`. Both are uids in the
   * order in which they were merged. `gate`: the one that was red.
   */
  | {
      readonly type: 'batch-cut'
      readonly kept: readonly string[]
      readonly rest: readonly string[]
      readonly because: 'red' | 'conflict' | 'not-merged' | 'ground'
      readonly gate?: string
    }
  /** These gates were red on the present draft: they come first on the next one. */
  | { readonly type: 'gates-red'; readonly gates: readonly string[] }
  | { readonly type: 'known-red'; readonly gate: string; readonly fingerprint: string; readonly by: string }
  | { readonly type: 'deviation-found'; readonly deviation: Deviation }
  /** A later draft of the task does not have it. */
  | { readonly type: 'deviation-withdrawn'; readonly deviation: Deviation }
  /** Of the run: nobody knows who did it. */
  | { readonly type: 'outside-changed'; readonly deviation: Deviation }
  | { readonly type: 'feedback-given'; readonly feedback: Feedback }
  /** An open task's choice was taken into the plan; `finished` when nothing more is to be chosen. */
  | { readonly type: 'choice-taken'; readonly finished: boolean }
  | {
      readonly type: 'review-asked'
      readonly review: string
      readonly kind: ReviewKind
      readonly options: readonly ReviewAnswer[]
      readonly question: string
      /** Draft or commit that the question is about. */
      readonly shown: string | null
      /** Digest of all that is shown with it (`boundWords`); early journals do not tell. */
      readonly presented?: string
      /** Why its step has failed with every method, where it is asked for that. */
      readonly failed?: Cause
    }
  /** A person's word; a pause leaves the question open. `presented`: digest of what was shown, as it stood then. */
  | {
      readonly type: 'review-decided'
      readonly review: string
      readonly answer: ReviewAnswer
      readonly by: Speaker
      readonly text: string
      readonly presented?: string
    }
  /** What it was about is something else by now; what is still to be asked is asked under another id. */
  | { readonly type: 'review-withdrawn'; readonly review: string; readonly because: string }
  | { readonly type: 'claimed'; readonly claim: number; readonly by: Speaker }
  | {
      readonly type: 'task-proved'
      readonly proof: Proof
      readonly commit: Commit | null
      readonly evidence: readonly Evidence[]
    }
  | { readonly type: 'mark-shown'; readonly marks: readonly ShownMark[] }
  | { readonly type: 'command-handled'; readonly command: string; readonly verb: string; readonly by: Speaker }
  | {
      readonly type: 'command-refused'
      readonly command: string
      readonly verb: string
      readonly by: Speaker
      readonly because: string
    }
  /** `gate`: what it says is no longer so when that gate passes on a later tip. */
  | { readonly type: 'finding'; readonly kind: string; readonly text: string; readonly gate?: string }
  | { readonly type: 'run-moved'; readonly to: 'running' | 'pausing' | 'stopping' | 'closing' }
  /** The executor leaves: nothing is under way any more. `cutOff`: it died, and nobody saw how what was at work went on. */
  | { readonly type: 'run-parked'; readonly because: 'waiting' | 'paused' | 'stopped'; readonly cutOff?: true }
  | { readonly type: 'run-finished' }

export type EventType = EventBody['type']

export interface RunEvent {
  readonly at: number
  readonly subject: Subject | null
  readonly body: EventBody
}
