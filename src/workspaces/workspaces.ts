/** Where work happens and how it is kept: one interface for worktrees, work in place, and none. */

import type { FileSpec } from '../plan/model.ts'
import type { Commit, Effect, EvidenceTree, WorkspaceKind } from '../run/effect.ts'
import type { Failure, FileChange, Outcome, TasksEdited, Tick } from '../run/outcome.ts'
import { diskFailureOf } from '../system/disk-failure.ts'
import type { TreeFiles } from '../system/tree-files.ts'
import type { GitFacts, Identity } from './git/git-facts.ts'

export type EffectOf<K extends Effect['is']> = Extract<Effect, { is: K }>
export type IntegrateStage<S extends 'merge' | 'commit' | 'move'> = Extract<Effect, { is: 'integrate'; stage: S }>
export type OutcomeOf<K extends Outcome['of']> = Extract<Outcome, { of: K }>

/** A file of our own (the plan, its log) with the bytes it has to have. */
export interface BookkeepingFile {
  /** Relative to the repository, with `/`. */
  readonly path: string
  readonly bytes: Uint8Array
}

export interface WorkspaceSettings {
  /** Program and arguments that make a fresh checkout ready; empty for none. */
  readonly setup: readonly string[]
  /** Paths linked from the human's checkout, such as `node_modules`; never part of a draft. */
  readonly share: readonly string[]
  /** Paths copied from it, such as `.env`; never part of a draft. */
  readonly copy: readonly string[]
}

/** What a set-up run left: `tail` is shown to the human when it failed; `refused` where it worked, and did what it may not. */
export type SetupResult =
  | { readonly is: 'ready' }
  | { readonly is: 'failed'; readonly tail: string }
  | { readonly is: 'refused'; readonly failure: Failure }

export interface WorkspaceOptions {
  readonly kind: WorkspaceKind
  /** Absolute path of the repository's checkout, or of the plan's folder where there is no git. */
  readonly root: string
  readonly git: GitFacts | null
  readonly run: string
  /** The plan, relative to `root`; null when it lies outside. */
  readonly planPath: string | null
  /** Paths relative to `root` that only the integrator writes, the plan among them. */
  readonly bookkeeping: readonly string[]
  /** Paths relative to `root` that no draft changes, and that are not ours: files that say what the plan waits for. */
  readonly held?: readonly string[]
  /** What the plan's tasks declare; read where there is no git: of what it would ignore, this is work all the same. */
  readonly declared?: () => readonly FileSpec[]
  /** Absolute path of our folder for this repository, outside it. */
  readonly stateFolder: string
  readonly settings: WorkspaceSettings
  /** Paths relative to `root` where things of ours lie that are no work: parts of a state folder in it. */
  readonly hidden?: readonly string[]
  /** Environments of the checkout that are active, relative to it: each worktree has its own of these. */
  readonly active?: readonly string[]
  /** Name given with `--branch`: published there and nowhere else. */
  readonly branch: string | null
  /** The tip as the journal has it, for where its reference was deleted; null before the run has one. */
  readonly lastTip?: () => Commit | null
  /** Says something to the human that is no outcome. */
  readonly remark?: (text: string) => void
  readonly author: Identity | null
  /** Who the human is to git: an agent that commits in its workspace commits as them. */
  readonly person: Identity | null
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The bookkeeping files as they have to be in a commit; `read` gives their bytes in its tree, `merging` are the tasks that are done with it. */
  readonly project: (
    read: (path: string) => Promise<Uint8Array | null>,
    merging: readonly string[],
  ) => Promise<readonly BookkeepingFile[]>
  /** The whole commit message, trailers included; `task` null is bookkeeping, or the human's commits brought in. */
  readonly message: (about: { readonly task: string | null; readonly brings: string | null }) => string
  /** A working bookkeeping file with our marks; null leaves it alone. Without it publish leaves such files to the caller. */
  readonly projectWorking?: (path: string, bytes: Uint8Array | null) => Uint8Array | null
  /** Whether somebody else writes the marks into the working files: then publish never touches these files. */
  readonly marksElsewhere?: boolean
  /** What an agent did to the tasks of its copy of the plan. */
  readonly onPlanEdited?: (base: Uint8Array, edited: Uint8Array) => PlanLook
  /** Runs the set-up in a folder, as a gate is run. Without it a configured set-up is a failure. */
  readonly runSetup?: (folder: string, argv: readonly string[]) => Promise<SetupResult>
}

/** Where a run starts from. */
export interface Beginning {
  /** Null without any kept state of the files (`none`). */
  readonly tip: Commit | null
  /** Full name of the branch that is published to; null for a detached HEAD and without git. */
  readonly branch: string | null
  /** Said to the human once: what this kind of workspace cannot do here. */
  readonly remarks: readonly string[]
}

/** What an edit of a plan does to its tasks. */
export interface PlanLook {
  /** Those that are newly ticked, as they were named before. */
  readonly ticked: readonly Tick[]
  /** Where it adds or removes any. */
  readonly tasks?: TasksEdited
}

/** Something outside of every workspace: what it was like when it was looked at, and when it was last changed. */
export interface Touched {
  readonly mark: string
  /** Milliseconds since 1970; null where it cannot be told. */
  readonly at: number | null
  /** A commit, which knows its time to the second only; or a folder that workspaces share. */
  readonly is?: 'commit' | 'shared'
}
/** What is looked at: only the folders that workspaces share, or all. */
export type OutsidePart = 'all' | 'shared'
/** What lies outside of every workspace, by shown path. */
export type Outside = ReadonlyMap<string, Touched>

