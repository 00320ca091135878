/** Built-in values, dialect, user, repository and command line merged into the settings of one run. */

import type { Diagnostic } from '../plan/diagnostic.ts'
import { nearest } from '../plan/nearest-name.ts'
import { classifyPath } from '../plan/path-safety.ts'
import {
  asksOf,
  builtInPolicy,
  type BudgetOf,
  type Budgets,
  type Limits,
  type PlanPolicy,
  type Policy,
} from '../plan/policy.ts'
import { roleName } from '../plan/role-names.ts'
import type { Severities } from '../plan/severity.ts'
import type { Span } from '../plan/source.ts'
import { readArgv } from './argv.ts'
import {
  spanOf,
  type AtddSettings,
  type CommitSettings,
  type Config,
  type ConfigSource,
  type ConfiguredAgent,
  type ConfiguredGate,
  type GitSettings,
  type PatternSettings,
  type PolicyPart,
  type Sandbox,
  type WorkspaceSettings,
} from './config.ts'
import { clashes, configuredGates, settle, type SettledGate } from './gates.ts'
import { mergeEscalation } from './escalation.ts'
import { mergeJudgement, type MergedJudgement } from './judgement.ts'
import { mergeResearch, type ResearchSettings } from './research.ts'
import { loosened, refused, stricterReview } from './security.ts'
import { wrongNeeds } from './wrong-needs.ts'

/** What the human said on the command line. */
export interface Flags {
  readonly policy: PolicyPart
  /** `--gate NAME="CMD ARGS"`, read by `gateFromFlag`. */
  readonly gates: readonly ConfiguredGate[]
  /** `--exec "CMD ARGS"`, read by `agentFromFlag`. */
  readonly exec: ConfiguredAgent | null
  /** `--agent NAME`. */
  readonly agent: string | null
  readonly branch: string | null
  readonly sandbox: Sandbox | null
}

export const noFlags: Flags = { policy: {}, gates: [], exec: null, agent: null, branch: null, sandbox: null }

export interface Settings {
  readonly policy: Policy
  /** Whether anybody says how many tasks are worked on at once. */
  readonly saysJobs: boolean
  readonly agents: readonly ConfiguredAgent[]
  /** The agent of the run, as named; null where nobody named one. */
  readonly agent: string | null
  /** Who named it. */
  readonly agentSource: ConfigSource
  /** Who works on tasks of a role, by its name as `roleName` spells it; empty where the call itself names who works. */
  readonly roles: ReadonlyMap<string, RoleAgent>
  readonly gates: readonly SettledGate[]
  readonly atdd: AtddSettings
  /** What is looked up before tasks of a spec, and by whom. */
  readonly research: ResearchSettings
  /** Who judges what no program can tell in runs of specs; null where nobody does. */
  readonly judgement: MergedJudgement
  readonly patterns: PatternSettings
  readonly workspace: WorkspaceSettings
  /** Whose word the set-up is: what a repository names runs only when it is trusted. */
  readonly setupSource: ConfigSource
  readonly severities: Severities
  readonly commit: CommitSettings
  readonly git: GitSettings
  readonly sandbox: Sandbox
  readonly prompts: PromptsFolder
  /** Null where nobody names one. */
  readonly definitions: DefinitionsFolder | null
}

/** Who works on tasks of a role, and whose word that is. */
export interface RoleAgent {
  readonly agent: string
  readonly source: ConfigSource
}

/** Where a repository keeps its prompt templates. */
export interface PromptsFolder {
  /** Relative to the root. */
  readonly folder: string
  /** Where a configuration names it; null where it is the usual one, which need not be there. */
  readonly span: Span | null
}

/** Where a repository defines integration tests beside its plans and its configuration. */
export interface DefinitionsFolder {
  /** Relative to the root, with `/`. */
  readonly folder: string
  /** Where a configuration names it. */
  readonly span: Span | null
  /** Whether the repository names it: what a person names for all of theirs need not be there in each. */
  readonly isOfRepository: boolean
}

/** The folder of prompt templates that needs no word in the configuration: no task may change it (MW131). */
const usualPrompts = '.millwright/prompts'

const severityRank = { off: 0, info: 1, warning: 2, error: 3 } as const

