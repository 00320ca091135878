/** What the world answers to what is asked of it (`effect.ts`): outcomes, and what they tell of drafts, verdicts and claims. */

import type { MarkState, StepSpec, TaskSpec, Edge } from '../plan/model.ts'
import type { CompletionFinding } from './completion/finding.ts'
import type { Commit, EvidenceTree, BlobHash, Leftovers } from './effect.ts'
import type { TimeLimit } from './time-limit.ts'

/** A change of the plan that an agent, a tool or a human proposes; it becomes real only as a `plan-revised` event. */
export interface Proposal {
  readonly tasks: readonly TaskSpec[]
  readonly edges: readonly Edge[]
  /** Steps appended to the proposing task, in order. */
  readonly steps: readonly StepSpec[]
  /** For an open task: nothing more is to be chosen. */
  readonly finished: boolean
  /** What of it was not taken in, and why, in words; absent where all of it was. */
  readonly left?: readonly string[]
}

/** What the agent said of its own work. Recorded, shown, never believed. */
export interface Claim {
  readonly says: 'done' | 'blocked' | 'failed' | 'nothing'
  readonly text: string
  readonly deviations: readonly DeclaredDeviation[]
  readonly proposal: Proposal | null
  /** What it says of acceptance criteria; absent where it says nothing of any. */
  readonly criteria?: readonly CriterionClaim[]
}

/** What an agent says of one acceptance criterion of its task (seed 003 §2). */
export interface CriterionClaim {
  /** Its place among `TaskSpec.criteria`, from 1. */
  readonly criterion: number
  readonly verdict: 'pass' | 'fail' | 'untested'
  /** How it saw that. */
  readonly how: string
}

export interface DeclaredDeviation {
  readonly what: string
  readonly reason: string
  readonly action: string
  readonly impact: string
}

/** What it took to look something up, and what else there is to say of it. */
export interface Looked {
  /** Names of the tools and agents that were asked, as people know them. */
  readonly by: readonly string[]
  readonly queries: readonly string[]
  readonly ms: number
  /** Null: nobody knows, which is not none. */
  readonly apiCalls: number | null
  readonly tokens: number | null
  /** What did not work on the way, a line each. */
  readonly troubles: readonly string[]
  /** All that was said, as it is kept. */
  readonly kept: readonly BlobHash[]
}

/** What was found. Texts of others: data, within bounds, each on one line. */
export interface Found extends Looked {
  /** Addresses that were looked at, or what else the findings are from. */
  readonly sources: readonly string[]
  readonly findings: readonly string[]
  readonly confidence: 'low' | 'medium' | 'high'
}

export interface Usage {
  readonly inputTokens: number | null
  readonly outputTokens: number | null
  readonly costUsd: number | null
}

/** What it took to ask an agent something, and what is kept of it. */
export interface Asked {
  /** Name of whom was asked. */
  readonly agent: string
  readonly usage: Usage | null
  readonly durationMs: number
  readonly brief: BlobHash | null
  readonly output: BlobHash | null
}

export interface FileChange {
  readonly path: string
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed' | 'type-changed'
  /** Old path of a rename. */
  readonly from: string | null
}

/** A declared file that is there and that git does not track: one of the human's own is never committed. */
export interface IgnoredFile {
  readonly path: string
  readonly isInDraft: boolean
  /** Set where it lies in a submodule: another repository has it. */
  readonly inSubmodule?: true
}

/** A path that leads out of the repository, and what the link says by which it does. */
export interface LinkOut {
  readonly path: string
  readonly to: string
}

export type GateResult = 'passed' | 'failed' | 'could-not-run' | 'timed-out'

/**
 * A command of a run that the repository defines: what it comes to execute is looked at by a person first. So is what the
 * project's files ask of runs (`mode`): whether tasks are handed out one by one, wait for each other, and are told to deviate;
 * what agents are told of their work (`prompt`, by the name of its role); and which integration tests there are (`tests`). A
 * `tool` is a program that the plan names.
 */
export type Defined =
  | { readonly is: 'gate' | 'agent' | 'prompt' | 'tool'; readonly name: string }
  | { readonly is: 'set-up' | 'mode' | 'tests' }

/** Something that defines such a command and has changed: its name, and where it stands. */
export interface Redefined {
  readonly of: Defined
  readonly what: string
  readonly path: string
}

/** The test of a criterion is not what it was when it was seen red. */
export interface ChangedTest {
  readonly criterion: string
  /** The file that was changed. */
  readonly path: string
  /** `test`: the one that it is in. `beside`: one that it is written with, or that says how tests are run. */
  readonly is: 'test' | 'beside'
}

