/** What makes two runs of a gate the same run: nothing is run twice on the same tree. */

import { createHash } from 'node:crypto'
import type { EvidenceTree, GateSpec } from '../run/effect.ts'

/**
 * Digest of what a gate's result depends on beside the tree: the machine, the runtime, what the gate is given.
 *
 * @param gate the gate
 * @param env the environment it gets, name → value; only what the gate asked for counts
 * @param machine facts about the machine, for instance `nodeFacts()`
 * @returns 16 hex digits
 */
export function environmentDigest(
  gate: Pick<GateSpec, 'cwd' | 'env'>,
  env: Readonly<Record<string, string | undefined>>,
  machine: readonly string[] = nodeFacts(),
): string {
  const given = [...gate.env].sort().map((name) => `${name}=${env[name] ?? ''}`)
  return digest([...machine, `cwd ${gate.cwd}`, `path ${env['PATH'] ?? ''}`, ...given])
}

/** The machine in a few words: runtime, platform, architecture. */
export function nodeFacts(): readonly string[] {
  return [`node ${process.version}`, process.platform, process.arch]
}

/**
 * The key under which evidence is found again.
 *
 * @param argv what is run
 * @param tree what it is run on
 * @param environment `environmentDigest`
 * @returns null where the tree is not known: then nothing can be reused
 */
export function gateKey(argv: readonly string[], tree: EvidenceTree | null, environment: string): string | null {
  return tree === null ? null : digest([JSON.stringify(argv), tree, environment])
}

function digest(parts: readonly string[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:${part}`)
  return hash.digest('hex').slice(0, 16)
}
