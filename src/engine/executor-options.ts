/** What an executor is given, and how its run can end. */

import type { ModeAnswer } from '../run/steps/mode-switch.ts'
import type { ToolsVerified } from '../run/mcp-tools.ts'
import type { PatternsJudged } from '../run/patterns/judged.ts'
import type { Agent, AttemptContext } from '../agents/agent.ts'
import type { Plan } from '../plan/model.ts'
import type { Policy } from '../plan/policy.ts'
import type { Standing } from '../plan/standard-plan.ts'
import type { Command } from '../run/command.ts'
import type { Commit, GateSpec } from '../run/effect.ts'
import type { Evidence, Failure } from '../run/outcome.ts'
import type { Invocation, RunEvent } from '../run/event.ts'
import type { RunState } from '../run/state.ts'
import type { Environment } from '../system/environment.ts'
import type { Holder } from '../system/lock.ts'
import type { WorkspaceOptions } from '../workspaces/workspaces.ts'
import type { Journal } from './journal/journal.ts'
import type { JournalProblem } from './journal/problem.ts'
import type { Surroundings } from './surroundings.ts'
import type { ResearchMeans } from './perform-research.ts'
import type { PlanReading, WatchedPlan } from './plan-watch.ts'
import type { Projector } from './projector.ts'
import type { ModeFiles } from './redefined.ts'
import type { ToolRules } from './refuse-tool.ts'

export interface ExecutorOptions {
  readonly journalDir: string
  readonly planId: string
  readonly root: string
  /** The plan, relative to `root`. */
  readonly planPath: string
  /** What else the plan is read from, relative to `root`. */
  readonly otherSources: readonly string[]
  readonly read: WatchedPlan
  /**
   * Reads the plan's present bytes when their hash is not `known`; null when it is.
   * @param standing see `standingOf`; it costs the plan, and is asked only when that was read
   * @param isAtWork whether agents are at work now, or were since the plan was last read
   */
  readonly reread: (known: string, standing: (plan: Plan) => Standing, isAtWork: boolean) => Promise<PlanReading | null>
  readonly hashOf: (bytes: Uint8Array) => string
  /** Hears the plan's bytes whenever marks were written into it. */
  readonly planWritten?: (bytes: Uint8Array) => void
  readonly projectors: readonly Projector[]
  readonly policy: Policy
  readonly gates: readonly GateSpec[]
  readonly agents: ReadonlyMap<string, Agent>
  /** What the plan's own programs have to pass before they are run; null where none is run: their steps have doubles. */
  readonly tools: ToolRules | null
  /** By what something is looked up before tasks that want it. */
  readonly research: ResearchMeans
  readonly agent: string | null
  readonly selection: readonly string[] | null | undefined
  /**
   * Asked under the lock, when it is known from which tip the run begins: why nothing may be executed, or null. Between the
   * look of the caller and this one, what the repository would execute may have changed.
   */
  readonly refuses?: (tip: Commit | null) => Promise<Failure | null>
  /** Where nothing refuses: the commit of which the caller allowed all that it would execute. What comes in later is asked about. */
  readonly allowed?: Commit
  /** What the project's own files ask of runs: a draft that changes it is looked at by a person. */
  readonly mode: ModeFiles
  /** The folder of the project's prompt templates, relative to the root: a draft that changes one is looked at, too. */
  readonly prompts: string
  /** Folder of its definitions of integration tests, relative to the root; null where it has none. */
  readonly definitions: string | null
  /** Whether tasks that join the plan during the run are part of it. */
  readonly takesNew?: boolean
  /** The unfinished run that the caller has seen and means to go on with; null where it saw none. */
  readonly continues: string | null
  readonly workspace: Omit<
    WorkspaceOptions,
    'run' | 'project' | 'message' | 'root' | 'planPath' | 'bookkeeping' | 'now' | 'kind'
  >
  /** Commit message of a task with `{id}`, `{title}` and `{task}`; null takes id and title. Trailers are added. */
  readonly commitTemplate: string | null
  readonly brief: (state: RunState, journal: Journal) => Surroundings['brief']
  readonly environment: Environment
  /** What no program is to tell, asked when one is started. */
  readonly secrets: Surroundings['secrets']
  readonly engine: string
  readonly invocation: Invocation
  /** Whether the call said `--yes` to what nobody has trusted. */
  readonly saidYes?: boolean
  /** What came of verifying the MCP servers that the plan wants; absent where nobody did. */
  readonly toolsVerified?: ToolsVerified
  /** What a person has said to the question for the mode as it began: what held, or another one; absent where nobody was asked. */
  readonly modeAnswer?: ModeAnswer
  /** What was found out of the spec's pattern; absent where nothing new was. */
  readonly patterns?: PatternsJudged
  readonly askHuman: AttemptContext['askHuman']
  /** Asks a review on the terminal: resolves with the command that answers it, or null when nobody answers. */
  readonly askReview: ((state: RunState, review: string) => Promise<Command | null>) | null
  readonly fitClaim?: Surroundings['fitClaim']
  /** Asked once the plan is locked: what else is at work where this run would be, and keeps it from beginning. */
  readonly inUse?: () => Promise<Failure | null>
  /** Ends a set-up that is under way. */
  readonly endSetup: () => void
  readonly gateDouble: ((gate: string, task: string | null) => Evidence['result'] | null) | null
  readonly observe: (events: readonly RunEvent[], state: RunState) => void
  readonly output: Surroundings['output']
  /** Said once, before the first task. */
  readonly remark: (text: string) => void
}

export type ExecutorEnd =
  | { readonly is: 'ended'; readonly state: RunState }
  | { readonly is: 'held'; readonly holder: Holder }
  | { readonly is: 'refused'; readonly problem: JournalProblem }
  /** `began`: tasks may have been at work; the journal says how far they came. */
  | { readonly is: 'failed'; readonly reason: string; readonly help: string; readonly began: boolean }

export interface Executor {
  readonly done: Promise<ExecutorEnd>
  /** Parks the run after the current writes: running attempts are ended and their work is kept. */
  stop(because: string): void
}
