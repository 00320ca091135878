/**
 * What may be asked of the world; what it answers is in `outcome.ts`.
 *
 * The list is closed. An effect is self-contained, serialisable data: hashes, commits, argv and relative paths, never a
 * local path, a handle or a closure. Each has one recovery verdict (`recovery.ts`), used when it was requested and the
 * executor died before its outcome was recorded.
 */

import type { FileSpec, Repeat } from '../plan/model.ts'
import type { TestRunner } from '../plan/test-runner.ts'
import type { NumericValue } from '../plan/values/numeric-value.ts'
import type { Verification } from '../plan/verification.ts'
import type { CompletionFinding } from './completion/finding.ts'
import type { CompletionWanted } from './completion/wanted.ts'

/** A git commit id, or another host's name for a state of the files; `null` where there is none (`--workspace none`). */
export type Commit = string
/** Hash of a tree with the plan and its bookkeeping files left out: what evidence is bound to. */
export type EvidenceTree = string
/** SHA-256 (hex) of something kept beside the journal. */
export type BlobHash = string

export type WorkspaceKind = 'worktree' | 'in-place' | 'none'

/** What a contract gate makes of what it finds (REQUIREMENTS D3). */
export interface ContractRules {
  /** Whether a public signature that is new fails. */
  readonly additions: 'pass' | 'fail'
  /** Globs of files that are nobody's interface. */
  readonly ignore: readonly string[]
}

/** What makes a gate the test of one acceptance criterion (seed 000 §5). */
export interface CriterionTest {
  readonly criterion: string
  readonly runner: TestRunner
  /** Relative to the root; null where whatever file holds it is meant. */
  readonly file: string | null
  /** What the runner was told to look for. */
  readonly name: string
}

/** The test of a criterion as it was seen red. */
export interface SeenTest extends CriterionTest {
  /** The draft that it was red in. */
  readonly since: Commit
  /** Files that were changed to write it. */
  readonly written: readonly string[]
}

/** A gate, complete enough to be run from this value alone. */
export interface GateSpec {
  readonly name: string
  readonly kind: 'command' | 'contract' | 'numeric' | 'file'
  readonly argv: readonly string[]
  /** Working directory, relative to the workspace. */
  readonly cwd: string
  /** Names of environment variables passed through beside the usual harmless ones. */
  readonly env: readonly string[]
  readonly timeoutMs: number
  /** Longest time without any output; absent: as long as it runs. */
  readonly idleMs?: number | null
  readonly outputBytes: number
  readonly repeat: Repeat
  /** Where the gate comes from, for people: `millwright.toml`, `package.json`, `--gate`. */
  readonly origin: string
  /** Which tasks it is for where the plan names no gate; absent or empty means every task. */
  readonly paths?: readonly string[]
  readonly phases?: readonly string[]
  /** Layers and kinds of work, for plans that have them; then the table of `gate-table.ts` says nothing of it. */
  readonly layers?: readonly string[]
  readonly types?: readonly string[]
  /** Names of gates declared before it that have to run first on the same files; absent: what builds (`gate-needs.ts`). */
  readonly needs?: readonly string[]
  /** Of a found gate the ecosystem whose files it looks at: `npm`, `python`. */
  readonly ecosystem?: string
  /** It runs what a completion criterion of a spec names: once at the end of a run, and for no task. */
  readonly completion?: true
  /** An integration test: the layer whose end calls for it, and the keys of the tasks that it covers. It is no task's gate. */
  readonly integration?: {
    readonly layer: string | null
    readonly covers: readonly string[]
    /** What it looks at, in the words of who wrote it. */
    readonly description?: string
    /** Why its command is none that can be run: it has no argv, is never started, and could not run. */
    readonly unable?: string
  }
  /** What a numeric gate compares. */
  readonly values?: readonly NumericValue[]
  /** Of the kind `contract`. */
  readonly contract?: ContractRules
  /**
   * Set where it is the test of a criterion. It passes only where that test ran, and says nothing of a base: what it looks for
   * is written by the task itself.
   */
  readonly test?: CriterionTest
  /**
   * Set where it verifies a single step: by a command, or by what a file is (kind `file`). What it looks for is made by that step,
   * so that it says nothing of a base.
   */
  readonly verification?: Verification
}

