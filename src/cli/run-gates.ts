/** The gates and the set-up of a run, and whether somebody trusts what they would execute. */

import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { foundGates, type SettledGate, type Settings } from '../config/settings.ts'
import { executablesOf, trustOf, trustSubject, type TrustSubject } from '../config/trust.ts'
import { discover } from '../gates/discovery.ts'
import type { WorkspaceSettings } from '../workspaces/workspaces.ts'
import type { Where } from './where.ts'

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
}

/** The folder of the running installation: its own examples are as trusted as the program itself. */
export function installationFolder(): string | null {
  for (let folder = path.dirname(fileURLToPath(import.meta.url)); ; folder = path.dirname(folder)) {
    const manifest = path.join(folder, 'package.json')
    // The first manifest upwards is ours or nobody's: whatever lies above it is somebody else's project.
    if (existsSync(manifest)) return readFileSync(manifest, 'utf8').includes('"name": "millwright"') ? folder : null
    if (path.dirname(folder) === folder) return null
  }
}

/** The gates of the configuration and the call; where there are none, those that the project's files name (D2). */
export async function gatesOf(of: Configured, io: Where): Promise<readonly SettledGate[]> {
  if (of.settings.gates.length > 0) return of.settings.gates
  const { gates } = await discover(of.root, io.env['PATH'])
  return foundGates(
    gates.filter((gate) => gate.program !== null && gate.role !== 'format'),
    of.settings.policy,
  )
}

/** What makes a fresh checkout ready. */
export async function workspaceSettings(of: Configured, io: Where): Promise<WorkspaceSettings> {
  const { setup, share, copy } = of.settings.workspace
  if (setup !== null || share.length > 0) return { setup: setup ?? [], share, copy }
  // Without a word in the configuration, what the human has installed already is shared; nothing is installed unasked.
  const found = await discover(of.root, io.env['PATH'])
  return { setup: [], share: found.share, copy }
}

/** What nobody has trusted yet of all that a run would execute; null where there is no such thing (RELIABILITY S1). */
export async function untrusted(
  configured: Configured,
  gates: readonly SettledGate[],
  of: { readonly root: string; readonly state: string },
): Promise<Untrusted | null> {
  const subject = await trustSubject(of.root, executablesOf({ ...configured.settings, gates }))
  const answer = await trustOf(subject, { stateFolder: of.state, installation: installationFolder() })
  return answer.is === 'trusted' ? null : { subject, lines: answer.lines, stateFolder: of.state }
}