/** Limits take the minimum of what was named; the built-in value holds where nobody named one. */
function mergeLimits(base: Limits, parts: readonly PolicyPart[]): Limits {
  const merged: Record<keyof Limits, number> = { ...base }
  for (const key of Object.keys(merged) as (keyof Limits)[]) {
    const given = parts.map((part) => part.limits?.[key]).filter((it) => it !== undefined)
    if (given.length > 0) merged[key] = Math.min(...given)
  }
  return merged
}

/** Of budgets the least that anybody names holds; null where nobody names one. */
function mergeBudgets(parts: readonly PolicyPart[]): Budgets | null {
  const least = (scope: keyof Budgets): BudgetOf => {
    const given = parts.map((part) => part.budgets?.[scope] ?? {})
    const [attempts, ms] = [given.flatMap((it) => it.attempts ?? []), given.flatMap((it) => it.ms ?? [])]
    return {
      ...(attempts.length > 0 ? { attempts: Math.min(...attempts) } : {}),
      ...(ms.length > 0 ? { ms: Math.min(...ms) } : {}),
    }
  }
  if (!parts.some((part) => part.budgets !== undefined)) return null
  return { task: least('task'), run: least('run'), day: least('day') }
}

/**
 * Scalars replace, and a mode brings what it asks for; limits are merged on their own.
 * @param tradition what the plan's dialect reviews by itself; null once somebody has said by name what is reviewed
 */
function withPart(policy: Policy, part: PolicyPart, tradition: Policy['review'] | null): Policy {
  return { ...policy, ...asksOfPart(part, tradition), ...part, limits: policy.limits }
}

/** What a mode asks for: never less than the dialect does, but for the mode that asks nobody. */
function asksOfPart({ mode }: PolicyPart, tradition: Policy['review'] | null): PolicyPart {
  if (mode === undefined) return {}
  const asks = asksOf(mode)
  return mode === 'silent' || tradition === null ? asks : { ...asks, review: stricterReview(asks.review, tradition) }
}

/** A repository may raise the severity that a user set; only the user may lower one. */
function mergeSeverities(user: Severities, repository: Severities): Severities {
  const merged = { ...user }
  for (const [code, severity] of Object.entries(repository) as [keyof Severities, Severities[keyof Severities]][]) {
    const own = merged[code]
    if (severity !== undefined && (own === undefined || severityRank[severity] >= severityRank[own]))
      merged[code] = severity
  }
  return merged
}

/**
 * Merges all that was said, weakest first: built-in, dialect, user, repository, flags. Scalars replace, gates are only
 * added, limits take the minimum, security only tightens (DESIGN, Runs and policy).
 *
 * @returns the settings, MW607 for what a repository tried to loosen (its value is then not used), and MW602 for a gate of
 *   the command line with the name of another one
 */
