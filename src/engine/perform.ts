/** Performs what was asked for: one exhaustive switch into the adapters. */

import path from 'node:path'
import type { Agent, AttemptContext, RunningAgent } from '../agents/agent.ts'
import { toolAgent } from '../agents/tool.ts'
import type { Commit, Effect } from '../run/effect.ts'
import type { ChangedOutside, Claim, Evidence, Failure, Outcome } from '../run/outcome.ts'
import { signaturesAt } from '../gates/contract/signatures-at.ts'
import { stepBase } from '../run/step-base.ts'
import { bareEnd } from '../run/attempt-end.ts'
import { isOfPerson } from '../run/feedback.ts'
import { definedName, taskOf, type RunState, type TaskRun } from '../run/state.ts'
import { taskStatus } from '../run/task-status.ts'
import type { Requested } from '../run/turn.ts'
import { isLastWorked } from '../run/whole-look.ts'
import type { Environment } from '../system/environment.ts'
import { monotonic, now, wait } from '../system/clock.ts'
import type { Keep } from '../system/kept-output.ts'
import { endMarked } from '../system/orphans.ts'
import { processMoment } from '../system/process-table.ts'
import type { OwnSources } from '../workspaces/own-sources.ts'
import { triesAgain, type EffectOf, type Place, type Workspaces } from '../workspaces/workspaces.ts'
import { agentAsking } from './ask-agent.ts'
import { withChangedTests } from './changed-tests.ts'
import { HostLost } from './host.ts'
import type { Journal } from './journal/journal.ts'
import { lookAtTheEnd } from './look-at-completion.ts'
import { performConsult } from './perform-consult.ts'
import { makeGatePerformer, untrustedHelp } from './perform-gate.ts'
import { performResearch, type ResearchMeans } from './perform-research.ts'
import { makeRedefinitions, type ModeFiles } from './redefined.ts'
import type { ToolRules } from './refuse-tool.ts'
import { planTools, refusedIn, toolOf } from './tools-of-run.ts'
import { folderFor, leftoverGraceMs, surroundingsIn } from './workspace-folder.ts'
import { untoldNames } from './untold-names.ts'
import { watchOutside, type OutsideWatch } from './watch-outside.ts'
import type { PlanHold } from './plan-hold.ts'
import type { SteeringHold } from './steering-hold.ts'
import type { Projector } from './projector.ts'
import { projectFiles, type WorkingFiles } from './write-back.ts'
import { taskName } from '../plan/names.ts'

