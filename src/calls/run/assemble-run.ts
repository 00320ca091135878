/** From an opened plan and what its call asks for to the options of an executor; what is wrong with it is gathered first. */

import { realpathSync } from 'node:fs'
import path from 'node:path'
import { projectModeFiles, projectModeIn } from '../../config/project-mode.ts'
import { wrongNeeds } from '../../config/wrong-needs.ts'
import type { ExecutorOptions } from '../../engine/executor-options.ts'
import { planMarker } from '../../engine/plan-marker.ts'
import { assignAgents } from '../../run/assign-agents.ts'
import { assignGates, type AssignedGates } from '../../run/assign-gates.ts'
import { tasksLeftAtWork } from '../../run/at-work.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Plan } from '../../plan/model.ts'
import { namesTasks, select, selectStill } from '../../plan/selection.ts'
import type { Source } from '../../plan/source.ts'
import { shellWord } from '../../plan/shell-word.ts'
import { applySeverities } from '../../plan/severity.ts'
import { standingOf } from '../../run/reread-phases.ts'
import { newState } from '../../run/new-state.ts'
import type { RunState } from '../../run/state.ts'
import { sha256 } from '../../system/digest.ts'
import { leadInto } from '../../system/environment.ts'
import { readFile } from '../../system/files.ts'
import { stateFolder, statePartsIn } from '../../system/state-folder.ts'
import { activeEnvironments, placesIn } from '../../workspaces/active-environments.ts'
import { authorIn, headOf, lookAtGit } from '../../workspaces/git/git-facts.ts'
import { readPersonConfig } from '../../workspaces/git/person-config.ts'
import { askedOfOthers } from './asked-of-others.ts'
import { briefMaker, gateSpecs } from './assemble.ts'
import { jobsOfEnvironment } from './default-jobs.ts'
import { beginningsOf } from './defined-by.ts'
import { chooseWork } from './choose-work.ts'
import type { Demo } from './demo.ts'
import type { Faults } from './faults.ts'
import { inTheWay } from './in-the-way.ts'
import { journalOfRun } from './journal-of-run.ts'
import { projectorsOfRun } from './projectors-of-run.ts'
import { keptDrafts } from './kept-drafts.ts'
import { knownSecrets } from './known-secrets.ts'
import { claimFilter } from './named-paths.ts'
import { lookAtEdit } from './look-at-edit.ts'
import { lookAtUncommitted, nothingUncommitted } from './look-at-uncommitted.ts'
import { refuseUncommittedPlan } from './plan-in-commit.ts'
import { otherInFolder } from './in-one-folder.ts'
import { openRun, type Opened } from './open-run.ts'
import { withPlanned } from './planned-gates.ts'
import { undefinedGates } from '../plan/named-gates.ts'
import { besidePaths, contentOf, findingsOf, protectedPaths, type OpenedPlan } from '../plan/open-plan.ts'
import { placeOf } from '../journal/plan-journal.ts'
import { noteOwner, poolOf } from './pool-owner.ts'
import { branchFor } from '../plan/plan-branch.ts'
import { sourceOf } from '../plan/projectors.ts'
import type { Refused, Unsound, Wrong } from '../refusal.ts'
import { readPrompts } from './read-prompts.ts'
import { rereader } from './reread-plan.ts'
import { journalToTrust, noteOwnJournal } from '../journal/own-journals.ts'
import { agentFaults, agentsOf } from './run-agents.ts'
import { atddOf } from './atdd.ts'
import { invocationOf } from './run-flags.ts'
import type { Judged } from './pattern-check.ts'
import { gatesInUse, gatesOf, missingGatePrograms, untrusted, workspaceSettings, type Untrusted } from './run-gates.ts'
import {
  absentRemarks,
  idleRemarks,
  lackingRemarks,
  notGivenRemark,
  placeRemarks,
  promptRemark,
  uncalledRemarks,
  uncheckedRemark,
  unusedRemarks,
  warningsOf,
} from './run-remarks.ts'
import { declaredPaths, makeScratch } from './scratch.ts'
import { runSetup } from './set-up.ts'
import { settlePolicy } from './settle-policy.ts'
import type { ToolCheck } from './tool-check.ts'
import { toolRemarks, toolsInUse } from './tools-in-use.ts'
import { trustedTools } from './trusted-tools.ts'
import { removeFolder } from '../../workspaces/slots.ts'
import { version } from '../version.ts'
import type { Where } from '../plan/where.ts'

