/** What a plan is once it has one reading: tasks of steps of methods, and edges between tasks. */

import type { Mode } from './policy.ts'
import type { Spec } from './spec.ts'
import type { Verification } from './verification.ts'

/** What a plan's own mark says. `unknown` is never done, never run, never rewritten. */
export type MarkState = 'todo' | 'done' | 'blocked' | 'skipped' | 'deferred' | 'running' | 'unknown'

export type FileAction = 'create' | 'modify' | 'delete' | 'read' | 'rename' | 'unknown'

export interface FileSpec {
  /** Relative to the workspace, with `/`, safe (MW130–132 have passed). */
  readonly path: string
  readonly action: FileAction
  readonly form: 'path' | 'directory' | 'glob' | 'abbreviated'
  readonly to: string | null
  readonly note: string | null
  /** Where the path leads by symbolic links within the repository, when the plan was read; absent where it is the file itself. */
  readonly leadsTo?: string
  /** Set where it may be changed and need not be: the file of a test that a criterion names (seed 000 §5). */
  readonly mayStay?: true
}

/** Where an edge comes from (FORMATS R17). `engine`: added by the executor, for instance towards a baseline check. */
export type EdgeBasis = 'explicit' | 'phase' | 'wave' | 'order' | 'inferred' | 'engine'

/** `done`: a blocker that fails blocks. `settled`: order only, any end will do. */
export type EdgeNeeds = 'done' | 'settled'

export interface Edge {
  /** Key of the blocker. */
  readonly from: string
  /** Key of the task that waits. */
  readonly to: string
  readonly basis: EdgeBasis
  readonly needs: EdgeNeeds
}

/** How a step's work may be repeated after an interruption nobody saw the end of. */
export type Repeat = 'safe' | 'ask' | 'never'

/** One way to do a step: the primary, or a backup that is another way and not a retry. */
export interface MethodSpec {
  /** `primary`, `backup-1`, … unique in its step. */
  readonly id: string
  /** `agent`: a brief to an agent; `tool`: a program that is really run; `pull`: handed to whoever claims it. */
  readonly does: 'agent' | 'tool' | 'pull'
  /** Name of the configured agent; null takes the run's default. */
  readonly agent: string | null
  /** What the method says to do, beside the task's own text. */
  readonly instruction: string
  /** Program and arguments of a tool method; empty otherwise. */
  readonly argv: readonly string[]
  readonly repeat: Repeat
  /** What the plan says must have failed before, as written: `primary_failure` (seed 004 §2.6). */
  readonly trigger?: string
  /** Whatever else the plan says of it, and of no other way, as written. */
  readonly notes?: string
}

/** What an accepted step leaves behind. */
export type StepYields = 'draft' | 'revision' | 'nothing'

/** An ordered part of a task. The state machine runs steps. */
export interface StepSpec {
  readonly id: string
  readonly title: string
  /** Empty: nobody works, the gates or the review are the whole step (a baseline check, a checkpoint). */
  readonly methods: readonly MethodSpec[]
  /** Names of gates that must pass; `files` is the built-in one. */
  readonly gates: readonly string[]
  /** `red` for the first half of test-first: the step's gates must fail. */
  readonly expect: 'green' | 'red'
  /** The acceptance criterion whose test is what the step is about (seed 000 §5). */
  readonly criterion?: string
  /** When a human or reviewer is asked before the step is accepted. */
  readonly review: 'never' | 'always' | 'critical'
  /** A non-critical step that fails does not stop its task. */
  readonly critical: boolean
  readonly yields: StepYields
  /** Where the plan itself says how people take part in it; absent: as in the run. */
  readonly mode?: Mode
  /** Attempts after the first one, per method; absent: as the policy says. */
  readonly retries?: number
  /** What is to be there at its end, as written (seed 004 §4.1). */
  readonly expected?: string
  /** Files and folders that have to be there then: its gate `files` looks for them. */
  readonly outputs?: readonly FileSpec[]
  /** How it is verified, in the plan's words: for whoever works on it. */
  readonly verificationWords?: string
  /** Whatever else the plan says of it, as written. */
  readonly notes?: string
  /** How it is verified by what is run or looked at, each by a gate of this step alone (`verificationGates`). */
  readonly verifications?: readonly Verification[]
}

/** `plan`: written in the plan. `engine`: added by the executor. `agent`, `human`: added during the run, by whom. */
export type TaskOrigin = 'plan' | 'engine' | 'agent' | 'human'

