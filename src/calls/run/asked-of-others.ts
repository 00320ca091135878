/** Whom a run of a spec asks beside its agents and gates: MCP servers that it wants, a source of patterns, and who looks things up. */

import type { Executable, TrustPart } from '../../config/trust.ts'
import type { Settings } from '../../config/settings.ts'
import type { Plan } from '../../plan/model.ts'
import type { PatternCourse } from '../../run/patterns/judged.ts'
import type { Environment } from '../../system/environment.ts'
import { patternCheckOf, type PatternCheck } from './pattern-check.ts'
import { researchSetup, type ResearchSetup } from './research-setup.ts'
import { toolCheckOf, type ToolCheck } from './tool-check.ts'

export interface AskedOfOthers {
  /** Null where the plan wants no servers, and of a dry run. */
  readonly toolCheck: ToolCheck | null
  /** Null where there is nothing to find out. */
  readonly patternCheck: PatternCheck | null
  readonly research: ResearchSetup
  /** What a person has to trust before any of them is asked. */
  readonly executables: readonly Executable[]
  readonly parts: readonly TrustPart[]
}

/**
 * Finds them. Nothing is started.
 * @param of.root absolute path of the project
 * @param of.trustedIn absolute path of the project that is trusted: another one where it is played in a copy
 * @param of.known what a run that goes on knows of the spec's pattern
 * @param of.dry a dry run executes nothing: of a folder of patterns it may be told
 */
export async function askedOfOthers(
  plan: Pick<Plan, 'spec' | 'tasks'>,
  of: {
    readonly settings: Pick<Settings, 'patterns' | 'research'>
    readonly root: string
    readonly trustedIn: string
    readonly env: Environment
    readonly stateFolder: string
    readonly known: PatternCourse | null
    readonly dry: boolean
  },
): Promise<AskedOfOthers> {
  const { settings, dry } = of
  const toolCheck = dry ? null : await toolCheckOf(plan.spec, of)
  const patternCheck = await patternCheckOf({ ...of, plan, settings: settings.patterns })
  const isWanted = !dry && plan.spec !== undefined
  const research = await researchSetup(settings.research, { ...of, root: of.trustedIn, isWanted })
  const all = [toolCheck, research, patternCheck].flatMap((it) => it ?? [])
  return {
    toolCheck,
    patternCheck,
    research,
    executables: all.flatMap(({ executables }) => executables),
    parts: all.flatMap(({ parts }) => parts),
  }
}
