/** What settings and files become for the engine: gates, agents, briefs. */

import path from 'node:path'
import type { Agent } from '../../agents/agent.ts'
import { assembleBrief, type BriefInput } from '../../agents/brief.ts'
import type { SpecBrief } from '../../agents/brief-spec.ts'
import type { FeedbackText } from '../../agents/brief-feedback.ts'
import { excerptBytes, excerptOf } from '../../run/excerpt.ts'
import { excerptTold } from '../../run/feedback.ts'
import { openAgent } from '../../agents/open-agent.ts'
import { proposalJson } from '../../agents/proposal-file.ts'
import { presets } from '../../agents/presets.ts'
import { readTaskDocument, type TaskDocument } from '../../agents/task-document.ts'
import { findTraceTexts, readRequirementDocuments } from '../../agents/trace-texts.ts'
import { findAgent, type Settings } from '../../config/settings.ts'
import type { Surroundings } from '../../engine/surroundings.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { ProgressClaims } from '../../plan/progress-claims.ts'
import { byRole } from '../../plan/role-names.ts'
import type { GateSpec } from '../../run/effect.ts'
import { researchOf } from '../../run/steps/research-record.ts'
import { taskOf, type RunState, type StepRun, type TaskRun } from '../../run/state.ts'
import { nameOf } from '../../run/views.ts'
import { finderOf, hideIn } from '../../system/hide.ts'
import { lookAtPath } from '../../system/look-at-path.ts'
import { holdsLinkedPackages } from '../../workspaces/python-environment.ts'
import { blockerOutputs, placesOfKept } from './blocker-outputs.ts'
import type { KeptDrafts } from './kept-drafts.ts'
import type { Prompt } from './read-prompts.ts'
import { claimsAbout } from './task-claims.ts'
import { stepBrief } from './step-brief.ts'

/** Gates as the core knows them; what says nothing is left out, so that what is compared with early journals is the same. */
export function gateSpecs(settings: Settings): readonly GateSpec[] {
  return settings.gates.map(
    ({ name, kind, argv, cwd, env, timeoutMs, idleMs, outputBytes, repeat, origin, paths, phases, ...more }) => ({
      name,
      kind,
      argv,
      cwd,
      env,
      timeoutMs,
      ...(idleMs === null ? {} : { idleMs }),
      outputBytes,
      repeat,
      origin,
      paths,
      phases,
      ...(more.needs === undefined ? {} : { needs: more.needs }),
      ...(more.layers.length > 0 ? { layers: more.layers } : {}),
      ...(more.types.length > 0 ? { types: more.types } : {}),
      ...(more.ecosystem === undefined ? {} : { ecosystem: more.ecosystem }),
      ...(kind === 'numeric' ? { values: more.values } : {}),
      ...(more.integration === undefined ? {} : { integration: more.integration }),
      ...(more.completion === undefined ? {} : { completion: more.completion }),
      ...(more.verification === undefined ? {} : { verification: more.verification }),
      ...(kind === 'contract' ? { contract: { additions: more.additions, ignore: more.ignore } } : {}),
    }),
  )
}

export type AgentsOpened =
  | { readonly is: 'opened'; readonly agents: ReadonlyMap<string, Agent> }
  | { readonly is: 'refused'; readonly diagnostics: readonly Diagnostic[] }

/** Opens the agents that the run and its steps name. */
export async function openAgents(settings: Settings, names: readonly string[], folder: string): Promise<AgentsOpened> {
  const agents = new Map<string, Agent>()
  const diagnostics: Diagnostic[] = []
  for (const name of names) {
    const found = findAgent(
      settings,
      name,
      presets.map((it) => it.name),
    )
    if ('diagnostic' in found) {
      diagnostics.push(found.diagnostic)
      continue
    }
    const opened = await openAgent(found.agent, folder, found.agent.source === 'repository')
    const isGiven = found.agent.source === 'command-line'
    if ('agent' in opened) agents.set(name, { ...opened.agent, isGiven })
    else diagnostics.push(...opened.diagnostics)
  }
  return diagnostics.length > 0 ? { is: 'refused', diagnostics } : { is: 'opened', agents }
}

/** What briefs are made from, beside the state of the run. */
export interface BriefSources {
  /** Absolute path of the project. */
  readonly root: string
  /** Relative to it. */
  readonly planFile: string
  /** What workspaces share with the checkout. */
  readonly share: readonly string[]
  /** Templates by role, the generic one among them. */
  readonly prompts: ReadonlyMap<string, Prompt>
  /** What the plan says of its goal and its rules, as it was read last; null where it is no spec. */
  readonly spec: () => SpecBrief | null
  /** What a progress file of another tool says, as it was read last; null where there is none. */
  readonly claims: () => ProgressClaims | null
  /** What the plan's files say of drafts that were made elsewhere. */
  readonly kept: KeptDrafts
  /** What must not stand in a text that is read for a brief. */
  readonly secrets: () => readonly string[]
}

