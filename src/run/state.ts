/**
 * The state of a run: a fold of its events. Only `evolve` writes it; everybody else reads.
 *
 * It is one living value and not a copy for each event, so that an event costs the degree of the task it is about and
 * not the size of the plan (DESIGN, Journal: `decide` costs O(degree)).
 */

import type { AuditItem, Edge, Group, StepSpec, TaskSpec } from '../plan/model.ts'
import type { Policy } from '../plan/policy.ts'
import type { Spec, SpecFile, SpecFinding } from '../plan/spec.ts'
import type { ReviewAnswer } from './command.ts'
import type { Deviation } from './deviation.ts'
import type { AttemptName, Commit, Effect, EvidenceTree, Feedback, GateSpec, Leftovers } from './effect.ts'
import type { Claim, Defined, Evidence, Failure, Outcome, Proposal } from './outcome.ts'
import type { Invocation, MoveCause, ReviewKind } from './event.ts'
import type { HeldJudgement } from './judgement/judgement.ts'
import type { ProposedPatterns } from './patterns/proposed.ts'
import type { ReadyQueue } from './ready-queue.ts'
import type { FailedBefore } from './speclets/scenario.ts'
import type { Course } from './steps/course-state.ts'
import type { TriedMethod } from './steps/record.ts'
import type { Decided } from './decided.ts'
import { type Cause, type Proof, type StepStatus, type WaitingOn } from './step-status.ts'

export type AttemptEnd = Extract<Outcome, { of: 'start-attempt' }>
export type Snapshot = Extract<Outcome, { of: 'snapshot'; is: 'taken' }>

export interface StepRun {
  spec: StepSpec
  status: StepStatus
  /** What has moved it there; null while nothing has. */
  because: MoveCause | null
  cause: Cause | null
  waitingOn: WaitingOn | null
  /** Index of the present method. */
  method: number
  /** Where a person let it begin with another method than the primary one: its id. */
  chosen: string | null
  /** Attempts started over all methods; it names them. */
  attempts: number
  /** Of these, those whose program could not be run: nobody has worked. */
  notRun: number
  /** Of these, those before a person released it last. */
  attemptsBefore: number
  /** Attempts of the present method that ended and count, over all that people have said to it meanwhile. */
  tries: number
  /** Of these, those up to where it was used up and people were asked about it: they stand among what was tried. */
  triesBefore: number
  /** Patterns that were proposed since it began, or a person released it last; null where none were. */
  patterns: ProposedPatterns | null
  /**
   * When its last method came to its end and why, in milliseconds since the epoch, where people are to be asked about that; null
   * before, and once somebody works on it again.
   */
  usedUp: { readonly at: number; readonly cause: Cause } | null
  /**
   * Methods that were tried since it began, or a person released it last; of the present one what had failed before people were asked
   * and let it go on.
   */
  tried: readonly TriedMethod[]
  /** Attempts that use no retry: cut off, for other words, or of a program that could not be run. */
  interruptions: number
  /** How often its words were changed while it was worked on. */
  rewordings: number
  /** Interruptions in a row between which the run brought no attempt to an end, and how many it had brought to one at the last. */
  inVain: { readonly count: number; readonly ends: number }
  /** A human said that an attempt which was cut off may be made again; holds until it begins. */
  mayRepeat: boolean
  /** It went back from a merge: it stands on what others did, the steps before it do not. */
  wasMerged: boolean
  /** Passes over the present draft, 1-based. */
  round: number
  reviewRounds: number
  /** The draft that a person has sent back last: each way to do it otherwise goes on from that. */
  sentBack: Pick<StepRun, 'draft' | 'draftedAt' | 'draftBase'> | null
  running: AttemptName | null
  /** The words (`textHash`) that the last attempt was given. */
  briefed: string | null
  /** Pull mode: number of the present claim; an older one is fenced. */
  claim: number
  said: Claim | null
  /** What an attempt before it proposed last, for whoever is to propose better. */
  proposed: Proposal | null
  /**
   * Where it stands for others: uids of those that its agents ticked since its base, in their copies of the plan or in the
   * plan itself where that lies in their folder, and what these said then (`textHash`).
   */
  ticked: ReadonlyMap<string, string>
  /** Where it stands for others: uids of those that its last attempt was given, with their key and what they said then. */
  given: ReadonlyMap<string, { readonly key: string; readonly words: string }>
  /** How the last attempt ended. */
  ended: AttemptEnd | null
  draft: Snapshot | null
  /** With which event its draft was taken, and when that came into the tip: what begins later stands on it. */
  draftedAt: number
  /** What its task began from when its draft was taken, or when that was carried to what came in since: with this it is merged. */
  draftBase: Commit | null
  mergedAt: number | null
  /** What the plan said of it when its gates began to look at its draft; null before. */
  verifiedFor: StepSpec | null
  /** What the plan said of it when it was done; null where it is not, or a person says so. */
  doneFor: StepSpec | null
  /** Verdicts on the present draft, and on what it was merged into. */
  verdicts: Evidence[]
  /** What an agent holds of the output of the present draft, where no program could tell; null where nobody was asked. */
  judged: HeldJudgement | null
  /** Those of them that a person had before them when they let the draft pass. */
  waived: readonly Evidence[]
  /** Without git: set where its draft no longer lay in the folder when it was to be merged, until somebody works on it again. */
  changed: Changed | null
  /** Deviations of its task that were known when it was accepted: whoever accepted it has seen them. */
  accepted: readonly Deviation[]
  /** Gates that were red in the round before: they come first. */
  redBefore: string[]
  feedback: Feedback[]
}

