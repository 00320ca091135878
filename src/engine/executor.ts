/** Runs a plan: takes the lock, folds the journal, ends what a dead executor left, and drives the one loop. */

import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Agent, AttemptContext } from '../agents/agent.ts'
import { environmentDigests } from '../gates/gate-key.ts'
import { tasksAtWork } from '../run/at-work.ts'
import type { Policy } from '../plan/policy.ts'
import type { Command } from '../run/command.ts'
import type { Evidence, GateSpec } from '../run/effect.ts'
import type { EventBody, Invocation, RunEvent } from '../run/event.ts'
import { evolve } from '../run/evolve.ts'
import { newState, type RunState } from '../run/state.ts'
import { now } from '../system/clock.ts'
import type { Environment } from '../system/environment.ts'
import { newRunId } from '../system/identifiers.ts'
import { acquireLock, type Holder, type Lock } from '../system/lock.ts'
import { endMarked } from '../system/orphans.ts'
import { needsKey } from '../workspaces/needs-key.ts'
import { openWorkspaces } from '../workspaces/open-workspaces.ts'
import type { WorkspaceOptions } from '../workspaces/workspaces.ts'
import type { ReadPlan } from '../run/plan-change.ts'
import { clearLeftovers, type WorkingFiles } from './write-back.ts'
import { journalHost } from './journal-host.ts'
import { openJournal, type Journal } from './journal/journal.ts'
import type { JournalProblem } from './journal/problem.ts'
import type { StoredEvent } from './journal/stored-event.ts'
import { keepWork } from './keep-work.ts'
import { makeLoop } from './loop.ts'
import { makePerformer, type Surroundings } from './perform.ts'
import { holdPlan } from './plan-hold.ts'
import { watchPlan, type PlanReading } from './plan-watch.ts'
import type { Projector } from './projector.ts'
import { stopOnDiskFailure, troubleOf } from './stop-on-disk-failure.ts'