export interface TaskSpec {
  /** Unique in this revision of the plan. */
  readonly key: string
  /** The id as written, or null. */
  readonly id: string | null
  readonly title: string
  /** `Group.key`, or null for tasks of the engine. */
  readonly group: string | null
  readonly parent: string | null
  readonly origin: TaskOrigin
  readonly mark: MarkState
  /** The word that stands for the mark, where it does not say what the task is, and the format has words. */
  readonly markWord?: string
  /** The reason beside a blocked or deferred mark. */
  readonly reason: string | null
  readonly description: string | null
  readonly files: readonly FileSpec[]
  readonly declaresFiles: boolean
  readonly traces: readonly string[]
  /** Blockers the plan names but does not hold, as written: the task ends blocked for them (MW111 lowered in severity). */
  readonly unknownBlockers: readonly string[]
  /** Role, specialist or actor that decides which agent is taken; null for the default. */
  readonly role: string | null
  /** Always at least one. */
  readonly steps: readonly StepSpec[]
  /** Whether more steps may be appended while it runs (an autonomous skill). */
  readonly open: boolean
  /** Keys of tasks that this one does too: they become done with it when its draft, once accepted, ticked them. */
  readonly covers?: readonly string[]
  /** Set where it joined the plan during a run, by the policy: whoever keeps the plan's file true writes it there. */
  readonly added?: Added
  /** The layer of the software that it belongs to, in lower case: gates are assigned by it, and a milestone closes each. */
  readonly layer?: string
  /** What kind of work it is, in lower case, as its plan calls it (`new`, `fix`, `integration`). */
  readonly kind?: string
  /** Whether the plan says that much hangs on it (`risk_level: high`): with `review = "critical"` a person sees its draft. */
  readonly isCritical?: true
  /** What has to hold once it is done, as written. */
  readonly criteria?: readonly string[]
  /** Gates as the plan itself names them: those that replace it are judged by them as well. */
  readonly namedGates?: readonly string[]
  /** Key of the task that a person rejected, and in whose place this one proposes others (seed 003 §2). */
  readonly replaces?: string
  /** A document that tells the whole of it, as written: relative to the root, or to the plan. */
  readonly document?: string
  /** Where something is to be looked up before it begins: the sources that the plan names (seed 004 §2.1a). */
  readonly research?: readonly string[]
  /** SHA-256 over what a brief is made of; a change voids what was bound to it. */
  readonly textHash: string
}

/** Where a task that was not in the plan comes from. */
export interface Added {
  /** Key of the task that proposed it. */
  readonly by: string
  /** Key it had in that proposal: the same one is not taken twice. */
  readonly proposal: string
  /** Key of the rejected task whose place it takes: it is done wherever that one was to be. */
  readonly replaces?: string
  /** Keys of the tasks that waited for that one, and wait for this one since. */
  readonly blocks?: readonly string[]
}

export interface Group {
  readonly key: string
  readonly number: string | null
  readonly title: string
  /** Implementation phase of the seed: run unless others are named. */
  readonly implementation: boolean
  /** Key of the phase that it is a part of. */
  readonly within?: string
  /** Its place among the groups means nothing: ids alone say which task comes first. */
  readonly unordered?: true
  /** Path of the file that it stands in, where that is another one than the plan: its tasks are not run or written from here. */
  readonly file?: string
}

/** A value that an integration test has to find, and how far it may be off (seed 003 §4). */
export interface ReferenceValue {
  readonly name: string
  readonly value: number
  /** Absolute and relative tolerance; 0 where the plan names none. */
  readonly atol: number
  readonly rtol: number
}

/** A test of a layer against the layers below it, run once all its tasks are done (seed 003 §4). */
export interface IntegrationSpec {
  readonly id: string
  /** The file that defines it, relative to the root: the plan's, or one of its own. */
  readonly origin: string
  readonly description: string
  /** The layer whose end calls for it; null where the tasks that it covers tell. */
  readonly layer: string | null
  /** Keys of the tasks that it covers. */
  readonly covers: readonly string[]
  /** Program and arguments, split as a shell does and never given to one; empty where that cannot be. */
  readonly argv: readonly string[]
  /** Why its command is none that can be run; absent where it is one. */
  readonly unable?: string
  readonly reference: readonly ReferenceValue[]
}

/** What a look at the code before the plan has found of one part of it (seed 003 §1: what exists, what is extensible). */
export interface AuditItem {
  /** Name of the part, as written. */
  readonly component: string
  /** What is said of it in a word, as written: `available`, `missing`, `extensible`. */
  readonly status: string
  readonly description: string
  /** Whatever more is told of it, as text; empty where nothing is. */
  readonly text: string
}

/** A plan that is sound enough to have one reading. Plain data: it is stored by its hash. */
export interface Plan {
  readonly dialect: string
  readonly title: string
  readonly groups: readonly Group[]
  /** In document order. */
  readonly tasks: readonly TaskSpec[]
  readonly edges: readonly Edge[]
  /** Tests of whole layers that the plan itself names. */
  readonly integrations?: readonly IntegrationSpec[]
  /** What an audit before the plan has found; briefs quote what is about their task. */
  readonly audit?: readonly AuditItem[]
  /** Goal, software stack, completion and how its run behaves, where it is a spec. */
  readonly spec?: Spec
}