export interface Surroundings {
  readonly state: RunState
  readonly workspaces: Workspaces
  /** Words of the command that sets a workspace up; empty where there is none. */
  readonly setup: readonly string[]
  readonly mode: ModeFiles
  /** The folder of the project's prompt templates, relative to the root. */
  readonly prompts: string
  /** Folder of the project's integration tests, relative to the root; null without one. */
  readonly definitions: string | null
  /** Whether a person trusts all that would be executed of a commit. */
  readonly trusts: (commit: Commit) => Promise<boolean>
  /** The commit of which a person allowed all for this call; null where there is none. */
  readonly allowed: Commit | null
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

export interface Performer {
  perform(requested: Requested): Promise<Outcome>
  /** Ends every process that is still running; settles when they are gone. */
  stop(): Promise<void>
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

/** Makes the performer. Whatever touches the plan, the tip or the human's checkout goes through one lane, in order. */
export function makePerformer(around: Surroundings): Performer {
  const attempts = new Map<string, RunningAgent>()
  const keep = keeper(around.journal)
  const gates = makeGatePerformer({ ...around, keep })
  const asking = agentAsking({ ...around, keep })
  const ending = new AbortController()
  /** Attempts that were told to end, perhaps before their agent was started. */
  const unwanted = new Set<string>()
  const underWay = new Set<Promise<unknown>>()
  let stopping = false
  let lane: Promise<unknown> = Promise.resolve()
  const pace = newPace()
  const look = around.workspaces.outside?.bind(around.workspaces) ?? null

  const inLane = <T>(work: () => Promise<T>): Promise<T> => {
    const next = lane.then(work, work)
    lane = next.catch(() => undefined)
    return next
  }

  const redefinitions = makeRedefinitions(around.workspaces, {
    gates: () => [...around.state.gates.values()],
    agents: around.agents.values(),
    tools: planTools(around.state),
    setup: around.setup,
    mode: around.mode,
    prompts: around.prompts,
    definitions: around.definitions,
    trusts: around.trusts,
    allowed: around.allowed,
  })
  const watch = watchOutside({ look, alone: inLane, now })

  const snapshot = async (effect: EffectOf<'snapshot'>): ReturnType<Workspaces['snapshot']> =>
    withChangedTests(
      await redefinitions.ofDraft(await around.workspaces.snapshot(effect), effect.base),
      effect.tests ?? [],
      around.workspaces,
    )

  /** A gate may install something in a folder that workspaces share. */
  const runGate = async (effect: EffectOf<'run-gate'>, task: string | null): ReturnType<typeof gates.perform> => {
    const ended = await watch.begin(task ?? '', 'shared')
    const judged = await gates.perform(effect)
    ended()
    const outside = await watch.look('shared')
    return outside.length > 0 ? { ...judged, outside } : judged
  }

  const performEffect = async (id: number, effect: Effect): Promise<Outcome> => {
    const { workspaces } = around
    switch (effect.is) {
      case 'prepare-workspace':
        gates.forget(effect.workspace)
        await gates.makeRoom()
        if (around.state.untrusted.has(definedName({ is: 'set-up' })))
          return { of: effect.is, is: 'failed', failure: untrusted('the set-up'), retry: false }
        return workspaces.prepare(effect)
      case 'start-attempt':
        gates.forget(effect.workspace)
        return startAttempt(
          { ...around, watch },
          attempts,
          effect,
          () => stopping || unwanted.has(attemptId(effect.name)),
        )
      case 'end-attempt':
        unwanted.add(attemptId(effect.name))
        attempts.get(attemptId(effect.name))?.stop(effect.because)
        return { of: 'end-attempt', is: 'ended' }
      case 'snapshot':
        return untoldNames(
          await withOutside(snapshot(effect), watch.look()),
          { declared: effect.declared, base: effect.base === null ? null : (workspaces.files?.(effect.base) ?? null) },
          around.secrets(),
        )
      case 'run-gate':
        return runGate(effect, around.state.effects.get(id)?.task ?? null)
      case 'ask-review':
        await around.askReview?.(effect.review)
        return { of: 'ask-review', is: 'asked' }
      case 'integrate':
        return inLane(() => integrate(workspaces, effect))
      case 'publish':
        return inLane(async () => redefinitions.ofPublish(await workspaces.publish(effect), effect.tip))
      case 'project':
        // Not in the lane: nobody is to wait while this one does.
        if (around.state.status === 'running') await pace.isDue()
        return inLane(() => pace.timed(() => project(around)))
      case 'consult':
        return performConsult(around, asking, effect, around.state.effects.get(id)?.task ?? null)
      case 'research':
        return performResearch(effect, {
          ...around,
          task: taskOf(around.state, around.state.effects.get(id)?.task ?? ''),
          means: around.research,
          asking,
          keep,
          secrets: around.secrets(),
          signal: ending.signal,
        })
      case 'verify-tool':
        return { of: 'verify-tool', is: 'failed', failure: notConfigured('tool verification') }
      case 'verify-completion':
        return inLane(async () => {
          const isHere = workspaces.kind !== 'worktree' || (await settledPlace(workspaces)).is === 'home'
          const except = [...around.held, ...around.files.projectors.map((it) => it.path)]
          return lookAtTheEnd(effect, { root: around.root, workspaces, isHere, except })
        })
      case 'notify':
        return { of: 'notify', is: 'notified' }
      case 'set-timer':
        await wait(Math.max(0, effect.dueAt - Date.now()))
        return { of: 'set-timer', is: 'due' }
      case 'dispose-workspace':
        gates.forget(effect.workspace)
        return workspaces.dispose(effect)
      default:
        return effect satisfies never
    }
  }

  return {
    perform({ id, effect }) {
      const performing = performEffect(id, effect)
      // A timer or a question may take for ever; everything else ends soon once no agent and no gate is left.
      if (effect.is !== 'set-timer' && effect.is !== 'ask-review') {
        const settled: Promise<unknown> = performing.catch(() => undefined).then(() => underWay.delete(settled))
        underWay.add(settled)
      }
      return performing
    },
    async stop() {
      stopping = true
      pace.hurry()
      for (const it of attempts.values()) it.stop('the executor ends')
      gates.stop()
      asking.stop()
      ending.abort()
      around.endSetup()
      await Promise.all([...underWay, lane])
      await gates.close()
    },
  }
}

/**
 * A large plan is not written anew for each mark: the next projection comes many times as long after the last one as that
 * took, and takes all marks that have come meanwhile. They are in the journal already, so that a crash loses none.
 */
interface Pace {
  isDue(): Promise<void>
  timed<Result>(work: () => Promise<Result>): Promise<Result>
  /** Nobody waits any more. */
  hurry(): void
}

const longestPauseMs = 1_000

function newPace(): Pace {
  let dueAt = 0
  const waiting = new Set<() => void>()
  return {
    async isDue() {
      const ms = dueAt - monotonic()
      if (ms <= 0) return
      await new Promise<void>((resolve) => {
        const end = (): void => {
          clearTimeout(timer)
          waiting.delete(end)
          resolve()
        }
        const timer = setTimeout(end, ms)
        waiting.add(end)
      })
    },
    async timed(work) {
      const since = monotonic()
      try {
        return await work()
      } finally {
        const now = monotonic()
        dueAt = now + Math.min(longestPauseMs, (now - since) * 15)
      }
    },
    hurry() {
      dueAt = 0
      for (const end of [...waiting]) end()
    },
  }
}

async function project(around: Surroundings): Promise<Extract<Outcome, { of: 'project' }>> {
  const place = await settledPlace(around.workspaces)
  if (place.is === 'away') return { of: 'project', is: 'elsewhere' }
  const isShown = (it: Projector): boolean => it.path === around.planPath || place.is !== 'home' || !place.marksOnly
  const isHere = async (): Promise<boolean> => (await settledPlace(around.workspaces)).is !== 'away'
  return projectFiles({ ...around.files, isHere, projectors: around.files.projectors.filter(isShown) }, around.state)
}

/** Git is waited for while it changes the checkout, but not for ever: a lock may have been left behind. */
async function settledPlace(workspaces: Workspaces): Promise<Place> {
  let place: Place = { is: 'home' }
  for (let turn = 0; turn < 40; turn += 1) {
    place = (await workspaces.place?.()) ?? place
    if (place.is !== 'moving') return place
    await wait(50)
  }
  return place
}

function notConfigured(what: string): Failure {
  return { reason: `${what} is not configured`, help: 'name a tool for it in millwright.toml' }
}

/** Commits of others define it otherwise than a person has seen; where it was needed then, the run was stopped. */
function untrusted(command: string): Failure {
  return { reason: `a commit changed what defines ${command} since it was trusted`, help: untrustedHelp }
}

function integrate(
  workspaces: Workspaces,
  effect: EffectOf<'integrate'>,
): Promise<Extract<Outcome, { of: 'integrate' }>> {
  switch (effect.stage) {
    case 'merge':
      return workspaces.merge(effect)
    case 'commit':
      return workspaces.commit(effect)
    case 'move':
      return workspaces.move(effect)
    default:
      return effect satisfies never
  }
}

/** The id of an attempt in paths and markers. */
function attemptId(name: EffectOf<'start-attempt'>['name']): string {
  return `${name.run}.${name.task}.${name.step}.${name.attempt}`
}

/** A draft, with what changed outside of every workspace up to it. */
async function withOutside(
  taking: ReturnType<Workspaces['snapshot']>,
  looking: Promise<readonly ChangedOutside[]>,
): ReturnType<Workspaces['snapshot']> {
  const [taken, outside] = await Promise.all([taking, looking])
  return taken.is === 'taken' && outside.length > 0 ? { ...taken, outside } : taken
}

async function startAttempt(
  around: Surroundings & { readonly watch: OutsideWatch },
  running: Map<string, RunningAgent>,
  effect: EffectOf<'start-attempt'>,
  isUnwanted: () => boolean,
): Promise<Extract<Outcome, { of: 'start-attempt' }>> {
  const { state, workspaces } = around
  const id = attemptId(effect.name)
  const tool = toolOf(around, effect)
  const wanted = tool === null ? (effect.agent ?? state.agent) : null
  if (wanted !== null && state.untrusted.has(definedName({ is: 'agent', name: wanted })))
    return bareEnd('missing', untrusted(`the agent ${wanted}`))
  const task = state.tasks.get(effect.name.task)
  // A draft may break the set-up: where its workspace has to be made anew, that is done with what it began from.
  const from = effect.from === 'draft' ? (task?.base ?? effect.base) : effect.base
  const folder = effect.workspace === null ? around.root : await folderFor(workspaces, effect.workspace, from)
  if (folder === null) return bareEnd('unready', { reason: 'its workspace is gone', help: triesAgain })
  let notSetUp: string | null = null
  const isLeftBehind = effect.name.attempt > 1 || followsLeftOut(task, effect.name.step)
  if (effect.workspace !== null && effect.base !== null && isLeftBehind) {
    // Paid work is never lost: what the last attempt left is kept before the files are put back; where it cannot be read
    // it is moved aside then.
    await workspaces.keep(effect.workspace, `${effect.name.task}/${effect.name.attempt - 1}`).catch(() => null)
    const restored = await workspaces.restore(effect.workspace, effect.base, {
      keep: true,
      isDraft: effect.from === 'draft',
    })
    if (restored.is === 'failed') return bareEnd('unready', restored.failure)
    if (restored.is === 'restored') notSetUp = restored.notSetUp ?? null
  }
  const agent = tool !== null ? toolAgent(tool) : wanted === null ? null : (around.agents.get(wanted) ?? null)
  if (agent === null)
    return bareEnd('missing', {
      reason: wanted === null ? 'no agent is named' : `there is no agent ${wanted}`,
      help: 'name one with --agent or --exec, or configure it in millwright.toml',
    })
  const brief =
    tool !== null
      ? ''
      : await around.brief(effect, {
          folder,
          notSetUp,
          draft: await sentBack(around, effect),
          contracts: (others) => contractsBefore(around, effect, others),
        })
  const unfit = tool === null ? null : await refusedIn(around, effect, { tool, folder })
  if (unfit !== null)
    return { ...bareEnd('missing', unfit.failure), ...(unfit.is === 'untrusted' ? { untrusted: true } : {}) }
  if (isUnwanted()) return bareEnd('stopped', { reason: 'it was stopped before it began', help: 'resume the run' })
  // An agent of another task may have put something else there meanwhile.
  if (effect.workspace !== null && workspaces.folderOf(effect.workspace) !== folder)
    return bareEnd('failed', { reason: 'its workspace was replaced before it began', help: 'it is made anew' })
  const { limits } = state.policy
  const ended = await around.watch.begin(effect.name.task)
  const holds = folder === around.root
  if (holds) for (const it of [around.hold, around.steering]) it.begin(effect.name.task)
  const since = processMoment()
  const started = agent.start(brief, {
    name: effect.name,
    taskId: task === undefined ? effect.name.task : taskName(task.spec),
    replaces: task?.spec.replaces ?? null,
    joined: task?.spec.added === undefined ? null : task.spec,
    folder,
    briefFile: path.join(around.scratch, `${id}.brief.md`),
    resultFile: path.join(around.scratch, `${id}.result.json`),
    planFile: around.planPath,
    limits: {
      attemptMs: effect.limitMs ?? limits.attemptMs,
      ...(effect.limitMs === undefined ? {} : { attemptKey: 'policy.budgets' }),
      idleMs: limits.idleMs,
      outputBytes: limits.attemptOutputBytes,
    },
    ...surroundingsIn(around, folder),
    secrets: around.secrets(),
    markers: { ...around.markers, MILLWRIGHT_ATTEMPT: id },
    keep: keeper(around.journal),
    spool: path.join(around.scratch, `${id}.output`),
    onOutput: (chunk) => around.output({ task: effect.name.task, from: agent.name }, chunk),
    askHuman: around.askHuman,
  })
  running.set(id, started)
  const end = await started.done
  // What has left the attempt's group must not write into the draft that is taken now, nor into the next attempt.
  const marker = { name: 'MILLWRIGHT_ATTEMPT', value: id, with: around.markers }
  if (since !== null) await endMarked(marker, { since, graceMs: leftoverGraceMs })
  ended()
  const edited = holds ? await endHold(around, effect.name.task, id) : {}
  running.delete(id)
  if (end.is === 'waiting')
    return { ...bareEnd('waiting', { reason: end.text, help: `its workspace is ${folder}` }), ...edited }
  return { ...end, ...(around.fitClaim ? { claim: around.fitClaim(end.claim) } : {}), ...edited }
}

/** Whether the step that was worked on before one was left out: what lies in the workspace is none of the task's. */
function followsLeftOut(task: TaskRun | undefined, step: string): boolean {
  const before = task?.steps.slice(
    0,
    task.steps.findIndex((it) => it.spec.id === step),
  )
  return before?.findLast((it) => it.attempts > it.attemptsBefore)?.status === 'skipped'
}

/** Most of a diff that is asked for: a brief holds less. */
const longestDiff = 64 * 1024

/** The draft that a person sent back or rejected, as a diff. What cannot be told of it is no reason not to begin: the files hold it. */
async function sentBack({ state, workspaces }: Surroundings, effect: EffectOf<'start-attempt'>): Promise<string> {
  const own = state.tasks.get(effect.name.task)
  const isProposing = own?.spec.replaces !== undefined
  const task = isProposing ? state.tasks.get(state.byKey.get(own.spec.replaces ?? '') ?? '') : own
  const step = isProposing
    ? task?.steps.findLast((it) => it.draft !== null)
    : task?.steps.find((it) => it.spec.id === effect.name.step)
  const isShown = isProposing || effect.feedback.some(isOfPerson)
  if (task === undefined || step?.draft?.commit == null || !isShown) return ''
  // They were shown the same.
  const base = isLastWorked(task, step) ? task.base : stepBase(task, step)
  const { changes } = step.draft
  return base === null ? '' : workspaces.diff(base, step.draft.commit, { limit: longestDiff, changes }).catch(() => '')
}

/**
 * What the tasks before it offer to a task, as it is in the files that it began with (seed 003 §1). Only where the plan says of
 * what kind the work is: to read signatures takes a process, and a list of phases asks for none.
 */
async function contractsBefore(
  { state, workspaces }: Surroundings,
  effect: EffectOf<'start-attempt'>,
  others: readonly string[],
): Promise<string> {
  const task = state.tasks.get(effect.name.task)
  const files = task?.base == null ? undefined : workspaces.files?.(task.base)
  if (task === undefined || files === undefined || (task.spec.role === null && task.spec.layer === undefined)) return ''
  const before = (state.blockers.get(task.uid) ?? []).flatMap(({ uid }) => state.tasks.get(uid) ?? [])
  const changes = before.flatMap((it) => (taskStatus(it) === 'done' ? (it.steps.at(-1)?.draft?.changes ?? []) : []))
  const paths = [...changes.filter(({ change }) => change !== 'deleted').map((it) => it.path), ...others]
  return signaturesAt(files, { paths: paths.slice(0, mostContracts), most: 12_000, limitMs: 10_000 }).catch(() => '')
}

/** Of more files a brief could not tell anyway. */
const mostContracts = 40

async function endHold(
  { hold, steering, workspaces }: Surroundings,
  task: string,
  attempt: string,
): Promise<Pick<Extract<Outcome, { of: 'start-attempt' }>, 'planEdit' | 'takenBack'>> {
  if ((await workspaces.place?.())?.is === 'away') {
    for (const it of [hold, steering]) it.leave(task)
    return {}
  }
  const planEdit = hold.end(task, `${attempt}.md`)
  const takenBack = steering.end(task, attempt)
  return { ...(planEdit === null ? {} : { planEdit }), ...(takenBack.length === 0 ? {} : { takenBack }) }
}

function keeper(journal: Journal): Keep {
  return (content) => {
    const put = journal.blobs.put(content)
    if (put.is === 'failed')
      throw new HostLost(`MW705 the journal cannot be written: ${put.failure.reason}`, put.failure.help)
    return Promise.resolve(put.hash)
  }
}