export interface ExecutorOptions {
  readonly journalDir: string
  readonly planId: string
  readonly root: string
  /** The plan, relative to `root`. */
  readonly planPath: string
  readonly read: ReadPlan
  /** Reads the plan's present bytes when their hash is not `known`; null when it is. */
  readonly reread: (known: string) => Promise<PlanReading | null>
  readonly hashOf: (bytes: Uint8Array) => string
  readonly projectors: readonly Projector[]
  readonly policy: Policy
  readonly gates: readonly GateSpec[]
  readonly agents: ReadonlyMap<string, Agent>
  readonly agent: string | null
  readonly selection: readonly string[] | null | undefined
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
  readonly engine: string
  readonly invocation: Invocation
  readonly askHuman: AttemptContext['askHuman']
  /** Asks a review on the terminal: resolves with the command that answers it, or null when nobody answers. */
  readonly askReview: ((state: RunState, review: string) => Promise<Command | null>) | null
  readonly fitClaim?: Surroundings['fitClaim']
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

/** Folds what a journal holds; the events are checked against the chain as they are read. */
export function foldJournal(journal: Journal): {
  readonly state: RunState
  readonly problem: JournalProblem | null
  readonly count: number
} {
  const read = journal.read<EventBody>()
  const state = newState()
  for (const event of read.events) evolve(state, toRunEvent(event))
  return { state, problem: read.is === 'damaged' ? read.problem : null, count: read.events.length }
}

export function toRunEvent(event: StoredEvent<EventBody>): RunEvent {
  return { at: event.at, subject: event.subject, body: event.body }
}

/** Starts an executor on a plan. At most one runs per plan: the operating system holds the lock. */
export function startExecutor(options: ExecutorOptions): Executor {
  const stops: ((because: string) => void)[] = []
  let stopped: string | null = null
  return {
    done: execute(options, (stop) => {
      stops.push(stop)
      if (stopped !== null) stop(stopped)
    }),
    stop(because) {
      stopped = because
      for (const stop of stops) stop(because)
    },
  }
}

async function execute(
  options: ExecutorOptions,
  offerStop: (stop: (because: string) => void) => void,
): Promise<ExecutorEnd> {
  let wake: () => void = () => undefined
  const taken = await acquireLock({
    name: options.journalDir,
    note: path.join(options.journalDir, 'holder.json'),
    onWake: () => wake(),
  })
  if (taken.held === false) return { is: 'held', holder: taken.holder }
  if (taken.held === 'failed')
    return { is: 'failed', reason: taken.reason, help: 'the lock of the plan cannot be taken here', began: false }
  try {
    return await executeLocked(options, taken.lock, offerStop, (it) => {
      wake = it
    })
  } finally {
    await taken.lock.release()
  }
}

async function executeLocked(
  options: ExecutorOptions,
  _lock: Lock,
  offerStop: (stop: (because: string) => void) => void,
  offerWake: (wake: () => void) => void,
): Promise<ExecutorEnd> {
  const opened = openJournal({ dir: options.journalDir, planId: options.planId, create: true })
  if (opened.is === 'missing') throw new Error('internal: a journal that was to be made is missing')
  if (opened.is === 'refused') return { is: 'refused', problem: opened.problem }
  const { journal } = opened
  let began = false
  try {
    const { state, problem, count } = foldJournal(journal)
    if (problem ?? journal.readOnly) return { is: 'refused', problem: problem ?? (journal.readOnly as JournalProblem) }
    const isOver = state.status === 'finished' || state.run !== options.continues
    if (options.continues !== null && isOver)
      return {
        is: 'failed',
        reason: 'the run that was to be continued has ended meanwhile',
        help: 'look with `millwright status`; a new one begins with `millwright run`',
        began: false,
      }
    await endOrphans(options)
    const begun = journal.beginEpoch()
    if (begun.is === 'failed') return { is: 'refused', problem: begun.problem }
    const fresh = state.status === 'new' || state.status === 'finished'
    const run = fresh || state.run === null ? newRunId(now()) : state.run
    if (fresh) journal.newRun(run, now())
    const begins = (): void => {
      began = true
    }
    const from = { journal, state, count, epoch: begun.epoch, run, fresh, begins }
    // What was read before the lock was taken may be older than the marks of a run that has ended since.
    const again = await options.reread(options.read.hash)
    const read = again?.is === 'sound' ? again.read : options.read
    return await drive({ ...options, read }, from, offerStop, offerWake)
  } catch (error) {
    const trouble = troubleOf(error)
    if (trouble === null) throw error
    return { is: 'failed', ...trouble, began }
  } finally {
    journal.close()
  }
}

/** Everything this plan's executors ever start carries its id; what is left of a dead one is ended before anything begins. */
function markersOf(planId: string): Readonly<Record<string, string>> {
  return { MILLWRIGHT_PLAN: planId }
}

async function endOrphans(options: ExecutorOptions): Promise<void> {
  const { ended, left } = await endMarked({ name: 'MILLWRIGHT_PLAN', value: options.planId })
  if (ended.length > 0)
    options.remark(`ended ${ended.length} process${ended.length === 1 ? '' : 'es'} that an earlier executor left`)
  if (left.length > 0)
    options.remark(
      `${left.length} processes of an earlier executor could not be ended: ${left.map((it) => it.pid).join(', ')}`,
    )
}

interface Begun {
  readonly journal: Journal
  readonly state: RunState
  readonly count: number
  readonly epoch: number
  readonly run: string
  readonly fresh: boolean
  /** Called when the first task may be at work. */
  readonly begins: () => void
}

async function drive(
  options: ExecutorOptions,
  { journal, state, count, epoch, run, fresh, begins }: Begun,
  offerStop: (stop: (because: string) => void) => void,
  offerWake: (wake: () => void) => void,
): Promise<ExecutorEnd> {
  const { root } = options
  const hold = holdPlan({
    file: path.join(root, options.planPath),
    shown: options.planPath,
    folder: path.join(options.journalDir, 'taken-back'),
    ticked: options.workspace.onPlanEdited ?? (() => []),
  })
  const workspaces = await openWorkspaces({
    ...options.workspace,
    kind: fresh ? options.policy.workspace : state.policy.workspace,
    root,
    run,
    planPath: options.planPath,
    bookkeeping: options.projectors.map((it) => it.path),
    now,
    project: async (read) => projectCommit(options.projectors, state, read),
    projectWorking: (file, bytes) => {
      const projected = options.projectors.find((it) => it.path === file)?.project(bytes, state, null)
      return projected?.is === 'projected' ? projected.bytes : null
    },
    // The effect `project` does, in the same lane.
    marksElsewhere: true,
    message: ({ task, brings }) =>
      messageOf({ state, run, event: journal.head().hash, template: options.commitTemplate }, task, brings),
  })
  const watch = watchPlan({
    hash: options.read.hash,
    reread: options.reread,
    hashOf: options.hashOf,
    atWork: () => tasksAtWork(state),
    isHeld: () => hold.isHeld,
    place: () => workspaces.place?.() ?? Promise.resolve({ is: 'home' }),
    remark: options.remark,
  })
  const files: WorkingFiles = {
    root,
    projectors: options.projectors,
    isRead: (file, bytes) => file !== options.planPath || watch.isRead(bytes),
    wrote: (file, before, bytes) => {
      if (file !== options.planPath) return
      watch.wrote(before, bytes)
      hold.wrote(before, bytes)
    },
  }
  for (const text of clearLeftovers(files, state)) options.remark(text)
  const scratch = path.join(options.workspace.stateFolder, 'attempts', run)
  mkdirSync(scratch, { recursive: true })
  const begin = await workspaces.begin()
  if (fresh) for (const remark of begin.remarks) options.remark(remark)
  for (const text of await keepWork(state, workspaces)) options.remark(text)

  const host = journalHost(journal, { run, epoch, count })
  const surroundings: Surroundings = {
    state,
    workspaces,
    journal,
    files,
    hold,
    agents: options.agents,
    brief: options.brief(state, journal),
    scratch,
    root,
    planPath: options.planPath,
    environment: options.environment,
    markers: markersOf(options.planId),
    askHuman: options.askHuman,
    askReview:
      options.askReview &&
      (async (review) => {
        const command = await options.askReview?.(state, review)
        if (command) loop.put({ is: 'command', command })
      }),
    ...(options.fitClaim ? { fitClaim: options.fitClaim } : {}),
    gateDouble: options.gateDouble,
    output: options.output,
  }
  const performer = makePerformer(surroundings)
  let stopCount = 0
  let isDiskTold = false
  const stop = (because: string): void => {
    stopCount += 1
    loop.put({
      is: 'command',
      command: {
        id: `stop-${run}-${epoch}-${stopCount}`,
        by: { who: 'the terminal', as: 'human' },
        body: { verb: 'stop', text: because },
      },
    })
  }
  const loop = makeLoop({
    host,
    state,
    perform: stopOnDiskFailure(
      (requested) => performer.perform(requested),
      ({ message, help }) => {
        if (!isDiskTold) options.remark(`the run is parked: ${message}\n  help: ${help}`)
        isDiskTold = true
        stop(message)
      },
    ),
    look: () => watch.look(),
    observe: (events) => options.observe(events, state),
  })
  offerWake(() => loop.wake())
  offerStop(stop)
  begins()
  try {
    await loop.run({
      is: 'start',
      run,
      epoch,
      pid: process.pid,
      read: options.read,
      policy: fresh ? options.policy : { ...options.policy, workspace: state.policy.workspace },
      gates: options.gates,
      environments: await environmentDigests(options.gates, {
        from: options.environment,
        folder: root,
        needs:
          options.policy.workspace === 'worktree'
            ? needsKey(options.workspace.settings, options.workspace.git?.root ?? null)
            : '',
      }),
      agent: options.agent,
      selection: fresh ? (options.selection ?? null) : options.selection,
      ...(options.takesNew === undefined ? {} : { takesNew: options.takesNew }),
      base: begin.tip,
      engine: options.engine,
      invocation: options.invocation,
    })
  } finally {
    await performer.stop()
    for (const text of await keepWork(state, workspaces)) options.remark(text)
    await workspaces.close()
  }
  return { is: 'ended', state }
}

async function projectCommit(
  projectors: readonly Projector[],
  state: RunState,
  read: (file: string) => Promise<Uint8Array | null>,
): Promise<readonly { readonly path: string; readonly bytes: Uint8Array }[]> {
  const files: { path: string; bytes: Uint8Array }[] = []
  for (const projector of projectors) {
    const present = await read(projector.path)
    const projected = projector.project(present, state, state.integrating)
    // What cannot be read in that tree stays as it is there; the working file has the marks all the same.
    if (projected.is === 'projected' && projected.bytes !== null)
      files.push({ path: projector.path, bytes: projected.bytes })
  }
  return files
}

/**
 * The commit message: what the task is for people, and trailers by which the commit is found again. The event is the last
 * one before the commit: its hash ties the commit to the whole journal up to it.
 */
function messageOf(
  {
    state,
    run,
    event,
    template,
  }: { readonly state: RunState; readonly run: string; readonly event: string; readonly template: string | null },
  uid: string | null,
  brings: string | null,
): string {
  const of = `Millwright-Run: ${run}\nMillwright-Event: ${event}\n`
  if (brings !== null) return `Merge the branch's own commits\n\n${of}`
  const task = uid === null ? undefined : state.tasks.get(uid)
  if (!task) return `Bring the plan's marks up to date\n\n${of}`
  const step = task.steps.at(-1)
  const { id, title, key } = task.spec
  const words: Readonly<Record<string, string>> = { '{id}': id ?? '', '{title}': title, '{task}': id ?? key }
  // One pass: what stands in a title is never filled in again.
  const filled = (template ?? '{id} {title}').replaceAll(/\{(?:id|title|task)\}/g, (slot) =>
    (words[slot] ?? '').replaceAll('\n', ' ').slice(0, 200),
  )
  return `${filled.trim()}\n\n${of}Millwright-Task: ${task.spec.key.replaceAll('\n', ' ')}\nMillwright-Attempt: ${step?.attempts ?? 0}\n`
}