/** What somebody else wrote into a file that was written over: path of the file, relative to the root, and of the copy, absolute. */
export interface WrittenOver {
  readonly file: string
  readonly kept: string
}

/** Something outside of every workspace that changed, and the uids of the tasks whose agents were at work then. */
export interface ChangedOutside {
  readonly path: string
  /** A commit on the person's branch, with its title in the place of a path; or a folder that workspaces share. */
  readonly is?: 'commit' | 'shared'
  readonly during: readonly string[]
}

/** Names of the tasks that an edit of the plan adds to it and takes out of it. */
export interface TasksEdited {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  /** Those that have another id, title, files or blockers now, or a mark that is no tick; early journals do not tell. */
  readonly changed?: readonly string[]
}

/** A task that somebody ticked, as the plan that they had before them names it. */
export interface Tick {
  readonly key: string
  readonly title: string
}

/** A change from while agents worked in the folder itself, of what no task may change. It was not taken, whoever made it. */
export interface TakenBack {
  /** For people. */
  readonly file: string
  /** Uids of the tasks that worked there. */
  readonly during: readonly string[]
  /** File that holds what was changed; null where there is nothing to hold. */
  readonly kept: string | null
  readonly isPutBack: boolean
}

/** The same of the plan. */
export interface PlanEdit extends TakenBack {
  /** The tasks that it ticked: claims. */
  readonly ticked: readonly Tick[]
  /** Where it added or removed any. */
  readonly tasks?: TasksEdited
  /** Whether these ticks are all that it changed. */
  readonly onlyTicks?: boolean
}

/** A fact about one tree; it never expires. */
export interface Evidence {
  readonly gate: string
  readonly argv: readonly string[]
  readonly result: GateResult
  readonly exitCode: number | null
  readonly tree: EvidenceTree | null
  readonly environment: string
  /** What a gate that judges a change has compared its tree with. */
  readonly since?: Commit
  /** Set where there was nothing in the change that the gate could judge: it holds nothing against it, and proves nothing. */
  readonly judgesNothing?: true
  /**
   * The gate that it needs and that is red on the same files. Where it has not looked for that, the words are those of that one;
   * where it has, it proves nothing, and says nothing of any other look at these files.
   */
  readonly without?: string
  /** Set where a stand-in said it: nothing was looked at. */
  readonly scripted?: true
  readonly output: BlobHash | null
  /** Last lines of the output, made safe for a terminal; at most 4 KiB. */
  readonly excerpt: string
  /**
   * Digest of the failure with times and places taken out: same failure, same fingerprint. Behind it digests of its lines, by
   * which a part of it is known (`known-failure.ts`).
   */
  readonly fingerprint: string
  readonly durationMs: number
  /** Taken from an earlier run on the same tree, argv and environment. */
  readonly reused: boolean
  /** Gates that ran in the same workspace before it, because it may need what they leave in ignored paths. */
  readonly after?: readonly string[]
  /** Set where the gate was not even started, because there was no workspace ready for it: this judges nothing. */
  readonly noWorkspace?: string
  /** Set where it was not even started, because the set-up fails with what it judges and works on what that began from. */
  readonly breaksSetUp?: true
  /** Set where nobody saw how it ended, and its definition says that it is not run again unasked. */
  readonly cutOff?: 'ask' | 'never'
  /** The acceptance criterion that it is the test of. */
  readonly criterion?: string
  /** Why that test has not run, where it has not: then it is neither red nor green. */
  readonly noTest?: string
  /** Set among what proves a task, where it was to be red: the first half of test-first. */
  readonly expected?: 'red'
}

/** Why something of the world did not work; `help` says what a person can do. */
export interface Failure {
  readonly reason: string
  readonly help: string
}

/** A failure in one text: what happened, in brackets what to do, and below it what more there is to see. */
export function failureText({ reason, help }: Failure): string {
  const [todo = '', ...more] = help.split('\n')
  return [`${reason} (${todo})`, ...more].join('\n')
}

