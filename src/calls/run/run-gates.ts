/** The gates and the set-up of a run, and whether somebody trusts what they would execute. */

import { builtInContract, foundGates, type SettledGate } from '../../config/gates.ts'
import type { Settings } from '../../config/settings.ts'
import {
  executablesOf,
  hasMore,
  trustOf,
  trustSubject,
  type Executable,
  type TrustPart,
  type TrustSubject,
} from '../../config/trust.ts'
import { discover, type DiscoveredGate } from '../../gates/discovery.ts'
import { findProgram } from '../../gates/find-program.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Plan } from '../../plan/model.ts'
import type { Tool } from '../../plan/tools.ts'
import { filesGate } from '../../run/files-gate.ts'
import { gatesNamed, gateWords, wordsOf } from '../../run/gate-words.ts'
import type { WorkspaceSettings } from '../../workspaces/workspaces.ts'
import { definitionsIn, type States } from './defined-by.ts'
import { installationFolder } from '../installation-folder.ts'
import type { Where } from '../plan/where.ts'

/** A project's root and the settings that hold there. */
export interface Configured {
  readonly root: string
  readonly settings: Settings
}

/** What a human has to trust first. */
export interface Untrusted {
  readonly subject: TrustSubject
  readonly lines: readonly string[]
  readonly stateFolder: string
  /** The plan that would be run, by its path from the root. */
  readonly plan: string
  /** Whether something of it is no longer as it was: asked when a person has answered, before anything runs. */
  readonly hasChanged: () => Promise<boolean>
}

/** The gates of a run, and what was found and is not used: for want of its program, or since the call names others. */
interface FoundGates {
  readonly gates: readonly SettledGate[]
  readonly absent: readonly DiscoveredGate[]
  readonly unused: readonly DiscoveredGate[]
  /** Names of programs by the gates of the run that the plan asks for and that cannot judge for want of them. */
  readonly needed: ReadonlyMap<string, string>
}

/**
 * The gates of the configuration and the call; where there are none that run a command only, those that the project's files
 * name (D2), and of these also what cannot judge because its program is not here. Beside them what the plan itself names: a
 * found gate that is not used otherwise, and the built-in contract gate.
 *
 * @param plan whose tasks they are for
 */
export async function gatesOf(of: Configured, io: Where, plan: Pick<Plan, 'tasks'>): Promise<FoundGates> {
  const { gates: all, policy } = of.settings
  const configured = all.filter(({ integration }) => integration === undefined)
  const tests = all.filter(({ integration }) => integration !== undefined)
  const words = wordsIn(plan)
  const isOwn = configured.some((it) => it.source !== 'command-line' && it.kind === 'command')
  const isSaid = configured.some((it) => it.source === 'command-line')
  const isCompared = configured.some((it) => it.kind === 'contract')
  // Named, it is there whatever is missing: that is said. By the table it is there where it can judge.
  const isWanted = words.has('contract') || (!isCompared && hasTable(plan) && (await canReadSignatures()))
  const contract = !isCompared && isWanted ? [builtInContract(policy)] : []
  if (isOwn && words.size === 0)
    return { gates: [...configured, ...contract, ...tests], absent: [], unused: [], needed: new Map() }
  const { gates: found } = await discover(of.root, io.env['PATH'])
  const isNamed = ({ name, argv }: DiscoveredGate): boolean =>
    configured.some((it) => it.name === name || it.argv.join('\0') === argv.join('\0'))
  const free = found.filter((it) => !isNamed(it))
  const here = free.filter(({ program }) => program !== null)
  const used = isOwn || isSaid ? [] : here
  const answered = [...configured, ...foundGates(used, policy)]
  const wanted = [...words].filter((word) => gatesNamed(word, answered).length === 0)
  const asked = free.filter((it) => !used.includes(it) && wanted.some((word) => gatesNamed(word, free).includes(it)))
  const rest = free.filter((it) => !used.includes(it) && !asked.includes(it))
  // What the plan alone asks for stands where it is of use: what builds before the rest.
  const builds = asked.filter((it) => wordsOf(it).includes('build'))
  const others = asked.filter((it) => !builds.includes(it))
  return {
    gates: [
      ...foundGates([...used, ...builds], policy),
      ...configured,
      ...foundGates(others, policy),
      ...contract,
      ...tests,
    ],
    absent: isOwn || isSaid ? [] : rest,
    unused: isOwn || !isSaid ? [] : rest.filter(({ program }) => program !== null),
    needed: new Map(asked.flatMap(({ name, needs, program }) => (program === null ? [[name, needs]] : []))),
  }
}

/** For who asks for gates where no plan is known. */
export const noPlan: Pick<Plan, 'tasks'> = { tasks: [] }

/** What the steps of open tasks name beside `files`; one of the usual words in its usual form. */
function wordsIn({ tasks }: Pick<Plan, 'tasks'>): ReadonlySet<string> {
  const open = tasks.filter(({ mark }) => mark !== 'done' && mark !== 'skipped')
  const named = open.flatMap(({ steps }) => steps.flatMap((step) => step.gates))
  const isUsual = (word: string): boolean => gateWords.some((it) => it === word)
  return new Set(
    named.filter((it) => it !== filesGate).map((it) => (isUsual(it.toLowerCase()) ? it.toLowerCase() : it)),
  )
}