/** A draft that was changed in the folder of all after it was taken. */
export interface Changed {
  readonly paths: readonly string[]
  /** The question in which a person had said yes to what is there no more; null where nobody was asked. */
  readonly review: string | null
  /** How often it was taken anew since a person said something of it. */
  readonly times: number
}

/** What was used: attempts that were started, and milliseconds of those that have ended. */
export interface Spent {
  readonly attempts: number
  readonly ms: number
}

/** An attempt under way: the most that it may take, of whom. */
export interface Charge {
  readonly task: string
  readonly at: number
  readonly ms: number
}

export interface Merge {
  /** Content of the merged tree, the tip it was merged onto, and what evidence it needs. */
  readonly tree: string | null
  readonly evidenceTree: EvidenceTree | null
  readonly tip: Commit | null
  /** Tree of the task before it in the batch, where it was merged onto that; null: onto the tip itself. */
  readonly onto: string | null
  /** The commit that was written of it; null before. */
  readonly commit: Commit | null
  /** What lies in the folder otherwise than in the draft; only without git. */
  readonly otherwise: readonly string[]
}

export interface TaskRun {
  readonly uid: string
  spec: TaskSpec
  /** What it was called in the plan before. */
  formerTitles: string[]
  formerIds: string[]
  /** Position in the order of equals: group, natural id, document. Tasks of the engine come first. */
  priority: number
  /** Position in the order in which a single job would come to all tasks. */
  place: number
  selected: boolean
  /** Standard mode: uid of the selected task that does it too, so that nobody begins it by itself. */
  coveredBy: string | null
  steps: StepRun[]
  workspace: string | null
  /** Whether the workspace is there; it is asked for once. */
  prepared: boolean
  base: Commit | null
  /** What `RunState.ground` was when its workspace was asked for. */
  ground: number
  merge: Merge | null
  proof: Proof | null
  commit: Commit | null
  evidence: Evidence[]
  deviations: Deviation[]
  /** Failures that were there already on the ground it stands on, of those that were let pass: gate → fingerprint. */
  forgiven: ReadonlyMap<string, string>
  /** In place: what it left in the folder when it was taken up anew. */
  leftovers: Leftovers | null
  /** Set where a human chose to go on although a gate was red: who, and what they said. */
  overridden: { readonly by: string; readonly text: string } | null
  /** For an open task: nothing more is to be chosen. */
  finished: boolean
  /** The mark that the plan file is known to show. */
  shown: TaskSpec['mark']
  /** Whether that mark is a claim: it is taken back, whatever it says. */
  claimed: boolean
  /** Whether a verb has taken back what that mark says: it is written over, whatever has become of the task since. */
  takenBack: boolean
  /** The files that it declared when nobody was at work: what agents may have declared for themselves is not among them. */
  mayWrite: TaskSpec['files']
  /** Whether it is no longer in the plan: nobody works on it, and nothing is written of it. */
  left: boolean
  /** The reason line that this program wrote beside it; it may be taken away again. */
  writtenReason: string | null
  /** Every reason it ever wrote there: another tree or branch may still hold an older one. */
  reasonsWritten: string[]
  /** What a person had said where ours stands now. */
  replacedReason: string | null
  /** Blockers whose need is not met yet. */
  unmet: number
  /** What its attempts of this run have used, since a person released it last. */
  spent: Spent
  /** Of those: blockers that will not end well in this run. A task with one is blocked by it: derived, and released by itself. */
  dead: number
  /** The failed step of its SPECLet for which it is not begun; null where there is none. */
  failedBefore: FailedBefore | null
  /** What this task means to those that wait for it. */
  outlook: Outlook
  queued: boolean
  startedAt: number | null
  endedAt: number | null
}

