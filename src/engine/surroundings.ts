/** What performing needs of the surroundings of an executor. */

import type { Agent, AttemptContext } from '../agents/agent.ts'
import type { Claim, Evidence } from '../run/outcome.ts'
import { type RunState } from '../run/state.ts'
import type { Environment } from '../system/environment.ts'
import type { OwnSources } from '../workspaces/own-sources.ts'
import { type EffectOf, type Workspaces } from '../workspaces/workspaces.ts'
import type { Journal } from './journal/journal.ts'
import { type ResearchMeans } from './perform-research.ts'
import type { BegunWith } from './redefined.ts'
import type { ToolRules } from './refuse-tool.ts'
import type { PlanHold } from './plan-hold.ts'
import type { SteeringHold } from './steering-hold.ts'
import { type WorkingFiles } from './write-back.ts'

export interface Surroundings extends BegunWith {
  readonly state: RunState
  readonly workspaces: Workspaces
  readonly endSetup: () => void
  readonly journal: Journal
  readonly files: Omit<WorkingFiles, 'isHere'>
  readonly hold: PlanHold
  readonly steering: SteeringHold
  /** The agents of this run by name. */
  readonly agents: ReadonlyMap<string, Agent>
  /** By what something is looked up before a task. */
  readonly research: ResearchMeans
  /** What programs of the plan have to pass before they are run; null where the agents stand in for them. */
  readonly tools: ToolRules | null
  readonly brief: (effect: EffectOf<'start-attempt'>, at: BriefGround) => Promise<string>
  /** Folder for briefs and result files, outside every workspace. */
  readonly scratch: string
  readonly root: string
  readonly planPath: string | null
  /** The plan's own files, relative to the root. */
  readonly held: readonly string[]
  readonly environment: Environment
  /** What no program is to tell. */
  readonly secrets: () => readonly string[]
  /** Folders of the project that installed programs import from. */
  readonly sources: OwnSources
  /** Carried by every process of this plan, so that what a dead executor left is found. */
  readonly markers: Readonly<Record<string, string>>
  readonly askHuman: AttemptContext['askHuman']
  /** Asks a review on the terminal and puts the answer in; null where nobody is there. */
  readonly askReview: ((review: string) => Promise<void>) | null
  /** What of a claim may be recorded: proposed tasks name no path that would make the plan unsound. */
  readonly fitClaim?: (claim: Claim) => Claim
  readonly gateDouble: ((gate: string, task: string | null) => Evidence['result'] | null) | null
  readonly output: (about: { readonly task: string | null; readonly from: string }, chunk: Uint8Array) => void
}

/** What a brief has to know of where its attempt works. */
export interface BriefGround {
  readonly folder: string
  /** What the set-up of the folder said where it fails there. */
  readonly notSetUp: string | null
  /** What the last draft changes, as a diff, where a person sent it back or rejected it; else empty. */
  readonly draft: string
  /**
   * Public signatures of the files that the tasks before it changed, and of others that somebody names, as text; empty where
   * none are known.
   */
  readonly contracts: (others: readonly string[]) => Promise<string>
}