/** The brief of an attempt, from the state and the documents beside the plan (B4). */
export function briefMaker(of: BriefSources): (state: RunState) => Surroundings['brief'] {
  const { root, planFile } = of
  return (state) => async (effect, at) => {
    const own = taskOf(state, effect.name.task)
    const step = own.steps.find((it) => it.spec.id === effect.name.step)
    const rejected = state.tasks.get(state.byKey.get(own.spec.replaces ?? '') ?? '') ?? null
    // What is proposed in place of a task is told by that task.
    const task = rejected ?? own
    const group = state.groups.find((it) => it.key === task.spec.group)
    const documents =
      task.spec.traces.length === 0 ? [] : await readRequirementDocuments(root, path.join(root, planFile))
    // How a kind of work is done says nothing of how it is divided.
    const prompt = byRole(rejected === null ? task.spec : { role: null }, of.prompts)
    if (prompt === null) throw new Error('internal: there is no generic prompt template')
    const failed = (step?.tried ?? []).flatMap(({ failure }) => (failure === undefined ? [] : [failure.output]))
    const hide = (text: string): string => (text === '' ? '' : hideIn(text, finderOf(of.secrets())))
    const blockers = blockerOutputs(state, task, { kept: of.kept, hide })
    return assembleBrief({
      template: prompt.template,
      role: prompt.name,
      task: task.spec,
      proposes: rejected === null ? null : proposingOf(state, { rejected, step, hide }),
      plan: planFile,
      phase: group ? group.title : null,
      instruction: effect.instruction,
      step: step === undefined || rejected !== null ? null : stepBrief(state, own, step, effect.name.method),
      spec: of.spec(),
      research: foundBefore(state, task, hide),
      claims: claimsAbout(of.claims(), task.spec, hide),
      traces: findTraceTexts(documents, task.spec.traces),
      document: documentOf(of, task, hide),
      audit: state.audit,
      blockers,
      contracts: await at.contracts(placesOfKept(blockers)),
      feedback: [
        ...effect.feedback.map((it) => ({ ...it, excerpt: excerptTold(it, failed) })),
        ...(at.notSetUp === null ? [] : [bareWorkspace(at.notSetUp)]),
      ],
      keepsDraft: effect.from === 'draft',
      draft: hide(at.draft),
      gates: (step?.spec.gates ?? []).flatMap((name) => {
        const gate = state.gates.get(name)
        return gate ? [{ name, argv: gate.argv }] : []
      }),
      expectsRed: step?.spec.expect === 'red',
      addedTasks: state.policy.addedTasks,
      workspace: state.policy.workspace,
      // Whoever writes through a link writes into the checkout: an installer does so with each package that it exchanges.
      shared:
        at.folder === root
          ? []
          : of.share
              .map((it) => path.join(at.folder, it))
              .filter(leadsOut)
              .map((it) => path.relative(at.folder, it)),
    })
  }
}

/** What was looked up before a task; null where nothing was found. */
function foundBefore(state: RunState, { spec }: TaskRun, hide: (text: string) => string): BriefInput['research'] {
  const found = researchOf(state, spec)?.outcome
  return found?.is === 'found'
    ? { ...found, findings: found.findings.map(hide), sources: found.sources.map(hide) }
    : null
}

/** What who proposes tasks in place of a rejected one has to know beside it. */
function proposingOf(
  state: RunState,
  {
    rejected,
    step,
    hide,
  }: { readonly rejected: TaskRun; readonly step: StepRun | undefined; readonly hide: (text: string) => string },
): BriefInput['proposes'] {
  const waiting = (state.dependants.get(rejected.uid) ?? []).map(({ uid }) => taskOf(state, uid))
  const cause = rejected.steps.map((it) => it.cause).findLast((it) => it?.is === 'rejected')
  const proposed = step?.said?.proposal ?? step?.proposed ?? null
  return {
    rejection: cause?.is === 'rejected' ? cause : { by: '', text: '' },
    waiting: waiting.flatMap((it) => (it.spec.origin === 'plan' ? [`${nameOf(it)} ${it.spec.title}`] : [])),
    before: proposed === null ? '' : hide(proposalJson(proposed)),
  }
}

function documentOf(
  { root, planFile }: BriefSources,
  { spec }: TaskRun,
  hide: (text: string) => string,
): TaskDocument | null {
  if (spec.document === undefined) return null
  const read = readTaskDocument(root, planFile, spec.document)
  return read.text === null ? read : { ...read, text: hide(read.text) }
}

/** Whether a shared path of a workspace is a link, or an environment of Python whose packages are links. */
function leadsOut(file: string): boolean {
  return lookAtPath(file)?.isSymbolicLink() === true || holdsLinkedPackages(file)
}

/** What an agent is told that works where the set-up fails. */
function bareWorkspace(said: string): FeedbackText {
  const text =
    'The set-up of your working directory fails with the files as they are, and nothing that it makes is there.'
  return { from: 'attempt', source: 'set-up', text, excerpt: excerptOf(said, excerptBytes) }
}