export interface Review {
  readonly id: string
  readonly kind: ReviewKind
  readonly task: string
  readonly step: string
  readonly options: readonly ReviewAnswer[]
  readonly question: string
  readonly shown: string | null
  /** Digest of what was shown with it; null in early journals. */
  readonly presented: string | null
  /** `textHash` of the task as it was when it was asked. */
  readonly words: string
  /** What its task and step were called then, by which it is told where the plan has another task in its place; absent of the engine's own. */
  readonly named?: { readonly task: string; readonly step: string }
  readonly askedAt: number
  answer: ReviewAnswer | 'withdrawn' | null
}

export interface Link {
  readonly uid: string
  readonly edge: Edge
}

export type RunStatus = 'new' | 'running' | 'pausing' | 'stopping' | 'closing' | 'parked' | 'finished'

export interface RunState {
  run: string | null
  status: RunStatus
  parkedFor: 'waiting' | 'paused' | 'stopped' | null
  /** Parked after its executor died: what was at work then may have marked the plan since. */
  wasCutOff: boolean
  /** Its last executor began on `--yes` alone: a call that is to go on has to say it again, or a person trusts it. */
  saidYes: boolean
  epoch: number
  policy: Policy
  gates: Map<string, GateSpec>
  agent: string | null
  invocation: Invocation
  selection: Set<string> | null
  /** Whether tasks that join the plan during the run are selected. */
  takesNew: boolean
  revision: string | null
  groups: readonly Group[]
  edges: readonly Edge[]
  /** What the plan's audit has found. */
  audit: readonly AuditItem[]
  /** In document order; tasks of the engine follow those of the plan. */
  order: string[]
  tasks: Map<string, TaskRun>
  byKey: Map<string, string>
  blockers: Map<string, Link[]>
  dependants: Map<string, Link[]>
  ready: ReadyQueue
  /** Tasks that take up one of the run's `jobs`. */
  active: Set<string>
  /** Task that has begun and has no end yet → the paths from which it keeps others. */
  holding: Map<string, readonly string[]>
  /** Declared path, or one in a draft → the task that holds it. */
  held: Map<string, string>
  /** Of these, those that no holder has declared: files in drafts. */
  drafted: Set<string>
  /** Declared path → others that may name a file which it names: a folder above it, a pattern that matches it. */
  overlaps: ReadonlyMap<string, readonly string[]>
  /** Declared path → tasks that have yet to write it, by their place. */
  writers: Map<string, Set<string>>
  /** Tasks that go on only when a person has said something. */
  asked: Set<string>
  /** Tasks that go on once a job is free, in the order in which they came to wait. */
  waitsForJob: Set<string>
  /** Path → ready tasks that wait for it, by their place. */
  heldUp: Map<string, ReadyQueue>
  /** Task that was woken for paths and is not looked at yet → these: it takes them, or passes them on. */
  offered: Map<string, Set<string>>
  /** Requested and not settled. */
  effects: Map<number, { readonly effect: Effect; readonly task: string | null; readonly step: string | null }>
  reviews: Map<string, Review>
  /** What was decided of them, in order; a review that was paused at is decided again. */
  decided: Decided[]
  /** Digest of the environment that each gate gets from the present executor. */
  environments: ReadonlyMap<string, string>
  /** Gates after which something lay in ignored paths, such as a build: the gates behind them may need it. */
  makers: Set<string>
  /** Gate and tree → evidence that it passed: what is green on a tree is not run on it again. */
  evidence: Map<string, Evidence>
  /** What the integration tests, by their gates, said when they ran last as they are defined now; green is also what was let pass. */
  testsSeen: Map<string, 'green' | 'red'>
  /** Gates that were red on a tree; green on the same one later, they are flaky. */
  redOn: Set<string>
  /**
   * Gate → fingerprint of a failure that was there before the first task and that a human or the policy let pass. It ends
   * where the tip turns green.
   */
  knownRed: ReadonlyMap<string, string>
  /**
   * In place, what of that was let pass on commits: that a gate is green in the folder, with what is committed nowhere, does not
   * mend it there. It ends where a commit turns green.
   */
  knownRedOnTip: ReadonlyMap<string, string>
  /** Tasks that wait for the one integrator. */
  merging: string[]
  /**
   * The batch that it serves: tasks that are merged one onto the other, in this order, judged by their last tree, and brought
   * to the tip at once. Empty where it is free.
   */
  integrating: readonly string[]
  /** What a batch was cut into: each part is merged and judged by itself, one after another, before any other task. */
  parts: readonly (readonly string[])[]
  tip: Commit | null
  tipTree: EvidenceTree | null
  /**
   * How often the ground has changed by what is no accepted work: commits of others that were brought into the tip; in place,
   * whatever else lies in the folder when a task is to begin; without workspaces, what a task left that ended otherwise than
   * accepted. What the gates said of the ground before holds no more.
   */
  ground: number
  /** In place: what is known of the folder that the next task begins in. */
  folder: Folder
  /** Commands that commits of others define otherwise than it was trusted, by `definedName`, until the next executor. */
  untrusted: Set<string>
  /** Whether the tip moved since the last publish was asked for, and the marks since the last projection. */
  unpublished: boolean
  /** Whether the publish that is to come, or under way, brings nothing in: nobody else was on the branch at the merge. */
  isQuiet: boolean
  unprojected: boolean
  publishTrouble: Failure | null
  /** Whether a publish was asked for since the run began to close or to pause. */
  publishedAtEnd: boolean
  /** Where the last publish put the work: the short name of a branch, or `HEAD`; without git a word of the workspace. */
  publishedTo: string | null
  projectTrouble: Failure | null
  /** Marks that the last projection could not put beside their tasks, and why. */
  withheld: Failure | null
  /** Whether a projection was asked for since the run began to close or to pause. */
  projectedAtEnd: boolean
  /** Whether the last projection could not write the marks. */
  projectWaits: boolean
  /** Edits of the plan since nothing is under way but to show how things stand, and when the first of them was read. */
  editsAtEnd: { readonly count: number; readonly since: number }
  /** Whether the plan's file is that of another branch now; its marks follow when the run's is back. */
  isElsewhere: boolean
  /** Whether the tip's commit shows every mark; the last commit of a run sees to it. */
  bookkept: boolean
  findings: { readonly kind: string; readonly text: string; readonly at: number; readonly gate?: string }[]
  /** Deviations of the run itself: what changed outside of every workspace. */
  outside: Deviation[]
  /** Every deviation that stands, also of earlier runs: a task's by its uid, from when a step of it has ended. */
  recorded: { readonly task: string | null; readonly deviation: Deviation }[]
  handled: Set<string>
  nextEffect: number
  nextUid: number
  nextReview: number
  /** Tasks that this run has merged, in order. */
  merged: string[]
  /** Gate → how many of these, and of what others brought in, stood in the last merged tree or tip that it was green on. */
  greenAt: Map<string, { readonly merged: number; readonly ground: number }>
  /** Gates that were green on a tip of this run or of an earlier one. */
  seenGreen: Set<string>
  /** Gate → what it said of the tip at the end of the run. */
  finalChecked: Map<string, Evidence>
  /** What the attempts of this run have used, and those of all runs in the last 24 hours, by minute since the epoch. */
  spent: Spent
  spentByMinute: Map<number, Spent>
  /** Attempts that have come to an end, whatever it was: none that was cut off. */
  ends: number
  /** Attempts under way, by the id of their effect: the time that they may take is not to be had by others. */
  charged: Map<number, Charge>
  /** Tasks that this run has done, for whom a run tells of itself by the library. */
  counts: { done: number }
  /** How the steps of this run have gone. */
  course: Course
  /** What the plan says beside its tasks, where it is a spec, what was found in it, and the files that say it. */
  spec: {
    readonly spec: Spec
    readonly findings: readonly SpecFinding[]
    readonly files?: readonly SpecFile[]
  } | null
  /** Events that were folded, of all runs: the place in the journal. */
  events: number
}

