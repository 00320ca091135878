/** The MCP servers that a spec wants, verified without a run (seed 004 §1.11). */

import { trustOf, trustSubject } from '../../config/trust.ts'
import { stateFolder } from '../../system/state-folder.ts'
import type { Opening } from '../plan/open-plan.ts'
import type { Where } from '../plan/where.ts'
import { definitionsIn } from './defined-by.ts'
import { toolCheckOf, type Verified } from './tool-check.ts'

export type ToolsLooked =
  | { readonly is: 'verified'; readonly verified: Verified }
  /** Nothing was started; `lines`: what a person has to trust before. */
  | { readonly is: 'untrusted'; readonly lines: readonly string[] }
  /** The plan is no spec that wants a tool, or has errors. */
  | { readonly is: 'nothing' }

/** Starts the servers that a run would start, where they are trusted, asks them for their tools and ends them. */
export async function verifyTools(opening: Opening, { env }: Pick<Where, 'env'>): Promise<ToolsLooked> {
  if (opening.is !== 'opened') return { is: 'nothing' }
  const { root, settings } = opening
  const check = await toolCheckOf(opening.plan.spec, { root, env })
  if (check === null) return { is: 'nothing' }
  const state = stateFolder(env)
  // In the states in which a run has it trusted.
  const { share, copy } = settings.workspace
  const given = settings.policy.workspace === 'worktree' ? { given: [...share, ...copy] } : {}
  const { definedBy, close } = await definitionsIn({ root, state, commits: ['HEAD'], results: true, ...given })
  try {
    const subject = await trustSubject(root, check.executables, definedBy, check.parts)
    const { is, lines } = await trustOf(subject, { stateFolder: state, installation: null })
    if (is !== 'trusted') return { is: 'untrusted', lines }
  } finally {
    close()
  }
  return { is: 'verified', verified: await check.verify() }
}