export type Outcome =
  | {
      readonly of: 'prepare-workspace'
      readonly is: 'prepared'
      readonly base: Commit | null
      readonly tree: EvidenceTree | null
      /** What was carried, as it is there. */
      readonly draft?: Commit
    }
  /** In place: the branch holds commits that the tip lacks, and the folder with it. Said once of each: they may have to wait. */
  | { readonly of: 'prepare-workspace'; readonly is: 'behind' }
  | { readonly of: 'prepare-workspace'; readonly is: 'conflict'; readonly paths: readonly string[] }
  | { readonly of: 'prepare-workspace'; readonly is: 'failed'; readonly failure: Failure; readonly retry: boolean }
  | {
      readonly of: 'start-attempt'
      readonly is: 'ended'
      /** `finished`: it ended by itself with exit 0. `interrupted`: nobody saw the end. `missing`: there is nobody to start. `unready`: its workspace could not be made ready. `waiting`: a human is to do it, and nobody is there. */
      readonly how:
        'finished' | 'failed' | 'timed-out' | 'idle' | 'missing' | 'unready' | 'interrupted' | 'stopped' | 'waiting'
      readonly exitCode: number | null
      readonly signal: string | null
      /** What ended it, where it is `timed-out` or `idle`; early journals do not tell. */
      readonly limit?: TimeLimit
      readonly claim: Claim
      readonly brief: BlobHash | null
      readonly output: BlobHash | null
      /** How many bytes of its output are not in `output`; absent where all are. */
      readonly dropped?: number
      readonly excerpt: string
      readonly usage: Usage | null
      readonly session: string | null
      readonly durationMs: number
      readonly failure: Failure | null
      /** Set where it is `missing` since nobody has trusted the program that the plan names. */
      readonly untrusted?: true
      /** Why the result that it wrote was not read: then it has said nothing. */
      readonly unread?: string
      /** What was done to the plan meanwhile, where it lies in the folder that the agent worked in. */
      readonly planEdit?: PlanEdit
      /** What was done meanwhile to what else no task may change, and lies in that folder. */
      readonly takenBack?: readonly TakenBack[]
    }
  | { readonly of: 'end-attempt'; readonly is: 'ended' }
  | {
      readonly of: 'snapshot'
      readonly is: 'taken'
      readonly commit: Commit | null
      readonly tree: EvidenceTree | null
      readonly changes: readonly FileChange[]
      /** Paths of the changes that are as somebody has committed them on the person's branch meanwhile; in place only. */
      readonly committed?: readonly string[]
      /**
       * In place: what the task began on, by all names that this had, is another state by now. What a person has committed since,
       * while no agent was at work, is part of it.
       */
      readonly rebased?: { readonly from: readonly Commit[]; readonly to: Commit }
      /** Of the declared files: those that are there now. */
      readonly present: readonly string[]
      /** Of the declared files: those that were there at the base. */
      readonly before: readonly string[]
      /** What the agent ticked in its copy of the plan: claims. */
      readonly ticked: readonly Tick[]
      readonly planEdited: boolean
      /** Where the agent added tasks to its copy of the plan, or removed some. */
      readonly planTasks?: TasksEdited
      /** Protected paths of the workspace that the agent changed; the draft has them as they were. */
      readonly protectedChanges: readonly string[]
      /** In place: those that are otherwise than where the task began, and lie in the person's folder so. */
      readonly protectedLeft?: readonly string[]
      /** Of the changed and the declared files: those that lead out of the repository by a link. */
      readonly links?: readonly LinkOut[]
      /** Shared paths in whose place the agent installed something of its own: it is in no draft, and goes. */
      readonly installed?: readonly string[]
      /** Of the declared files: those that git ignores, or that workspaces are given from the human's checkout. */
      readonly ignored?: readonly IgnoredFile[]
      /** What changed outside of every workspace while agents were at work, since the last look. */
      readonly outside?: readonly ChangedOutside[]
      /** What it changes of that by which the run's gates, agents and set-up are defined. */
      readonly redefined?: readonly Redefined[]
      /** Which of the tests that were seen red ask for something else now, as far as anybody can tell. */
      readonly testsChanged?: readonly ChangedTest[]
    }
  | {
      readonly of: 'snapshot'
      readonly is: 'failed'
      readonly failure: Failure
      /** The workspace was no longer the folder that was made for it: whatever stood there was not looked at. */
      readonly workspaceLost?: true
    }
  | {
      readonly of: 'run-gate'
      readonly is: 'judged'
      readonly evidence: Evidence
      /** Whether files changed while it ran: then the verdict holds for no tree. */
      readonly editedTree: boolean
      /** The first of these files, and whether they are again as they were. */
      readonly edited?: readonly string[]
      readonly isPutBack?: boolean
      /** Set where there was something in ignored paths after it: later gates of the same files run after it. */
      readonly left?: boolean
      /** What changed meanwhile of what workspaces share with the checkout. */
      readonly outside?: readonly ChangedOutside[]
    }
  | { readonly of: 'ask-review'; readonly is: 'asked' }
  | {
      readonly of: 'integrate'
      readonly is: 'merged'
      readonly tree: string
      readonly evidenceTree: EvidenceTree
      readonly tip: Commit
      /** Without git: what lies in the folder otherwise than in the draft, and no gate has left so. */
      readonly otherwise?: readonly string[]
    }
  | { readonly of: 'integrate'; readonly is: 'conflict'; readonly paths: readonly string[]; readonly tip: Commit }
  | { readonly of: 'integrate'; readonly is: 'committed'; readonly commit: Commit; readonly oldTip: Commit }
  /** `quiet`: the branch that it is published to is as the run left it, so that a publish brings nothing in. */
  | { readonly of: 'integrate'; readonly is: 'moved'; readonly tip: Commit; readonly quiet?: true }
  | { readonly of: 'integrate'; readonly is: 'tip-moved'; readonly tip: Commit }
  | { readonly of: 'integrate'; readonly is: 'failed'; readonly failure: Failure }
  /**
   * `tip`: where it is now, when it is not the one that was to be published: commits of others were brought in.
   * `gone`: commits that the run had stood on and a person goes on without.
   * `redefined`: what they change of that by which the repository's gates, agents and set-up are defined.
   */
  | {
      readonly of: 'publish'
      readonly is: 'published'
      readonly to: string
      readonly tip?: Commit
      readonly gone?: readonly Commit[]
      readonly redefined?: readonly Redefined[]
    }
  | {
      readonly of: 'publish'
      readonly is: 'waiting'
      readonly failure: Failure
      readonly paths: readonly string[]
      readonly tip?: Commit
      readonly gone?: readonly Commit[]
      readonly redefined?: readonly Redefined[]
    }
  /** The human's branch has commits of its own that do not merge into the tip. */
  | { readonly of: 'publish'; readonly is: 'diverged'; readonly failure: Failure }
  /** The marks that the plan file shows now and did not show before, by uid. */
  | {
      readonly of: 'project'
      readonly is: 'projected'
      readonly marks: readonly {
        readonly uid: string
        readonly state: MarkState
        readonly writtenReason: string | null
      }[]
      /** What others had written into files that are ours alone, and that is not on record; absent where nothing is. */
      readonly kept?: readonly WrittenOver[]
      /** Marks that could not be put beside their tasks, and why; the others are written. */
      readonly withheld?: Failure
    }
  | { readonly of: 'project'; readonly is: 'waiting'; readonly failure: Failure }
  /** Another branch is checked out: the file that lies there is not the run's. */
  | { readonly of: 'project'; readonly is: 'elsewhere' }
  | {
      readonly of: 'consult'
      readonly is: 'answered'
      readonly agent: string
      /** Its beginning, where it is long; not made safe for a terminal. */
      readonly text: string
      readonly usage: Usage | null
      readonly durationMs: number
      readonly brief: BlobHash | null
      readonly output: BlobHash | null
    }
  | { readonly of: 'consult'; readonly is: 'failed'; readonly failure: Failure }
  /** Nobody waits for it any more: whoever goes on asks anew. */
  | { readonly of: 'consult'; readonly is: 'stopped' }
  | ({ readonly of: 'judge'; readonly is: 'answered'; readonly text: string } & Asked)
  | ({ readonly of: 'judge'; readonly is: 'failed'; readonly failure: Failure } & Asked)
  /** Nobody waits for it any more: whoever goes on asks anew. */
  | { readonly of: 'judge'; readonly is: 'stopped' }
  | ({ readonly of: 'research'; readonly is: 'found' } & Found)
  /** Nothing was found, for the reason that `failure` tells; the task goes on with what is known. */
  | ({ readonly of: 'research'; readonly is: 'failed'; readonly failure: Failure } & Looked)
  | { readonly of: 'verify-tool'; readonly is: 'verified' }
  | { readonly of: 'verify-tool'; readonly is: 'failed'; readonly failure: Failure }
  | { readonly of: 'verify-completion'; readonly is: 'looked'; readonly findings: readonly CompletionFinding[] }
  | { readonly of: 'verify-completion'; readonly is: 'failed'; readonly failure: Failure }
  | { readonly of: 'notify'; readonly is: 'notified' }
  | { readonly of: 'set-timer'; readonly is: 'due' }
  | {
      readonly of: 'dispose-workspace'
      readonly is: 'disposed'
      /** What lay there, where that was asked for and is more than it began on. */
      readonly leftovers?: Leftovers
    }
