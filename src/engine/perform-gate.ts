/** Runs gates: each draft's in its own workspace in the order they are declared, those of the base and the tip in ours. */

import path from 'node:path'
import { startGate, type RunningGate } from '../gates/command-gate.ts'
import { fingerprintOf } from '../gates/fingerprint.ts'
import { withoutNeeded } from '../gates/unbuilt-test.ts'
import { couldNotRun } from '../run/could-not-run.ts'
import type { GateSpec } from '../run/effect.ts'
import { excerptBytes, excerptOf } from '../run/excerpt.ts'
import { neededNow } from '../run/needed-now.ts'
import { failureText, type Evidence, type Failure, type Outcome } from '../run/outcome.ts'
import { definedName, type RunState } from '../run/state.ts'
import { tellingLine } from '../run/telling-line.ts'
import type { Environment } from '../system/environment.ts'
import type { Keep } from '../system/kept-output.ts'
import { filesOnDisk, type TreeFiles } from '../system/tree-files.ts'
import { endMarked } from '../system/orphans.ts'
import { processMoment } from '../system/process-table.ts'
import { failureOf, triesAgain, type EffectOf, type Tidied, type Workspaces } from '../workspaces/workspaces.ts'
import type { OwnSources } from '../workspaces/own-sources.ts'
import { performVerification } from './perform-verification.ts'
import { behindMissing, missingFor, type AskedLook } from './red-needs.ts'
import { folderFor, leftoverGraceMs, surroundingsIn } from './workspace-folder.ts'

/** What running a gate needs of the surroundings of an executor. */
export interface GateSurroundings {
  readonly state: RunState
  readonly workspaces: Workspaces
  readonly keep: Keep
  /** Folder outside every workspace. */
  readonly scratch: string
  readonly root: string
  readonly environment: Environment
  readonly secrets: () => readonly string[]
  /** Folders of the project that installed programs import from. */
  readonly sources: OwnSources
  readonly markers: Readonly<Record<string, string>>
  readonly gateDouble: ((gate: string, task: string | null) => Evidence['result'] | null) | null
  readonly output: (about: { readonly task: string | null; readonly from: string }, chunk: Uint8Array) => void
}

export interface GatePerformer {
  perform(effect: EffectOf<'run-gate'>): Promise<Judged>
  /**
   * The files of a workspace are no longer what gates saw: an agent works there, or it is somebody else's now.
   * @param workspace null is the plan's own folder, in which agents work where there are no workspaces
   */
  forget(workspace: string | null): void
  /** Gives our own workspace back where no gate is about to run in it: a task takes it over with all that its set-up made. */
  makeRoom(): Promise<void>
  /** Ends what runs, and lets nothing begin. */
  stop(): void
  /** Gives our own workspace back, once nothing runs. */
  close(): Promise<void>
}

type Judged = Extract<Outcome, { of: 'run-gate' }>

/** Where gates judge one state of the files, and which have run there. */
interface Place {
  /** Null is the plan's own folder. */
  readonly workspace: string | null
  readonly folder: string
  readonly commit: string | null
  readonly tree: string | null
  /** A gate that was run only because another one needs what it makes: its verdict waits here until it is asked for. */
  readonly ran: Map<string, Judged | null>
  /** What gates said that ran there; of one that did not look what keeps it from that, which is red. */
  readonly said: Map<string, Evidence>
}

type Placed = { readonly is: 'ready'; readonly place: Place } | { readonly is: 'failed'; readonly failure: Failure }
/** `apart`: what is judged is not what lies in the workspace. */
type PlacedOfTask = Placed | { readonly is: 'apart' } | { readonly is: 'broken'; readonly said: string }

