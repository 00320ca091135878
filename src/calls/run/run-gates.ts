/** The gates and the set-up of a run, and whether somebody trusts what they would execute. */

import { foundGates, type SettledGate, type Settings } from '../../config/settings.ts'
import { executablesOf, hasMore, trustOf, trustSubject, type TrustPart, type TrustSubject } from '../../config/trust.ts'
import { discover, type DiscoveredGate } from '../../gates/discovery.ts'
import { findProgram } from '../../gates/find-program.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Plan } from '../../plan/model.ts'
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
  /** Whether something of it is no longer as it was: asked when a person has answered, before anything runs. */
  readonly hasChanged: () => Promise<boolean>
}

/** The gates of a run, and what was found and is not used: for want of its program, or since the call names others. */
interface FoundGates {
  readonly gates: readonly SettledGate[]
  readonly absent: readonly DiscoveredGate[]
  readonly unused: readonly DiscoveredGate[]
}

/**
 * The gates of the configuration and the call; where there are none, those that the project's files name (D2), and of these
 * also what cannot judge because its program is not here.
 */
export async function gatesOf(of: Configured, io: Where): Promise<FoundGates> {
  const named = of.settings.gates.filter(({ integration }) => integration === undefined)
  const tests = of.settings.gates.filter(({ integration }) => integration !== undefined)
  if (named.some((it) => it.source !== 'command-line')) return { gates: [...named, ...tests], absent: [], unused: [] }
  const { gates } = await discover(of.root, io.env['PATH'])
  const here = gates.filter(({ program }) => program !== null)
  if (named.length === 0)
    return {
      gates: [...foundGates(here, of.settings.policy), ...tests],
      absent: gates.filter(({ program }) => program === null),
      unused: [],
    }
  const isNamed = ({ name, argv }: DiscoveredGate): boolean =>
    named.some((it) => it.name === name || it.argv.join('\0') === argv.join('\0'))
  return { gates: [...named, ...tests], absent: [], unused: here.filter((it) => !isNamed(it)) }
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
 */
export async function missingGatePrograms(
  gates: readonly SettledGate[],
  root: string,
  io: Where,
): Promise<readonly Diagnostic[]> {
  const missing = await Promise.all(
    gates.map(async ({ name, argv, origin }): Promise<Diagnostic[]> => {
      const program = argv[0]
      // A path may only exist where the gate works; a plain name is looked up here as it is there.
      if (program === undefined || program.includes('/') || program.includes('\\')) return []
      if ((await findProgram(program, io.env['PATH'], root)) !== null) return []
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
 * @param of.commits references and commits that workspaces may be made from, beside the files on the disk
 * @param of.also what going on from the plan's journal means to trust, and what agents are told
 */
export async function untrusted(
  configured: Configured,
  gates: readonly SettledGate[],
  of: {
    readonly root: string
    readonly state: string
    readonly commits: readonly string[]
    readonly also: readonly TrustPart[]
  },
): Promise<Untrusted | null> {
  const look = (): Promise<TrustSubject> => subjectOf({ ...configured.settings, gates }, of, of.also)
  const subject = await look()
  const answer = await trustOf(subject, { stateFolder: of.state, installation: installationFolder() })
  if (answer.is === 'trusted') return null
  return {
    subject,
    lines: answer.lines,
    stateFolder: of.state,
    hasChanged: async () => hasMore(subject, await look()),
  }
}

/** What trusting these settings and what stands beside them means, in every state of the files that would be executed. */
export async function subjectOf(settings: Settings, of: States, also: readonly TrustPart[]): Promise<TrustSubject> {
  const executables = executablesOf(settings)
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