export function mergeSettings(of: {
  readonly dialect: PlanPolicy
  readonly user: Config | null
  readonly repository: Config | null
  readonly flags: Flags
}): { readonly settings: Settings; readonly diagnostics: readonly Diagnostic[] } {
  const { user, repository, flags } = of
  const { escalation: saidOfEscalation, ...dialect } = of.dialect
  const { escalation, diagnostics: ofEscalation } = mergeEscalation(saidOfEscalation, user, repository)
  const diagnostics: Diagnostic[] = [...ofEscalation]
  const parts = [user?.policy ?? {}, repository?.policy ?? {}, flags.policy] as const
  const saidBy = parts.findIndex((part) => part.review !== undefined)
  // Of what is said before anybody names a review the dialect's holds.
  const traditionOf = (at: number): Policy['review'] | null =>
    saidBy >= 0 && saidBy <= at ? null : (dialect.review ?? null)
  const below = withPart(withPart(builtInPolicy, dialect, null), parts[0], traditionOf(0))

  const asked = { ...repository?.policy }
  for (const key of loosened(below, asked)) {
    // What is red before the first task, and what an agent may add, is the project's business where its user says nothing.
    if ((key === 'baseline' || key === 'addedTasks') && user?.policy[key] === undefined) continue
    const name = key === 'addedTasks' ? 'added_tasks' : key
    const span = repository === null ? null : spanOf(repository, ['policy', name])
    const flag = key === 'mode' ? `--mode ${asked[key] ?? ''}` : null
    diagnostics.push(refused(`loosen ${name} from "${below[key]}" to "${asked[key] ?? ''}"`, span, flag))
    Reflect.deleteProperty(asked, key)
  }
  if (asked.workspace === 'none' && below.workspace !== 'none' && below.deviations !== 'record') {
    const span = repository === null ? null : spanOf(repository, ['workspace', 'kind'])
    diagnostics.push(refused(`loosen deviations = "${below.deviations}" by a workspace in which none is found`, span))
    Reflect.deleteProperty(asked, 'workspace')
  }
  // Nor does a mode that it names, which may be as strict as the user's, take back what the user asks for by name.
  const kept = loosened(below, asksOfPart(asked, traditionOf(1))).map((key) => [key, below[key]] as const)
  const sets = (['review', 'unverified'] as const).filter((key) => parts.some((part) => part[key] !== undefined))
  const budgets = mergeBudgets([dialect, user?.policy ?? {}, repository?.policy ?? {}, flags.policy])
  const merged: Policy = {
    ...withPart(
      withPart(below, { ...Object.fromEntries(kept), ...asked }, traditionOf(1)),
      flags.policy,
      traditionOf(2),
    ),
    limits: mergeLimits(dialect.limits ?? builtInPolicy.limits, [
      user?.policy ?? {},
      repository?.policy ?? {},
      flags.policy,
    ]),
    ...(budgets === null ? {} : { budgets }),
    ...(escalation === null ? {} : { escalation }),
    ...(sets.length === 0 ? {} : { sets }),
  }
  // Who is taught before a step is shown what came of it, and asked about its draft only where somebody asks for that by name.
  // A project that names this mode takes nothing back of what the user's asks for.
  const isTaught = merged.mode === 'education' && merged.education !== undefined
  const mayTeach = flags.policy.mode !== undefined || below.mode === 'education'
  const nobody = asksOf('silent')
  const asksNobody = (key: keyof typeof nobody): boolean =>
    isTaught && !sets.includes(key) && (mayTeach || below[key] === nobody[key])
  const policy: Policy = {
    ...merged,
    ...(asksNobody('review') ? { review: nobody.review } : {}),
    ...(asksNobody('unverified') ? { unverified: nobody.unverified } : {}),
  }

  const own = new Set(user?.agents.map((agent) => agent.name))
  for (const agent of repository?.agents ?? [])
    if (own.has(agent.name) && repository !== null)
      diagnostics.push(refused(`redefine your agent ${agent.name}`, spanOf(repository, ['agents', agent.name])))
  const agents = [
    ...(user?.agents ?? []),
    ...(repository?.agents ?? []).filter((agent) => !own.has(agent.name)),
    ...(flags.exec === null ? [] : [flags.exec]),
  ]

  const configured = configuredGates(user?.gates ?? [], repository?.gates ?? [])
  diagnostics.push(...clashes(configured, flags.gates))
  const added = flags.gates.filter((flag) => !configured.some((it) => it.name === flag.name))
  // Said again on the command line it is the person's own word.
  const isSaid = ({ name }: ConfiguredGate): boolean => flags.gates.some((flag) => flag.name === name)
  const said = configured.map((gate): ConfiguredGate => (isSaid(gate) ? { ...gate, source: 'command-line' } : gate))
  // What a configured one needs has to stand before it. Where nobody defines it a run is refused: its call is known by then.
  const isNeeded = ({ name }: ConfiguredGate): boolean => configured.some(({ needs }) => needs?.includes(name) === true)
  const gates = [...added.filter(isNeeded), ...said, ...added.filter((it) => !isNeeded(it))]
  diagnostics.push(...wrongNeeds(gates, () => true))

  const settings: Settings = {
    policy,
    saysJobs: [dialect, user?.policy, repository?.policy, flags.policy].some((it) => it?.jobs !== undefined),
    agents,
    agent: flags.exec?.name ?? flags.agent ?? repository?.agent ?? user?.agent ?? null,
    agentSource:
      flags.exec !== null || flags.agent !== null ? 'command-line' : repository?.agent != null ? 'repository' : 'user',
    roles: flags.exec === null && flags.agent === null ? rolesOf([user, repository]) : new Map(),
    gates: gates.map((gate) => settle(gate, policy)),
    research: mergeResearch(user, repository, flags.exec !== null || flags.agent !== null),
    judgement: mergeJudgement(user, repository),
    patterns: { from: null, threshold: null, ...user?.patterns, ...repository?.patterns },
    atdd: { tests: null, checklist: null, ...user?.atdd, ...repository?.atdd },
    setupSource:
      repository?.workspace.setup === undefined && user?.workspace.setup !== undefined ? 'user' : 'repository',
    workspace: { setup: null, share: [], copy: [], scratch: false, ...user?.workspace, ...repository?.workspace },
    severities: mergeSeverities(user?.severities ?? {}, repository?.severities ?? {}),
    commit: { author: 'millwright', template: null, ...user?.commit, ...repository?.commit },
    git: {
      publish: flags.branch === null ? 'checkout' : 'branch',
      ...user?.git,
      ...repository?.git,
      branch: flags.branch ?? repository?.git.branch ?? user?.git.branch ?? null,
    },
    prompts: promptsFolder([repository, user]),
    definitions: definitionsFolder([repository, user]),
    sandbox: flags.sandbox ?? (repository?.sandbox === 'on' ? 'on' : (user?.sandbox ?? 'auto')),
  }
  return { settings, diagnostics }
}