/** Makes what runs the gates of an executor. */
export function makeGatePerformer(around: GateSurroundings): GatePerformer {
  const { state, workspaces } = around
  const running = new Set<RunningGate>()
  const places = new Map<string, Place>()
  let own: Place | null = null
  let inFolder: Place | null = null
  let lane: Promise<unknown> = Promise.resolve()
  let inLaneNow = 0
  let stopping = false
  let release: () => void = () => undefined
  const stopped = new Promise<void>((resolve) => {
    release = resolve
  })
  let started = 0

  const forget = (workspace: string | null): void => {
    if (workspace !== null) places.delete(workspace)
    inFolder = null
  }

  /** The base and the tip are judged in one workspace, one gate after the other, as a draft is. */
  const inLane = <T>(work: () => Promise<T>): Promise<T> => {
    inLaneNow += 1
    const next = lane.then(work, work).finally(() => (inLaneNow -= 1))
    lane = next.catch(() => undefined)
    return next
  }

  const isUntrusted = (name: string): boolean => state.untrusted.has(definedName({ is: 'gate', name }))

  const run = async (place: Place, gate: GateSpec, after: readonly string[]): Promise<Judged> => {
    const guard = await workspaces.guard(place.workspace, place.commit)
    const marker = { name: 'MILLWRIGHT_GATE', value: `${process.pid}.${(started += 1)}` }
    const since = processMoment()
    const tidied: Tidied[] = []
    const gateRun = startGate(gate, {
      folder: place.folder,
      tree: place.tree,
      environment: state.environments.get(gate.name) ?? '',
      keep: around.keep,
      spool: path.join(around.scratch, `gate.${marker.value}.output`),
      ...surroundingsIn(around, place.folder, gate.name),
      secrets: around.secrets(),
      markers: { ...around.markers, [marker.name]: marker.value },
      onOutput: (chunk) => around.output({ task: null, from: gate.name }, chunk),
      edits: async () => {
        // A server it started in the background must not go on writing, nor hold a port that the next gate needs.
        if (since !== null) await endMarked(marker, { since, graceMs: leftoverGraceMs })
        const found = await guard.tidy()
        tidied.push(found)
        return found
      },
    })
    running.add(gateRun)
    const evidence = await gateRun.done
    running.delete(gateRun)
    // What was changed there meanwhile, by whom ever, is no longer what the next gate is asked about.
    const [end] = tidied
    if (end !== undefined && end.edited.length > 0 && !end.isPutBack) forget(place.workspace)
    return judged(after.length === 0 ? evidence : { ...evidence, after }, tidied[0])
  }

  /**
   * Runs the gate that is asked after those that it needs and that have not run here yet.
   * @returns null where the files were changed meanwhile, by a person or by what it needs: they are no longer what is asked about.
   *   Where that was so before, it judges what lies there, and that is said of no draft.
   */
  const runInOrder = async (
    place: Place,
    asked: GateSpec,
    { effect, isSecond }: { readonly effect: EffectOf<'run-gate'>; readonly isSecond: boolean },
  ): Promise<Judged | null> => {
    let isChanged = false
    const waiting = place.ran.get(asked.name)
    place.ran.set(asked.name, null)
    if (waiting) return waiting
    for (const earlier of neededNow(state, asked, effect)) {
      if (isUntrusted(earlier.name) || place.ran.has(earlier.name)) continue
      const told = await runAfterNeeded(place, earlier, { asked, effect })
      // For another one it may look: what is red on a base keeps integration tests from looking, and nobody else.
      if (place.said.get(earlier.name)?.gate === earlier.name) place.ran.set(earlier.name, told)
      isChanged ||= told.editedTree && told.isPutBack !== true
      if (isChanged && !isSecond) return null
    }
    // What is merged is asked about until something is said of it.
    const isUnknown = isChanged && effect.purpose !== 'merged'
    return runAfterNeeded(isUnknown ? { ...place, tree: null } : place, asked, { asked, effect })
  }

  /** Runs a gate where all that it needs has run; where one of these is red it judges nothing. */
  const runAfterNeeded = async (place: Place, gate: GateSpec, of: AskedLook): Promise<Judged> => {
    if (stopping) return judged(couldNotRun(gate, place.tree, 'the executor ends'))
    const needed = neededNow(state, gate, of.effect, of.asked).filter(({ name }) => !isUntrusted(name))
    const after = needed.map(({ name }) => name)
    const missing = missingFor(state, gate, { needed, said: place.said, of })
    if (missing?.looks === false) {
      place.said.set(gate.name, missing.said)
      return judged({ ...withoutNeeded(gate, place.tree, missing.said), after })
    }
    const told = await run(place, gate, after)
    const evidence = missing === null ? told.evidence : behindMissing(told.evidence, gate, missing)
    place.said.set(gate.name, evidence)
    return { ...told, evidence }
  }

  /** Whether nobody has put something else in its place since. */
  const isThere = (place: Place): boolean =>
    place.workspace === null || workspaces.folderOf(place.workspace) === place.folder

  /** In a person's folder: whether what lies there is the draft still, and nobody has changed it since it was taken. */
  const isAsTaken = async (folder: string, commit: string | null): Promise<boolean> => {
    if (workspaces.kind !== 'in-place' || commit === null) return true
    const made = await workspaces.materialise(commit)
    if (made.is === 'failed') return false
    if (made.folder === folder) return true
    await workspaces.dispose({ is: 'dispose-workspace', workspace: made.workspace })
    return false
  }

  /** The workspace of a draft or of its merge, with exactly those files. */
  const placeOfTask = async (workspace: string, effect: EffectOf<'run-gate'>): Promise<PlacedOfTask> => {
    const known = places.get(workspace)
    if (known?.commit === effect.commit && isThere(known) && !isAskedAgain(known, effect))
      return { is: 'ready', place: known }
    places.delete(workspace)
    const folder = await folderFor(workspaces, workspace, effect.commit)
    if (folder === null) return { is: 'failed', failure: { reason: 'its workspace is gone', help: 'resume the run' } }
    if (effect.commit !== null && (effect.purpose === 'merged' || workspaces.kind === 'worktree')) {
      // What the agent left in ignored paths is no part of the draft, which was kept already.
      const keep = effect.purpose === 'merged'
      const restored = await workspaces.restore(workspace, effect.commit, { keep, isJudged: true })
      if (restored.is === 'broken') return restored
      if (restored.is === 'failed') return { is: 'failed', failure: restored.failure }
      // In a person's folder lies more than what is merged, such as their own edits: the merge is looked at by itself.
      if (restored.is === 'asks' && workspaces.git) return { is: 'apart' }
    }
    const isDraft = effect.purpose !== 'draft' || (await isAsTaken(folder, effect.commit))
    if (!isDraft && workspaces.git) return { is: 'apart' }
    // Without git only what lies there can be looked at, and what is said of it is said of no draft.
    const place = placeAt({ workspace, folder, commit: effect.commit, tree: isDraft ? effect.tree : null })
    places.set(workspace, place)
    return { is: 'ready', place }
  }

  /** The plan's own folder, with what has run there on the same files and since an agent was there last. */
  const folderPlace = (where: Omit<Place, 'ran' | 'said'>, effect: EffectOf<'run-gate'>): Place => {
    const isAsItWas =
      inFolder?.commit === where.commit && inFolder.tree === where.tree && !isAskedAgain(inFolder, effect)
    inFolder = isAsItWas && inFolder !== null ? { ...inFolder, ...where } : placeAt(where)
    return inFolder
  }

  const ownPlace = async (effect: EffectOf<'run-gate'>): Promise<Placed> => {
    const { commit, tree } = effect
    if (commit === null || !workspaces.git) {
      // Without git there is only the folder: it may be in just that state, and nothing else is said of it.
      const same = commit === null ? null : await workspaces.materialise(commit)
      const seen = commit === null ? tree : same?.is === 'ready' ? same.tree : null
      return { is: 'ready', place: folderPlace({ workspace: null, folder: around.root, commit, tree: seen }, effect) }
    }
    // In place it may be the folder itself, where somebody else may be at work by now.
    const isKept = own !== null && own.folder !== around.root && isThere(own)
    if (own?.commit === commit && isKept && !isAskedAgain(own, effect)) return { is: 'ready', place: own }
    await close()
    const made = await workspaces.materialise(commit)
    if (made.is === 'failed') return made
    const where = { workspace: made.workspace, folder: made.folder, commit, tree: tree ?? made.tree }
    own = made.folder === around.root ? folderPlace(where, effect) : placeAt(where)
    return { is: 'ready', place: own }
  }

  const close = async (): Promise<void> => {
    const workspace = own?.workspace ?? null
    own = null
    if (workspace !== null) await workspaces.dispose({ is: 'dispose-workspace', workspace })
  }

  /** What a change does to signatures is read from what is kept of it: no workspace has to be made ready for that. */
  const judgeContract = async (gate: GateSpec, effect: EffectOf<'run-gate'>): Promise<Judged> => {
    const { commit, tree, purpose, since = commit } = effect
    // Most runs have no such gate.
    const { startContractGate } = await import('../gates/contract/contract-gate.ts')
    const at = (name: string | null): TreeFiles | null => (name === null ? null : (workspaces.files?.(name) ?? null))
    const now = at(commit) ?? filesOnDisk(around.root)
    // A base is what changes begin at, also where it is a folder as it lies there: nothing of it is changed yet.
    const isBase = purpose === 'baseline' && workspaces.files !== undefined
    const started = startContractGate(gate, {
      tree,
      environment: state.environments.get(gate.name) ?? '',
      keep: around.keep,
      markers: around.markers,
      before: isBase ? now : at(since),
      since: purpose === 'final' ? null : (effect.since ?? null),
      now,
      touched: isBase
        ? []
        : since === null || commit === null
          ? null
          : ((await workspaces.changed?.(since, commit)) ?? null),
      isFinal: purpose === 'final',
      draft: purpose === 'draft' && workspaces.git ? commit : null,
    })
    running.add(started)
    const evidence = await started.done
    running.delete(started)
    return judged(evidence)
  }

  const performIn = async (gate: GateSpec, effect: EffectOf<'run-gate'>): Promise<Judged> => {
    for (let isSecond = false; ; isSecond = true) {
      const told = await tryIn(gate, effect, isSecond)
      if (told !== null) return told
    }
  }

  const tryIn = async (gate: GateSpec, effect: EffectOf<'run-gate'>, isSecond: boolean): Promise<Judged | null> => {
    const placed = await (effect.workspace === null ? ownPlace(effect) : placeOfTask(effect.workspace, effect))
    if (placed.is === 'apart') return inLane(async () => judgeIn(await ownPlace(effect), gate, { effect, isSecond }))
    return judgeIn(placed, gate, { effect, isSecond })
  }

  const judgeIn = async (
    placed: Exclude<PlacedOfTask, { is: 'apart' }>,
    gate: GateSpec,
    of: { readonly effect: EffectOf<'run-gate'>; readonly isSecond: boolean },
  ): Promise<Judged | null> => {
    const { effect } = of
    if (placed.is === 'broken') return judged(brokenSetUp(gate, effect.tree, placed.said))
    if (placed.is === 'failed') {
      const why = failureText(placed.failure)
      return judged({ ...couldNotRun(gate, effect.tree, why), noWorkspace: why })
    }
    return runInOrder(placed.place, gate, of)
  }

  return {
    async perform(effect) {
      const gate = state.gates.get(effect.gate)
      if (!gate)
        return judged(couldNotRun({ name: effect.gate, argv: [] }, effect.tree, `there is no gate ${effect.gate}`))
      const said = around.gateDouble?.(effect.gate, state.integrating.at(-1) ?? null) ?? null
      // A stand-in that passes does what is expected of it: where that is a test seen red, it is red.
      const double = said === 'passed' && effect.expects === 'red' ? 'failed' : said
      // Of another change it would say nothing of this one, and be asked for again and again. At the end of a run no change is judged.
      const ofChange = effect.since === undefined || effect.purpose === 'final' ? {} : { since: effect.since }
      if (double !== null)
        return judged({
          ...couldNotRun(gate, effect.tree, `scripted: ${double}`),
          result: double,
          scripted: true,
          exitCode: double === 'passed' ? 0 : 1,
          ...ofChange,
          ...(gate.test ? { criterion: gate.test.criterion } : {}),
        })
      if (isUntrusted(gate.name)) {
        // The run stops for it: what would be executed is asked about first, and the request is repeated then.
        if (state.status === 'stopping') await stopped
        const why = `a commit changed what defines it since it was trusted; ${untrustedHelp}`
        return judged({ ...couldNotRun(gate, effect.tree, why), ...ofChange })
      }
      if (gate.kind === 'contract')
        return judgeContract(gate, effect).catch((error: unknown) =>
          judged({ ...couldNotRun(gate, effect.tree, failureText(failureOf(error, triesAgain))), ...ofChange }),
        )
      const { verification } = gate
      if (gate.kind === 'file' && verification !== undefined && verification.is !== 'command')
        return judged(await performVerification(gate, verification, effect, { ...around, running }))
      return effect.workspace === null ? inLane(() => performIn(gate, effect)) : performIn(gate, effect)
    },
    forget,
    makeRoom: async () => {
      if (inLaneNow === 0 && workspaces.kind === 'worktree') await inLane(close)
    },
    stop() {
      stopping = true
      release()
      for (const it of running) it.stop()
    },
    close: () => inLane(close),
  }
}

