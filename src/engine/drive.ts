/** One run from the first look at its workspaces to the last: everything the loop needs is put together here. */

import path from 'node:path'
import { definitionOf } from '../gates/definition.ts'
import { environmentDigests } from '../gates/gate-key.ts'
import { safeLine } from '../plan/safe-text.ts'
import { tasksAtWork } from '../run/at-work.ts'
import { standingOf } from '../run/reread-phases.ts'
import type { RunState } from '../run/state.ts'
import { now } from '../system/clock.ts'
import { diskFailureOf, type DiskFailure } from '../system/disk-failure.ts'
import { withoutRoom } from '../system/file-systems.ts'
import { lateEdits } from '../system/late-edits.ts'
import { filesOnDisk } from '../system/tree-files.ts'
import { needsKey } from '../workspaces/needs-key.ts'
import { awayFrom } from '../workspaces/publish/place.ts'
import { ownSources, type OwnSources } from '../workspaces/own-sources.ts'
import { openWorkspaces } from '../workspaces/open-workspaces.ts'
import type { Workspaces, WorkspaceSettings } from '../workspaces/workspaces.ts'
import type { ExecutorEnd, ExecutorOptions } from './executor-options.ts'
import type { Journal } from './journal/journal.ts'
import { journalHost } from './journal-host.ts'
import { keepWork } from './keep-work.ts'
import { makeLoop } from './loop.ts'
import { makePerformer } from './perform.ts'
import type { Surroundings } from './surroundings.ts'
import { othersBytes, type OthersBytes } from './others-bytes.ts'
import { holdPlan } from './plan-hold.ts'
import { planMarker } from './plan-marker.ts'
import { recordedFirst, type Projector } from './projector.ts'
import { watchPlan } from './plan-watch.ts'
import { holdSteering } from './steering-hold.ts'
import { stopOnDiskFailure } from './stop-on-disk-failure.ts'
import { messageOf, projectCommit } from './tip-commit.ts'
import { clearLeftovers, type WorkingFiles } from './write-back.ts'
import { makeFolders } from '../system/own-folder.ts'

/** Where a run begins: the journal that was folded, and what it came to. */
export interface Begun {
  readonly journal: Journal
  readonly state: RunState
  readonly count: number
  readonly epoch: number
  readonly run: string
  readonly fresh: boolean
  /** Called when the first task may be at work. */
  readonly begins: () => void
}

/**
 * Opens the workspaces, watches the plan and drives the one loop until the run ends or is parked.
 *
 * @returns the end of the run; a disk that fails is thrown to the caller
 */
export async function drive(
  options: ExecutorOptions,
  begun: Begun,
  offerStop: (stop: (because: string) => void) => void,
  offerWake: (wake: () => void) => void,
): Promise<ExecutorEnd> {
  const { root } = options
  const { journal, state, run, fresh } = begun
  const others = othersBytes(options.journalDir)
  const projectors = recordedFirst(others.noting(options.projectors), () => record())
  let record: () => void = () => undefined
  const workspaces = await openWorkspaces({
    ...options.workspace,
    kind: fresh ? options.policy.workspace : state.policy.workspace,
    root,
    run,
    planPath: options.planPath,
    // Before this run has begun the state is that of the one before.
    lastTip: () => (state.run === run ? state.tip : null),
    declared: () => [...state.tasks.values()].flatMap((it) => it.spec.files),
    remark: options.remark,
    bookkeeping: projectors.flatMap((it) => [it.path, ...(it.named === undefined ? [] : [it.named])]),
    now,
    project: async (read, merging) => projectCommit(projectors, { state, merging }, read),
    projectWorking: (file, bytes) => {
      const projected = projectors.find((it) => it.path === file)?.project(bytes, state, [])
      return projected?.is === 'projected' ? projected.bytes : null
    },
    // The effect `project` does, in the same lane.
    marksElsewhere: true,
    message: ({ task, brings }) =>
      messageOf({ state, run, event: journal.head().hash, template: options.commitTemplate }, task, brings),
  })
  const offer: Offer = {
    stop: offerStop,
    wake: offerWake,
    record: (it) => {
      record = it
    },
  }
  try {
    return await driveIn(workspaces, { projectors, others }, { options, begun, offer })
  } finally {
    // Whatever has happened: a git that stays open would keep the process from ending.
    await workspaces.close()
  }
}