/** Everything about the executor that does not depend on how it is shown. */
export type PreparedOptions = Omit<ExecutorOptions, 'observe' | 'output' | 'remark' | 'askHuman' | 'askReview'>

export interface PreparedRun {
  readonly is: 'prepared'
  readonly options: PreparedOptions
  readonly opened: OpenedPlan
  readonly plan: Plan
  /** Whether it begins: a run that was begun before goes on otherwise. */
  readonly isNew: boolean
  /** For people, before the first task. */
  readonly remarks: readonly string[]
  /** Findings about the configuration and the project's own files that stop nothing; the plan's are `check`'s. */
  readonly warnings: readonly Diagnostic[]
  /** What these are about. */
  readonly texts: readonly Source[]
  /** What a human has to trust first; null where nothing of the repository would be executed, or it is trusted. */
  readonly trust: Untrusted | null
  /** Verifies the MCP servers that the plan wants, once they are trusted; null where it wants none. */
  readonly verifyTools: ToolCheck['verify'] | null
  /** Judges the spec's pattern, once what it asks is trusted; null where there is nothing new to find out. */
  readonly judgePatterns: (() => Promise<Judged>) | null
  /** Answers the reviews of a dry run; null where whoever starts the run is asked. */
  readonly reviewer: ExecutorOptions['askReview']
  /** Where a dry run or a demo plays; null in the human's own project. */
  readonly scratch: string | null
  /** Notes whose the journal and the worktrees are: said when the run begins, which is when they become the user's. */
  readonly begins: () => void
  /** Removes that copy, where the run is not started after all. */
  readonly discard: () => void
  /** Keeps what the plan holds when the run ends: by that a file that is renamed afterwards is known again. */
  readonly remember: () => Promise<void>
  /** Paths of the checkout that were changed since, that nobody committed and that are not ours to write. */
  readonly changedMeanwhile: () => Promise<readonly string[]>
}

export type Preparation = PreparedRun | Unsound | Refused | Wrong

/** The same plan in a copy of its files. */
function playedIn(scratch: string, origin: OpenedPlan): OpenedPlan {
  const root = realpathSync(scratch)
  return {
    ...origin,
    root,
    gitCommonDir: path.join(root, '.git'),
    planPath: path.join(root, ...origin.planRelative.split('/')),
  }
}

/** Gates that the plan names and neither the configuration nor this call, or those before it, defines (MW613). */
async function gatesLacking(
  { draft, settings, root }: OpenedPlan,
  { env }: Where,
): Promise<{ readonly errors: readonly Diagnostic[]; readonly milder: readonly Diagnostic[] }> {
  const found = applySeverities(await undefinedGates(draft, { settings, root, env }), settings.severities)
  const isError = ({ severity }: Diagnostic): boolean => severity === 'error'
  return { errors: found.filter(isError), milder: found.filter((it) => !isError(it)) }
}

