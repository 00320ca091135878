/** The programs that a plan names, as a run comes to them: all that it has now, the one of an attempt, and whether that may run. */

import { shellWord } from '../plan/shell-word.ts'
import { toolName, toolsOf, type Tool } from '../plan/tools.ts'
import { definedName, type RunState } from '../run/state.ts'
import { stepBase } from '../run/step-base.ts'
import type { EffectOf, Workspaces } from '../workspaces/workspaces.ts'
import { refuseTool, type RefusedTool, type ToolRules } from './refuse-tool.ts'

/** What is known of the run that an attempt is part of. */
interface Around {
  readonly state: RunState
  readonly workspaces: Workspaces
  /** Null where no program of the plan is run. */
  readonly tools: ToolRules | null
  readonly planPath: string | null
}

/** The programs that the plan names as it is now; a large one is not looked through for each draft. */
export function planTools(state: RunState): () => readonly Tool[] {
  let known: { readonly revision: string | null; readonly tools: readonly Tool[] } | null = null
  return () => {
    const { revision, tasks } = state
    if (known?.revision !== revision) known = { revision, tools: toolsOf([...tasks.values()].map(({ spec }) => spec)) }
    return known.tools
  }
}

/** The program that an attempt is to run, where it is no agent's and none stands in for it. */
export function toolOf(
  { state, tools }: Pick<Around, 'state' | 'tools'>,
  effect: EffectOf<'start-attempt'>,
): Tool | null {
  const task = state.tasks.get(effect.name.task)
  if (effect.does !== 'tool' || tools === null || task === undefined) return null
  return { name: toolName(task.spec, { id: effect.name.step }, { id: effect.name.method }), argv: effect.argv }
}

/** Why the program of an attempt is not run in its folder; null where it may. */
export async function refusedIn(
  { state, workspaces, tools, planPath }: Around,
  effect: EffectOf<'start-attempt'>,
  { tool, folder }: { readonly tool: Tool; readonly folder: string },
): Promise<RefusedTool | null> {
  const task = state.tasks.get(effect.name.task)
  const step = task?.steps.find((it) => it.spec.id === effect.name.step)
  if (tools === null || task === undefined || step === undefined) return null
  const base = stepBase(task, step)
  // Whatever a draft changed of it on the way there was asked about. In a folder that all work in, nobody can tell that.
  const isReviewed =
    workspaces.kind === 'worktree' && !state.untrusted.has(definedName({ is: 'tool', name: tool.name }))
  return refuseTool(tool, {
    ...tools,
    folder,
    reviewed: isReviewed && base !== null ? (workspaces.files?.(base) ?? null) : null,
    plan: shellWord(planPath ?? ''),
  })
}