/** Called once the loop is there. */
interface Offer {
  readonly stop: (stop: (because: string) => void) => void
  readonly wake: (wake: () => void) => void
  readonly record: (record: () => void) => void
}

async function driveIn(
  workspaces: Workspaces,
  { projectors, others }: { readonly projectors: readonly Projector[]; readonly others: OthersBytes },
  of: { readonly options: ExecutorOptions; readonly begun: Begun; readonly offer: Offer },
): Promise<ExecutorEnd> {
  const { options, offer } = of
  const { journal, state, count, epoch, run, fresh, begins } = of.begun
  const { root } = options
  const where = fresh ? null : await workspaces.place?.()
  if (where?.is === 'away')
    return {
      is: 'failed',
      reason: `the run that has not ended belongs to ${where.home}, and ${where.now} is checked out`,
      help: `switch back (${where.back}), then resume: the plan that lies here is another one`,
      began: false,
    }
  // Agents that work in the plan's own folder may hold it open as well, and change no plan.
  const appends = workspaces.kind === 'worktree'
  const late = lateEdits({
    folder: path.join(options.journalDir, 'late-edits'),
    appends,
    isSettled: (bytes) => watch.isRead(bytes),
  })
  const takenBack = path.join(options.journalDir, 'taken-back')
  const written = new Set(projectors.map((it) => it.path))
  const sources = options.otherSources.filter((it) => !written.has(it))
  const steering = holdSteering({ root, folder: takenBack, sources, late })
  const hold = holdPlan({
    file: path.join(root, options.planPath),
    shown: options.planPath,
    folder: takenBack,
    look: options.workspace.onPlanEdited ?? (() => ({ ticked: [] })),
    late,
  })
  const watch = watchPlan({
    hash: options.read.hash,
    length: options.read.length,
    // Asked where the plan of this run lies in its place, and nobody but people writes into it.
    reread: (known, during) => {
      for (const text of late.look()) options.remark(safeLine(text))
      const atWork = [...tasksAtWork(state), ...during]
      return options.reread(known, (plan) => standingOf(state, atWork, plan), atWork.length > 0)
    },
    hashOf: options.hashOf,
    atWork: () => tasksAtWork(state),
    isHeld: () => hold.isHeld,
    place: () => workspaces.place?.() ?? Promise.resolve({ is: 'home' }),
    remark: (text) => options.remark(safeLine(text)),
  })
  const files: Omit<WorkingFiles, 'isHere'> = {
    root,
    projectors,
    readUpTo: (file, bytes) => (file === options.planPath ? watch.readUpTo(bytes) : Promise.resolve(bytes.length)),
    wrote: (file, before, bytes) => {
      if (file !== options.planPath) return
      options.planWritten?.(bytes)
      watch.wrote(before, bytes)
      hold.wrote(before, bytes)
    },
    others,
    late,
  }
  others.adopt(projectors, root, state)
  for (const text of clearLeftovers(files, state)) options.remark(safeLine(text))
  const scratch = path.join(options.workspace.stateFolder, 'attempts', run)
  makeFolders(scratch)
  const begin = await workspaces.begin()
  const refused = (await options.refuses?.(begin.tip)) ?? null
  if (refused !== null) return { is: 'failed', ...refused, began: false }
  if (fresh) for (const remark of begin.remarks) options.remark(safeLine(remark))
  for (const text of await keepWork(state, workspaces)) options.remark(safeLine(text))

  const host = journalHost(journal, { run, epoch, count })
  const marker = planMarker(options)
  const surroundings: Surroundings = {
    state,
    workspaces,
    setup: options.workspace.settings.setup,
    mode: options.mode,
    prompts: options.prompts,
    definitions: options.definitions,
    trusts: async (commit) => options.refuses !== undefined && (await options.refuses(commit)) === null,
    allowed: options.allowed ?? null,
    endSetup: options.endSetup,
    journal,
    files,
    hold,
    steering,
    agents: options.agents,
    brief: options.brief(state, journal),
    scratch,
    root,
    planPath: options.planPath,
    held: [options.planPath, ...(options.workspace.held ?? [])],
    environment: options.environment,
    secrets: options.secrets,
    sources: await sourcesFor(options),
    markers: { [marker.name]: marker.value },
    askHuman: options.askHuman,
    askReview:
      options.askReview &&
      (async (review) => {
        const command = await options.askReview?.(state, review)
        if (command) loop.put({ is: 'command', command })
      }),
    ...(options.fitClaim ? { fitClaim: options.fitClaim } : {}),
    gateDouble: options.gateDouble,
    tools: options.tools,
    research: options.research,
    output: options.output,
  }
  const performer = makePerformer(surroundings)
  let stopCount = 0
  let isParkTold = false
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
  const park = ({ message, help }: DiskFailure): void => {
    // The system does not always say which file it was.
    const full = withoutRoom([root, options.workspace.stateFolder])
    const where = full.length === 0 ? '' : `; no room is left on the disk of ${full.join(' and of ')}`
    if (!isParkTold) options.remark(`the run is parked: ${safeLine(`${message}${where}`)}\n  help: ${safeLine(help)}`)
    isParkTold = true
    stop(message)
  }
  const loop = makeLoop({
    host,
    state,
    perform: stopOnDiskFailure((requested) => performer.perform(requested), park),
    // Where nothing is kept of a draft, taking it is a look at which files are there.
    onlyLooks: ({ effect }) => effect.is === 'snapshot' && workspaces.kind === 'none',
    look: async () => {
      // An agent that works in the folder itself works on another branch from now on.
      const at = hold.isHeld && !isParkTold ? await workspaces.place?.() : undefined
      if (at?.is === 'away' && hold.isHeld) park(awayFrom(at))
      return isParkTold ? null : watch.look()
    },
    observe: (events) => options.observe(events, state),
  })
  offer.record(() => loop.record())
  offer.wake(() => loop.wake())
  offer.stop(stop)
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
            ? needsKey(givenTo(options.workspace), options.workspace.git?.root ?? null)
            : '',
      }),
      agent: options.agent,
      selection: fresh ? (options.selection ?? null) : options.selection,
      ...(options.takesNew === undefined ? {} : { takesNew: options.takesNew }),
      base: begin.tip,
      engine: options.engine,
      invocation: options.invocation,
      saidYes: options.saidYes ?? false,
      ...(options.toolsVerified === undefined ? {} : { toolsVerified: options.toolsVerified }),
      ...(options.modeAnswer === undefined ? {} : { modeAnswer: options.modeAnswer }),
      ...(options.patterns === undefined ? {} : { patterns: options.patterns }),
    })
  } finally {
    await performer.stop()
    const isOurs = !hold.isHeld && (await isHome(workspaces))
    try {
      for (const text of await keepWork(state, workspaces)) options.remark(safeLine(text))
    } finally {
      // The last act: nobody looks at what is written afterwards.
      for (const text of late.close({ isThere: isOurs })) options.remark(safeLine(text))
    }
  }
  return { is: 'ended', state }
}

/** Whether the plan of the run lies in its place; where nobody can tell, what comes late is kept and not written into it. */
async function isHome(workspaces: Workspaces): Promise<boolean> {
  try {
    return ((await workspaces.place?.())?.is ?? 'home') === 'home'
  } catch (error) {
    if (diskFailureOf(error) === null) throw error
    return false
  }
}

/** What a workspace gets; an active environment is its own there, with what is installed in the person's. */
function givenTo({ settings, active = [] }: ExecutorOptions['workspace']): WorkspaceSettings {
  return { ...settings, share: [...new Set([...settings.share, ...active])] }
}

/** Where installed programs would find the project in the checkout, for all that gates come to as it lies on the disk. */
async function sourcesFor({ root, gates, environment, workspace }: ExecutorOptions): Promise<OwnSources> {
  const files = filesOnDisk(root)
  const callers = gates.map(async ({ name, argv, cwd }) => {
    const { parts } = await definitionOf({ argv, cwd }, files)
    return { name, argv, cwd, files: [...new Set(parts.map((it) => it.path))] }
  })
  const { share, copy } = workspace.settings
  return ownSources(root, environment, { shared: share, copied: copy, callers: await Promise.all(callers) })
}