/** An agent, complete enough to be started from this value alone. */
export interface AgentSpec {
  readonly name: string
  readonly kind: 'command' | 'human' | 'scripted' | 'acp'
  /** `{brief}`, `{briefFile}` and `{workspace}` are replaced inside single arguments. */
  readonly argv: readonly string[]
  /** How the brief reaches a command. */
  readonly brief: 'stdin' | 'file' | 'argument'
  readonly env: readonly string[]
  /** Fixed variables of a preset (switching off updates, telemetry). */
  readonly set: Readonly<Record<string, string>>
  /** Path of the script of a scripted agent, relative to the plan's folder; null otherwise. */
  readonly script: string | null
}

/** Names one attempt for ever; also the marker by which its processes are found. */
export interface AttemptName {
  readonly run: string
  readonly task: string
  readonly step: string
  readonly method: string
  /** 1-based, over all methods of the step. */
  readonly attempt: number
  readonly round: number
}

/** What went wrong before, told to the next attempt. */
export interface Feedback {
  readonly from: 'gate' | 'review' | 'attempt' | 'merge' | 'files' | 'person' | 'judgement'
  /** Gate name, reviewer, who unblocked it, who judged it, or attempt number. */
  readonly source: string
  readonly text: string
  readonly output: BlobHash | null
  /** The last lines that an attempt wrote before it failed; absent where they say no more. */
  readonly excerpt?: string
}

/** A file that is shown as changed; what a draft knows of it as well. */
export interface ShownChange {
  readonly path: string
  readonly change: 'added' | 'modified' | 'deleted' | 'renamed' | 'type-changed'
  /** Old path of a rename. */
  readonly from: string | null
}

/** A draft that was not accepted, and what it began on. */
export interface Leftovers {
  readonly base: Commit
  readonly draft: Commit
  /** Which files of it count; absent means all. */
  readonly paths?: readonly string[]
}