/** Loaded only where a plan asks for it. */
async function canReadSignatures(): Promise<boolean> {
  const { findParsers } = await import('../../gates/contract/parsers.ts')
  return findParsers() !== null
}

/** Whether the table of gates has something to say of a plan. */
function hasTable({ tasks }: Pick<Plan, 'tasks'>): boolean {
  return tasks.some(({ layer, kind }) => layer !== undefined || kind !== undefined)
}

/** The gates that the chosen tasks of a plan need. */
export function gatesInUse(
  gates: readonly SettledGate[],
  plan: Plan,
  selected: readonly string[],
): readonly SettledGate[] {
  const chosen = new Set(selected)
  const names = new Set(
    plan.tasks.flatMap((task) =>
      chosen.has(task.key) && task.mark !== 'done' ? task.steps.flatMap((step) => step.gates) : [],
    ),
  )
  return gates.filter((gate) => names.has(gate.name) || gate.integration !== undefined)
}

/**
 * MW601: gates whose program is not on this machine. Said before anything is marked, because such a gate can judge nothing:
 * not the base, no draft, and not the tip.
 *
 * @param gates those of the run
 * @param needed programs that are known to be missing, by the gates that are for nothing without them
 */
export async function missingGatePrograms(
  gates: readonly SettledGate[],
  needed: ReadonlyMap<string, string>,
  root: string,
  io: Where,
): Promise<readonly Diagnostic[]> {
  const missing = await Promise.all(
    gates.map(async ({ name, argv, origin }): Promise<Diagnostic[]> => {
      const program = needed.get(name) ?? argv[0]
      // A path may only exist where the gate works; a plain name is looked up here as it is there.
      if (program === undefined || program.includes('/') || program.includes('\\')) return []
      if (!needed.has(name) && (await findProgram(program, io.env['PATH'], root)) !== null) return []
      return [
        {
          code: 'MW601',
          severity: 'error',
          message: `gate ${name} (${origin}): the program ${program} is not on the PATH`,
          help: 'install it, correct the command, or leave the gate out; `millwright doctor` lists what is found',
          span: null,
          related: [],
        },
      ]
    }),
  )
  return missing.flat()
}

/** What makes a fresh checkout ready. */
export async function workspaceSettings(of: Configured, io: Where): Promise<WorkspaceSettings> {
  const { setup, share, copy } = of.settings.workspace
  if (setup !== null || share.length > 0) return { setup: setup ?? [], share, copy }
  // Without a word in the configuration, what the human has installed already is shared; nothing is installed unasked.
  const found = await discover(of.root, io.env['PATH'])
  return { setup: [], share: found.share, copy }
}

/**
 * What nobody has trusted yet of all that a run would execute; null where there is no such thing (RELIABILITY S1).
 *
 * @param of.plan the plan's path from the root
 * @param of.commits references and commits that workspaces may be made from, beside the files on the disk
 * @param of.also what going on from the plan's journal means to trust, and what agents are told
 * @param of.tools programs that the plan names for what is to be done
 * @param of.servers MCP servers that are started to verify what the plan wants
 */
export async function untrusted(
  configured: Configured,
  gates: readonly SettledGate[],
  of: {
    readonly root: string
    readonly state: string
    readonly plan: string
    readonly commits: readonly string[]
    readonly also: readonly TrustPart[]
    readonly tools: readonly Tool[]
    readonly servers: readonly Executable[]
  },
): Promise<Untrusted | null> {
  const look = (): Promise<TrustSubject> =>
    subjectOf({ ...configured.settings, gates, tools: of.tools, servers: of.servers }, of, of.also)
  const subject = await look()
  const answer = await trustOf(subject, { stateFolder: of.state, installation: installationFolder() })
  if (answer.is === 'trusted') return null
  return {
    subject,
    lines: answer.lines,
    stateFolder: of.state,
    plan: of.plan,
    hasChanged: async () => hasMore(subject, await look()),
  }
}

/** What trusting these settings and what stands beside them means, in every state of the files that would be executed. */
export async function subjectOf(
  settings: Settings & { readonly tools: readonly Tool[]; readonly servers: readonly Executable[] },
  of: States,
  also: readonly TrustPart[],
): Promise<TrustSubject> {
  const executables = [...executablesOf(settings), ...settings.servers]
  // Nothing to ask about: a look at git would only cost time.
  if (executables.every((it) => it.source === 'command-line'))
    return trustSubject(of.root, executables, () => Promise.resolve([]), also)
  const { share, copy } = settings.workspace
  const given = settings.policy.workspace === 'worktree' ? { given: [...share, ...copy] } : {}
  const { definedBy, close } = await definitionsIn({ ...of, ...given })
  try {
    return await trustSubject(of.root, executables, definedBy, also)
  } finally {
    close()
  }
}