/** Of two words about a role the later one holds, as with all single values. */
function rolesOf(configs: readonly (Config | null)[]): ReadonlyMap<string, RoleAgent> {
  return new Map(
    configs.flatMap((config) =>
      (config?.roles ?? []).map(
        ({ role, agent }) => [roleName(role), { agent, source: config?.source ?? 'user' }] as const,
      ),
    ),
  )
}

/** The first that is named. */
function promptsFolder(configs: readonly (Config | null)[]): PromptsFolder {
  const config = configs.find((it) => it?.prompts != null)
  if (config?.prompts == null) return { folder: usualPrompts, span: null }
  return { folder: config.prompts, span: spanOf(config, ['prompts', 'folder']) }
}

/** As with the folder of prompt templates, but that there is no usual one. */
function definitionsFolder(configs: readonly (Config | null)[]): DefinitionsFolder | null {
  const config = configs.find((it) => it?.definitions != null)
  if (config?.definitions == null) return null
  const found = classifyPath(config.definitions)
  const folder = found.kind === 'safe' ? found.path : config.definitions
  return { folder, span: spanOf(config, ['milestones', 'definitions']), isOfRepository: config === configs[0] }
}

/**
 * Finds an agent by the name somebody gave.
 *
 * @param settings the merged settings
 * @param name as given
 * @param presets names that need no configuration
 * @returns the agent, or MW609 with the nearest name
 */
export function findAgent(
  settings: Settings,
  name: string,
  presets: readonly string[],
): { readonly agent: ConfiguredAgent } | { readonly diagnostic: Diagnostic } {
  const agent = settings.agents.find((it) => it.name === name)
  if (agent !== undefined) return { agent }
  if (presets.includes(name)) return { agent: { ...blankAgent, name, kind: 'preset', preset: name, origin: 'preset' } }
  if (name === 'human') return { agent: { ...blankAgent, name, kind: 'human', origin: 'built-in' } }
  return { diagnostic: unknownAgent(name, [...settings.agents.map((it) => it.name), ...presets], null) }
}

/**
 * MW609 for a name that is no agent.
 *
 * @param known names that could have been meant, without the built-in `human`
 */
export function unknownAgent(name: string, known: readonly string[], span: Span | null): Diagnostic {
  const all = [...known, 'human']
  const meant = nearest(name, all)
  return {
    code: 'MW609',
    severity: 'error',
    message: `unknown agent ${name}${meant === null ? '' : `; did you mean ${meant}?`}`,
    help: `Known agents: ${all.join(', ')}; configure one under [agents.NAME] or give a command with --exec`,
    span,
    related: [],
  }
}

const blankAgent: Omit<ConfiguredAgent, 'name' | 'kind' | 'origin'> = {
  preset: null,
  argv: [],
  args: [],
  brief: null,
  env: [],
  set: {},
  script: null,
  attemptMs: null,
  idleMs: null,
  source: 'command-line',
}

/**
 * Reads `--exec "CMD ARGS"`: the brief comes on stdin, or in the place of `{brief}` or `{briefFile}` where the line has it.
 *
 * @param line as given
 * @returns the agent (its name is `exec`), or MW600, MW602
 */
export function agentFromFlag(line: string): { readonly agent: ConfiguredAgent } | { readonly diagnostic: Diagnostic } {
  const read = readArgv(line, '--exec', null)
  if ('diagnostic' in read) return read
  const has = (slot: string): boolean => read.argv.some((word) => word.includes(slot))
  const brief = has('{brief}') ? 'argument' : has('{briefFile}') ? 'file' : 'stdin'
  return { agent: { ...blankAgent, name: 'exec', kind: 'command', argv: read.argv, brief, origin: '--exec' } }
}