/**
 * `known`: as gates have looked at it, or as accepted work has left it. `present`: they look next at what lies there, for a task
 * that is to begin: at the commit `at` of it, without what that task has left itself, or at the folder as it is; `looks` counts
 * how often they did so with nothing begun in between.
 */
export type Folder =
  | { readonly is: 'unknown' }
  | { readonly is: 'known'; readonly tree: EvidenceTree }
  | {
      readonly is: 'present'
      readonly at: Commit | null
      readonly tree: EvidenceTree
      readonly task: string
      readonly looks: number
    }

/** Whether no run is under way: none has begun, or the last one has ended. */
export function isBetweenRuns({ status }: Pick<RunState, 'status'>): boolean {
  return status === 'new' || status === 'finished'
}

/** Whether an executor drives the run and has not been told to stop. */
export function isAtWork({ status }: Pick<RunState, 'status'>): boolean {
  return status === 'running' || status === 'pausing' || status === 'closing'
}

/**
 * What a blocker means to those that wait for it: `good`, it is done (or a human skipped it: "go on without"); `bad`, it
 * has ended otherwise, is not part of this run, or waits itself for something bad; `open`, it may still become either;
 * `left`, in standard mode its phase is over and it is open as before: bad for all but what is itself part of a phase, since
 * that begins, and waits, with its own.
 */