export async function assembleRun(
  given: string,
  options: Readonly<Record<string, unknown>>,
  io: Where,
  found: Opened & {
    readonly faults: Faults
    /** Of a run that goes on. */
    readonly state: RunState | null
    /** Of that, or of the last one. */
    readonly last: RunState | null
    /** Whether the call itself says which tasks it is about. */
    readonly saysWork: boolean
    readonly demo: Demo | null
    readonly copies: string[]
  },
): Promise<Preparation> {
  const dry = options['dryRun'] === true
  const scratch = dry
    ? await makeScratch(
        found.opened.root,
        [found.opened.planRelative, ...besidePaths(found.opened), ...declaredPaths(found.opened.plan)],
        found.copies,
      )
    : (found.demo?.root ?? null)
  // A dry run plays in a copy, and is judged as what it came from: its plan, its configuration.
  const origin = found.opened
  const opened = dry && scratch !== null ? playedIn(scratch, origin) : origin
  const { faults } = found
  const git = await lookAtGit(opened.root)
  const branch = branchFor(opened.settings.git, opened.planRelative)
  const repository = { git: scratch === null ? git : null, begins: found.state === null }
  for (const it of await inTheWay(opened, { env: io.env, dry, branch, ...repository })) faults.add(it)
  faults.add({ is: 'refused', diagnostics: origin.leadsBack, texts: origin.texts })
  const lacking = await gatesLacking(origin, io)
  faults.add({ is: 'refused', diagnostics: lacking.errors, texts: origin.texts })
  const commits = beginningsOf(origin, found.state)
  const work = chooseWork(opened, {
    given,
    root: origin.root,
    options,
    continues: found.state !== null && !found.saysWork,
    standing: standingOf(
      found.state ?? newState(),
      found.state === null ? [] : tasksLeftAtWork(found.state),
      opened.plan,
    ),
  })
  if (work.is !== 'chosen') {
    faults.add(work)
    if (!dry)
      faults.add({ is: 'refused', diagnostics: await agentFaults({ ...origin, commits }, [], io), texts: origin.texts })
    return faults.refusal() ?? work
  }
  const { mechanical } = work
  const { modifiers } = work.settled
  const isWorktree = git !== null && git.root !== null && opened.settings.policy.workspace === 'worktree'
  const untold =
    isWorktree && !mechanical && scratch === null && found.state === null
      ? await refuseUncommittedPlan(opened, { plan: work.plan, branch, because: work.because })
      : null
  if (untold !== null) faults.add(untold)
  const remarks: string[] = [...opened.notes, ...work.remarks]

  const { gates: own, absent, unused, needed } = await gatesOf(origin, io, work.plan)
  const gates = withPlanned(own, work.plan, origin.settings.policy)
  faults.add({ is: 'refused', diagnostics: wrongNeeds(own, () => false), texts: origin.texts })
  const byRole = new Map([...origin.settings.roles].map(([role, { agent }]) => [role, agent] as const))
  const gated = assignGates(work.plan, gates)
  const undivided = { ...gated, plan: assignAgents(gated.plan, byRole) }
  const atdd = await atddOf(origin, io, { work, gates, options, last: found.last, plan: undivided.plan })
  faults.add({ is: 'refused', diagnostics: atdd?.errors ?? [], texts: atdd?.texts ?? [] })
  remarks.push(...(atdd?.remarks ?? []))
  const assigned = atdd === null ? undivided : divided(undivided, atdd.split(undivided.plan))
  remarks.push(
    ...absentRemarks(absent),
    ...unusedRemarks(unused),
    ...idleRemarks(assigned, gates),
    ...uncalledRemarks(gates, work.plan),
    ...lackingRemarks(assigned, work.selected, found.last),
    ...uncheckedRemark(assigned, work.selected, found.last),
  )

  const prompts = readPrompts({ root: origin.root, env: io.env, folder: origin.settings.prompts })
  faults.add({ is: 'refused', diagnostics: prompts.diagnostics, texts: prompts.texts })
  remarks.push(...promptRemark(assigned.plan, { selected: work.selected, prompts: prompts.prompts }))
  const inUse = dry ? [] : gatesInUse(gates, assigned.plan, work.selected)
  const judging = [...inUse, ...(dry ? [] : (atdd?.programs ?? []))]
  const missing = await missingGatePrograms(judging, needed, origin.root, io)
  faults.add({ is: 'refused', diagnostics: missing })
  if (inUse.some((it) => it.kind === 'contract')) {
    const { contractFaults } = await import('../contract/contract-faults.ts')
    for (const it of contractFaults(inUse, origin.root)) faults.add(it)
  }
  const environmentJobs = jobsOfEnvironment(io.env)
  if (environmentJobs.is === 'wrong') faults.add(environmentJobs)
  const agents = await agentsOf(dry, { ...origin, commits }, options, io, {
    plan: assigned.plan,
    gates: [...gates, ...(atdd?.gates ?? [])].map((it) => it.name),
  })
  if (agents.is !== 'opened') faults.add(agents)
  const refusal = faults.refusal()
  if (refusal !== null || agents.is !== 'opened' || environmentJobs.is === 'wrong')
    return refusal ?? (agents as Refused | Wrong)
  const state = stateFolder(io.env)
  const journal = dry ? [] : await journalToTrust(opened, found.last, state)
  const tools = toolsInUse(assigned.plan, work.selected)
  const askedIn = found.demo?.from ?? origin.root
  const others = await askedOfOthers(assigned.plan, {
    settings: origin.settings,
    root: origin.root,
    trustedIn: askedIn,
    env: io.env,
    stateFolder: state,
    known: found.state?.course.patterns ?? null,
    dry,
  })
  const untrustedIn = (them: readonly string[]): Promise<Untrusted | null> =>
    untrusted(origin, [...gates, ...(atdd?.executables ?? [])], {
      root: askedIn,
      state,
      plan: opened.planRelative,
      commits: found.demo === null ? them : [],
      also: [...journal, ...prompts.trust, ...others.parts],
      tools,
      servers: others.executables,
    })
  const isOnDisk = origin.settings.policy.workspace !== 'worktree'
  const trust = dry ? null : await untrustedIn(commits)
  remarks.push(...toolRemarks(tools, { dry }))
  const head = git === null ? null : await headOf(opened.root)

  const written = projectorsOfRun(opened, { flagsDeviations: modifiers.flagDeviations, continues: found.state, dry })
  remarks.push(...written.remarks)
  const uncommitted =
    git !== null && scratch === null
      ? await lookAtUncommitted(opened, { git, state, continues: found.state !== null })
      : nothingUncommitted
  remarks.push(...uncommitted.remarks)
  const located = await journalOfRun(opened, { gitCommonDir: git?.commonDir ?? null, stateFolder: state })
  if (located.is === 'wrong') return located
  remarks.push(...located.remarks)

  const ending = new AbortController()
  const marker = planMarker({ journalDir: located.dir, planId: located.planId })
  const settings = opened.settings
  const { policy, notes } = settlePolicy({
    settings,
    git,
    flagDeviations: modifiers.flagDeviations,
    environmentJobs: environmentJobs.jobs,
    last: found.state,
    plan: work.plan,
    agent: agents.name,
    oneByOne: dry || scratch !== null || !mechanical,
    keepsRecords: opened.dialect.keepsRecords === true,
    testFirst: work.atdd.isOn && mechanical,
    verifiesCompletion: opened.draft.spec !== undefined && !dry && mechanical,
    mayJudge: opened.draft.spec !== undefined && !dry,
    saysMode: options['mode'] !== undefined && opened.draft.spec !== undefined,
  })
  remarks.push(...notes)
  remarks.push(...placeRemarks({ git, used: policy.workspace, jobs: settings.policy.jobs }))
  const config = git ? await readPersonConfig(git) : []
  const person = authorIn(config)
  const workspaces = dry ? { setup: [], share: [], copy: [] } : await workspaceSettings(origin, io)
  if (policy.workspace === 'worktree') remarks.push(...notGivenRemark(workspaces, origin.root))
  const secrets = knownSecrets({
    root: git?.root ?? opened.root,
    given: workspaces,
    env: io.env,
    config,
    programs: [...settings.agents, ...gates, ...(atdd?.executables ?? []), ...(others.patternCheck?.executables ?? [])],
  })
  if (secrets.tooMany !== null) return { is: 'wrong', ...secrets.tooMany }
  let lastWritten: string | null = null
  let lastSpec = opened.plan.spec ?? null
  let lastClaims = opened.claims
  const prepared: PreparedOptions = {
    inUse: () =>
      otherInFolder({
        state,
        journalDir: located.dir,
        root: opened.root,
        workspace: policy.workspace,
        hasGit: git !== null,
      }),
    journalDir: located.dir,
    planId: located.planId,
    root: opened.root,
    planPath: opened.planRelative,
    otherSources: opened.sources.slice(1).map((it) => it.path),
    read: {
      plan: assigned.plan,
      ...contentOf(opened),
      ...findingsOf(origin),
      named: shellWord(opened.planRelative),
    },
    reread: rereader(opened, {
      open: async () => {
        const again = await openRun(opened.planPath, options, io, origin.root)
        if (!('opened' in again)) return null
        lastSpec = again.opened.plan.spec ?? null
        lastClaims = again.opened.claims
        return again.opened
      },
      select: (plan, { chosen }) =>
        chosen !== null && namesTasks(work.wanted) ? selectStill(plan, work.wanted, chosen) : select(plan, work.wanted),
      chosen: work.chosen,
      gates,
      agents: byRole,
      split: atdd?.split ?? null,
      handedOut: { mechanical, respectOrder: modifiers.respectDependencyOrder },
    }),
    hashOf: sha256,
    projectors: [...written.projectors, ...(atdd?.projectors ?? [])],
    policy,
    gates: [...gateSpecs({ ...settings, gates }), ...(atdd?.gates ?? [])],
    agents: agents.agents,
    // A dry run executes nothing that a plan names.
    tools: dry
      ? null
      : {
          trusts: trustedTools({
            root: askedIn,
            stateFolder: state,
            allowed: options['yes'] === true ? (trust?.subject ?? null) : null,
          }),
          protectedPaths: protectedPaths(opened),
        },
    research: {
      ...others.research.means(options['yes'] === true ? (trust?.subject ?? null) : null),
      ...(dry ? { isDry: true, agent: null } : {}),
    },
    agent: agents.name,
    selection: work.selected,
    ...(dry || options['yes'] === true
      ? { ...(head === null ? {} : { allowed: head }) }
      : {
          refuses: async (tip) =>
            (await untrustedIn(isOnDisk || tip === null ? [] : [tip])) === null ? null : changedSince,
        }),
    continues: found.state?.run ?? null,
    mode: { paths: projectModeFiles.filter((it) => it !== opened.planRelative), in: projectModeIn },
    prompts: settings.prompts.folder,
    definitions: settings.definitions?.folder ?? null,
    takesNew: mechanical && !namesTasks(work.wanted),
    workspace: {
      git,
      stateFolder: poolOf(state, located.dir),
      hidden: statePartsIn(opened.root, state),
      held: besidePaths(opened),
      // A dry run executes nothing of the repository, its set-up included.
      settings: workspaces,
      active: dry ? [] : activeEnvironments(git?.root ?? opened.root, io.env),
      branch,
      author: settings.commit.author === 'user' ? person : null,
      person,
      onPlanEdited: lookAtEdit(opened.dialect, opened.planRelative),
      runSetup: (folder, argv) =>
        runSetup(folder, argv, {
          root: opened.root,
          env: leadInto(io.env, opened.root, placesIn(folder)),
          secrets: secrets.ask(),
          marker,
          limitMs: policy.limits.gateMs,
          signal: ending.signal,
        }),
    },
    commitTemplate: settings.commit.template,
    brief: briefMaker({
      root: opened.root,
      planFile: opened.planRelative,
      share: workspaces.share,
      prompts: prompts.prompts,
      spec: () => lastSpec,
      claims: () => lastClaims,
      kept: keptDrafts({ root: opened.root, planFile: opened.planRelative }, opened.dialect),
      secrets: secrets.ask,
    }),
    environment: io.env,
    secrets: secrets.ask,
    engine: version,
    invocation: invocationOf({ ...options, only: work.wanted.only ?? undefined }, work.settled),
    saidYes: trust !== null && options['yes'] === true,
    fitClaim: claimFilter(opened.root, protectedPaths(opened)),
    endSetup: () => {
      ending.abort()
    },
    gateDouble: agents.gateDouble,
    planWritten: (bytes) => {
      lastWritten = sha256(bytes)
    },
  }
  const remember = async (): Promise<void> => {
    const read = readFile(opened.planPath, 64 * 1024 * 1024)
    if (read.is === 'read') {
      const source = sourceOf(opened.planRelative, read.bytes)
      await located.remember(placeOf({ ...opened, sources: [source], draft: opened.dialect.read([source]) }))
    }
    // Of a file that was moved during the run, its last marks are what is known.
    else if (lastWritten !== null) await located.remember({ contentHash: lastWritten })
  }
  const { patternCheck: patterns } = others
  const warned = warningsOf(
    [...origin.diagnostics, ...lacking.milder, ...work.diagnostics, ...(atdd?.warnings ?? [])],
    {
      plan: origin.sources,
      wanted: work.wanted,
    },
  )
  const count = warned.counted
  if (count > 0)
    remarks.push(
      `${count === 1 ? '1 warning' : `${count} warnings`} in the plan; shown by: millwright check ${shellWord(given)}`,
    )
  return {
    is: 'prepared',
    options: prepared,
    opened,
    plan: assigned.plan,
    isNew: found.state === null,
    remarks,
    warnings: [...warned.shown, ...agents.warnings],
    texts: [...origin.texts, ...work.texts, ...(atdd?.texts ?? []), ...agents.texts],
    trust,
    verifyTools: others.toolCheck?.verify ?? null,
    judgePatterns:
      patterns === null
        ? null
        : () => patterns.judge({ secrets: secrets.ask(), markers: { [marker.name]: marker.value } }),
    reviewer: agents.reviewer,
    scratch,
    begins: () => {
      noteOwnJournal(state, located.dir)
      const { dir: journalDir, planId } = located
      const plan = opened.planPath
      const owner = { journalDir, planId, root: opened.root, plan, scratch: scratch !== null }
      noteOwner(poolOf(state, journalDir), { ...owner, workspace: policy.workspace })
    },
    discard: () => found.copies.forEach(removeFolder),
    remember,
    changedMeanwhile: uncommitted.meanwhile,
  }
}

const changedSince = {
  reason: 'what the repository would execute changed while the run was begun, and nobody has trusted that',
  help: 'look at it with `millwright trust`, then call it again',
}

/** What sees its criteria red and then green is checked by their tests. */
function divided(assigned: AssignedGates, plan: Plan): AssignedGates {
  const tested = new Set(plan.tasks.flatMap(({ key, steps }) => (steps.some((it) => it.criterion) ? [key] : [])))
  return { ...assigned, plan, unchecked: assigned.unchecked.filter((key) => !tested.has(key)) }
}
