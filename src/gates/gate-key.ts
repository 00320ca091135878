/** What makes two runs of a gate the same run: nothing is run twice on the same tree in the same environment. */

import { createHash } from 'node:crypto'
import { realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import type { GateSpec } from '../run/effect.ts'
import { scrubbedEnvironment, type Environment } from '../system/environment.ts'
import { isOwnVariable } from '../system/own-variables.ts'
import { findProgram } from './find-program.ts'

/** Variables every gate gets: no colours, no questions, no progress bars that fill the output. */
const quiet = { CI: '1', NO_COLOR: '1' } as const

/** Variables that differ from one call to the next on the same machine and decide nothing about a result. */
const volatile: ReadonlySet<string> = new Set([
  'PWD',
  'OLDPWD',
  'SHLVL',
  '_',
  'TMPDIR',
  'TMP',
  'TEMP',
  'TERM',
  'COLORTERM',
  'COLUMNS',
  'LINES',
  'XDG_RUNTIME_DIR',
])

/** The environment a gate gets, before the markers by which its processes are found. */
export function gateEnvironment(gate: Pick<GateSpec, 'env'>, from: Environment): Record<string, string> {
  return scrubbedEnvironment({ from, allow: gate.env, set: quiet })
}

/** Where a gate runs, as far as it is the same for all trees. */
export interface GateSetting {
  /** Where passed-through values come from. */
  readonly from: Environment
  /** Folder in which relative paths of programs begin. */
  readonly folder: string
  /** What a workspace is given beside its tree: set-up, shared and copied paths, in one digest. */
  readonly needs: string
}

/**
 * Digest of what a gate's result depends on beside argv and tree (DESIGN, Evidence): every variable it gets, except those
 * that change from call to call and our own; the program as it is found now; what its workspace is given; the machine; and
 * what a numeric gate compares or a verification asks for, so that no evidence outlives its tolerance.
 *
 * @returns 16 hex digits, the same for every call on an unchanged machine
 */
export async function environmentDigest(gate: GateSpec, setting: GateSetting): Promise<string> {
  const given = Object.entries(gateEnvironment(gate, setting.from))
    .filter(([name]) => !volatile.has(name.toUpperCase()) && !isOwnVariable(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
  const program = await programFacts(gate.argv[0] ?? '', setting)
  // What is compared decides as much as what is run.
  const compared = gate.values === undefined ? [] : [`values ${JSON.stringify(gate.values)}`]
  const rules = gate.kind === 'contract' ? [(await import('./contract/contract-facts.ts')).contractFacts(gate)] : []
  const here = [process.version, process.platform, process.arch]
  const asked = gate.verification === undefined ? [] : [`verification ${JSON.stringify(gate.verification)}`]
  const parts = [...here, `cwd ${gate.cwd}`, program, setting.needs, ...compared, ...given, ...rules, ...asked]
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:${part}`)
  return hash.digest('hex').slice(0, 16)
}

/**
 * The digests of all gates of a run, by name.
 *
 * @param gates in any order
 */
export async function environmentDigests(
  gates: readonly GateSpec[],
  setting: GateSetting,
): Promise<Readonly<Record<string, string>>> {
  return Object.fromEntries(
    await Promise.all(gates.map(async (gate) => [gate.name, await environmentDigest(gate, setting)] as const)),
  )
}

/** Path, size and time of change of a program; a path inside the project is part of the tree already. */
async function programFacts(name: string, { from, folder }: GateSetting): Promise<string> {
  if (name.includes('/') && !path.isAbsolute(name)) return ''
  const found = await findProgram(name, from['PATH'], folder)
  if (found === null) return 'missing'
  try {
    const real = await realpath(found)
    const { size, mtimeMs } = await stat(real)
    return `${found} ${real} ${size} ${mtimeMs}`
  } catch {
    return found
  }
}
