/** Starts an attempt: its workspace as it has to be, its brief, its agent or program, and what it left at its end. */

import path from 'node:path'
import type { RunningAgent } from '../agents/agent.ts'
import { toolAgent } from '../agents/tool.ts'
import type { Failure, Outcome } from '../run/outcome.ts'
import { signaturesAt } from '../gates/contract/signatures-at.ts'
import { lastKept, stepBase } from '../run/step-base.ts'
import { bareEnd } from '../run/attempt-end.ts'
import { isOfPerson } from '../run/feedback.ts'
import { definedName, type TaskRun } from '../run/state.ts'
import { taskStatus } from '../run/task-status.ts'
import { isLastWorked, wholeLook } from '../run/whole-look.ts'
import type { Keep } from '../system/kept-output.ts'
import { endMarked } from '../system/orphans.ts'
import { processMoment } from '../system/process-table.ts'
import { triesAgain, type EffectOf } from '../workspaces/workspaces.ts'
import { HostLost } from './host.ts'
import type { Journal } from './journal/journal.ts'
import { untrustedHelp } from './perform-gate.ts'
import { refusedIn, toolOf } from './tools-of-run.ts'
import type { Surroundings } from './surroundings.ts'
import { folderFor, leftoverGraceMs, surroundingsIn } from './workspace-folder.ts'
import type { OutsideWatch } from './watch-outside.ts'
import { taskName } from '../plan/names.ts'

/** The id of an attempt in paths and markers. */
export function attemptId(name: EffectOf<'start-attempt'>['name']): string {
  return `${name.run}.${name.task}.${name.step}.${name.attempt}`
}

/** Commits of others define it otherwise than a person has seen; where it was needed then, the run was stopped. */
export function untrusted(command: string): Failure {
  return { reason: `a commit changed what defines ${command} since it was trusted`, help: untrustedHelp }
}

/**
 * Performs an attempt from the state of its workspace to its end.
 * @param running attempts under way by their ids: this one is among them for as long as its agent works
 * @param isUnwanted asked once all is ready: whether it is not to begin any more
 * @returns how it ended; never rejects for what an agent does
 */
export async function startAttempt(
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
  if (effect.workspace !== null && effect.base !== null && (await isToPutBack(around, effect))) {
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

/**
 * Whether the files of a workspace have to be put to what an attempt begins from: an earlier attempt has worked there, or it was made
 * anew, on what others have done meanwhile, since the steps before this one were done.
 */
async function isToPutBack({ state, workspaces }: Surroundings, effect: EffectOf<'start-attempt'>): Promise<boolean> {
  const { name, workspace, base } = effect
  if (name.attempt > 1 || followsLeftOut(state.tasks.get(name.task), name.step)) return true
  if (workspace === null || base === null || workspaces.standsOn === undefined) return false
  return !(await workspaces.standsOn(workspace, base))
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
  const changes = before.flatMap((it) => {
    const last = taskStatus(it) === 'done' ? lastKept(it) : undefined
    return last === undefined ? [] : wholeLook(it, last, last.draft).changes
  })
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

/** Keeps content beside the journal. @throws HostLost where it cannot be written */
export function keeper(journal: Journal): Keep {
  return (content) => {
    const put = journal.blobs.put(content)
    if (put.is === 'failed')
      throw new HostLost(`MW705 the journal cannot be written: ${put.failure.reason}`, put.failure.help)
    return Promise.resolve(put.hash)
  }
}