/** `edited`: files of the state it had before were changed or deleted; files that were only added do not count. */
export type Restored =
  | {
      readonly is: 'restored'
      readonly edited: boolean
      /** What the set-up said where it fails on what was restored: nothing that it makes is there. */
      readonly notSetUp?: string
    }
  | { readonly is: 'asks' | 'failed'; readonly failure: Failure }
  /** The set-up works on what is judged began from, and fails with it; `said` is the end of its output. */
  | { readonly is: 'broken'; readonly said: string }
/** What a gate did to the files since it was guarded. */
export interface Tidied {
  /** Files that it changed or deleted; what it only added does not count. */
  readonly edited: readonly string[]
  /** Whether these were put back; in a folder of the human's own nothing is. */
  readonly isPutBack: boolean
  /** Whether there is something in ignored paths now, by it or by those before it, which a later gate may look for. */
  readonly left: boolean
}
export interface Guard {
  /** Looks, and puts back what may be put back; ignored paths stay. Asked once, when the gate has ended. */
  tidy(): Promise<Tidied>
}
/** What files are put back for. */
export interface RestoreFor {
  /** False where all that no draft holds is what a gate wrote. */
  readonly keep: boolean
  /** Whether gates judge them next, and not an agent begins. */
  readonly isJudged?: boolean
  /** Whether an agent goes on with a draft: where the set-up fails with it, that is the agent's to mend, and it begins without. */
  readonly isDraft?: boolean
}
export type Materialised =
  | { readonly is: 'ready'; readonly workspace: string; readonly folder: string; readonly tree: EvidenceTree | null }
  | { readonly is: 'failed'; readonly failure: Failure }

/** Whether the checkout is where the run began: only then its files are those that the run shows its marks in. */
export type Place =
  /** `marksOnly`: the work goes to another branch, and what else we write about it comes with a merge of that. */
  | { readonly is: 'home'; readonly marksOnly?: true }
  /** Git is at work in the checkout: what lies there may be of one branch or another. */
  | { readonly is: 'moving' }
  /** Branches as people name them; `back` is the command that leads home. */
  | { readonly is: 'away'; readonly now: string; readonly home: string; readonly back: string }

export interface Workspaces {
  readonly kind: WorkspaceKind
  /** Whether commits exist; without it the files themselves are kept by hash. */
  readonly git: boolean
  /** Loads the run's tip, or makes it at the human's commit. Repeatable. */
  begin(): Promise<Beginning>
  prepare(effect: EffectOf<'prepare-workspace'>): Promise<OutcomeOf<'prepare-workspace'>>
  /** Absolute working directory of a prepared workspace; null when there is none of that name. */
  folderOf(workspace: string): string | null
  /**
   * Puts a workspace's files back to a commit; work in place is never put back by itself. What lies there and no draft
   * holds is kept first.
   */
  restore(workspace: string, commit: Commit, of?: RestoreFor): Promise<Restored>
  /**
   * Whether a workspace holds a commit, by what it was put to or the draft that was taken there last; left out where an attempt goes on
   * with whatever lies in its folder.
   */
  standsOn?(workspace: string, commit: Commit): Promise<boolean>
  /** Guards the files of a workspace, which stands at `commit`, against a gate; null guards the plan's own folder. */
  guard(workspace: string | null, commit: Commit | null): Promise<Guard>
  snapshot(effect: EffectOf<'snapshot'>): Promise<OutcomeOf<'snapshot'>>
  merge(effect: IntegrateStage<'merge'>): Promise<OutcomeOf<'integrate'>>
  commit(effect: IntegrateStage<'commit'>): Promise<OutcomeOf<'integrate'>>
  move(effect: IntegrateStage<'move'>): Promise<OutcomeOf<'integrate'>>
  publish(effect: EffectOf<'publish'>): Promise<OutcomeOf<'publish'>>
  dispose(effect: EffectOf<'dispose-workspace'>): Promise<OutcomeOf<'dispose-workspace'>>
  tip(): Promise<Commit | null>
  /** Whether the tip holds a commit: recovery asks this before anything is repeated. */
  contains(commit: Commit): Promise<boolean>
  evidenceTreeOf(name: Commit): Promise<EvidenceTree | null>
  /** A workspace that holds a commit or tree, for gates; dispose of it afterwards. */
  materialise(name: string): Promise<Materialised>
  /** The files of a commit by path; left out where no state of the files is kept. */
  files?(commit: Commit): TreeFiles
  /** Paths that differ between two states of the files; left out where none is kept. */
  changed?(from: Commit, to: Commit): Promise<readonly string[]>
  /**
   * The difference of two commits as text, cut at `limit` bytes (1 MiB).
   * @param of.changes without git: those of the draft; of what else came into the folder meanwhile nothing is told
   * @param of.only with git: paths that it is told of; absent: all
   */
  diff(
    from: Commit,
    to: Commit,
    of?: { readonly limit?: number; readonly changes?: readonly FileChange[]; readonly only?: readonly string[] },
  ): Promise<string>
  /** Keeps the files of a workspace as a commit under the run's references; null when there is nothing to keep. */
  keep(workspace: string, name: string): Promise<Commit | null>
  /** Where the checkout is; left out where there are no branches. */
  place?(): Promise<Place>
  /** Looks at what no task may write; left out where nothing is looked at. */
  outside?(part?: OutsidePart): Promise<Outside>
  close(): Promise<void>
}

/** What a person does about a task that ended blocked by such a failure, when they have seen to it. */
export const triesAgain = '`millwright unblock` tries the task again'

/**
 * The failure that an unexpected error of the world becomes.
 * @throws DiskFailure where the disk takes nothing more: that is no outcome, the run has to stop
 */
export function failureOf(error: unknown, help: string): Failure {
  const disk = diskFailureOf(error)
  if (disk !== null) throw disk
  return { reason: error instanceof Error ? error.message : String(error), help }
}
