/** The agents of a run, or why there is none: found before anything is marked. */

import type { Agent } from '../../agents/agent.ts'
import { nthOf } from '../../agents/doubles.ts'
import { scriptedAgent } from '../../agents/scripted.ts'
import type { ExecutorOptions } from '../../engine/executor-options.ts'
import type { Diagnostic } from '../../plan/diagnostic.ts'
import type { Plan } from '../../plan/model.ts'
import type { Source } from '../../plan/source.ts'
import { missingProgram, type AgentPlace } from './agent-program.ts'
import { openAgents } from './assemble.ts'
import { dryRunDoubles, gateDoubles, obedientJoined } from './dry-run.ts'
import { scriptedReviewer } from '../../reviewers/scripted-reviewer.ts'
import type { OpenedPlan } from '../plan/open-plan.ts'
import { textOption } from './run-flags.ts'
import type { Where } from '../plan/where.ts'

export type AgentsFor =
  | {
      readonly is: 'opened'
      readonly agents: ReadonlyMap<string, Agent>
      readonly name: string
      readonly gateDouble: ExecutorOptions['gateDouble']
      /** Answers reviews in the place of a person; null where one is asked. */
      readonly reviewer: ExecutorOptions['askReview']
      /** What of the doubles plays no part, and the file that they stand in. */
      readonly warnings: readonly Diagnostic[]
      readonly texts: readonly Source[]
    }
  | { readonly is: 'refused'; readonly diagnostics: readonly Diagnostic[]; readonly texts?: readonly Source[] }
  | { readonly is: 'wrong'; readonly message: string; readonly help: string }

/**
 * Opens the agents that a call, its configuration or its plan name; in a dry run their doubles.
 * @param opened the plan, and the commits that its workspaces may be made from
 * @param of.plan as it is executed, with the agents that its methods have
 * @param of.gates names of the gates that may judge in this run
 */
export async function agentsOf(
  dry: boolean,
  opened: OpenedPlan & AgentPlace,
  options: Readonly<Record<string, unknown>>,
  io: Where,
  { plan, gates }: { readonly plan: Plan; readonly gates: readonly string[] },
): Promise<AgentsFor> {
  if (dry) {
    const read = await dryRunDoubles(plan, gates, textOption(options, 'doubles'), io.cwd)
    if (read.doubles === null) return { is: 'refused', diagnostics: read.diagnostics, texts: read.texts }
    const { doubles, warnings, texts } = read
    const names = ['dry-run', ...agentsIn(plan)]
    return {
      is: 'opened',
      // Who would work is told by name, and nobody but the doubles does.
      agents: new Map(names.map((it) => [it, scriptedAgent(it, doubles, obedientJoined)])),
      name: 'dry-run',
      gateDouble: gateDoubles(doubles),
      reviewer: scriptedReviewer((task, nth) => nthOf(doubles.reviews, task, nth)),
      warnings,
      texts,
    }
  }
  const name = opened.settings.agent
  // A command that cannot be read has been told already.
  if (name === null && options['exec'] !== undefined) return { is: 'refused', diagnostics: [] }
  if (name === null)
    return {
      is: 'wrong',
      message: 'no agent is named',
      help: 'name one with --agent (millwright doctor lists those that are here), give a program with --exec, or try --dry-run',
    }
  // A task that joins the plan during the run may have any of the roles.
  const { roles: byRole, research, judgement } = opened.settings
  const asked = plan.spec === undefined ? [] : [research.agent?.agent ?? [], judgement?.agent ?? []].flat()
  const roles = [...agentsIn(plan), ...[...byRole.values()].map((it) => it.agent), ...asked]
  const diagnostics = await agentFaults(opened, roles, io)
  const read = await openAgents(opened.settings, namesOf(name, roles), opened.root)
  return read.is === 'opened' && diagnostics.length === 0
    ? { is: 'opened', agents: read.agents, name, gateDouble: null, reviewer: null, warnings: [], texts: [] }
    : { is: 'refused', diagnostics, texts: opened.texts }
}

/**
 * All that is wrong with the agents of a call, as far as its settings name them.
 * @param roles names that the plan's steps have beside
 */
export async function agentFaults(of: AgentPlace, roles: readonly string[], io: Where): Promise<readonly Diagnostic[]> {
  const name = of.settings.agent
  if (name === null) return []
  const names = namesOf(name, roles)
  const missing = await Promise.all(names.map((it) => missingProgram(of, it, io)))
  const read = await openAgents(of.settings, names, of.root)
  return [...missing.filter((it) => it !== null), ...(read.is === 'opened' ? [] : read.diagnostics)]
}

/** Names of the agents that a plan's methods have. */
function agentsIn({ tasks }: Plan): readonly string[] {
  return tasks.flatMap(({ steps }) => steps.flatMap(({ methods }) => methods.flatMap((it) => it.agent ?? [])))
}

function namesOf(name: string, roles: readonly string[]): readonly string[] {
  return [...new Set([name, ...roles])]
}