export type Outlook = 'open' | 'good' | 'bad' | 'left'

/** How a command is named to people, and among those that are not trusted. */
export function definedName(command: Defined): string {
  switch (command.is) {
    case 'set-up':
      return 'the set-up'
    case 'mode':
      return 'how plans are run'
    case 'tests':
      return 'the integration tests'
    default:
      return `${command.is} ${command.name}`
  }
}

/** Whether marks are still to be written into the plan's file, and nothing is known to be in the way. */
export function mayProject(state: RunState): boolean {
  return state.unprojected && state.projectTrouble === null && !state.isElsewhere
}

/** Looks a task up by uid; not finding it is a fault of ours. */
export function taskOf(state: RunState, uid: string): TaskRun {
  const task = state.tasks.get(uid)
  if (!task) throw new Error(`internal: no task ${uid}`)
  return task
}

/** The tasks that a task covers, in its order. */
export function coveredOf(state: RunState, { spec }: TaskRun): readonly TaskRun[] {
  return (spec.covers ?? []).flatMap((key) => state.tasks.get(state.byKey.get(key) ?? '') ?? [])
}

/** The task of the run that does another one too; null where each is done by itself. */
export function coveringOf(state: RunState, { coveredBy }: TaskRun): TaskRun | null {
  return coveredBy === null ? null : (state.tasks.get(coveredBy) ?? null)
}