function placeAt(where: Omit<Place, 'ran' | 'said'>): Place {
  return { ...where, ran: new Map(), said: new Map() }
}

/** Asked once more about the same files, a gate gets them fresh: something around them has changed, or is hoped to have. */
function isAskedAgain(place: Place, effect: EffectOf<'run-gate'>): boolean {
  return place.ran.get(effect.gate) === null
}

function judged(evidence: Evidence, tidied?: Tidied): Judged {
  const edited = tidied?.edited ?? []
  return {
    of: 'run-gate',
    is: 'judged',
    evidence,
    editedTree: edited.length > 0,
    ...(edited.length > 0 ? { edited: edited.slice(0, mostNamed), isPutBack: tidied?.isPutBack ?? false } : {}),
    ...(tidied?.left ? { left: true } : {}),
  }
}

/** What a person does about a command that commits of others define otherwise. */
export const untrustedHelp = 'look at it, run `millwright trust`, then unblock the task'

/** More names than this help nobody. */
const mostNamed = 20

/** No gate can look at a draft that breaks the set-up: what that said is told to its agent. */
function brokenSetUp(gate: GateSpec, tree: string | null, said: string): Evidence {
  const telling = tellingLine(said) || 'it said nothing'
  const why = `the set-up fails with this draft, and works on what it began from: ${telling}`
  const rest = excerptOf(said, Math.max(0, excerptBytes - Buffer.byteLength(why) - 2))
  return {
    ...couldNotRun(gate, tree, `${why}\n\n${rest}`.trimEnd()),
    fingerprint: fingerprintOf(said, null),
    breaksSetUp: true,
  }
}