export type Effect =
  | {
      readonly is: 'prepare-workspace'
      readonly workspace: string
      readonly kind: WorkspaceKind
      /** Null takes the tip. */
      readonly from: Commit | null
      /** The draft that is gone on with, and what it began on: its changes are merged onto where the workspace begins. */
      readonly carry?: { readonly step: string; readonly base: Commit; readonly draft: Commit }
      /** In place: what the task left there earlier. What of it lies there still is its own work, and no part of the base. */
      readonly leftovers?: Leftovers
    }
  | {
      readonly is: 'start-attempt'
      readonly name: AttemptName
      readonly workspace: string | null
      /** Start from the step's base (the workspace is put back to it) or keep the draft. */
      readonly from: 'base' | 'draft'
      readonly base: Commit | null
      readonly does: 'agent' | 'tool' | 'pull'
      /** Null takes the run's default agent. */
      readonly agent: string | null
      readonly argv: readonly string[]
      readonly instruction: string
      readonly feedback: readonly Feedback[]
      readonly repeat: Repeat
      /** Set where a budget leaves it less time than the policy's limit, in milliseconds. */
      readonly limitMs?: number
    }
  | { readonly is: 'end-attempt'; readonly name: AttemptName; readonly because: string }
  | {
      readonly is: 'snapshot'
      readonly name: AttemptName
      /** Null looks at the plan's own folder, where nothing can be restored and no tree is named. */
      readonly workspace: string | null
      readonly base: Commit | null
      /** Declared files whose presence the built-in gate `files` asks about. */
      readonly declared: readonly FileSpec[]
      /** Tests that were seen red: is what they ask for still there? */
      readonly tests?: readonly SeenTest[]
      /** Without git: the draft that is taken anew while no agent was at work. What differs from it beside it is no work of the task. */
      readonly anew?: Commit
    }
  | {
      readonly is: 'run-gate'
      readonly gate: string
      /** Null runs in a workspace of its own at `commit`. */
      readonly workspace: string | null
      readonly commit: Commit | null
      readonly tree: EvidenceTree | null
      readonly purpose: 'baseline' | 'draft' | 'merged' | 'final'
      /** What the judged change begins at, for a gate that judges a change and not a state. */
      readonly since?: Commit
      /** Set where it is to be red: the first half of test-first. */
      readonly expects?: 'red'
    }
  | { readonly is: 'ask-review'; readonly review: string }
  | {
      readonly is: 'integrate'
      readonly stage: 'merge'
      readonly workspace: string | null
      readonly draft: Commit
      readonly base: Commit
      /** The merged tree of the task before it in a batch; absent takes the tip. */
      readonly onto?: string
      /** Set without git: the draft is what lies in the folder. What lies there otherwise by now is told. */
      readonly lies?: true
    }
  | {
      readonly is: 'integrate'
      readonly stage: 'commit'
      /** Null writes bookkeeping only (marks of blocked tasks, the progress table). */
      readonly task: string | null
      readonly tree: string | null
      /** What the commit is made on: the tip, or the commit of the task before it in a batch. */
      readonly tip: Commit
      readonly author: 'millwright' | 'user'
      /** Uids of the tasks of the batch whose commits lie between the tip and this one: they are shown done in it too. */
      readonly after?: readonly string[]
    }
  | {
      readonly is: 'integrate'
      readonly stage: 'move'
      readonly commit: Commit
      readonly oldTip: Commit
    }
  | { readonly is: 'publish'; readonly tip: Commit }
  | { readonly is: 'project' }
  /** Asks an agent one thing, outside of every workspace. `about` names it: `education:1.2`; `nth`: for which time it is asked. */
  | {
      readonly is: 'consult'
      readonly about: string
      readonly nth: number
      /** Null takes the run's default agent. */
      readonly agent: string | null
      readonly question: string
    }
  /**
   * Asks an agent what no program can tell, outside of every workspace. `about` names it: `judgement:1.2`, `judgement:completion`;
   * `nth`: for which time it is asked.
   */
  | {
      readonly is: 'judge'
      readonly about: string
      readonly nth: number
      readonly agent: string
      readonly question: string
      /** What of the work is shown with the question: what changed between two states of the files; null where none is kept. */
      readonly shows: {
        readonly from: Commit
        readonly to: Commit
        readonly changes: readonly ShownChange[]
      } | null
      readonly limitMs: number
    }
  | {
      readonly is: 'research'
      /** As the plan names them; empty where it names none. */
      readonly sources: readonly string[]
      /** What is looked up by who does not ask questions of its own. */
      readonly queries: readonly string[]
      /** Addresses of the web that the plan names in the task. */
      readonly addresses: readonly string[]
    }
  | { readonly is: 'verify-tool'; readonly tool: string }
  /** Is the goal of a spec reached? `commands` is what the commands that its criteria name have come to. */
  | {
      readonly is: 'verify-completion'
      readonly wanted: CompletionWanted
      readonly commands: readonly CompletionFinding[]
      /** The commit that is looked at where the checkout shows another one; null where none is kept. */
      readonly tip: Commit | null
    }
  | { readonly is: 'notify'; readonly text: string }
  | { readonly is: 'set-timer'; readonly timer: string; readonly dueAt: number }
  | {
      readonly is: 'dispose-workspace'
      readonly workspace: string
      /** In place: whether an attempt that was cut off may have left something there, of which no draft tells. */
      readonly leaves?: true
    }

export type EffectKind = Effect['is']
